"""Wrong word order: adverbs, adjectives, and the subject of a question."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family
from gec.training.noise.sentence import Corruption, TokenSentence, recase

MID = lexicon.word_set("order", "mid")
AUXILIARY = lexicon.word_set("order", "auxiliary")
ASKING = lexicon.word_set("order", "asking")
PRONOUN = lexicon.word_set("order", "pronoun")


def exchanged(s: TokenSentence, i: int) -> Corruption | None:
    """Exchange tokens i and i + 1."""
    if not s.spaced(i) or not s.at(i + 1)[:1].isalpha():
        return None
    left, right = s.words[i], s.words[i + 1]
    if s.first(i):
        left = left if left == "I" or left[1:].isupper() else left[0].lower() + left[1:]
        right = recase(s.words[i], right, True)
    return Corruption(s.start[i], s.end[i + 1], f"{right} {left}")


def adverb(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """always he goes; I like very much it."""
    before, after = s.at(i - 1), s.at(i + 1)
    subject = before in PRONOUN or before in AUXILIARY or lexicon.share(before, "N") + lexicon.share(before, "P") > 70
    if lexicon.share(after, "V") > 45 and not s.first(i) and subject:
        return exchanged(s, i if rng.random() < 0.5 or s.first(i - 1) else i - 1)
    return None


def adjective(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """a car red."""
    noun = lexicon.share(s.at(i + 1), "N") > 80 and lexicon.share(s.at(i + 2), "N") < 50
    return exchanged(s, i) if noun and not s.first(i) else None


def question(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Where you are going?"""
    return exchanged(s, i) if s.at(i + 1) in PRONOUN and s.text.endswith("?") else None


def indirect_question(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I know where is he."""
    inverted = s.at(i + 1) in PRONOUN and s.at(i + 2) in AUXILIARY and not s.text.endswith("?")
    return exchanged(s, i + 1) if inverted and not s.first(i) else None


def hurried(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Exchange an adverb with its neighbour: enough good."""
    if s.low[i] == "enough" or s.at(i + 1) == "enough" or lexicon.main_tag(s.low[i]) == "R":
        return exchanged(s, i) if not s.first(i) else None
    return None


FAMILIES = (
    Family("order.adverb", "R:WO", 3, MID.__contains__, adverb),
    Family("order.adjective", "R:WO", 0.6, lambda w: lexicon.share(w, "A") > 80, adjective),
    Family("order.question", "R:WO", 0.5, AUXILIARY.__contains__, question),
    Family("order.indirect_question", "R:WO", 0.5, ASKING.__contains__, indirect_question),
    Family("order.hurried", "R:WO", 1, lambda w: lexicon.share(w, "R") > 50, hurried),
)
