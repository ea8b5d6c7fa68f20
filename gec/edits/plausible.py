"""Whether a correction could look like what a model proposed. What could not is never shown, whoever asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gec.edits.change import OPENING, WORD
from gec.edits.edit import Edit
from gec.words import dialect as dialects
from gec.words import word_set
from gec.words.sound import misses_sound

NEAR = 1_000  # characters on both sides in which a word that nobody knows may stand already
REMOVED = 4  # words that a correction may take away in one place

# Verbs behind which both *to read* and *reading* stand, but where something is wished for.
EITHER_WAY = word_set(
    """
    begin begins began begun start starts started continue continues continued
    like likes liked love loves loved hate hates hated prefer prefers preferred
    """
)
# Words of which either will do.
_EQUALS = """
    all/everything transport/transportation mail/email mails/emails mailed/emailed mailing/emailing
    implementor/implementer implementors/implementers
"""
EQUALS = frozenset(frozenset(two.split("/")) for two in _EQUALS.split())
WISHES = frozenset({"would", "should"})

_LETTERS = re.compile(r"[^\W\d_]+")
_PILED = re.compile(r"[,;:!?]\s?[,.;:!?]|\.\s?[.!?]")
_OPENS = re.compile(r"(?:\A|:\W* )\W*(?:[Aa]lso )?\Z")  # a sentence, or what a label says
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
    """Whether the old words are as good as the new: *colour* and *color*, *begin to read* and *begin reading*, and at
    the beginning of a sentence, or behind a label, *Return it* and *Returns it*."""
    if dialects.settled(text[edit.start : edit.end], edit.replacement) == text[edit.start : edit.end]:
        return True
    if frozenset((*gone, *new)) in EQUALS and len(gone) == len(new):
        return True
    if edit.type == "R:VERB:SVA" and _OPENS.search(text[max(0, edit.start - OPENING) : edit.start]):
        return True
    (long, short) = (gone, new) if len(gone) > len(new) else (new, gone)
    if len(long) != 2 or len(short) != 1 or long[0] != "to" or not short[0].endswith("ing"):
        return False
    from gec.words import lexicon

    before = WORD.findall(text[max(0, edit.start - 40) : edit.start].lower())[-3:]
    wished = not WISHES.isdisjoint(before) or any(word.endswith(("'d", "’d")) for word in before)
    return bool(before) and before[-1] in EITHER_WAY and not wished and long[1] in lexicon.bases(short[0])


def _new_words(text: str, edit: Edit) -> Iterator[str]:
    """The words of a replacement that its text does not have near by."""
    text = text[max(0, edit.start - NEAR) : edit.end + NEAR]
    for word in _LETTERS.findall(_CLITIC.sub("", edit.replacement)):
        if not re.search(rf"\b{word}\b", text, re.IGNORECASE):
            yield word


def _made_up(word: str) -> bool:
    """Whether nobody writes a word: it is neither known nor a form of one that is (*wrapping*, not *wraping*)."""
    from gec.usage.phrases import shipped
    from gec.words import lexicon  # tables that a text without new words need not wait for
    from gec.words.lexicon import COMMON_NAMES

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
