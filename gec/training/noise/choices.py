"""Replaces a word by another existing word: similar words, wrong collocations, and substitutions that learners made."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, Weighted, pick
from gec.training.noise.order import PRONOUN
from gec.training.noise.prepositions import CONFUSED
from gec.training.noise.sentence import Corruption, TokenSentence

BE = ("be", "am", "is", "are", "was", "were", "been", "being")
ALIKE = lexicon.word_lists("choices", "alike")
RARELY = lexicon.word_set("choices", "rarely")
COLLOCATIONS = lexicon.word_lists("choices", "collocations")


@cache
def seen(word: str) -> Weighted | None:
    """The words that learners wrote instead of this one, except for other forms of the same word."""
    table = lexicon.swaps().get(word)
    if table is None or word in CONFUSED:
        return None
    kept: dict[str, float] = {}
    below = 0.0
    forms = BE if word in BE else lexicon.verb(word) or (word,)
    for wrong, bound in zip(table.items, table.bounds, strict=True):
        same = wrong in forms or lexicon.singular(word) == wrong or lexicon.plural(word) == wrong
        if wrong and not same and (wrong in lexicon.tags() or " " in wrong):
            kept[wrong] = bound - below
        below = bound
    return Weighted(kept) if kept else None


def observed(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """win money for earn money: a substitution from corrected texts."""
    table = seen(s.low[i])
    if table is None or not (s.words[i].islower() or s.first(i)):
        return None
    # A word that learners nearly always get right is nearly always left alone.
    rate = table.bounds[-1] / lexicon.occurrences().get(s.low[i], 1)
    return s.swap(i, table.draw(rng)) if rng.random() < 20 * rate else None


@cache
def phrases() -> dict[str, dict[str, dict[str, Weighted]]]:
    """First word -> second word -> phrase -> what learners wrote instead."""
    found: dict[str, dict[str, dict[str, Weighted]]] = {}
    for right, wrong in lexicon.swaps().items():
        first, _, rest = right.partition(" ")
        # A subject after its verb is an error only in some clauses, which order.py handles.
        if rest and first not in PRONOUN:
            second = rest.partition(" ")[0]
            found.setdefault(first, {}).setdefault(second, {})[right] = wrong
    return found


def phrase(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Several words at once: "how it looks" becomes "how looks it"."""
    table = phrases()[s.low[i]].get(s.at(i + 1), {})
    for stop in (i + 3, i + 2):
        wrong = table.get(" ".join(s.low[i:stop]))
        if wrong:
            return s.swap(i, wrong.draw(rng), stop)
    return None


def alike(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """its/it's, then/than, lose/loose."""
    word = s.low[i]
    if word in RARELY and rng.random() < 0.93:
        return None
    if word == "have" and s.at(i - 1) not in {"could", "should", "would", "must", "might"}:
        return None
    return s.swap(i, pick(ALIKE[word], rng))


def collocation(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """do a mistake, say me."""
    if not (s.words[i].islower() or s.first(i)):
        return None
    if s.low[i] in {"do", "does", "did", "have"} and s.at(i + 1) not in {
        "the",
        "a",
        "it",
        "some",
        "my",
        "his",
    }:
        return None
    return s.swap(i, pick(COLLOCATIONS[s.low[i]], rng))


@cache
def observable(tags: str) -> frozenset[str]:
    """The words of these parts of speech that learners replaced by others."""
    return frozenset(word for word in lexicon.swaps() if lexicon.main_tag(word) in tags and seen(word))


@cache
def colliding(tag: str) -> frozenset[str]:
    return frozenset(word for word in COLLOCATIONS if lexicon.main_tag(word) == tag)


FAMILIES = (
    Family("choice.alike", "R:OTHER", 4, ALIKE.__contains__, alike),
    Family("choice.phrase", "R:OTHER", 3, lambda w: w in phrases(), phrase),
    Family("choice.observed", "R:OTHER", 3, lambda w: w in observable("XP"), observed),
    Family("choice.noun", "R:NOUN", 2, lambda w: w in observable("N"), observed),
    Family("collocation.noun", "R:NOUN", 1, lambda w: w in colliding("N"), collocation),
    Family("choice.verb", "R:VERB", 2, lambda w: w in observable("V"), observed),
    Family("collocation.verb", "R:VERB", 2, lambda w: w in colliding("V"), collocation),
    Family("choice.adjective", "R:ADJ", 2, lambda w: w in observable("A"), observed),
    Family("collocation.adjective", "R:ADJ", 1, lambda w: w in colliding("A"), collocation),
    Family("choice.adverb", "R:ADV", 2, lambda w: w in observable("R"), observed),
    Family("collocation.adverb", "R:ADV", 1, lambda w: w in colliding("R"), collocation),
)
