"""How similar two words are in spelling. Each of the callers decides how similar is enough for it."""

from __future__ import annotations

from difflib import SequenceMatcher

from rapidfuzz.distance import Levenshtein

MAX_COMPARED_CHARACTERS = 40  # of a phrase; the rest says no more


def similarity(a: str, b: str) -> float:
    """The similarity of two words, from 0 to 1: 1 minus the edit distance divided by the longer length."""
    return 1 - Levenshtein.distance(a, b) / max(len(a), len(b), 1)


def phrase_similarity(a: str, b: str) -> float:
    """The similarity of the beginnings of two phrases, whatever their capitals."""
    most = MAX_COMPARED_CHARACTERS
    return similarity(a[:most].lower(), b[:most].lower())


def name_similarity(a: str, b: str) -> float:
    """The share of letters that two names have in common in the same order. Swapped and missing letters lower it less
    than `similarity`."""
    return SequenceMatcher(None, a, b).ratio()
