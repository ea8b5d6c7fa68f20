"""Where, when and how often: *in night*, *at Saturday*, *in 5th May*, *three times in week*, *all the night*, *until*
for *by*, *in the internet*, *in the second floor*, *with bus*, *on my opinion*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from gec.faults.fault import FREE, LIKELY, Fault, any_of, beginning, late, words_of
from gec.faults.forms import base_of_past
from gec.words import lexicon, word_set

_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
# What learners say before which words, and what is said; * is nothing.
_WRONG: tuple[tuple[str, str, str], ...] = (
    ("night", "in on at_the", "at"),
    ("midnight noon midday", "in on in_the at_the on_the", "at"),
    ("evening afternoon morning", "at on", "in the"),
    ("evening afternoon morning evenings mornings", "on_the", "in the"),
    ("weekend", "in in_the at", "at the"),
    ("weekend", "on", "on the"),
    ("weekends", "in in_the", "at"),
    (_DAYS, "at at_the", "on"),
    (f"{_DAYS} ".replace("y ", "ys "), "at at_the in in_the", "on"),
    ("January February March July September October November December", "at", "in"),
    ("internet Internet", "in in_the at at_the", "on the"),
    ("radio television", "in_the at_the", "on the"),
    ("TV", "in at in_the", "on"),
    ("home", "in", "at"),
    ("bus train plane car taxi bike bicycle boat ship metro subway tram", "with in on", "by"),
)
_MONTHS = "January February March April May June July August September October November December"
_MONTH = f"(?:{'|'.join(_MONTHS.split())})"
_DATE = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?"
_END = r"(?=[.,;!?](?: |\Z)|\Z)"
_ENDS = (
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|with|when|if|to|for|in|on|at|I|we|he|she|they|by|every|last|yesterday"
    r"|so)\b)"
)
_WEEKDAY = late(rf"\b(?:{'|'.join(_DAYS.split())}|[Tt]omorrow|[Yy]esterday|[Tt]oday) \Z")
# Looking at June; plug it in in car and train.
_LOOKED = late(
    r"\b(?:[Ll]ook(?:s|ed|ing)?|stare[ds]?|staring|smiled|arriv(?:e|es|ed|ing)|on|off|log(?:ged)?|move[ds]?"
    r"|plug(?:ged)?|[Aa]im(?:s|ed|ing)?) \Z"
)
# A career in TV, and a slipper thrown at one; but what one sees or hears there.
_WAVES = frozenset({"radio", "television", "TV"})
_SEEN = late(
    r"\b(?:watch(?:e[sd]|ing)?|sees?|saw|seen|hear[ds]?|listen(?:s|ed)? to|play(?:s|ed|ing)|show(?:s|ed|n)|broadcast"
    r"|appear(?:s|ed)?)(?: (?:it|that|this|him|her|them|me|you|us|(?:(?:the|an?|my|this|some) )?(?:[a-z]+ )?(?:news"
    r"|films?|movies?|match(?:es)?|games?|shows?|program(?:me)?s?|songs?|music|series|concerts?|interviews?|story"
    r"|report|race"
    r"|football|cartoons?|adverts?|advertisements?|debate|weather|forecast|sports?)))? \Z"
)
# Who is in this morning, what is on this evening, what comes in every day.
_STAYS = late(
    r"(?:\b(?:am|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|be|been)(?:n['’]t)?|\b(?:[Ww]hat|[Ww]ho|[Hh]e|[Ss]he|[Ii]t|I|[Yy]ou|[Ww]e|[Tt]hey"
    r"|[Tt]here|[Tt]hat)['’](?:s|m|re))(?: (?:(?:the|my|your|our|his|her) )?[a-z]+){0,2} \Z"
    r"|(?<!['’])\b(?:check|clock|log|sign|com|go|went|mov|bring|brought|hand|turn|pop|pour|drop|roll|blew|blow|stay"
    r"|eat|ate|fl[ey]w?"
    r"|call|phon|sw[oe]r|vot|kick|tune|sent|send|bl[eo]w|tr|turn|put|pass|carr|got|getting|ring|rang|came)"
    r"(?:e|es|s|ed|ped|ged|ing|n|in|y|ied|ies)?(?: (?:it|them|him|her|me|you|us|mine|yours|back|himself|herself|myself"
    r"|themselves))? \Z",
)
_SIGHT = 60  # characters before a television that are looked at
_SOMEBODY = late(  # on the evening we met, on the evening in question, on the afternoon and evening of 3 May
    r" (?:(?:I|we|he|she|they|when|to come|(?:in|at|by|on) (?:question|which|[A-Z][a-z]+))\b|(?:and|or) [a-z]+ of\b)"
)
# Bus and train tickets, car, home and life insurance, home and garden; but by bus and metro.
_LISTED = late(r"(?:, [a-z]+){0,3}+,? (?:and|or) ([A-Za-z]+)\b(?: ([a-z]+))?")
_COMPOUNDED = frozenset({"home", "internet", "Internet"})
_NO_PART = word_set(
    """
    i we he she they you it this that there my your his her our their the a an some all one then so also not now never
    always after before during until since which who two three
    four five in on at with by from to for of back because when if is are was were
    """
)
_NEAR = 30  # characters before what stays or comes that are looked at
_BEFORE = 12  # characters before a word that are looked at

_CLAUSE = beginning("[Bb]ut|[Aa]nd|because|that")
_SAID = r"(?=,| (?:the|it|this|that|there|we|I|they|he|she|people)\b)"
# In one hand, he held a knife; on the other side, there was a door.
_HELD = r"[^.;]{0,40}\b(?:held|hold|holds|holding|carr[a-z]+|clutch[a-z]*|gripp?[a-z]*|had an?)\b"
_SEEN_THERE = r"[^.;]{0,30}\b(?:was|were|saw|found|stood|lay|view|door|street|road|river|wall)\b"
_PHRASES: tuple[tuple[str, str, str], ...] = (
    ("all whole Whole", rf"(?<!for )(?:all|[Ww]hole) (the )(?:night|month|summer|year|weekend){_ENDS}", ""),
    ("all", rf"([Ff]or all(?: the)?) (?:night|day){_END}", "all"),
    ("morning evening afternoon weekend", rf"((?:[IiOo]n|[Aa]t) t)his (?:morning|evening|afternoon"
     rf"|weekend){_ENDS}", "t"),
    ("According according", rf"([Aa]ccording to me){_SAID}", "in my opinion"),
    ("opinion", rf"{_CLAUSE}((?:[Oo]n|[Ff]or(?= my opinion,)|[Tt]o|[Ff]rom|[Ww]ith|[Bb]y|[Aa]t)) my"
     rf" opinion{_SAID}", "in"),
    ("perspective view", rf"{_CLAUSE}([Ii]n) my (?:perspective|point of view){_SAID}", "from"),
    ("hand", rf"{_CLAUSE}((?:[Ii]n|[Aa]t|[Bb]y)(?: the)?) one hand,(?!{_HELD})", "on the"),
    ("side", rf"{_CLAUSE}((?:[OoIi]n|[Aa]t|[Bb]y)(?: the)? other side),(?!{_SEEN_THERE})"
     rf"{_SAID.replace(',|', '')}", "on the other hand"),
    ("few", r"(?:(?<!the )only|just|[Aa]fter|[Ww]ithin|about) ()few (?:days|minutes|weeks|months|hours|years|seconds"
     r"|people|times|things|words|friends)\b", "a "),
)  # fmt: skip


def _pattern(pattern: str) -> re.Pattern[str]:
    return late(pattern if pattern.startswith(("(?:\\A", "\\A")) else rf"{FREE}{pattern}")


_FOUND = tuple((word_set(words.lower()), _pattern(pattern), new) for words, pattern, new in _PHRASES)
_LEADING = frozenset[str]().union(*(words for words, _, _ in _FOUND))
# What is done by a time, and does not last until it: what somebody has to do, will do or is asked for. What one may do
# lasts, and what is done again and again: you can reply until Friday, we answer calls until six.
_UNTIL_WORDS = frozenset({"until", "till"})
_WISHED = (
    "have has had need needs needed want wants wanted going promise promised hope hoped plan try like ask asked me us"
)
_MUST = (
    rf"(?:{FREE}(?:[Pp]lease|must|should|shall|will|would|[Cc](?:an|ould) I|I c(?:an|ould)|[Cc]ould you"
    rf"|[Ii]f (?:I|you|we)|(?:{any_of(_WISHED)}) to"
    r"|(?:I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he)['’](?:ll|d))|\A(?=[A-Z]))"
)
_HAVE_TO = "(?:must|should|ha(?:ve|s|d) to|needs? to)(?: to)? be"
_ANSWER = (
    rf"{FREE}(?:gets?|got|give|send|receive|obtain|have|need|expect|want)(?: (?:to )?(?:me|us|you|him|her|them))?"
    r" (?:an?|your|any|my) (?:[a-z]+ )?(?:answer|reply|response)(?: (?:of yours|from you))?"
)
_OBJECT = (
    r"(?: (?:(?:to )?(?:it|them|this|that|me|us|you|him|her)|back|in|off|something|everything)"
    r"| (?:to )?(?:the|my|your|his|her|our|their|this|these|an?|all)(?: (?!and |or |who |that |which )[a-z]+){1,3}?"
    r"){0,3}?"
)
_DAY = (
    r"(?:tomorrow|(?:next )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|next (?:week|month|year)|(?:the )?end of|then"
    rf"|(?:the )?{_DATE} (?:of )?{_MONTH}|{_MONTH} \d)"
)
_CLOCK = (
    r"(?:\d|noon|half past|(?:one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?=[.,;!?]|\Z| (?:o['’]clock|in|at|on|tomorrow|today|because|and|or|so)\b))"
)
_BY = late(
    rf"(?:{FREE}(?:finish|ha(?:ve|s|d) finished|be ready|[Ll]et (?:me|us|him|her|them) know"
    rf"|{_HAVE_TO} (?:back|done|finished|at the (?:station|airport|gate|bus stop)))"
    rf"|{_MUST} ?(?i:submit|send|return|reply|decide|arrive|repair|bring|complete|hand"
    r"|pay(?! (?!it |them |this |that |the |my |our |your |until |till ))))"
    rf"(?! (?:[a-z]+ ){{1,2}}(?:salary|salaries|wages?|rent|prices?|rates?|interest|pension|fees|benefits?) )"
    rf"{_OBJECT} (until|till) (?:{_DAY}|{_CLOCK})"
)
# He will not return until Monday; but if we do not get an answer.
_DENIED = late(
    r"(?:n['’]t|\b(?:not|never|nobody|no|none|cannot|nothing|neither|nor|hardly|without|unable|unlikely|impossible"
    r"|refused?))\b(?:(?!, (?:so|but|and|please)\b)[^;:.!?])*+\Z",
    re.IGNORECASE,
)
_UNANSWERED = late(rf"\b[Ii]f (?:I|we) (?:do|did)(?: not|n['’]t) {_ANSWER[len(FREE) :]} \Z")
_FAR = 80  # characters before *until* that are looked at


@cache
def _wrong() -> dict[tuple[str, str], str]:
    rows = ((words.split(), wrong.split(), right) for words, wrong, right in _WRONG)
    return {(word, one): right for words, wrong, right in rows for word in words for one in wrong}


_NOUN = "|".join(sorted({word for word, _ in _wrong()}, key=len, reverse=True))
_PLACE = late(rf"{FREE}(?P<whole>(?P<which>[Ii]n|[Oo]n|[Aa]t|with)(?P<the> the)? (?P<noun>{_NOUN})){_ENDS}")


def _place(text: str) -> Iterator[Fault]:
    for found in _PLACE.finditer(text):
        which, noun = found["which"], found["noun"]
        right = _wrong().get((noun, which.lower() + found["the"].replace(" ", "_") if found["the"] else which.lower()))
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if right is None or _LOOKED.search(before) or (found["the"] and _SOMEBODY.match(text, found.end())):
            continue
        if right == "in the" and _WEEKDAY.search(before):
            continue
        if noun in _WAVES and not _SEEN.search(text, max(0, found.start() - _SIGHT), found.start()):
            continue
        whole = right == "by" or noun in _COMPOUNDED
        if not found["the"] and noun not in _WAVES and _listed(text, found.end(), whole):
            continue
        yield Fault(*found.span("whole"), _like(which, f"{right} {noun}"), LIKELY)


def _phrase(text: str) -> Iterator[Fault]:
    have = _LEADING & words_of(text)
    for words, pattern, new in _FOUND if have else ():
        for found in () if words.isdisjoint(have) else pattern.finditer(text):
            if new in ("t", "e") and _STAYS.search(text, max(0, found.start() - _NEAR), found.start()):
                continue
            if new:
                yield Fault(*found.span(1), _like(found[1], new), LIKELY)
            else:
                follows = text[found.end(1) :].split(" ", 1)[0]
                yield Fault(found.start(1), found.end(1) + len(follows), _like(found[1], follows), LIKELY)


def _until(text: str) -> Iterator[Fault]:
    if _UNTIL_WORDS.isdisjoint(words_of(text)):
        return
    for found in _BY.finditer(text):
        before = max(0, found.start(1) - _FAR)
        if not _DENIED.search(text, before, found.start(1)) or _UNANSWERED.search(text, before, found.start(1)):
            yield Fault(*found.span(1), "by", LIKELY)


def _listed(text: str, end: int, whole: bool) -> bool:
    """Whether a noun is the first of several before another: *bus and train tickets*."""
    found = _LISTED.match(text, end)
    if not found or found[1].lower() in _NO_PART or lexicon.kind(found[1]) == "VERB" or base_of_past(found[1]):
        return False
    alone = found[2] is None or found[2] in _NO_PART
    return not (alone and (not whole or (found[1], "with") in _wrong()))


def _like(said: str, new: str) -> str:
    return new[0].upper() + new[1:] if said[:1].isupper() else new


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_place, _phrase, _until)
