"""Tags of questions: *You haven't seen it, did you?*, *You're from Lisbon, isn't it?*, *It's late, isn't it.*

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.rules.code.forms import base_of_past, base_of_third, mostly_verb
from gec.rules.code.forms import verb as is_verb
from gec.rules.fault import LIKELY, Fault, late

_DO = "do does did"
_VERBS = f"am is are was were {_DO} can could will would should must might have has had".split()
_NOT = r"n['’]t"
_TAG = late(
    rf", (?P<tag>(?P<verb>{'|'.join(_VERBS)}|ai|ca|wo)(?P<not>{_NOT})? (?P<who>I|you|he|she|it|we|they|there))"
    r"(?P<end>[?.])[\"”’')]*\s*\Z"
)
_MAIN = late(
    r"\A\W{0,3}(?P<who>I|you|he|she|it|we|they|this|that|there)"
    rf"(?:['’](?P<short>m|re|s|ll|ve)|['’]?(?P<open>d)\b| (?P<verb>[a-z]+?)(?P<not>{_NOT})?)\b(?P<rest>[^,]*)\Z",
    re.IGNORECASE,
)
_LETS = late(r"\A\W{0,3}Let['’]s [^,]+, (?P<tag>(?:will|do|don['’]t|should|won['’]t) we)\?", re.IGNORECASE)
# What denies the clause itself, and not one inside it.
_NO = late(
    r"(?: (?!I\b|you\b|he\b|she\b|it\b|we\b|they\b|that\b|if\b)[\w'’]+){0,3}"
    r" (?:not|no|nothing|nobody|never|hardly|nowhere|none|seldom|rarely|(?<! a )(?:few|little))\b"
)
# Behind these another clause may be asked about.
_TOLD = "think|thought|suppose|expect|believe|guess|know|knew|hope|bet|say|said|reckon|imagine|mean|feel"
_INNER = late(rf"\b(?:that|who|which|what|where|when|how|if|because|sure|{_TOLD})\b")
# He must be in, isn't he? We got to go, don't we?
_GUESSED = frozenset({("must", " be"), ("must", " ha"), ("got", " to")})
# Whose past is like their first form: you put it there, didn't you?
_ALIKE = word_set(
    "put read let beat quit hit set hurt cut shut cast split spread cost bet burst shed broadcast bid upset rid"
)
_LONG = {"m": "am", "re": "are", "ll": "will", "ve": "have"}
_DENIED = {"am": "aren't", "will": "won't", "can": "can't"}
_BARE = {"wo": "will", "ca": "can", "ai": ""}  # of won't, can't and ain't
_ONE, _MANY = ("he", "she", "it"), ("you", "we", "they")
_OF_ONE = {"do": "does", "are": "is", "were": "was", "have": "has"}
_OF_MANY = {one: many for many, one in _OF_ONE.items()}
_SAME = {"this": "it", "that": "it"}


def _tag(text: str) -> Iterator[Fault]:
    if lets := _LETS.match(text) if "et" in text else None:
        yield Fault(*lets.span("tag"), "shall we")
    if "," not in text or lets or not (tag := _TAG.search(text)):
        return
    if tag["end"] == ".":
        if not tag["not"]:
            return
        yield Fault(*tag.span("end"), "?", LIKELY)
    main = _MAIN.match(text, 0, tag.start())
    wanted = (_wanted(main, tag) if main else None) or _agreeing(tag)
    if wanted.replace("'", "’") != tag["tag"].replace("'", "’"):
        yield Fault(*tag.span("tag"), wanted.replace("'", "’") if "’" in text else wanted, LIKELY)


def _wanted(main: re.Match[str], tag: re.Match[str]) -> str | None:
    """The tag of a sentence that begins so; none if nobody can tell, and the one it has if that will do."""
    who = main["who"] if main["who"] == "I" else main["who"].lower()
    said = _BARE.get(tag["verb"], tag["verb"])
    verb = _repeated(main, who, said)
    inner = main["verb"] in _TOLD.split("|") or _INNER.search(main.string, main.start("rest"), tag.start())
    if inner or tag["who"] not in ("it", _SAME.get(who, who)):
        return None
    if not verb or (verb in ("have", "has", "had") and said in _DO.split() and not main["not"]):
        return None
    no = bool(main["not"] or _NO.match(main.string, main.start("rest"), tag.start()))
    who = _SAME.get(who, who)
    if (said, tag["who"]) == (verb, who) and not (no and tag["not"]):
        return tag["tag"]
    return f"{verb if no else _DENIED.get(verb, f'{verb}n' + chr(39) + 't')} {who}"


def _repeated(main: re.Match[str], who: str, said: str) -> str:
    """The verb that a tag repeats, or *do* in its stead."""
    if main["open"] or ((main["verb"] or "").lower(), main["rest"][:3]) in _GUESSED:
        return ""
    if main["short"] == "s":
        return said if said in ("is", "has") else "is"
    if main["short"]:
        return _LONG[main["short"].lower()]
    verb = main["verb"].lower()
    verb = _BARE.get(verb, verb) if main["not"] else verb
    return verb if verb in _VERBS else _done(verb, who in _ONE or who in _SAME)


def _done(verb: str, one: bool) -> str:
    """Which form of *do* stands for another verb."""
    if base_of_past(verb) or verb in _ALIKE:
        return "" if verb in _ALIKE or mostly_verb(verb) else "did"
    if one:
        return "does" if base_of_third(verb) else ""
    return "do" if is_verb(verb) else ""


def _agreeing(tag: re.Match[str]) -> str:
    """A tag whose verb goes with its pronoun."""
    forms = _OF_ONE if tag["who"] in _ONE else _OF_MANY if tag["who"] in _MANY else {}
    verb = tag["verb"]
    return f"{forms.get(verb, verb)}{tag['not'] or ''} {tag['who']}"


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_tag,)
