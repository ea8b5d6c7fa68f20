"""What need not be a sentence: cells, items, headings, comments, lines that stand alone. They want no final stop
(`open_ended`) and where they begin, or go on, no capital (`begun_small`), though the model puts both.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from gec.edits.edit import Edit
from gec.guards.markup import changeable
from gec.language.lexicon import COMMON_NAMES
from gec.text import segment
from gec.text.formats import SOURCE
from gec.text.prose import Block, Prose
from gec.text.segment import WIDE

_PLAIN = frozenset({"plain", "email", "mbox"})
_LINE = re.compile(r"\r\n|[\n\r]")
_OPENING = "\"'“‘("
_LETTER = re.compile(r"[^\W\d_]")
_MARKER = re.compile(  # of an item
    r"(?:\A|[\n\r])[^\S\n\r]*(?:[-–—*+•‣◦▪·]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[^\S\n\r]+\Z"
)
_MARKS_BETWEEN = re.compile(r"(?<![^\w\s])([^\w\s]++)\s++\S")
# What may stand for the stop, or behind it: a smiley, a picture, the end of a cell, code in lines of its own, as behind
# a colon, also as Vim's help marks it.
_INSTEAD = re.compile(
    r"[^\S\r\n]+(?:[:;=8]['o-]?[)(DPp](?!\w)|[\u2600-\u27BF\U0001F300-\U0001FAFF])"
    r"|[^\S\n]*\|(?=\s)|\s*</t[dh]\s*>|[^\S\n]+>[a-z]*[^\S\n]*\n"
    r"|\s*</p>\s*<pre\b|[^\S\n]*\n[^\S\n]*\n[^\S\n]*(?:```|~~~)"
)
# The same in AsciiDoc, where lines that belong to the code may stand in between; conditions, and a line broken off.
_BEFORE_CODE = re.compile(
    r"[^\S\n]*\n(?:\+?[^\S\n]*\n)?(?:\[[^\n]*\][^\S\n]*\n|\.[^\s.][^\n]*\n){0,4}(?:-{4,}|\.{4,}|```)"
    r"|[^\S\n]*\n\+?[^\S\n]*\n[ \t]+(?![-*.][*.]*[ \t])\S"
    r"|[^\S\n]*\n(?:ifn?def|ifeval|endif|include)::|[ \t]+\+[^\S\n]*\n"
)
# The same in pages of manuals, where requests for blank lines, indentation and fonts may stand in between; conditions.
_BEFORE_LISTING = re.compile(
    r"[^\S\n]*\n(?:[.'][^\S\n]*(?:\\\"|(?:PP|P|LP|Pp|sp|br|in|ti|RS|ft|fam|if|ne|PD|INDENT)\b)[^\n]*\n|[^\S\n]*\n){0,8}"
    r"[.'](?:nf|EX|Vb|Bd|Dl|D1|TS|ie)\b"
)
# LaTeX has the stop already, before a note or as dots.
_ENDED = re.compile(r"(?:\\l?dots(?:\{\})?|[.!?]\\[A-Za-z]+(?:\{[^{}]*\})+)\s*\Z")
_STOPS = frozenset(".!?…")
_ENDS = ".!?…:;,"


def open_ended(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the marks they put behind a cell, an item, a heading or a comment, which need not be sentences,
    or where something else ends them."""
    ends = frozenset(edit.end for edit in edits if _ends_sentence(prose.text, edit))
    fragments = set(_fragments(prose, ends)) if ends else set()
    fragments |= {
        end for end in ends if _INSTEAD.match(prose.text, end) or _ENDED.search(prose.text, max(0, end - WIDE), end)
    }
    if prose.format == "asciidoc":
        fragments |= {end for end in ends if _BEFORE_CODE.match(prose.text, end)}
    elif prose.format == "roff":
        fragments |= {end for end in ends if _BEFORE_LISTING.match(prose.text, end)}
    return [one for edit in edits if (one := _open(prose.text, edit, fragments))]


def _open(text: str, edit: Edit, fragments: Set[int]) -> Edit | None:
    """The edit without a mark behind a fragment; none if nothing is left of it."""
    if edit.end not in fragments or not _ends_sentence(text, edit):
        return edit
    left = edit.replacement.rstrip(_ENDS)
    return None if left == text[edit.start : edit.end] else replace(edit, replacement=left)


def begun_small(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the capitals, or words with one, that they put at the beginning of an item, a comment or a
    paragraph that goes on after a formula; in plain text, of an item, of a line that is indented or goes on from the
    one above, and behind a tab."""
    raising = {edit for edit in edits if _raises(edit, prose.text)}
    if not raising:
        return list(edits)
    if prose.format in _PLAIN:
        return [edit for edit in edits if not (edit in raising and _goes_on(prose.text, edit.start))]
    begins = {_first_letter(prose.text, block) for block in prose.blocks}
    return [edit for edit in edits if not (edit in raising and edit.start in begins)]


def _raises(edit: Edit, text: str) -> bool:
    """Whether an edit does nothing but give a word a capital that is no name's, or put an article or *It* before it."""
    old, new = edit.original, edit.replacement
    if edit.type in ("M:DET", "M:PRON") and not old:
        return new[:1].isupper() and text[edit.end : edit.end + 1].islower()
    return old != new and old.lower() == new.lower() and old.islower() and old not in COMMON_NAMES and old != "i"


def _goes_on(text: str, place: int) -> bool:
    before = text[max(0, place - WIDE) : place].rstrip(_OPENING)
    if _MARKER.search(before):
        return True
    above = before.rstrip()
    code = _LINE.split(above)[-1][:1] in ("\t", " ", "$")
    if code and above[-1] not in _STOPS:  # a sentence goes on behind it
        return True
    indent, *breaks = _LINE.split(before[len(above) :])[::-1]
    if not breaks:
        return "\t" in indent and above[-1:] not in _STOPS
    return bool(indent or (above and len(breaks) == 1 and above[-1] not in _STOPS))


def _first_letter(text: str, block: Block) -> int:
    found = (_LETTER.search(text, low, high) for low, high in block.spans)
    return next((one.start() for one in found if one), -1)


def _fragments(prose: Prose, ends: Set[int]) -> Iterator[int]:
    """Where blocks end that hold one sentence at most, of the places given."""
    ordered = sorted(ends)
    for block in prose.blocks:
        if len(block.spans) == 1 and not block.flows:
            [(start, end)] = block.spans
            if near := ordered[bisect_left(ordered, start) : bisect_right(ordered, end)]:
                inside = [place - start for place in near]
                alone = prose.format in SOURCE
                yield from (start + place for place in segment.fragments(prose.text[start:end], inside, alone=alone))
        elif here := ends & set(_behind(prose.text, block)):
            text = "".join(prose.text[low:high] for low, high in changeable(block))
            if all(_STOPS.isdisjoint(marks) for marks in _MARKS_BETWEEN.findall(text)):
                yield from here


def _behind(text: str, block: Block) -> Iterator[int]:
    """The places behind a block's last word, in front of markup or behind it."""
    for low, high in reversed(block.spans):
        yield from (low + len(text[low:high].rstrip()), high)
        if not text[low:high].isspace() and low < high:
            return


def _ends_sentence(text: str, edit: Edit) -> bool:
    """Whether an edit puts a mark where none was."""
    old, new = text[edit.start : edit.end], edit.replacement
    return new != new.rstrip(_ENDS) and old == old.rstrip(_ENDS)
