"""Adjective for adverb, wrong degrees, and other words derived from the same stem."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

ENDINGS = lexicon.word_lists("morphology", "endings")


def adverb_of(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ily"
    if word.endswith("le"):
        return word[:-1] + "y"
    return word + ("ally" if word.endswith("ic") else "ly")


@cache
def adjective_of(word: str) -> str | None:
    if not word.endswith("ly") or lexicon.share(word, "R") < 60:
        return None
    for stem in (word[:-2], word[:-3] + "y", word[:-1] + "e", word[:-4]):
        if lexicon.share(stem, "A") > 40 and adverb_of(stem) == word:
            return stem
    return None


@cache
def relatives(word: str) -> tuple[str, ...]:
    """Words derived from the same stem, of another class."""
    known = lexicon.tags()
    found: dict[str, None] = {}
    if len(word) > 4:
        for a, b in ((a, b) for a, others in ENDINGS.items() for b in others):
            for old, new in ((a, b), (b, a)):
                if old and not word.endswith(old):
                    continue
                stem = word[: len(word) - len(old)]
                other = stem + new
                if (
                    len(stem) > 3
                    and other in known
                    and other != word
                    and lexicon.main_tag(other) != lexicon.main_tag(word)
                ):
                    found[other] = None
    return tuple(found)


def adverb(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """He drives careful."""
    adjective = adjective_of(s.low[i])
    return s.swap(i, adjective) if adjective else None


def adverb_for_adjective(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """It is really easily."""
    other = adverb_of(s.low[i])
    return s.swap(i, other) if lexicon.share(other, "R") > 50 else None


def derivation(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """the important of sleep; a confidence girl."""
    if s.words[i][0].isupper() and not s.first(i):
        return None
    return s.swap(i, pick(relatives(s.low[i]), rng))


def degree(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """more better, the most biggest, gooder, more easy."""
    word = s.low[i]
    if word in COMPARATIVE:
        plain, (more, _) = COMPARATIVE[word]
        mark = "more" if word == more else "most"
        return s.swap(i, pick((f"{mark} {word}", f"{mark} {word}", f"{mark} {plain}"), rng))
    if word in {"more", "most"} and s.spaced(i):
        after = s.at(i + 1)
        forms = lexicon.degrees(after)
        if forms is None or lexicon.share(after, "A") < 60:
            return None
        ending = "er" if word == "more" else "est"
        longer = forms[0 if word == "more" else 1] or (after + ending if len(after) < 8 else "")
        return s.swap(i, pick((longer, f"{word} {longer}"), rng), i + 2) if longer else None
    return None


COMPARATIVE = {
    form: (plain, pair)
    for plain, pair in lexicon.inflections()[3].items()
    for form in pair
    if form and lexicon.share(form, "A") > 50
}

FAMILIES = (
    Family("morphology.adverb", "R:MORPH", 1, lambda w: adjective_of(w) is not None, adverb),
    Family("morphology.adjective", "R:MORPH", 0.4, lambda w: lexicon.share(w, "A") > 70, adverb_for_adjective),
    Family("morphology.derivation", "R:MORPH", 2, lambda w: bool(relatives(w)), derivation),
    Family("morphology.degree", "R:ADJ:FORM", 1, lambda w: w in COMPARATIVE or w in {"more", "most"}, degree),
)
