"""Protects the meaning of a sentence: words are not replaced by unrelated ones, deleted or inserted, unless people
often make the same correction."""

from __future__ import annotations

import re

from gec.edits.change import WORD, Change
from gec.guards import swaps
from gec.language import lexicon
from gec.language.negation import negates
from gec.language.similarity import similarity

OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV", "OTHER", "MORPH"})  # types of edits of content words
MIN_LETTERS, MIN_SIMILARITY = 6, 0.3  # letters of a long content word, and its similarity to its replacement
LITTLE_LONG = 3  # words with at most so many letters have little meaning
REMOVED = 4  # most words that a correction deletes in one place
WHO = lexicon.SUBJECTS - {"it", "who"}

_SPLIT = re.compile(r"nt|t|\w+not")  # of *do nt*, *don t* and *donot*


def removes_much(change: Change) -> bool:
    """Whether an edit deletes many words. A model sometimes drops half a sentence."""
    return len(change.gone) - len(change.new) > REMOVED


def is_unlike(change: Change) -> bool:
    """Whether a long word is replaced by words that are not similar to it."""
    gone, new = change.gone, change.new
    if change.edit.type[2:] not in OPEN or len(gone) != 1 or len(gone[0]) < MIN_LETTERS or not new:
        return False
    return similarity(gone[0], " ".join(new)) < MIN_SIMILARITY


def invents(change: Change) -> bool:
    """Whether several words are replaced by others of which one is not similar to any of them: *search them outside*
    becomes *am looking for*. Or whether they are replaced by one word that is not similar to a long noun among them:
    *the constructive exchange* becomes *the construction*."""
    gone, new = change.gone, change.new
    if len(gone) < 2 or not new:
        return False
    if len(new) == 1:
        lost = (word for word in gone if len(word) > MIN_LETTERS and lexicon.kind(word) == "NOUN")
        return any(similarity(word, new[0]) < 2 * MIN_SIMILARITY for word in lost)
    come = [word for word in new if len(word) > LITTLE_LONG and word not in lexicon.CLOSED]
    return any(max(similarity(old, word) for old in gone) < MIN_SIMILARITY for word in come)


def is_unheard(change: Change) -> bool:
    """Whether a known word is replaced by another one, although people hardly ever do so: *watch* becomes *see*."""
    return change.pair is not None and swaps.unlike(*change.pair) and not swaps.common(*change.pair)


def denies(change: Change) -> bool:
    """Whether an edit inserts or drops the only negation: *`true` enables it* becomes *Not true enables it*, or *are
    not notified* becomes *are notified*."""
    gone, new = ([word.replace("’", "'") for word in words] for words in (change.gone, change.new))
    if any(map(negates, new)):
        asked = change.left + change.old + change.right
    elif any(map(negates, gone)) and {*new} <= {*map(_affirmed, gone)}:
        asked = change.left + change.right
    else:
        return False
    near = WORD.findall(asked.lower().replace("’", "'"))
    return not any(negates(word) or _SPLIT.fullmatch(word) for word in near)


def _affirmed(word: str) -> str:
    """A word without its negation: *is* for *isn't*, *can* for *cannot*."""
    return word.removesuffix("n't").removesuffix("not")


def is_uncalled_for(change: Change) -> bool:
    """Whether words are deleted or inserted although people hardly ever do so. A repeated word may be deleted."""
    gone, new = " ".join(change.gone), " ".join(change.new)
    if bool(gone) == bool(new) or not (gone + new).replace(" ", "").isalpha():
        return False
    beside = {*change.before[-1:], *change.behind[:1]}
    return gone not in beside and not swaps.common(gone or swaps.NOTHING, new or swaps.NOTHING)


def says_who(change: Change) -> bool:
    """Whether an edit inserts a subject at the beginning: *Was so glad to meet him.* becomes *He was*."""
    stays = [*change.gone, *change.behind]
    named = change.opens and change.new[:1] and change.new[0] in WHO and change.new[1:] == change.gone
    return bool(named) and stays[:1] != ["am"]


def turns_opener(change: Change) -> bool:
    """Whether an edit changes the form of the first verb: *Return the list.* becomes *Returns*, or *Installing it*
    becomes *Install it*."""
    if change.pair is None or not change.opens:
        return False
    old, new = change.pair
    told = lexicon.kind(old) == "VERB" and old not in lexicon.AUXILIARIES and (old, "s") in lexicon.analyses(new)
    return told or (new, "ing") in lexicon.analyses(old)
