"""What the rules find in a sentence: tables in one pass, then the few rules that are functions, as one ordered list.

The program's own rules are read when a sentence is first asked about. Those of a project are another `RuleSet`.
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

WORDY = "wordy."  # with which the ids of those begin that only a rewriting uses
FUNCTIONS = "gec.rules.code"  # where the rules are that are functions


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules that are looked for together."""

    rules: Mapping[str, Rule]
    index: Index
    functions: Sequence[tuple[str, Function]] = ()

    @classmethod
    def of(cls, some: Iterable[Rule]) -> RuleSet:
        """These rules alone, of which no two may have one id."""
        rules = unlike(some)
        functions = [(one.id, _function(one)) for one in rules.values() if one.code]
        return cls(rules, Index((rule, row) for rule in rules.values() for row in rule.rows), functions)

    def found(self, text: str) -> Iterator[Fault]:
        """Everything that any of the rules finds, in no order."""
        sentence = sentence_of(text)
        for match, rule, row in self.index.matches(sentence):
            if not _held_back(rule, sentence, match) and (one := _fault(rule, row, sentence, match)):
                yield one
        for name, function in self.functions:
            for one in function(text):
                yield replace(one, rule=name)

    def held_back(self, text: str) -> str:
        """What keeps the first match of any rule from being found."""
        sentence = sentence_of(text)
        return next((_held_back(rule, sentence, match) for match, rule, _ in self.index.matches(sentence)), "")

    def faults(self, text: str) -> list[Fault]:
        """What the rules find, whole words, in order and apart. A user's rules go before others; of those of one kind
        that overlap, the one that begins first counts, or else the longest, or else the surest."""
        kept: list[Fault] = []
        found = (whole_word_fault(text, one) for one in self.found(text))
        for one in sorted(found, key=lambda one: (not self.rules[one.rule].own, one.start, -one.end, -one.odds)):
            at = bisect_left(kept, one.start, key=lambda other: other.start)
            if (at == 0 or one.start > kept[at - 1].end) and (at == len(kept) or one.end < kept[at].start):
                kept.insert(at, self._loud(one, text[one.start : one.end]))
        return kept

    def _loud(self, one: Fault, old: str) -> Fault:
        """The same in capitals where a word in capitals changes."""
        loud = len(old) > 1 and old.isupper() and old not in one.replacement and not self._asks_for(one, old)
        return replace(one, replacement=one.replacement.upper()) if loud else one

    def _asks_for(self, one: Fault, old: str) -> bool:
        """Whether the rule itself says these capitals: `USA -> United States`."""
        return any(old in row.said for row in self.rules[one.rule].rows)


@cache
def known() -> Mapping[str, Rule]:
    """The rules that come with the program."""
    return unlike(rule for path in shipped() for rule in rules_of(path, own=False))


@lru_cache(maxsize=2)
def _shipped(wordy: bool) -> RuleSet:
    return RuleSet.of(one for name, one in known().items() if name.startswith(WORDY) == wordy)


def faults(text: str) -> list[Fault]:
    """What the program's rules find in a sentence."""
    return _shipped(False).faults(text)


def wordy(text: str) -> list[Fault]:
    """What a rewriting says in fewer words: no faults."""
    return _shipped(True).faults(text)


def why(rule: str) -> str:
    """What one of the program's rules says; nothing if there is none of that id."""
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
    """What keeps a match from being found; nothing if nothing does."""
    if rule.small and not _small(sentence, match):
        return "it is not small"
    if one := next((one for one in rule.unless if _is_so(one, sentence, match)), None):
        return f"unless = {one.said!r} holds"
    return "no when holds" if rule.when and not any(_is_so(one, sentence, match) for one in rule.when) else ""


def _is_so(one: Condition, sentence: Sentence, match: Match) -> bool:
    before, after, anywhere = one.sides
    return (
        (after is None or run(after, sentence, match.high) is not None)
        and (before is None or fits_before(before, sentence, match.low))
        and (anywhere is None or fits_anywhere(anywhere, sentence))
    )


def _small(sentence: Sentence, match: Match) -> bool:
    words = sentence.words[match.low : match.high]
    first = sentence.edge("clause", match.low)
    return all(word[:1].islower() or not word[:1].isalpha() for word in words[first:])


def _fault(rule: Rule, row: RuleRow, sentence: Sentence, match: Match) -> Fault | None:
    """The change that a match asks for, as small as it can be said; something always stands in its place."""
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
    if low == high and low > 0 and len(words) == 1 and words[0] in _MARKS:  # a mark comes, and no word changes
        end = sentence.spans[low - 1][1]
        there = sentence.text[end : end + 1] == words[0]
        return None if there else Fault(end, end, words[0], rule.odds, rule.id)
    if words and words[0][:1] in _MARKS and low > 0 and (low == high or old[head][:1] not in _MARKS):
        low, words = low - 1, [_written(sentence, low - 1), *words]  # a mark stands right behind a word
    if not words or low == high:  # a word beside goes along
        low, high, words = _beside(sentence, low, high, words, row.said)
        if not words:
            return None
    start, end = sentence.spans[low][0], sentence.spans[high - 1][1]
    said = _BEFORE_MARK.sub("", " ".join(words))
    there = said[-1:] in _MARKS and said[-1:] == sentence.text[end : end + 1]
    if there and (said := said[:-1]) == sentence.text[start:end]:
        return None  # the full stop of a.m. is there already
    last = sentence.text[:start][-1:]
    if said[:1].isalnum() and (last.isalnum() or (last.strip() and sentence.words[low][:1] in _MARKS)):
        said = f" {said}"  # where a mark goes, a blank stays between the words
    if "’" in sentence.text:
        said = said.replace("'", "’")
    return Fault(start, end, said, rule.odds, rule.id)


def _with_stop(sentence: Sentence, low: int, high: int) -> int:
    """Where a change ends that has or precedes a stop: that of a sentence stays, and that of an abbreviation goes."""
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


def _beside(sentence: Sentence, low: int, high: int, words: Sequence[str], said: str) -> tuple[int, int, list[str]]:
    """A change that only takes words away or puts some in, widened by the word behind, or else the one before."""
    loud = high > low and sentence.words[low] != "I" and _raised(sentence, low, said)
    if high < len(sentence.words) and sentence.words[high][:1].isalnum():
        word = _written(sentence, high)
        return low, high + 1, [*words, word[:1].upper() + word[1:] if loud and not words and word.islower() else word]
    of_marks = low < high and _MARKS.issuperset(sentence.words[max(low - 1, 0) : high])
    if low > 0 and (of_marks or sentence.words[low - 1][:1].isalnum()):
        return low - 1, high, [_written(sentence, low - 1), *words]
    return low, high, []


def _written(sentence: Sentence, at: int) -> str:
    """A word as it stands, with a straight apostrophe."""
    return sentence.text[slice(*sentence.spans[at])].replace("’", "'")


def _cased(new: Sequence[str], old: Sequence[str], sentence: Sentence, low: int, said: str) -> list[str]:
    """The new words with a capital where the old ones began with one that is not their own."""
    if old and new and new[0].islower() and _raised(sentence, low, said):  # not iOS
        return [new[0][:1].upper() + new[0][1:], *new[1:]]
    return list(new)


def _raised(sentence: Sentence, at: int, said: str) -> bool:
    """Whether a word has a capital by its place, not everywhere, as I, ASAP, and Internet in Internet -> internet."""
    word = sentence.words[at]
    if not word[:1].isupper() or sentence.edge("^", at):
        return word[:1].isupper()
    alone = word == "I" or word.startswith("I'") or (len(word) > 1 and word.isupper())
    return not alone and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) is None


def whole_word_fault(text: str, one: Fault) -> Fault:
    """The same of whole words, as people read it."""
    start, end = whole_words(text, one.start, one.end, one.replacement)
    if (start, end) == (one.start, one.end):
        return one
    return replace(
        one, start=start, end=end, replacement=text[start : one.start] + one.replacement + text[one.end : end]
    )
