"""Words that open a sentence and turn its order round, or should not open it: *Never I have seen it*, *Always she is
late*, *Not only he sings*, *Only then I understood*, *Had I knew*, *More I read, more I like it*, *I yesterday met*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.faults.fault import LIKELY, Fault, late

_AUXILIARY = "am|is|are|was|were|have|has|had|can|could|will|would|should|must|may|might"
_WHO = "I|you|he|she|it|we|they"
_NEVER = late(
    rf"\A\W{{0,3}}(?!Never you (?:mind|fear|worry)\b)(?P<whole>(?P<often>Always|Never|Rarely|Seldom) (?P<who>{_WHO})"
    rf"(?: (?P<verb>{_AUXILIARY}))?)(?= (?!do\b|does\b|did\b)[a-z]+)"
)
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


def _more(text: str) -> Iterator[Fault]:
    """*More I read, more I like it*; *I yesterday met him*."""
    if found := _MORE.match(text):
        yield Fault(*found.span("first"), "The more", LIKELY)
        yield Fault(*found.span("more"), f"the {found['more']}", LIKELY)
    if found := _YESTERDAY.match(text):
        day, who = found["day"], found["who"]
        yield Fault(*found.span("whole"), f"{day[0].upper()}{day[1:]} {who if who == 'I' else who.lower()}", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_often, _more)
