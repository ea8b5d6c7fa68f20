"""Describes an edit in words: the kind of mistake, what to do, and why.

`NAMES` is also the list of all categories of types. `lesson.py` has the explanations, and `classify.py` gives an edit
its type.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gec.edits.lesson import Lesson, lesson

NAMES = {
    "ADJ": "adjective",
    "ADJ:FORM": "form of the adjective",
    "ADV": "adverb",
    "CONJ": "conjunction",
    "CONTR": "contraction",
    "DET": "article or determiner",
    "MORPH": "form of the word",
    "NOUN": "noun",
    "NOUN:INFL": "ending of the word",
    "NOUN:NUM": "singular or plural",
    "NOUN:POSS": "possessive",
    "ORTH": "capitals or spacing",
    "OTHER": "wording",
    "PART": "particle",
    "PREP": "preposition",
    "PRON": "pronoun",
    "PUNCT": "punctuation",
    "SPELL": "spelling",
    "UNK": "unclear wording",
    "VERB": "verb",
    "VERB:FORM": "form of the verb",
    "VERB:INFL": "ending of the verb",
    "VERB:SVA": "subject-verb agreement",
    "VERB:TENSE": "verb tense",
    "WO": "word order",
}
_WORD = r"([^\W_]+(?:[-'’.][^\W_]+)*)"
_BEHIND = re.compile(rf"\s?[*_`\"“‘(]*{_WORD}")
_BEFORE = re.compile(rf"{_WORD}\W?\s*$")


def many(count: int, noun: str) -> str:
    """For example `1 edit`, `2 edits`, `3 processes`."""
    return f"{count:,} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def message(original: str, replacement: str, kind: str, text: str = "", start: int = 0) -> str:
    """For example `replace “go” with “goes” (subject-verb agreement)`. The original is at `text[start:]`."""
    old, new = _quoted(original), _quoted(replacement)
    said = _inserted(original, replacement, text, start) or f"replace {old} with {new}"
    if original and replacement and old == new:
        said = _spaced(original, replacement)
    if not kind:
        return said
    name = mistake(kind, original, replacement)
    return f"{said} ({name})" if name else said


def mistake(kind: str, original: str, replacement: str) -> str:
    """The name of a mistake in words, which is what a message has in brackets."""
    return lesson(kind, original, replacement).name or NAMES.get(kind[2:], "")


def why(kind: str, old: str = "", new: str = "") -> str:
    """What is wrong, the rule and an example."""
    return _told(lesson(kind, old, new))


@lru_cache(maxsize=4096)
def _told(one: Lesson) -> str:
    return str(one)


def _inserted(old: str, new: str, text: str, start: int) -> str:
    """What to insert or remove, and where. Empty if words are replaced."""
    does, words, kept = "insert", new.split(), old.split()
    if len(kept) > len(words) or not new:
        does, words, kept = "remove", kept, words
    more, place = len(words) - len(kept), ""
    if kept and more and " ".join(words[more:]).lower() == " ".join(kept).lower():
        words, place = words[:more], f" before {_quoted(kept[0])}"
    elif kept and more and words[:-more] == kept:
        words, place = words[-more:], f" after {_quoted(kept[-1])}"
    elif old and new:
        return ""
    elif words:
        following, preceding = _BEHIND.match(text, start + len(old)), _BEFORE.search(text, max(start - 60, 0), start)
        place = f" before {_quoted(following[1])}" if following else ""
        if preceding and not (place and any(map(str.isalnum, "".join(words)))):
            place = f" after {_quoted(preceding[1])}"
    return f"{does} {_quoted(' '.join(words))}{place}"


def _spaced(old: str, new: str) -> str:
    """What to do with the spaces, if only spaces change."""
    before, behind = (int(has) for has in (new[:1].isspace(), new[-1:].isspace()))
    before, behind = before - old[:1].isspace(), behind - old[-1:].isspace()
    if not new.strip() or not (before or behind):
        return "leave one space"
    word = _quoted(new)
    if before + behind == 0:
        return f"put the space {'before' if before > 0 else 'after'} {word}"
    place = "before" if before else "after"
    return f"insert a space {place} {word}" if before + behind > 0 else f"remove the space {place} {word}"


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”" if text.strip() else "a space"
