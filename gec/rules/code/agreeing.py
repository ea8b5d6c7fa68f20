"""Verbs that do not agree with what they are said of: *they was*, *many people is*, *my parents likes*, *everybody
have*, *the man who live here*, *there is many cars*, *there are a park*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.rules.code.forms import PARTICIPLES, PASTS, base_of_third, mostly_verb, third
from gec.rules.fault import ADVERB, FREE, LIKELY, Fault, beginning, has, late

# Behind these a clause begins, and its verb is that of the word that follows.
_CLAUSE = beginning("and|but|because|if|when|so")
_SAID = beginning("but|because|if|when|so|that|think|than|know|where|why|which")
_MANY_NOUNS = """
    parents friends children kids students brothers sisters women men boys girls teachers neighbours neighbors
    colleagues shoes trousers glasses clothes
"""
# What everybody does, now and tomorrow.
_HABITS = "want like know think need live use believe agree understand love hope prefer deserve enjoy"
_THIRDS = """
    likes wants needs goes lives comes makes works thinks says plays takes gets loves knows prefers uses believes speaks
    buys eats feels becomes stays watches
"""
_THIRD = rf"(?P<verb>(?:is|was|has|does)(?:n['’]t)?|{'|'.join(_THIRDS.split())})\b(?!['’-])"
_DONT = late(rf"(?:(?:{_CLAUSE}|(?<= )that )(?:he|she|it)|{FREE}(?:he|she)) (don['’]t)\b", re.IGNORECASE)
_PEOPLES = ("eople ", "hildren ", "olice ", *(f"{word} " for word in _MANY_NOUNS.split()))
_WE = late(rf"{FREE}(?:[Tt]hey|[Ww]e) {_THIRD}")  # who are never what is done to
_WES = ("hey ", "we ", "We ")
_EACH = late(
    r"\A\W{0,3}(?:One|Each) of (?:the|my|your|his|her|our|their|these|those) [a-z]+s"
    r" (are|were|have|do|don['’]t|live|work|like|want|think|come|speak|play|study|love)\b(?!['’-])"
)
_PEOPLE = late(
    rf"(?:(?:{_SAID}|(?<![\w'’])and )(?:[Mm]any|[Mm]ost|[Ss]ome|[Ll]ots? of|[Aa]ll|[Oo]ther|[Yy]oung|[Oo]ld|[Oo]lder"
    r"|[Rr]ich|[Pp]oor) people"
    rf"|{_SAID}(?:[Pp]eople|[Tt]he people|[Cc]hildren|[Tt]he children|[Tt]hese people|[Tt]he police"
    rf"|(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) (?:{'|'.join(_MANY_NOUNS.split())}))) {_THIRD}"
)
_ONE_OF = late(r"\b(?:one|each|none|group|pair|team|only) of [a-z ]*\Z", re.IGNORECASE)
_EVERYBODY = late(
    r"(?:\A\W{0,3}|[,;] |(?<![\w'’])(?:but|because|so|when|where|think|know) )"
    r"(?:[Ee]veryone|[Ee]verybody|[Nn]obody|[Ss]omebody|[Ss]omeone|[Nn]o one|[Ee]verything|[Nn]othing|[Ss]omething)"
    rf" {ADVERB}(don['’]t|have(?:n['’]t)?|are|were|{'|'.join(_HABITS.split())})\b(?!['’-])"
)
_BOTH = late(
    r"\A\W{0,3}(?:He|She|My [a-z]+) and (?:I|he|she|(?:his|her|my) [a-z]+)"
    r" (is|was|has|does|goes|likes|lives|works|wants|loves|plays)\b(?!['’-])"
)
# There was five minutes left, there is three feet of snow.
MEASURED = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|\d\d?) (?:more |good |whole |extra )?(?:seconds|minutes|hours"
    r"|days|weeks|months|years|feet|foot|inches|met(?:re|er)s|miles|kilomet(?:re|er)s|pounds|dollars|euros|percent"
    r"|per cent|degrees|lit(?:re|er)s|gallons|kilos|tons|tonnes|grams)"
    r" (?:left|of|remaining|to|until|till|before|between|in it|for|on)\b"
)
_MANY = late(
    rf"{FREE}there (is|was|isn['’]t|wasn['’]t) (?!{MEASURED})"
    r"(?:(?:many(?! an?\b)|several|two|three|four|five|lots of|a few)"
    r"(?! (?:times|milk|money|water|time|food|rice|sugar|bread)\b)"
    r"|(?:a lot of|some|so many|too many|also many|enough|six|seven|eight|ten|[2-9]\d?|[1-9]\d)"
    r" (?!times\b)(?:[a-z]+ )?(?P<noun>[a-z]+))\b",
    re.IGNORECASE,
)
_NO = late(
    rf"{FREE}[Tt]here (is|was|isn['’]t|wasn['’]t) (?:also |still |only )?(?:no|some|other|different|over|more than)"
    r" (?P<quality>[a-z]+ )?(?P<noun>(?!news\b|doubts\b)[a-z]+s)"
    r"(?=[.,;!?]| (?:in|on|at|for|to|of|who|that|which|and|between|with|from|about|here|now)\b|\Z)"
)
_THERE_HAS = late(
    r"\A\W{0,3}There (has|have) (an?|no|many|some|a lot of|lots of|two|three|several|so many) (?P<noun>[a-z]+)\b"
    r"(?! been\b)"
)
_A = late(
    rf"{FREE}[Tt]here (are|were) an?"
    r" (?:(?:big|small|nice|beautiful|new|old|very [a-z]+|little) )?([a-z]+)\b(?!['’-])"
    r"(?=[.!]|\Z| (?:in|on|at|with|near|for|where|that|who|which|called|about|here|there|to|between)\b)"
)
# If there were a god.
_WISHED = late(r"\b(?:if|though|wish(?:es|ed)?|suppos(?:e|ing)|imagine|unless|were|rather|lest)\b", re.IGNORECASE)
FEW, BESIDE = 12, 30  # characters before what is found that are looked at
# Behind *a* as many as behind *many*.
_NUMBERS = word_set("""
    few lot couple number dozen hundred thousand million bunch variety range series majority minority crowd bit
""")
_NO_PLURALS = word_set("""
    news series species means business progress less this as is crossroads barracks headquarters gallows innings
    ethics politics
""")
_PREFIX = late(r"\A(?:over|under|with|out|fore|re|mis|up)")  # oversaw
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}


def _pronoun(text: str) -> Iterator[Fault]:
    for found in _DONT.finditer(text) if has(text, ("don't", "don’t", "DON'T")) else ():
        yield Fault(*found.span(1), f"does{found[1][2:]}")
    for found in _WE.finditer(text) if has(text, _WES) else ():
        if new := of_many(found["verb"]):
            yield Fault(*found.span("verb"), new)


def _noun(text: str) -> Iterator[Fault]:
    for found in _PEOPLE.finditer(text) if has(text, _PEOPLES) else ():
        new = of_many(found["verb"])
        if new and not _ONE_OF.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("verb"), new)
    for found in _EVERYBODY.finditer(text) if has(text, ("ody ", "one ", "thing ")) else ():
        if one := of_one(found[1]):
            yield Fault(*found.span(1), one, LIKELY)
    if each := _EACH.match(text):
        yield Fault(*each.span(1), of_one(each[1]) or third(each[1]))
    if both := _BOTH.match(text):
        yield Fault(*both.span(1), of_many(both[1]) or "")


def _there(text: str) -> Iterator[Fault]:
    if "here " not in text:
        return
    for found in _MANY.finditer(text):
        if not found["noun"] or plural(found["noun"]):
            yield Fault(*found.span(1), of_many(found[1].lower()) or "")
    for found in _NO.finditer(text):
        quality = found["quality"]
        if plural(found["noun"]) and (not quality or lexicon.kind(quality.strip()) == "ADJ"):
            yield Fault(*found.span(1), of_many(found[1]) or "")
    if has_them := _THERE_HAS.match(text):
        one = has_them[2] in ("a", "an", "no") and has_them["noun"][-1] != "s"
        yield Fault(*has_them.span(1), "is" if one else "are")
    for found in _A.finditer(text):
        if found[1] == "were" and _WISHED.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        if found[2] not in _NUMBERS and lexicon.kind(found[2]) == "NOUN" and not found[2].endswith("s"):
            yield Fault(*found.span(1), _SINGULAR[found[1]])


def of_many(verb: str) -> str | None:
    """What many do where one *is*, *hasn't* or *likes*."""
    if verb.endswith(("n't", "n’t")):
        bare = _PLURAL.get(verb[:-3])
        return bare and bare + verb[-3:]
    return _PLURAL.get(verb) or base_of_third(verb)


@lru_cache(maxsize=4096)
def of_one(verb: str) -> str | None:
    """What one does where many *are*, *haven't* or *like*."""
    if verb.endswith(("n't", "n’t", " not")):
        end = len(verb) - (4 if verb.endswith("not") else 3)
        bare = _SINGULAR.get(verb[:end])
        return bare and bare + verb[end:]
    if verb in _SINGULAR:
        return _SINGULAR[verb]
    forms = {verb, _PREFIX.sub("", verb)}
    first = mostly_verb(verb) and forms.isdisjoint(PASTS | PARTICIPLES | lexicon.AUXILIARIES)
    return third(verb) if first else None


@lru_cache(maxsize=4096)
def plural(word: str) -> bool:
    if word in ("people", "children", "men", "women"):
        return True
    known = (base for base, form in lexicon.analyses(word) if form == "s" and base in lexicon.table())
    return (
        any("NOUN" in lexicon.kinds(base) for base in known)
        and word not in _NO_PLURALS
        and not word.endswith(("ss", "us"))
    )


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_pronoun, _noun, _there)
