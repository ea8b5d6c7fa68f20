"""How a sentence ends. A line without a stop may be a heading, a note, half of a sentence, or a sentence whose stop is
missing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gec.language import LETTER_WORD, word_set

END = 20  # characters at the end in which the stop is looked for
SHORTEST = 3  # words of a sentence

# Words that make a line a clause. Headings rarely have them.
CLAUSE = word_set(
    """
    am is are was were been has have had do does did can could will would shall should may might must
    i he she it we they you there
    """
)

_ENDED = re.compile(r"""[.?!…:;]["'”’)\]]*\s*\Z""")


def ended(text: str) -> bool:
    return _ENDED.search(text[-END:]) is not None


def words(text: str) -> list[str]:
    return LETTER_WORD.findall(text.lower())


@lru_cache(maxsize=64)  # called for every edit of a sentence
def clause(text: str) -> bool:
    """Whether a text has a word that headings seldom have: a pronoun, an auxiliary, a contraction."""
    return any(word in CLAUSE or not word.isalpha() for word in words(text))


def with_stop(text: str) -> str:
    """The text with a stop added if it seems to be a sentence without one. The model was trained on few such."""
    if not text[-1:].isalnum() or text.count(" ") + 1 < SHORTEST or not clause(text):
        return text
    return f"{text}."
