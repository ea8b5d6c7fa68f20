"""Whatever is edited, the markup stands: for texts thick with markup of each format."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reckless import check

from gec.text.formats import FORMATS

WORDS = ["The cat", " sat", " on a mat.", " He go", " to school,", " 3.5 km", " é😀", "\n", "\n\n", " ", "    ", "\r\n"]
MARKUP = {  # separated by blanks, ␣ and ↵ stand for those
    "markdown": """** * _ __ ` `` ~~ [ ] ( ) ![ [ref] [^1] ``` ~~~ --- *** <b> </b> <br> <!-- --> <code> </code> <div>
        </div> &amp; $ $$ \\ \\* {#id} ::: [[wiki]] :smile: | +++ <http://x.y> http://x.y/_a_ > - # === ↵```↵
        ](x.png␣'t') [ref]:␣/url [^1]:␣ #␣ >␣ -␣ 1.␣ \t |␣a␣|␣b␣| ↵|--|--|↵ ␣␣↵ [␣]␣ :␣ ↵===↵""",
}


def pieces(format: str) -> list[str]:
    return [piece.replace("␣", " ").replace("↵", "\n") for piece in MARKUP[format].split()]


@pytest.mark.parametrize("format", sorted(MARKUP))
def test_no_edit_harms_markup(format: str) -> None:
    piece = st.sampled_from(WORDS) | st.sampled_from(pieces(format))

    @settings(max_examples=150, deadline=None)
    @given(st.lists(piece, max_size=30).map("".join))
    def holds(text: str) -> None:
        check(text, format, each_alone=9)

    holds()


def test_every_format_is_tried() -> None:
    assert {*MARKUP, "plain"} == set(FORMATS)
