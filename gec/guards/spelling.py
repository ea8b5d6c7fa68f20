"""Spelling of the model's edits: no new words that do not exist, no changed names, and *a* or *an* according to the
next sound."""

from __future__ import annotations

import re

from gec.edits.change import Change
from gec.language import lexicon, sound
from gec.language.ending import words
from gec.language.lexicon import COMMON_NAMES
from gec.language.similarity import phrase_similarity
from gec.language.written import stands

NEARBY_CHARACTERS = 1_000  # an unknown word may be inserted if the text has it within so many characters
MIN_SIMILARITY = 0.3  # between a misspelling and its correction

_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"\w+")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:ve|ll|re|d|m|s))\b", re.IGNORECASE)


def respells_name(change: Change) -> bool:
    """Whether an unknown word is replaced by a word that does not look like it. Then it is a name, not a
    misspelling."""
    old, new = change.old, change.edit.replacement
    if not old.strip() or not new.strip() or all(map(lexicon.known, words(old))):
        return False
    return phrase_similarity(old, new) < MIN_SIMILARITY


def makes_up(change: Change) -> bool:
    """Whether an edit inserts an unknown word that the text does not have nearby."""
    words = [word for word in _LETTERS.findall(_CLITIC.sub("", change.edit.replacement)) if _made_up(word)]
    low, high = max(0, change.edit.start - NEARBY_CHARACTERS), change.edit.end + NEARBY_CHARACTERS
    near = change.text[low:high] if words else ""
    return not {word.lower() for word in words}.issubset(_WORDS.findall(near.lower()))


def _made_up(word: str) -> bool:
    """Whether a word does not exist, such as *wraping*."""
    return len(word) > 1 and word.lower() not in COMMON_NAMES and not stands(word.lower())


def misses_sound(change: Change) -> bool:
    """Whether an edit changes *an hour* to *a hour*, or the like."""
    shouted = change.old.isupper() and change.edit.replacement.isupper()
    return bool(change.new) and sound.misses_sound(change.gone, change.new, change.text[change.edit.end :], shouted)
