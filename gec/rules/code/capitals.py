"""Capitals: *i am*, a sentence that begins small, *because It is late*. Those of names are `names.py`'s."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.edits.counting import counts
from gec.language import lexicon, word_set
from gec.rules.fault import LIKELY, Fault, any_of, late

# What *i* does in front of, and what no letter or variable does.
_DONE_BY_I = """
    am was have had do did can cannot could will would should must might may shall dont didnt cant couldnt wont
    wouldnt shouldnt think thought know knew like liked love loved want wanted need needed hope hoped wish go went get
    got see saw feel felt believe guess suppose prefer remember live lived work worked study studied come came make
    made take took say said tell told find found use used try tried start started decided write wrote read bought met
    enjoy enjoyed agree understand understood really also always never still just usually often sometimes already
"""
# Words that begin a sentence and rarely go on with one.
_BEGUN = word_set(
    """
    i we he she they it you my our your his her their this these those there how what why hello hi thanks please good
    yes no nowadays the a an some many people today tomorrow yesterday now firstly secondly finally however hence
    unfortunately therefore moreover when whenever if although so last every
    """
)
CAPITALS = 2  # words, of which one has a capital, beyond which a text has its own way with them
_I = late(rf"(?<![\w'’.(\[{{<=*/_-])i(?=['’](?:m|ve|ll|d|re)\b| (?:{any_of(_DONE_BY_I)}|\w+n['’]t)\b)")
_I_VERB = late(
    rf"(?<![\w'’.(\[{{<=*/_-])(?<!\b[Ll]et )(?<!\bfor )(?<!\beach )i"
    rf"(?= (?!(?:{any_of(_DONE_BY_I)}|denote|index|run)\b)([a-z]{{2,}})[ .,!?])"
)
_SMALL = late(
    r"(?!\A)(?<![\w.'’/_-])(?:because|that|if|when|and|but|so|as|although|while|than|or|since|thinks?|of|for|in|on|at|with|from|by|is"
    r"|are|was)"
    r" (It|They|We|You|My|Your|Their|Our|This|These|Those|That|The|Some|Many|There)(?=['’ ][a-z]+\b)"
)
_PRAYING = late(r"\b(?:God|Lord|Jesus|Christ|Father|Allah|Almighty|Creator|Saviou?r|Heavenly)\b|\b[Tt]hank You\b")
_HIS = frozenset({"You", "Your"})
_WORDS = late(r"[A-Za-z]+")
_BEGINS = late(r"[\"'“‘(]?([a-z]+)(?= )")
_ENDS = late(r"[.?!][\"'”’)]*\s*\Z")


def _pronoun(text: str) -> Iterator[Fault]:
    places = [found.span() for found in _I.finditer(text)]
    for found in _I_VERB.finditer(text):
        if lexicon.kind(found[1]) == "VERB" and not found[1].endswith(("s", "ing")):
            places.append(found.span())
    if places and not counts(text):
        yield from (Fault(*place, "I") for place in places)


def _inside(text: str) -> Iterator[Fault]:
    """*because It is late*, but for titles."""
    found = [*_SMALL.finditer(text)]
    if found and sum(word[0].isupper() for word in _WORDS.findall(text)) * CAPITALS < text.count(" "):
        praying = any(one[1] in _HIS for one in found) and _PRAYING.search(text)
        yield from (Fault(*one.span(1), one[1].lower()) for one in found if not (praying and one[1] in _HIS))


def _beginning(text: str) -> Iterator[Fault]:
    found = _BEGINS.match(text)
    if found and found[1] in _BEGUN and text.count(" ") > 1 and _ENDS.search(text):
        yield Fault(found.start(1), found.end(1), found[1].capitalize(), LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_pronoun, _inside, _beginning)
