"""The examples in the documentation are correct."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from gec.rules.engine import known

DOCS = Path(__file__).parents[1] / "docs"


def test_the_library_does_what_its_page_says() -> None:
    failed, tried = doctest.testfile(str(DOCS / "library.md"), module_relative=False, encoding="utf-8")
    assert tried > 15
    assert not failed


def test_every_rule_that_is_named_exists() -> None:
    groups = "|".join({name.partition(".")[0] for name in known()})
    named = re.findall(
        rf"(?<![\w/.])(?:{groups})\.[a-z][a-z-]*", "".join(page.read_text() for page in DOCS.glob("*.md"))
    )
    assert set(named) <= set(known())
    assert named
