"""An edit in words: what kind of mistake it corrects, what to do about it, and why, in short lines for people.

The table of names is also the list of the types there are. What a type teaches is in `lesson.py`, which type an edit
has in `classify.py`.
"""

from __future__ import annotations

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
    "NOUN:INFL": "form of the plural",
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
    "VERB:INFL": "irregular verb",
    "VERB:SVA": "subject-verb agreement",
    "VERB:TENSE": "verb tense",
    "WO": "word order",
}


def many(count: int, noun: str) -> str:
    """For example `1 edit`, `2 edits`, `3 processes`."""
    return f"{count:,} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def message(original: str, replacement: str, kind: str) -> str:
    """For example `replace “go” with “goes” (subject-verb agreement)`."""
    old, new = _quoted(original), _quoted(replacement)
    if not original:
        said = f"insert {new}"
    elif not replacement:
        said = f"remove {old}"
    elif old == new:
        said = _spaced(original, replacement)
    else:
        said = f"replace {old} with {new}"
    if not kind:
        return said
    name = lesson(kind, original, replacement).name or NAMES.get(kind[2:], "")
    return f"{said} ({name})" if name else said


def why(kind: str, old: str = "", new: str = "") -> str:
    """What is wrong, the rule and an example, for an edit of a type or of these very words."""
    return _told(lesson(kind, old, new))


@lru_cache(maxsize=4096)
def _told(one: Lesson) -> str:
    """One string, however many findings teach the same."""
    return str(one)


def _spaced(old: str, new: str) -> str:
    """What is done where only blanks change."""
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
