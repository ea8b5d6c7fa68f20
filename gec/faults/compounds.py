"""Words written apart that people write as one, or with hyphens: *news paper*, *every body*, *self esteem*.

The table, `compounds.txt`, was counted in clean text (`gec/training/compounds.py`): what is in it stands apart there
once in a hundred times at most; what has a hyphen, or is made of nouns, in thirty. Pairs that clean text has little of
and that are as right apart were taken out by hand: *a man aged 40*, *three free ways*, *a soft ball*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gec.faults.fault import LIKELY, Fault, late, words_of
from gec.words import lexicon, word_set

TABLE = Path(__file__).with_name("compounds.txt")

_LEADS = word_set("any every some him her your them our other")  # these may go with a word that goes with the next
# What has a body, or none; and times that are some of many.
_BODIED = word_set("""
    request requests response responses header headers http html xml json message messages payload function functions
    method methods loop loops statement statements rule rules tag tags element elements block blocks
    solar orbit gravity celestial heavenly mass velocity
""")
_BODY = late(r"\b(?:have|has|had|having|contains?|includes?|carry|carries) (?:any|some) body(?:[.,;:)]|\Z| at all\b)")
_TIMES = late(r"\b(?:are|were|be|been|at|for|of|from|had) some times\b|\bsome times (?:are|were|of)\b", re.IGNORECASE)

_OWN = word_set("the a an this that these those my your his her its our their no every each any some another")
_BE = word_set("am is are was were be been being")
_MODALS = word_set("can could may might must shall should will would do does did")
_WHO = word_set("i you he she it we they who which")
_ME = word_set("me him us them")
# What goes with what follows it: *a high way of speaking*, *they work loads of hours*.
_OF = frozenset({"high way", "wide spread", "work loads", "under stands", "every body", "any body", "some body"})
_EVER = _BE | _MODALS | word_set("has have had happened happens possessed made became")  # What ever happened?
_LED = {("able", "to"), ("seas", "and"), ("seas", "of")}
_CHORES = word_set("work cleaning chores duties")
# Of *fear less than*, and of what is harmless.
_SEEMS = _BE | word_set("so very quite feel feels felt seem seems seemed become became completely totally")
_ASIDE = word_set("than in on of when if the a an to for you we they")
# Words of their own, but for behind these, or behind what says how: *walking over riding*, *re use of the hall*.
_LITTLE = word_set("out over under re")
_BEFORE_THEM = _OWN | _BE | _MODALS | _WHO | word_set("to not have has had and or at of from with")
_NO_LITTLE = frozenset(
    {"out side", "out door", "out doors", "over seas", "over estimate", "under estimate", "under stand"}
)
# What one may do: *to break fast*, *you should check list items*.
_TO_DO = """
    break_fast check_list check_sum spot_light pass_word pass_port turn_table watch_man watch_tower play_book text_book
"""
_DEEDS = frozenset(two.replace("_", " ") for two in word_set(_TO_DO))
_DOING = _MODALS | _WHO | word_set("to not never please always often usually")
# What the first of the two does, if it is not many of both: *the week ends*, but *on week ends*.
_DOES = word_set("""
    ends holds works flows forms marks slides suits loads plays flies guards points runs lines tracks faces graphs
""")
_SEVERAL = word_set("""
    these those many most all both several few other two three four five six seven eight nine ten in on at of for with
    during like about into through
""")
_DO = word_set("are were have do will can could would should may might must")
_ONE = late(r"\b(?:the|an?|this|that|every|each|my|your|his|her|its|our|their) [a-z]+ \Z", re.IGNORECASE)
# What happens to it, or not: *does the law suit you?*, *they let the house burn*.
_WHAT = "(?:the|an?|this|that|my|your|his|her|its|our|their) (?:[a-z]+ )?"
_ASKED = late(
    r"\b(?:do|does|did|can|could|will|would|shall|should|may|might|must)(?:n['’]t)?"
    rf" (?:{_WHAT})?\Z",
    re.IGNORECASE,
)
_SEEN = late(
    r"\b(?:let(?:s|ting)?|watch(?:es|ed|ing)?|see|saw|seeing|hear|heard|hearing|mak(?:es?|ing)|made|helps?|helped|felt)"
    rf" (?:{_WHAT})?\Z",
    re.IGNORECASE,
)
_HAPPENS = word_set("fall break burn end hold flow slide shed fly work play")
_ASKED_OF = _HAPPENS | word_set("light line board mark head suit point guard")
_TASKS = word_set("home house paper class course")  # whose work one does
_HOW = word_set("well out fine like for better best too perfectly great again as until")
_AT_HOME = word_set("from at get gets got go goes went going come comes came coming leave leaves left")
_ILL = word_set("feel feels felt feeling very so really terribly")  # ... for home
_BEFORE = 40  # characters before what is found that are looked at

# A second-hand book, a first-class room, the air line of a compressor, key board members, how-to guides.
_BESIDE_FIRST = {
    "hand": word_set("first second left right near far"),
    "class": word_set("first second third world business economy middle upper"),
    "court": word_set("food"),
    "air": word_set("open"),
    "bed": word_set("double single"),
}
_HOSES = word_set("compressor compressed hose hoses fuel leak leaks brake brakes valve pump bubbles vacuum")
_MEMBERS = word_set("member members meeting meetings decision decisions position positions directors roles posts")
_GUIDES = word_set("guide guides video videos book books article articles tutorial tutorials section sections posts")

_NEXT = late(r" ([a-z]+)(?: ([a-z]+))?")
_WORDS = late(r"(?<![\w'’.@#/&=*_`-])[A-Za-z]+(?: [a-z]+)+(?![\w'’@#/&=*_`-])")


@dataclass(frozen=True, slots=True)
class _Said:
    """Words that stand apart, the one right before them, and the two behind, if any."""

    text: str
    at: int
    words: tuple[str, ...]
    before: str
    following: str
    after: str

    @property
    def pair(self) -> str:
        return " ".join(self.words)

    def behind(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.text, max(0, self.at - _BEFORE), self.at) is not None


def _apart(text: str) -> Iterator[Fault]:
    joined, firsts = _table(), _firsts()
    counted = "ome times" in text and _TIMES.search(text) is not None
    bodied = " body" in text and (_BODY.search(text) is not None or not _BODIED.isdisjoint(words_of(text)))
    for run in _WORDS.finditer(text):
        words, at = run.group().split(" "), run.start()
        for place, word in enumerate(words):
            for size in (3, 2) if word.lower() in firsts else ():
                said = " ".join(words[place : place + size])
                one = joined.get(said.lower())
                if one is None or (counted and one == "sometimes") or (bodied and one.endswith("body")):
                    continue
                if (said.islower() or at == 0) and not _meant(text, at, said, words[place - 1] if place else ""):
                    yield Fault(at, at + len(said), one if said.islower() else one.capitalize(), LIKELY)
                    break
            at += len(word) + 1


def _meant(text: str, at: int, said: str, before: str) -> bool:
    """Whether the words may well be meant to stand apart."""
    following = _NEXT.match(text, at + len(said))
    behind = following.groups("") if following else ("", "")
    one = _Said(text, at, tuple(said.lower().split(" ")), before.lower(), *behind)
    return _led(one) or _hangs(one) or _does(one) or _happens(one) or _other(one)


def _other(one: _Said) -> bool:
    """Whether either word belongs to another compound: *a second hand book*, *key board members*."""
    first, last = one.words[0], one.words[-1]
    if one.before in _BESIDE_FIRST.get(first, ()) or (last == "board" and one.following in _MEMBERS):
        return True
    if last == "light" and (one.following == "up" or one.following in _OWN):  # let the sun light the way
        return one.behind(_SEEN)
    if first == "some" and last in ("how", "what", "where"):  # to some what he did was wrong
        told = one.before in ("to", "for") and one.following in _WHO | _OWN
        return told or (one.following, one.after in _GUIDES) == ("to", True)
    return one.pair in ("air line", "air lines") and not _HOSES.isdisjoint(words_of(one.text))


def _led(one: _Said) -> bool:
    """Whether the last word goes with what follows: *some body function*, *your self introduction*, *cap able to*, or
    is what the first did: *the gun shot me*."""
    first, last, following, pair = one.words[0], one.words[-1], one.following, one.pair
    named = following == "men" or _noun(following)
    if following == "of" and pair in _OF:
        return one.after not in ("us", "them", "you")
    if last == "less":
        return following in _ASIDE or not (one.before in _SEEMS or (one.before in _OWN and named))
    if last == "ever":
        return following in _EVER and "?" in one.text
    if pair in ("light house", "country men"):
        return following in _CHORES or (following, one.after) == ("and", "women")
    if named and (first in _LEADS or last == "law" or pair == "main land"):
        return True
    return following in _ME or (last, following) in _LED or (last == "shot" and following in _OWN)


def _hangs(one: _Said) -> bool:
    """Whether the first word goes with what is before it: *check out source*, *from peer to peer*, *at home work*."""
    first, last, before, pair = one.words[0], one.words[-1], one.before, one.pair
    if first in _LITTLE and pair not in _NO_LITTLE:
        if before in _BE and last.endswith("ing"):  # they were out standing in the rain
            return (first == "out" and (pair != "out standing" or one.following != "")) or pair == "under standing"
        finite = first != "out" and last[-3:] != "ing" and lexicon.bases(last) != {last}
        return not finite and before not in _BEFORE_THEM and lexicon.kind(before) not in ("ADJ", "ADV")
    if pair == "home sick":
        return before not in _ILL
    if pair == "home work":
        return before in _AT_HOME
    if pair in _DEEDS:
        return before in _DOING or _noun(before)
    return before == "from" and "to" in one.words


def _noun(word: str) -> bool:
    return word in lexicon.table() and word not in lexicon.CLOSED and lexicon.kind(word) == "NOUN"


def _does(one: _Said) -> bool:
    """Whether the last word may be what the first does: *the week ends on Sunday*."""
    if one.words[-1] not in _DOES or one.words[0] in _LITTLE or one.following in _DO:
        return False
    named = one.before not in lexicon.CLOSED and lexicon.kind(one.before) in ("VERB", "ADJ")
    return one.before not in _SEVERAL and (not named or one.behind(_ONE))


def _happens(one: _Said) -> bool:
    """Whether the last word may be what the first did, or was to: *did the house hold them?*"""
    first, last = one.words[0], one.words[-1]
    if last == "work" and first in _TASKS:
        return one.following in _HOW and (one.behind(_ASKED) or one.behind(_SEEN))
    return (last in _ASKED_OF and "?" in one.text and one.behind(_ASKED)) or (last in _HAPPENS and one.behind(_SEEN))


@cache
def _table() -> Mapping[str, str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def _firsts() -> frozenset[str]:
    """The words that an entry begins with, so that the others cost one look."""
    return frozenset(words.split(" ", 1)[0] for words in _table())


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_apart,)
