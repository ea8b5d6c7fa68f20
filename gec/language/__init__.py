"""Knowledge of English words: their parts of speech, forms, frequency, spelling and sound."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a table, which is easier to read as they are written than as a list of strings."""
    return frozenset(words.split())
