"""Fragments: cells, items, headings, comments and single lines need not be sentences. The model would add a full stop
(`without_stops`) and a capital (`without_capitals`) and change labels (`without_label_changes`). These edits are
dropped."""

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
_MARKER = re.compile(  # the mark of a list item
    r"(?:\A|[\n\r])[^\S\n\r]*(?:[-–—*+•‣◦▪·]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[^\S\n\r]+\Z"
)
_MARKS_BETWEEN = re.compile(r"(?<![^\w\s])([^\w\s]++)\s++\S")
# After these, no full stop is missing: a smiley, an emoji, the end of a cell, or a block of code as after a colon (also
# in the syntax of Vim's help).
_INSTEAD = re.compile(
    r"[^\S\r\n]+(?:[:;=8]['o-]?[)(DPp](?!\w)|[\u2600-\u27BF\U0001F300-\U0001FAFF])"
    r"|[^\S\n]*\|(?=\s)|\s*</t[dh]\s*>|[^\S\n]+>[a-z]*[^\S\n]*\n"
    r"|\s*</p>\s*<pre\b|[^\S\n]*\n[^\S\n]*\n[^\S\n]*(?:```|~~~)"
)
# The same in AsciiDoc: a block of code, perhaps with its title and attributes before it, a conditional, a line break.
_BEFORE_CODE = re.compile(
    r"[^\S\n]*\n(?:\+?[^\S\n]*\n)?(?:\[[^\n]*\][^\S\n]*\n|\.[^\s.][^\n]*\n){0,4}(?:-{4,}|\.{4,}|```)"
    r"|[^\S\n]*\n\+?[^\S\n]*\n[ \t]+(?![-*.][*.]*[ \t])\S"
    r"|[^\S\n]*\n(?:ifn?def|ifeval|endif|include)::|[ \t]+\+[^\S\n]*\n"
)
# The same in manual pages: a listing or a conditional, perhaps after requests for space, indentation and fonts.
_BEFORE_LISTING = re.compile(
    r"[^\S\n]*\n(?:[.'][^\S\n]*(?:\\\"|(?:PP|P|LP|Pp|sp|br|in|ti|RS|ft|fam|if|ne|PD|INDENT)\b)[^\n]*\n|[^\S\n]*\n){0,8}"
    r"[.'](?:nf|EX|Vb|Bd|Dl|D1|TS|ie)\b"
)
# LaTeX: the stop comes before a footnote, or is a command for dots.
_ENDED = re.compile(r"(?:\\l?dots(?:\{\})?|[.!?]\\[A-Za-z]+(?:\{[^{}]*\})+)\s*\Z")
_STOPS = frozenset(".!?…")
_ENDS = ".!?…:;,"
_SENTENCE = re.compile(r"[\"“‘']?[A-Z][^\s:]*+(?:\s++\S++){9}")  # ten words, and no label such as *Note:* before them
LABEL = 3  # words in bold or italics, or of a link, that are a name or a label
_OPENS = re.compile(r"(?:(?<![\w*_])[*_]{1,3}|\[|<(?:a|b|i|em|strong)\b[^<>]*>)\Z")
_CLOSES = re.compile(r"[*_]{1,3}(?!\w)|\]|</")


def without_stops(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without final marks after a cell, an item, a heading or a comment, or before something that replaces a
    full stop."""
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
    """The edits without changes of a comma or semicolon after a list item to a full stop: such a list is one
    sentence."""
    asked = {edit: old for edit in edits if (old := prose.text[edit.start : edit.end])[-1:] in (",", ";")}
    asked = {edit: old for edit, old in asked.items() if edit.replacement[-1:] == "."}
    if not asked or prose.format in PLAIN:
        return edits
    ends = {place for block in prose.blocks for place in _behind(prose.text, block)}
    asked = {edit: old for edit, old in asked.items() if edit.end in ends}
    kept = (replace(one, replacement=one.replacement[:-1] + asked[one][-1]) if one in asked else one for one in edits)
    return [one for edit, one in zip(edits, kept, strict=True) if one.replacement != asked.get(edit)]


def _open(text: str, edit: Edit, fragments: Set[int]) -> Edit | None:
    """The edit without a final mark after a fragment. None if nothing else is in it."""
    if edit.end not in fragments or not _ends_sentence(text, edit):
        return edit
    left = edit.replacement.rstrip(_ENDS)
    return None if left == text[edit.start : edit.end] else replace(edit, replacement=left)


def without_capitals(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without capitals at the beginning of a block, such as an item, a comment or a paragraph that continues
    after a formula; a misspelt word there stays small. In plain text: at the beginning of an item, of an indented line,
    of a line that continues the line above, and after a tab."""
    raising = {edit for edit in edits if _raises(edit, prose.text) or _respells_raised(edit)}
    if not raising:
        return list(edits)
    if prose.format in PLAIN:
        begun = {edit for edit in raising if _goes_on(prose.text, edit.start)}
    else:
        begins = {_first_letter(prose.text, block) for block in prose.blocks}
        begun = {edit for edit in raising if edit.start in begins}
    asked = ((_lowered(edit) if edit in begun else edit) for edit in edits)
    return [edit for edit in asked if edit is not None]


def without_label_changes(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that change known words of a label or a mentioned word: the states *accept* and *refuse*,
    **Due Diligence**. Also without plural verbs after a label, which is singular: **Children** is a list. Edits of
    rules pass."""
    text = prose.text
    asked = {edit for edit in edits if edit.type == AGREEING or _rewords(text, edit)}
    spans = sorted(span for block in prose.blocks for span in block.spans if span[0] < span[1]) if asked else []
    return [edit for edit in edits if edit not in asked or not _of_label(text, edit, spans)]


def _rewords(text: str, edit: Edit) -> bool:
    """Whether an edit that no rule found changes known words, and not only their spelling."""
    known = all(map(lexicon.known, words(text[edit.start : edit.end])))
    return known and not edit.rule and edit.type[2:] not in ("SPELL", "ORTH")


def _of_label(text: str, edit: Edit, spans: Sequence[Span]) -> bool:
    """Whether an edit changes a label, or makes a verb agree with a label at the beginning of a line."""
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
    """Whether an edit only gives a common word a capital, perhaps by deleting words before it, or inserts an article or
    a pronoun with a capital."""
    old, new = edit.original, edit.replacement
    if edit.type in ("M:DET", "M:PRON") and not old:
        return new[:1].isupper() and text[edit.end : edit.end + 1].islower()
    *_, last = old.rsplit(" ", 1)
    return last != new and last.lower() == new.lower() and last.islower() and last not in COMMON_NAMES and last != "i"


def _respells_raised(edit: Edit) -> bool:
    """Whether an edit respells a word in small letters as a common word with a capital."""
    new = edit.replacement.lower()
    raised = edit.type == "R:SPELL" and edit.original.islower() and edit.replacement[:1].isupper()
    return raised and new != edit.original and lexicon.known(new) and new not in COMMON_NAMES


def _lowered(edit: Edit) -> Edit | None:
    """What is left of an edit without its capital."""
    return replace(edit, replacement=edit.replacement.lower()) if _respells_raised(edit) else None


def _goes_on(text: str, place: int) -> bool:
    """Whether a line of plain text need not begin with a capital at a place."""
    before = text[max(0, place - WIDE) : place].rstrip(_OPENING)
    if _MARKER.search(before):
        return True
    above = before.rstrip()
    code = _LINE.split(above)[-1][:1] in ("\t", " ", "$")
    if code and above[-1] not in _STOPS:  # a sentence continues after a line of code
        return True
    indent, *breaks = _LINE.split(before[len(above) :])[::-1]
    if not breaks:
        return "\t" in indent and above[-1:] not in _STOPS
    return bool(indent or (above and len(breaks) == 1 and above[-1] not in _STOPS))


def _first_letter(text: str, block: Block) -> int:
    found = (_LETTER.search(text, low, high) for low, high in block.spans)
    return next((one.start() for one in found if one), -1)


def _fragments(prose: Prose, ends: Set[int]) -> Iterator[int]:
    """Those of the places `ends` that are ends of blocks with at most one sentence."""
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
    """The places after the last word of a block, before and after the markup there."""
    for low, high in reversed(block.spans):
        yield from (low + len(text[low:high].rstrip()), high)
        if not text[low:high].isspace() and low < high:
            return


def _ends_sentence(text: str, edit: Edit) -> bool:
    """Whether an edit adds a final mark."""
    old, new = text[edit.start : edit.end], edit.replacement
    return new != new.rstrip(_ENDS) and old == old.rstrip(_ENDS)
