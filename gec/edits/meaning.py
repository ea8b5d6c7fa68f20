"""Guards for corrections that would say something else: without a negation or with one, without the name that stood
before a colon, with another word beside a slash, of another part of speech. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon, word_set

WHO = word_set("i you he she we they")
SHOUTED = 40  # characters on both sides, and letters of them at least, that are all capitals
_TITLE_BEFORE, _TITLE_BEHIND = re.compile(r"[^\s.!?:;] [A-Z][a-z]+ \Z"), re.compile(r" [A-Z][a-z]+")


def _named(change: Change) -> bool:
    """*three on the Hardness Scale* becomes *the Hard Scale*: words with capitals beside each other are what
    something is called, and may only become several of it, or somebody's."""
    pair = change.pair
    inside = change.left[-2:-1].isalnum() or change.left[-2:-1] == ","
    if pair is None or not inside or not change.old.istitle() or not all(map(lexicon.known, pair)):
        return False
    old, new = (word.replace("’", "'").replace("'", "").rstrip("s") for word in pair)
    return old != new and bool(_TITLE_BEFORE.search(change.left) or _TITLE_BEHIND.match(change.right))


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
    _named,
    _who_it_was,
    _shouted,
)
