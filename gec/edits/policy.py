"""Which edits are let through: what no correction looks like never, the rest as the user says. Pure, and after the
model: whatever is turned away here was proposed, and nothing here proposes.

The order is: what would change a convention, the user's own words or a quotation goes; then what the text's own
remarks hide (`ignores.py`); then types (`kinds.py`) and confidence decide.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from gec.edits.change import OPENING, WORD
from gec.edits.edit import Edit, touching
from gec.edits.ignores import Ignore, Remark, ignores
from gec.edits.kinds import reach
from gec.words import dialect as dialects
from gec.words.sound import misses_sound

LONGEST = 100  # characters of a word that a dictionary may hold
NEAR = 1_000  # characters on both sides in which a word that nobody knows may stand already
REMOVED = 4  # words that a correction may take away in one place

# Verbs behind which both *to read* and *reading* stand, but where something is wished for.
_EITHER_WAY = """
    begin begins began begun start starts started continue continues continued
    like likes liked love loves loved hate hates hated prefer prefers preferred
"""
EITHER_WAY = frozenset(_EITHER_WAY.split())
# Words of which either will do.
_EQUALS = """
    all/everything transport/transportation mail/email mails/emails mailed/emailed mailing/emailing
    implementor/implementer implementors/implementers
"""
EQUALS = frozenset(frozenset(two.split("/")) for two in _EQUALS.split())
WISHES = frozenset({"would", "should"})

_LETTERS = re.compile(r"[^\W\d_]+")
_PILED = re.compile(r"[,;:!?]\s?[,.;:!?]|\.\s?[.!?]")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:ve|ll|re|d|m|s))\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?\Z")


@dataclass(frozen=True, slots=True)
class Passed:
    """What became of the edits proposed for a document."""

    edits: tuple[Edit, ...]
    idle: tuple[Ignore, ...] = ()  # remarks that hide nothing


@dataclass(frozen=True, slots=True)
class Policy:
    """What one user lets through; `words` are those of the dictionaries."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_confidence: float = 0.0
    dialect: str = ""
    words: frozenset[str] = frozenset()
    quotes: bool = False  # whether quoted text is corrected too

    def filter(
        self, text: str, edits: Iterable[Edit], remarks: Sequence[Remark] = (), quoted: Sequence[tuple[int, int]] = ()
    ) -> Passed:
        """The edits of a document that get through; `remarks` are its comments, where the format has any,
        and `quoted` what somebody else said.

        Remarks are held against all that could be shown, whatever types and confidence are asked for: a remark is
        not idle because somebody looks at verbs alone.
        """
        edits = sorted(edits)
        shown = list(self._worded(text, edits, () if self.quotes else quoted))
        hidden: set[Edit] = set()
        idle = []
        for one in ignores(text, remarks):
            hiding = list(filter(one.hides, _near(one, shown)))
            hidden.update(hiding)
            idle += [] if hiding else [one]
        passed = self._asked_for(edit for edit in shown if edit not in hidden)
        return Passed(standing_alone(text, edits, passed), tuple(idle))

    def _worded(self, text: str, edits: Sequence[Edit], theirs: Sequence[tuple[int, int]]) -> Iterator[Edit]:
        """Without what changes the convention, the user's own words or somebody else's."""
        touches = _touching(theirs)
        for edit in edits:
            new = dialects.settled(text[edit.start : edit.end], edit.replacement, self.dialect)
            if new == text[edit.start : edit.end] or self._changes_own_word(text, edit):
                continue
            if not touches(edit):
                yield edit if new == edit.replacement else replace(edit, replacement=new)

    def _changes_own_word(self, text: str, edit: Edit) -> bool:
        if not self.words:
            return False
        start, end = edit.start, edit.end
        while start > 0 and not text[start - 1].isspace() and edit.start - start < LONGEST:
            start -= 1
        while end < len(text) and not text[end].isspace() and end - edit.end < LONGEST:
            end += 1
        old = _own(text[start:end], self.words)
        return bool(old) and old != _own(text[start : edit.start] + edit.replacement + text[edit.end : end], self.words)

    def _asked_for(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """Those sure enough and of the selected types (all if none are named), not of the ignored ones.

        Where a type is both selected and ignored, the longer prefix wins, and `ignore` wins a tie.
        """
        otherwise = -1 if self.select else 0
        return tuple(
            edit
            for edit in edits
            if edit.confidence >= self.min_confidence
            and reach(self.select, edit.type, otherwise) > reach(self.ignore, edit.type, -1)
        )


def _touching(spans: Iterable[tuple[int, int]]) -> Callable[[Edit], bool]:
    """Whether an edit reaches into one of the spans, which may overlap: a book has as many of them as it has edits."""
    ordered = sorted(spans)
    starts = [start for start, _ in ordered]
    reach = list(accumulate((end for _, end in ordered), max, initial=0))  # how far the first so many go
    return lambda edit: reach[bisect_left(starts, edit.end)] > edit.start


def _near(one: Ignore, edits: Sequence[Edit]) -> Sequence[Edit]:
    """Those of a text's edits, in order and apart, that a remark could hide."""
    first = bisect_left(edits, one.start, key=lambda edit: edit.start)
    return edits[max(0, first - 1) : bisect_right(edits, one.end, key=lambda edit: edit.start)]


def standing_alone(text: str, proposed: Sequence[Edit], passed: Sequence[Edit]) -> tuple[Edit, ...]:
    """Without what was said of a word that stays as it was: `They are` of *Thuy is* is no reason for *Thuy are*."""
    left = {(edit.start, edit.end) for edit in passed}
    spelling = {edit for edit in proposed if edit.type == "R:SPELL" and (edit.start, edit.end) not in left}
    resting = {
        (one.start, one.end)
        for earlier, later in pairwise(proposed if spelling else ())
        for one, other in ((earlier, later), (later, earlier))
        if other in spelling and not one.type.endswith(("PUNCT", "SPELL")) and touching(text, earlier, later)
    }
    return tuple(edit for edit in passed if (edit.start, edit.end) not in resting)


def plausible(text: str, edit: Edit) -> bool:
    """Whether a correction could look like this. A small model sometimes drops half a sentence, says a word twice or
    makes one up; none of it is ever shown, because it harms the text and a reader would find it again with effort."""
    gone = WORD.findall(text[edit.start : edit.end].lower())
    new = WORD.findall(edit.replacement.lower())
    if len(gone) - len(new) > REMOVED or _piles(text, edit) or any(map(_made_up, _new_words(text, edit))):
        return False
    before, after = WORD.findall(text[max(0, edit.start - 40) : edit.start].lower()), _next(text[edit.end :])
    said = [*before[-1:], *new, *after]
    was = [*before[-1:], *gone, *after]
    takes_next = bool(gone and new and after) and new[-1] == gone[-1] + after[0]  # some where -> somewhere where
    if new and (_doubled(said) > _doubled(was) or takes_next or misses_sound(gone, new, text[edit.end :])):
        return False
    from gec.edits.guesses import guessed  # with tables that a text without edits need not wait for

    return not guessed(text, edit, gone, new) and not (new and _as_good(text, edit, gone, new))


def _piles(text: str, edit: Edit) -> bool:
    """Whether an edit puts a mark right beside another, which only the full stop of etc. stands."""
    before, after = text[max(0, edit.start - 2) : edit.start], text[edit.end : edit.end + 2]
    old, new = (f"{before}{said}{after}" for said in (text[edit.start : edit.end], edit.replacement))
    return len(_PILED.findall(new)) > len(_PILED.findall(old))


def _as_good(text: str, edit: Edit, gone: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the old words are as good as the new: *colour* and *color*, *begin to read* and *begin reading*, and at
    the beginning of a sentence *Return it* and *Returns it*."""
    if dialects.settled(text[edit.start : edit.end], edit.replacement) == text[edit.start : edit.end]:
        return True
    if frozenset((*gone, *new)) in EQUALS and len(gone) == len(new):
        return True
    if edit.type == "R:VERB:SVA" and not any(map(str.isalnum, text[max(0, edit.start - OPENING) : edit.start])):
        return True
    (long, short) = (gone, new) if len(gone) > len(new) else (new, gone)
    if len(long) != 2 or len(short) != 1 or long[0] != "to" or not short[0].endswith("ing"):
        return False
    from gec.words import lexicon

    before = WORD.findall(text[max(0, edit.start - 40) : edit.start].lower())[-3:]
    wished = not WISHES.isdisjoint(before) or any(word.endswith(("'d", "’d")) for word in before)
    return bool(before) and before[-1] in EITHER_WAY and not wished and long[1] in lexicon.bases(short[0])


def _new_words(text: str, edit: Edit) -> Iterator[str]:
    """The words of a replacement that its text does not have near by."""
    text = text[max(0, edit.start - NEAR) : edit.end + NEAR]
    for word in _LETTERS.findall(_CLITIC.sub("", edit.replacement)):
        if not re.search(rf"\b{word}\b", text, re.IGNORECASE):
            yield word


def _made_up(word: str) -> bool:
    """Whether nobody writes a word: it is neither known nor a form of one that is (*wrapping*, not *wraping*)."""
    from gec.usage.phrases import shipped
    from gec.words import lexicon  # tables that a text without new words need not wait for
    from gec.words.lexicon import COMMON_NAMES

    low = word.lower()
    if len(word) == 1 or low in COMMON_NAMES or lexicon.known(low):
        return False
    forms = any(lexicon.known(base) for base, _ in lexicon.analyses(low))
    return not forms or shipped().log_count(low) is None


def _next(text: str) -> list[str]:
    found = WORD.search(text[:40].lower())
    return [found.group()] if found else []


def _doubled(words: list[str]) -> int:
    return sum(one == other for one, other in pairwise(words))


def _own(region: str, words: Collection[str]) -> list[str]:
    """The words of a dictionary in a stretch of text. A lower-case entry stands for the word in any case."""
    found = [_POSSESSIVE.sub("", word) for word in WORD.findall(region)]
    return [word for word in found if word in words or word.lower() in words]
