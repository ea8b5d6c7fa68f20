"""The cache of paragraphs and sentences changes no result."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.text import foreign_language, prose, view
from gec.text.formats import markdown, prose_of
from gec.text.prose import Prose
from gec.text.segment import sentences

MEMORIES = (prose._cut, view._stands, foreign_language.foreign, markdown._assembled)
STARTS = ["", "- ", "> ", "1. ", "  ", "# ", "a | ", "> - ", "[^1]: ", "x", "Mr. ", "`", "\\"]
SAID = [
    "They was happy. She go home.",
    "A line that is\nwrapped. And The next\nline of it",
    "See [that] and *this*, said ``he``.",
    "Short",
    "Das ist ein Haus und nicht mehr.",
    "**Title**\nWhat follows. It goes on :-) here.",
    "A price of $5 and $6, 10\u00a0000 of [it][that]",
    "Two  blanks\there.",
]
BEHIND = [
    "\n\n",
    "\n",
    "\r\n\r\n",
    "\n \n",
    " | b\n",
    "`\n\n",
    "\u2028",
    "\x0c",
    "\n\n[that]: http://a.example\n\n",
    "(x)\n",
]
texts = st.lists(st.tuples(*map(st.sampled_from, (STARTS, SAID, BEHIND))), max_size=6).map(
    lambda parts: "".join(part for some in parts for part in some)
)


def read(text: str, format: str) -> tuple[Prose, list[view.View]]:
    prose = prose_of(text, format)
    return prose, list(prose.views())


@pytest.mark.parametrize("format", ["plain", "markdown", "html"])
@given(st.lists(texts, min_size=1, max_size=4))
def test_texts_read_before_change_nothing(format: str, some: list[str]) -> None:
    after_others = [read(text, format) for text in some]
    for text, found in zip(some, after_others, strict=True):
        for memory in MEMORIES:
            memory.forget()
        assert read(text, format) == found


@given(texts | st.text("aB. \n\r\t\x0b\u2028|-1)*\u00e9!", max_size=60))
def test_paragraphs_are_cut_into_the_sentences_of_the_whole(text: str) -> None:
    whole = sentences(text, partial(prose._typed, text, 0))
    cut = prose.Prose(text, (prose.Block(((0, len(text)),)),))._sentences(prose.Block(((0, len(text)),)))
    assert [one.spans[0] for one in cut] == list(whole)


def test_long_pieces_are_not_kept() -> None:
    foreign_language.foreign.forget()
    foreign_language.foreign("They was happy. " * 100)
    foreign_language.foreign("They was happy.")
    assert foreign_language.foreign.known.cache_info().currsize == 1
