"""The words for numbers: *seven*, *seventh*, *seventy*, *seventieth*, and what they are worth."""

from __future__ import annotations


def _in_order(words: str) -> tuple[str, ...]:
    return tuple(words.split())


UNITS = _in_order("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
""")
TENS = _in_order("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = _in_order("""
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth
""")
VALUES = (
    {word: value for value, word in enumerate(UNITS)}
    | {word: value for value, word in enumerate(_ORDINALS)}
    | {word: 10 * value for value, word in enumerate(TENS, 2)}
    | {f"{word[:-1]}ieth": 10 * value for value, word in enumerate(TENS, 2)}
)
SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
