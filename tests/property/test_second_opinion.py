"""Another Markdown parser sees the same code, links and structure before and after any edits."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from reckless import propose

from gec.correction import corrections
from gec.text.formats import blocks, prose_of

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/markdown"
# Without `blocks.md`, because CommonMark has no front matter and footnotes.
TEXTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), GOLDEN / "inline.md", GOLDEN / "tables.md"])


def markup(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """The tokens without their prose."""
    found = []
    for token in tokens:
        if token.type == "inline":
            found += markup([child for child in token.children or () if child.type not in ("text", "softbreak")])
        else:
            said = token.content if token.type in ("code_inline", "code_block", "fence", "html_inline") else ""
            found.append((token.type, said, str(token.attrs.get("href", ""))))
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_another_parser_sees_the_same_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    [after] = corrections([prose_of(text, "markdown")], propose)
    parser = MarkdownIt("commonmark").enable("table")
    assert after.edits
    assert markup(parser.parse(after.text)) == markup(parser.parse(text))


@pytest.mark.parametrize("before", ["", "  ", "> ", "- ", "-\t", "- - "])
def test_another_parser_sees_the_same_code_after_tabs(before: str) -> None:
    parser = MarkdownIt("commonmark")
    blanks = ["".join(some) for width in range(1, 5) for some in product(" \t", repeat=width)]
    for mark, blank, more in product(("-", "10)"), blanks, ("", "\n\n\tmore", "\n\n      more", "\n\n    - more")):
        text = f"{before}{mark}{blank}word{more}\n"
        prose = " ".join(token.content for token in parser.parse(text) if token.type == "inline")
        ours = " ".join(text[low:high] for block in blocks(text, "markdown") for low, high in block.spans)
        assert [word in ours for word in ("word", "more")] == [word in prose for word in ("word", "more")], text
