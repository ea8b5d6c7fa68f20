"""Words in the order of another language: *I like very much this song*, *he gave to me a book*, *wake up me*, *I have
also a dog*, *she drinks never coffee*, *speak very well English*, *I very like it*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import FREE, LIKELY, TASTE, Fault, beginning, late, words_of
from gec.words import word_set

_END = r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|when|so)\b)"
_LIKED = "like|likes|liked|love|loves|loved|enjoy|enjoyed|enjoys|appreciate|miss|missed"
_THINGS = (
    "(?:(?:the|my|this|that|your|his|her|our|their|these) (?:[a-z]+ )?[a-z]+|to [a-z]+|[a-z]+ing|it|him|you|them|us"
    "|music"
    "|football|chocolate|animals|sports?|English|tennis|dogs|cats|movies|films|books|fish|coffee|history|chess|pizza)"
)
_TONGUES = (
    "English|Spanish|French|German|Italian|Russian|Chinese|Japanese|Arabic|Portuguese|Polish|Turkish|Korean|Hindi"
)
_CLAUSE = beginning("and|but|because|that|so|when|if")
_DONE = (
    "go|goes|eat|eats|drink|drinks|play|plays|come|comes|get|gets|watch|watches|wear|wears|buy|buys|read|reads|use|uses"
    "|listen|listens|speak|speaks|wake|wakes|arrive|arrives|sleep|sleeps|visit|travel|travels|walk|walks|cook|cooks"
)

# Words of which a text must have one, and what is found: its first group moves behind the second.
_MOVED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("lot", late(rf"{FREE}(?:I|[Ww]e|[Tt]hey|[Yy]ou|[Hh]e|[Ss]he|people)(?: (?:also|really))? (?:{_LIKED})"
                         rf" (a lot) ({_THINGS}){_END}")),
    ("much", late(rf"(?<!would )(?<!['’]d )\b(?:{_LIKED}) ((?:very|so) much) ({_THINGS}){_END}")),
    ("well", late(rf"{FREE}(?:speaks?|spoke|know|knows|understands?|write|writes) (very well) ({_TONGUES})\b")),
    ("well", late(rf"{FREE}(?:plays?|played|sings?|sang|dances?|danced|cooks?|cooked) ((?:very|really|quite) well)"
     rf" ((?:the|my|this|his|her) [a-z]+|[a-z]+ball|tennis|chess){_END}")),
    ("fluently perfectly", late(rf"{FREE}(?:speaks?|spoke) ((?:very )?(?:fluently|perfectly))"
     rf" ({_TONGUES}){_END}")),
    ("always never usually often sometimes", late(rf"{_CLAUSE}(?:I|[Ww]e|[Tt]hey|[Yy]ou|[Hh]e|[Ss]he|[Mm]y"
     rf" [a-z]+) ({_DONE}) (always|never|usually"
                     r"|often|sometimes)(?= (?:a|the|my|to|in|at|by|breakfast|lunch|dinner|coffee|tea|early|late"
                     r"|meat|fish"
                     r"|home|there|football|music|TV|milk|water|up)\b(?! (?:the more|again)\b))")),
)  # fmt: skip
_REALLY = late(rf"{FREE}(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (very) (?:like|love|enjoy|liked|loved|enjoyed|likes|loves)\b")
# A verb and what it is parted from: wake me up, give it back.
_PAIRS = word_set(
    """
    wake/up woke/up wakes/up waking/up pick/up picked/up picks/up picking/up clean/up cleaned/up fill/up
    tidy/up cheer/up turn/off turned/off switch/off switched/off take/off took/off turn/down throw/away threw/away
    thrown/away take/away took/away put/away give/back gave/back giving/back take/back bring/back brought/back
    send/back sent/back call/back called/back pay/back put/back write/down wrote/down fill/out throw/out threw/out
    turn/over find/out sort/out
    """
)
BESIDE = 12  # characters before a word that are looked at
_APART = late(
    r" ((up|off|down|away|back|out|over) (it|them|me|him|us|you))(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|when|at|in"
    r"|on|from|for|before|after|until|while|as"
    r"|if|yesterday|tomorrow|again|early|late|please|with)\b)"
)
_LAST = late(r"(?<![\w'’-])[a-z]+\Z")
_WORDS = tuple((word_set(words.lower()), pattern) for words, pattern in _MOVED)


def _moved(text: str) -> Iterator[Fault]:
    have = words_of(text)
    for words, pattern in _WORDS:
        for found in () if words.isdisjoint(have) else pattern.finditer(text):
            odds = TASTE if found[2] in ("often", "sometimes") else LIKELY
            yield Fault(found.start(1), found.end(2), f"{found[2]} {found[1]}", odds)
    if "very" in have:
        yield from (Fault(*found.span(1), "really", LIKELY) for found in _REALLY.finditer(text))


def _apart(text: str) -> Iterator[Fault]:
    for found in _APART.finditer(text):
        before = _LAST.search(text, max(0, found.start() - BESIDE), found.start())
        if before and f"{before[0]}/{found[2]}" in _PAIRS:
            yield Fault(*found.span(1), f"{found[3]} {found[2]}", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_moved, _apart)
