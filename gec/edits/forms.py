"""Guards for the forms of words in everyday prose: a will that is signed, a town that is founded, *scary* and *scared*,
one eye. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change
from gec.edits.right import BEING
from gec.usage.phrases import shipped
from gec.words import lexicon, word_set

FOUNDED = word_set("""
    academy abbey bank city club college colony company church charity centre center dynasty empire factory fund firm
    foundation gallery group hospital institute institution kingdom league library magazine mission monastery movement
    museum newspaper order organisation organization party paper press republic school settlement settlements society
    startup state studio theatre town towns university village inc ltd
""")
PERSONS = word_set("i you he she we they i'm you're he's she's we're they're who people person everyone everybody")
STILL = word_set("so all not always still flat dead completely also")
THINGS = word_set("it it's this that these those there which what being")
SCARING = re.compile(
    r"scary|(?:amaz|annoy|bor|concern|confus|depress|disappoint|embarrass|excit|exhaust|frighten|frustrat|interest"
    r"|shock|surpris|terrify|tir|worry)ing"
)
# What is done to nothing and nobody.
ALONE = word_set("work write train develop sell worry recommend join grow talk travel read play fight sing")
NATIVE = word_set("free indigenous native ancient tribal nomadic")
# What is made to things that something was done to.
CHANGED = word_set("""
    change changes update updates reference references link links edit edits addition additions commit commits
    modification modifications pointer pointers access similar according due related contrary relative limited
""")
NO_OBJECT = word_set("every each that which who")
ONES = word_set("the his her my your its their our that this an")
RAISED_BY = word_set("to by from in with very so again fast quickly high higher more every up each and since during")

_WILL = re.compile(
    r"(?:\b(?:the|my|your|his|her|their|our|whose|an?|its|free|good|ill|own|last|iron|political)|['’]s) will \Z",
    re.IGNORECASE,
)
_ALL_CAN = re.compile(
    r"\b(?:all|everything|anything|whatever|what|best|most|much|as [a-z]+ as) (?:that )?[\w’']+ (?:can|could) ?\Z",
    re.IGNORECASE,
)
_WHAT_IS = re.compile(r"\b(?:do|does|did|done|doing)\b.*\b(?:is|was) \Z", re.IGNORECASE)
_FILLED = re.compile(
    r"(?:\b(?:just|to|help|helps|and|is|are|was|were|['’](?:s|re|m|ll)) (?:kind|sort) of|\b(?:to|just) like) \Z"
)


def _progressing(change: Change) -> bool:
    """*The clerk was writing on the board* becomes *was written*."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    led = [word for word in change.before[-2:] if word != "not"][-1:]
    if pair is None or not pair[0].endswith("ing") or BEING.isdisjoint(led):
        return False
    forms = {form for base, form in lexicon.analyses(pair[1]) if base in lexicon.bases(pair[0])}
    if forms.isdisjoint(("past", "participle")) or lexicon.kind(pair[0]) == "ADJ":
        return False
    with_object = any(word[0].isdigit() or word in ("to", "over") or _begins_object(word) for word in behind)
    return with_object or (behind != ["by"] and not ALONE.isdisjoint(lexicon.bases(pair[0])))


def _begins_object(word: str) -> bool:
    things = word.endswith("s") and lexicon.kind(word) == "NOUN" and lexicon.bases(word) != {word}
    return things or (lexicon.CLOSED.get(word) in ("DET", "PRON") and word not in NO_OBJECT)


def _scary(change: Change) -> bool:
    """*It was scary* becomes *It was scared*, *too tiring for her* becomes *too tired*."""
    pair = change.pair
    if pair is None or SCARING.fullmatch(pair[0]) is None or not pair[1].endswith("ed"):
        return False
    nearest = next((word for word in reversed(change.before) if word in PERSONS or word in THINGS), "")
    whom = [word.lower() for word in change.behind]
    return nearest in THINGS or (nearest == "" and whom[:1] in (["to"], ["for"]))


def _willed(change: Change) -> bool:
    """*Her will provided for it* becomes *will provide*, and *her will to live* loses its *to*."""
    if change.gone == ["to"] and not change.new:
        return _WILL.search(f"{change.left.rstrip()} ") is not None
    return (
        change.pair is not None
        and _WILL.search(change.left) is not None
        and (change.pair[1] == "be" or change.pair[1] in lexicon.bases(change.pair[0]))
    )


def _founded(change: Change) -> bool:
    """*to found a school* becomes *to find a school*."""
    things = {word.lower() for word in WORD.findall(change.right)[:6]}
    return change.pair == ("found", "find") and not FOUNDED.isdisjoint(things)


def _all_one_can(change: Change) -> bool:
    """*I do all I can to help* loses its *to*."""
    return change.gone == ["to"] and not change.new and _ALL_CAN.search(change.left) is not None


def _filled(change: Change) -> bool:
    """Somebody thinks aloud, *to kind of continue*, *to like put it there*, and the verb gets another form; or says
    *what they did was start it*, which is as good as *starting*."""
    pair = change.pair
    if pair is None or not pair[1].endswith("ing") or pair[0] not in lexicon.bases(pair[1]):
        return False
    return any(pattern.search(change.left) for pattern in (_FILLED, _WHAT_IS))


def _raising(change: Change) -> bool:
    """*a pay raise* becomes *a pay rise*, *the questions they raise* becomes *rise*, but *prices raise every year* is
    mended."""
    if (
        change.pair is None
        or "raise" not in lexicon.bases(change.pair[0])
        or "rise" not in lexicon.bases(change.pair[1])
    ):
        return False
    named = lexicon.CLOSED.get(change.before[-1]) if change.before else None
    behind = [word.lower() for word in change.behind[:1]]
    done = named in ("DET", "PRON") or change.before[-1:] in (["pay"], ["total"]) or change.before[-2:-1] == ["these"]
    return done or (bool(behind) and behind[0] not in RAISED_BY and change.right.lstrip()[:1] not in ".,;")


def _lost(change: Change) -> bool:
    """*the French lost half of them* becomes *the French loss*."""
    led = lexicon.CLOSED.get(change.before[-1]) if change.before else None
    return change.pair == ("lost", "loss") and led not in ("DET", "PREP") and change.behind[:1] != ["of"]


def _one_eye(change: Change) -> bool:
    """*His eye went round the room* becomes *His eyes*."""
    return change.pair == ("eye", "eyes") and not ONES.isdisjoint(change.before[-1:])


def _peoples(change: Change) -> bool:
    """*the free peoples of the world* becomes *people*."""
    if change.pair != ("peoples", "people"):
        return False
    last = WORD.findall(change.left)[1:][-1:]
    of = change.before[-1:] == ["the"] and change.behind[:1] == ["of"]
    return of or any(word[0].isupper() or word in NATIVE for word in last)


def _bound(change: Change) -> bool:
    """*a jobs program*, *a sports shop* become *job program*, though people write the former."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    if pair is None or change.edit.type != "R:NOUN:NUM" or pair[0] != f"{pair[1]}s" or not behind:
        return False
    return lexicon.kind(behind[0]) == "NOUN" and shipped().log_count(f"{pair[0]} {behind[0]}") is not None


def _made_of(change: Change) -> bool:
    """*a templated class*, *the templating language* become *template*, and *The code is inlined here* *inline*."""
    pair = change.pair
    if pair is None or change.edit.type != "R:NOUN:INFL" or pair[1] not in lexicon.bases(pair[0]) or not change.before:
        return False
    before = change.before[-1]
    led = before in ("a", "an", "the") or lexicon.kind(before) == "ADJ" or before in lexicon.AUXILIARIES
    return led and pair[0].endswith(("ed", "ing"))


def _broke(change: Change) -> bool:
    """*Everyone is broke* becomes *broken*: nobody has any money left."""
    before = [word for word in change.before if word not in STILL]
    who = before[-2:-1] if not BEING.isdisjoint(before[-1:]) else [word for word in before[-1:] if "'" in word]
    return change.pair == ("broke", "broken") and not PERSONS.isdisjoint(who)


def _done_to(change: Change) -> bool:
    """*It hides changes to tracked files* becomes *to track files*."""
    pair = change.pair
    if pair is None or not pair[0].endswith("ed") or pair[1] not in lexicon.bases(pair[0]):
        return False
    led = change.before[-2:-1]
    many = any(word.lower() in lexicon.PLURALS or word.endswith("s") for word in change.behind[:1])
    return change.before[-1:] == ["to"] and many and bool(led) and CHANGED.issuperset(led)


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _progressing, _scary, _willed, _founded, _all_one_can, _filled, _raising, _lost, _one_eye,
    _peoples, _bound, _made_of, _broke, _done_to,
)  # fmt: skip
