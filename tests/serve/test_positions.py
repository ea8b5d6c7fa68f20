"""Offsets and positions say the same place, in whatever units and whatever the text holds."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, Range

from gec.serve.actions import Checked, _rewriting
from gec.serve.positions import ChangingText, Ruler
from gec.serve.rewriting import narrowed
from gec.text.formats import prose_of

ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
texts = st.text(alphabet=st.sampled_from("ab é\u0301ß€😀𝒳\n\r\u2028\x0b\x0c\x85\0\ud800"), max_size=40)
encodings = st.sampled_from(sorted(ENCODINGS))


@given(texts, encodings, st.data())
def test_a_position_counts_what_the_encoding_counts(text: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    lines = re.split(r"\r\n|\n|\r", text[:offset])
    if text[offset - 1 : offset + 1] == "\r\n":
        lines = lines[:-1]  # between the two there is no place: it is the line's end
    codec, width = ENCODINGS[encoding]
    column = len(lines[-1].encode(codec, "surrogatepass")) // width
    assert Ruler(text, encoding).position(offset) == Position(len(lines) - 1, column)


@given(texts, encodings, st.data())
def test_there_and_back_again(text: str, encoding: str, data: st.DataObject) -> None:
    ruler, offset = Ruler(text, encoding), data.draw(st.integers(0, len(text)))
    back = ruler.offset(ruler.position(offset))
    assert back == (offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("a\nb", "a\nbc", 1),
        ("a\nb", "ac\nb", 0),
        ("a\r\nb", "a\r\n\r\nb", 1),
        ("a", "a\n", 1),
        ("a\nb", "b", -1),
        ("a\rb\nc\n", "x\ry\nc\n", 1),
        ("", "", -1),
    ],
)
def test_the_line_that_was_touched_last(before: str, after: str, line: int) -> None:
    assert ChangingText(after).touched(ChangingText(before)) == line


@given(texts, encodings, st.integers(0, 50), st.integers(0, 200))
def test_no_position_is_outside_the_text(text: str, encoding: str, line: int, column: int) -> None:
    ruler = Ruler(text, encoding)
    offset = ruler.offset(Position(line, column))
    assert 0 <= offset <= len(text)
    placed = ruler.position(offset)
    assert (placed.line, placed.character) <= (line, column)


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
def test_a_long_line_is_measured_once(encoding: str) -> None:
    ruler = Ruler("é" * 1_000_000, encoding)
    for offset in range(0, 1_000_000, 100):
        assert ruler.offset(ruler.position(offset)) == offset


places = st.builds(Position, st.integers(0, 8), st.integers(0, 12))


@given(texts, encodings, st.lists(st.tuples(places, places, texts), max_size=6))
def test_changes_are_made_where_positions_are(
    text: str, encoding: str, changes: list[tuple[Position, Position, str]]
) -> None:
    lines = ChangingText(text, encoding)
    for start, end, new in changes:
        first, last = Ruler(text, encoding).span(Range(start, end))
        text = text[:first] + new + text[last:]
        lines.replace(Range(start, end), new)
        assert lines.text() == text


def test_many_changes_of_a_long_text_do_not_cost_its_length_each() -> None:
    begin = time.process_time()
    lines = ChangingText("Es grünt so grün, wenn Spaniens Blüten blühen.\n" * 20_000)
    split = time.process_time()
    for line in range(0, 20_000, 20):
        before = lines.copy()
        lines.replace(Range(Position(line, 3), Position(line, 8)), "blüht\n")
        if line % 1_000 == 0:
            assert lines.touched(before) == line + 1
    assert time.process_time() - split < 200 * (split - begin)
    assert lines.text().count("blüht\n so") == 1_000


def test_paragraphs_are_found_by_the_lines_of_the_editor() -> None:
    prose = prose_of("One\u2028is.\n\x0c\nTwo is.\r\n\rThree is.\n")
    found = [narrowed(prose, line, line).blocks[0].spans for line in (0, 2, 4)]
    assert found == [((0, 8),), ((10, 19),), ((20, 30),)]
    assert [block.spans for block in narrowed(prose, 0, 1).blocks] == [((0, 8),)]
    assert narrowed(prose, 1, 1).blocks == ()
    action = _rewriting(Checked("a", 1, Ruler("", "utf-16")), Range(Position(0, 0), Position(3, 0)))
    assert action.command.arguments[2:] == [0, 2]
