"""Guards for what was right as it stood: gerunds, participles, possessives, orders, appositions, marks that are a
matter of style; those of agreement are in `agreement.py`. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon, word_set

BEING = word_set("am is are was were")
CONTRACTED = word_set("i'm you're we're they're he's she's")
_ELLIPSIS = re.compile(r"\.{3,}|…|\.(?: \.){2,}")
DOING = word_set("for of by without about")
LINKING = word_set("be seem look feel become get sound taste smell remain stay keep make find grow turn appear go")
DEGREE = word_set("very so too quite more most really as less rather pretty")
MANY = word_set("""
    two three four five six several many some all these those both few different various other multiple following our
    their its main certain
""")


def _trailing(change: Change) -> bool:
    """*Loading...* loses dots, or another mark comes for them."""
    was, now = (len(_ELLIPSIS.findall(side)) for side in change.around(3))
    return now < was


def _goes_on(change: Change) -> bool:
    """A line of verse, or of a list, that ends with a comma, ends with a full stop, or a string with none."""
    if change.old.strip() != "," or change.right.strip():
        return False
    new = change.edit.replacement.strip()
    return new == "." or (not new and change.left[-1:] in ("'", '"', "”", "’"))


def _able(change: Change) -> bool:
    """What can be done becomes what was done, or the other way round: *installable* and *installed*, *accessed* and
    *accessible*, *depended upon* and *dependent*."""
    if change.pair is None:
        return False
    able, done = sorted(change.pair, key=_done)
    ending = ("able", "ible", "ent") if done == change.pair[0] else ("able", "ible")
    return able.endswith(ending) and _done(done) and (able != change.pair[1] or able[:4] == done[:4])


def _done(word: str) -> bool:
    return word.endswith("ed") or any(form in ("past", "participle") for _, form in lexicon.analyses(word))


def _manner(change: Change) -> bool:
    """*can be done very naturally* becomes *very natural*, *it lands cleanly* becomes *clean*."""
    pair = change.pair
    if pair is None or not _adverb_of(*pair):
        return False
    before = [word for word in change.before if word not in DEGREE]
    if before[-1:] in (["and"], ["or"]) and before[-2:-1] and before[-2].endswith(("er", "ly")):  # faster and more
        return lexicon.kind(before[-2]) in ("ADV", "ADJ")
    before = before[-1:]
    if not before or before[0] in lexicon.CLOSED or before[0] in lexicon.AUXILIARIES:
        return False
    return "VERB" in lexicon.kinds(before[0]) and LINKING.isdisjoint((before[0], *lexicon.bases(before[0])))


def _adverb_of(word: str, base: str) -> bool:
    forms = (f"{base}ly", f"{base}ally", f"{base[:-1]}y" if base.endswith("le") else f"{base[:-1]}ily")
    return word in forms


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _manner,
    _trailing,
    _goes_on,
    _able,
)
