"""Questions, and what is asked inside a sentence, in the order of the other: *Why you are sad?*, *Where he lives?*, *I
know what is it*, *tell me where does he live*; *I know to swim*, where *how* is missing.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon
from gec.rules.code.forms import base_of_third, mostly_verb, past, third, verb
from gec.rules.fault import FREE, LIKELY, TASTE, Fault, any_of, has, late

# What asks inside a sentence, where the verb stands last.
_ASKING = """
    know knows knew tell_me told_me tell_us told_us understand wonder wondering wondered ask_me asked_me asked_him
    asked_her sure see remember imagine idea explain find_out guess forgot show_me
"""
_HOW = r"how(?: (?:much|old|far|long|often|big|expensive|difficult|important|many [a-z]+s))?"
_WHAT = rf"(?P<what>what(?: time| kind of [a-z]+| colou?r)?|where|who|when|why|which|{_HOW})"
_BE = "am|is|are|was|were|can|could|will|would|should"
_ASKED = late(rf"{FREE}(?:{any_of(_ASKING)})\Z", re.IGNORECASE)
_FIRST = (
    r"\A\W{0,3}(?:(?:And|But|So) )?(?:[Ww]hy|[Ww]here|[Ww]hat(?: time| kind of [a-z]+| colou?r| language)?"
    r"|[Ww]hich (?!(?:do|does|did|of|is|are|was|were|has|have|can|could|will|would|should)\b)[a-z]+"
    r"|[Hh]ow(?: (?:long|often|old|far|fast|much|many [a-z]+s))?)"
)
_END = r"\b(?!['’-])(?=[^.,!:]{0,80}\?)"
_HIS = r"(?:the|your|my|his|her|their|our|this|that|these) [a-z]+"
_OPENING = "start begin open close leave arrive finish end cost mean"

_INVERTED = late(
    rf"(?:{_FIRST}|\A\W{{0,3}}When(?=[a-z ]+ (?:will|can|should)\b))"
    r" (?P<whole>(?P<who>I|you|he|she|it|we|they|this|that|there)"
    rf" (?P<verb>{_BE}|(?:is|are|was|were|ca|could|wo|would|should|do|does|did|have|has)n['’]t))"
    rf"(?! (?:love|like)\b)(?![^?]{{1,80}} (?:is|was|means|matters) ){_END}"  # what you are saying is that we lost
)
_NO_DO = late(
    rf"{_FIRST} (?P<whole>(?P<who>I|you|we|they|he|she|it)"
    rf" (?P<often>(?:usually |always |often )?)(?P<verb>[a-z]+))(?![^?]* (?:is|was) ){_END}"
)
_MEANS = late(
    r"\A\W{0,3}(?:What|How much|What time|When)"
    rf" (?P<whole>(?P<verb>(?:{'|'.join(_OPENING.split())})s) (?P<who>{_HIS}|it))(?=\?)"
)
_KNOWN = (
    late(
        rf" (?P<whole>(?!who (?:has|have|had) (?:it|you)\b){_WHAT} (?P<verb>{_BE}|has|have|had)"
        r" (?P<who>I|you|he|she|it|we|they))\b(?!['’-])"
    ),
    late(rf" (?P<whole>{_WHAT} (?P<verb>is|are|was|were) (?P<who>this|that|these))(?=[.,?!])"),
    late(
        rf" (?P<whole>{_WHAT} (?P<verb>is|are|was|were)"
        rf" (?P<who>(?!the (?:matter|point|use|problem|difference|reason|best)\b){_HIS}))(?=[.,?!](?: |\Z))"
    ),
    late(r" (?P<whole>(?P<what>where) (?P<verb>is|are|was|were) (?P<who>(?:the|your|my|his|her|our|their|this)"
         r" (?:[a-z]+ ){1,2}[a-z]+))(?=[.,?!](?: |\Z))"),
)  # fmt: skip
_DONE = late(
    rf" {_WHAT} (?P<whole>(?P<do>do|does|did) (?P<who>I|you|he|she|it|we|they|{_HIS}) (?P<verb>[a-z]+))\b"
    r"(?!['’-])"
)
_HOW_TO = late(
    rf"(?<!will )(?<!would )(?<!should )(?<!must )(?<!n['’]t )(?<!not ){FREE}"
    r"knows?() to (?:swim|cook|drive(?! (?:on|slowly|carefully|past|around)\b)|speak(?! (?:up|softly|quietly|slowly)\b)"
    r"|dance|ride|ski|skate|play(?! (?:fair|safe|outside|along|nice|nicely)\b))\b"
)

BESIDE = 14  # characters before what is found that are looked at


def _question(text: str) -> Iterator[Fault]:
    if "?" not in text:
        return
    if found := _INVERTED.match(text):
        yield Fault(*found.span("whole"), f"{found['verb']} {found['who']}", LIKELY)
    elif found := _NO_DO.match(text):
        first, one = found["verb"], found["who"] in ("he", "she", "it")
        if one and (base := base_of_third(first)):
            yield Fault(*found.span("whole"), f"does {found['who']} {found['often']}{base}", LIKELY)
        elif not one and mostly_verb(first) and past(first) != first and first != "have":
            yield Fault(found.start("who"), found.start("who"), "do ", LIKELY)
    elif found := _MEANS.match(text):
        yield Fault(*found.span("whole"), f"does {found['who']} {found['verb'][:-1]}", LIKELY)


def _done(found: re.Match[str]) -> str | None:
    """What who did *did say* said, if it is not who did it: who did the hard work, what does the most harm."""
    first, whose = found["verb"], found["who"].split()
    if found["what"] == "who" and (len(whose) > 1 or whose == ["it"]):
        return None
    if (
        found["what"] in ("what", "which")
        and len(whose) > 1
        and not (lexicon.kind(whose[1]) == "NOUN" and mostly_verb(first))
    ):
        return None
    return {"do": first, "does": third(first), "did": past(first)}[found["do"]] if verb(first) else None


def _asked(text: str) -> Iterator[Fault]:
    if has(text, (" wh", " how ")):
        for found in (one for pattern in _KNOWN for one in pattern.finditer(text)):
            if _ASKED.search(text, max(0, found.start() - BESIDE), found.start()):
                odds = TASTE if found["what"] in ("who", "which") and " " in found["who"] else LIKELY  # who is the boss
                yield Fault(*found.span("whole"), f"{found['what']} {found['who']} {found['verb']}", odds)
        for found in _DONE.finditer(text) if has(text, (" do ", " does ", " did ")) else ():
            if _ASKED.search(text, max(0, found.start() - BESIDE), found.start()) and (new := _done(found)):
                yield Fault(*found.span("whole"), f"{found['who']} {new}", LIKELY)
    if "know" in text:
        yield from (Fault(*one.span(1), " how", LIKELY) for one in _HOW_TO.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_question, _asked)
