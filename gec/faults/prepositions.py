"""Prepositions that go with a word: *allergic of*, *angry to me*, *reason of my visit*, *contact with me*, *tell to my
brother*, *look this picture*, *waiting the bus*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from gec.faults.fault import FREE, LIKELY, Fault, any_of, late, words_of
from gec.words import word_set

ANY, OBJECT, PERSON, DOING = (
    late(pattern)
    for pattern in (
        r"[A-Za-z]",
        r"(?:the|an?|my|your|his|her|our|their|this|that|these|those|it|them|him|me|us|you|what|how|who|[A-Z][a-z]+)\b",
        r"(?:me|us|him|her|them|you|my (?:friends?|parents|mother|father))\b(?! [a-z]+ing\b)",
        r"(?:[a-z]+ing|it|this)\b(?<!thing)(?<!in writing)(?<!morning)(?<!evening)",
    )
)
_LANGUAGES = "English Spanish French German Chinese Russian Polish Italian Portuguese Arabic Japanese Turkish"
# One agrees to them and to her terms.
_SOMEBODY = late(r"(?:me|you|us|him)\b(?=[.,;!?]|\Z| (?:about|on|that|and|but|because|in|when|completely|totally)\b)")
_SKILLS = late(
    r"(?:maths?|mathematics|sports?|football|tennis|chess|basketball|cooking|drawing|science|singing|dancing|swimming"
    rf"|playing|speaking|writing|languages|physics|history|computers|{any_of(_LANGUAGES)})\b"
)
_TRUTH = late(r"(?:a true|true|real|the (?:book|novel|story|life|idea|fact)|a (?:book|novel|story))\b")
_BOUGHT = late(r"(?:clothes|shoes|food|drinks|presents|toys|cosmetics|sweets)\b")
_CAUSES = late(r"(?:my|your|our|this|[a-z]+ing)\b")
_MINDED = late(r"(?:our|my|people|us|them|me|society|children|students|teenagers|the environment|young)\b")
_WHOSE = late(r"(?:(?:my|your|his|her|our|their|me|you|him|us|them|mine|yours|hers|theirs|those of|that of)\b|[A-Z])")
_TONGUE = late(rf"(?:{any_of(_LANGUAGES)})\b")

# Words, the prepositions that learners put behind them, what stands there, and what has to follow.
_WRONG: tuple[tuple[str, str, str, re.Pattern[str]], ...] = (
    ("addicted", "on of in at for by", "to", ANY),
    ("allergic", "of from with on at for against", "to", ANY),
    ("fond", "with from in to for about", "of", ANY),
    ("keen", "of", "on", ANY),
    ("full", "with", "of", ANY),
    ("angry", "to from on of", "with", PERSON),
    ("satisfied covered filled pleased", "of", "with", ANY),
    ("satisfied", "from about", "with", OBJECT),
    ("impressed fascinated surprised shocked amazed", "from of", "by", OBJECT),
    ("dependent", "from", "on", OBJECT),
    ("different", "of", "from", OBJECT),
    ("good bad terrible excellent", "in on", "at", _SKILLS),
    ("based", "in", "on", _TRUTH),
    (
        "ready",
        "to",
        "for",
        late(
            r"(?:the|my|your|our|his|her|their|this) (?:[a-z]+ )?(?:exams?|tests?|trip|holidays?|party|match|game"
            r"|journey"
            r"|interview|lesson|competition|summer|winter|future|meeting|wedding|school|day|weekend|travel)\b"
        ),
    ),
    ("accuse accused accuses accusing", "for about", "of", ANY),
    ("insist insists insisted", "in", "on", DOING),
    ("participate participates participated participating", "to", "in", OBJECT),
    ("depend depends depended depending", "of", "on", ANY),
    ("depend depends depended depending", "from in to at by", "on", OBJECT),
    ("consist consists consisted", "from by with", "of", ANY),
    ("laugh laughs laughed laughing", "to of from on", "at", PERSON),
    ("smiled smiling", "to", "at", PERSON),
    ("agree agrees agreed", "of", "with", PERSON),
    ("agree agrees agreed", "to", "with", _SOMEBODY),
    ("complain complains complained complaining", "for", "about", OBJECT),
    ("suffer suffers suffered", "of", "from", ANY),
    ("congratulate congratulated", "for", "on", late(r"(?:your|my|his|her|their|[a-z]+ing)\b")),
    ("translate translated", "in", "into", _TONGUE),
    ("money", "in", "on", _BOUGHT),
    ("reason reasons", "of", "for", _CAUSES),
    ("influence influences impact effect effects", "to", "on", _MINDED),
    ("interested", "for at", "in", OBJECT),
)
_SAYING = """
    tell told telling ask asked asks asking inform informed informs informing phone phoned visited invite invited
    thank thanked advise advised remind reminded warned convinced helped helps
"""
_KIN = """
    mother father mum mom dad brother sister friend friends teacher boss parents wife husband son daughter cousin
    neighbour neighbor grandmother grandfather girlfriend boyfriend manager uncle aunt
"""
_ANYBODY = late(rf"(?:me|him|us|you|(?:them|her)(?! [a-z])|(?:my|his|our|your|their|her) (?:{any_of(_KIN)}))\b")
_ROOMS = late(
    r"(?:the|my|a|his|her|our|their|this) (?:[a-z]+ )?(?:room|house|classroom|shop|building|kitchen|bedroom|restaurant"
    r"|school|hotel|bank|church|cafe|bathroom|office|store|park|museum|university)\b"
)
_TARGETS = late(
    r"(?:the|my|our|his|her|their|a) (?:[a-z]+ )?(?:station|hotel|airport|city|school|house|office|village|town|country"
    r"|destination|place|goal|beach|island|summit|stop|camp|university)\b"
)
_GROUPS = late(
    r"(?:us\b|(?:the|our|your|my|a|this) (?:[a-z]+ )?(?:club|team|group|army|class|course|party|company|gym|school)\b)"
)
_MEETINGS = late(
    r"(?:the|an?|my|our|this|that) (?:[a-z]+ )?(?:meetings?|class|classes|lessons?|school|university|course|party"
    r"|conference|wedding|lectures?|event|concert|festival|ceremony)\b(?!['’-])"
)
_MESSAGES = late(
    r"(?:my|your|his|her|the|this|these|our|their|all) (?:[a-z]+ )?(?:questions?|e-?mails?|letters?|messages?|phone)\b"
)
# Verbs that have no preposition, and what has to follow. What is *discussed on* something is another thing.
_NONE: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (_SAYING, "to", _ANYBODY),
    ("inform informed informing", "to", OBJECT),
    ("contacted", "with to", OBJECT),
    ("discuss discusses discussed discussing", "about of", ANY),
    ("mention mentions mentioned mentioning describe describes described consider considered considering", "about",
     OBJECT),
    ("emphasise emphasised emphasises emphasize emphasized emphasizes", "on", ANY),
    ("reach reached reaches", "to", _TARGETS),
    ("approached approaching", "to", OBJECT),
    ("resemble resembles resembled resembling", "to with", OBJECT),
    ("visited", "to", OBJECT),
    ("marry marries marrying", "with", OBJECT),
    ("comprises comprise", "of", ANY),
    ("enter entered entering enters", "into in to", _ROOMS),
    ("join", "to in", _GROUPS),
    ("attend attended attending", "to at in", _MEETINGS),
    ("answered answering", "to on", _MESSAGES),
)  # fmt: skip
_PLACE = late(
    r"(?<![\w'’.@#/&=*_-])([A-Za-z]++)(?: (?:me|him|her|us|them|you))?+ "
    r"(about|against|at|by|for|from|in|into|of|on|to|with)(?= ([A-Za-z]))"
)
# The most fascinated of them; a mind made of money in books; at first no angry of his own.
_BEFORE = 12  # characters before a word that are looked at
_MOST = late(r"\b(?:most|more|least|as|be of|for|no|own|hands|in|gives?|given|giving|gave) \Z")
# A good laugh from us, an invite to my friends.
_AS_NOUN = late(r"\b(?:an?|the|my|your|this|that|good|big|great|huge|loud|few) \Z")
_NOUNS = frozenset({"laugh", "invite"})
_STANDS = late(
    r"(?:full with (?:no\b|an? |all\b)|join in (?:the|an?|this|our) (?:[a-z]+ )?(?:party|class|course)"
    r"|answered on (?:[a-z]+ ){1,2}phone|angry on [a-z]+ behalf|(?<=For )reasons of [a-z]+ing)"
)

# Words of which a text must have one, where something is missing, and what.
_MISSING: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("wait waits waited waiting", late(
        rf"{FREE}wait(?:s|ed|ing)?()(?! a[a-z]+ (?:summer|weekend|holiday)) (?:the|an|any|another) (?:bus|train"
        rf"|taxi|plane|answer|reply|results?|response|exam"
        r"|summer|holidays?|weekend|doctor|teacher|elevator|email|letter|call)\b(?! (?:out|before|away))"), " for"),
    ("reply replied replying", late(rf"{FREE}repl(?:y|ied|ying)() {_MESSAGES.pattern}"), " to"),
)  # fmt: skip
# How long somebody pays attention.
_WHILE = late(
    r"[a-z]+ (?:[a-z\d]+ )?(?:time|while|moment|seconds?|minutes?|hours?|days?|years?|first|next|last|extent|degree"
    r"|run|end|case|future|way|part|view|opinion|main|full|fullest|best)\b|part\b|course\b"
    r"|the (?:rest|whole|entire|start|beginning|outset|age)\b"
)
_LACKING = tuple((word_set(words.lower()), pattern, new) for words, pattern, new in _MISSING)
_NEEDLESS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("lack", late(rf"{FREE}(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|people) (?P<whole>(?P<word>lack(?:s"
                  rf"|ed)?) of)\b(?! course\b)")),
    ("rriv", late(rf"{FREE}[Aa]rriv(?:e|es|ed|ing) (?P<whole>(?:to|in|at) (?P<word>home))\b(?!['’-]| plate\b)")),
)  # fmt: skip
_TURNED: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (" similar with ", late(rf"(?<!thing )(?<!things ){FREE}similar (with) {_WHOSE.pattern}"), "to"),
    ("attention on ", late(
        rf"{FREE}[Pp]a(?:y|id|ys|ying) (?:(?:more|much|no|any|enough|special|close|little|a lot of) )?attention (on)"
        r" (?=(?:my|your|his|her|our|their|it|them|what|how|who|not|line|page)\b)(?!(?:your|my|his|her|our|their)"
        r" (?:way|own|phone|first|last|next)\b)"), "to"),
    ("attention ", late(
        rf"{FREE}[Pp]a(?:y|id|ys|ying) (?:(?:more|much|no|any|enough|special|close|little|a lot of) )?attention"
        rf" (for|about|of|with|at(?! the (?:back|front|start|beginning|meeting|table|next)\b))"
        rf" (?!{_WHILE.pattern}|[a-z]+ own\b){OBJECT.pattern}"), "to"),
)  # fmt: skip


@cache
def _wrong() -> dict[tuple[str, str], tuple[str, re.Pattern[str]]]:
    """What stands behind a word for another preposition, which is nothing where it has none, before what."""
    rows = [*_WRONG, *((verbs, which, "", before) for verbs, which, before in _NONE)]
    return {
        (word, one): (right, before)
        for words, which, right, before in rows
        for word in words.split()
        for one in which.split()
    }


# A story told to me; but who told to me?
_TOLD = frozenset({"told", "asked", "informed", "invited", "thanked", "advised", "reminded", "warned", "convinced"})
_DOER = late(r"\b(?:I|[Yy]ou|[Hh]e|[Ss]he|[Ww]e|[Tt]hey|who|[Ww]ho|(?:[Mm]y|[Hh]is|[Hh]er) [a-z]+) \Z")


def _noun(text: str, found: re.Match[str]) -> bool:
    return _AS_NOUN.search(text, max(0, found.start() - _BEFORE), found.start()) is not None


def _linked(text: str) -> Iterator[Fault]:
    wrong = _wrong()
    for found in _PLACE.finditer(text):
        row = wrong.get((found[1].lower(), found[2]))
        if row is None or not row[1].match(text, found.start(3)):
            continue
        if _MOST.search(text, max(0, found.start() - _BEFORE), found.start()) or _WHILE.match(text, found.start(3)):
            continue
        if _STANDS.match(text, found.start()) or (found[1] in _NOUNS and _noun(text, found)):
            continue
        if row[0]:
            yield Fault(*found.span(2), row[0], LIKELY)
        elif found[1] in _TOLD and not _DOER.search(text, max(0, found.start() - _BEFORE), found.start()):
            continue
        elif found.end(1) + 1 == found.start(2):
            yield Fault(found.start(1), found.end(2), found[1], LIKELY)


def _missing(text: str) -> Iterator[Fault]:
    have = words_of(text)
    for words, pattern, new in _LACKING:
        for found in () if words.isdisjoint(have) else pattern.finditer(text):
            yield Fault(*found.span(1), new, LIKELY)


def _needless(text: str) -> Iterator[Fault]:
    for word, pattern in _NEEDLESS:
        for found in pattern.finditer(text) if word in text else ():
            yield Fault(*found.span("whole"), found["word"], LIKELY)
    for word, pattern, new in _TURNED:
        for found in pattern.finditer(text) if word in text else ():
            yield Fault(*found.span(1), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_linked, _missing, _needless)
