"""Words written as one, or as two, where what stands beside them says otherwise: *I run everyday*, *May be he is ill*,
*it maybe true*, *fell in to the lake*, *had all ready left*.

What is never right as one, or as two, is in `gec/words/misspelt.txt` and `compounds.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import FREE, LIKELY, Fault, any_of, behind_none, has, late

_END = r"[.!?](?: |\Z)|\Z"
# Of what is usual: an everyday life, more everyday and less solemn.
_USUAL = behind_none(
    "an the of and more for our their very so as your my his her about with this is like most all in just or"
)
_EVERYDAY = late(
    rf"{FREE}{_USUAL}(?<!, )(everyday)(?={_END}|, |,? (?:but|because|I|we|at|from|he|she|they|after|before|to|by|when"
    r"|except|until|since|it|there|in the)\b)"
    r"|\A(Everyday)(?=,? (?:I|we|he|she|they|you|my|people|it|there)\b)"
)
_LIFE = "life lives language English use routine problem problems conversation things objects clothes situations"
_EVERY_DAY = late(rf"{FREE}(?:my|our|their|an|in|of|your|his|her) (every day) (?:{any_of(_LIFE)})\b")
_MAYBE = late(
    r"(?:\A\W{0,3}|[.;!?] |\b(?:but|so|because) )([Mm]ay be)"
    r" (?=(?:I|you|he|she|it|we|they|there|the|my|this|because|not|one|some)\b)"
)
_INTO = late(
    rf"{FREE}(?:go|goes|went|come|came|get|got|put|turn|turned|run|ran|walk|walked|fell|fall|divided?|broke|jump|jumped"
    r"|look|looked|threw|bumped?|translated?|changed?|moved?) (in to)"
    r" (?!(?:the|an?|my|our|his|her|their) (?:[a-z'’]+ )?(?:sound|lead|round|ovation|welcome|cheers|applause|delight"
    r"|surprise|relief|chorus|boos|fanfare)\b)(?:the|my|his|her|an?|our|their|it|two|three|four"
    r"|pieces|tears|trouble|consideration|account|English)\b"
)
_SOMEONE = late(
    rf"{FREE}(?:some one(?= (?:is|has|can|who|else|knows|loves|wants)\b)"
    rf"|(?:any|every) one(?= (?:who|else|knows|loves)\b)"
    rf"|no where(?={_END}| (?:else|in|to|near)\b))",
    re.IGNORECASE,
)
_ONE = ("ome one ", "ny one ", "very one ", "o where")
# Nouns that are verbs in two words: to set up, to check out, to log in.
_NOUNS = {
    "setup": "set up", "checkout": "check out", "login": "log in", "logout": "log out", "signup": "sign up",
    "backup": "back up", "cleanup": "clean up", "lookup": "look up", "shutdown": "shut down", "rollback": "roll back",
    "workout": "work out",
}  # fmt: skip
_THING = r"the|an?|your|my|our|their|his|her|its|this|these|those|it|them|all|any|some|both|everything"
_AS_VERB = late(
    rf"{FREE}(?:to|[Pp]lease|can|could|will|would|should|must|may|might|cannot|(?:ca|wo|do|did|does)n['’]t|let['’]s)"
    rf" (?P<verb>{'|'.join(_NOUNS)})(?: (?:{_THING})\b(?!['’-])|(?<=login) (?:with|to|using|as|into|from)\b)"
)


def _one(text: str) -> Iterator[Fault]:
    """What is one word there."""
    for found in _EVERY_DAY.finditer(text) if "every day" in text else ():
        yield Fault(*found.span(1), "everyday")
    for said, rule in (("ay be ", _MAYBE), (" in to ", _INTO)):
        if said in text:
            yield from (Fault(*found.span(1), found[1].replace(" ", "")) for found in rule.finditer(text))
    if any(said in text for said in _ONE):
        yield from (Fault(*found.span(), found.group().replace(" ", "")) for found in _SOMEONE.finditer(text))


def _two(text: str) -> Iterator[Fault]:
    """What are two words there."""
    for found in _EVERYDAY.finditer(text) if "veryday" in text else ():
        yield Fault(*found.span(), f"{found.group()[:5]} day")
    if has(text, tuple(_NOUNS)):
        yield from (Fault(*found.span(1), _NOUNS[found[1]], LIKELY) for found in _AS_VERB.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_one, _two)
