"""What is known of English words: which there are, of what kind, how often they are written, spelt and sounded."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a table, which is easier to read as they are written than as a list of strings."""
    return frozenset(words.split())
