"""Guards for corrections that would say something else: without a negation or with one, without the name that stood
before a colon, with another word beside a slash, of another part of speech. `guesses.py` asks them all.
"""

from __future__ import annotations

from collections.abc import Callable

from gec.edits.change import Change
from gec.words import word_set

WHO = word_set("i you he she we they")
SHOUTED = 40  # characters on both sides, and letters of them at least, that are all capitals


def _who_it_was(change: Change) -> bool:
    """*Was so glad to meet him.* becomes *He was*: who it was is not to be known."""
    stays = [*change.gone, *map(str.lower, change.behind)]
    named = change.opens and change.new[:1] and change.new[0] in WHO and [*change.new[1:]] == [*change.gone]
    return bool(named) and stays[:1] != ["am"]


def _shouted(change: Change) -> bool:
    """*DAMAGES ARISING OUT OF THE USE* becomes *ARISING OF*: of what is all in capitals a model knows little."""
    was, _ = change.around(SHOUTED)
    letters = [letter for letter in was if letter.isalpha()]
    shouted = len(letters) > SHOUTED and all(map(str.isupper, letters))
    return shouted and not change.edit.type.endswith((":SPELL", ":ORTH"))


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _who_it_was,
    _shouted,
)
