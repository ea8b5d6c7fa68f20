"""Whether a correction could look like what a model proposed. What could not is never shown, whoever asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gec.edits.change import WORD
from gec.edits.edit import Edit
from gec.language import dialect as dialects
from gec.language.sound import misses_sound

NEAR = 1_000  # characters on both sides in which a word that nobody knows may stand already
REMOVED = 4  # words that a correction may take away in one place

# Words of which either will do.
_EQUALS = """
    all/everything transport/transportation mail/email mails/emails mailed/emailed mailing/emailing
    implementor/implementer implementors/implementers
"""
EQUALS = frozenset(frozenset(two.split("/")) for two in _EQUALS.split())

_LETTERS = re.compile(r"[^\W\d_]+")
_PILED = re.compile(r"[,;:!?]\s?[,.;:!?]|\.\s?[.!?]")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:ve|ll|re|d|m|s))\b", re.IGNORECASE)


def plausible(text: str, edit: Edit) -> bool:
    """Whether a correction could look like this. A small model sometimes drops half a sentence, says a word twice or
    makes one up; none of it is ever shown, because it harms the text and a reader would find it again with effort."""
    gone = WORD.findall(text[edit.start : edit.end].lower())
    new = WORD.findall(edit.replacement.lower())
    if len(gone) - len(new) > REMOVED or _piles(text, edit) or any(map(_made_up, _new_words(text, edit))):
        return False
    before, after = WORD.findall(text[max(0, edit.start - 40) : edit.start].lower()), _next(text[edit.end :])
    said = [*before[-1:], *new, *after]
    was = [*before[-1:], *gone, *after]
    takes_next = bool(gone and new and after) and new[-1] == gone[-1] + after[0]  # some where -> somewhere where
    if new and (_doubled(said) > _doubled(was) or takes_next or misses_sound(gone, new, text[edit.end :])):
        return False
    from gec.edits.guesses import guessed  # with tables that a text without edits need not wait for

    return not guessed(text, edit, gone, new) and not (new and _as_good(text, edit, gone, new))


def _piles(text: str, edit: Edit) -> bool:
    """Whether an edit puts a mark right beside another, which only the full stop of etc. stands."""
    before, after = text[max(0, edit.start - 2) : edit.start], text[edit.end : edit.end + 2]
    old, new = (f"{before}{said}{after}" for said in (text[edit.start : edit.end], edit.replacement))
    return len(_PILED.findall(new)) > len(_PILED.findall(old))


def _as_good(text: str, edit: Edit, gone: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the old words are as good as the new: *colour* and *color*, *mail* and *email*."""
    old = text[edit.start : edit.end]
    if dialects.settled(old, edit.replacement) == old:
        return True
    return frozenset((*gone, *new)) in EQUALS and len(gone) == len(new)


def _new_words(text: str, edit: Edit) -> Iterator[str]:
    """The words of a replacement that its text does not have near by."""
    text = text[max(0, edit.start - NEAR) : edit.end + NEAR]
    for word in _LETTERS.findall(_CLITIC.sub("", edit.replacement)):
        if not re.search(rf"\b{word}\b", text, re.IGNORECASE):
            yield word


def _made_up(word: str) -> bool:
    """Whether nobody writes a word: it is neither known nor a form of one that is (*wrapping*, not *wraping*)."""
    from gec.language import lexicon  # tables that a text without new words need not wait for
    from gec.language.lexicon import COMMON_NAMES
    from gec.language.phrases import shipped

    low = word.lower()
    if len(word) == 1 or low in COMMON_NAMES or lexicon.known(low):
        return False
    forms = any(lexicon.known(base) for base, _ in lexicon.analyses(low))
    return not forms or shipped().log_count(low) is None


def _next(text: str) -> list[str]:
    found = WORD.search(text[:40].lower())
    return [found.group()] if found else []


def _doubled(words: list[str]) -> int:
    return sum(one == other for one, other in pairwise(words))
