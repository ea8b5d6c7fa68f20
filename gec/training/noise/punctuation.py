"""Commas, full stops, apostrophes, quotation marks and the spaces around them."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

SUBORDINATE = lexicon.word_set("punctuation", "subordinate")
OTHER_MARK = lexicon.word_lists("punctuation", "other_mark")
CONTRACTED = lexicon.word_lists("punctuation", "contracted")
QUOTES = frozenset('"“”')
SPREAD = lexicon.word_lists("punctuation", "spread")


def mark_missing(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A missing comma, final stop, semicolon, colon or dash."""
    mark = s.words[i]
    if mark == "," and i > 0 and s.spaced(i):
        return Corruption(s.start[i], s.end[i], "")
    if i == len(s) - 1 and mark in ".?!" and s.at(i - 1)[:1].isalpha() and rng.random() < 0.3:
        return Corruption(s.start[i], s.end[i], "")
    if mark in ";:—–" and s.spaced(i) and rng.random() < 0.5:
        start = s.end[i - 1] if i > 0 and s.spaced(i - 1) else s.start[i]
        return Corruption(start, s.end[i], "")
    return None


def comma_added(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I think, that; the man, who is here."""
    word, before = s.low[i], s.at(i - 1)
    if i < 2 or not before[:1].isalpha() or not s.spaced(i - 1):
        return None
    if word in SUBORDINATE:
        if word in {"and", "but", "so", "or", "as"} and rng.random() < 0.6:
            return None
        return Corruption(s.end[i - 1], s.end[i - 1], ",")
    # Between subject and verb, or before a phrase of place or time.
    subject_end = lexicon.share(before, "N") > 80 and lexicon.share(word, "V") > 70
    place = word in {"in", "on", "at", "with", "for", "to", "like"} and rng.random() < 0.15
    return Corruption(s.end[i - 1], s.end[i - 1], ",") if subject_end or place else None


def wrong_mark(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A comma splice, a stop for a question mark."""
    mark = s.words[i]
    last = i == len(s) - 1
    if last != (mark in {".", "?", "!", "…"}) and mark not in QUOTES:
        return None
    if (mark == "," and not s.spaced(i)) or (mark == "." and rng.random() < 0.7):
        return None
    new = pick(OTHER_MARK[mark], rng)
    if mark != "," or new != ".":
        return Corruption(s.start[i], s.end[i], new)
    # The word after a stop gets a capital. Only a subordinate clause makes such a fragment.
    after = s.words[i + 1].capitalize()
    return Corruption(s.start[i], s.end[i + 1], f". {after}") if s.at(i + 1) in SUBORDINATE else None


def apostrophe(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """dont, youre."""
    return s.swap(i, pick(CONTRACTED[s.low[i]], rng))


def spread(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """can not, did'nt."""
    return s.swap(i, pick(SPREAD[s.low[i]], rng))


FAMILIES = (
    Family("punctuation.missing", "M:PUNCT", 1, frozenset(",.?!;:—–").__contains__, mark_missing),
    Family("punctuation.comma_added", "U:PUNCT", 1, lambda w: w[:1].isalpha(), comma_added),
    Family("punctuation.wrong", "R:PUNCT", 1, OTHER_MARK.__contains__, wrong_mark),
    Family("contraction.apostrophe", "R:CONTR", 2, CONTRACTED.__contains__, apostrophe),
    Family("contraction.spread", "R:CONTR", 1, SPREAD.__contains__, spread),
)
