"""An edit in words: what kind of mistake it mends, what to do about it, and why, in short lines for people.

The table of names is also the list of the types there are. Which type an edit has is `classify.py`'s
business.
"""

from __future__ import annotations

from gec.edits.edit import Edit
from gec.words import lexicon

NAMES = {
    "ADJ": "adjective",
    "ADJ:FORM": "form of the adjective",
    "ADV": "adverb",
    "CONJ": "conjunction",
    "CONTR": "contraction",
    "DET": "article or determiner",
    "MORPH": "form of the word",
    "NOUN": "noun",
    "NOUN:INFL": "inflection of the noun",
    "NOUN:NUM": "number of the noun",
    "NOUN:POSS": "possessive",
    "ORTH": "capitals or spacing",
    "OTHER": "wording",
    "PART": "particle",
    "PREP": "preposition",
    "PRON": "pronoun",
    "PUNCT": "punctuation",
    "SPELL": "spelling",
    "UNK": "unclear wording",
    "VERB": "verb",
    "VERB:FORM": "form of the verb",
    "VERB:INFL": "inflection of the verb",
    "VERB:SVA": "subject-verb agreement",
    "VERB:TENSE": "verb tense",
    "WO": "word order",
}

# Why, for each category; where that depends on what is done, the type with its operation says it.
REASONS = {
    "U:ADJ": "The adjective adds nothing here, or repeats what is said already.",
    "U:ADV": "The adverb adds nothing here, or repeats what is said already.",
    "M:CONJ": "Two clauses want a conjunction between them: and, but, because, although.",
    "U:CONJ": "One conjunction is enough between two clauses: although or but, not both.",
    "R:DET": "Another article or determiner fits the noun: a for one of many, the for a known one, these for several.",
    "U:DET": "Names, and things in general that are many or cannot be counted, take no article: life, dogs, music.",
    "U:NOUN": "The noun adds nothing here, or repeats what is said already.",
    "U:PART": "The verb means this without the particle.",
    "M:PREP": "The verb, the noun or the time wants a preposition: listen to it, in May, at noon.",
    "U:PREP": "The verb takes its object without a preposition, as in discuss it, or one is there already.",
    "M:PRON": "A subject or an object is missing, which English has to name: it is raining, I like it.",
    "U:PRON": "What the pronoun stands for is named already: my brother lives here, not my brother he lives here.",
    "M:PUNCT": "A mark is missing that shows where a part begins or ends.",
    "U:PUNCT": "The mark parts what belongs together, or says nothing.",
    "M:VERB": "A verb is missing: every sentence has one, often is, are, have or do.",
    "U:VERB": "There is a verb already, or it needs no help here.",
    "ADJ": "Another adjective fits the noun better here.",
    "ADJ:FORM": "Comparison takes -er and -est or more and most, never both: bigger, more useful.",
    "ADV": "An adverb tells how, when or where something is done; this one does not fit, or stands in the wrong place.",
    "CONJ": "The conjunction decides how two clauses hang together: and, but, because, although.",
    "CONTR": "A contraction is written with its apostrophe where letters are left out: don't, it's, we're.",
    "DET": "A singular noun that can be counted needs an article or another determiner: a or the.",
    "MORPH": "The word is right, but another member of its family is needed: succeed, success, successful.",
    "NOUN": "Another noun is meant here.",
    "NOUN:INFL": "The noun forms its plural in another way, or has none: information, children.",
    "NOUN:NUM": "One or more than one: the words around the noun ask for the other number.",
    "NOUN:POSS": "Possession is written with an apostrophe: the teacher's room, the teachers' room.",
    "ORTH": "Sentences, names, days, months and languages begin with a capital; some words are joined, others not.",
    "OTHER": "This is said differently in English.",
    "PART": "The verb goes with another particle: look up, look after, give in.",
    "PREP": "Which preposition follows is settled by the verb, the noun or the time: depend on, in May, at noon.",
    "PRON": "The pronoun has to fit what it stands for, and its place in the sentence: he, him, his.",
    "PUNCT": "A mark is missing, or parts what belongs together.",
    "SPELL": "The word is spelt otherwise.",
    "UNK": "What is meant here cannot be told.",
    "VERB": "Another verb is meant here, or one is missing.",
    "VERB:FORM": "What stands before the verb asks for a form: to go, can go, enjoy going, have gone.",
    "VERB:INFL": "The verb is irregular, or its ending is spelt otherwise: taught, stopped.",
    "VERB:SVA": "The verb agrees with its subject: she goes, they go, the list of names is long.",
    "VERB:TENSE": "The tense has to fit the time that is spoken of and the verbs around.",
    "WO": "The words are right, but their order is not.",
}

# Why, where the very words say more than the type does: each stands for the words it tells apart.
_PAIRS = {
    "a an": "An stands before the sound of a vowel, a before every other: an hour, a university.",
    "its it's its'": "It's is short for it is or it has; what belongs to it is its.",
    "whose who's": "Who's is short for who is or who has; whose asks to whom something belongs.",
    "your you're yours your's": "You're is short for you are; what belongs to you is your.",
    "their there they're theirs there's": "They're is short for they are; their says whose, there says where.",
    "then than": "Than compares: more than that. Then says when.",
    "to too two": "Too is also, or more than enough; two is a number; to leads to a verb or a place.",
    "lets let's": "Let's is short for let us; lets is allows.",
}
_LIKE = "The two words sound or look alike, and the other one is meant here."
_TWICE = "The word stands there twice."
_SHORT = "Where letters are left out, an apostrophe stands for them: what's, that's, I'm."
_PLURAL = "A plural takes no apostrophe: two cats, the 1980s."
_SPACES = "One space stands between words, none before a comma or a stop, and one after it."
_JOINED = "Some words are written as one, others apart or with a hyphen: everything, a lot, well-known."
_ENDS = ("'s", "'m", "'re", "'ve", "'ll", "'d")


def many(count: int, noun: str) -> str:
    """For example `1 edit`, `2 edits`, `3 processes`."""
    return f"{count:,} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def message(original: str, edit: Edit) -> str:
    """For example `replace “go” with “goes” (subject-verb agreement)`."""
    old, new = _quoted(original), _quoted(edit.replacement)
    if not original:
        said = f"insert {new}"
    elif not edit.replacement:
        said = f"remove {old}"
    elif old == new:
        said = _spaced(original, edit.replacement)
    else:
        said = f"replace {old} with {new}"
    name = NAMES.get(edit.type[2:], "")
    return f"{said} ({name})" if name else said


def why(kind: str, old: str = "", new: str = "") -> str:
    """A sentence about the rule behind an edit of a type, or behind these very words."""
    category = kind[2:] if kind[1:2] == ":" else kind
    before, after = (one.replace("’", "'").split() for one in (old, new))
    said = _of_words(category, before, after) if before and after else ""
    return said or REASONS.get(kind) or REASONS.get(category, REASONS["OTHER"])


def _of_words(category: str, old: list[str], new: list[str]) -> str:
    """What can be said of the words themselves, if anything."""
    low, high = [one.lower() for one in old], [one.lower() for one in new]
    letters, same = ("".join(words).replace("-", "") for words in (low, high))
    if letters == same and (low != high or old == new):
        return _JOINED if low != high and letters.isalnum() else _SPACES
    if [one for one, last in zip(low, ["", *low], strict=False) if one != last] == high != low:
        return _TWICE
    if len(low) == len(high) == 1 and low != high:
        return _of_pair(category, low[0], high[0])
    return ""


def _of_pair(category: str, old: str, new: str) -> str:
    """The same of one word for another."""
    for words, reason in _PAIRS.items():
        if {old, new} <= {*words.split()}:
            return reason
    bare = old.replace("'", "")
    if bare == new and old.endswith(("'s", "s'")):
        return _PLURAL
    if bare == new.replace("'", "") and new.endswith(_ENDS) and new.partition("'")[0] in lexicon.CLOSED:
        return _SHORT
    return _LIKE if category == "SPELL" and lexicon.known(old) and lexicon.known(new) else ""


def _spaced(old: str, new: str) -> str:
    """What is done where only blanks change."""
    before, behind = (int(has) for has in (new[:1].isspace(), new[-1:].isspace()))
    before, behind = before - old[:1].isspace(), behind - old[-1:].isspace()
    if not new.strip() or not (before or behind):
        return "leave one space"
    word = _quoted(new)
    if before + behind == 0:
        return f"put the space {'before' if before > 0 else 'after'} {word}"
    place = "before" if before else "after"
    return f"insert a space {place} {word}" if before + behind > 0 else f"remove the space {place} {word}"


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”" if text.strip() else "a space"
