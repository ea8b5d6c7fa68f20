"""Runs all rules on a sentence: first the tables in one pass, then the few rules that are functions. The result is one
ordered list of faults without overlaps.

gec's own rules are loaded for the first sentence. The user's own rules are another `RuleSet` (`own.py`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module

from gec.edits import message
from gec.edits.edit import Edit, common_prefix, whole_words
from gec.language.abbreviations import abbreviation, stop_ends
from gec.rules.fault import Fault
from gec.rules.match import Index, Match, Sentence, fits_anywhere, fits_before, run, sentence_of
from gec.rules.rule import Condition, Rule, RuleRow
from gec.rules.table import rules_of, shipped, unlike

_MARKS = frozenset(",;:.!?…")
_BEFORE_MARK = re.compile(r" (?=[,;:.!?…](?:\s|\Z))")

Function = Callable[[str], Iterator[Fault]]

WORDY = "wordy."  # the beginning of the ids of rules that only rewriting uses
FUNCTIONS = "gec.rules.code"  # the package with the rules that are functions


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules that are run together."""

    rules: Mapping[str, Rule]
    index: Index
    functions: Sequence[tuple[str, Function]] = ()

    @classmethod
    def of(cls, some: Iterable[Rule]) -> RuleSet:
        """A set of these rules. Raises an error if two have the same id."""
        rules = unlike(some)
        functions = [(one.id, _function(one)) for one in rules.values() if one.code]
        return cls(rules, Index((rule, row) for rule in rules.values() for row in rule.rows), functions)

    def found(self, text: str) -> Iterator[Fault]:
        """All findings of all rules, unordered and with overlaps."""
        sentence = sentence_of(text)
        for match, rule, row in self.index.matches(sentence):
            if not _held_back(rule, sentence, match) and (one := _fault(rule, row, sentence, match)):
                yield one
        for name, function in self.functions:
            for one in function(text):
                yield replace(one, rule=name)

    def held_back(self, text: str) -> str:
        """Why the first match of a pattern is no finding, in words; empty if it is one, or if there is no match."""
        sentence = sentence_of(text)
        return next((_held_back(rule, sentence, match) for match, rule, _ in self.index.matches(sentence)), "")

    def faults(self, text: str) -> list[Fault]:
        """The findings, widened to whole words, in order and without overlaps. Of overlapping findings, a user's rule
        takes precedence, then the one that begins first, then the longest, then the most certain."""
        kept: list[Fault] = []
        found = (whole_word_fault(text, one) for one in self.found(text))
        for one in sorted(found, key=lambda one: (not self.rules[one.rule].own, one.start, -one.end, -one.odds)):
            at = bisect_left(kept, one.start, key=lambda other: other.start)
            if (at == 0 or one.start > kept[at - 1].end) and (at == len(kept) or one.end < kept[at].start):
                kept.insert(at, self._in_capitals(one, text[one.start : one.end]))
        return kept

    def _in_capitals(self, one: Fault, old: str) -> Fault:
        """The finding with a replacement in capitals, if it replaces words in capitals that its rule does not have in
        capitals, as in `USA -> United States`."""
        capitals = len(old) > 1 and old.isupper() and old not in one.replacement
        named = capitals and any(old in row.said for row in self.rules[one.rule].rows)
        return replace(one, replacement=one.replacement.upper()) if capitals and not named else one


@cache
def known() -> Mapping[str, Rule]:
    """The rules that come with gec, by id."""
    return unlike(rule for path in shipped() for rule in rules_of(path, own=False))


@lru_cache(maxsize=2)
def _shipped(wordy: bool) -> RuleSet:
    return RuleSet.of(one for name, one in known().items() if name.startswith(WORDY) == wordy)


def faults(text: str) -> list[Fault]:
    """The findings of gec's own rules in a sentence."""
    return _shipped(False).faults(text)


def wordy(text: str) -> list[Fault]:
    """Shorter phrases for wordy ones, for rewriting only."""
    return _shipped(True).faults(text)


def why(rule: str) -> str:
    """The message of one of gec's rules; empty if there is no such rule."""
    one = known().get(rule) if rule else None
    return one.why if one else ""


def of_rule(edit: Edit) -> str:
    """What the user's rule says, or else what gec's rule says; nothing if no rule found the edit."""
    return edit.why or why(edit.rule)


def reason(edit: Edit, original: str) -> str:
    """Why an edit is right: what a rule says of it, or else what its type says."""
    return of_rule(edit) or message.why(edit.type, original, edit.replacement)


def _function(rule: Rule) -> Function:
    module, _, name = rule.code.partition(":")
    function: Function = getattr(import_module(f"{FUNCTIONS}.{module}"), name)
    return function


def _held_back(rule: Rule, sentence: Sentence, match: Match) -> str:
    """Why a match is no finding, in words; empty if it is one."""
    if rule.small and not _small(sentence, match):
        return "it has a capital letter"
    if one := next((one for one in rule.unless if _holds(one, sentence, match)), None):
        return f"unless = {one.said!r} holds"
    return "nothing in when holds" if rule.when and not any(_holds(one, sentence, match) for one in rule.when) else ""


def _holds(one: Condition, sentence: Sentence, match: Match) -> bool:
    """Whether a condition holds for a match."""
    before, after, anywhere = one.sides
    return (
        (after is None or run(after, sentence, match.high) is not None)
        and (before is None or fits_before(before, sentence, match.low))
        and (anywhere is None or fits_anywhere(anywhere, sentence))
    )


def _small(sentence: Sentence, match: Match) -> bool:
    """Whether the words that change are in lower case, not counting the first word of a clause."""
    words = sentence.words[match.low : match.high]
    first = sentence.edge("clause", match.low)
    return all(word[:1].islower() or not word[:1].isalpha() for word in words[first:])


def _fault(rule: Rule, row: RuleRow, sentence: Sentence, match: Match) -> Fault | None:
    """The finding for a match. Its change is as small as possible, but its replacement is never empty. None if a named
    word has no such form, or if nothing would change."""
    new = row.template.filled({name: sentence.words[at] for name, at in match.names.items()})
    if new is None:
        return None
    low, high = match.low, match.high
    old = sentence.words[low:high]
    words = new.split(" ") if new else []
    if not row.template.small:
        words = _cased(words, old, sentence, low, row.said)
    if old and not (words and words[-1][-1] in _MARKS):
        high = _with_stop(sentence, low, high)
        old = sentence.words[low:high]
    if words == old:
        return None
    head = common_prefix(old, words)
    tail = common_prefix(old[head:][::-1], words[head:][::-1])
    low, high = low + head, high - tail
    words = words[head : len(words) - tail]
    if low == high and low > 0 and len(words) == 1 and words[0] in _MARKS:  # only a mark is inserted
        end = sentence.spans[low - 1][1]
        there = sentence.text[end : end + 1] == words[0]
        return None if there else Fault(end, end, words[0], rule.odds, rule.id)
    if words and words[0][:1] in _MARKS and low > 0 and (low == high or old[head][:1] not in _MARKS):
        low, words = low - 1, [_written(sentence, low - 1), *words]  # a mark directly follows a word
    if not words or low == high:  # a neighbouring word becomes part of the change
        low, high, words = _with_neighbour(sentence, low, high, words, row.said)
        if not words:
            return None
    start, end = sentence.spans[low][0], sentence.spans[high - 1][1]
    said = _BEFORE_MARK.sub("", " ".join(words))
    there = said[-1:] in _MARKS and said[-1:] == sentence.text[end : end + 1]
    if there and (said := said[:-1]) == sentence.text[start:end]:
        return None  # the text already has the mark, such as the full stop of a.m.
    last = sentence.text[:start][-1:]
    if said[:1].isalnum() and (last.isalnum() or (last.strip() and sentence.words[low][:1] in _MARKS)):
        said = f" {said}"  # a mark between two words is deleted, so they need a space
    if "’" in sentence.text:
        said = said.replace("'", "’")
    return Fault(start, end, said, rule.odds, rule.id)


def _with_stop(sentence: Sentence, low: int, high: int) -> int:
    """The end of a change, corrected for a full stop at or after it: the stop of a sentence is kept, and the stop of an
    abbreviation is replaced with it."""
    words, spans = sentence.words, sentence.spans
    stop = high - (words[high - 1] == ".")
    alone = words[stop : stop + 1] == ["."] != words[stop + 1 : stop + 2]
    if stop == low or not alone or spans[stop - 1][1] < spans[stop][0]:
        return high
    word, behind = words[stop - 1], words[stop + 1 :]
    if sentence.edge("$", stop + 1):
        ends = not {*".?!…"}.intersection(behind)
    else:
        ends = behind[0][0].isupper() and stop_ends(sentence.text, word, spans[stop + 1][0])
    return stop if ends else max(high, stop + abbreviation(word, *behind[:1]))


def _with_neighbour(
    sentence: Sentence, low: int, high: int, words: Sequence[str], said: str
) -> tuple[int, int, list[str]]:
    """A deletion or an insertion, widened by the word after it, or else by the word before it."""
    raised = high > low and sentence.words[low] != "I" and _raised(sentence, low, said)
    if high < len(sentence.words) and sentence.words[high][:1].isalnum():
        word = _written(sentence, high)
        return low, high + 1, [*words, word[:1].upper() + word[1:] if raised and not words and word.islower() else word]
    of_marks = low < high and _MARKS.issuperset(sentence.words[max(low - 1, 0) : high])
    if low > 0 and (of_marks or sentence.words[low - 1][:1].isalnum()):
        return low - 1, high, [_written(sentence, low - 1), *words]
    return low, high, []


def _written(sentence: Sentence, at: int) -> str:
    """A word as it is written, with a straight apostrophe."""
    return sentence.text[slice(*sentence.spans[at])].replace("’", "'")


def _cased(new: Sequence[str], old: Sequence[str], sentence: Sentence, low: int, said: str) -> list[str]:
    """The new words, with a capital if the first old word has one because of its place."""
    if old and new and new[0].islower() and _raised(sentence, low, said):  # but iOS stays as it is
        return [new[0][:1].upper() + new[0][1:], *new[1:]]
    return list(new)


def _raised(sentence: Sentence, at: int, said: str) -> bool:
    """Whether a word has a capital because of its place. False for words that always have one (I, ASAP), and for words
    that the pattern itself has with a capital (Internet -> internet)."""
    word = sentence.words[at]
    if not word[:1].isupper() or sentence.edge("^", at):
        return word[:1].isupper()
    alone = word == "I" or word.startswith("I'") or (len(word) > 1 and word.isupper())
    return not alone and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) is None


def whole_word_fault(text: str, one: Fault) -> Fault:
    """The same finding, widened to whole words."""
    start, end = whole_words(text, one.start, one.end, one.replacement)
    if (start, end) == (one.start, one.end):
        return one
    return replace(
        one, start=start, end=end, replacement=text[start : one.start] + one.replacement + text[one.end : end]
    )
