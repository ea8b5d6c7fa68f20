"""Auxiliaries and the verb *be*: missing or superfluous."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence
from gec.training.noise.verbs import MODALS, past, subject

HELPERS = lexicon.word_set("auxiliaries", "helpers")
COPULA = frozenset(["is", "are", "was", "were", "am", "be"])


def helper_dropped(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """He going home; I been there."""
    k = i + 1 if s.at(i + 1) not in {"not", "also", "never", "always"} else i + 2
    forms = lexicon.verb(s.at(k))
    if forms is None or s.first(i) or s.at(k) in {"a", "the"}:
        return None
    return s.drop(i) if s.at(k) in (forms[0], forms[3], forms[4]) and lexicon.share(s.at(k), "V") > 50 else None


def copula_dropped(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """My brother very tall."""
    after = s.at(i + 1)
    follows = lexicon.share(after, "A") > 50 or after in {"a", "an", "the", "very", "in", "so", "not", "too"}
    return s.drop(i) if (follows and not s.first(i) and s.low[i] != "be") or s.at(i - 1) in MODALS else None


def helper_added(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I was went; it is depends."""
    number = subject(s, i)
    word = s.low[i]
    forms = lexicon.verb(word)
    if not number or forms is None or (s.at(i - 1) in {"i", "you"} and word == forms[1]):
        return None
    if past(word):
        return s.insert(
            i,
            pick(("was", "did", "had", "have"), rng) if number == "s" else pick(("were", "had", "have"), rng),
        )
    if s.at(i - 1) == "i":
        return s.insert(i, "am")
    if word == forms[1] and number == "s":
        return s.insert(i, "is")
    return s.insert(i, pick(("are", "will"), rng)) if word == forms[0] and number == "p" else None


FAMILIES = (
    Family("auxiliary.dropped", "M:VERB:TENSE", 1, HELPERS.__contains__, helper_dropped),
    Family("auxiliary.copula", "M:VERB", 1, COPULA.__contains__, copula_dropped),
    Family(
        "auxiliary.added",
        "U:VERB:TENSE",
        1,
        lambda w: lexicon.verb(w) is not None and lexicon.share(w, "V") > 60,
        helper_added,
    ),
)
