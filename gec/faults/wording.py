"""Faults of wording that a rule sees: *didn't went*, *must to go*, *discuss about*, *haven't neither*.

They are those of learners that clean text hardly ever has: each rule was counted in learners' texts, in corrections of
documentation and in 100,000 clean sentences before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from gec.edits.edit import alike
from gec.faults.fault import FREE, LIKELY, Fault, has, late
from gec.faults.forms import base_of_past, past, third
from gec.words import lexicon

TABLE = Path(__file__).with_name("phrases.txt")  # what is said, and what is meant
FAR = 60  # characters of a clause
LONGEST, BESIDE = 24, 30  # characters before a word that are looked at
# Past forms that stand behind *have* for a participle.
_PASTS = """
    went ate wrote spoke took gave began broke chose drove forgot fell flew knew drank swam sang stole threw woke wore
    came became shook froze grew blew
"""
_PARTICIPLES = {past: rest[0] for _, past, *rest in lexicon.IRREGULAR if past in _PASTS.split() and rest}
_DID = late(rf"{FREE}did(?:n['’]t| not) ([a-z]+)\b(?!['’-])", re.IGNORECASE)
_FOUNDED = late(r" (?:a|the|its)\b")  # did not found the company
_WENT = late(
    rf"{FREE}(?:I|[Hh]e|[Ss]he|[Ww]e|[Yy]ou|people) (?:can|could|will|would|shall|should|may|might|must)"
    r"(?:n['’]t| not)?(?: (?:also|never|always|just|still|only))? ([a-z]+)\b(?!['’-])"
)
# Behind these *to* has the verb's first form behind it.
_WISHING = """
    want wants wanted need needs needed try tries tried trying decide decides decided hope hopes hoped start starts
    started begin begins began able
"""
_ASKING = "ask asks asked asking tell tells told telling want wants wanted force forced allow allowed invite invited"
_TO_WENT = late(
    rf"{FREE}(?:{'|'.join(_WISHING.split())}|(?:{'|'.join(_ASKING.split())}) (?:me|him|her|us|them|you)) to ([a-z]+)\b"
    r"(?!['’-])"
)
# Of other verbs: want to found a church.
_FIRST_FORMS = frozenset({"found", "saw", "fell", "felt", "seed", "left", "need"})
_PARTICIPLE = late(
    rf"(?:{FREE}ha(?:ve|s|d)|(?<=[a-z])['’]ve)(?: (?:not|never|just|already|also|ever))?"
    rf" ({'|'.join(_PASTS.split())})\b(?!['’-])",
    re.IGNORECASE,
)
_NOTHING = late(
    r"(?:\bnever (?:does|did|says|said|knows|knew|has|had|sees|saw|hears|heard|eats|ate|gets|got|told)"
    r"|[Tt]here (?:is|was)n['’]t|(?:n['’]t|\bnot|\bnever) (?:have|see|know|want|like|do|say|need|find|hear|understand"
    r"|eat|buy|get|tell|give|show|help|speak|talk|bring|ask|feel|meet|remember|change|learn|make|take))"
    r"(?: (?:to|with|about|from|me|him|her|us|them|for|of)){0,2} (nothing|nobody|nowhere)\b"
    r"(?! (?:but|happened|is|was|has|will|can)\b)"
)
# Nobody didn't come.
_NOBODY = late(
    r"(?:\A\W{0,3}|[,;] |\b(?:and|but|because) )(?:[Nn]obody|[Nn]o one) ((do|does|did)n['’]t ([a-z]+))\b(?!['’-])"
)
_NO = late(
    r"(?:n['’]t|\bhardly|\bnever) (?:have|has|had|get|got|want|need|see|saw|seen|buy|find|eat|drink|know|like|make|give"
    r"|take|use|sell|speak|lend|bring|do|feel|understand|hear|read)(?: (?:me|him|her|us|them|you|to|got|seen))? (no)"
    r" (?!(?:one|longer|for|to|as|more|matter|less|such|better)\b)[a-z]+\b"
)
_ANYTHING = {"nothing": "anything", "nobody": "anybody", "nowhere": "anywhere", "neither": "either", "no": "any"}
_DENIED = (((" nothing", " nobody", " nowhere"), _NOTHING), ((" no ",), _NO))
# What he had went up in flames.
_OWNED = late(
    r"\b(?:All|Everything|Anything|What|Whatever|Those) (?:I|we|he|she|they|you|it) \Z|\b(?!(?:and|but|because|if"
    r"|when|so|as|since|that|than|where|after|before|said|says|think|thought|know|knew)\b)"
    r"[a-z]{1,15} (?:I|we|he|she|they|you|it) \Z"
    r"|\b(?:ha(?:s|ve)|[a-z]['’](?:ve|s))(?: ever)? \Z"  # the best idea he has had came late
)
# What stands behind some of them, or before, where they are right: data on accident rates, my leg felt asleep.
_FOLLOWED = {
    "on accident": r" (?!and\b|but\b|because\b|when\b|while\b|in\b|so\b|or\b|last\b|I\b|he\b|she\b|they\b)[a-z]+",
    "a same": r" (?:day|sex|gender|store|site|game|party|season|race)(?: [a-z]{4,}|-)",
    "by in large": r" [a-z]+s\b| part\b",
    "in the mist of": r" (?:time|dawn|memory|history|an?|early|the (?:morning|early|falls|sea|hills|valley))\b",
    "waste of the time": r" (?!and (?!money|effort|energy)|but\b|because\b|to\b)[a-z]+",
    "to say the truth": r" (?:is|was|lies|hurts|has|may|might|will|would|about|of|matters)\b",
    "all over world": r" (?:cup|war|news|football|music|markets?|history|politics|media|trade)\b",
    "since many years": r" (?:ago|have|had|of|passed|and)\b",
    "since a long time": r" ago\b",
    "since long time": r" ago\b",
    "for long time": r" (?:series|scales?|spans?|horizons?|lags?|steps?|delays?)\b",
    "with out": r" of\b",
    "in the same time": r" (?:it|that it|his|her|its)\b",
    "near of": r" kin\b",
    "week end": r" (?:date|report|reports|closing|prices|figures|results|meeting|\d)",
    "now days": r" (?:have|had|were|are|get|pass|go)\b",
    "good in english": r" (?:translation|and|but|too|as)\b",
}
_PRECEDED = {
    "another things": r"\b(?:or|after|to|one) \Z",
    "another countries": r"\b(?:or|after|to|one) \Z",
    "responsible of": r"\b(?:most|more|least|less) \Z",
    "felt asleep": r"\b(?:legs?|foot|feet|arms?|hands?|fingers?|toes|face|half) \Z",
    "good in english": r"\b(?:sound(?:s|ed)?|looks?|reads?|works?) (?:very |so |really |just as )?\Z",
    "in the same time": r"\b(?:twice|half|double|more|less|fewer|further|farther|faster|as (?:much|far|many)|work"
    r"|distance|finish(?:ed)?)\b[^.;:]{0,30}\Z",
    "according with": r"\b(?:result|outcome|treatment|life|conduct|verdict|fully|not) \Z",
}
_OF_COURSE = late(r" (?:course|late)\b")
# In the same time is wrong, in the same time frame is not.
_LONGER = "periods?|frames?|zones?|slot|window|step|range|interval|unit|as|edition"


def _first_form(text: str) -> Iterator[Fault]:
    for found in _DID.finditer(text):
        if found[1] == "seed" or (found[1] == "found" and _FOUNDED.match(text, found.end())):
            continue
        if base := base_of_past(found[1]):
            yield Fault(*found.span(1), base)
    for found in _TO_WENT.finditer(text):
        past = found[1]
        if past not in _FIRST_FORMS and "ADJ" not in lexicon.kinds(past) and (base := base_of_past(past)):
            yield Fault(*found.span(1), base)


def _modal(text: str) -> Iterator[Fault]:
    for found in _WENT.finditer(text):
        if found[1] not in _FIRST_FORMS and (base := base_of_past(found[1])):
            yield Fault(*found.span(1), base, LIKELY)


@cache
def phrases() -> Mapping[str, str]:
    """What is said, and what is meant."""
    return dict(line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines())


@cache
def _said() -> re.Pattern[str]:
    """Any of them, each word with or without a capital; parted by their first letters, so that most cost one look."""
    ways: dict[str, list[str]] = {}
    for phrase in phrases():
        first, *rest = (f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in phrase.replace("'", "['’]").split())
        ways.setdefault(first[:4], []).append(" ".join([first[4:], *rest]))
    said = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in ways.items())
    return late(rf"{FREE}(?:{said})\b(?!['’-]| (?:{_LONGER})\b)")


def _changed(start: int, said: str, meant: str) -> Fault:
    """Of a phrase the words that change; where some only go, with one beside them: something has to stand."""
    old, new = said.split(" "), meant.split(" ")
    head = alike(old, new)
    tail = alike(old[head:][::-1], new[head:][::-1])
    if head + tail == len(new):
        head, tail = (head - 1, tail) if head else (0, tail - 1)
    begin = start + sum(len(word) + 1 for word in old[:head])
    end = start + len(said) - sum(len(word) + 1 for word in old[len(old) - tail :])
    inside = " ".join(new[head : len(new) - tail])
    return Fault(begin, begin, f"{inside} ") if end < begin else Fault(begin, end, inside)


def _stands(text: str, found: re.Match[str], key: str) -> bool:
    """Whether a phrase is right beside what stands before or behind it."""
    if key.endswith(" of") and _OF_COURSE.match(text, found.end()):
        return True
    if key == "expresso":
        return found.group()[0] == "E" and found.start() > 0  # a newspaper
    if key in _FOLLOWED and re.compile(_FOLLOWED[key], re.IGNORECASE).match(text, found.end()):
        return True
    before = text[max(0, found.start() - FAR) : found.start()]
    return key in _PRECEDED and re.search(_PRECEDED[key], before, re.IGNORECASE) is not None


def _phrase(text: str) -> Iterator[Fault]:
    for found in _said().finditer(text):
        said = found.group()
        if _stands(text, found, key := said.lower().replace("’", "'")):
            continue
        meant = phrases()[key]
        yield _changed(found.start(), said, meant[0].upper() + meant[1:] if said[0].isupper() else meant)


def _participle(text: str) -> Iterator[Fault]:
    for found in _PARTICIPLE.finditer(text):
        before = text[max(0, found.start() - BESIDE) : found.start()]
        if found.group().count(" ") > 1 or found.group()[0] in "'’" or not _OWNED.search(before):
            yield Fault(*found.span(1), _PARTICIPLES[found[1].lower()])


def _denied(text: str) -> Iterator[Fault]:
    """*I didn't see nothing*, *you haven't neither*, *they don't have no bread*."""
    quoted = max(text.rfind('"'), text.rfind("”"))  # how people talk is theirs
    for pieces, pattern in _DENIED:
        for found in pattern.finditer(text) if has(text, pieces) else ():
            if found.start() > quoted:
                yield Fault(*found.span(1), _ANYTHING[found[1]], LIKELY)
    for found in _NOBODY.finditer(text) if "nobody " in text or "Nobody " in text or "o one " in text else ():
        if new := past(found[3]) if found[2] == "did" else third(found[3]):
            yield Fault(*found.span(1), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _first_form, _modal, _phrase, _participle, _denied, )  # fmt: skip
