"""Words that open a sentence and turn its order round, or should not open it: *Never I have seen it*, *Always she is
late*, *Not only he sings*, *Only then I understood*, *Had I knew*, *More I read, more I like it*, *I yesterday met*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.faults.fault import LIKELY, Fault, has, late
from gec.faults.forms import PARTICIPLES, PASTS, base_of_past, base_of_third, mostly_verb, participle

_AUXILIARY = "am|is|are|was|were|have|has|had|can|could|will|would|should|must|may|might"
_WHO = "I|you|he|she|it|we|they"
_ONE = ("he", "she", "it")
_NEVER = late(
    rf"\A\W{{0,3}}(?!Never you (?:mind|fear|worry)\b)(?P<whole>(?P<often>Always|Never|Rarely|Seldom) (?P<who>{_WHO})"
    rf"(?: (?P<verb>{_AUXILIARY}))?)(?= (?!do\b|does\b|did\b)[a-z]+)"
)
_NOT_ONLY = late(
    rf"(?:\A\W{{0,3}}|[,;.] )(?:[Nn]ot only|[Nn]ever before|[Oo]nly (?:then|later|now|when [^,]+,))"
    rf" (?P<whole>(?P<who>{_WHO}) (?P<verb>[a-z]+))\b(?!['’-])"
)
_HAD = late(rf"\A\W{{0,3}}Had (?:{_WHO}) (?:not )?(?P<verb>[a-z]+)\b(?!['’-])")
_MORE = late(
    rf"\A\W{{0,3}}(?P<first>More) (?:{_WHO}|people|you) (?!than\b)[^,.]{{2,40}},? (?P<more>more|less"
    rf"|better) (?:{_WHO}) "
)
_YESTERDAY = late(rf"\A\W{{0,3}}(?P<whole>(?P<who>{_WHO}) (?P<day>yesterday|tomorrow|last (?:week|month|year|night)))"
                  r"(?= (?!and\b|or\b|was\b|is\b)[a-z]+)")  # fmt: skip


def _often(text: str) -> Iterator[Fault]:
    """*Always I forget*, *Never I have seen*."""
    if found := _NEVER.match(text):
        who, often, verb = found["who"], found["often"].lower(), found["verb"]
        new = f"{who[0].upper()}{who[1:]} {verb} {often}" if verb else f"{who[0].upper()}{who[1:]} {often}"
        yield Fault(*found.span("whole"), new, LIKELY)


def _only(text: str) -> Iterator[Fault]:
    """*Not only he sings*, *Only then I understood*."""
    if not has(text, ("ot only ", "ever before ", "nly then ", "nly later ", "nly now ", "nly when ")):
        return
    for found in _NOT_ONLY.finditer(text):
        if found["who"] != "it" and (new := _turned(found["who"], found["verb"])):
            yield Fault(*found.span("whole"), new, LIKELY)


def _turned(who: str, verb: str) -> str | None:
    if verb in _AUXILIARY.split("|"):
        return f"{verb} {who}"
    if who in _ONE and (base := base_of_third(verb)):
        return f"does {who} {base}"
    if base := base_of_past(verb):
        return f"did {who} {base}"
    return f"do {who} {verb}" if who not in _ONE and mostly_verb(verb) else None


def _had(text: str) -> Iterator[Fault]:
    """*Had I knew*."""
    found = _HAD.match(text)
    if found and found["verb"] in PASTS - PARTICIPLES - {"got"}:
        yield Fault(*found.span("verb"), participle(base_of_past(found["verb"]) or "") or "")


def _more(text: str) -> Iterator[Fault]:
    """*More I read, more I like it*; *I yesterday met him*."""
    if found := _MORE.match(text):
        yield Fault(*found.span("first"), "The more", LIKELY)
        yield Fault(*found.span("more"), f"the {found['more']}", LIKELY)
    if found := _YESTERDAY.match(text):
        day, who = found["day"], found["who"]
        yield Fault(*found.span("whole"), f"{day[0].upper()}{day[1:]} {who if who == 'I' else who.lower()}", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_often, _only, _had, _more)
