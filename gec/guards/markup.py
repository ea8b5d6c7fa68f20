"""Drops edits that would change markup (`without_markup_changes`). Markup is everything that no edit may touch: the
text around the prose, and stretches inside it such as code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from gec.edits.edit import Edit, apply, common_prefix
from gec.text.formats import blocks
from gec.text.prose import Block, Prose, Span

_MARKUP = frozenset("*_`[]<>{}\\|$#~&^@%=")  # what no correction of prose puts in a text with markup
_STRICT = frozenset({"latex", "notebook"})  # formats in which one of these marks does harm by itself
_PARSES = 64  # of a text whose edits harm its markup, before all that is left of them is dropped


def without_markup_changes(prose: Prose, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits that do not change any markup. The text with the edits is parsed to find out."""
    if prose.format == "plain" or not edits:
        return tuple(edits)
    parts = _parts(prose.blocks)
    before = _around(prose.text, parts)
    marked = {edit for edit in edits if _adds_marks(prose, edit)}
    own = [edit for edit in edits if edit in marked and edit.why]  # the user's own rule asks for it: C#, Q&A
    if own and prose.format not in _STRICT and skeleton(apply(prose.text, own), prose.format) == before:
        marked.difference_update(own)
    left = [edit for edit in edits if edit not in marked]
    for _ in range(_PARSES):
        after = skeleton(apply(prose.text, left), prose.format)
        if after == before:
            return tuple(left)
        first = common_prefix(before, after)
        last = len(before) - 1 - common_prefix(before[::-1], after[::-1])
        suspects = {*_near(left, parts, first), *_near(left[::-1], parts, last)}
        left = [edit for edit in left if edit not in suspects]
    return ()


def skeleton(text: str, format: str) -> list[str]:
    """The parts of a text between its prose."""
    return _around(text, _parts(blocks(text, format)))


def around(prose: Prose) -> Iterator[str]:
    """The parts of a text that no edit may touch: markup, code, formulas."""
    yield from _around(prose.text, _parts(prose.blocks))


def _parts(some: Iterable[Block]) -> list[Span]:
    return sorted(part for block in some for part in changeable(block))


def _around(text: str, parts: Sequence[Span]) -> list[str]:
    borders = [0, *(place for part in parts for place in part), len(text)]
    return [text[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True)]


def _near(edits: Sequence[Edit], parts: Sequence[Span], piece: int) -> list[Edit]:
    """The edits beside a piece of markup, or else the next edit after it in the given order."""
    first, last = (min(max(place, 0), len(parts) - 1) for place in (piece - 1, piece))
    low, high = parts[first][0], parts[last][1]
    backwards = len(edits) > 1 and edits[0] > edits[1]
    beside = [edit for edit in edits if low <= edit.start and edit.end <= high]
    beyond = (edit for edit in edits if (edit.start < low if backwards else edit.end > high))
    return beside or list(islice(chain(beyond, edits), 1))


def _adds_marks(prose: Prose, edit: Edit) -> bool:
    old, new = prose.text[edit.start : edit.end], edit.replacement
    marks = _MARKUP | {'"'} if prose.format == "notebook" else _MARKUP
    return any(new.count(mark) > old.count(mark) for mark in marks.intersection(new))


def changeable(block: Block) -> Iterator[Span]:
    """The spans of a block without the stretches that are kept. An empty span is a place where an edit may insert
    something."""
    first = 0
    for start, end in block.spans:
        while first < len(block.kept) and block.kept[first][1] <= start and block.kept[first][0] < start:
            first += 1
        low, at = start, first
        while at < len(block.kept) and block.kept[at][0] < end:
            if block.kept[at][0] >= low:
                yield low, block.kept[at][0]
            low, at = block.kept[at][1], at + 1
        if low <= end:
            yield low, end
