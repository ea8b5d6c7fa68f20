"""Words taken for others that sound or look alike: *the hole day*, *I though that*, *a peace of cake*, *very
quite*, *more came then we thought*, *went threw the gate*.

The table, `confused.txt`, has on each line what is written, what is meant, and the words before and behind it, between
which nothing else can be meant: `_` is a blank, `*` anything, `^` the beginning of a sentence or what follows a comma,
and `.` a mark or the end. Each was counted in learners' texts and in clean ones before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gec.faults.fault import Fault, late, words_of

TABLE = Path(__file__).with_name("confused.txt")
BESIDE = 30  # characters before a word that are looked at

_APART = r"(?<![\w'’.@#/&=*_-])"
_BEGIN = r"\A\W{0,3}|[,;] "
_LEADS, _ENDS = frozenset(' ("“‘—'), frozenset(' .,;:!?)"”…')
_STOPS = frozenset('.!?:,;-–—"”)')
_WHOLE = r"(?![\w'’-]| (?:after|by) (?:day|night|week|month|year)\b)"  # dug a hole night after night
_END = r"(?=[.,;!?](?: |\Z)|[\"”)]|\Z)"


# Where these are right for all that: *the people I spoke to chose*, *nobody could except him*, *a photo of it*.
_SPOKE = r"\b(?:sp[eo]aks?|spoken?|talk(?:s|ed)?|listen(?:s|ed)?|appl(?:y|ies|ied)|belong(?:s|ed)?|wrote|written) to \Z"
_PLACES = r"(?:school|college|university|doctor|shop|church|club|place|restaurant|dentist|hotel)"
_RIGHT = {
    "accept": r"\b(?:make|makes|made|making|let|lets|letting|have|had|having|help|helps|helped|see|saw) [a-z]+ \Z",
    "chose": rf"{_SPOKE}|\b{_PLACES} (?:I|he|she|we|they|you) (?:went|go|goes) to \Z",
    "except": r"\b(?:no|nobody|none|nothing|nowhere|anyone|anybody|anything|any|much|all|every[a-z]*|place) ",
    "expect": r"\b(?:what|who|do|does|did|should|would)(?:n['’]t)? (?:[a-z]+ ){1,2}\Z",
    "know": r"\bon the right \Z",
    "knight": r"\b(?:the|an?|his|her|their|its|our|my) last \Z",
    "of": r"\b(?:(?:photo|picture|pic|video|view|shot|image|glimpse|sketch|footage|photograph|map)s?\b"
    r"|(?:the|a) switch\b|(?:most|best) [a-z]+ [a-z]+ \Z)",
    "off": r"\b(?:on|in) the [a-z]+ (?:and|but) [a-z]+ \Z",
    "passed": r"\b(?:the|this|that|every|an?) [a-z]+ (?:I|we|he|she|they|you) (?:walked|drove|went|ran|flew|walk) \Z",
    "right": r"\bleft to \Z",
    "success": r"(?:\A\W{0,3}|\b(?:how|what|where|when|why|nor|only) )(?:will|can|could) \Z",
    "there": r"\b(?:people|those|who|live[sd]?|works?|worked|men|women|famil(?:y|ies)|residents|farmers|locals|most"
    r"|many|everyone|nobody|someone) \Z",
    "they're": r"\bafter all \Z",
    "weather": r"\b(?:the|bad|good|fine|rainy|cold|hot|nice|wet|dry|warm|sunny|winter|severe|stormy|poor|any) \Z",
    "you": r"\b(?:some|many|most|all|none|few|lot|any|two|three|half|each|both|those|one|more) of \Z"
    r"|\b(?:work|works|worked|care|cares|cared|voted|pray|fight|do|does|did) for \Z",
}
_STANDS = {said: late(pattern, re.IGNORECASE) for said, pattern in _RIGHT.items()}


class Confusion(NamedTuple):
    """What is meant by a word, and what stands before and behind it."""

    meant: str
    before: re.Pattern[str]
    behind: re.Pattern[str]


@cache
def table() -> Mapping[str, list[Confusion]]:
    """The words that are taken for others."""
    found: dict[str, list[Confusion]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        said, meant, before, behind = line.split("\t")
        found.setdefault(said, []).append(Confusion(meant, _before(before), _behind(behind)))
    return found


def _before(words: str) -> re.Pattern[str]:
    ways = (f"{_place(word)} " if word[-1].isalnum() else _MARKS[word] for word in words.split())
    return late(rf"(?:{'|'.join(ways)})\Z")


_MARKS = {"*": "", "^": rf"(?:{_BEGIN})", ",": ", "}


def _place(word: str) -> str:
    """A word, or several, with or without a capital, apart from what stands before."""
    led, word = word[0] == "^", word.lstrip("^")
    plain = re.escape(word).replace("_", " ").replace("'", "['’]")
    if word[0] == "'":
        return plain
    either = f"[{word[0].upper()}{word[0]}]{plain[1:]}" if word[0].islower() else plain
    return (_MARKS["^"] if led else _APART) + either


def _behind(words: str) -> re.Pattern[str]:
    ways = []
    for word in words.split():
        plain = re.escape(word.rstrip(".")).replace("_", " ").replace("'", "['’]")
        ways.append("" if word == "*" else _END if word == "." else rf" {plain}{_END if word[-1] == '.' else _WHOLE}")
    return late(rf"(?:{'|'.join(ways)})")


def _confused(text: str) -> Iterator[Fault]:
    known, lower = table(), text.lower().replace("’", "'")
    if len(lower) != len(text):  # İ
        return
    for said in known.keys() & words_of(text):
        for start in _places(said, lower):
            end = start + len(said)
            if _stands(said, text, start):
                continue
            for meant, before, behind in known[said]:
                if behind.match(text, end) and before.search(text, max(0, start - BESIDE), start):
                    yield Fault(start, end, meant.capitalize() if text[start].isupper() else meant)
                    break


def _stands(said: str, text: str, start: int) -> bool:
    """Whether a word may be meant as it is written, by what is before it; a capital inside it is a name's."""
    if text[start].isupper() and text[max(0, start - 1) : start] == " " and text[max(0, start - 2)] not in _STOPS:
        return True
    right = _STANDS.get(said)
    return right is not None and right.search(text, max(0, start - BESIDE), start) is not None


def _places(said: str, text: str) -> Iterator[int]:
    """Where a word stands that is no part of something else; quicker than a pattern would find it."""
    at = text.find(said)
    while at >= 0:
        end = at + len(said)
        if (at == 0 or text[at - 1] in _LEADS) and (end == len(text) or text[end] in _ENDS):
            yield at
        at = text.find(said, end)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_confused,)
