"""Adjectives and adverbs, one for the other or in the wrong form: *I am boring in class*, *an interested book*,
*so nice day*, *works very hardly*, *the soup tastes well*, *slept good*, *very taller*, *the better player of all*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.language import lexicon, word_set
from gec.rules.code.agreeing import plural
from gec.rules.fault import FREE, LIKELY, Fault, late, words_of

_NICE = (
    "nice|good|great|beautiful|bad|big|wonderful|interesting|lovely|strange|terrible|important|difficult|long|hard"
    "|amazing"
    "|boring|funny|small|happy|sad|kind|easy|cold|hot|delicious|clever|fantastic|exciting|lucky|clear|special"
)
_FELT = "interest|excit|confus|disappoint|surpris|bor|annoy|frighten|embarrass|tir|shock|amaz"
_READ = (
    "book|film|movie|story|stories|things?|places?|games?|experience|trip|journey|topic|lessons?|day(?! trip)|job"
    "|books|films|movies|article|activity|activities|holiday|result|match|idea"
)
# What there is always one of: such good wine, but such a good cook.
_ONE_OF_THEM = word_set(
    """
    day place person man woman girl boy child kid friend teacher student book film movie story city town village country
    surprise sunset goal meal view
    house car game job idea trip journey picture photo song party dress hotel restaurant shop school dog cat guest
    moment week weekend month year evening night morning holiday vacation present gift family mother father brother
    sister opportunity problem mistake decision boss neighbour neighbor singer player actor doctor nurse lesson exam
    test question letter message garden park river lake mountain bird animal phone computer museum concert match team
    leader baby daughter son husband wife smile dream event coat hat bike bicycle bag box street road view cook writer
    """
)

_SUCHLIKE = frozenset({"such", "what"})
_SUCH_A = late(
    rf"{FREE}[Ss]uch (?P<a>an? (?P<nice>{_NICE})) (?:people|friends|things|news|weather|music|food|advice"
    rf"|days)(?=[.,;!?](?: |\Z)|\Z| that\b)"
)
_WHAT = late(
    rf"\A\W{{0,3}}What (?P<nice>{_NICE}) (?P<noun>[a-z]+)"
    r"(?:!| (?:for|to|in|this|it)\b[^.?]*!"
    r"| (?:you|he|she|they|we|I) (?:have|has|had|are|is|am|was|were|made|gave)[.!]?\Z)"
)
_BE = (
    r"(?: (?:am|is|are|was|were|feel|felt|feels|get|got)|['’](?:m|re))(?: (?:very|so|really|too|quite|also|not|a bit))?"
)
_ALL, _ME = "(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey)", "(?:I|[Ww]e)"
# Who, what they are and what goes on behind it. Nobody is it by what they do: he is boring because he talks.
_EXCITING = late(rf"{FREE}{_ALL}{_BE} (?:excit|confus|disappoint|surpris|shock)(?P<ing>ing) about\b")
_INTERESTED = late(
    rf"{FREE}(?:an?|very|most|more|really|many|such an?) (?:interest|bor)(?P<ed>ed)"
    rf" (?:{_READ}|subjects?|city|cities)\b(?!['’-])"
)
_HARDLY = late(
    rf"{FREE}(?:work|works|worked|working|study|studies|studied|studying|train|trained|training|tr(?:y|ies|ied)"
    r"|practi[sc]ed?|play|played|fight|fought|rain|rains|rained|raining|snow(?:ed|ing)?|learn|learned|exercise)"
    r"(?: (?:it|English))?(?: (?:very|so|really|too|more))? (?P<hardly>hardly)(?=[.!?,](?: |\Z)|\Z"
    r"| (?:every (?:day|week|night|morning)|for (?:the|my"
    r"|his|her"
    r"|this|our|it)|to [a-z]+|and|in order|because|but|on (?:the|my)|as|all|when|with|until)\b(?! at all\b))"
)
_TASTES = late(
    rf"{FREE}(?<!can )(?<!can['’]t )(?<!cannot )(?<!or )(?:tast(?:e|es|ed)|smell|smells|smelled|smelt)(?: (?:very"
    rf"|so|really|too))? (?P<well>well|deliciously"
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
    r"|nicer|happier|busier) (?!of\b)(?P<noun>[a-z]+) (?:in (?:the|my|our|his|her) (?:world|class|city|country"
    r"|school|family"
    r"|town|team|life)"
    r"|of (?:the|my|our) (?:world|class|life|team|family)|(?:that )?I(?: have|['’]ve) ever)\b"
)
_FEELING = frozenset(f"{word}ing" for word in _FELT.split("|"))
_STIRRED = frozenset(f"{word}ed" for word in _FELT.split("|"))
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


def _such(text: str) -> Iterator[Fault]:
    have = words_of(text)
    for found in _WHAT.finditer(text) if "what" in have else ():
        if found["noun"] in _ONE_OF_THEM:
            article = "an" if found["nice"][0] in "aeiou" else "a"
            yield Fault(*found.span("nice"), f"{article} {found['nice']}", LIKELY)
    if not _SUCHLIKE.isdisjoint(have):
        yield from (Fault(*found.span("a"), found["nice"], LIKELY) for found in _SUCH_A.finditer(text))


def _feeling(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if not _FEELING.isdisjoint(have):
        yield from (Fault(*found.span("ing"), "ed", LIKELY) for found in _EXCITING.finditer(text))
    if not _STIRRED.isdisjoint(have):
        yield from (Fault(*found.span("ed"), "ing", LIKELY) for found in _INTERESTED.finditer(text))


def _adverb(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if "hardly" in have:
        yield from (Fault(*found.span("hardly"), "hard", LIKELY) for found in _HARDLY.finditer(text))
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
    for found in () if _MORE.isdisjoint(have) else _BETTER.finditer(text):
        more = found["more"]
        base = next((base for base, form in lexicon.analyses(more) if form == "comparative"), "")
        regular = f"{more[:-1]}st" if base else ""
        new = f"most{more[4:]}" if more.startswith("more ") else _IRREGULAR.get(more) or regular
        two = more in ("older", "younger") or plural(found["noun"])  # the older child, the richer countries
        if new and not two:
            yield Fault(*found.span("more"), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_such, _feeling, _adverb, _degree)
