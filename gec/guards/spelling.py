"""Words stay words: none is made up, parted, or taken for another that only looks like it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.edits.change import Change
from gec.edits.classify import similarity
from gec.language import lexicon, sound
from gec.language.ending import words
from gec.language.lexicon import COMMON_NAMES
from gec.language.phrases import shipped
from gec.language.written import frequency, stands

NEAR = 1_000  # characters on both sides in which a word that nobody knows may stand already
ALIKE = 0.3  # likeness below which a word is no spelling of another
LONGEST = 40  # characters whose likeness is worth comparing
RARE = 5.0  # as a logarithm, how often such an adjective is written at most
MADE = ("able", "ible", "ful", "less", "al", "ic", "y")  # what adjectives that are made of other words end in

_LETTERS = re.compile(r"[^\W\d_]+")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:ve|ll|re|d|m|s))\b", re.IGNORECASE)


def respells_name(change: Change) -> bool:
    """A word that nobody knows is a name, or a misspelling that looks like what was meant."""
    old, new = change.old, change.edit.replacement
    if not old.strip() or not new.strip() or all(map(lexicon.known, words(old))):
        return False
    return similarity(old[:LONGEST].lower(), new[:LONGEST].lower()) < ALIKE


def makes_up(change: Change) -> bool:
    """A word comes that nobody writes, and that does not stand near by."""
    return any(map(_made_up, _new_words(change)))


def _new_words(change: Change) -> Iterator[str]:
    text = change.text[max(0, change.edit.start - NEAR) : change.edit.end + NEAR]
    for word in _LETTERS.findall(_CLITIC.sub("", change.edit.replacement)):
        if not re.search(rf"\b{word}\b", text, re.IGNORECASE):
            yield word


def _made_up(word: str) -> bool:
    """Whether nobody writes a word: it is neither known nor a form of one that is (*wrapping*, not *wraping*)."""
    low = word.lower()
    if len(word) == 1 or low in COMMON_NAMES or lexicon.known(low):
        return False
    forms = any(lexicon.known(base) for base, _ in lexicon.analyses(low))
    return not forms or shipped().log_count(low) is None


def misses_sound(change: Change) -> bool:
    """*an hour* becomes *a hour*."""
    return bool(change.new) and sound.misses_sound(change.gone, change.new, change.text[change.edit.end :])


def parts(change: Change) -> bool:
    """A word becomes two that nobody writes beside each other, or takes the place of the next: *is setup on it*."""
    gone, new = change.gone, change.new
    if len(gone) == len(new) == 2 and "".join(new) == gone[0]:
        return True
    return len(gone) == 1 and len(new) == 2 and "".join(new) == gone[0] and shipped().log_count(" ".join(new)) is None


def unmakes(change: Change) -> bool:
    """*stateful closures* becomes *state closures*: a rare adjective what it was made of."""
    old, new = change.pair or ("", "")
    made = old.endswith(MADE) and old.startswith(new.removesuffix("e")) and len(new) < len(old)
    return made and stands(old) and frequency(old) < RARE
