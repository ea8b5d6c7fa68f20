"""Errors across sentences, and paragraphs that are so poor that they must be rewritten.

They take and return lists of sentences: a run-on makes one of two, fragments two of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from gec.language import word_set
from gec.training.noise import lexicon
from gec.training.noise.family import pick
from gec.training.noise.sentence import TokenSentence, applied

Corrupt = Callable[[str, Random], str]
JOINTS = (", ", ", ", ", ", " and ", " ", ", and ", ", so ", ", but ")
CONTRACTED = word_set("it's that's there's he's she's don't")
LINKS = word_set("in on at for with when because by after")
BREAKS = lexicon.word_set("passage", "breaks")
FUNCTION = lexicon.word_set("passage", "function")


def uncapitalised(text: str) -> str:
    """The text as it continues a sentence. Names, and words that may be names, keep their capital."""
    word = text.split(" ", 1)[0].rstrip(",.;:").lower().replace("’", "'")
    known = lexicon.main_tag(word) not in "P?" or word in CONTRACTED
    return text[0].lower() + text[1:] if known and word != "i" else text


def run_on(first: str, second: str, rng: Random) -> str | None:
    """Two sentences joined by a comma, a conjunction or none."""
    if not first.endswith(".") or first.endswith("..") or not second[:1].isupper():
        return None
    joint = pick(JOINTS, rng)
    return first[:-1] + joint + (uncapitalised(second) if rng.random() < 0.85 else second)


def fragments(sentence: str, rng: Random) -> list[str] | None:
    """A sentence split before a clause that cannot stand alone."""
    s = TokenSentence(sentence)
    cuts = [i for i in range(4, len(s) - 4) if s.low[i] in BREAKS and s.spaced(i - 1)]
    if not cuts:
        return None
    cut = pick(cuts, rng)
    head = sentence[: s.start[cut]].rstrip(" ,;:—–")
    tail = sentence[s.start[cut] :]
    return [head + ".", tail[0].upper() + tail[1:]]


def scrambled(sentence: str, rng: Random) -> str:
    """The sentence with its two parts around a preposition or conjunction exchanged."""
    s = TokenSentence(sentence)
    marks = [i for i in range(2, len(s) - 2) if s.low[i] in LINKS and s.spaced(i - 1)]
    if not marks or len(s) < 7:
        return sentence
    cut = pick(marks, rng)
    last = len(s) - 1
    if s.words[last] not in {".", "!", "?"} or s.start[last] <= s.start[cut]:
        return sentence
    head, tail = sentence[: s.end[cut - 1]].rstrip(" ,"), sentence[s.start[cut] : s.end[last - 1]]
    return tail[:1].upper() + tail[1:] + pick((" ", ", "), rng) + uncapitalised(head) + s.words[last]


def clipped(sentence: str, rng: Random) -> str:
    """The sentence without some function words, as in a note."""
    s = TokenSentence(sentence)
    drops = [s.drop(i) for i, word in enumerate(s.low) if word in FUNCTION and not s.first(i) and rng.random() < 0.15]
    kept = [change for change in drops if change]
    apart = [c for k, c in enumerate(kept) if k == 0 or c.start > kept[k - 1].end]
    return applied(sentence, apart)


def corrupted(sentences: Sequence[str], rng: Random, corrupt: Corrupt, across: float) -> list[str]:
    """Each sentence through `corrupt`, and errors at borders with probability `across`."""
    out: list[str] = []
    for sentence in sentences:
        noised = corrupt(sentence, rng)
        joined = run_on(out[-1], noised, rng) if out and rng.random() < across else None
        if joined:
            out[-1] = joined
            continue
        cut = fragments(noised, rng) if rng.random() < across / 2 else None
        out += cut or [noised]
    return out


def rewritten(sentences: Sequence[str], rng: Random, corrupt: Corrupt) -> list[str]:
    """A paragraph as a poor writer might write it."""

    def poor(sentence: str, rng: Random) -> str:
        if rng.random() < 0.3:
            sentence = scrambled(sentence, rng)
        if rng.random() < 0.4:
            sentence = clipped(sentence, rng)
        return corrupt(sentence, rng)

    return corrupted(sentences, rng, poor, 0.3)
