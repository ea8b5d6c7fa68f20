"""Guards for ways of saying it that learners hardly have, so that a model takes them for errors: *need* as *must* is,
*attended to the customer*, *who's job hunting*, *Rain stopped play*, *Anyone know it?*, *the position of cook*.
`guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change
from gec.words import lexicon, word_set

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
BEGUN = word_set("as while when whenever if until before after once because where wherever though although how than")
OF = word_set("of to for with from about in into on through towards")
HOW = word_set("very so too more most really quite such")

_NEEDED = re.compile(r" ?[a-z]+ (?:is|was|nothing|nobody|no|little|only|but)\b")
_ALL_ONE_NEEDS = re.compile(r"\ball (?:i|you|he|she|it|we|they|one) (?:need )?\Z", re.IGNORECASE)
_ONLY_ONE = re.compile(r"\bonly one of (?:the|her|his|my|our|their|these|those) [a-z]+ (?:who|that|which) \Z")
_WHO_BUT = re.compile(r"(?:and |but )?(?:who|what) should [^.?!]* but ", re.IGNORECASE)
_PREFER = re.compile(r"\bprefer\w* (?!to\b)(?:[\w'’-]+ ){1,8}?to (?:[a-z]+ly )?\Z", re.IGNORECASE)
_POSITION = re.compile(
    r"\b(?:(?:position|post|role|job|rank|title|profession|office|trade) of|(?:job|work|post|role) as)"
    r" (?:an? |the )?(?:[a-z]+ )?\Z",
    re.IGNORECASE,
)
# Of what is yours something is said: as your shop is closed, if your plan works.
_SAID_OF = re.compile(
    r" [a-z]+(?: [a-z]+)?? (?:is|are|was|were|has|had|have|does|do|did|can|will|would|could|should|must|may|might"
    r"|[a-z]{2,}(?:s|ed))\b"
)


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


def _preferred(change: Change) -> bool:
    """*She prefers writing to actually meeting* becomes *to actually meet*."""
    pair = change.pair
    bare = pair is not None and pair[0].endswith("ing") and pair[1] in lexicon.bases(pair[0])
    return bare and _PREFER.search(change.left) is not None


def _position(change: Change) -> bool:
    """*the position of cook*, *a job as waiter* become *of cooking*, *as waiting*: it is who one is."""
    pair = change.pair
    if pair is None or not pair[1].endswith("ing") or "NOUN" not in lexicon.kinds(pair[0]):
        return False
    behind = (word for word in map(str.lower, change.behind[:1]) if word not in lexicon.CLOSED)
    what = any(not {"NOUN", "ADJ"}.isdisjoint(lexicon.kinds(word)) for word in behind)
    return not what and _POSITION.search(change.left) is not None


def _as_you_do(change: Change) -> bool:
    """*Check the list as you shop* becomes *as your shop*, of which nothing is said."""
    verb = bool(change.behind) and "VERB" in lexicon.kinds(change.behind[0].lower())
    yours = change.pair == ("you", "your") and not BEGUN.isdisjoint(change.before[-1:])
    return yours and verb and _SAID_OF.match(change.right) is None


def _specialty(change: Change) -> bool:
    """*a specialty clinic* becomes *a special clinic*."""
    special = change.pair in (("specialty", "special"), ("speciality", "special"))
    return special and HOW.isdisjoint(change.before[-1:])


def _state(change: Change) -> bool:
    """*an approach to wellness*, *a time of togetherness* become *to well*, *of together*."""
    pair = change.pair
    if pair is None or not pair[0].endswith("ness") or OF.isdisjoint(change.before[-1:]):
        return False
    adjective = pair[0].removesuffix("ness")
    named = bool(change.behind) and lexicon.kind(change.behind[0].lower()) in ("NOUN", "ADJ")
    return pair[1] in (adjective, f"{adjective.removesuffix('i')}y") and not named


def _theses(change: Change) -> bool:
    """*papers and theses* becomes *these*, which stands before what there is several of."""
    several = any(word.lower().endswith(("s", "men", "people", "children")) for word in change.behind[:1])
    return change.pair == ("theses", "these") and not several


def _free(change: Change) -> bool:
    """*If you have a question feel free to ask* becomes *feels free*."""
    return change.gone == ["feel"] and [word.lower() for word in change.behind] == ["free", "to"]


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _attended, _hunting, _anyone, _let_go, _needs, _stopped, _could_not, _only_one, _who_but, _preferred, _position,
    _as_you_do, _specialty, _state, _theses, _free,
)  # fmt: skip
