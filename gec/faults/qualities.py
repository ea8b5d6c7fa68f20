"""Adjectives and adverbs, one for the other or in the wrong form: *I am boring in class*, *an interested book*,
*so nice day*, *works very hardly*, *the soup tastes well*, *slept good*, *very taller*, *the better player of all*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.agreeing import plural
from gec.faults.degrees import SUPERLATIVES
from gec.faults.fault import FREE, LIKELY, NEAR, TASTE, Fault, late, words_of
from gec.words import lexicon, word_set

_END = r"(?=[.,;!?](?: |\Z)|\Z)"
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
_RICH = (
    "rich|poor|young|old|tall|strong|smart|intelligent|honest|brave|handsome|pretty|cute|ugly|busy|talented|famous"
    "|quiet"
    "|expensive|cheap|modern|noisy|comfortable|unusual|wise|friendly"
)
_SO = late(rf"{FREE}(?<!, )(?<!\ba )(?<!\ban )(?P<so>so) (?:{_NICE}|{_RICH}) (?P<noun>[a-z]+){_END}")
_SUCH = late(rf"{FREE}(?<!any )(?<!no )[Ss]uch (?P<nice>(?:{_NICE})) (?P<noun>[a-z]+){_END}")
_SUCH_A = late(
    rf"{FREE}[Ss]uch (?P<a>an? (?P<nice>{_NICE})) (?:people|friends|things|news|weather|music|food|advice"
    rf"|days)(?=[.,;!?](?: |\Z)|\Z| that\b)"
)
_HOW = late(rf"\A\W{{0,3}}(?P<how>How) an? (?:{_NICE}|{_RICH}) [a-z]+!")
_WHAT = late(
    rf"\A\W{{0,3}}What (?P<nice>{_NICE}) (?P<noun>[a-z]+)"
    r"(?:!| (?:for|to|in|this|it)\b[^.?]*!"
    r"| (?:you|he|she|they|we|I) (?:have|has|had|are|is|am|was|were|made|gave)[.!]?\Z)"
)
_BE = (
    r"(?: (?:am|is|are|was|were|feel|felt|feels|get|got)|['’](?:m|re))(?: (?:very|so|really|too|quite|also|not|a bit))?"
)
_ALL, _ME = "(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey)", "(?:I|[Ww]e)"
_ITS = "(?:the|my|your|it|this)"
# Who, what they are and what goes on behind it. Nobody is it by what they do: he is boring because he talks.
_BORING = tuple(
    late(rf"{FREE}{who} (?:{what})(?P<ing>ing) {behind}")
    for who, what, behind in (
        (_ALL + _BE, "excit|confus|disappoint|surpris|shock", r"about\b"),
        (_ALL + _BE, "interest", r"in (?:(?:the|my|this) (?!film|movie|interview|role|part|play|show|book|way|debate"
         r"|end|final|first|second)|history|music|learning|art)\b"),
        (_ALL + _BE, "disappoint|surpris|shock", rf"with {_ITS}\b"),
        (_ALL + _BE, "bor", rf"with (?:{_ITS}|(?:his|her|their) (?:jobs?|lives|life|work|lessons?))\b"),
        (_ALL + _BE, "surpris|shock", r"at the (?!end\b|start\b|back\b|beginning\b|party\b|front\b)"),
        (_ALL + _BE, "bor|frighten", r"of (?!late\b|course\b)"),
        (_ALL + r"(?: (?:am|is|are|was|were)|['’](?:m|re)) (?:very|so|really|too)", "tir", r"of\b"),
        (_ALL + _BE, "surpris|shock", r"that\b"),
        (_ME + _BE, "surpris|excit|tir|shock|disappoint", r"(?:that|because)\b"),
        (_ME + _BE, "embarrass|confus", r"because\b"),
        (_ME + _BE, "bor", r"(?:in class|about|because (?!(?:I|we) (?:only|always|never|just|don|do|talk|like|am|are"
         r"|have no)))\b"),
        (r"(?:I was|[Ww]e were)(?: (?:very|so|really|too|quite|a bit))?",
         "surpris|excit|tir|shock|embarrass|disappoint|confus|bor",
         r"when (?:they|he|she|my|the|it|(?:I|we) (?:saw|heard|found|knew|learn|got|reali[sz]|read|met|arrived)"
         r"[a-z]*)\b"),
        ("(?:[Ss]he|[Hh]e|[Tt]hey) (?:was|were) so", "embarrass",
         r"that (?:s?he|they) (?:hid|hidden|blushed|cried|ran|went)\b"),
    )
)  # fmt: skip
_SO_MUCH = rf"{_ME}(?: (?:am|are|was|were|feel|felt)|['’](?:m|re)) (?:very|so|really|too|quite)"
_FEELINGS = (
    *((pattern, LIKELY) for pattern in _BORING),
    (late(rf"{FREE}{_SO_MUCH} (?:excit|surpris|tir|shock)(?P<ing>ing){_END}"), LIKELY),
    # Some say so of themselves.
    (late(rf"{FREE}{_SO_MUCH} (?:confus|disappoint|bor|embarrass)(?P<ing>ing){_END}"), TASTE),
)
_INTERESTED = tuple(
    late(rf"{FREE}(?:an?|very|most|more|really|many|such an?) (?:{what})(?P<ed>ed) (?:{things})\b(?!['’-])")
    for what, things in (
        ("interest|bor", f"{_READ}|subjects?|city|cities"),
        ("excit|disappoint|surpris|amaz|shock", _READ),
        ("tir", "trip|journey|day|job|activity|activities|experience|lesson"),  # a tired idea is an old one
    )
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
_AS = late(
    rf"{FREE}(?<!not )(?P<so>so) (?:soon|fast|quickly|much|many|well|early|often) as (?:possible|(?:I|we|you|he|she"
    rf"|they) (?:can|could))\b"
)
_NOT = late(r"(?:\b(?:not|never)|n['’]t) [^.,;]*\Z")  # he never ran so fast as he could
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
    if "how" in have and (found := _HOW.match(text)):
        yield Fault(*found.span("how"), "What", LIKELY)
    if "so" in have:
        yield from (
            Fault(*one.span("so"), "such a", LIKELY) for one in _SO.finditer(text) if one["noun"] in _ONE_OF_THEM
        )
    for pattern in (_SUCH, _WHAT) if not _SUCHLIKE.isdisjoint(have) else ():
        for found in pattern.finditer(text):
            if found["noun"] in _ONE_OF_THEM:
                article = "an" if found["nice"][0] in "aeiou" else "a"
                yield Fault(*found.span("nice"), f"{article} {found['nice']}", LIKELY)
    if not _SUCHLIKE.isdisjoint(have):
        yield from (Fault(*found.span("a"), found["nice"], LIKELY) for found in _SUCH_A.finditer(text))


def _feeling(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if not _FEELING.isdisjoint(have):
        for pattern, odds in _FEELINGS:
            yield from (Fault(*found.span("ing"), "ed", odds) for found in pattern.finditer(text))
    for pattern in _INTERESTED if not _STIRRED.isdisjoint(have) else ():
        yield from (Fault(*found.span("ed"), "ing", LIKELY) for found in pattern.finditer(text))


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


def _denied(text: str, found: re.Match[str]) -> bool:
    return _NOT.search(text, max(0, found.start() - NEAR), found.start()) is not None


def _degree(text: str) -> Iterator[Fault]:
    have = words_of(text)
    if "very" in have:
        yield from (Fault(*found.span("very"), "much", LIKELY) for found in _VERY.finditer(text))
    if "so" in have and "as" in have:
        yield from (Fault(*found.span("so"), "as", LIKELY) for found in _AS.finditer(text) if not _denied(text, found))
    for found in () if _MORE.isdisjoint(have) else _BETTER.finditer(text):
        more = found["more"]
        base = next((base for base, form in lexicon.analyses(more) if form == "comparative"), "")
        new = f"most{more[4:]}" if more.startswith("more ") else _IRREGULAR.get(more) or SUPERLATIVES.get(base)
        two = more in ("older", "younger") or plural(found["noun"])  # the older child, the richer countries
        if new and not two:
            yield Fault(*found.span("more"), new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_such, _feeling, _adverb, _degree)
