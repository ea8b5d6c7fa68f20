"""Knowledge of English words: their parts of speech, forms, frequency, spelling and sound."""

from __future__ import annotations

import re

LETTER_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")  # a word without digits, with the apostrophes inside it


def word_set(words: str) -> frozenset[str]:
    """The words of a text. Long word lists are easier to read so than as lists of strings."""
    return frozenset(words.split())
