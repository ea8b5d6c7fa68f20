"""Guards for corrections that would say something else: without a negation or with one, without the name that stood
before a colon, with another word beside a slash, of another part of speech. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.edits.forms import PERSONS
from gec.words import lexicon, word_set

NOT = word_set("not never no nothing nobody none nor neither hardly cannot without")
# Behind these *to* leads to a thing, or to doing it.
TO = word_set("""
    according corresponding corresponds correspond due equivalent similar related relating prior opposed addition
    contrast respond responds responding response access event events connection reaction regard close next subject
""")
# Who is so used to doing it; what is used to do it is another matter.
USED = word_set("so quite well more get gets got getting become becomes became am i'm you're we're they're he's she's")
WHO = word_set("i you he she we they")
COMPARED = word_set("not than as like")
BE = word_set("am is are was were be been just i'm we're you're they're he's she's it's")
MARKING = ("mark", "flag", "treat", "regard", "report", "count", "class")
SHOUTED = 40  # characters on both sides, and letters of them at least, that are all capitals

_WHAT_TO = re.compile(
    r"\W*(?:What|Which|How)\b(?![^.!?]*\b(?:am|is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|may"
    r"|might|must)\b)[^,.!?]* to [a-z]+[^,.!?]*\Z"
)
_QUOTE = re.compile(r"\s+[\"“‘`]\w")
_LABEL = re.compile(r"\w:(?=\s|\Z)")
_TITLE_BEFORE, _TITLE_BEHIND = re.compile(r"[^\s.!?:;] [A-Z][a-z]+ \Z"), re.compile(r" [A-Z][a-z]+")
_SAID = re.compile(
    r"[ ,][^.;:!?]*?\b(?:is|are|was|were|means?|indicates?|suggests?|shows?|can|could|will|would|may|might|must|should"
    r"|makes?|causes?|has|have|had)\b"
)
_THING = re.compile(
    r"(?:\A|[.!?] )\W*(?:the|this|that|these|those|my|your|his|her|our|their|its) [a-z]+ \Z", re.IGNORECASE
)


def _negated(change: Change) -> bool:
    """*may now contain* becomes *may not contain*, *is considered to be not found* loses its *not*."""
    if change.pair == ("now", "not") or (not change.gone and change.new in (["not"], ["never"])):
        return True
    if change.new or change.gone not in (["not"], ["never"]):
        return False
    beside = (*change.before[-4:], *map(str.lower, change.behind))
    return not any(word in NOT or word.endswith(("n't", "n’t")) for word in beside)


def _labelled(change: Change) -> bool:
    """*add: Add a user* loses the name that it tells of."""
    return len(_LABEL.findall(change.old)) > change.edit.replacement.count(":")


def _slashed(change: Change) -> bool:
    """*inode/directory* becomes *In/directory*."""
    beside = change.right[:1] == "/" or change.left[-1:] == "/"
    return beside and change.pair is not None and not change.edit.type.endswith((":SPELL", ":ORTH"))


def _quiet(change: Change) -> bool:
    """*set it to quiet a warning* becomes *to quite a warning*."""
    return change.pair == ("quiet", "quite") and change.before[-1:] == ["to"]


def _newish(change: Change) -> bool:
    """*new or newish features* becomes *new or new features*."""
    return change.pair is not None and change.pair[0] == f"{change.pair[1]}ish"


def _about_to(change: Change) -> bool:
    """*the code you are about to test* becomes *about testing*."""
    led = change.before[-1:] == ["about"] and not BE.isdisjoint(change.before[-2:-1])
    return led and len(change.gone) == 2 and change.gone[0] == "to" and len(change.new) == 1


def _to_things(change: Change) -> bool:
    """*corresponding to received input* becomes *to receive*, *equivalent to not providing* becomes *provide*, *so
    used to complaining* becomes *used to complain*."""
    pair, before = change.pair, [word for word in change.before[-4:] if word != "not"]
    some = not PERSONS.isdisjoint(before[-4:-3]) and not BE.isdisjoint(before[-3:-2])
    used = before[-2:-1] == ["used"] and (some or not USED.isdisjoint(before[-3:-2]))
    if pair is None or before[-1:] != ["to"] or (TO.isdisjoint(before[-2:-1]) and not used):
        return False
    return pair[0].endswith(("ed", "ing")) and pair[1] in lexicon.bases(pair[0])


def _owner(change: Change) -> bool:
    """*the target's include directories* becomes *targets include*, and *not a machine's* becomes *a machine*."""
    old, new = (side.strip().lower().replace("’", "'") for side in (change.old, change.edit.replacement))
    if old == "'s" and not new:
        return not COMPARED.isdisjoint(change.before[-4:]) and not change.right[:1].isspace()
    if not old.endswith("'s") or new != f"{old[:-2]}s" or old[:-2] in lexicon.CLOSED or len(change.behind) < 2:
        return False
    first, second = map(str.lower, change.behind)
    said = _QUOTE.match(change.right) is not None
    tells = not {"past", "s"}.isdisjoint(form for _, form in lexicon.analyses(first)) or old[0].isdigit()
    between = tells or first in lexicon.CLOSED or first in lexicon.AUXILIARIES or not change.right[:1].isspace()
    return said or (not between and lexicon.kind(second) == "NOUN" and second not in lexicon.CLOSED)


def _both(change: Change) -> bool:
    """*it generates and installs files* becomes *generates and install*."""
    pair = change.pair
    if pair is None or pair[0] == pair[1] or change.before[-1:] != ["and"] or pair[1] not in lexicon.bases(pair[0]):
        return False
    other = change.before[-2] if len(change.before) > 1 else ""
    return pair[0].endswith("s") and other.endswith("s") and lexicon.kind(other) == "VERB"


def _named(change: Change) -> bool:
    """*three on the Hardness Scale* becomes *the Hard Scale*: words with capitals beside each other are what
    something is called, and may only become several of it, or somebody's."""
    pair = change.pair
    inside = change.left[-2:-1].isalnum() or change.left[-2:-1] == ","
    if pair is None or not inside or not change.old.istitle() or not all(map(lexicon.known, pair)):
        return False
    old, new = (word.replace("’", "'").replace("'", "").rstrip("s") for word in pair)
    return old != new and bool(_TITLE_BEFORE.search(change.left) or _TITLE_BEHIND.match(change.right))


def _absolute(change: Change) -> bool:
    """*This number being odd indicates a leak* becomes *This number is odd indicates*."""
    being = change.pair in (("being", "is"), ("being", "are"), ("being", "was"))
    return being and _THING.search(change.left) is not None and _SAID.match(change.right) is not None


def _who_it_was(change: Change) -> bool:
    """*Was so glad to meet him.* becomes *He was*: who it was is not to be known."""
    stays = [*change.gone, *map(str.lower, change.behind)]
    named = change.opens and change.new[:1] and change.new[0] in WHO and [*change.new[1:]] == [*change.gone]
    return bool(named) and stays[:1] != ["am"]


def _target(change: Change) -> bool:
    """*changed, rather than its target's* becomes *its targets*."""
    old, new = change.pair or ("", "")
    owned = old.endswith(("'s", "’s")) and new == f"{old[:-2]}s"
    return owned and "than" in change.before[-4:] and not change.right[:2].strip(".,;:!?) ")


def _marked(change: Change) -> bool:
    """*Mark the field as changed* becomes *has changed*."""
    return change.pair == ("as", "has") and any(word.startswith(MARKING) for word in change.before[-6:])


def _told_what(change: Change) -> bool:
    """*What level of logs to report.* gets a question mark: it says what something is, and asks nothing."""
    asked = change.edit.replacement.strip() == "?" and change.edit.type == "R:PUNCT"
    start = max(change.left.rfind(mark) for mark in ".!?\n") + 1
    return asked and _WHAT_TO.match(change.left, start) is not None


def _shouted(change: Change) -> bool:
    """*DAMAGES ARISING OUT OF THE USE* becomes *ARISING OF*: of what is all in capitals a model knows little."""
    was, _ = change.around(SHOUTED)
    letters = [letter for letter in was if letter.isalpha()]
    shouted = len(letters) > SHOUTED and all(map(str.isupper, letters))
    return shouted and not change.edit.type.endswith((":SPELL", ":ORTH"))


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _negated, _labelled, _slashed, _quiet, _newish, _about_to, _to_things, _owner, _both, _named, _absolute,
    _who_it_was, _target, _marked, _told_what, _shouted,
)  # fmt: skip
