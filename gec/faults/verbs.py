"""Verbs in a form that what stands before them does not take: *enjoy to read*, *without to say*, *good at play*, *want
going*, *I know him since 2010*, *I am knowing*, *yesterday I am*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import FREE, LIKELY, SURE, Fault, any_of, behind_none, late
from gec.faults.forms import base_of_ing, ing, merely_verb, mostly_verb, verb
from gec.words import lexicon

# Behind these a verb ends in *ing*, and has no *to* before it.
_LIKED = """
    enjoy enjoys enjoyed enjoying avoid avoids avoided avoiding dislike dislikes disliked imagine don't_mind
    doesn't_mind do_not_mind
"""
_LED = """
    without instead_of in_spite_of despite interested_in tired_of afraid_of good_at fond_of worth
"""
_PROPOSED = "suggest suggests suggested recommend recommends recommended"
_HARD = "difficulty difficulties trouble fun"
_ABOUT = "think thinking thought how what talk talked talking worried excited"
_OTHERS = """
    about hours days minutes succeed succeeds succeeded insists insisted capable incapable thinking dreaming dream
    dreams dreamed dreamt busy stand resist help deny denies denied admit admits admitted risk risks risked
    postpone postponed me him her us them you people before after mind up use
"""
# Of a time that is spent.
_SPENT = """
    a_lot_of_time lots_of_time so_much_time too_much_time much_time more_time less_time my_time my_free_time
    a_long_time all_my_time
"""
# Behind these a verb ends in *ing*; what may be a noun as well is left alone.
_OF = """
    good_at bad_at better_at interested_in afraid_of tired_of fond_of scared_of thanks_for thank_you_for apologise_for
    apologize_for in_favour_of capable_of dream_of dreams_of
"""
# ... and behind these, where it does something to something.
_OFTEN_OF = "without instead_of way_of ways_of possibility_of opportunity_of chance_of sorry_for despite"
_OBJECT = """
    the a an my me to your their his her our it them us in at on with up out some so more any this that about for from
    into you
"""
# What is done, or is used to do it.
_DONE_TO = "the a an my your their his our it them us me him football tennis guitar chess games music English new"
_WISHED = """
    decide decides decided want wants wanted agree agreed refuse refuses refused would_like threaten threatens
    threatened promised afford
"""
# What is so is not just now being so.
_STATES = """
    knowing/know/knows/knew believing/believe/believes/believed
    preferring/prefer/prefers/preferred belonging/belong/belongs/belonged
    needing/need/needs/needed
"""
# What has gone on since then.
_LASTING = """
    know/known live/lived work/worked study/studied play/played learn/learned love/loved
    knows/known lives/lived works/worked studies/studied plays/played learns/learned loves/loved
"""
_STATE = {first: rest for first, *rest in (row.split("/") for row in _STATES.split())}
_LASTED = dict(row.split("/") for row in _LASTING.split())

BESIDE = 30  # characters on both sides that are looked at
_HOURS = "(?:[a-z]+ ){1,2}(?:hours|days|minutes)"
_VERB = r"(?P<verb>[a-z]+)\b(?!['’-])"
_TO = rf"(?P<whole>to (?!(?:begin|start) with(?:[.,;?!]|\Z)){_VERB})"
_BARE = rf"(?P<whole>{_VERB})"
# What is avoided to save time.
_ACTIVE = behind_none("be is are was were been being best")
# Call the day before to confirm.
_NO_TIME = behind_none(
    "day days night week year years month morning evening hours went go gone come came soon ever since us me chance or"
)
# What something is used for.
_USED_FOR = any_of(
    "attract prove smuggle fill obtain maintain sell create build make produce generate provide describe illustrate"
    " represent show demonstrate promote support store indicate denote refer feed"
    " deliver lure transport convey express translate"
)
# Book before to avoid queues, and meet after to celebrate.
_AFTER = any_of(
    "avoid prevent celebrate discuss remove save ensure confirm check help reduce stay warm cool protect allow relax"
    " ask thank mix loosen minimise minimize"
)
_I_AM = "I am|I['’]m|I was|s?he is|s?he['’]s|s?he was|we are|we['’]re|you are"


def _any(words: str) -> str:
    return any_of(words).replace("'", "['’]")


# Who is let do it, seen do it, and wants to do it.
_PEOPLE = (
    "mother father parents son daughter children kids students friends? brother sister wife husband dog team people"
)
_LET = late(
    rf"{FREE}(?:(?:[Ll]ets?|[Ll]etting) (?:me|him|her|us|them|you|people)"
    r"|[Mm](?:akes?|ade|aking) (?:me|him|her|us|you|people)"
    rf"|(?:lets?|makes?|made) (?:my|his|her|our|their|your|the) (?:{'|'.join(_PEOPLE.split())})"
    rf"|(?:saw|heard|watched) (?:me|him|her|us|them|someone|people)) {_TO}"
)
# What one is seen for, or made for.
_PURPOSES = frozenset(
    {
        "ask",
        "represent",
        "worship",
        "begin",
        "say",
        "tell",
        "talk",
        "discuss",
        "make",
        "get",
        "find",
        "check",
        "be",
        "have",
        "see",
        "order",
        "measure",
        "start",
    }
)
_TO_GOING = late(
    rf"{FREE}(?:wants?|wanted|needs?|needed|decided?|hopes?|hoped|able|would like|have|has|had|ready|plan(?:ned)?"
    r"|learn(?:ed)?|in order|(?:want|ask|asked|wanted|tell|told) (?:me|you|him|her|them|us))"
    r" to (?P<whole>(?!being\b|living\b)[a-z]+ing)\b(?!['’-])"
)
# What goes before the form in *ing*, and how sure that is.
_GERUNDS: tuple[tuple[re.Pattern[str], str, float], ...] = (
    (late(rf"{_ACTIVE}{FREE}(?:{_any(_LIKED)}) {_TO}", re.IGNORECASE), "", SURE),
    (late(rf"{behind_none('it went do does did doing')}{FREE}(?:{_any(_LED)}) {_TO}", re.IGNORECASE), "", SURE),
    (late(rf"{_NO_TIME}{FREE}(?:before|after) (?!to (?:{_AFTER})\b){_TO}", re.IGNORECASE), "", SURE),
    (late(rf"{FREE}(?:[Ii]|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|would) (?:{_any(_PROPOSED)}) {_TO}"), "", LIKELY),
    (late(rf"{FREE}(?:have|has|had|having)(?: (?!been\b|be\b)[a-z]+| a lot of)? (?:{_any(_HARD)})"
                rf" (?!to (?:spare|speak of|contend|look forward)\b){_TO}"), "", LIKELY),
    (late(rf"{FREE}spen(?:ds?|t|ding) (?:{_any(_SPENT)}|{_HOURS}) {_TO}"), "", LIKELY),
    (late(rf"{FREE}succeed(?:s|ed)? (?!to (?:found|rule|reign)\b){_TO}"), "in ", LIKELY),
    (late(rf"{FREE}insist(?:s|ed) {_TO}"), "on ", LIKELY),
    (late(rf"{FREE}(?:{_any(_ABOUT)}) about {_TO}", re.IGNORECASE), "", SURE),
    (late(rf"{FREE}(?:in)?capable {_TO}"), "of ", LIKELY),
    (late(rf"{FREE}(?:am|is|are|was|were|been)(?: also)? (?:thinking|dreaming) {_TO}"), "of ", LIKELY),
    (late(rf"['’](?:m|re|s)(?: also)? (?:thinking|dreaming) {_TO}"), "of ", LIKELY),
    (late(rf"{FREE}(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (?:dream|dreams|dreamed|dreamt) {_TO}"), "of ", LIKELY),
    (late(rf"{FREE}(?:am|is|are|was|were|been|['’](?:m|re))(?: (?:very|really|always|also))? busy {_TO}"),
     "", LIKELY),
    (late(rf"{FREE}(?:can['’]t|cannot|couldn['’]t) (?:stand|resist|help)"
                rf" (?!to (?:see|hear|think|watch|look|be|reduce|cure|save|solve|prevent|improve"
                rf"|fix)\b){_TO}"), "", LIKELY),
    (late(rf"{FREE}(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (?:den(?:y|ies|ied)|admit(?:s|ted)?|risk(?:s|ed)?|postponed?)"
                rf" {_TO}"), "", LIKELY),
    (late(rf"{FREE}(?:[Dd]o|[Dd]oes|[Ww]ould|[Dd]id) (?:you|he|she|they|(?:your|the) [a-z]+) mind {_TO}"), "", SURE),
    (late(rf"{FREE}(?:give|gives|gave|given|giving) up {_TO}"), "", LIKELY),
    (late(rf"{FREE}(?:is|was|['’]s) no use {_TO}"), "", LIKELY),
    (late(rf"{FREE}prevent(?:s|ed)? (?:me|him|her|us|them|you|people) {_TO}"), "from ", LIKELY),
)  # fmt: skip
# A thing wants mending, and what is decided is decided using facts.
_WISH = late(
    rf"{FREE}(?=[dwartpDWARTP]){_ACTIVE}{behind_none('it only good hair shoes windows')}(?:{_any(_WISHED)})"
    r" (?!happening\b|doing (?:properly|well)\b|seeing to\b)"
    r"([a-z]+ing)\b(?!['’-])(?! (?:[a-z]+ ){0,4}?(?:was|is|were|would|might|could|will)\b)"
    r"(?! (?:[^\s.,;]+ ){1,3}to (?:be|feel|look|stay|remain)\b)",
    re.IGNORECASE,
)
# Whatever you want using this.
_ANYTHING = late(r"\b(?:what|whatever|anything|everything|all) (?:I|you|we|they|he|she|people) \Z", re.IGNORECASE)
# I want go.
_NO_TO = late(
    rf"{FREE}(?:[Ii]|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|who|people)"
    rf" (?:want(?:s|ed)?|would like|decided|tried|needs|don['’]t want)() "
    rf"(?!want\b|do not\b|what\b|let\b|include\b|require\b|seem\b|depend\b|remain\b|differ\b){_VERB}"
)
# The men they want become soldiers.
_WANTED = late(
    r"\b(?:what|those|everything|anything|(?:the|these|those|many|our|their) (?:[a-z]+ )?(?:[a-z]+s|men|women|people))"
    r" (?:that |who )?\Z",
    re.IGNORECASE,
)
_BEING = late(
    rf"{FREE}(?:(?P<many>I|[Ww]e|[Tt]hey|[Yy]ou)|(?P<one>[Hh]e|[Ss]he))"
    rf"(?P<whole> (?:am|is|are|(?P<past>was|were)) (?P<verb>{'|'.join(_STATE)}))\b(?!['’-])"
)
_SINCE = late(
    rf"{FREE}(?:(?:I|[Ww]e|[Tt]hey|[Yy]ou)|(?P<one>[Hh]e|[Ss]he)) (?P<verb>{'|'.join(_LASTED)})"
    r"(?: (?!(?:who|that|what|how|when|which|if|and|because|has|have|had|been|was|were|is|are|rose|made|built|done|kept"
    r"|set|held|won|written|[a-z]+ed)\b)[A-Za-z]+){0,5} since"
    r" (?:(?:19|20)\d\d|(?:\d\d?|two|three|four|five|six|ten|many) (?:years|months)|I was|we were|last|my childhood"
    r"|childhood|then|January|September)\b"
)
# Behind these a verb that has no *to*, and what it must be.
_BARE_GERUNDS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (late(rf"{FREE}(?:{_any(_OF)}) {_BARE}", re.IGNORECASE), merely_verb),
    (late(rf"{FREE}(?:{_any(_OFTEN_OF)}) {_BARE}(?= (?:{_any(_OBJECT)})\b)", re.IGNORECASE), merely_verb),
    (late(rf"{FREE}(?:{_any(_OF)}) {_BARE}(?= (?:{_any(_DONE_TO)})\b)", re.IGNORECASE), mostly_verb),
    (late(rf"\A\W{{0,3}}(?:After|Before) {_BARE}(?= (?:{_any(_OBJECT)})\b)"), merely_verb),
)
_USED = late(
    rf"{FREE}(?:look(?:s|ed|ing)? forward|(?P<used>{_I_AM}|gets?|got|getting)"
    r"(?: (?:not|now|so|very|already|really|quite))? used)"
    rf" to (?!come [a-z]+ time\b)(?!(?<=used to )(?:{_USED_FOR})\b){_BARE}",
    re.IGNORECASE,
)
_USED_TO = late(r"(?:I|get|got|s?he(?: is|['’]s))\b", re.IGNORECASE)  # that does things, and is not used for them
# Where to look for them: the last words of what stands before such a verb.
_PLACE = late(r"(?<![A-Za-z])([A-Za-z]++)(?= (?P<to>to )?(?P<verb>[a-z]++))")
_BEFORE_TO = frozenset(one.rsplit("_")[-1] for one in f"{_LIKED} {_LED} {_PROPOSED} {_HARD} {_SPENT} {_OTHERS}".split())
_BEFORE_VERB = frozenset(one.rsplit("_")[-1] for one in f"{_OF} {_OFTEN_OF} after before".split())


def _gerund(text: str) -> Iterator[Fault]:
    for place in _PLACE.finditer(text):
        led, verb = place[1].lower(), place["verb"]
        if place["to"] and led in _BEFORE_TO:
            for pattern, before, odds in _GERUNDS:
                if (found := _ending(pattern, text, place)) and (new := ing(verb)):
                    yield Fault(*found.span("whole"), before + new, odds)
        elif led in _BEFORE_VERB and mostly_verb(verb):
            for bare, fits in _BARE_GERUNDS:
                if (found := _ending(bare, text, place)) and fits(verb) and (new := ing(verb)):
                    yield Fault(*found.span("whole"), new)
    if "forward to " in text or "used to " in text:
        for found in _USED.finditer(text):
            fits = mostly_verb if _USED_TO.match(found["used"] or "") else merely_verb
            if fits(found["verb"]) and (new := ing(found["verb"])):
                yield Fault(*found.span("whole"), new, LIKELY if found["used"] else SURE)


def _ending(pattern: re.Pattern[str], text: str, place: re.Match[str]) -> re.Match[str] | None:
    """What a pattern finds that ends with the verb of a place."""
    end = place.end("verb")
    some = pattern.finditer(text, max(0, place.start() - BESIDE), end + BESIDE)
    return next((one for one in some if one.end("whole") == end), None)


def _wish(text: str) -> Iterator[Fault]:
    for found in _WISH.finditer(text):
        if _ANYTHING.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        if "NOUN" not in lexicon.kinds(found[1]) and (base := base_of_ing(found[1])):
            yield Fault(*found.span(1), f"to {base}", LIKELY)
    for found in _NO_TO.finditer(text):
        if merely_verb(found["verb"]) and not _WANTED.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span(1), " to", LIKELY)


def _lasting(text: str) -> Iterator[Fault]:
    for found in _BEING.finditer(text):
        many, one, past = _STATE[found["verb"]]
        yield Fault(*found.span("whole"), f" {past if found['past'] else many if found['many'] else one}", LIKELY)
    for found in _SINCE.finditer(text):
        yield Fault(*found.span("verb"), f"{'has' if found['one'] else 'have'} {_LASTED[found['verb']]}")


def _bare(text: str) -> Iterator[Fault]:
    """*Let me to go*, *heard him to sing*, *want to going*."""
    if " to " not in text:
        return
    for found in _LET.finditer(text):
        first, whole = found["verb"], found.span("whole")
        if verb(first) and first not in _PURPOSES:
            yield Fault(*whole, first)
    for found in _TO_GOING.finditer(text) if "ing" in text else ():
        if base := base_of_ing(found["whole"]):
            yield Fault(*found.span("whole"), base, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_gerund, _wish, _lasting, _bare)
