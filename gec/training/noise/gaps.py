"""Repeated, missing and superfluous words, as in learners' texts."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.determiners import DETERMINERS
from gec.training.noise.family import Family, Weighted
from gec.training.noise.prepositions import CONFUSED, PARTICLES
from gec.training.noise.pronouns import CONJUNCTIONS, DROPPABLE
from gec.training.noise.sentence import Corruption, TokenSentence

LEFT_OUT = lexicon.word_map("gaps", "left_out")
BY_TAG = {"N": "NOUN", "V": "VERB", "A": "ADJ", "R": "ADV"}
Extra = dict[str, Weighted]


def word_class(word: str) -> str:
    """The second half of the ERRANT type for this word if it is missing or superfluous."""
    for name, words in (
        ("DET", DETERMINERS),
        ("PRON", DROPPABLE),
        ("CONJ", CONJUNCTIONS),
        ("PART", PARTICLES),
    ):
        if word in words:
            return name
    return "PREP" if word in CONFUSED else BY_TAG.get(lexicon.main_tag(word), "OTHER")


@cache
def intruders() -> dict[str, Extra]:
    """Class of word -> word before -> superfluous words that learners put after it."""
    found: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for letter, *cells in lexicon.rows("confusions"):
        if letter == "I" and cells[0][:1].isalpha():
            before, word, count = cells
            row = found[word_class(word)][before]
            row[word] = row.get(word, 0.0) + float(count)
    return {name: {before: Weighted(row) for before, row in rows.items()} for name, rows in found.items()}


@cache
def lost() -> dict[str, frozenset[tuple[str, str]]]:
    """Class of word -> pairs (word before, word) in which learners left out the second word."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for letter, *cells in lexicon.rows("confusions"):
        if letter == "O":
            found[word_class(cells[1])].add((cells[0], cells[1]))
    return {name: frozenset(pairs) for name, pairs in found.items()}


@cache
def losable(name: str) -> frozenset[str]:
    return frozenset(word for _, word in lost()[name])


def doubled(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """the the"""
    if not s.spaced(i) or not s.at(i + 1)[:1].isalpha():
        return None
    word = s.words[i]
    again = word if word == "I" or not s.first(i) else word[0].lower() + word[1:]
    return Corruption(s.end[i], s.end[i], f" {again}")


def left_out(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Leave out a small word that the rest of the sentence requires."""
    after = s.at(i + 1)
    return s.drop(i) if after[:1].isalpha() and LEFT_OUT[s.low[i]] in {after, ""} and not s.first(i) else None


def may_precede(name: str, word: str, after: str) -> bool:
    """Whether a superfluous word is plausible before the next word."""
    noun = lexicon.share(after, "N") + lexicon.share(after, "A") + lexicon.share(after, "P") > 70
    if name == "DET":
        return word in {"a", "an", "the", "some"} and noun and after not in DETERMINERS
    if name == "PREP":
        return noun or after in DETERMINERS
    if name == "PRON":
        return word in {"it", "me", "them", "him", "us"} or lexicon.share(after, "V") > 60
    return name != "VERB" or lexicon.share(after, "V") + lexicon.share(after, "A") > 60


def intrusion(name: str, weight: float) -> Family:
    def make(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
        word, after = intruders()[name][s.low[i]].draw(rng), s.at(i + 1)
        if not s.spaced(i) or not after[:1].isalpha() or after == word or not may_precede(name, word, after):
            return None
        return s.insert(i + 1, "I" if word == "i" else word)

    return Family(f"intrusion.{name.lower()}", f"U:{name}", weight, lambda w: w in intruders()[name], make)


def gap(name: str, weight: float) -> Family:
    def make(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
        return s.drop(i) if (s.at(i - 1), s.low[i]) in lost()[name] and not s.first(i) else None

    return Family(f"gap.{name.lower()}", f"M:{name}", weight, lambda w: w in losable(name), make)


FAMILIES = (
    Family("gap.small_word", "M:OTHER", 3, LEFT_OUT.__contains__, left_out),
    *(gap(name, 0.5) for name in ("PREP", "PRON", "VERB", "CONJ")),
    Family("intrusion.doubled", "U:OTHER", 1, lambda w: lexicon.share(w, "X") > 70, doubled),
    *(intrusion(name, 1) for name in ("DET", "PREP", "PRON", "VERB", "CONJ", "PART")),
)
