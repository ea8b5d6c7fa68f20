"""Decides which edits the user wants to see. Edits that must never be shown were dropped before (`gec/guards`).

It drops edits in this order: those that change a spelling convention, a dictionary word or a quotation; those that
remarks in the text hide (`ignores.py`); those with a confidence below the threshold (`threshold.py`); those of other
types (`kinds.py`); and those that the caller does not want.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from gec.edits.change import WORD
from gec.edits.edit import Edit
from gec.edits.ignores import Ignore, Remark, hidden, ignores
from gec.edits.kinds import AGREEING, no_rule, reach
from gec.edits.message import mistake
from gec.edits.threshold import ANY, Threshold
from gec.language import dialect as dialects
from gec.language.collective import NEAR, may_be_plural
from gec.language.spelt import spelt

MAX_WORD_CHARACTERS = 100  # before and after an edit, searched for a dictionary word

_POSSESSIVE = re.compile(r"'s\Z")


@dataclass(frozen=True, slots=True)
class Passed:
    """The edits of a document that passed a policy."""

    edits: tuple[Edit, ...]
    idle: tuple[Ignore, ...] = ()  # remarks that hide nothing


@dataclass(frozen=True, slots=True)
class Policy:
    """What one user wants. `words` are those of the dictionaries, in the form of `spelt.entry`."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    threshold: Threshold = ANY
    dialect: str = ""
    words: frozenset[str] = frozenset()
    quotes: bool = False  # whether quoted text is corrected too
    rules: tuple[str, ...] = ()  # tables of the user's own rules

    def filter(
        self,
        text: str,
        edits: Iterable[Edit],
        remarks: Sequence[Remark] = (),
        quoted: Sequence[tuple[int, int]] = (),
        wanted: Callable[[tuple[Edit, ...]], tuple[Edit, ...]] = tuple,
        others: Sequence[Edit] = (),
        is_rule: Callable[[str], bool] = no_rule,
    ) -> Passed:
        """The edits of a document that the user wants. `remarks` are its comments, `quoted` are its quotations, and
        `wanted` drops what the caller does not want. `others` are edits elsewhere in the document that count only as
        evidence of its writer's mistakes. Types are selected after the confidences were computed, so they do not
        affect them.

        A remark is idle if it hides none of the edits of any type and any confidence.
        """
        edits = sorted(edits)
        shown = list(self._worded(text, edits, () if self.quotes else quoted))
        away, idle = hidden(shown, ignores(text, remarks, is_rule))
        could = [edit for edit in shown if edit not in away]
        own = [edit for edit in could if edit.why]  # findings of the user's own rules are no evidence of mistakes
        sure = self.threshold.passing([edit for edit in could if not edit.why], len(text), others)
        asked = wanted(tuple(filter(self._asks_for, sorted([*own, *sure]))))
        return Passed(asked, idle)

    def _worded(self, text: str, edits: Sequence[Edit], theirs: Sequence[tuple[int, int]]) -> Iterator[Edit]:
        """The edits without those that change a spelling convention, a dictionary word or a quotation. New words get
        the spelling of the dialect."""
        touches = reaching_into(theirs)
        for edit in edits:
            old, new = text[edit.start : edit.end], edit.replacement
            if not edit.why:  # the user's own rules may be about spelling
                new = dialects.spelt_alike(old, new, self.dialect)
                british = self.dialect == "gb" and edit.type == AGREEING
                if british and may_be_plural(text[max(0, edit.start - NEAR) : edit.start], old, new):
                    continue
            if new == old or self._changes_own_word(text, edit):
                continue
            if not touches(edit):
                yield edit if new == edit.replacement else replace(edit, replacement=new)

    def _changes_own_word(self, text: str, edit: Edit) -> bool:
        if not self.words:
            return False
        start, end = edit.start, edit.end
        while start > 0 and not text[start - 1].isspace() and edit.start - start < MAX_WORD_CHARACTERS:
            start -= 1
        while end < len(text) and not text[end].isspace() and end - edit.end < MAX_WORD_CHARACTERS:
            end += 1
        old = _own(text[start:end], self.words)
        return bool(old) and old != _own(text[start : edit.start] + edit.replacement + text[edit.end : end], self.words)

    def _asks_for(self, edit: Edit) -> bool:
        """Whether the type or rule of an edit is selected and not ignored. If nothing is selected, all types are.

        If it is both selected and ignored, the longer prefix wins, and `ignore` wins a tie.
        """
        if not (self.select or self.ignore):
            return True
        otherwise = -1 if self.select else 0
        name = mistake(edit.type, edit.original, edit.replacement)
        selected = reach(self.select, edit.type, otherwise, edit.rule, name)
        return selected > reach(self.ignore, edit.type, -1, edit.rule, name)


def reaching_into(spans: Iterable[tuple[int, int]]) -> Callable[[Edit], bool]:
    """A test whether an edit overlaps one of the spans. The spans may overlap; it is fast for thousands of them."""
    ordered = sorted(spans)
    starts = [start for start, _ in ordered]
    reach = list(accumulate((end for _, end in ordered), max, initial=0))  # the last end of the first n spans
    return lambda edit: reach[bisect_left(starts, edit.end)] > edit.start


def _own(region: str, words: frozenset[str]) -> list[str]:
    """The dictionary words in a stretch of text, first those that contain marks. An entry in lower case matches the
    word in any case."""

    def own(word: str) -> bool:
        return word in words or word.lower() in words

    def taken(found: re.Match[str]) -> str:
        if not own(found[0]):
            return found[0]
        mine.append(found[0])
        return " "

    def known(word: str) -> list[str]:
        return [one for one in (_POSSESSIVE.sub("", word), word) if own(one)][:1]

    mine: list[str] = []
    marked = _marked(words)
    rest = marked.sub(taken, spelt(region)) if marked else spelt(region)
    for word in WORD.findall(rest):
        whole = known(word)
        mine += whole or [one for part in word.split("-") for one in known(part)]
    return mine


@lru_cache(maxsize=64)
def _marked(words: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern for the entries that are not only letters and digits (`C++`, `node.js`, words of Devanagari)."""
    marked = sorted((word for word in words if not WORD.fullmatch(word)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, marked))})(?!\w)", re.IGNORECASE) if marked else None
