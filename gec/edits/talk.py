"""Guards for what people write in mails and to friends: sentences without their subject, who is in next week, *the
machine's been mended*, *could do with a coffee*. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change
from gec.words import lexicon, word_set

# Behind these somebody is, stays or calls in, whatever day.
IN = word_set("""
    is are am was were be been isn't aren't wasn't weren't not i'm we're they're he's she's you're due stay stays stayed
    staying phone phoned rang sign signed break broke
""")
DAYS = word_set("next last this all on tonight today tomorrow yesterday")
DONE = word_set("been had gone got")
OBJECTS = word_set("me you us him her them")
OWN = word_set("a an its his her my our their your")
# Whom *poorly* is said of, who then is ill.
ILL = word_set("""
    i he she you we they i'm you're he's she's we're they're kid kids child children baby son daughter cat dog hamster
    mum dad mother father granny feel feels feeling felt look looks looked
""")
HOW = word_set("a bit really very quite rather so too still been")
# What somebody is, and no thing.
MOVED = word_set("""
    impressed told sent given asked away hoping going wondering about disappointed pleased delighted surprised sceptical
    skeptical
""")
DONE_TO = word_set("given stuck told sent left")
WRITING = word_set("write writes wrote writing")
ROLES = (["head", "girl"], ["head", "boy"], ["best", "man"], ["maid", "of"])

_UNASKED = re.compile(
    r"(?:\w+, |(?:hi|hello|thanks)\b[^.!?]*?, )?"
    r"(?:(?:could|can|should|would|might) (?:do|be|have|hear|meet|really|see|get)\b"
    r"|(?:do|does|did) (?:nothing|everything|not)\b"
    r"|is (?:on|in|at|back|still|now|due|out|off)\b|(?:have|had) you (?:in|down|marked)\b"
    r"|(?:do|does|did) (?:the|a|my|his|her|its|our|their) (?:job|trick|business|bit|shopping|washing|dishes)"
    r"(?=[.!]*\Z|[.!,;]|,? (?:for|well|nicely|fine|just|and|but)\b))",
    re.IGNORECASE,
)


def _in(change: Change) -> bool:
    """*The builders are in next week* loses its *in*."""
    gone = not change.new and change.gone == ["in"]
    return gone and not IN.isdisjoint(change.before[-1:]) and not DAYS.isdisjoint(map(str.lower, change.behind[:1]))


def _been(change: Change) -> bool:
    """*The machine's been mended* becomes *machines have been*."""
    old = change.gone[0].replace("’", "'") if change.gone else ""
    several = old.endswith("'s") and change.new[:1] == [f"{old[:-2]}s"]
    behind = [*change.gone[1:], *map(str.lower, change.behind)][:1]
    return several and not DONE.isdisjoint(behind)


def _were(change: Change) -> bool:
    """*Were given a room* becomes *We're given*, *Was very impressed* becomes *It was*."""
    behind = WORD.findall(change.right.lower())[:3]
    if change.pair in (("were", "we're"), ("were", "we’re")) and change.opens:
        return bool(behind) and (behind[0] in DONE_TO or behind[0].endswith("ed"))
    it = change.new[:1] == ["it"] and [*change.new[1:]] == [*change.gone] and "was" in (*change.gone, *behind[:1])
    return it and not MOVED.isdisjoint(behind)


def _unasked(change: Change) -> bool:
    """*Could do with a coffee.* and *Does the job.* get a question mark, or *you*."""
    asked = change.edit.replacement.endswith("?") or (not change.gone and change.new == ["you"])
    return asked and _UNASKED.match(change.text.lstrip(" \"'“‘")) is not None


def _poorly(change: Change) -> bool:
    """*The kids are poorly* becomes *are poor*."""
    behind = map(str.lower, change.behind[:1])
    thing = any("NOUN" in lexicon.kinds(word) for word in behind if word not in lexicon.CLOSED)
    who = [word for word in change.before if word not in HOW]
    return (
        change.pair == ("poorly", "poor")
        and not thing
        and any(word.removesuffix("'s") in ILL or word in ILL for word in who[-3:])
    )


def _due(change: Change) -> bool:
    """*The boiler is due a service* becomes *due to a service*, *write me* *write to me*, *thanks Robert* *thanks to
    Robert*."""
    if change.gone or change.new != ["to"]:
        return False
    last, behind = change.before[-1:], [word.lower() for word in change.behind[:1]]
    due = last == ["due"] and not OWN.isdisjoint(behind)
    thanked = last == ["thanks"] and change.behind[:1] != behind  # somebody whose name has a capital
    return due or thanked or (not WRITING.isdisjoint(last) and not OBJECTS.isdisjoint(behind))


def _said(change: Change) -> bool:
    """*I can't make it* becomes *do it*, *that's me told* *said*, *as from May* *as of*, *tied up until two* *to*."""
    last, behind = change.before[-1:], [word.lower() for word in change.behind[:1]]
    return (
        (change.pair == ("make", "do") and behind == ["it"])
        or (change.pair == ("told", "said") and not OBJECTS.isdisjoint(last))
        or (change.pair == ("from", "of") and last == ["as"])
        or (change.pair == ("until", "to") and last == ["up"])
    )


def _role(change: Change) -> bool:
    """*I was head girl* becomes *a head girl*."""
    article = not change.gone and change.new in (["a"], ["the"])
    return article and [word.lower() for word in change.behind] in ROLES


GUARDS: tuple[Callable[[Change], bool], ...] = (_in, _been, _were, _unasked, _poorly, _due, _said, _role)
