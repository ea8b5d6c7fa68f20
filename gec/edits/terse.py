"""Guards for what is said in as few words as possible: entries of changelogs, cells of tables, what options do. Such a
line has no articles at all, or none behind the verb that it begins with, and a model takes each for a slip.
`guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from gec.edits.change import WORD, Change
from gec.edits.right import MANY
from gec.words import lexicon, word_set
from gec.words.written import frequency

NAMED = 5.0  # as a logarithm, how often a name may be written in small letters
BRIEF = 2  # words of what is hardly a sentence
SHORT = 14  # words of a sentence that has no articles because it is terse
LONG = 400  # characters of one that is terse, or orders something
# Who writes one of these does not write tersely.
TOLD = word_set("""
    a an the this that these those my your his her its our their some any each every no all both i you he she it we they
    there who which what
""")
# What was done, as changelogs say it.
CHANGES = word_set("""
    add allow bump change create deprecate disable drop enable expose fix handle implement improve introduce merge move
    refactor remove rename replace support update
""")
# Pasts that are no participles, so that somebody does something wherever they stand: went, gave.
PASTS = frozenset(past for _, past, *participle in lexicon.IRREGULAR if participle and past not in participle)
FIXES = word_set("bug security typo build crash memory hot quick performance minor")
# Who is asked comes next, and then what they do.
_ORDERED = re.compile(
    r"(?:\A|[.!?:] )\W*Do(?:es)? (?!(?:you|he|she|we|they|i|the|an?|this|that|these|those|any\w*|some\w*|every\w*"
    r"|people|my|your|his|her|our|their|its|it \w+)\b)[a-z][^.!?]*\Z",
    re.IGNORECASE,
)
# Do your homework; have the right ticket ready; should you need me, call; how nice of you.
_HAD = re.compile(
    r"(?:\A|[.!?:] )\W*(?:Do|Have) (?:your|my|the|his|her|our|their|its|this|that|some) (?:([a-z]+) )??([a-z]+)"
    r"(?: (?:for|with|on|in|at|before|after|when|if|and|as|first|now|today|tomorrow|then|again|without|by|every|instead"
    r"|until|while|yourself|right|well|or|ready|to)\b[^.!?]*)?\Z"
)
_TURNED = re.compile(
    r"(?:\A|[.!?:] )\W*(?:(?:Should|Had|Were) [^,.!?]+, [^.!?]+"
    r"|How (?:very )?([a-z]+(?<!many)) of (?:you|him|her|them|me|us|it)\b[^.!?]*)\Z"
)
_FIRST = re.compile(r"\W*([A-Za-z]+) ?\Z")
_POINTING = re.compile(r"\s*(?:following|same)\b")  # which are not written without it
_MARKED = re.compile(r"\s*end of (?:life|files?|lines?|text|streams?|input|transmission|support)\b")


def _entered(change: Change) -> bool:
    """*Fix bug in parser* becomes *Fix bugs*, and *Add option for it* gets an article."""
    found = _FIRST.match(change.text, 0, change.edit.start)
    if found is None or found[1].lower() not in CHANGES:
        return False
    if change.edit.type == "M:DET":
        return not change.gone
    return change.pair is not None and change.edit.type == "R:NOUN:NUM" and len(change.pair[1]) > len(change.pair[0])


def _purpose(change: Change) -> bool:
    """*fix the crash on start* becomes *To fix the crash*."""
    return change.opens and not change.gone and [*change.new] == ["to"]


def _telegraphic(change: Change) -> bool:
    """*Pointer to next line* becomes *Pointer to the next line*, in a line that has no article at all; but *Use option
    `x`* gets one, and *one of following options*."""
    if change.gone or change.edit.type != "M:DET" or len(change.text) > LONG or _POINTING.match(change.right):
        return False
    if _FIRST.match(change.text, 0, change.edit.start):
        return False
    words = WORD.findall(change.text)
    lower = [word.lower() for word in words]
    said = len(words) > SHORT or not TOLD.isdisjoint(lower) or not lexicon.AUXILIARIES.isdisjoint(lower)
    return not said and not _does(words)


def _does(words: list[str]) -> bool:
    """Whether somebody does something: *Tom bought car*, *Sun rises in east*, *Children play in garden*; but not
    *Delete selected lines*, and not *Lines deleted from buffer*."""
    lower = [word.lower() for word in words]
    for place, (subject, verb) in enumerate(pairwise(lower), 1):
        kinds, forms = lexicon.kinds(verb), {form for _, form in lexicon.analyses(verb)}
        if verb in PASTS and kinds[0] == "VERB":
            return True
        closed = subject in lexicon.CLOSED or verb in lexicon.CLOSED
        if closed or "NOUN" not in lexicon.kinds(subject) or "VERB" not in kinds:
            continue
        following = lower[place + 1] if place + 1 < len(words) else "to"
        acts = lexicon.CLOSED.get(following) not in {"PREP", "PART", "CONJ"}  # on something
        many = any(form == "s" and lexicon.known(base) for base, form in lexicon.analyses(subject))
        named = words[place - 1].istitle() and frequency(subject) < NAMED
        if "s" in forms and not many and (kinds[0] == "VERB" or named or acts):
            return True
        if many and kinds[0] == "VERB" and forms == {"base"}:
            return True
        ordered = place == 1 and "VERB" in lexicon.kinds(subject)
        if "past" in forms and acts and not ordered:
            return True
    return False


def _point(change: Change) -> bool:
    """*It reaches end of life in May* gets an article."""
    return change.edit.type == "M:DET" and not change.gone and _MARKED.match(change.right) is not None


def _done(change: Change) -> bool:
    """*Do it.*, *Does nothing.*, *Do the dishes.*, *Should you need help, call me.* become questions."""
    if change.old.strip() != "." or change.edit.replacement.strip() != "?":
        return False
    low, high = max(0, change.edit.start - LONG), change.edit.start
    if found := _HAD.search(change.text, low, high):
        thing = lexicon.kind(found[2]) == "NOUN" or found[2] == "best"
        return thing and (not found[1] or lexicon.kind(found[1]) == "ADJ")
    if found := _TURNED.search(change.text, low, high):
        return not found[1] or lexicon.kind(found[1]) == "ADJ"
    return _ORDERED.search(change.text, low, high) is not None


def _fix(change: Change) -> bool:
    """*Security fix for the parser* becomes *Security fixes*, as if the former fixed it."""
    return change.pair == ("fix", "fixes") and not FIXES.isdisjoint(change.before[-1:])


def _brief(change: Change) -> bool:
    """*Deprecated option.* becomes *Deprecated options.*"""
    more = change.pair is not None and change.edit.type == "R:NOUN:NUM" and len(change.pair[1]) > len(change.pair[0])
    if not more or len(change.text) > LONG:
        return False
    words = WORD.findall(change.text.lower())
    return len(words) <= BRIEF and (TOLD | MANY).isdisjoint(words) and not any(map(str.isdigit, change.text))


def _alone(change: Change) -> bool:
    """The entry *were* becomes *we're*, the key *i* becomes *I*: a known word by itself says nothing of what it should
    be."""
    pair = change.pair
    if pair is None or len(change.text) > LONG or len(WORD.findall(change.text)) > 1:
        return False
    return pair == ("i", "i") or (pair[0] != pair[1] and lexicon.known(pair[0]))


GUARDS: tuple[Callable[[Change], bool], ...] = (_entered, _purpose, _telegraphic, _point, _done, _fix, _brief, _alone)
