"""Which edits the user wants to see. It only drops edits; guards (`gec/guards`) have dropped what is never shown.

It drops, in this order: what changes a convention, the user's own words or a quotation; what remarks in the text hide
(`ignores.py`); what is not sure enough (`threshold.py`); other types (`kinds.py`); and what the caller does not want.
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

MAX_WORD_CHARACTERS = 100  # characters of a word that a dictionary may hold

_POSSESSIVE = re.compile(r"'s\Z")


@dataclass(frozen=True, slots=True)
class Passed:
    """What is left of the edits proposed for a document."""

    edits: tuple[Edit, ...]
    idle: tuple[Ignore, ...] = ()  # remarks that hide nothing


@dataclass(frozen=True, slots=True)
class Policy:
    """What one user wants; `words` are those of the dictionaries, as `spelt.entry` writes them."""

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
        """The edits of a document that the user wants. `remarks` are its comments, if the format has any, `quoted` are
        the words of other people, and `wanted` drops what the caller does not want. Confidence is judged among all that
        could be shown, so that asking for fewer types changes no confidence. `others` are edits elsewhere in the
        document that count only as evidence of its writer's mistakes.

        A remark is idle if it hides nothing of all that could be shown, whatever types and confidence the user asks
        for.
        """
        edits = sorted(edits)
        shown = list(self._worded(text, edits, () if self.quotes else quoted))
        away, idle = hidden(shown, ignores(text, remarks, is_rule))
        could = [edit for edit in shown if edit not in away]
        own = [edit for edit in could if edit.why]  # found by the user's own rules: no evidence of mistakes
        sure = self.threshold.passing([edit for edit in could if not edit.why], len(text), others)
        asked = wanted(tuple(filter(self._asks_for, sorted([*own, *sure]))))
        return Passed(asked, idle)

    def _worded(self, text: str, edits: Sequence[Edit], theirs: Sequence[tuple[int, int]]) -> Iterator[Edit]:
        """The edits without those that change the convention, the user's own words, or the words of other people."""
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
        """Whether it has a selected type (any, if none is named) and no ignored one.

        If a type is both selected and ignored, the longer prefix wins, and `ignore` wins a tie.
        """
        otherwise = -1 if self.select else 0
        name = mistake(edit.type, edit.original, edit.replacement)
        selected = reach(self.select, edit.type, otherwise, edit.rule, name)
        return selected > reach(self.ignore, edit.type, -1, edit.rule, name)


def reaching_into(spans: Iterable[tuple[int, int]]) -> Callable[[Edit], bool]:
    """A test whether an edit reaches into one of the spans, which may overlap. It is fast for thousands of spans."""
    ordered = sorted(spans)
    starts = [start for start, _ in ordered]
    reach = list(accumulate((end for _, end in ordered), max, initial=0))  # how far the first so many go
    return lambda edit: reach[bisect_left(starts, edit.end)] > edit.start


def _own(region: str, words: frozenset[str]) -> list[str]:
    """The dictionary words in a stretch of text, those with a mark inside first. An entry in lower case stands for the
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
