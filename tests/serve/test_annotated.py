"""Texts with markup that nobody may touch, as LanguageTool's clients mark it, and where their edits are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply

pytest.importorskip("starlette", reason="needs the extra serve")

from gec.serve.annotated import Annotated
from gec.serve.utf16 import Utf16


def seen(text: str, *edits: Edit) -> list[tuple[str, str]]:
    """What of a text is underlined, and what is put there instead."""
    whole = Annotated.of([(text, None)])
    return [(text[raw.start : raw.end], raw.replacement) for _, raw in whole.shown(edits)]


@pytest.mark.parametrize("line", ["\n\n", "\r\n", "\n"])
def test_an_insertion_at_the_end_of_a_line_is_shown_on_that_line(line: str) -> None:
    spelling = Edit(6, 13, "useful", "R:SPELL")
    assert seen(f"It is usefull{line}We play.", spelling, Edit(13, 13, ".")) == [("usefull", "useful.")]
    assert seen(f"It is useful{line}We play.", Edit(12, 12, ".")) == [("useful", "useful.")]
    assert seen(f"(It is.){line}We play.", Edit(8, 8, ".")) == [(")", ").")]
    assert seen(f"It is.{line}Informations", Edit(6 + len(line), 6 + len(line), "The ")) == [
        ("Informations", "The Informations")
    ]
    article, number = Edit(len(line), len(line), "The "), Edit(len(line), len(line) + 12, "information", "R:NOUN:INFL")
    assert seen(f"{line}Informations", article, number) == [("Informations", "The information")]


def test_a_space_alone_is_not_shown() -> None:
    assert seen("It is usefull ", Edit(6, 13, "useful"), Edit(13, 13, ".")) == [("usefull", "useful.")]
    assert seen("It is useful ", Edit(13, 13, ".")) == [("useful ", "useful .")]


texts = st.text("aB .,'\n😀é", max_size=8)
parts = st.lists(
    st.one_of(st.tuples(texts, st.none()), st.tuples(texts, st.sampled_from(["", " ", "\n\n"]))), max_size=8
)


@given(parts, st.data())
def test_edits_of_prose_never_touch_markup(parts: list[tuple[str, str | None]], data: st.DataObject) -> None:
    text = Annotated.of(parts)
    assert text.raw == "".join(written for written, _ in parts)
    borders = data.draw(st.lists(st.integers(0, len(text.plain)), max_size=8, unique=True).map(sorted))
    edits = [
        Edit(start, end, data.draw(st.sampled_from(["", " ", "x", ", ", " to"])))
        for start, end in zip(borders[::2], borders[1::2], strict=False)
    ]
    edits += [Edit(start, start, "in") for start in borders[len(edits) * 2 :]]
    shown = [raw for _, raw in text.shown(edits)]
    result = apply(text.raw, shown)  # raises if two overlap
    assert [mark for mark in result if mark in "<&>"] == [mark for mark in text.raw if mark in "<&>"]
    for edit in shown:
        assert edit.start < edit.end
        assert not set(text.raw[edit.start : edit.end]) & set("<&>")


@given(st.text(max_size=30))
def test_shown_edits_have_the_same_effect(text: str) -> None:
    whole = Annotated.of([(text, None)])
    for place in range(len(text) + 1):
        edit = Edit(place, place, "x ")
        for _, raw in whole.shown([edit]):
            assert apply(text, [raw]) == apply(text, [edit])


@given(st.text(max_size=30), st.integers(0, 30))
def test_units_are_those_of_utf16(text: str, place: int) -> None:
    place = min(place, len(text))
    assert Utf16.of(text).units(place) == len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
