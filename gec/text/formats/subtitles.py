"""Subtitles in SubRip and WebVTT: what is said in each cue, except for songs and words in another language. Numbers,
times and styles are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import groupby

from gec.text.formats.assemble import Marks, assemble
from gec.text.formats.assemble import lines as lines_of
from gec.text.prose import Block, Span
from gec.text.view import visible

_MAX_SPANS = 40  # spans of a sentence over several subtitles
_CUE = re.compile(r"\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{1,3}\s*-->")
_NEXT_CUE = re.compile(rf"(?:[ \t]*\d+[ \t]*(?:\r\n|[\r\n]))?(?![\r\n]){_CUE.pattern}")  # with its number
_UP_TO_CUE = re.compile(rf"\s*+(?:[^\r\n]++(?:\r\n|[\r\n]))?{_CUE.pattern}[^\r\n]*")  # a cue may have a name above
_NOTE = re.compile(r"NOTE(?=\s|\Z)")
_STYLE = re.compile(
    r"(?P<foreign><lang(?:\.[^\s<>]*)?[ \t]+(?!en\b)[^<>\n]*>)[^\0]*?(?P<end></lang>|\Z)"
    r"|<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}|(?P<entity>&(?:\#x?[\da-fA-F]{1,7}|[A-Za-z]\w{1,31});)"
    r"|(?P<border>^[ \t]*-[ \t]*(?=\S))",  # another speaker
    re.MULTILINE,
)
_SET = r"(?>(?:[ \t-]|<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\})*)"  # markup at the beginning or end of a line
_SIGN = re.compile(rf"(?P<first>^{_SET})?[♩♪♫♬]+(?P<last>{_SET}(?=[\r\n]|\Z))?", re.MULTILINE)  # of a song


def blocks(text: str, format: str) -> list[Block]:
    return list(_blocks(text))


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return list(_notes(text))


def _notes(text: str) -> Iterator[tuple[int, int, str]]:
    """The notes of WebVTT. Each reaches to the cue below it: a remark that ignores the next line means that cue."""
    for written, lines in groupby(lines_of(text, 0, len(text)), lambda line: bool(text[slice(*line)].strip())):
        (start, end), *more = lines
        if written and _NOTE.match(text, start, end):
            last = more[-1][1] if more else end
            below = _UP_TO_CUE.match(text, last)
            yield start, below.end() if below else last, text[start + 4 : last].strip()


def _blocks(text: str) -> Iterator[Block]:
    """One block for each speaker in a cue. A sentence may go on in the next cue."""
    before: Block | None = None
    for cue in _cues(text):
        if before and _goes_on(text, before, cue[0]):
            cue[0] = _joined(before, cue[0])
        elif before:
            yield before
        yield from cue[:-1]
        before = cue[-1]
    if before:
        yield before


def _goes_on(text: str, before: Block, after: Block) -> bool:
    ending, following = (visible(text, block.spans).strip() for block in (before, after))
    ended = not ending or ending[-1] in ".!?…:;\"'”’"
    return not ended and following[:1].islower() and len(before.spans) < _MAX_SPANS


def _joined(one: Block, other: Block) -> Block:
    return Block((*one.spans, *other.spans), (*one.kept, *other.kept), (*one.shown, *other.shown))


def _cues(text: str) -> Iterator[list[Block]]:
    """The blocks of each cue."""
    lines = list(lines_of(text, 0, len(text)))
    for i, (start, end) in enumerate(lines):
        if not _CUE.match(text, start, end):
            continue
        last = i
        while last + 1 < len(lines) and _goes_on_below(text, lines[last + 1]):
            last += 1
        if last > i and (spoken := list(_spoken(text, end, lines[last][1]))):
            yield spoken


def _goes_on_below(text: str, line: Span) -> bool:
    """Whether a line belongs to the cue above it: it is neither blank nor the number or time of another cue."""
    return bool(text[slice(*line)].strip()) and not _NEXT_CUE.match(text, line[0])


def _spoken(text: str, start: int, end: int) -> Iterator[Block]:
    marks, at = Marks(), start
    songs = list(_songs(text, start, end))
    for low, high in songs:
        _styles(text, at, low, marks)
        marks.split(low, high)
        at = high
    _styles(text, at, end, marks)
    if _begins_anew(text, start, end) or (songs and not text[start : songs[0][0]].strip()):
        yield Block(((start, start),))  # so that no sentence goes on in this cue
    yield from assemble(start, end, marks)
    if songs and not text[at:end].strip():
        yield Block(((end, end),))


def _begins_anew(text: str, start: int, end: int) -> bool:
    style = _STYLE.match(text, start, end)
    return style is not None and style["border"] is not None


def _styles(text: str, start: int, end: int, marks: Marks) -> None:
    for style in _STYLE.finditer(text, start, end):
        low, high = style.span()
        if style["entity"] and len(character := unescape(style.group())) == 1 and character not in "<>":
            marks.show(low, high, character)
        elif style["entity"]:
            marks.keep(low, high)
        elif style["foreign"]:
            marks.keep(low, high, len(style["foreign"]), len(style["end"]))
        elif style["border"]:
            marks.split(low, high)
        else:
            marks.hide(low, high)


def _songs(text: str, start: int, end: int) -> Iterator[Span]:
    """The songs in a cue: from a sign to the next one that does not begin a line, or to the end. If a song began in an
    earlier cue, up to a sign at the end of a line."""
    begin, done = -1, start
    for sign in _SIGN.finditer(text, start, end):
        opens = sign["first"] is not None or sign["last"] is None
        if begin < 0 and opens:
            begin = sign.start()
        elif sign["first"] is None:
            yield (begin if begin >= 0 else done), sign.end()
            begin, done = -1, sign.end()
    if begin >= 0:
        yield begin, end
