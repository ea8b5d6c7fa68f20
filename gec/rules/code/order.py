"""Words in the order of another language: *I like very much this song*, *he gave to me a book*, *wake up me*, *I have
also a dog*, *she drinks never coffee*, *speak very well English*, *I very like it*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.rules.fault import FREE, LIKELY, TASTE, Fault, beginning, late, words_of

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
_WORDS = tuple((word_set(words.lower()), pattern) for words, pattern in _MOVED)


def _moved(text: str) -> Iterator[Fault]:
    have = words_of(text)
    for words, pattern in _WORDS:
        for found in () if words.isdisjoint(have) else pattern.finditer(text):
            odds = TASTE if found[2] in ("often", "sometimes") else LIKELY
            yield Fault(found.start(1), found.end(2), f"{found[2]} {found[1]}", odds)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_moved,)
