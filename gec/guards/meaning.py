"""What the writer says stays: words are not replaced by unrelated ones, dropped or added, unless people often make that
very correction."""

from __future__ import annotations

import re

from gec.edits.change import WORD, Change
from gec.edits.classify import similarity
from gec.guards import swaps
from gec.language import lexicon
from gec.language.negation import negates

OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV", "OTHER", "MORPH"})  # types of words that mean something
MIN_LETTERS, MIN_SIMILARITY = 6, 0.3  # letters of such a word, and how much of it must be left
LITTLE_LONG = 3  # letters of words that say little
REMOVED = 4  # words that a correction may take away in one place
WHO = lexicon.SUBJECTS - {"it", "who"}

_SPLIT = re.compile(r"nt|t|\w+not")  # of *do nt*, *don t* and *donot*


def removes_much(change: Change) -> bool:
    """A model sometimes drops half a sentence."""
    return len(change.gone) - len(change.new) > REMOVED


def is_unlike(change: Change) -> bool:
    """A long word is replaced by words that do not resemble it."""
    gone, new = change.gone, change.new
    if change.edit.type[2:] not in OPEN or len(gone) != 1 or len(gone[0]) < MIN_LETTERS or not new:
        return False
    return similarity(gone[0], " ".join(new)) < MIN_SIMILARITY


def invents(change: Change) -> bool:
    """Words are replaced by others of which one resembles none of them: *search them outside* becomes *am looking for*.
    Or several are replaced by one that does not resemble a long noun among them: *the constructive exchange* becomes
    *the construction*."""
    gone, new = change.gone, change.new
    if len(gone) < 2 or not new:
        return False
    if len(new) == 1:
        lost = (word for word in gone if len(word) > MIN_LETTERS and lexicon.kind(word) == "NOUN")
        return any(similarity(word, new[0]) < 2 * MIN_SIMILARITY for word in lost)
    content = [word for word in new if len(word) > LITTLE_LONG and lexicon.CLOSED.get(word) is None]
    return any(max(similarity(old, word) for old in gone) < MIN_SIMILARITY for word in content)


def is_unheard(change: Change) -> bool:
    """A known word is replaced by one that hardly anybody ever corrected it to: *watch* becomes *see*."""
    return change.pair is not None and swaps.unlike(*change.pair) and not swaps.common(*change.pair)


def denies(change: Change) -> bool:
    """*`true` enables it* becomes *Not true enables it*. Whether *not* is missing only its writer knows."""
    if not any(negates(word.replace("’", "'")) for word in change.new):
        return False
    near = WORD.findall((change.left + change.old + change.right).lower().replace("’", "'"))
    return not any(negates(word) or _SPLIT.fullmatch(word) for word in near)


def is_uncalled_for(change: Change) -> bool:
    """Words that hardly anybody ever left out or put in are dropped or added, and are no repetition."""
    gone, new = " ".join(change.gone), " ".join(change.new)
    if bool(gone) == bool(new) or not (gone + new).replace(" ", "").isalpha():
        return False
    beside = {*change.before[-1:], *change.behind[:1]}
    return gone not in beside and not swaps.common(gone or swaps.NOTHING, new or swaps.NOTHING)


def says_who(change: Change) -> bool:
    """*Was so glad to meet him.* becomes *He was*: the sentence does not say who it was."""
    stays = [*change.gone, *change.behind]
    named = change.opens and change.new[:1] and change.new[0] in WHO and change.new[1:] == change.gone
    return bool(named) and stays[:1] != ["am"]


def turns_opener(change: Change) -> bool:
    """*Return the list.* becomes *Returns*, or *Installing it* becomes *Install it*."""
    if change.pair is None or not change.opens:
        return False
    old, new = change.pair
    told = lexicon.kind(old) == "VERB" and old not in lexicon.AUXILIARIES and (old, "s") in lexicon.analyses(new)
    return told or (new, "ing") in lexicon.analyses(old)
