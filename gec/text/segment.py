"""Splits plain prose into sentences. First it finds paragraphs: list items, headings and other short lines stand alone,
and the lines of a hard-wrapped paragraph belong together. Then it splits these at stops.

In doubt two sentences stay together, because half a sentence misleads the model more than two sentences do. The time is
linear in the length of the text, whatever it contains.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence

from gec.language import word_set
from gec.language.abbreviations import BEFORE_MORE, stop_ends

_LINE = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
# U+2028 is never a wrapped line's end: somebody has typed it on purpose.
_PARAGRAPH = re.compile(  # begins with what is rare, and looks back from there
    r"[\n\r\v\f\x85\u2028\u2029](?:(?<=[\v\f\u2028\u2029])|(?:(?<=\r)\n?+|(?<=[\n\x85]))[^\S\n\r\x85]*[\n\r\x85])"
)
_MARKER = re.compile(r"\s*(?:[-–—*+•‣◦▪·o]|\(?\d{1,3}[.)]|\(?[A-Za-z]\)|\(?[ivx]{1,4}\))\s+(?=\S)")
_BULLET = re.compile(r"\s*[•‣◦▪·]\s+(?=\S)")
_GAP = re.compile(r"(?<=[^\s.!?…:])(?:[ \t]{2,}|\t)(?=\S)")  # in a line, but not after a stop
_RULE = re.compile(r"\s*([^\w\s])(?>(?:\s?\1){2,})\s*\Z")  # a line drawn with punctuation marks
_NOTE = re.compile(r"\s*(?:TODO|FIXME|XXX|HACK|BUG|NOTE|WARNING|IMPORTANT)(?:\([^()\n]{0,40}\))?:\s")
_BOLD = re.compile(r"[\s>]*(?P<mark>\*\*|__)[^*_]+(?P=mark)\s*\Z")  # a title on a line of its own
_ENDED = re.compile(r"[.!?…:;][^\w\s]*\s*\Z")
_LETTER = re.compile(r"[^\W\d_]")
_FIRST = re.compile(r"\s*[\"'“‘«(\[]*(\S)")
_CLOSERS = r"[\"'”’»›)\]}*_\u00b9\u00b2\u00b3\u2070-\u2079]"
_STOP = re.compile(rf"(?<![.!?…])([.!?…]++)((?>(?:{_CLOSERS}|\[\d{{1,3}}\])*))(?=\s|\Z)|[。！？]++")
_OPENERS = re.compile(r"\s*+[\"'“‘«‹(\[{¿¡*_–—-]*+")
_TOKEN = re.compile(r"[^\s\"'“‘«‹(\[{/–—]*\Z")
# A spaced ellipsis: the law . . . says so.
_DOTS_GO_ON = re.compile(r"\s\.(?=\s|\Z)")

# In stories a sentence goes on after an exclamation: Over their heads! he prayed.
_WENT_ON = re.compile(r"(?:he|she|they|his|her|their|the|how|what)\b")

# A line that ends in one of these goes on in the next, however short it is.
_GOES_ON = word_set(
    """a an the this that my your his her its our their of to in on at by for from with without into about
    as and or but nor than is are was were be been has have had do does did will would can could may
    might must shall should not no very so if when while because which who whose"""
)
Written = Callable[[int], tuple[str, int]]
VERSE = 3  # so many short lines that all begin with a capital are verse, not a wrapped paragraph
COLUMN = 3  # spaces that separate two columns
FULL = 2 / 3  # of the width: the least length of a wrapped line
NARROW, WIDE = 50, 120  # characters a line: hard-wrapped prose has a width between these


def sentences(text: str, written: Written | None = None, *, flows: bool = False) -> Iterator[tuple[int, int]]:
    """The spans of the sentences, in order, without surrounding whitespace and list markers.

    If the text is only the visible part of what was typed, `written` gives for a place in it the line as typed, and the
    place in that line. If a text `flows`, its format says where paragraphs end, and a line end means next to nothing.
    """
    for block in _blocks(text, written, flows):
        for start, end in [block] if flows else _cells(text, *block):
            done = start
            for stop in _STOP.finditer(text, start, end):
                if stop.end() < end and _ends_sentence(text, stop, done, end):
                    yield from _trimmed(text, done, stop.end())
                    done = stop.end()
            yield from _trimmed(text, done, end)


def fragments(text: str, places: Collection[int], *, alone: bool = False) -> list[tuple[int, int]]:
    """The blocks that may be no sentence (a heading, an item, a line of a table), looked for near `places`. A text's
    only block does not count, unless `alone` is set."""
    found: list[tuple[int, int]] = []
    wanted, count = sorted(places), 0
    for low, high in paragraphs(text, 0, len(text)):
        if count > 1 and bisect_left(wanted, low) == bisect_right(wanted, high):
            continue
        blocks = _lines_together(text, low, high, None, False)
        for start, end in (cell for block in blocks for cell in _cells(text, *block)):
            if any(True for _ in _trimmed(text, start, end)):
                count += 1
                stops = (stop for stop in _STOP.finditer(text, start, end) if stop.end() < end)
                if not any(_ends_sentence(text, stop, start, end) for stop in stops):
                    found.append((start, start + len(text[start:end].rstrip())))
    return found if alone or count > 1 else []


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without surrounding whitespace, if it has a letter in it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if _LETTER.search(text, start, end):
        yield start, end


def paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between blank lines. Each can be split into sentences by itself."""
    for gap in _PARAGRAPH.finditer(text, start, end):
        yield start, gap.start()
        start = gap.end()
    yield start, end


def _blocks(text: str, written: Written | None, flows: bool) -> Iterator[tuple[int, int]]:
    """Runs of lines that belong together. A sentence may cross a line break, but not the border of its block."""
    for start, end in paragraphs(text, 0, len(text)):
        yield from _lines_together(text, start, end, written, flows)


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a run of lines at columns. In a line with columns every gap is a wide one; a line that also has gaps of two
    spaces is justified prose."""
    done = start
    spaced = text.find("\t", start, end) >= 0 or text.find("  ", start, end) >= 0
    for line in _LINE.finditer(text, start, end) if spaced else ():
        gaps = [gap.span() for gap in _GAP.finditer(text, line.start(), line.end())]
        if gaps and all(_parts_columns(text, line.start(), *gap) for gap in gaps):
            for low, high in [(line.start(), line.start()), *gaps]:
                yield done, low
                done = high
    yield done, end


def _parts_columns(text: str, line: int, low: int, high: int) -> bool:
    """Whether a gap in a line is wide enough for columns, or one tab. A tab beside spaces counts for the columns that
    it fills, as in manual pages."""
    if text[low:high] == "\t" or "\t" not in text[low:high]:
        return text[low] == "\t" or high - low >= COLUMN
    stop = text.rfind("\t", line, low) + 1 or line  # columns can be counted from the last tab
    return len(text[stop:high].expandtabs()) - (low - stop) >= COLUMN


def _lines_together(text: str, start: int, end: int, written: Written | None, flows: bool) -> Iterator[tuple[int, int]]:
    lines = [match.span() for match in _LINE.finditer(text, start, end) if not match.group().isspace()]
    begin, last, listing = start, start, False

    def typed() -> list[int]:
        return [len(_line(text, line, line[1] - 1, written)[0]) for line in lines]

    verse = flows and _verse(text, lines, typed)
    shown = [] if flows or len(lines) == 1 else typed()
    widths = [seen if seen <= WIDE else high - low for (low, high), seen in zip(lines, shown, strict=bool(shown))]
    drawn = False
    for i, (low, high) in enumerate(lines):
        afresh = i == 0 or verse or (not flows and _breaks_here(text, lines, i - 1, shown, widths, written))
        afresh = afresh or _stands_apart(text, lines, i, written)
        # A wrapped line may happen to begin with a number. That is no list item.
        may_list = afresh or listing or _ENDED.search(text[max(begin, last - 16) : last])
        marker = (_BULLET if flows else _MARKER).match(text, low, high) if may_list else None
        below, drawn = drawn, _RULE.match(text, low, high) is not None
        if afresh or marker or drawn or below:
            yield begin, last
            begin, listing = (marker.end(), True) if marker else (low, False)
        last = high
    yield begin, last


def _stands_apart(text: str, lines: list[tuple[int, int]], i: int, written: Written | None) -> bool:
    """Whether line i is a note such as a TODO, or begins with a capital below a note or a title in bold."""
    if _NOTE.match(text, *lines[i]):
        return True
    low, high = lines[i - 1]
    first = _FIRST.match(text, *lines[i])
    if first is None or first.group(1).islower():
        return False
    if _NOTE.match(text, low, high):
        return _GOES_ON.isdisjoint(text[max(low, high - 16) : high].lower().split()[-1:])
    return high - low <= NARROW and _BOLD.match(_line(text, lines[i - 1], low, written)[0]) is not None


def _verse(text: str, lines: list[tuple[int, int]], typed: Callable[[], list[int]]) -> bool:
    """Whether lines were broken on purpose, as in a poem or an address: all are short and begin with a capital."""
    if len(lines) < VERSE:
        return False
    firsts = (_FIRST.match(text, *line) for line in lines[1:])
    anew = all(first and not first.group(1).islower() for first in firsts)
    return anew and max(typed()) <= NARROW


def _breaks_here(
    text: str,
    lines: list[tuple[int, int]],
    i: int,
    shown: Sequence[int],  # characters of each line as typed
    widths: Sequence[int],  # the same without long links
    written: Written | None,
) -> bool:
    """Whether line i was ended on purpose: the next one begins with a capital, and its first word would have fitted."""
    (low, high), (next_low, next_high) = lines[i], lines[i + 1]
    first = _FIRST.match(text, next_low, next_high)
    if first is None or first.group(1).islower():
        return False
    last = text[max(low, high - 16) : high].split()
    if last and (last[-1].lower() in _GOES_ON or last[-1].lower().rstrip(".") in BEFORE_MORE):
        return False
    width = max(widths[max(i - 1, 0) : i + 3])
    if not NARROW <= width <= WIDE:
        return True
    if text[low].islower() and not _ENDED.search(text[low:high]) and shown[i] >= FULL * width:
        return False  # it continues the line above, and not every line is broken at the last word that fits
    following, first_at = _line(text, lines[i + 1], first.start(1), written)
    word = following[:first_at].rpartition(" ")[2] + following[first_at:].partition(" ")[0]
    return shown[i] + 1 + len(word) <= width


def _line(text: str, span: tuple[int, int], at: int, written: Written | None) -> tuple[str, int]:
    """The line around a place as typed, and the place in that line."""
    return written(at) if written else (text[slice(*span)], at - span[0])


def _ends_sentence(text: str, stop: re.Match[str], start: int, end: int) -> bool:
    """Whether the stop ends its sentence, judged by the word before it and the word after it."""
    marks, closers = stop.group(1), stop.group(2)
    if marks is None:
        return True
    if marks == "." and _left_out(text, stop):
        return False
    opening = _OPENERS.match(text, stop.end(), end)
    after = opening.end() if opening else stop.end()
    following = text[after : after + 1]
    before = _TOKEN.search(text[max(start, stop.start() - 24) : stop.start()])
    word = before.group() if before else ""
    if marks == "." and not closers and word:
        return stop_ends(text, word, after)
    if following.islower():
        goes_on = marks == "!" and _WENT_ON.match(text, after) is not None
        return not closers and "." not in marks and "…" not in marks and len(word) > 2 and not goes_on
    return True


def _left_out(text: str, stop: re.Match[str]) -> bool:
    """Whether a full stop belongs to a spaced ellipsis, which may or may not end a sentence."""
    at = stop.start()
    if _DOTS_GO_ON.match(text, stop.end()):
        return True
    return at > 1 and text[at - 1].isspace() and text[at - 2] == "."
