"""gec finds nothing in the documents that its users read first: they are correct, and it changes nothing that is. All
documents would take twice as long."""

from __future__ import annotations

import pytest
from asked import ROOT, gec


@pytest.mark.parametrize(
    "name", ["README", "docs/decoding", "docs/library", "docs/models", "docs/rules", "docs/terminal"]
)
def test_nothing_is_found_in_a_document_of_ours(name: str) -> None:
    gec("correct", "--check", "--isolated", str(ROOT / f"{name}.md"))
