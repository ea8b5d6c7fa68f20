"""What the writer says stays: no words go, come or give way that have nothing to do with each other, unless people
often make that very correction.
"""

from __future__ import annotations

from gec.edits.change import Change
from gec.edits.classify import similarity
from gec.guards import swaps
from gec.language import lexicon, word_set

OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV", "OTHER", "MORPH"})  # types of words that mean something
LONG, ALIKE = 6, 0.3  # letters of such a word, and how much of it must be left
LITTLE_LONG = 3  # letters of words that say little
REMOVED = 4  # words that a correction may take away in one place
LINKING = word_set("be seem look feel become get sound taste smell remain stay keep make find grow turn appear go")
DEGREE = word_set("very so too quite more most really as less rather pretty")
WHO = word_set("i you he she we they")


def removes_much(change: Change) -> bool:
    """A model sometimes drops half a sentence."""
    return len(change.gone) - len(change.new) > REMOVED


def is_unlike(change: Change) -> bool:
    """A long word makes way for words that have nothing of it."""
    gone, new = change.gone, change.new
    if change.edit.type[2:] not in OPEN or len(gone) != 1 or len(gone[0]) < LONG or not new:
        return False
    return similarity(gone[0], " ".join(new)) < ALIKE


def invents(change: Change) -> bool:
    """Words make way for others of which one has nothing of them: *search them outside* becomes *am looking for*; or
    for a single one that has nothing of one of them: *the constructive exchange* becomes *the construction*."""
    gone, new = change.gone, change.new
    if len(gone) < 2 or not new:
        return False
    if len(new) == 1:
        lost = (word for word in gone if len(word) > LONG and lexicon.kind(word) == "NOUN")
        return any(similarity(word, new[0]) < 2 * ALIKE for word in lost)
    content = [word for word in new if len(word) > LITTLE_LONG and lexicon.CLOSED.get(word) is None]
    return any(max(similarity(old, word) for old in gone) < ALIKE for word in content)


def is_unheard(change: Change) -> bool:
    """A known word makes way for another that hardly anybody ever corrected it to: *watch* becomes *see*."""
    return change.pair is not None and swaps.unlike(*change.pair) and not swaps.common(*change.pair)


def is_uncalled_for(change: Change) -> bool:
    """Words go, or come, that hardly anybody ever left out or put in, and that are not said twice."""
    gone, new = " ".join(change.gone), " ".join(change.new)
    if bool(gone) == bool(new) or not (gone + new).replace(" ", "").isalpha():
        return False
    beside = {*change.before[-1:], *change.behind[:1]}
    return gone not in beside and not swaps.common(gone or swaps.NOTHING, new or swaps.NOTHING)


def says_who(change: Change) -> bool:
    """*Was so glad to meet him.* becomes *He was*: who it was is not to be known."""
    stays = [*change.gone, *change.behind]
    named = change.opens and change.new[:1] and change.new[0] in WHO and change.new[1:] == change.gone
    return bool(named) and stays[:1] != ["am"]


def unmakes_adverb(change: Change) -> bool:
    """*can be done very naturally* becomes *very natural*, *nationally known* becomes *national known*."""
    pair = change.pair
    if pair is None or not _adverb_of(*pair):
        return False
    behind = change.behind[0] if change.behind else ""
    if behind.endswith(("ed", "ing", "wn", "en")) or (behind and lexicon.kind(behind) == "ADJ"):
        return True
    before = [word for word in change.before if word not in DEGREE]
    if before[-1:] in (["and"], ["or"]) and before[-2:-1] and before[-2].endswith(("er", "ly")):  # faster and more
        return lexicon.kind(before[-2]) in ("ADV", "ADJ")
    before = before[-1:]
    if not before or before[0] in lexicon.CLOSED or before[0] in lexicon.AUXILIARIES:
        return False
    return "VERB" in lexicon.kinds(before[0]) and LINKING.isdisjoint((before[0], *lexicon.bases(before[0])))


def _adverb_of(word: str, base: str) -> bool:
    return word in (f"{base}ly", f"{base}ally", f"{base[:-1]}y" if base.endswith("le") else f"{base[:-1]}ily")
