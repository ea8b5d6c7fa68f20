"""What is done by a time and does not last until it: *finish it until Friday*. Other times are in `times.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.rules.fault import FREE, LIKELY, Fault, any_of, late, words_of

_MONTHS = "January February March April May June July August September October November December"
_MONTH = f"(?:{'|'.join(_MONTHS.split())})"
_DATE = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?"
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


def _until(text: str) -> Iterator[Fault]:
    if _UNTIL_WORDS.isdisjoint(words_of(text)):
        return
    for found in _BY.finditer(text):
        before = max(0, found.start(1) - _FAR)
        if not _DENIED.search(text, before, found.start(1)) or _UNANSWERED.search(text, before, found.start(1)):
            yield Fault(*found.span(1), "by", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_until,)
