"""Makes the data of `gec/spelling`: the table of words and names, and the weights for misspellings.

The table is counted in clean text. The weights are those of a softmax over the word itself and all candidates. They are
fitted on people's misspellings in their sentences, on listed misspellings, sampled by the frequency of the right words,
and on words of correct text that the table lacks.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice, pairwise
from pathlib import Path

import torch

from gec.errors import GecError
from gec.language.dialect import variant
from gec.language.misspelt import by_rule
from gec.language.written import frequency, packed, stands
from gec.spelling.choice import Unknown, Weights, beside, best, standing
from gec.spelling.near import Near, near
from gec.spelling.respell import unknown
from gec.training import tune
from gec.training.records import Pair
from gec.training.texts import read_lines
from gec.training.wordlist import WordNet, occurrences, standing_lines

SEEN = 2  # least occurrences of a word
NAMED = 10  # least occurrences of a name
VOUCHED = 30  # a word seen so often is no misspelling, even if it is listed as one
TOGETHER = 300  # least occurrences of a pair of words that may be written without its space
IN_LOWER_CASE = 0.005  # a word with a lower ratio of lower case to capitals is a name
EACH = 5  # one in so many correct sentences is used
DRAWN = 4000  # examples from the listed misspellings
PULL = 1e-4  # L2 penalty of the weights


BRITISH = tuple(
    (re.compile(british), american)
    for british, american in (
        ("ae|oe", "e"), ("ll(?=ed|ing|ers?$)", "l"), ("our", "or"), ("re$", "er"), ("lustre", "luster"),
        ("xion", "ction"), ("mme(?=s?$)", "m"), ("s(?=e[ds]?$|ing$|ations?$)", "z"), ("tt(?=ing$|ed$)", "t"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpellingExample:
    """An unknown word and its correction; None if it was right."""

    word: str
    named: bool
    meant: str | None
    text: str = ""  # the sentence, if there is one
    place: Unknown | None = None  # in the sentence

    def features(self, some: Iterable[Near]) -> list[tuple[str, Mapping[str, float]]]:
        """The candidates with their features."""
        able = [(one.word, one.features) for one in some]
        if self.place is None:
            return able
        context = beside(self.text, self.place, [word for word, _ in able])
        return [(word, {**features, **more}) for (word, features), more in zip(able, context, strict=True)]

    def standing(self) -> Mapping[str, float]:
        """The features of the word itself."""
        return standing(self.place or Unknown(0, len(self.word), self.word, self.named))


@dataclass(frozen=True, slots=True)
class FittedSpelling:
    """The weights, and on held-out examples: how many were misspelt, how many of these were corrected rightly, and how
    many words were changed."""

    weights: Weights
    examples: int
    misspelt: int
    right: int
    changed: int


@contextmanager
def kept_if_it_fails(*files: Path) -> Iterator[None]:
    """Restore the old files if anything goes wrong, because table and weights belong together."""
    old = {path: path.read_bytes() for path in files if path.exists()}
    try:
        yield
    except BaseException:
        for path, data in old.items():
            path.write_bytes(data)
        raise


def write_words(
    texts: Sequence[Path],
    vouched: Iterable[Path],
    own: Iterable[Path],
    listed: Mapping[str, Sequence[str]],
    to: Path,
) -> int:
    """Write the table. Returns the number of its entries. It has the words of the lists `vouched`, and no listed
    misspellings except for words of the lists `own`."""
    small, capital = occurrences(texts, apostrophes=True, seen=SEEN)
    ours = set(_first_words(own))
    known = WordNet.load().words | set(_first_words(vouched))
    counts, uncounted = sorted_out(small, capital, known, listed, ours)
    counts |= _pairs(texts, small)
    to.write_bytes(packed(counts, uncounted))
    return len(counts) + len(uncounted)


def _first_words(lists: Iterable[Path]) -> Iterator[str]:
    return (line.partition(",")[0].strip() for path in lists for line in read_lines(path))


def sorted_out(
    small: Counter[str],
    capital: Counter[str],
    known: Set[str],
    listed: Mapping[str, Sequence[str]],
    ours: Set[str] = frozenset(),
) -> tuple[dict[str, int], list[str]]:
    """Words with their counts in lower case, and names and words that are only listed. Misspellings are left out unless
    they are in `ours`."""
    joined = {word.replace("'", "") for word in small if "'" in word}  # dont, youre
    counts: dict[str, int] = {}
    uncounted: list[str] = []
    for word in {*small, *capital, *known, *ours}:
        listed_as_wrong = word in listed and not _other_dialect(word, listed[word])
        misspelt = word not in ours and (word in joined or listed_as_wrong)
        letters = word.replace("'", "")
        if (misspelt and small[word] < VOUCHED) or len(word) < 2 or not (letters.isascii() and letters.isalpha()):
            continue
        if small[word] >= max(SEEN, capital[word] * IN_LOWER_CASE):
            counts[word] = small[word]
        elif word.isalpha() and (capital[word] >= NAMED or word in known or word in ours):
            uncounted.append(word)
    return counts, uncounted


def _other_dialect(word: str, meant: Iterable[str]) -> bool:
    """Whether a word is listed as a misspelling only because of its British spelling."""
    return variant(word) is not None or any(_american(word) == _american(other) for other in meant)


def _american(word: str) -> str:
    """The word in American spelling by rules. The result need not be a word."""
    for british, american in BRITISH:
        word = british.sub(american, word)
    return word


def _pairs(texts: Iterable[Path], small: Counter[str]) -> dict[str, int]:
    """Frequent pairs of words that are never written as one."""
    frequent = {word for word, count in small.items() if count >= TOGETHER and word.isalpha()}
    seen: Counter[tuple[str, str]] = Counter()
    for path in texts:
        for line in standing_lines(path):
            words = line.lower().split(" ")
            seen.update(pair for pair in pairwise(words) if pair[0] in frequent and pair[1] in frequent)
    return {f"{one} {other}": n for (one, other), n in seen.items() if n >= TOGETHER and one + other not in small}


def listed(files: Iterable[Path]) -> dict[str, list[str]]:
    """The corrections of each misspelling in the lists, which have lines `wrong,right[,right]`."""
    found: dict[str, list[str]] = {}
    for path in files:
        for line in read_lines(path):
            wrong, *right = line.strip().split(",")
            found.setdefault(wrong, []).extend(one for one in right if one not in found.get(wrong, ()))
    return found


# --- examples


def examples(pairs: Iterable[Pair]) -> Iterator[SpellingExample]:
    """The unknown words of each source, with the target's words."""
    for source, target in pairs:
        found = unknown(source)
        if not found:
            continue
        meant = _meant(source, target)
        for one in found:
            right = meant.get(source[: one.start].count(" "), "")
            if right is not None:
                yield SpellingExample(one.word, one.named, right or None, source, one)


def _meant(source: str, target: str) -> dict[int, str | None]:
    """By the number of a replaced word, the word or two words in its place; None if that is not clear."""
    ours, theirs = source.split(" "), target.split(" ")
    found: dict[int, str | None] = {}
    for kind, i, j, k, m in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        alone = kind == "replace" and j - i == 1 and m - k in (1, 2)
        if alone:
            found[i] = " ".join(word.strip(".,;:!?\"()“”'‘’").lower().replace("’", "'") for word in theirs[k:m])
        elif kind != "equal":
            found |= dict.fromkeys(range(i, max(j, i + 1)))
    return found


def gathered(
    pairs: Iterable[Path], standing: Iterable[Path], lists: Mapping[str, Sequence[str]]
) -> list[SpellingExample]:
    """All examples from files. The shipped table decides which words are unknown, so it must be written first."""
    theirs = (one for path in pairs for one in examples(tune.read(path)))
    some = (
        one for path in standing for one in examples((line, line) for line in islice(read_lines(path), 0, None, EACH))
    )
    return [*theirs, *some, *(drawn(lists, DRAWN, random.Random(0)) if lists else ())]


def drawn(lists: Mapping[str, Sequence[str]], count: int, rng: random.Random) -> Iterator[SpellingExample]:
    """Sampled listed misspellings, more of frequent words than of rare ones."""
    sure = [(wrong, right[0]) for wrong, right in sorted(lists.items()) if len(right) == 1 and wrong.isalpha()]
    sure = [(wrong, right) for wrong, right in sure if not stands(wrong) and frequency(right) and not by_rule(wrong)]
    if not sure:
        raise GecError("none of the listed misspellings can be used; give a list of `wrong,right` lines")
    spread = Counter(right for _, right in sure)
    weights = [math.exp(frequency(right)) ** 0.75 / spread[right] for _, right in sure]
    for wrong, right in rng.choices(sure, weights, k=count):
        yield SpellingExample(wrong, False, right)


# --- fitting


def fit(found: Sequence[SpellingExample]) -> FittedSpelling:
    """Fit the weights on nine in ten of the examples, and measure them on the rest."""
    meant = {word: near(word) for word in dict.fromkeys(one.word for one in found)}
    able = [(one, one.features(meant[one.word])) for one in found]
    known = [(one, some) for one, some in able if some and one.meant in (None, *(word for word, _ in some))]
    held = [pair for number, pair in enumerate(able) if number % 10 == 0]
    apart = {one for one, _ in held}
    learned = [pair for pair in known if pair[0] not in apart]
    if not learned:
        raise GecError("too few words of these texts are missing from the table; give others as --pairs or --standing")
    weights = _fitted(learned)
    said = [(one, *best(some, one.standing(), weights)) for one, some in held if some]
    changed = [(one, word) for one, word, odds in said if odds > 0]
    return FittedSpelling(
        weights,
        len(held),
        sum(one.meant is not None for one, _ in held),
        sum(one.meant == word for one, word in changed),
        len(changed),
    )


def _fitted(known: Sequence[tuple[SpellingExample, Sequence[tuple[str, Mapping[str, float]]]]]) -> Weights:
    meant = sorted({name for _, some in known for _, features in some for name in features})
    stays = sorted(known[0][0].standing())
    most = max(len(some) for _, some in known)
    x = torch.zeros(len(known), most, len(meant))
    z = torch.zeros(len(known), len(stays))
    y = torch.full((len(known),), most)
    absent = torch.ones(len(known), most, dtype=torch.bool)
    for row, (one, some) in enumerate(known):
        for column, (word, features) in enumerate(some):
            x[row, column] = torch.tensor([features.get(name, 0.0) for name in meant])
            if word == one.meant:
                y[row] = column
        absent[row, : len(some)] = False
        stands_so = one.standing()
        z[row] = torch.tensor([stands_so[name] for name in stays])
    w, v = torch.zeros(len(meant), requires_grad=True), torch.zeros(len(stays), requires_grad=True)
    optimizer = torch.optim.LBFGS([w, v], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        sums = torch.cat([(x @ w).masked_fill(absent, -1e9), (z @ v)[:, None]], 1)
        total = torch.nn.functional.cross_entropy(sums, y) + PULL * (w @ w + v @ v)
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return {
        "meant": {name: round(value, 4) for name, value in zip(meant, w.tolist(), strict=True)},
        "stands": {name: round(value, 4) for name, value in zip(stays, v.tolist(), strict=True)},
    }


def write_weights(found: FittedSpelling, to: Path) -> None:
    to.write_text(json.dumps(found.weights, indent=1) + "\n", encoding="utf-8")
