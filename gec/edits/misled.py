"""Guards for where a mended sentence leads a small model on: a form behind *did*, *remember to do*, the past that looks
like the first form. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change
from gec.words import lexicon, word_set

# Behind these *to do* and *doing* say different things.
EITHER = word_set("remember remembers remembered forget forgets forgot stop stops stopped try tries tried")
PLACES = word_set("anywhere nowhere somewhere anything nothing something anyone nobody")
SAME = frozenset(base for base, past, *_ in lexicon.IRREGULAR if base == past)  # she cut it
ONES = word_set("he she it")
HAVE_NOT = word_set("haven't haven’t hasn't hasn’t hadn't hadn’t")
# What one is at; whoever else is attended to is served.
ATTENDED = word_set("""
    school class classes college university course courses church lesson lessons lecture lectures meeting meetings party
    wedding conference event events concert ceremony seminar workshop training festival exhibition interview
""")
REACHED = word_set("""
    waist knees knee ankles shoulders shoulder elbow chin floor ground ceiling roof sky top bottom edge horizon surface
""")
# What may be stopped, with what tells where and when behind it.
PLAYED = word_set("play talk")
WHILE = word_set("at for after when shortly early until before because so and in on during")
ASKED = word_set("anyone anybody someone somebody everyone everybody")

_DID = re.compile(
    r"\b(?:did|didn['’]t|does|doesn['’]t)(?: not)?"
    r"(?: (?:i|you|he|she|it|we|they|anyone|anybody|(?:the|your|my|his|her|our|their) [a-z]+))? \Z",
    re.IGNORECASE,
)
_NEEDED = re.compile(r" ?[a-z]+ (?:is|was|nothing|nobody|no|little|only|but)\b")
_ALL_ONE_NEEDS = re.compile(r"\ball (?:i|you|he|she|it|we|they|one) (?:need )?\Z", re.IGNORECASE)
_ONLY_ONE = re.compile(r"\bonly one of (?:the|her|his|my|our|their|these|those) [a-z]+ (?:who|that|which) \Z")
_WHO_BUT = re.compile(r"(?:and |but )?(?:who|what) should [^.?!]* but ", re.IGNORECASE)


def _did(change: Change) -> bool:
    """*I didn't receive it* becomes *didn't received*."""
    pair = change.pair
    if pair is None or _DID.search(change.left) is None:
        return False
    forms = {form for base, form in lexicon.analyses(pair[1]) if base == pair[0]}
    return not forms.isdisjoint(("past", "s"))


def _remembered(change: Change) -> bool:
    """*Did you remember to feed it?* becomes *remember feeding*."""
    gone, new = list(change.gone), list(change.new)
    return (
        gone[:1] == ["to"]
        and len(gone) == 2
        and len(new) == 1
        and not EITHER.isdisjoint(change.before[-1:])
        and gone[1] in lexicon.bases(new[0])
    )


def _apologised(change: Change) -> bool:
    """*apologise to the driver* becomes *for the driver*."""
    return change.pair == ("to", "for") and bool(change.before) and change.before[-1].startswith("apologi")


def _cut(change: Change) -> bool:
    """*She cut her finger* becomes *cuts*, though it is told of what is over."""
    pair = change.pair
    return (
        pair is not None
        and change.edit.type == "R:VERB:SVA"
        and pair[0] in SAME
        and pair[1] == f"{pair[0]}s"
        and not ONES.isdisjoint(change.before[-1:])
    )


def _have_not(change: Change) -> bool:
    """*They have not a window* becomes *don't have not*, and *they haven't a window* *haven't had*."""
    if not change.gone and change.new in (["had"], ["have"]) and not HAVE_NOT.isdisjoint(change.before[-1:]):
        return True
    behind = [word.lower() for word in change.behind[:1]]
    return change.new[-1:] == ["have"] and behind == ["not"] and len(change.new) > len(change.gone)


def _were_to(change: Change) -> bool:
    """*If I were to walk on water* becomes *were walking*."""
    to_do = len(change.gone) == 2 and change.gone[0] == "to" and len(change.new) == 1
    return to_do and change.before[-1:] == ["were"] and change.gone[1] in lexicon.bases(change.new[0])


def _to_the(change: Change) -> bool:
    """*nowhere to park* becomes *nowhere to the park*."""
    led = change.before[-2:-1] if change.before[-1:] == ["to"] else []
    return not change.gone and change.new in (["the"], ["a"], ["an"]) and not PLACES.isdisjoint(led)


def _attended(change: Change) -> bool:
    """*He attended to the customer*, *it reached to her waist*, *she called to me from the roof* lose their *to*."""
    if change.new or change.gone != ["to"] or not change.before:
        return False
    behind = WORD.findall(change.right.lower())[:4]
    last = change.before[-1]
    if last.startswith("attend"):
        return ATTENDED.isdisjoint(behind)
    if last.startswith("reach"):
        return not REACHED.isdisjoint(behind)
    return last.startswith("call") and behind[1:2] in (["from"], ["across"], ["over"], ["through"], ["out"])


def _hunting(change: Change) -> bool:
    """*My cousin, who's job hunting* becomes *whose job hunting*."""
    if not change.old.lower().replace("’", "'").startswith("who's") or change.new[:1] != ["whose"]:
        return False
    second = [*change.gone[1:], *WORD.findall(change.right)][1:2]
    return bool(second) and second[0].lower().endswith("ing")


def _anyone(change: Change) -> bool:
    """*Anyone know the time?* becomes *Anyone knows*; *Somebody do something!*"""
    pair = change.pair
    alone = len(change.before) == 1 and not ASKED.isdisjoint(change.before)
    called = change.text.rstrip(" \"'’”)").endswith(("?", "!"))
    return pair is not None and alone and called and pair[0] in lexicon.bases(pair[1])


def _let_go(change: Change) -> bool:
    """*She swings and then lets go of it* becomes *let's go of it*."""
    lets = change.gone[:1] == ["lets"] and change.new[:1] in (["let's"], ["let’s"])
    return lets and [*change.gone[1:], *map(str.lower, change.behind)][:2] == ["go", "of"]


def _needs(change: Change) -> bool:
    """*All you need do is ask*, *you need tell nobody*: *need* as *must* is."""
    to = (not change.gone and change.new == ["to"] and change.before[-1:] == ["need"]) or (
        change.gone == ["need"] and change.new in (["needs", "to"], ["needs"])
    )
    return to and bool(_NEEDED.match(change.right) or _ALL_ONE_NEEDS.search(change.left))


def _stopped(change: Change) -> bool:
    """*Rain stopped play at four* becomes *stopped playing*."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    stops = pair is not None and pair[0] in PLAYED and pair[1].endswith("ing") and change.before[-1:] == ["stopped"]
    return stops and (not behind or not WHILE.isdisjoint(behind))


def _could_not(change: Change) -> bool:
    """*It was all he could do not to laugh* loses its *to*."""
    return not change.new and change.gone == ["to"] and change.before[-2:] == ["do", "not"]


def _only_one(change: Change) -> bool:
    """*the only one of her sons who has stayed* becomes *who have*."""
    return change.edit.type == "R:VERB:SVA" and _ONLY_ONE.search(change.left) is not None


def _who_but(change: Change) -> bool:
    """*Who should walk in but my old teacher.* gets a question mark."""
    return change.edit.replacement.endswith("?") and _WHO_BUT.match(change.text.lstrip(" \"'“‘")) is not None


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _did, _remembered, _apologised, _cut, _have_not, _were_to, _to_the, _attended, _hunting, _anyone, _let_go, _needs,
    _stopped, _could_not, _only_one, _who_but,
)  # fmt: skip
