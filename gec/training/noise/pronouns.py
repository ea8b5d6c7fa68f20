"""Pronouns and conjunctions: wrong, missing or superfluous."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

WRONG = lexicon.word_lists("pronouns", "wrong")
DROPPABLE = lexicon.word_set("pronouns", "droppable")
SUBJECTS = {"he": "he", "she": "she", "they": "they", "it": "it"}
CONJUNCTIONS = lexicon.word_lists("pronouns", "conjunctions")
OWNED = frozenset({"the", "my", "our", "his", "her", "their", "this", "these", "some", "many"})


def wrong(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Me and him; the man which; he and I."""
    word = s.low[i]
    after = s.at(i + 1)
    if word in {"that", "what", "which"} and (lexicon.share(after, "N") > 60 or s.first(i)):
        return None
    if word == "her" and lexicon.share(after, "N") + lexicon.share(after, "A") > 50:
        return None
    if word in {"who", "which", "what"} and s.text.endswith("?"):
        return None
    if word == "i" and s.words[i] != "I":
        return None
    new = pick(WRONG[word], rng)
    if word == "i":
        return Corruption(s.start[i], s.end[i], "Me" if s.first(i) else new)
    return s.swap(i, "I" if new == "i" else new)


def missing(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Is raining; I think is good; the man lives there is my uncle."""
    word, after = s.low[i], s.at(i + 1)
    if word in {"that", "which", "this"} and (word != "which" or s.at(i - 1) == ","):
        return None
    verb_next = lexicon.verb(after) is not None or after in {"will", "can", "would", "should", "must"}
    if word in {"them", "me", "him", "us", "it"} and not after[:1].isalpha():
        return s.drop(i)
    return s.drop(i) if verb_next and s.at(i - 1) != "and" else None


def doubled_subject(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """My brother he works."""
    if not s.first(i) or lexicon.share(s.at(i + 1), "N") < 80 or lexicon.share(s.at(i + 2), "V") < 60:
        return None
    return s.insert(i + 2, "they" if lexicon.singular(s.at(i + 1)) else pick(("he", "it", "she", "it"), rng))


def wrong_conjunction(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    return s.swap(i, pick(CONJUNCTIONS[s.low[i]], rng))


def doubled_conjunction(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """Although it rained, but we went."""
    pair = {"although": "but", "because": "so", "since": "so", "though": "but", "if": "then", "when": "so"}[s.low[i]]
    if not s.first(i):
        return None
    commas = [k for k, w in enumerate(s.low) if w == "," and k > i + 2 and s.spaced(k)]
    return s.insert(commas[0] + 1, pair) if commas else None


def missing_conjunction(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    return None if s.first(i) else s.drop(i)


FAMILIES = (
    Family("pronoun.wrong", "R:PRON", 1, WRONG.__contains__, wrong),
    Family("pronoun.missing", "M:PRON", 1, DROPPABLE.__contains__, missing),
    Family("pronoun.doubled", "U:PRON", 0.3, OWNED.__contains__, doubled_subject),
    Family("conjunction.wrong", "R:CONJ", 1, CONJUNCTIONS.__contains__, wrong_conjunction),
    Family(
        "conjunction.doubled",
        "U:CONJ",
        1,
        {"although", "because", "since", "though", "if", "when"}.__contains__,
        doubled_conjunction,
    ),
    Family("conjunction.missing", "M:CONJ", 1, {"and", "or", "but", "if"}.__contains__, missing_conjunction),
)
