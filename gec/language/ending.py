"""How a sentence ends, if it does: a line without an end may be a heading, a note, half of a sentence, or one whose
writer left the stop out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gec.language import word_set

END = 20  # characters in which a sentence's last mark is looked for
SHORTEST = 3  # words of a sentence

# What makes a clause of a line, which headings rarely have.
CLAUSE = word_set(
    """
    am is are was were been has have had do does did can could will would shall should may might must
    i he she it we they you there
    """
)

_ENDED = re.compile(r"""[.?!…:;]["'”’)\]]*\s*\Z""")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def ended(text: str) -> bool:
    return _ENDED.search(text[-END:]) is not None


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


@lru_cache(maxsize=64)  # asked for every edit of a sentence
def clause(text: str) -> bool:
    """Whether a word is in it that headings seldom have: a pronoun, an auxiliary, a contraction."""
    return any(word in CLAUSE or not word.isalpha() for word in words(text))


def with_stop(text: str) -> str:
    """The text with a stop if it seems to be a sentence that lacks one: the model has read few that end without."""
    if not text[-1:].isalnum() or text.count(" ") + 1 < SHORTEST or not clause(text):
        return text
    return f"{text}."
