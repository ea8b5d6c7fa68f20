"""Words that go with others: *do a mistake*, *make a photo*, *make homework*, *borrow me a pen*, *lose the bus*,
*explain me the rule*, *how does it look like*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from gec.faults.fault import FREE, LIKELY, SURE, Fault, any_of, late

_ENDS = r"(?=[.,;!?](?: |\Z)|\Z| (?:and|because|so|to|at|by|in|but|home|again|yesterday|every|twice|once|three)\b)"
_PERSON = "me him us them her"

_LEND = {"borrow": "lend", "borrowed": "lent", "borrows": "lends"}
_TEACH = {"learn": "teach", "learned": "taught", "learnt": "taught", "learns": "teaches"}
_MISS = {"lose": "miss", "lost": "missed", "losing": "missing"}
_HAVE = {"do": "have", "did": "had", "doing": "having", "make": "have", "made": "had", "making": "having"}

# No verb, as in *did a mistake cause it* and *makes photos look old*.
_WITHOUT_VERB = (
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|or|but|because|so|if|when|while|which|that|who|I|we|he|she|they|you|to|at|by|in|on"
    r"|of|with|from|for|about|during|after|before|every|here|there|again|yesterday|today|together|home|near)\b)"
)
_PARTY = rf"a (?:(?:big|great|small|birthday|surprise|farewell) )?(?:party|picnic)(?! of\b){_WITHOUT_VERB}"
# I borrowed them the other day.
_LENT = (
    rf"(?:{any_of(_PERSON)}) (?!(?:[a-z]+ )?(?:other |same |few |next )?(?:day|week|month|year|time|few|while|morning"
    rf"|evening|summer|minute)s?\b)(?:(?:a|an|the|some|your|his|my|their|this|that|money|yours|mine)\b|\d+ (?!at\b))"
)
_BUS = (
    rf"(?:my|the|our|his|her|their) (?:(?:last|first|next) )?(?:bus|train|flight|plane|ferry)(?! in (?:the|\d))"
    rf"(?! (?:to|and) (?:an?|enemy|[a-z]+ion|crew|its|his|all)\b){_ENDS}"
)

# Verbs, of what a text must have some, what stands behind them, and how sure it is that others stand for them.
_VERBS: tuple[tuple[Mapping[str, str], tuple[str, ...], re.Pattern[str], float], ...] = tuple(
    (verbs, words, late(rf"(?<!hat ){FREE}({any_of(' '.join(verbs))}) {behind}"), odds)
    for verbs, words, behind, odds in (
        (_HAVE, ("party", "picnic"), _PARTY, LIKELY),
        (_LEND, ("borrow",), _LENT, SURE),
        (_TEACH, ("learn",), r"(?:(?:me|him|us|her) (?:to|how)|them how)\b", SURE),
        (_MISS, (" lo",), _BUS, LIKELY),
    )
)
HAVING = late(r"\b(?:have|has|had|having|was|were|is|are|been|be|by|['’]ve)(?: [a-z]+)? \Z")  # have made photos
# What is called by telephone or by a program.
_CALLED = """
    function functions method methods procedure macro constructor api routine subroutine script endpoint service program
    taxi cab police ambulance doctor nurse plumber mechanic waiter waitress elevator lift meeting strike vote election
    number helpline hotline bluff dog cat kids children friend mum mom dad office desk class foul truce halt shots wife
    husband parent super timeout recess shop store hospital bank school
"""
_LIKE_ENDS = r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|in|on|at|now|when|with|from|today|inside|before|after)\b)"
_HOW = late(
    rf"(?<![Ww]hen and ){FREE}([Hh]ow) (?:(?:do|does) (?:you|we|they|people|he|she) call"
    rf" (?:it|this|that|these|those|the|a|an)\b"
    rf"(?! (?:(?:[a-z]+ )?(?:{any_of(_CALLED)})\b|(?:Uber|Lyft|[A-Z]{{2,}})\b"
    r"|(?:off|quits|an?|fair|from|back|out|right|art|into|when|inside|again)\b))"
    r"|(?:is|are) (?:it|this|that|they) called\b(?! (?:from|by|with|when|inside|on|every)\b)"
    r"|(?:do|does|did) (?:you|it|he|she|they|(?:the|your|this|that|his|her) [a-z]+) (?:look|sound|taste)"
    rf" like{_LIKE_ENDS}|(?:it|he|she|they|(?:the|your|my|his|her) [a-z]+) (?:looks?|looked) like{_LIKE_ENDS})"
)
BESIDE = 20  # characters before a verb that are looked at


def _verbs(text: str) -> Iterator[Fault]:
    for verbs, words, pattern, odds in _VERBS:
        for found in pattern.finditer(text) if any(word in text for word in words) else ():
            if found[1] == "made" and HAVING.search(text, max(0, found.start() - BESIDE), found.start()):
                continue
            yield Fault(*found.span(1), verbs[found[1]], odds)


def _linked(text: str) -> Iterator[Fault]:
    yield from (
        Fault(*found.span(1), "What" if found[1][0] == "H" else "what")
        for found in _HOW.finditer(text)
        if "ow " in text
    )


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_verbs, _linked)
