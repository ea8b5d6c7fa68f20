"""Cells, items, headings, comments and lines of their own need not be sentences. The model gives them a final stop
(`open_ended`) and a capital (`begun_small`); these edits are dropped. A label stays as it is (`labelled`)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from gec.edits.edit import Edit
from gec.edits.kinds import AGREEING
from gec.guards.markup import changeable
from gec.language import lexicon
from gec.language.ending import words
from gec.language.lexicon import COMMON_NAMES
from gec.text import segment
from gec.text.formats import SOURCE
from gec.text.prose import Block, Prose, Span
from gec.text.segment import WIDE

PLAIN = frozenset({"plain", "email", "mbox"})
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
_SENTENCE = re.compile(r"[\"“‘']?[A-Z][^\s:]*+(?:\s++\S++){9}")  # ten words, and no label such as *Note:* before them
LABEL = 3  # words in bold or italics, or of a link, that are a name or a label
_OPENS = re.compile(r"(?:(?<![\w*_])[*_]{1,3}|\[|<(?:a|b|i|em|strong)\b[^<>]*>)\Z")
_CLOSES = re.compile(r"[*_]{1,3}(?!\w)|\]|</")


def open_ended(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without final marks behind a cell, an item, a heading or a comment, or where something else ends it."""
    edits = _enumerating(prose, edits)
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


def _enumerating(prose: Prose, edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits with the commas behind the items of a list, which is one sentence, and not with stops."""
    asked = {edit: old for edit in edits if (old := prose.text[edit.start : edit.end])[-1:] in (",", ";")}
    asked = {edit: old for edit, old in asked.items() if edit.replacement[-1:] == "."}
    if not asked or prose.format in PLAIN:
        return edits
    ends = {place for block in prose.blocks for place in _behind(prose.text, block)}
    asked = {edit: old for edit, old in asked.items() if edit.end in ends}
    kept = (replace(one, replacement=one.replacement[:-1] + asked[one][-1]) if one in asked else one for one in edits)
    return [one for edit, one in zip(edits, kept, strict=True) if one.replacement != asked.get(edit)]


def _open(text: str, edit: Edit, fragments: Set[int]) -> Edit | None:
    """The edit without its final mark behind a fragment; none if nothing is left of it."""
    if edit.end not in fragments or not _ends_sentence(text, edit):
        return edit
    left = edit.replacement.rstrip(_ENDS)
    return None if left == text[edit.start : edit.end] else replace(edit, replacement=left)


def begun_small(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without capitals at the beginning of an item, a comment or a paragraph that goes on after a formula. In
    plain text: of an item, of a line that is indented or goes on from the line above, and behind a tab."""
    raising = {edit for edit in edits if _raises(edit, prose.text)}
    if not raising:
        return list(edits)
    if prose.format in PLAIN:
        return [edit for edit in edits if not (edit in raising and _goes_on(prose.text, edit.start))]
    begins = {_first_letter(prose.text, block) for block in prose.blocks}
    return [edit for edit in edits if not (edit in raising and edit.start in begins)]


def labelled(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that replace, add or drop known words of a name, a label or a cited word: the states
    *accept* and *refuse*, **Due Diligence**. A rule was counted before it was taken up. A label is one thing, whatever
    word it is: **Children** is a list."""
    text = prose.text
    asked = {edit for edit in edits if edit.type == AGREEING or _rewords(text, edit)}
    spans = sorted(span for block in prose.blocks for span in block.spans if span[0] < span[1]) if asked else []
    return [edit for edit in edits if edit not in asked or not _of_label(text, edit, spans)]


def _rewords(text: str, edit: Edit) -> bool:
    known = all(map(lexicon.known, words(text[edit.start : edit.end])))
    return known and not edit.rule and edit.type[2:] not in ("SPELL", "ORTH")


def _of_label(text: str, edit: Edit, spans: Sequence[Span]) -> bool:
    """Whether an edit is in a label, or agrees with one that begins a line."""
    last = bisect_right(spans, (edit.start, len(text))) - 1
    if last < 0 or edit.end > spans[last][1]:
        return False
    if _rewords(text, edit) and _is_label(text, *spans[last]):
        return True
    many = edit.type == AGREEING and text[edit.start : edit.end].endswith("s")  # is -> are
    if not many or not last or text[spans[last][0] : edit.start].strip():
        return False
    start = spans[last - 1][0]
    begun = _LINE.split(text[max(0, start - WIDE) : start])[-1]
    return _LETTER.search(begun) is None and _is_label(text, *spans[last - 1], 1)


def _is_label(text: str, start: int, end: int, most: int = LABEL) -> bool:
    set_apart = _OPENS.search(text, max(0, start - WIDE), start) and _CLOSES.match(text, end)
    return set_apart is not None and len(text[start:end].split()) <= most


def _raises(edit: Edit, text: str) -> bool:
    """Whether an edit only gives a common word a capital, takes words away before it, or puts an article or *It*
    there."""
    old, new = edit.original, edit.replacement
    if edit.type in ("M:DET", "M:PRON") and not old:
        return new[:1].isupper() and text[edit.end : edit.end + 1].islower()
    *_, last = old.rsplit(" ", 1)
    return last != new and last.lower() == new.lower() and last.islower() and last not in COMMON_NAMES and last != "i"


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
    """Which of these places are ends of blocks with at most one sentence."""
    ordered = sorted(ends)
    for block in prose.blocks:
        if len(block.spans) == 1 and not block.flows:
            [(start, end)] = block.spans
            if near := ordered[bisect_left(ordered, start) : bisect_right(ordered, end)]:
                inside = [place - start for place in near]
                alone = prose.format in SOURCE
                for low, high in segment.fragments(prose.text[start:end], inside, alone=alone):
                    if prose.format not in PLAIN or not _is_sentence(prose.text, start + low, start + high):
                        yield start + high
        elif here := ends & set(_behind(prose.text, block)):
            text = "".join(prose.text[low:high] for low, high in changeable(block))
            if all(_STOPS.isdisjoint(marks) for marks in _MARKS_BETWEEN.findall(text)):
                yield from here


def _is_sentence(text: str, start: int, end: int) -> bool:
    """Whether a block of plain text is a sentence without its stop: too long for a heading, and no item."""
    before = _LINE.split(text[max(0, start - WIDE) : start])[-1]
    return not before.strip() and _SENTENCE.match(text, start, end) is not None


def _behind(text: str, block: Block) -> Iterator[int]:
    """The places behind a block's last word, before and behind its markup."""
    for low, high in reversed(block.spans):
        yield from (low + len(text[low:high].rstrip()), high)
        if not text[low:high].isspace() and low < high:
            return


def _ends_sentence(text: str, edit: Edit) -> bool:
    """Whether an edit adds a final mark."""
    old, new = text[edit.start : edit.end], edit.replacement
    return new != new.rstrip(_ENDS) and old == old.rstrip(_ENDS)
