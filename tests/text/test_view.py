"""An edit of the text that the model reads changes the right characters of the caller's text."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply
from gec.text.view import View

ANY = st.text(alphabet=st.sampled_from("ab.,'é’ \n\t\r\u00a0\u00ad\u200b\u2028𝒳"), max_size=30)


@st.composite
def view_and_edits(draw: st.DrawFn) -> tuple[View, list[Edit]]:
    """A view of a part of a text, and edits of it that do not overlap."""
    whole = draw(ANY)
    start = draw(st.integers(0, len(whole)))
    view = View.of(whole, ((start, draw(st.integers(start, len(whole)))),))
    points = sorted(draw(st.lists(st.integers(0, len(view.text)), max_size=6)))
    pairs = zip(points[::2], points[1::2], strict=False)
    words = st.text(alphabet="ab ,", max_size=8)
    edits = [Edit(low, high, draw(words)) for low, high in pairs]
    return view, [edit for i, edit in enumerate(edits) if i == 0 or edit.start > edits[i - 1].start]


def words(text: str) -> str:
    """A text with each run of whitespace as one space and without invisible characters."""
    return re.sub(r"\s+", " ", re.sub("[\u00ad\u200b]", "", text))


@given(ANY)
def test_a_view_shows_the_words_and_only_the_words(text: str) -> None:
    view = View.of(text, ((0, len(text)),))
    assert view.text == words(text)
    assert len(view.starts) == len(view.ends) == len(view.text)
    assert all(start < end for start, end in zip(view.starts, view.ends, strict=True))
    assert all(end <= start for end, start in zip(view.ends, view.starts[1:], strict=False))
    assert all(view.text[i] in (text[view.starts[i]], " ") for i in range(len(view.text)))


@given(view_and_edits())
@example((View.of("x\na b\ny", ((0, 7),)), [Edit(1, 3, ""), Edit(4, 6, "")]))
def test_edits_have_the_same_effect_in_the_text_as_in_the_view(case: tuple[View, list[Edit]]) -> None:
    view, edits = case
    [(begin, end)] = view.spans
    placed = view.to_text(edits)
    assert all(begin <= edit.start <= edit.end <= end for edit in placed)
    assert all(edit.original == view.whole[edit.start : edit.end] for edit in placed)
    after = apply(view.whole, placed)
    assert after.startswith(view.whole[:begin])
    assert after.endswith(view.whole[end:])
    unseen = re.compile("[\u00ad\u200b]")
    assert unseen.findall(after) == unseen.findall(view.whole)
    whole = [one for one in edits if not unseen.search(view.whole, *_place(view, one))]
    if whole == edits:  # otherwise some may be dropped
        assert words(after[begin : len(after) - len(view.whole) + end]) == words(apply(view.text, edits))


def _place(view: View, edit: Edit) -> tuple[int, int]:
    """The farthest reach of an edit, with the whitespace beside it."""
    low = view.starts[max(edit.start - 1, 0)] if view.text else 0
    high = view.ends[min(edit.end, len(view.text) - 1)] if view.text else 0
    return low, high


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("He go\nto school", Edit(3, 8, "goes to"), "He goes\nto school"),
        ("in\nthe home", Edit(2, 6, ""), "in\nhome"),
        ("in the\nhome", Edit(3, 7, ""), "in\nhome"),
        ("in\n  the home", Edit(2, 6, ""), "in\n  home"),
        ("in\r\nthe\r\nhome", Edit(2, 6, ""), "in\r\nhome"),
        ("in\nthe home", Edit(3, 7, ""), "in\nhome"),
        ("so in all\nof the home", Edit(5, 16, ""), "so in\nhome"),
        ("so in all\nof the\nhome", Edit(6, 17, ""), "so in\nhome"),
        ("at home in\nthe city", Edit(8, 14, "in"), "at home in\ncity"),
        ("which I have\nreceived now", Edit(8, 21, "received"), "which I\nreceived now"),
        ("is more\nnice now", Edit(3, 12, "nicer"), "is\nnicer now"),
        ("a nice hand\nwriting course", Edit(7, 19, "handwriting"), "a nice\nhandwriting course"),
        ("so\nhand\nwriting is", Edit(3, 15, "handwriting"), "so\nhandwriting\nis"),
        ("hand\nwriting. It", Edit(0, 12, "handwriting"), "handwriting. It"),
        ("stood infront\nof us", Edit(6, 16, "in front of"), "stood in front\nof us"),
        ("he is\n in the\thome now", Edit(6, 17, "at home"), "he is\n at home now"),
        ("depend\nin the end of it", Edit(0, 20, "depend on end of"), "depend\non end of it"),
        ("in\nhome", Edit(2, 2, " the"), "in the\nhome"),
        ("in\nhome", Edit(3, 3, "the "), "in\nthe home"),
        ("a  b", Edit(2, 3, "c"), "a  c"),
        ("He is stu\u00addent now", Edit(5, 5, " a"), "He is a stu\u00addent now"),
        ("a stu\u00addnt", Edit(2, 8, "student"), "a stu\u00addent"),
        ("go\u200fhome", Edit(0, 6, "go home"), "go\u200f home"),
        ("In \ufeffthe\u200e end", Edit(0, 10, "In an end"), "In \ufeffan\u200e end"),
        ("He wa\u200es here", Edit(3, 6, "were"), "He wa\u200es here"),
        ("in \u200fthe home", Edit(2, 6, ""), "in \u200fthe home"),
        ("end\u200b of", Edit(3, 3, ","), "end,\u200b of"),
        ("plain text", Edit(0, 5, "Plain"), "Plain text"),
    ],
)
def test_line_breaks_and_blanks_survive(text: str, edit: Edit, expected: str) -> None:
    assert apply(text, View.of(text, ((0, len(text)),)).to_text([edit])) == expected


def test_an_ordinary_sentence_keeps_its_offsets_by_arithmetic() -> None:
    text = "Before. He go home. After."
    view = View.of(text, ((8, 19),))
    assert isinstance(view.starts, range)
    assert view.to_text([Edit(3, 5, "goes", "R:VERB:SVA", 0.9)]) == (Edit(11, 13, "goes", "R:VERB:SVA", 0.9),)


def test_an_edit_that_markup_splits_is_not_half_written() -> None:
    """Half of it would give *don't have enough money enough*."""
    text = "I don't have *money* enough."
    view = View.of(text, ((0, 13), (14, 19), (20, len(text))))
    assert view.text == "I don't have money enough."
    assert view.to_text([Edit(13, 25, "enough money")]) == ()
    assert apply(text, view.to_text([Edit(13, 18, "time")])) == "I don't have *time* enough."


@pytest.mark.parametrize("text", ["They wa\0s here.", "They\n wa\x1bs here.", "They wa\x80s here."])
def test_a_control_character_is_never_deleted(text: str) -> None:
    view = View.of(text, ((0, len(text)),))
    at = view.text.index("wa")
    assert view.to_text([Edit(at, at + 4, "were")]) == ()
    assert apply(text, view.to_text([Edit(at, at + 2, "we")])) == text.replace("wa", "we")
