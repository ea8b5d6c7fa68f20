"""Tenses that do not go together: *when I will arrive, I will call*, *if I would have time*, *I wish I have*,
*yesterday I have seen*, *I thought it is*, *it is the first time I see*, *I am here since 2010*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon, word_set
from gec.rules.code.forms import PARTICIPLES, base_of_participle, done, mostly_verb, participle, past, third
from gec.rules.fault import FREE, LIKELY, NEAR, Fault, any_of, beginning, has, late

_ONE = frozenset({"he", "she", "it"})
_WHO = r"(?P<who>I|you|he|she|it|we|they|(?:my|the|your|our|his|her) [a-z]+)"
_WILL = r"(?P<whole>will (?P<verb>[a-z]+))\b(?!['’-])"
_WOULD = (
    r"(?P<whole>would (?!(?:like|love|prefer|mind|please|kindly)\b|be (?:so|kind|willing|of)\b)(?P<verb>[a-z]+))\b"
    r"(?!['’-])"
)
# Of a will: if you will excuse me, if it will make you happy.
_WILLING = (
    r"(?!will (?:make|help|do|ease|please|suffice|save|comfort|speed|stop|prevent|cheer|satisfy)\b)"
    r"(?!(?<=you )will (?!need\b|have\b|be\b|want\b|come\b|go\b))"
)

_TIME = late(
    rf"(?<!so that ){FREE}(?:[Aa]s soon as|[Ii]n case|[Bb]y the time|[Uu]ntil|[Uu]nless|[Aa]fter(?! that\b| the\b)"
    rf"|(?<!years )(?<!months )(?<!long )[Bb]efore(?! it\b| the\b)) {_WHO} {_WILL}"
)
_WHEN = late(rf"(?: will|['’]ll| can) [^,.;?!]{{2,40}}(?<!come)(?<!day)(?<!time)(?<! and)(?<! or) when {_WHO} {_WILL}")
_IF = late(
    rf"(?:\A\W{{0,3}}|[,;] |(?:and|but|because|that|so) )[Ii]f {_WHO} {_WILLING}{_WILL}"
    r"(?=[^?]*(?: will|['’]ll| can)\b)"
)
_IF_WOULD = late(
    rf"(?<!as )(?<!only ){FREE}[Ii]f {_WHO} {_WOULD}"
    r"(?=[^,.;?]{1,60},? (?:then )?(?:[Ii]|you|he|she|it|we|they|(?:my|the) [a-z]+) (?:would|could|might)\b)"
)
# When, or if, is what is asked or known, or tells of a time: *he can choose when he will go*.
_TELLING = (
    "tell tells told ask asks asked show shows inform informed notify notified advise advised warn remind text email"
)
_KNOWING = """
    know knows knew say says see hear wonder wonders find decide decides predict foresee guess learn announce
    explain discuss check discover determine imagine reveal confirm understand consider calculate estimate forecast
    remember mention question doubt verify indicate sure certain clear unsure idea about on of matter matters depend
    decided discussed known announced confirmed saying state states stated specify specifies measure determined
"""
_WHOSE = "(?:the|my|your|his|her|our|their)"
_AT_ONCE = " (?:right|straight) away| immediately| at (?:once|a glance)"
_ASKED = late(
    rf"\b(?:(?:{any_of(_TELLING)})(?: (?:me|him|her|us|them|you|people|anyone|{_WHOSE} [a-z]+))?(?:{_AT_ONCE})?"
    rf"|(?:{any_of(_KNOWING)})(?: (?:out|exactly|beforehand|now|yet|soon|today|tomorrow|later|in advance"
    rf"|(?:for )?[a-z]+sel(?:f|ves))|{_AT_ONCE})?"
    r"|choose(?= when)|(?:the|an?|any|every|no) (?:moment|year|week|month|hour|point|stage|period|age|situation)"
    r"|situations|times|days|moments|occasions|nights|years) (?:when|if) \Z",
    re.IGNORECASE,
)
_OR_NOT = late(r"(?: [\w'’-]+){0,8},? or not\b")
# When he will come nobody can say.
_UNKNOWN = late(
    r"\b(?:can|could|will|would|must|should)(?:not|n['’]t| not)? (?:ever |yet |only )?"
    r"(?:say|tell|know|predict|foresee|guess|decide|see)(?=[.!;,]| (?:for|yet|now|with|today|until|before)\b|\Z)"
)
# I would be grateful if you would reply: they are asked to, and are to want to.
_KIND = late(
    r"\b(?:grateful|appreciate|appreciated|obliged|thankful|glad|pleased|delighted|honou?red|(?:like|love|prefer) it"
    r"|be (?:very |so |really |most |quite )?(?:nice|kind|lovely|happy))\b"
)
_KIND_OF_YOU = late(
    r"\b(?:would help|be (?:very |so |really |most |quite |a )?(?:help|helpful|great|good|better|best|fair|wonderful"
    r"|easier|useful|fantastic|excellent))\b"
)
_STATE = word_set("be have know want need live own cost exist believe belong seem contain like love prefer")
_OPENS = len("“When ") + 3
_ASKED_OF = 80  # characters around what is asked that are looked at
_WISH = late(
    r"\b(?:I|[Hh]e|[Ss]he|[Ww]e|[Tt]hey) (?:(?:just|really|also|often) )?wish(?:es|ed)? (?:that )?"
    r"(?:I|you|he|she|it|we|they)"
    r" (am|is|are|has|have|can|will|do|does|would have|know|live|speak|don['’]t|doesn['’]t|can['’]t)\b(?!['’-])"
)
_UNREAL = """
    am/were is/were are/were has/had have/had can/could will/would do/did does/did know/knew live/lived speak/spoke
"""
_WISHED = dict(row.split("/") for row in _UNREAL.split())
_FIRST_TIME = late(
    rf"{FREE}(?:[Ii]t|[Tt]his)(?: is|['’]s) (?:the|my|our) (?:very )?(?:first|second|third) time (?:that )?"
    r"(?:I|we|you|they) (?!have\b|had\b|ever\b|am\b|are\b|can\b|do\b)([a-z]+)\b(?!['’-])"
)
_REPORTED = late(
    r"(?:\b(?:I|[Hh]e|[Ss]he|[Ww]e|[Tt]hey) (?:thought(?: that)? (?:I|he|she|it|we|they) (is|are|am|isn['’]t|will|can)"
    r"|said(?: that)? (?:I|he|she|it|we|they) (will|can|can['’]t|won['’]t))"
    r"|\btold (?:me|him|her|us|them)(?: that)? (?:I|he|she|it|we|they) (will|can|can['’]t|won['’]t)"
    r"|\basked (?:me|him|her|us|them) (?:if|whether) (?:I|he|she|it|we|they) (can))\b(?!['’-])"
)
# What has not come yet: she said she will call tomorrow.
_COMING = late(r"\b(?:tomorrow|tonight|next (?:week|month|year|spring|summer|autumn|winter|season)|later today)\b")
_TOLD = {"is": "was", "are": "were", "am": "was", "will": "would", "can": "could", "ca": "could", "wo": "would"}
_NOT_SINCE = late(
    r"\b(?:I|[Ww]e|[Tt]hey|[Yy]ou|(?P<one>[Hh]e|[Ss]he)) (?P<whole>did(?P<not>n['’]t| not) (?P<verb>[a-z]+))"
    r"(?: [A-Za-z]+){0,4} since (?:(?:19|20)\d\d"
    r"|(?:I|we|he|she|they) (?:(?:was|were) (?:a (?:child|kid|boy|girl|baby|teenager)|born|little|young|small|\d)"
    r"|came|left(?! (?:my|his|her|our|their|the|it)\b)|got|saw|met|went)|last"
    r"|yesterday|then|(?:early )?this (?:morning|week|month|year|spring|summer|autumn|winter)"
    r"|noon|breakfast|lunch|dinner|Christmas|Easter|(?:my )?childhood"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|April|June|July|August|September|October|November"
    r"|December|(?:about )?(?:a|two|three|four|five|six|ten|many|\d\d?) (?:long|days|weeks|months|years|hours))\b"
)
# Last year it is said to have rained, and last night I do believe it did.
_SAID = any_of(
    "said told believed reported estimated claimed thought alleged sorry sure glad certain afraid clear known happy"
    " informed assumed supposed"
)
_OVER = (
    r"(?:[Yy]esterday(?: (?:morning|evening|afternoon))?"
    r"|[Ll]ast (?:week|month|year|night|summer|winter|weekend|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
    r"|(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Tt]en|\d\d?|[Aa] few) (?:days|weeks|months|years) ago"
    r"|[Ww]hen I was (?:a child|young|little|small))"
)
_YESTERDAY = late(
    rf"(?:\A\W{{0,3}}|[,;] |(?<![\w'’])(?:and|but|because) ){_OVER},? (?P<who>I|he|she|we|they|it|my [a-z]+)"
    r" (?:(?:also|only|just|finally) )?(?P<verb>[a-z]+)\b(?!['’-])"
    rf"(?! (?:(?:[a-z]+ly|now) )?(?:{_SAID})\b)(?P<done> [a-z]+)?"
)
_PERFECT = late(
    rf"{beginning('and|but|because|that|when|which|who')}(?P<who>I|[Ww]e|[Tt]hey|[Yy]ou|[Hh]e|[Ss]he|[Ii]t"
    r"|(?:[Mm]y|[Tt]he|[Oo]ur|[Hh]is|[Hh]er) [a-z]+)(?P<whole>(?: ha(?:ve|s)|['’]ve) (?P<verb>[a-z]+))\b"
    r"(?: (?!(?:since|from|than|as|of|over|until|by|that|who|if|how|what|when)\b)[A-Za-z]+){0,5}"
    r"(?P<date> (?:yesterday(?: (?:morning|evening|afternoon))?|in (?:19\d\d|20(?:[01]\d|2[0-4]))"
    r"|last (?:year|week|month|night|summer|winter|weekend|June|July|August"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
    r"|(?:(?:two|three|four|five|six|ten|several|a few|some|\d\d?) (?:years|months|days|weeks|hours|minutes)"
    r"|an? (?:hour|week|month|year)) ago))"
    r"(?=[.!](?: |\Z)|\Z| (?:and|but|with|because)\b)"
)
# What is said of yesterday: yesterday I believe it rained.
_NOW = word_set(
    """
    am is are do does believe think hope guess suppose wonder remember recall wish know mean say find understand feel
    must can will may should could would might
    """
)
# Whose past is like their first form.
_ALIKE = word_set("cast broadcast forecast wed bet bid knit rid quit spit slit wet sweat burst shed")
_AHEAD = word_set(
    "planned pledged promised announced scheduled qualified vowed agreed decided booked asked proposed set"
)
# Others that did it then, and what is told of.
_OTHERS = frozenset({"I", "he", "she", "we", "they", "about", "whose", "which", "where", "whom"})
_ARTICLES = frozenset({"a", "an", "the", "my", "some"})  # a used car
_TOPIC = frozenset({"on", "into", "life", "war", "history", "events", "between"})
_WHERE = late(r" (to|in|at|on|there)\b")
_BETWEEN = frozenset({"been", "always", "never", "already", "not", "just"})  # have and what was done
_DEEDS = frozenset({"my", "the", "a", "some", "homework", "sport", "sports", "exercise", "exercises"})
_WAS = {"am": "was", "is": "was", "are": "were"}


def _present(text: str) -> Iterator[Fault]:
    """*When he will come*, *as soon as I will know*, *if it will rain*."""
    if " will " not in text:
        return
    for pattern in (_TIME, _WHEN, _IF):
        for found in pattern.finditer(text):
            if done(first := found["verb"]) and not _asked(text, found):
                yield Fault(*found.span("whole"), _now(found["who"], first), LIKELY)


def _asked(text: str, found: re.Match[str]) -> bool:
    """Whether *when* or *if* begins what is asked or known."""
    at = found.start("who")
    if _ASKED.search(text, max(0, at - NEAR), at) or _OR_NOT.match(text, found.end()):
        return True
    opens = at < _OPENS and text[:at].strip().count(" ") == 0
    return opens and _UNKNOWN.search(text, found.end(), found.end() + _ASKED_OF) is not None


def _wanted(text: str, found: re.Match[str]) -> bool:
    """Whether somebody would be glad of what the others would do."""
    if found["who"] in ("I", "we") or found["verb"] in _STATE:
        return False
    beside = (max(0, found.start() - NEAR), found.end() + _ASKED_OF)
    return _KIND.search(text, *beside) is not None or (
        found["who"] == "you" and _KIND_OF_YOU.search(text, *beside) is not None
    )


def _now(who: str, first: str) -> str:
    one = who in _ONE or (" " in who and not who.endswith("s") and not who.endswith((" people", " children")))
    if first == "be":
        return "am" if who == "I" else "is" if one else "are"
    return third(first) if one else first


def _if(text: str) -> Iterator[Fault]:
    """*If I would know*, *I wish I can*."""
    if " would " in text and ("if " in text or "If " in text):
        for found in _IF_WOULD.finditer(text):
            first = found["verb"]
            if _asked(text, found) or _wanted(text, found):
                continue
            if done(first) and (new := "were" if first == "be" else past(first)):
                yield Fault(*found.span("whole"), new, LIKELY)
    for found in _WISH.finditer(text) if "wish" in text else ():
        told = found[1]
        denied = f"could{told[3:]}" if told[0] == "c" else f"didn{told[-2:]}"
        yield Fault(*found.span(1), "had" if told == "would have" else _WISHED.get(told, denied), LIKELY)


def _since(text: str) -> Iterator[Fault]:
    for found in _NOT_SINCE.finditer(text) if " since " in text and " did" in text else ():
        if seen := participle(found["verb"]):
            have = f"{'has' if found['one'] else 'have'}{found['not']}"
            yield Fault(*found.span("whole"), f"{have} {seen}", LIKELY)
    for found in _FIRST_TIME.finditer(text) if " time " in text else ():
        if mostly_verb(found[1]) and (seen := participle(found[1])):
            yield Fault(*found.span(1), f"have {seen}", LIKELY)


def _told(text: str) -> Iterator[Fault]:
    """*I thought that it is*, *he said he can't*."""
    for found in _REPORTED.finditer(text) if has(text, ("thought ", "said ", "told ", "asked ")) else ():
        now = found[found.lastindex or 0]
        whole = now[:-3] if now.endswith("t") else now
        if _COMING.search(text, found.end(), found.end() + _ASKED_OF):
            continue
        yield Fault(*found.span(found.lastindex or 0), _TOLD[whole] + now[len(whole) :], LIKELY)


def _past(text: str) -> Iterator[Fault]:
    """*Yesterday I go*, *last week I have seen*, *I have seen him yesterday*."""
    for found in _YESTERDAY.finditer(text) if has(text, ("esterday", "ast ", " ago", "hen I was ")) else ():
        yield from _yesterday(found)
    if has(text, (" have ", " has ", "'ve ", "’ve ")) and has(
        text, (" ago", " yesterday", " last ", " in 19", " in 20")
    ):
        for found in _PERFECT.finditer(text):
            new = _once(found["verb"], found, found.end("verb"))
            ahead = found["date"].startswith(" in ") and found["verb"] in _AHEAD  # planned it for then
            if new and not ahead and not _dated(text[found.end("whole") : found.start("date")].split(), found["date"]):
                yield Fault(*found.span("whole"), f" {new}", LIKELY)


def _dated(between: list[str], date: str) -> bool:
    """Whether the date is that of something else: *the email you sent yesterday*, *books published last year*."""
    if not _OTHERS.isdisjoint(between) or (date.startswith(" in ") and not _TOPIC.isdisjoint(between)):
        return True
    return any(
        (base_of_participle(word) or word.endswith("ed")) and lexicon.kind(word) != "ADJ" and before not in _ARTICLES
        for before, word in zip(["", *between], between, strict=False)
    )


def _yesterday(found: re.Match[str]) -> Iterator[Fault]:
    first, behind = found["verb"], (found["done"] or "").strip()
    start, end = found.span("verb")
    if first in ("have", "has"):
        if new := _once(behind, found, found.end()):
            yield Fault(start, found.end("done"), new, LIKELY)
        elif behind not in _BETWEEN:
            yield Fault(start, end, "had", LIKELY)
    elif new := _WAS.get(first) or _went(first, behind):
        yield Fault(start, end, new)


def _went(first: str, behind: str) -> str | None:
    """The past of a first form that tells of what is over."""
    if first in ("go", "goes"):
        return "went"
    if first == "do":
        return "did" if behind in _DEEDS else None
    told = mostly_verb(first) and first not in PARTICIPLES and first not in _NOW and first not in _ALIKE
    return past(first) if told and past(first) != first else None


def _once(word: str, found: re.Match[str], end: int) -> str | None:
    """The past of what was done, and behind which something stands."""
    if word == "been":
        where = _WHERE.match(found.string, end)
        there = "was" if found["who"].lower() in ("i", *_ONE) or " " in found["who"] else "were"
        return ("went" if where[1] == "to" else there) if where else None
    if word not in PARTICIPLES and not word.endswith("ed"):
        return None
    base = base_of_participle(word)
    return past(base) if base else None


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_present, _if, _since, _told, _past)
