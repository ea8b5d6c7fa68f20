"""Adjectives and adverbs, one for the other or in the wrong form: *I am boring in class*, *an interested book*,
*so nice day*, *works very hardly*, *the soup tastes well*, *slept good*, *very taller*, *the better player of all*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.degrees import SUPERLATIVES
from gec.faults.fault import FREE, LIKELY, Fault, late, words_of
from gec.faults.nouns import plural_of
from gec.words import lexicon, word_set

_END = r"(?=[.,;!?](?: |\Z)|\Z)"
_NICE = (
    "nice|good|great|beautiful|bad|big|wonderful|interesting|lovely|strange|terrible|important|difficult|long|hard"
    "|amazing"
    "|boring|funny|small|happy|sad|kind|easy|cold|hot|delicious|clever|fantastic|exciting|lucky|clear|special"
)
_FELT = "interest|excit|confus|disappoint|surpris|bor|annoy|frighten|embarrass|tir|shock|amaz"
_READ = (
    "book|film|movie|story|stories|things?|places?|games?|experience|trip|journey|topic|city|lessons?|subject|day|job"
    "|books|films|movies|article|activity|activities|holiday|result|match|idea|place"
)
# So long is no length, and no such luck no luck.
_NO_THING = word_set(
    """
    time way thing fun deal day luck life love god work talk game change
    """
)

_SUCHLIKE = frozenset({"such", "what"})
_SO = late(rf"{FREE}(?P<so>so) (?:{_NICE}) (?P<noun>[a-z]+){_END}")
_SUCH = late(rf"{FREE}(?<!any )(?<!no )[Ss]uch (?P<nice>(?:{_NICE})) (?P<noun>[a-z]+){_END}")
_SUCH_A = late(
    rf"{FREE}[Ss]uch (?P<a>an? (?P<nice>{_NICE})) (?:people|friends|things|news|weather|music|food|advice"
    rf"|days)(?=[.,;!?](?: |\Z)|\Z| that\b)"
)
_WHAT = late(rf"\A\W{{0,3}}What (?P<nice>{_NICE}) (?P<noun>[a-z]+)!")
_BORING = late(
    rf"{FREE}(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey)(?: (?:am|is|are|was|were|feel|felt|feels|get|got)|['’](?:m|re))"
    rf"(?: (?:very|so|really|too|quite|also|not|a bit|always))? (?:{_FELT})(?P<ing>ing) (?:in(?= (?:class|the|my"
    rf"|this|history"
    r"|music|learning|art)\b)|about|with(?= (?:the|my|your|it|this|his|her)\b)|at the|because|that|of|when)\b"
)
_EXCITING = late(
    rf"{FREE}(?:I|[Ww]e)(?: (?:am|are|was|were|feel|felt)|['’](?:m|re)) (?:very|so|really|too|quite)"
    rf" (?:excit|confus|disappoint|surpris|bor|embarrass|tir|shock)(?P<ing>ing){_END}"
)
_INTERESTED = late(
    rf"{FREE}(?:an?|very|most|more|really|many|such an?) (?:interest|excit|disappoint|surpris|bor|amaz|relax|tir"
    rf"|shock)(?P<ed>ed)"
    rf" (?:{_READ})\b(?!['’-])"
)
_HARDLY = late(
    rf"{FREE}(?:work|works|worked|working|study|studies|studied|studying|train|trained|training|tr(?:y|ies|ied)"
    r"|practi[sc]ed?|play|played|fight|fought|rain|rains|rained|raining|snow(?:ed|ing)?|learn|learned|exercise)"
    r"(?: (?:it|English))?(?: (?:very|so|really|too|more))? (?P<hardly>hardly)(?=[.!?,](?: |\Z)|\Z"
    r"| (?:every (?:day|week|night|morning)|for (?:the|my"
    r"|his|her"
    r"|this|our|it)|to [a-z]+|and|in order|because|but|on (?:the|my)|as|all|when|with|until)\b(?! at all\b))"
)
_LATELY = late(
    rf"{FREE}(?:(?:arriv(?:e|ed|es|ing)|c[ao]mes?|(?:wake|woke|wakes|get|got|gets) up|(?:go|went|goes|going) to bed)"
    rf" (?:very|too|so)"
    rf"|(?:wake|woke|wakes) up|(?:go|went|goes|going) to bed) (?P<lately>lately){_END}"
)
_TASTES = late(
    rf"{FREE}(?:tast(?:e|es|ed)|smell|smells|smelled|smelt)(?: (?:very|so|really|too))? (?P<well>well|deliciously"
    rf"|horribly"
    r"|terribly|nicely|wonderfully)(?=[.!?,](?: |\Z)|\Z| (?:and|but|because)\b)"
)
_GOOD = late(
    rf"{FREE}(?:slept|sleeps?|(?:speaks?|spoke|know|knows|understand|writes?) (?:English|Spanish|French|German)"
    rf"|(?:play|plays|played) (?:football|tennis|chess|basketball|the (?:guitar|piano|violin))|sings?|dances?|danced"
    rf"|swims?"
    rf"|swam) (?P<good>good)(?=[.,;!?](?: |\Z)|\Z| (?:last|yesterday|because|but)\b)"
)
_VERY = late(
    rf"{FREE}(?P<very>very) (?:more (?!than\b)[a-z]+|better|worse|bigger|smaller|taller|faster|cheaper|easier|higher"
    rf"|stronger"
    r"|older|younger|longer|shorter|happier|harder|nicer|colder|hotter)\b(?!['’-])"
)
_BETTER = late(
    rf"{FREE}(?<!of )(?<!among )the (?P<more>more (?:beautiful|important|popular|interesting|famous|difficult"
    rf"|expensive|dangerous|intelligent"
    r"|useful|exciting)|better|worse|bigger|taller|older|higher|cheaper|younger|longer|smaller|richer|stronger"
    r"|easier|funnier"
    r"|nicer|happier|busier) (?!of\b)[a-z]+ (?:in (?:the|my|our|his|her) (?:world|class|city|country|school|family"
    r"|town|team|life)"
    r"|of (?:the|my|our) (?:world|class|life|team|family)|(?:that )?I(?: have|['’]ve) ever)\b"
)
_AS = late(
    rf"{FREE}(?<!not )(?P<so>so) (?:soon|fast|quickly|much|many|well|early|often) as (?:possible|(?:I|we|you|he|she"
    rf"|they) (?:can|could))\b"
)
_FEELING = frozenset(f"{word}ing" for word in _FELT.split("|"))
_STIRRED = frozenset(f"{word}ed" for word in f"{_FELT}|relax".split("|"))
_TASTE = word_set(
    """
    taste tastes tasted smell smells smelled smelt
    """
)
_MORE = word_set(
    """
    more better worse bigger taller older higher cheaper younger longer smaller richer stronger easier funnier nicer
    happier busier
    """
)
_FASTLY = late(rf"{FREE}fastly\b")
_IRREGULAR = {"better": "best", "worse": "worst"}


@lru_cache(maxsize=4096)
def _counted(word: str) -> bool:
    return word == "day" or (word not in _NO_THING and plural_of(word) is not None)


def _such(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if "so" in have:
        yield from (Fault(*one.span("so"), "such a", LIKELY) for one in _SO.finditer(text) if _counted(one["noun"]))
    for pattern in (_SUCH, _WHAT) if not _SUCHLIKE.isdisjoint(have) else ():
        for found in pattern.finditer(text):
            if _counted(found["noun"]):
                article = "an" if found["nice"][0] in "aeiou" else "a"
                yield Fault(*found.span("nice"), f"{article} {found['nice']}", LIKELY)
    if not _SUCHLIKE.isdisjoint(have):
        yield from (Fault(*found.span("a"), found["nice"], LIKELY) for found in _SUCH_A.finditer(text))


def _feeling(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if not _FEELING.isdisjoint(have):
        yield from (Fault(*found.span("ing"), "ed", LIKELY) for found in _BORING.finditer(text))
        yield from (Fault(*found.span("ing"), "ed", LIKELY) for found in _EXCITING.finditer(text))
    if not _STIRRED.isdisjoint(have):
        yield from (Fault(*found.span("ed"), "ing", LIKELY) for found in _INTERESTED.finditer(text))


def _adverb(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if "hardly" in have:
        yield from (Fault(*found.span("hardly"), "hard", LIKELY) for found in _HARDLY.finditer(text))
    if "lately" in have:
        yield from (Fault(*found.span("lately"), "late", LIKELY) for found in _LATELY.finditer(text))
    if "good" in have:
        yield from (Fault(*found.span("good"), "well", LIKELY) for found in _GOOD.finditer(text))
    if "fastly" in have:
        yield from (Fault(*found.span(), "fast", LIKELY) for found in _FASTLY.finditer(text))
    for found in () if _TASTE.isdisjoint(have) else _TASTES.finditer(text):
        well = found["well"]
        adjective = f"{well[:-1]}e" if well in {"horribly", "terribly"} else well[:-2]
        yield Fault(*found.span("well"), "good" if well == "well" else adjective, LIKELY)


def _degree(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if "very" in have:
        yield from (Fault(*found.span("very"), "much", LIKELY) for found in _VERY.finditer(text))
    if "so" in have and "as" in have:
        yield from (Fault(*found.span("so"), "as", LIKELY) for found in _AS.finditer(text))
    for found in () if _MORE.isdisjoint(have) else _BETTER.finditer(text):
        more = found["more"]
        base = next((base for base, form in lexicon.analyses(more) if form == "comparative"), "")
        new = f"most{more[4:]}" if more.startswith("more ") else _IRREGULAR.get(more) or SUPERLATIVES.get(base)
        if new:
            yield Fault(*found.span("more"), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_such, _feeling, _adverb, _degree)
