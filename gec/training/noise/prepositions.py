"""Prepositions and particles: the wrong one, a missing one, one too many."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, Weighted, pick
from gec.training.noise.sentence import Change, Sentence

CONFUSED: dict[str, dict[str, float]] = {
    "in": {"on": 6, "at": 6, "of": 2, "to": 1, "into": 1, "for": 1, "with": 0.5, "by": 0.5},
    "on": {"in": 6, "at": 3, "of": 1.5, "about": 1, "to": 1, "for": 1, "over": 0.3},
    "at": {"in": 6, "on": 4, "to": 2, "of": 0.5, "by": 0.5},
    "of": {"for": 2, "from": 2, "in": 2, "about": 1.5, "to": 1, "on": 1, "by": 0.7, "with": 0.5},
    "to": {"for": 3, "in": 2, "at": 2, "of": 1, "with": 1, "on": 1, "into": 0.5},
    "for": {"to": 4, "of": 2, "since": 1.5, "during": 1.5, "about": 1, "in": 1, "at": 1, "from": 0.5},
    "with": {"by": 2, "to": 2, "of": 1.5, "about": 1, "for": 1, "from": 1, "in": 1},
    "by": {"with": 3, "from": 2, "of": 1.5, "in": 1, "for": 1, "until": 1, "through": 0.5},
    "from": {"of": 3, "by": 1.5, "in": 1, "to": 1, "at": 1, "since": 1, "with": 0.7},
    "about": {"of": 3, "for": 1.5, "on": 1, "in": 1, "with": 0.7},
    "into": {"in": 5, "to": 3, "inside": 0.5}, "onto": {"on": 2, "to": 1}, "since": {"from": 3, "for": 2, "until": 0.3},
    "during": {"in": 2, "while": 2, "for": 1, "along": 0.5}, "until": {"to": 3, "till": 1, "by": 1, "since": 0.5},
    "between": {"among": 1, "in": 1, "of": 1, "from": 0.5}, "among": {"between": 2, "in": 1}, "like": {"as": 1},
    "as": {"like": 1}, "through": {"by": 2, "trough": 1, "from": 0.5}, "over": {"on": 1, "above": 1, "about": 0.6},
    "against": {"to": 1, "with": 1}, "towards": {"to": 1, "for": 0.5}, "within": {"in": 1, "during": 0.5},
    "without": {"with no": 1, "out of": 0.3}, "after": {"since": 1, "later": 0.4}, "across": {"through": 1, "along": 0.6},
    "under": {"below": 1, "in": 0.6}, "before": {"ago": 0.5, "until": 0.6}, "beside": {"besides": 1},
    "besides": {"beside": 1}, "off": {"of": 2}, "up": {"out": 1, "on": 1}, "out": {"off": 1, "up": 1},
}  # fmt: skip
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
EXTRA_AFTER = {
    "discuss": "about", "discussed": "about", "mention": "about", "mentioned": "about", "enter": "to", "entered": "into",
    "reach": "to", "reached": "to", "marry": "with", "married": "with", "answer": "to", "answered": "to", "contact": "to",
    "contacted": "with", "phone": "to", "tell": "to", "told": "to", "ask": "to", "asked": "to", "resemble": "to",
    "approach": "to", "approached": "to", "affect": "to", "affects": "to", "affected": "to", "emphasize": "on",
    "visit": "to", "visited": "to", "help": "to", "helped": "to", "meet": "with", "met": "with", "join": "to",
    "joined": "to", "leave": "from", "left": "from", "despite": "of", "attend": "to", "attended": "to", "lack": "of",
    "lacks": "of", "influence": "on", "influenced": "on", "oppose": "to", "opposed": "to", "follow": "to", "call": "to",
    "near": "to", "inside": "of", "outside": "of", "off": "of", "access": "to", "comprises": "of", "study": "about",
    "request": "for", "requested": "for", "demand": "for", "consider": "about", "considered": "about", "invite": "to",
    "allow": "to", "allows": "to", "accompany": "with", "thank": "to", "obey": "to", "watch": "at", "go": "to", "went": "to",
    "come": "to", "came": "to", "going": "to", "return": "to", "returned": "to",
}  # fmt: skip
OBJECT = frozenset(
    ["the", "a", "an", "my", "your", "his", "her", "its", "our", "their", "this", "that", "these", "those", "me", "you", "him", "us", "them", "some", "any", "every", "all", "each"]
)
PLACE = frozenset(["home", "there", "here", "abroad", "downtown", "upstairs", "back", "everywhere", "somewhere"])
TIME = frozenset(["last", "next", "every", "this", "tomorrow", "yesterday", "today"])


@cache
def table(word: str) -> Weighted:
    """Our own table, and beside it what learners really wrote."""
    counts = dict(CONFUSED[word])
    mined = lexicon.swaps().get(word)
    if mined:
        below = 0.0
        for wrong, bound in zip(mined.items, mined.bounds, strict=True):
            if wrong in CONFUSED:
                counts[wrong] = counts.get(wrong, 0.0) + (bound - below) / 12
            below = bound
    return Weighted(counts)


def wrong(s: Sentence, i: int, rng: Random) -> Change | None:
    """arrive to the airport, good in maths."""
    before, after = s.at(i - 1), s.at(i + 1)
    if s.low[i] == "to" and lexicon.share(after, "V") > 50:
        return None
    if s.low[i] in {"as", "like"} and (
        before == "as" or after in {"well", "if", "soon"} or lexicon.share(before, "V") < 60
    ):
        return None
    return s.swap(i, table(s.low[i]).draw(rng)) if after[:1].isalpha() else None


def omitted(s: Sentence, i: int, rng: Random) -> Change | None:
    """I listen music; wait me."""
    if rng.random() * 4 > OMITTED[s.low[i]] or s.first(i) or not s.at(i + 1)[:1].isalpha():
        return None
    if s.low[i] == "to" and lexicon.share(s.at(i + 1), "V") > 50:
        return None
    return s.drop(i)


def superfluous(s: Sentence, i: int, rng: Random) -> Change | None:
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


FAMILIES = (
    Family("preposition.wrong", "R:PREP", 1, CONFUSED.__contains__, wrong),
    Family("preposition.omitted", "M:PREP", 1, OMITTED.__contains__, omitted),
    Family("preposition.superfluous", "U:PREP", 1, extra_site, superfluous),
)
