"""How many: *two brother*, *several accountant*, *one of the customer*, *ten thousands people*, *hundred of people*,
*too much cars*, *another shoes*, *a huge amount of people*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.language.agreement import single
from gec.language.forms import mostly_verb
from gec.language.misspelt import by_rule
from gec.language.written import frequency
from gec.rules.code.nouns import plural_of
from gec.rules.fault import FREE, LIKELY, Fault, late

# What is counted, and seldom stands before another noun.
_COUNTED = """
    friend book car country student problem place game shop tourist animal house tree picture idea brother sister
    cousin teacher hobby city town village restaurant dog cat bird child woman person tooth photo flower dress shirt
    bag toy computer phone question word language lesson exam test subject festival girl boy kid parent neighbour
    neighbor colleague room chair window street road bus train park bridge apple egg orange banana sandwich cake
    bottle box minute hour day week month year euro dollar kilometre kilometer mile meter metre suggestion reason
    way thing opportunity advantage disadvantage mistake difference tool skill visitor guest worker citizen person
    sport cup letter activity sentence ticket bed story
"""
_IRREGULAR = {"child": "children", "woman": "women", "person": "people", "tooth": "teeth"}
_PLURALS = {word: _IRREGULAR.get(word) or by_rule(f"{word}s") or f"{word}s" for word in _COUNTED.split()}
_NUMBERS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|[2-9]"
    r"|[1-9]\d{1,2}"
)
_ENDS = (
    r"(?=[.,;!?](?: |\Z)|\Z| (?:but|because|with|when|if|to|for|in|on|at|I|we|he|she|they|every|last|yesterday|so|from"
    r"|of|that|which|who|ago|later|is|was|are|were|before|and (?:an?|one|two|three|the|I|we|he|she|they|my|some))\b)"
)
# Of any noun that is written in the plural often enough.
_SEVERAL = late(
    rf"{FREE}(?<!:)(?P<several>{'|'.join(word for word in _NUMBERS.split('|') if word.isalpha())}|[Mm]any|[Ss]everal"
    r"|[Vv]arious|[Tt]hese|[Tt]hose|a few|[Ff]ew|[Oo]ne of (?:the|my|our|his|her|their|your|these|those)"
    r"|(?:large|small|great|growing|huge) number of) (?P<quality>[a-z]+ )??(?P<noun>[a-z]+)"
    rf"(?:(?P<ends>{_ENDS})|(?= (?P<verb>[a-z]+)\b(?!['’-])))"
)
_UNCOUNTED = word_set("""
    time work room food sugar rain salt value birthday century inconvenience experience lira fen content people grammar
    squash trouble life chance dream fold control party horde stone brace kelvin buffalo boar pheasant partridge
""")
_OTHER = word_set("last next first free other")  # the six last year
_SOME = word_set("these those few many")  # these result in more, few object to it
_ONE = late(r"\b(?:not|one|number|stage|part|step|phase|day|two|only) \Z")  # stage one of the journey
_DOING = late(r" (?:to|that)\b")
_GROUPS = word_set("litter tribe clan congregation squadron batch collection")
_FAR = 70
_AND = late(r" of [^,;.]{1,60} and \Z")  # two photos of the roof and one of the garden
_RARER = 2.0  # how much rarer the plural may be, as a logarithm
# From page two, in chapter five, in part ten; a two star, the 8 hour.
_NAMED = late(
    r"\b(?:[Hh]alf|[Gg]rade|[Cc]lass|[Cc]hapter|[Pp]age|[Nn]umber|[Pp]art|[Bb]ook|[Ss]ection|[Tt]able|[Ll]evel"
    r"|[Vv]ersion|[Ss]eason|[Tt]ype|[Ee]ach|[Aa]n?|[Tt]he"
    r"|[Yy]ear|[Ss]tage|[Pp]hase|[Ss]tep|[Rr]ound|[Ww]eek|[Dd]ay|[Tt]ier|[Zz]one|[Rr]oom|[Uu]nit|[Ll]ane|[Gg]ame|[Aa]ct"
    r"|Category|Windows|Formula|Apollo|Route|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|of|War) \Z"
)
# The hotel is five star, he is about six foot.
_MEASURED = late(
    r"(?:\b(?:am|is|are|was|were|be|been|stands?|stood|about|nearly|almost|over|under|than|least)|['’](?:s|m|re)) \Z"
)
_MEASURES = word_set("foot star")
_BEFORE = 12  # characters before a number that are looked at
_ANOTHER = late(
    rf"{FREE}(?P<another>[Aa]nother) (?!series\b|species\b|means\b)"
    rf"(?:people|children|women|shoes|clothes|{'|'.join(set(_PLURALS.values()))}){_ENDS}"
)
_TIME = late(
    rf"{FREE}(?:have|has|had|need|needs|spend|spent|spends|take|took|takes|save|waste|lost|lose|got|n['’]t)"
    r"(?: (?:so|too|very|not|have|spend|got))* (?P<many>many) time\b(?!['’-]| (?:limit|zone|slot|trial|constraint"
    r"|sheet)s?\b| (?:management|travel)\b)"
)
_AMOUNT = late(
    rf"{FREE}(?P<amount>[Aa]mount)(?=s? of (?:people|children|students|users|customers|employees|teachers|visitors"
    r"|tourists|men|women|workers|players|patients|friends|cars|books|countries|cities|mistakes|words|animals)\b"
    r"(?! skills\b))"
)
_MOST = late(
    r"(?:\A\W{0,3}|[,;] |\b(?:[Bb]ut|[Aa]nd|because|that) )(?P<most>[Mm]ost of)"
    r" (?:students|teenagers|children|countries|women|men|teachers|parents|cars|shops|cities|tourists"
    r"|things)\b(?!['’-])"
)
_THE_MOST = late(
    r"(?<!mak)(?<!mak[ei])(?:\A\W{0,3}|[,;] |\b(?:[Bb]ut|[Aa]nd|because|that|in) )(?P<the>[Tt]he most)"
    r" (?:of (?:the(?! (?:season|year|night|game|tournament|campaign)\b)|my|our|them|us|these|those|their)\b"
    r"|(?:of )?people (?:are|have|think|like|in|do|want|who|live"
    r"|use|buys?|work|speak|know|don['’]t|prefer|believe|go|say|agree|feel|eat|can|will|would)\b(?![^.,;]{0,40} is\b))"
)
# Hundred of people, and five hundred of books.
_OF = late(
    rf"(?:{FREE}(?P<number>an?|one|several|few|\d+|{_NUMBERS}) )?(?<![\w'’.-])(?P<large>[Hh]undred|[Tt]housand"
    rf"|[Mm]illion)"
    r" of (?P<noun>people|children|women|different|other|[a-z]+s)\b(?!['’-])"
)
_OURS = word_set(
    """
    its his yours theirs ours this us
    """
)
_COUNTING = late(r"(?:\b(?:the|per|every|each|an?|this|half|hundred|thousand|teen|ty)|\d|teen|ty) \Z")


def _several(text: str) -> Iterator[Fault]:
    """*Several accountant*, *one of the customer*."""
    for found in _SEVERAL.finditer(text):
        noun, quality = found["noun"], (found["quality"] or "").strip()
        one = found["several"].lower().startswith("one of")
        if found["ends"] is None and not (one and mostly_verb(found["verb"])):  # one of my friend live here
            continue
        if (noun in _PLURALS and not one) or (quality and (quality in _OTHER or lexicon.kind(quality) != "ADJ")):
            continue
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        some = found["several"].lower() in _SOME
        if some and ("VERB" in lexicon.kinds(noun) or text.startswith((" is ", " was "), found.end())):  # this soup is
            continue
        if not one and before.endswith(("", ", ")[found.start() > 0]) and _done(text, found):
            continue
        if one and noun in _GROUPS:
            continue
        first = max(0, found.start() - _FAR)
        if one and (_ONE.search(before) or " one " in text[found.end() :] or _AND.search(text, first, found.start())):
            continue
        named = "number" not in found["several"] and _NAMED.search(before)
        named = named or (noun in _MEASURES and _MEASURED.search(before))
        if not named and (many := _usual_plural(noun)):
            yield Fault(*found.span("noun"), many)


@lru_cache(maxsize=4096)
def _usual_plural(noun: str) -> str | None:
    if not single(noun) or noun in _UNCOUNTED or noun.endswith("ing"):
        return None
    many = plural_of(noun)
    return many if many and many != noun and frequency(many) > max(0.0, frequency(noun) - _RARER) else None


def _many(text: str) -> Iterator[Fault]:
    for found in _AMOUNT.finditer(text) if "mount" in text else ():
        yield Fault(*found.span("amount"), "Number" if found["amount"][0] == "A" else "number", LIKELY)
    for found in _ANOTHER.finditer(text) if "nother " in text else ():
        yield Fault(*found.span("another"), "Other" if found["another"][0] == "A" else "other", LIKELY)
    for found in _TIME.finditer(text) if "many " in text else ():
        yield Fault(*found.span("many"), "much", LIKELY)
    if "ost " in text:
        for found in _MOST.finditer(text):
            yield Fault(*found.span("most"), found["most"][:4], LIKELY)
        for found in _THE_MOST.finditer(text):
            of = " of " not in found.group() or "people" not in found.group()
            end = found.end("the") if of else found.end("the") + 3
            yield Fault(found.start("the"), end, "Most" if found["the"][0] == "T" else "most", LIKELY)


def _done(text: str, found: re.Match[str]) -> bool:
    """Whether some do something, and are not so many: several object to it."""
    return "VERB" in lexicon.kinds(found["noun"]) and _DOING.match(text, found.end()) is not None


def _large(text: str) -> Iterator[Fault]:
    if "undred" in text or "housand" in text or "illion" in text:
        for found in _OF.finditer(text):
            large, noun = found["large"], found["noun"]
            if noun in _OURS or (not found["number"] and _COUNTING.search(text, 0, found.start())):
                continue
            new = f"{large} {noun}" if found["number"] else f"{large}s of {noun}"
            yield Fault(found.start("large"), found.end(), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_several, _many, _large)
