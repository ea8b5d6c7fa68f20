"""Capitals, hyphens, and words that are split or joined."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

PROPER = lexicon.word_set("orthography", "proper")
SPLIT = lexicon.word_map("orthography", "split")
JOINED = lexicon.word_map("orthography", "joined")
JOINED_SECOND = frozenset(pair.split()[1] for pair in JOINED)


def lowered(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """english, monday, i; a sentence without its capital."""
    word = s.words[i]
    if not word[0].isupper() or (word.isupper() and len(word) > 1) or not word.isascii():
        return None
    if s.first(i) and rng.random() < 0.6:
        return None
    return Corruption(
        s.start[i],
        s.end[i],
        word.lower() if word[1:].islower() or len(word) == 1 else word[0].lower() + word[1:],
    )


def raised(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A Capital for importance, mostly on nouns."""
    word = s.words[i]
    if not word.islower() or s.first(i) or (lexicon.share(word, "N") < 80 and rng.random() < 0.9):
        return None
    return Corruption(s.start[i], s.end[i], word.upper() if rng.random() < 0.05 else word[0].upper() + word[1:])


def split(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """every one, with out."""
    return s.swap(i, SPLIT[s.low[i]])


def joined(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """alot, infront."""
    new = JOINED.get(f"{s.at(i - 1)} {s.low[i]}")
    return s.swap(i - 1, new, i + 1) if new and s.spaced(i - 1) else None


def glued(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A missing space between two words or after a comma, or a superfluous one before a mark."""
    if not s.spaced(i):
        return None
    if s.low[i] in {",", ";"}:
        return Corruption(s.start[i], s.start[i + 1], pick((s.words[i], f" {s.words[i]} ", f" {s.words[i]}"), rng))
    if rng.random() < 0.15 and len(s.low[i]) < 5 and s.low[i].isalpha() and s.at(i + 1).isalpha():
        return Corruption(s.end[i], s.start[i + 1], "")
    return None


def hyphen(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """well known, or wellknown, for well-known."""
    return Corruption(s.start[i], s.end[i], s.words[i].replace("-", pick((" ", " ", ""), rng)))


def hyphen_added(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """a coffee-shop: a hyphen between two nouns."""
    if not s.spaced(i) or lexicon.share(s.at(i + 1), "N") < 80 or s.words[i + 1][0].isupper():
        return None
    return Corruption(s.end[i], s.start[i + 1], "-")


FAMILIES = (
    Family("case.lowered", "R:ORTH", 3, lambda w: w in PROPER or w == "i" or lexicon.share(w, "P") > 50, lowered),
    Family("case.sentence", "R:ORTH", 1, lambda w: w[:1].isalpha(), lowered),
    Family("case.raised", "R:ORTH", 1, lambda w: w.isalpha() and len(w) > 3, raised),
    Family("spacing.split", "R:ORTH", 1.2, SPLIT.__contains__, split),
    Family("spacing.joined", "R:ORTH", 0.6, JOINED_SECOND.__contains__, joined),
    Family("spacing.glued", "R:ORTH", 0.6, lambda w: w[:1].isalpha() or w in {",", ";"}, glued),
    Family("hyphen.lost", "R:ORTH", 1.5, lambda w: "-" in w[1:-1], hyphen),
    Family(
        "hyphen.added",
        "R:ORTH",
        0.4,
        lambda w: lexicon.share(w, "N") > 90,
        hyphen_added,
    ),
)
