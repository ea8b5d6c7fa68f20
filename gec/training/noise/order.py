"""Words in the wrong order, said twice, left out or put in for nothing."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, Weighted
from gec.training.noise.sentence import Change, Sentence, recase

MID = lexicon.word_set("order", "mid")
AUXILIARY = lexicon.word_set("order", "auxiliary")
ASKING = lexicon.word_set("order", "asking")
PRONOUN = lexicon.word_set("order", "pronoun")
LEFT_OUT = lexicon.word_set("order", "left_out")


def exchanged(s: Sentence, i: int) -> Change | None:
    """Tokens i and i + 1 change places."""
    if not s.spaced(i) or not s.at(i + 1)[:1].isalpha():
        return None
    left, right = s.words[i], s.words[i + 1]
    if s.first(i):
        left = left if left == "I" or left[1:].isupper() else left[0].lower() + left[1:]
        right = recase(s.words[i], right, True)
    return Change(s.start[i], s.end[i + 1], f"{right} {left}")


def adverb(s: Sentence, i: int, rng: Random) -> Change | None:
    """always he goes; I like very much it."""
    before, after = s.at(i - 1), s.at(i + 1)
    if lexicon.share(after, "V") > 60 and not s.first(i) and before in PRONOUN | AUXILIARY:
        return exchanged(s, i if rng.random() < 0.5 or s.first(i - 1) else i - 1)
    return None


def adjective(s: Sentence, i: int, rng: Random) -> Change | None:
    """a car red."""
    noun = lexicon.share(s.at(i + 1), "N") > 80 and lexicon.share(s.at(i + 2), "N") < 50
    return exchanged(s, i) if noun and not s.first(i) else None


def inversion(s: Sentence, i: int, rng: Random) -> Change | None:
    """Where you are going? I know where is he; what he is doing?"""
    after = s.at(i + 1)
    if s.low[i] in AUXILIARY and after in PRONOUN and s.text.endswith("?"):
        return exchanged(s, i)
    # An indirect question asked like a direct one.
    if s.at(i - 1) in ASKING and s.low[i] in PRONOUN and after in AUXILIARY and not s.text.endswith("?"):
        return exchanged(s, i)
    return None


def preposition(s: Sentence, i: int, rng: Random) -> Change | None:
    """Two neighbours exchanged in a hurry, or enough after its adjective."""
    if s.low[i] == "enough" or s.at(i + 1) == "enough" or lexicon.main_tag(s.low[i]) == "R":
        return exchanged(s, i) if not s.first(i) else None
    return None


def doubled(s: Sentence, i: int, rng: Random) -> Change | None:
    """the the"""
    if not s.spaced(i) or not s.at(i + 1)[:1].isalpha():
        return None
    word = s.words[i]
    again = word if word == "I" or not s.first(i) else word[0].lower() + word[1:]
    return Change(s.end[i], s.end[i], f" {again}")


def left_out(s: Sentence, i: int, rng: Random) -> Change | None:
    """A small word lost."""
    return s.drop(i) if s.at(i + 1)[:1].isalpha() and not s.first(i) else None


@cache
def intruders() -> dict[str, Weighted]:
    """Word before -> what learners put after it for nothing."""
    found: dict[str, dict[str, float]] = {}
    for letter, *cells in lexicon.rows("confusions"):
        if letter == "I" and cells[0][:1].isalpha():
            before, word, _, count = cells
            row = found.setdefault(before, {})
            row[word] = row.get(word, 0.0) + float(count)
    return {before: Weighted(row) for before, row in found.items()}


@cache
def lost() -> dict[tuple[str, str], float]:
    """(word before, word) pairs of which learners left out the second."""
    found: dict[tuple[str, str], float] = {}
    for letter, *cells in lexicon.rows("confusions"):
        if letter == "O":
            found[cells[0], cells[1]] = found.get((cells[0], cells[1]), 0.0) + float(cells[3])
    return found


def intruding(s: Sentence, i: int, rng: Random) -> Change | None:
    """What learners were seen to add here."""
    word = intruders()[s.low[i]].draw(rng)
    if not s.spaced(i) or not s.at(i + 1)[:1].isalpha() or s.at(i + 1) == word:
        return None
    return s.insert(i + 1, word)


def observed_gap(s: Sentence, i: int, rng: Random) -> Change | None:
    """What learners were seen to leave out here."""
    pair = (s.at(i - 1), s.low[i])
    return s.drop(i) if i > 0 and pair in lost() and not s.first(i) else None


@cache
def losable() -> frozenset[str]:
    small = frozenset({"the", "a", "an"})
    return frozenset(word for _, word in lost() if lexicon.main_tag(word) in "NVARX" and word not in small)


FAMILIES = (
    Family("order.adverb", "R:WO", 3, MID.__contains__, adverb),
    Family("order.adjective", "R:WO", 0.6, lambda w: lexicon.share(w, "A") > 80, adjective),
    Family("order.inversion", "R:WO", 3, (AUXILIARY | PRONOUN).__contains__, inversion),
    Family("order.hurried", "R:WO", 1, lambda w: lexicon.share(w, "R") > 50, preposition),
    Family("word.doubled", "U:OTHER", 1, lambda w: lexicon.share(w, "X") > 70, doubled),
    Family("word.intruding", "U:OTHER", 2, lambda w: w in intruders(), intruding),
    Family("word.left_out", "M:OTHER", 1, LEFT_OUT.__contains__, left_out),
    Family("word.observed_gap", "M:OTHER", 2, lambda w: w in losable(), observed_gap),
)
