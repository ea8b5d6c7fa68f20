"""Prepositions and particles: wrong, missing or superfluous."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, Weighted, pick
from gec.training.noise.sentence import Corruption, TokenSentence

CONFUSED = lexicon.word_weights("prepositions", "confused")
OMITTED = {
    "to": 4,
    "of": 2,
    "in": 2,
    "for": 2,
    "on": 2,
    "at": 2,
    "with": 1,
    "about": 1,
    "from": 1,
    "by": 1,
    "into": 0.5,
}
EXTRA_AFTER = lexicon.word_map("prepositions", "extra_after")
OBJECT = lexicon.word_set("prepositions", "object")
PARTICLES = lexicon.word_lists("prepositions", "particles")
PLACE = lexicon.word_set("prepositions", "place")
TIMED = lexicon.word_set("prepositions", "timed")
TIME = lexicon.word_set("prepositions", "time")


@cache
def table(word: str) -> Weighted:
    """Wrong prepositions from the table written by hand, and from learners' texts."""
    counts = dict(CONFUSED[word])
    mined = lexicon.swaps().get(word)
    if mined:
        below = 0.0
        for wrong, bound in zip(mined.items, mined.bounds, strict=True):
            if wrong in CONFUSED:
                counts[wrong] = counts.get(wrong, 0.0) + (bound - below) / 12
            below = bound
    return Weighted(counts)


def wrong(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """arrive to the airport, good in maths."""
    before, after = s.at(i - 1), s.at(i + 1)
    if s.low[i] == "to" and lexicon.share(after, "V") > 50:
        return None
    if s.low[i] in {"as", "like"} and (
        before == "as" or after in {"well", "if", "soon"} or lexicon.share(before, "V") < 60
    ):
        return None
    if not after[:1].isalpha():
        return None
    new = table(s.low[i]).draw(rng)
    timed = after in TIMED or s.at(i + 2) in TIMED
    return s.swap(i, new) if timed or new not in {"since", "until", "during", "ago"} else None


def omitted(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I listen music; wait me."""
    if rng.random() * 4 > OMITTED[s.low[i]] or s.first(i) or not s.at(i + 1)[:1].isalpha():
        return None
    if s.low[i] == "to" and lexicon.share(s.at(i + 1), "V") > 50:
        return None
    return s.drop(i)


def superfluous(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """discuss about it; go to home; in last week."""
    word, before = s.low[i], s.at(i - 1)
    if word in PLACE:
        return (
            s.insert(i, "at" if before in {"be", "stay", "is", "was"} else "to")
            if lexicon.share(before, "V") > 60
            else None
        )
    if word in TIME:
        after = s.at(i + 1)
        if after in {
            "week",
            "month",
            "year",
            "summer",
            "night",
            "day",
            "morning",
            "weekend",
            "monday",
            "friday",
            "sunday",
        }:
            return s.insert(i, pick(("in", "on", "at"), rng)) if lexicon.share(before, "X") < 50 else None
        return None
    if s.at(i + 1) in OBJECT and s.spaced(i):
        return s.insert(i + 1, EXTRA_AFTER[word])
    return None


def extra_site(word: str) -> bool:
    return word in EXTRA_AFTER or word in PLACE or word in TIME


def particle(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """find up, turn out the light."""
    if lexicon.share(s.at(i - 1), "V") < 60:
        return None
    other = pick(PARTICLES[s.low[i]], rng)
    return s.swap(i, other) if other else s.drop(i)


FAMILIES = (
    Family("preposition.wrong", "R:PREP", 1, CONFUSED.__contains__, wrong),
    Family("preposition.omitted", "M:PREP", 1, OMITTED.__contains__, omitted),
    Family("preposition.superfluous", "U:PREP", 1, extra_site, superfluous),
    Family("preposition.particle", "R:PART", 1, PARTICLES.__contains__, particle),
)
