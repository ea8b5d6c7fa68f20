"""Where, when and how often: *in night*, *at Saturday*, *in 5th May*, *three times in week*, *all the night*, *until*
for *by*, *in the internet*, *in the second floor*, *with bus*, *on my opinion*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from gec.faults.fault import FREE, LIKELY, Fault, beginning, late, words_of
from gec.words import word_set

_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
# What learners say before which words, and what is said; * is nothing.
_WRONG: tuple[tuple[str, str, str], ...] = (
    ("night", "in on at_the on_the", "at"),
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
    r"|plug(?:ged)?) \Z"
)
_WAVES = frozenset({"radio", "television", "TV"})  # in the television and film industry
_SOMEBODY = late(r" (?:I|we|he|she|they|when)\b")  # on the evening we met
_BEFORE = 12  # characters before a word that are looked at

# Words of which a text must have one, what is found, and what stands for its first group.
_CLAUSE = beginning("[Bb]ut|[Aa]nd|because|that")
_SAID = r"(?=,| (?:the|it|this|that|there|we|I|they|he|she|people)\b)"
_PHRASES: tuple[tuple[str, str, str], ...] = (
    ("all whole Whole", rf"(?<!for )(?:all|[Ww]hole) (the )(?:night|month|summer|year|weekend){_ENDS}", ""),
    ("all", rf"([Ff]or all(?: the)?) (?:night|day){_END}", "all"),
    ("times", rf"times (in|per a|by|at|on|on the|at a|on a) (?:day|week|month|year){_ENDS}", "a"),
    ("once twice", rf"(?:once|twice) (in|per a|by|at|on|on the|at a|on a) (?:day|week|month|year){_ENDS}", "a"),
    ("morning evening afternoon weekend", rf"((?:[IiOo]n|[Aa]t) t)his (?:morning|evening|afternoon"
     rf"|weekend){_ENDS}", "t"),
    ("every", rf"((?:[Ii]n|[Aa]t) e)very (?:day|week|morning|evening|night|weekend){_ENDS}", "e"),
    (_MONTHS, rf"([Ii]n) (?:(?:the )?{_DATE}(?: of)? {_MONTH}(?:(?= \d{{4}}(?:[.,;]| (?:and|at|by|I|we|in|as|with"
     rf"|when|for|to)\b|\Z))|{_END}|(?= (?:I|we|and)\b))"
     rf"|{_MONTH} {_DATE}{_ENDS})", "on"),
    ("website site", rf"(?<!interested )([Ii]n|[Aa]t) (?:the|your|our|this|their) web ?site{_ENDS}", "on"),
    ("page", r"([Ii]n(?: the)?|[Aa]t the) page \d", "on"),
    ("homepage page", rf"([Ii]n|[Aa]t) (?:the|your|our|this|their) (?:homepage|Facebook page){_ENDS}", "on"),
    ("floor", rf"([Ii]n) the (?:first|second|third|fourth|fifth|top|\d+(?:st|nd|rd|th)) floor(?: of\b|{_ENDS})", "on"),
    ("own", rf"(by) (?:my|his|her|our|their|your) own{_ENDS}", "on"),
    ("average", r"([Ii]n|[Bb]y) average(?=,| (?:the|it|people|we|I|they|each)\b)", "on"),
    ("way", r"([Ii]n|[Aa]t) (?:my|his|her|our|their) way to (?:school|work|the|my)\b", "on"),
    ("far", r"(?:kilomet(?:re|er)s|km|miles|met(?:re|er)s|minutes|hours) (far(?: away)?) from\b", "away"),
    ("half", r"(the half) of (?:the|my|our|his|people|students|them|us|all|their|its|your)\b", "half"),
    ("times", rf"([Ff]or (?=[tfms\d]))(?:two|three|four|five|six|many|several|\d+) times{_ENDS}", ""),
    ("until", r"(?:finish(?:ed)?|submit|deliver|return|send|hand|reply|answer|pay|give|know|ready|done|bring|complete)"
     r"(?: (?:it|them|this|back|me|us|you|in|(?:the|my|your) [a-z]+))* (until) "
     r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|tomorrow|next|\d|five|six|noon)\b", "by"),
    ("According according", rf"([Aa]ccording to me){_SAID}", "in my opinion"),
    ("opinion", rf"{_CLAUSE}((?:[Oo]n|[Ff]or(?= my opinion,)|[Tt]o|[Ff]rom|[Ww]ith|[Bb]y|[Aa]t)) my"
     rf" opinion{_SAID}", "in"),
    ("contrary", rf"{_CLAUSE}([Ii]n|[Aa]t|[Bb]y) the contrary,", "on"),
    ("hand", rf"{_CLAUSE}((?:[Ii]n|[Aa]t|[Bb]y)(?: the)?) one hand,", "on the"),
    ("hands", rf"{_CLAUSE}((?:[OoIi]n|[Aa]t)(?: the)? other hands),", "on the other hand"),
    ("side", rf"{_CLAUSE}((?:[OoIi]n|[Aa]t|[Bb]y)(?: the)? other side),{_SAID.replace(',|', '')}", "on the other hand"),
    ("picture photo", r"\A(On) (?:the|this) (?:picture|photo)(?= (?:we|I|you|there)\b)", "in"),
    ("moment", r"\A(In) the moment(?=,| (?:I|we|he|she|they)\b)", "at"),
    ("beginning", r"\A(On) the beginning(?=,| (?:of|I|we|he|she|they)\b)", "at"),
    ("end", r"(in) the end of (?:the|this|my|each|every) (?:day|week|month|year|street|film|movie|book|story|lesson"
     r"|road|game|match|course|letter|class)\b", "at"),
    ("headache stomachache toothache", rf"(?:have|has|had|got|having) (?:(?:terrible|bad|strong|big) )?()(?:headache"
     rf"|stomachache|toothache){_ENDS}",
     "a "),
    ("cinema beach supermarket museum theatre gym park hospital", rf"(?:[Gg]o|goes|went|going) ()(?:cinema|beach"
     rf"|supermarket|museum|theatre|gym|park|hospital){_END}", "to the "),
    ("school bed church university college", rf"(?:[Gg]o|goes|went|going) ()(?:school|bed|church|university"
     rf"|college){_END}", "to "),
    ("few", r"(?:(?<!the )only|just|[Aa]fter|[Ww]ithin|about) ()few (?:days|minutes|weeks|months|hours|years|seconds"
     r"|people|times|things|words|friends)\b", "a "),
)  # fmt: skip


def _pattern(pattern: str) -> re.Pattern[str]:
    return late(pattern if pattern.startswith(("(?:\\A", "\\A")) else rf"{FREE}{pattern}")


_FOUND = tuple((word_set(words.lower()), _pattern(pattern), new) for words, pattern, new in _PHRASES)
_LEADING = frozenset[str]().union(*(words for words, _, _ in _FOUND))
_DENIED = late(r"n['’]t\b|\b(?:not|never|nobody)\b")  # he does not return until Monday
_YEAR = late(r" the ((?:19|20)\d[1-9])(?=[.!?](?: |\Z)|\Z| (?:I|we|he|she|they|because)\b)")


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
        if (right == "in the" and _WEEKDAY.search(before)) or (noun in _WAVES and text.startswith(" and", found.end())):
            continue
        yield Fault(*found.span("whole"), _like(which, f"{right} {noun}"), LIKELY)


def _phrase(text: str) -> Iterator[Fault]:
    have = _LEADING & words_of(text)
    for words, pattern, new in _FOUND if have else ():
        for found in () if words.isdisjoint(have) else pattern.finditer(text):
            if new == "by" and _DENIED.search(text, 0, found.start()):
                continue
            if new:
                yield Fault(*found.span(1), _like(found[1], new), LIKELY)
            else:
                follows = text[found.end(1) :].split(" ", 1)[0]
                yield Fault(found.start(1), found.end(1) + len(follows), _like(found[1], follows), LIKELY)
    for found in _YEAR.finditer(text):
        if text[: found.start()].endswith(("in", "In", "since", "Since")):
            yield Fault(found.start() + 1, found.end(), found[1], LIKELY)


def _like(said: str, new: str) -> str:
    return new[0].upper() + new[1:] if said[:1].isupper() else new


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_place, _phrase)
