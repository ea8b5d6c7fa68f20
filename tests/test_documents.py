"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_the_library_does_what_its_page_says() -> None:
    failed, tried = doctest.testfile(str(DOCS / "library.md"), module_relative=False, encoding="utf-8")
    assert tried > 15
    assert not failed
