"""The facts of a sentence, which no rewriting may change: numbers, names, quotations, negations, code and citations.

Different ways to write a fact are equal: *5* and *five*, *Ann's* and *Ann*, *do not* and *don't*. *One*, *first* and
*second* count as numbers only if the other sentence has the number in digits. A name that occurs twice may be left out
once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gec.guards.copied import COPIED, IN_BACKTICKS, IN_BRACKETS, IN_PARENTHESES, cites
from gec.guards.names import bare, begins_sentence, shouted
from gec.language import LETTER_WORD, lexicon, word_set
from gec.language.lexicon import COMMON_NAMES
from gec.language.negation import negates
from gec.language.numerals import SCALES, VALUES
from gec.language.similarity import name_similarity

NUMBER, NAME, QUOTATION = "a number", "a name", "a quotation"
NEGATION, CODE, CITATION = "a negation", "code", "a citation"
Fact = tuple[str, str]  # the kind, and the fact itself

_NUMBERED = re.compile(r"\d|\A\[@[^\]]")  # [12], [@doe]
_QUOTATION = re.compile(r"“([^“”]*)”|«([^«»]*)»|„([^„“”]*)[“”]|(?<![\w\"])\"([^\"\s](?:[^\"]*[^\"\s])?)\"(?!\w)")
_MARKED: tuple[tuple[str, re.Pattern[str], Callable[[str], object]], ...] = (
    (CITATION, IN_PARENTHESES, cites),
    (CITATION, IN_BRACKETS, _NUMBERED.search),
    (CODE, IN_BACKTICKS, bool),
    (QUOTATION, _QUOTATION, bool),
)
_FIGURE = re.compile(r"\d+(?:[.,:/]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_AND = re.compile(r"[\s-]+(?:and\s+)?", re.IGNORECASE)

LOOSE = word_set("one first second zero zeroth")  # words that are often no numbers

HARDLY = word_set("hardly scarcely barely")
# Words with the same meaning after another negation: *not .. nothing* and *not .. anything*.
_SWAPS = """
    nothing/anything nobody/anybody nowhere/anywhere none/any no/any never/ever nor/or neither/either
"""
SWAPS = frozenset(frozenset(two.split("/")) for two in _SWAPS.split())
_PREFIX = re.compile(r"(?:un|in|im|ir|il|dis|non-?)(?=[a-z]{3})")
# Words that only look as if they had such a prefix.
_BEGUN = re.compile(
    r"in(?:com[ei]|creas|form(?!al)|side|stall|stead|ten[dst])|im(?:port|pos(?!s)|press|prov(?!id))|irregardless|"
    r"un(?:less\b|til|ions?\b)"
)
OF_PEOPLE = re.compile(r"(?:n|an|ian|ese|ish|i|y|s|es)\Z")  # endings that make German of Germany
MIN_LETTERS, MIN_SIMILARITY = 5, 0.75  # of a misspelt name, and its correction


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one sentence."""

    text: str
    told: Counter[Fact]  # without names and negations
    loose: Counter[str]  # the values of words in LOOSE
    names: dict[str, str]  # each name in the form of `_singular`, and as it is written
    words: Counter[str]  # all words in lower case
    bare: frozenset[str]  # all words in the form of `_singular`

    @property
    def negations(self) -> int:
        """The number of negations. *Hardly* and one negation beside it count as one: *couldn't hardly*."""
        told = sum(many for word, many in self.words.items() if negates(word))
        return told if HARDLY.isdisjoint(self.words) else max(told, 1)


def facts(text: str) -> Facts:
    """Find the facts of a sentence."""
    told: Counter[Fact] = Counter()
    rest = text
    for kind, pattern, wanted in _MARKED:
        marked = [found for found in pattern.finditer(rest) if wanted(found.group())]
        for found in marked:
            inner = next(filter(None, found.groups()), found.group())
            told[kind, " ".join(inner.split()).rstrip(".,;:!?")] += 1
        rest = _blanked(rest, marked)
    figures: list[str] = []
    code: list[str] = []

    def copied(found: re.Match[str]) -> str:
        (figures if _FIGURE.fullmatch(found.group()) else code).append(found.group())
        return _blank(found) if code[-1:] == [found.group()] else found.group()

    rest = COPIED.sub(copied, rest)
    told.update((CODE, one) for one in code)
    told.update((NUMBER, _plain(one)) for one in figures)
    numbers, loose = _numbers(rest)
    told.update((NUMBER, one) for one in numbers)
    words = [found.group().replace("’", "'") for found in LETTER_WORD.finditer(rest)]
    small = Counter(map(str.lower, words))
    return Facts(text, told, loose, dict(_names(rest)), small, frozenset(map(_singular, words)))


def changed(old: Facts, new: Facts) -> list[Fact]:
    """The facts that only one of two sentences states."""
    found = [*_more(old, new), *_more(new, old)]
    lost, come = (sorted(one.names.keys() - other.bare) for one, other in ((old, new), (new, old)))
    for name in lost:
        same = next((one for one in come if _one_name(name, one)), None)
        if same is None:
            found.append((NAME, old.names[name]))
        else:
            come.remove(same)
    found += [
        (NAME, new.names[name]) for name in come if not any(_one_name(word, name) for word in old.bare - new.bare)
    ]
    if _denies_otherwise(old, new):
        found.append((NEGATION, next(iter((_denials(old) - _denials(new)) + (_denials(new) - _denials(old))), "not")))
    return found


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _blanked(text: str, found: Iterable[re.Match[str]]) -> str:
    pieces, done = [], 0
    for one in found:
        pieces += [text[done : one.start()], _blank(one)]
        done = one.end()
    return "".join([*pieces, text[done:]])


def _more(one: Facts, other: Facts) -> Iterator[Fact]:
    """The facts that `one` has more often than `other`, except for numbers that `other` has as a word of LOOSE."""
    spare = other.loose.copy()
    for fact, many in (one.told - other.told).items():
        for _ in range(many):
            if fact[0] == NUMBER and spare[fact[1]] > 0:
                spare[fact[1]] -= 1
            else:
                yield fact


# --- numbers


def _numbers(text: str) -> tuple[list[str], Counter[str]]:
    """The values of the numbers in words, and separately those of the words in LOOSE."""
    figures: list[str] = []
    loose: Counter[str] = Counter()
    run: list[str] = []
    last = 0
    for found in LETTER_WORD.finditer(text):
        word = found.group().lower()
        if word == "and":
            continue
        if run and not (_AND.fullmatch(text, last, found.start()) and (word in VALUES or word in SCALES)):
            _count(run, figures, loose)
            run = []
        if word in VALUES or (word in SCALES and (run or _behind_figure(text, found.start()))):
            run.append(word)
        last = found.end()
    _count(run, figures, loose)
    return figures, loose


def _count(run: Sequence[str], figures: list[str], loose: Counter[str]) -> None:
    """Read consecutive number words as one number, or as several if they do not form one: *two, three*."""
    if run and run[0] in SCALES:  # 5 million
        figures.append(run[0])
        run = run[1:]
    for value, words in _valued(run):
        if len(words) == 1 and words[0] in LOOSE:
            loose[str(value)] += 1
        else:
            figures.append(str(value))


def _valued(run: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The value of each number in consecutive number words, with its words."""
    total, part = 0, 0
    words: list[str] = []
    for word in run:
        if word == "hundred":
            part = max(part, 1) * 100
        elif word in SCALES:
            total, part = total + max(part, 1) * SCALES[word], 0
        else:
            value = VALUES[word]
            fits = not part % 100 or (part % 100 >= 20 and not part % 10 and value < 10)
            if words and not (fits and (part or total)):
                yield total + part, words
                total, part, words = 0, 0, []
            part += value
        words.append(word)
    if words:
        yield total + part, words


def _behind_figure(text: str, at: int) -> bool:
    return text[:at].rstrip()[-1:].isdigit()


def _plain(figure: str) -> str:
    return figure.replace(",", "") if _THOUSANDS.fullmatch(figure) else figure


# --- names


def _names(text: str) -> Iterator[tuple[str, str]]:
    """The words with a capital inside the sentence. The first word counts only if it is no ordinary word."""
    if shouted(text):
        return
    for found in LETTER_WORD.finditer(text):
        word = found.group()
        if not word[0].isupper() or _before_apostrophe(word) in lexicon.CLOSED:
            continue
        low = _singular(word)
        if begins_sentence(text, found.start()):
            ordinary = lexicon.known(low) or lexicon.known(bare(word.lower())) or lexicon.bases(low)
            if (ordinary and low not in COMMON_NAMES) or len(word) == 1:
                continue
        yield low, word


def _before_apostrophe(word: str) -> str:
    """The part before an apostrophe, in lower case: *i* of *I've*."""
    return re.split(r"['’]", word.lower())[0]


def _singular(word: str) -> str:
    """A word in lower case, without the ending of a possessive or plural."""
    low = bare(word.lower())
    return low.removesuffix("s") if len(low) > 3 else low


def _one_name(old: str, new: str) -> bool:
    """Whether two words are the same name: a country and its people, or a name and a misspelling of it."""
    short, long = sorted((old, new), key=len)
    if len(short) >= 4 and short[:4] == long[:4]:
        stem = short.removesuffix("y").removesuffix("e").removesuffix("a")
        if long.startswith(stem) and OF_PEOPLE.fullmatch(long[len(stem) :]):
            return True
    if old in COMMON_NAMES or lexicon.known(old):
        return False
    return len(old) >= MIN_LETTERS and name_similarity(old, new) >= MIN_SIMILARITY


# --- negations


def _denials(one: Facts) -> Counter[str]:
    return Counter({word: many for word, many in one.words.items() if negates(word)})


def _denies_otherwise(old: Facts, new: Facts) -> bool:
    """Whether the negations of two sentences differ. After another negation *nothing* and *anything* are equal, and
    *not possible* equals *impossible*."""
    before = old.negations + _prefixed(old, new)
    after = new.negations + _prefixed(new, old)
    if before == after:
        return False
    if not before or not after:
        return True
    more, less = (old, new) if before > after else (new, old)
    spare = less.words - more.words
    excess = abs(before - after)
    for word in (more.words - less.words).elements():
        partner = next((one for pair in SWAPS if word in pair and negates(word) for one in pair - {word}), "")
        if excess and spare[partner] > 0:
            spare[partner] -= 1
            excess -= 1
    return excess > 0


def _prefixed(one: Facts, other: Facts) -> int:
    """The number of words in `one` that have a negative prefix or ending and replace a positive word of `other`:
    *impossible* for *possible*, *harmless* for *harmful*."""
    here, there = one.words - other.words, other.words - one.words
    without = sum(there[f"{word.removesuffix('less')}ful"] > 0 for word in here.elements() if word.endswith("less"))
    found = ((word, _PREFIX.match(word)) for word in here.elements())
    parts = ((word[: one.end()], word[one.end() :]) for word, one in found if one)
    return without + sum(
        there[rest] > 0 and not there[prefix] and _denies(prefix, rest)  # infact for in fact is no negation
        for prefix, rest in parts
    )


def _denies(prefix: str, rest: str) -> bool:
    """Whether the prefix of a word is a negation. In *until*, *improve* and *inhabitants* it is not."""
    word = prefix + rest
    part_of_it = lexicon.known(word) and not lexicon.known(rest)
    return not (part_of_it or _BEGUN.match(word))
