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
from gec.faults.auxiliaries import asked_of
from gec.faults.fault import FREE, LIKELY, Fault, any_of, has, late
from gec.faults.forms import PASTS, base_of_past, base_of_third, past, third, verb
from gec.words import lexicon

TABLE = Path(__file__).with_name("phrases.txt")  # what is said, and what is meant
FAR = 60  # characters of a clause
LONGEST, BESIDE = 24, 30  # characters before a word that are looked at

# Past forms that stand behind *have* for a participle.
_PASTS = """
    went ate wrote spoke took gave began broke chose drove forgot fell flew knew drank swam sang stole threw woke wore
    came became shook froze grew blew
"""
# Of whom *one of my* says that there are more.
_ONE_OF = """
    friend brother sister cousin neighbour neighbor teacher student colleague classmate uncle aunt hobby dream
"""
# What people lose, and do not set loose; their hold they do both to.
_LOST = "track sight touch hope interest control patience money time faith confidence my your our"
_PARTICIPLES = {past: rest[0] for _, past, *rest in lexicon.IRREGULAR if past in _PASTS.split() and rest}

_DID = late(rf"{FREE}did(?:n['’]t| not) ([a-z]+)\b(?!['’-])", re.IGNORECASE)
_FOUNDED = late(r" (?:a|the|its)\b")  # did not found the company
# Why don't plants need soil?
_DOES = late(rf"{FREE}do(?P<does>es)?(?:n['’]t| not) (?P<what>[a-z]+s)\b(?!['’-])", re.IGNORECASE)
_INVERTED = late(r"(?:\A\W{0,3}|[,;:—] ?|\b(?:wh[a-z]{1,3}|how|and|but|so|or) )\Z", re.IGNORECASE)
_MODAL = late(rf"{FREE}(?:must|should) (to [a-z]+)\b(?!['’-])", re.IGNORECASE)
# The can has a lid, that must has been served, and one must needs ask.
_SINGS = late(
    rf"{FREE}(?:(?:I|you|he|she|it|we|they|who|which) (?:can|could|will|would|shall|should|may|might|must)"
    r"|(?!the\b)[a-z]+ (?:could|would))(?:n['’]t| not)?"
    r"(?: (?:also|only|always|never|just|still|often|really|probably|certainly|definitely|surely))?"
    r" (?!needs\b)([a-z]+s)\b(?!['’-])",
    re.IGNORECASE,
)
# Doing what you can helps; those who can pays.
_ALL_ONE_CAN = late(
    r"\b(?:what|whatever|whoever|all|everything|anything|much|best) (?:[a-z]+ )?(?:I|you|he|she|it|we|they|one)"
    r" [a-z]+ \Z"
    r"|\b(?:he|she|those|anyone|everyone|ones?) who [a-z]+ \Z",
    re.IGNORECASE,
)
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
_AGO = late(
    rf"{FREE}before ((?:two|three|four|five|six|ten|many|several|some|a few|\d+) (?:years|months|days|weeks|hours))"
    r"(?=[.,](?: |\Z)|\Z| (?:I|we|he|she|they|my|and|but|because|when|with)\b)"
)
# Only of what is over: do not prune before three years.
_GONE_BY = late(
    rf"\b(?:was|were|had|did|{'|'.join(PASTS)}|(?<!be )[a-z]{{2,}}ed)\b",
    re.IGNORECASE,
)
_DAY = late(
    rf"(?<!ing ){FREE}(in(?: (?:last|next|every))?) (?:the )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
    r"(?: (?:morning|afternoon|evening|night))?(?=[.,;!?]| (?:I|we|he|she|they|and|at|because|with|to)\b|\Z)"
)
# Come in Monday, the mayor was sworn in Tuesday, turn it in Friday; and I'll be in Monday.
_COMES_IN = late(
    r"\b(?:check(?:s|ed|ing)?|log(?:s|ged)?|comes?|hand(?:s|ed|ing)?|fly|flies|flew|flying|mov(?:e|es|ed|ing)"
    r"|turn(?:s|ed|ing)?"
    r"|sworn|sent|send|brought|bring|call(?:s|ed)?|phone[ds]?|drop(?:s|ped)?|roll(?:s|ed)?|kick(?:s|ed)?|voted?|pour(?:s"
    r"|ed)"
    r"|rang|got|(?:results?|news|reports?|votes?|orders?|storm) c[ao]me|stay(?:s|ed|ing)?|eat|pulled|blew)"
    r"(?: (?:it|him|her|them|me|us|himself|herself|themselves|mine|yours|(?:my|his|her|our|their|the) [a-z]+))? \Z"
    r"|\b(?:I|he|she|we|they|you)(?:['’]ll| will)(?: not)? be (?:back )?\Z|(?:\b(?:am|are|is)|['’](?:m|re)) not \Z"
    r"|\b(?:am|are|were|due|broken?|breaks?) \Z",
    re.IGNORECASE,
)
_PARTICIPLE = late(
    rf"(?:{FREE}ha(?:ve|s|d)|(?<=[a-z])['’]ve)(?: (?:not|never|just|already|also|ever))?"
    rf" ({'|'.join(_PASTS.split())})\b(?!['’-])",
    re.IGNORECASE,
)
# It was wrote by her; of others what is so may be meant: she was broke.
_DONE_TO = "wrote stole took gave chose drove ate spoke sang threw knew saw"
_PASSIVE = late(
    rf"{FREE}(?:am|is|are|was|were|be|been|being)(?: (?:not|also|already|never|always))?"
    rf" ({any_of(_DONE_TO)})\b(?!['’-])"
)
_GIVEN = {past: rest[0] for _, past, *rest in lexicon.IRREGULAR if past in _DONE_TO.split() and rest}
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
# Did not see neither, and have not no money.
_NEITHER = late(
    r"(?:n['’]t|\bnot|\b[Nn]ever|\b[Nn]obody)(?: [a-z']+){0,8}?(?<! or) (neither)"
    r"(?=[.!?](?: |\Z)|\Z|, (?:but|because|so|and)\b)"
)  # but both or neither
_NO = late(
    r"(?:n['’]t|\bhardly|\bnever) (?:have|has|had|get|got|want|need|see|saw|seen|buy|find|eat|drink|know|like|make|give"
    r"|take|use|sell|speak|lend|bring|do|feel|understand|hear|read)(?: (?:me|him|her|us|them|you|to|got|seen))? (no)"
    r" (?!(?:one|longer|for|to|as|more|matter|less|such|better)\b)[a-z]+\b"
)
_ANYTHING = {"nothing": "anything", "nobody": "anybody", "nowhere": "anywhere", "neither": "either", "no": "any"}
_DENIED = (((" nothing", " nobody", " nowhere"), _NOTHING), ((" neither",), _NEITHER), ((" no ",), _NO))
# What he had went up in flames.
_OWNED = late(
    r"\b(?:All|Everything|Anything|What|Whatever|Those) (?:I|we|he|she|they|you|it) \Z|\b(?!(?:and|but|because|if"
    r"|when|so|as|since|that|than|where|after|before|said|says|think|thought|know|knew)\b)"
    r"[a-z]{1,15} (?:I|we|he|she|they|you|it) \Z"
    r"|\b(?:ha(?:s|ve)|[a-z]['’](?:ve|s))(?: ever)? \Z"  # the best idea he has had came late
)
_USE = late(rf"{FREE}(?:am|is|are|was|were|get|got|getting) (use) to\b(?!['’-])", re.IGNORECASE)
_USE_TO = late(r"\A\W{0,3}(?:I|You|We|They|He|She|It) (use) to ([a-z]+)\b(?!['’-])")
_TO = late(rf"{FREE}(?:there (?:is|are|was|were)|ha(?:ve|s|d)) (to) (?:many|much)\b(?!['’-])", re.IGNORECASE)
_FRIEND = late(
    rf"{FREE}one of (?:my|his|her|our|their|your) ({'|'.join(_ONE_OF.split())})"
    r"(?=[.,](?: |\Z)| (?:is|was|has|who|lives|and|in|at)\b)",
    re.IGNORECASE,
)
_SUDDEN = late(
    rf"{FREE}all of (the) sudden(?=[.,;!?](?: |\Z)|\Z| (?:I|we|he|she|it|they|you|there|the|a|my|his|her|this)\b)",
    re.IGNORECASE,
)
_HAND = late(
    r"(?:\A\W{0,3}|[,;] |\b(?:but|and) )(in) the other hand(?=,)"
    r"(?!, (?:he|she|they|I|we|was)?[^,.]{0,20}\b(?:h[eo]lds?|holding|carr|clutch|gripp|had an?\b|an? ))",
    re.IGNORECASE,
)
_DAYTIME = late(
    rf"{FREE}(at) the (?:morning|evening)"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:I|we|he|she|it|they|you|and|but|because|when|of (?:the|that))\b)"
)
# Since when, or for how long: since two years, but not since two years ago.
_SINCE = late(
    rf"{FREE}(since) (?:(?:about|over|more than|almost|nearly) )?"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|many|several|\d\d?) (?:years|months|weeks|days|hours)"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|in|at|now|with)\b)",
    re.IGNORECASE,
)
_LOT = late(r"\b(?:are|is|was|were|have|has|had|with|and|spend|spent|get|need|read|do|learn) (lot of [a-z]+)\b")
_AGE = late(
    r"(?<![\w'’])(I|You|We|They|He|She|he|she|they|we|who|brother|sister|friend|son|daughter|mother|father)"
    r" (have|has|had) (?:only |just |about )?(?:\d\d?|twenty|thirty|forty|fifty|sixty)(?:[ -][a-z]+)? years old\b"
)
_IS_OF_AGE = {"I": "am", "You": "are", "We": "are", "They": "are", "they": "are", "we": "are"}
_SAME = late(rf"{FREE}one (in) the same(?=[.,;!?](?: |\Z)|\Z)", re.IGNORECASE)
_LOOSE = late(
    r"(?:\A\W{0,3}|(?<=n['’]t )|(?<!\w)(?:to|can|could|will|would|may|might|must|should|not|never|I|you|we|they) )"
    rf"(loose) (?:{'|'.join(_LOST.split())})\b(?! (?:hold|grip|tongue|dogs?|hounds?|arrows?|bonds)\b)(?!['’-])",
    re.IGNORECASE,
)
_WHERE = late(
    rf"{FREE}(?:we|they) (where) (?:there|here|in|at|so|very|not|going|an?|all|both|just|always|never|really|happy"
    r"|late|too|looking|trying|able)\b(?!['’-])",
    re.IGNORECASE,
)
_KNOW = late(
    rf"{FREE}(?:I|we|(?<!told )(?<!tell )(?<!tells )(?<!ask )(?<!asked )you|they)"
    r" (no) (?:the|that|how|what|why|him|her|it|you|this|where|who|about|them|your|my)\b",
    re.IGNORECASE,
)
_ADVICE = late(r"\bplease (advice)(?=[.!?]*\Z|,| (?:on|me|us|if|how|what|whether)\b)", re.IGNORECASE)
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
    for found in _DOES.finditer(text):
        what, (start, end) = found["what"], found.span("what")
        asked = found["does"] is None and _INVERTED.search(text, max(0, found.start() - LONGEST), found.start())
        if (base := base_of_third(what)) and not (asked and asked_of(what, text, end)):
            yield Fault(start, end, base)


def _modal(text: str) -> Iterator[Fault]:
    for found in _MODAL.finditer(text):
        if verb(first := found[1][3:]):
            yield Fault(*found.span(1), first)
    for found in _WENT.finditer(text):
        if found[1] not in _FIRST_FORMS and (base := base_of_past(found[1])):
            yield Fault(*found.span(1), base, LIKELY)
    for found in _SINGS.finditer(text):
        if _ALL_ONE_CAN.search(text, max(0, found.start() - BESIDE), found.start(1)):
            continue
        if base := base_of_third(found[1]):
            yield Fault(*found.span(1), base)


def _day(text: str) -> Iterator[Fault]:
    for found in _DAY.finditer(text):
        if not _COMES_IN.search(text, max(0, found.start() - LONGEST), found.start()):
            yield Fault(*found.span(1), found[1][3:] or "on")
    for found in _AGO.finditer(text):
        if _GONE_BY.search(text, max(0, found.start() - FAR), found.start()):
            yield Fault(*found.span(), f"{found[1]} ago")


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
    yield from (Fault(*found.span(1), "a") for found in _SUDDEN.finditer(text))
    yield from (Fault(*found.span(1), "and") for found in _SAME.finditer(text))
    yield from (Fault(*found.span(1), "On" if found[1][0] == "I" else "on") for found in _HAND.finditer(text))
    yield from (Fault(*found.span(1), "in") for found in _DAYTIME.finditer(text))
    yield from (Fault(*found.span(1), "For" if found[1][0] == "S" else "for") for found in _SINCE.finditer(text))
    yield from (Fault(found.start(1), found.start(1) + 3, "a lot") for found in _LOT.finditer(text))
    yield from (Fault(*found.span(1), "were") for found in _WHERE.finditer(text))
    yield from (Fault(*found.span(1), "know") for found in _KNOW.finditer(text))
    yield from (Fault(*found.span(1), "advise") for found in _ADVICE.finditer(text))
    for found in _LOOSE.finditer(text):
        yield Fault(*found.span(1), "Lose" if found[1][0] == "L" else "lose")


def _aged(text: str) -> Iterator[Fault]:
    for found in _AGE.finditer(text):
        past = {"am": "was", "are": "were", "is": "was"}
        now = _IS_OF_AGE.get(found[1], "is")
        yield Fault(*found.span(2), past[now] if found[2] == "had" else now)


def _participle(text: str) -> Iterator[Fault]:
    for found in _PARTICIPLE.finditer(text):
        before = text[max(0, found.start() - BESIDE) : found.start()]
        if found.group().count(" ") > 1 or found.group()[0] in "'’" or not _OWNED.search(before):
            yield Fault(*found.span(1), _PARTICIPLES[found[1].lower()])
    if any(past in text for past in _GIVEN):
        yield from (Fault(*found.span(1), _GIVEN[found[1]]) for found in _PASSIVE.finditer(text))


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


def _used(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span(1), "used") for found in _USE.finditer(text))
    if (found := _USE_TO.match(text)) and verb(found[2]):
        yield Fault(*found.span(1), "used")


def _too(text: str) -> Iterator[Fault]:
    return (Fault(*found.span(1), "too") for found in _TO.finditer(text))


def _one_of(text: str) -> Iterator[Fault]:
    for found in _FRIEND.finditer(text):
        yield Fault(*found.span(1), "hobbies" if found[1].lower() == "hobby" else f"{found[1]}s")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _first_form, _modal, _day, _phrase, _aged, _participle, _denied, _used, _too, _one_of,
)  # fmt: skip
