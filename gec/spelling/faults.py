"""Faults that a rule sees, whatever the sentence says: *i am*, *a apple*, *could of*, a blank that was left out.

Each rule is narrow, so that nearly all it finds is wrong as it stands; how sure it is was counted on learners' texts
and on corrections of documentation. The model reads the sentence without these faults and has the last word: what it
writes as it was stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from gec.spelling import (
    agreeing,
    apart,
    asides,
    auxiliaries,
    capitals,
    clauses,
    collocations,
    commas,
    compounds,
    confused,
    contractions,
    degrees,
    hyphens,
    little,
    mistaken,
    nouns,
    numbers,
    opening,
    order,
    possessives,
    prepositions,
    pronouns,
    qualities,
    question_marks,
    questions,
    relatives,
    splices,
    tenses,
    times,
    verbs,
    wording,
)
from gec.spelling.fault import LIKELY, Fault, any_of, late
from gec.words import lexicon
from gec.words.lexicon import COMMON_NAMES
from gec.words.sound import consonant, vowel
from gec.words.written import stands

# What *i* does in front of, and what no letter or variable does.
_DONE_BY_I = """
    am was have had do did can cannot could will would should must might may shall dont didnt cant couldnt wont
    wouldnt shouldnt think thought know knew like liked love loved want wanted need needed hope hoped wish go went get
    got see saw feel felt believe guess suppose prefer remember live lived work worked study studied come came make
    made take took say said tell told find found use used try tried start started decided write wrote read bought met
    enjoy enjoyed agree understand understood really also always never still just usually often sometimes already
"""
# Words that begin a sentence and rarely go on with one.
_BEGINNINGS = """
    i we he she they it you my our your his her their this these those there how what why hello hi thanks please good
    yes no nowadays the a an some many people today tomorrow yesterday now firstly secondly finally however hence
    unfortunately therefore moreover when whenever if although so last every
"""
# Words that begin a question, before somebody or something.
_ASKING = "can could is are am was were do does did will would should shall may have has had don't doesn't didn't"
_ASKED = """
    i you he she it we they there this that these those the a an my your our his her its their anyone anybody someone
    somebody everyone everybody any some
"""
_QUESTIONS = "where who whom whose which"
# What a sentence begins with, if its full stop stands at the word before without a blank.
_BEHIND_STOPS = """
    the this that these those it i we he she they you there my our his her their in on at for but and so if when what
    how why who where also then as a an after before because however
"""
# ... small besides; neither the end of an address (in, it, at, as, so, my) nor a method's name (then, after).
_RESUMING = """
    the this that these those i we they there he she you our his her their but and because if when what how why where
    also before however some most many people
"""
# Words of which one stands beside a comma inside a sentence, but in no list of values.
_FUNCTION = """
    the and but so or because that this it they we he she you i in on at for with from to of as when if then there
    which who is are was were my our his her their
"""
_BEHIND_SELF = """
    and or but to in on at for with by from of as when because so if that is was are were can will i a an the my more
    very too up into like than about
"""
# Behind these a mark is what the sentence talks of: *followed by ; or*, *the character !*.
_NAMING = """
    a an the and or nor by as like than with called named is are word words character characters char sign symbol mark
    marks operator letter token string pattern prefix suffix separator delimiter punctuation colon semicolon comma
    period dot stop point bang expression command key between either using uses containing contains
"""
# Behind these something is missing that was a link, an example or a mark.
_LEADING = "at in on of to for from into per via use using see press type enter"
# Common names that are words besides, or that many write small.
_UNSURE = """
    march may august polish turkey china internet bible catholic christian christianity protestant arctic facebook
    google youtube whatsapp instagram wikipedia french dutch swiss danish welsh roman arabic arab pacific atlantic
    thanksgiving
"""

CAPITALS = 2  # words, of which one has a capital, beyond which a text has its own way with them
BESIDE = 60  # characters in which the words before one are looked at


_BEGUN = frozenset(_BEGINNINGS.split())
_STOPPED = frozenset(_BEHIND_STOPS.split())
_LINKED = frozenset(_FUNCTION.split())
_NAMES_MARK = frozenset(_NAMING.split())
_LEADS = frozenset(_LEADING.split())
_FREE = wording.FREE
_END = r"(?![\w@#/&=*_-]|['’.]\w)"

_I = late(rf"(?<![\w'’.(\[{{<=*/_-])i(?=['’](?:m|ve|ll|d|re)\b| (?:{any_of(_DONE_BY_I)}|\w+n['’]t)\b)")
_I_VERB = late(
    rf"(?<![\w'’.(\[{{<=*/_-])(?<!\blet )(?<!\bfor )i"
    rf"(?= (?!(?:{any_of(_DONE_BY_I)}|denote|index|run)\b)([a-z]{{2,}})[ .,!?])"
)
_SMALL = late(
    r"\b(?:because|that|if|when|and|but|so|as|although|while|than|or|since|thinks?|of|for|in|on|at|with|from|by|is|are|was)"
    r" (It|They|We|You|My|Your|Their|Our|This|These|Those|That|The|Some|Many|There)(?=['’ ][a-z]+\b)"
)
_WORDS = late(r"[A-Za-z]+")
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NAMES = "|".join(sorted(COMMON_NAMES - {*_UNSURE.split()}))
# Three days in a row are values to choose from; what stands beside = or ` is one as well.
_NAME = late(
    rf"{_FREE}(?<!`)(?<!= )(?:{_DAY}(?:(?:, ?| ?[|/] ?| )(?:or |and )?{_DAY}){{2,}}+"
    rf"|({_NAMES})(?! ?[=`]|[\w@#/&*_-]|\.\w|['’](?!s)))"
)
# Languages and nations that are words besides, where nothing else can be meant.
_LANGUAGE = late(
    rf"{_FREE}(?:(?:(?:speak|learn|study|teach|know)(?:s|ing|ed)?|spoke|studie[sd]|understand) "
    r"(?=[a-z]+(?:[.,;!?](?: |\Z)|\Z| (?:and|because|but|very|for|in|at)\b))(french|dutch|polish|danish|welsh|arabic)"
    r"|(?<!`)(french|dutch|danish|welsh|arabic)"
    r"(?= (?:class|classes|teacher|lessons?|language|people|students?|food)\b))"
)
_SHORT = late(rf"{_FREE}(?<!`)(?<!= )(?:tv|usa|uk)(?! ?[=`]|[\w@#/&*_(\[-]|\.\w|['’](?!s))")
_SELF = late(
    rf"{_FREE}(my|your|our|it|him|her|them) (self|selves)\b(?!['’-])(?=\W*\Z|[.,;:!?)]| (?:{any_of(_BEHIND_SELF)})\b)",
    re.IGNORECASE,
)
_OF = late(
    rf"{_FREE}(?:could|should|would|might|must)(?:n['’]t| not)? (of)\b(?! (?:course|all|{any_of(commas.CLAUSES)})\b)"
)
_TWICE = late(rf"{_FREE}(the|an?|of|to|and|for|with|my|from|we|they|be) (\1){_END}", re.IGNORECASE)
# These may stand three times for a reason: he he he.
_AGAIN = late(rf"{_FREE}(me|him|us|them|he|she|at|by|can|will|not|was|were) \1(?! \1\b){_END}")
_A = late(rf"{_FREE}(an?) ([a-z]{{2,}}){_END}", re.IGNORECASE)
_WHAT = late(r"\b(?:what|who|whoever|whatever)\b", re.IGNORECASE)
_NO_NOUN = frozenset({"and", "or", "is", "are", "as", "in", "of", "at", "if", "to", "on", "own"})  # vitamin a is
_LETTERS = late(rf"{_FREE}([Aa]) (?:FBI|MRI|HTML|HTTP|XML|NGO|LCD|SMS){_END}")
_SPOKEN = late("[aeiou]")  # other words are letters: an ssh key
_MARK = late(r"(?<=[A-Za-z]{2})[?!](?=(?:I|[A-Z][a-z]+)\b)")
_STOP = late(r"(?<![\w./@-])([a-z]{2,})\.(I|[A-Z][a-z]+)\b(?![.(/@_:=]\w)")
_RUN_ON = late(rf"(?<![\w./@:_-])([A-Za-z][a-z]{{2,}})([.?!]({any_of(_RESUMING)}))(?= [a-z]{{2,}}[ ,.])")
_BEFORE_STOP = late(rf"(?<=[a-z]{{2}})( ([.?!]))(?=(?:{any_of(_BEHIND_STOPS.title())}) [a-z])")
_COMMA = late(r"(?<![\w./@(\[{,-])([A-Za-z]{2,}),([A-Za-z]+)\b(?![\w,(/@_:=])")
# Inside a sentence a full stop may be anything, and one of the others has a word behind it.
_APART = late(r"(?<=[A-Za-z]{2})( ([,;?!.]))(?:(?= [A-Za-z])(?<!\.)(?<!!(?= [a-z]))|(?=\Z))")
_CHOICE = late(r" [^?.!]{1,60} : ")  # of two values: x ? y : z
_SHELL = late(r" (?:do|done|then|else|elif|fi|esac)\b")  # behind a semicolon
_LAST = late(r"[A-Za-z]+\Z")
_MOVED = late(r"(?<=[a-z]{2})( ,)(?=(?:[a-z]{2,}|I|a)(?:[ .!?]|['’][a-z]|\Z))")
_QUESTION = late(
    rf"[\"'“‘(]?((?:{any_of(_QUESTIONS)})|(?:{any_of(_ASKING)})(?= (?:{any_of(_ASKED)})\b))(?= [^?]*\?[\"'”’)]*\s*\Z)"
)
_BESIDE_WORD = late(r"\w[\"'”’)]?[,;?!.](?: |\Z)")
_BEGINS = late(r"[\"'“‘(]?([a-z]+)(?= )")
_ENDS = late(r"[.?!][\"'”’)]*\s*\Z")


def faults(text: str) -> list[Fault]:
    """What the rules find in a sentence, in order and apart."""
    kept: list[Fault] = []
    for one in sorted((one for rule in RULES for one in rule(text)), key=lambda one: (one.start, -one.end)):
        if not kept or one.start > kept[-1].end:
            old = text[one.start : one.end]
            loud = len(old) > 1 and old.isupper()
            kept.append(replace(one, replacement=one.replacement.upper()) if loud else one)
    return kept


def _pronoun(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span(), "I") for found in _I.finditer(text))
    for found in _I_VERB.finditer(text):
        if lexicon.kind(found[1]) == "VERB" and not found[1].endswith(("s", "ing")):
            yield Fault(*found.span(), "I")


def _inside(text: str) -> Iterator[Fault]:
    """*because It is late*, but for titles."""
    found = [*_SMALL.finditer(text)]
    if found and sum(word[0].isupper() for word in _WORDS.findall(text)) * CAPITALS < text.count(" "):
        yield from (Fault(*one.span(1), one[1].lower()) for one in found)


def _name(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span(), found[1].capitalize()) for found in _NAME.finditer(text) if found[1])
    yield from (Fault(*found.span(), found.group().upper()) for found in _SHORT.finditer(text))
    for found in _LANGUAGE.finditer(text):
        which = found.lastindex or 0
        yield Fault(*found.span(which), found[which].capitalize())


def _reflexive(text: str) -> Iterator[Fault]:
    for found in _SELF.finditer(text):
        whose, ending = found[1], "selves" if found[1].lower() in ("our", "them") else found[2]
        yield Fault(*found.span(), whose + ending.lower())


def _have(text: str) -> Iterator[Fault]:
    return (Fault(*found.span(1), "have") for found in _OF.finditer(text))


def _twice(text: str) -> Iterator[Fault]:
    for found in _TWICE.finditer(text):
        once, again = found.groups()  # AND and OR, plan A a success
        if once == again or (once == again.capitalize() and _first(text, found.start())):
            yield Fault(*found.span(), once)
    for found in _AGAIN.finditer(text):
        said = found[1] in ("was", "were") and _WHAT.search(text, 0, found.start()) is not None  # what it was was
        if not said and not text.endswith(f"{found[1]} ", 0, found.start()):
            yield Fault(*found.span(), found[1])


def _first(text: str, at: int) -> bool:
    """Whether no word comes before a place."""
    return not any(map(str.isalnum, text[: min(at, BESIDE)]))


def _article(text: str) -> Iterator[Fault]:
    for found in _A.finditer(text):
        article, word = found[1], found[2]
        if not word.islower() or word in _NO_NOUN or not stands(word) or not _SPOKEN.search(word):
            continue
        if article[0] == "A" and not _first(text, found.start()):  # Hoi An
            continue
        if article.lower() == "a" and vowel(word):
            yield Fault(*found.span(1), f"{article}n")
        elif article.lower() == "an" and consonant(word):
            yield Fault(*found.span(1), article[0])
    for found in _LETTERS.finditer(text):
        if found[1] == "a" or _first(text, found.start()):
            yield Fault(*found.span(1), f"{found[1]}n")


def _apart(text: str) -> Iterator[Fault]:
    """A mark with a blank before it, but for the marks of a text that has them all so."""
    marks = [found for found in _APART.finditer(text) if not _talked_of(text, found)]
    if _BESIDE_WORD.search(text) or (len(marks) < 2 and all(found[2] != "." for found in marks)):
        yield from (Fault(*found.span(), found[2]) for found in marks)
    if "`" not in text:  # where a comma may stand for an unquoted name
        yield from (Fault(*found.span(), ", ") for found in _MOVED.finditer(text))


def _talked_of(text: str, mark: re.Match[str]) -> bool:
    """Whether a sentence speaks of the mark, as the word before it says."""
    found = _LAST.search(text, max(0, mark.start() - BESIDE), mark.start())
    last = found[0].lower() if found else ""
    if mark[2] == "?" and _CHOICE.match(text, mark.end()):
        return True
    shell = mark[2] == ";" and _SHELL.match(text, mark.end()) is not None
    return shell or last in _NAMES_MARK or (mark[2] in ".,;" and last in _LEADS)


def _blank(text: str) -> Iterator[Fault]:
    yield from (Fault(found.end(), found.end(), " ") for found in _MARK.finditer(text))
    for found in _STOP.finditer(text):
        if found[2].lower() in _STOPPED and stands(found[1]):
            yield Fault(found.start(2), found.start(2), " ")
    for found in _RUN_ON.finditer(text):
        if stands(found[1].lower()):
            mark, word = found[2][0], found[3]
            yield Fault(*found.span(2), f"{mark} {word.capitalize()}")
    yield from (Fault(*found.span(1), f"{found[2]} ") for found in _BEFORE_STOP.finditer(text))
    for found in _COMMA.finditer(text):
        words = found[1].lower(), found[2].lower()
        if not _LINKED.isdisjoint(words) and all(map(stands, words)):
            yield Fault(found.start(2), found.start(2), " ")


def _beginning(text: str) -> Iterator[Fault]:
    found = _BEGINS.match(text)
    if found and found[1] in _BEGUN and text.count(" ") > 1 and _ENDS.search(text):
        yield Fault(found.start(1), found.end(1), found[1].capitalize(), LIKELY)
    elif (found := _QUESTION.match(text)) and text.count(" ") > 1:
        yield Fault(*found.span(1), found[1].capitalize(), LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _pronoun, _inside, _name, _reflexive, _have, _twice, _article, _apart, _blank, _beginning,
    *agreeing.RULES, *apart.RULES, *asides.RULES, *auxiliaries.RULES, *capitals.RULES, *clauses.RULES,
    *collocations.RULES, *commas.RULES, *compounds.RULES, *confused.RULES, *contractions.RULES, *degrees.RULES,
    *hyphens.RULES, *little.RULES, *mistaken.RULES, *nouns.RULES, *numbers.RULES, *opening.RULES, *order.RULES,
    *possessives.RULES, *prepositions.RULES, *pronouns.RULES, *qualities.RULES, *question_marks.RULES,
    *questions.RULES, *relatives.RULES, *splices.RULES, *tenses.RULES, *times.RULES, *verbs.RULES, *wording.RULES,
)  # fmt: skip
