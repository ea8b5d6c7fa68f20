"""Gives an edit a type similar to ERRANT's (`M:DET`, `R:VERB:SVA`, `R:SPELL`), from word lists and rules.

It needs no tagger and no parser, so every edit has a type by which a user can select it. `gec.scoring.errant` gives
ERRANT's own types, from a parse of both sides. `gec/language/lexicon.py` has the knowledge of words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gec.edits.edit import whole_words
from gec.language import lexicon
from gec.language.similarity import similarity

Words = list[str]

TOKEN = re.compile(
    r"[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|['’](?:s|m|re|ve|ll|d)\b|\d+(?:[.,:]\d+)*|[^\W_]+|[^\w\s]|_",
    re.IGNORECASE,
)

# The similarity from which on ERRANT takes a substitution of known words for a misspelling, by the lengths of both.
LOOKALIKES = {
    **{(1, 2): 0.5, (2, 2): 0.5, (2, 3): 0.5, (3, 2): 0.5, (3, 3): 0.5, (3, 4): 0.5},
    **{(4, 3): 0.51, (4, 4): 0.5, (4, 5): 0.8, (5, 4): 0.8, (5, 5): 0.6},
}


@lru_cache(maxsize=1024)  # whoever proposes asks, and then whoever joins what was proposed
def classify(source: str, start: int, end: int, replacement: str) -> str:
    """The ERRANT-like type of replacing `source[start:end]` by `replacement`."""
    changed = source[:start] + replacement + source[end:]
    left, right = whole_words(source, start, end, replacement)
    stop = right + len(changed) - len(source)
    old, new = TOKEN.findall(source[left:right]), TOKEN.findall(changed[left:stop])
    before, after = TOKEN.findall(source[max(0, left - 60) : left]), TOKEN.findall(source[right : right + 40])
    while old and new and old[0] == new[0]:
        before, old, new = [*before, old[0]], old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        after, old, new = [old[-1], *after], old[:-1], new[:-1]
    if not old and not new:
        return "R:ORTH"
    if not old:
        return "M:" + _one_sided(new, before, after)
    if not new:
        return "U:" + _one_sided(old, before, after)
    if len(old) + len(new) > 2 and old[-1].lower() == new[-1].lower():
        # "Doctor" -> "The doctor": the change of case only follows from the insertion.
        after, old, new = [old[-1], *after], old[:-1], new[:-1]
        if not old or not new:
            return ("U:" if old else "M:") + _one_sided(old or new, before, after)
    return "R:" + _two_sided(old, new, before, after)


def _one_sided(words: Words, before: Words, after: Words) -> str:
    """The category of words that only one side has."""
    low = [word.lower().replace("’", "'") for word in words]
    if len(words) == 1:
        if low[0] == "'" or (low[0] == "'s" and _owns(before, after)):
            return "NOUN:POSS"
        if low[0] in lexicon.CLITICS:
            return "CONTR"
        if low[0] == "to" and after and _base_verb(after[0]):
            return "VERB:FORM"
    tags = _tags(words, before, after)
    if set(tags) <= {"AUX"} and _next_is_verb(after):
        return "VERB:TENSE"
    kinds = {"VERB" if tag == "AUX" else tag for tag in tags}
    if len(kinds) == 1:
        kind = kinds.pop()
        return "OTHER" if kind in lexicon.UNNAMED else kind
    return "VERB" if kinds == {"PART", "VERB"} else "OTHER"


def _two_sided(old: Words, new: Words, before: Words, after: Words) -> str:
    """The category of words that replace others. The tests have ERRANT's order."""
    low = [word.lower().replace("’", "'") for word in old]
    high = [word.lower().replace("’", "'") for word in new]
    if "".join(low) == "".join(high):
        return "ORTH"
    if high[-1] in lexicon.CLITICS - {"'s"} and "".join(low) == "".join(high).replace("'", ""):
        return "CONTR"  # dont
    if [word for word in low if word != "-"] == [word for word in high if word != "-"]:
        return "PUNCT"  # brother in law
    if sorted(low) == sorted(high):
        return "WO"
    if len(old) == len(new) == 1:
        return _one_to_one(old[0], new[0], before, after)
    return _many_to_many(low, high, _tags(old, before, after), _tags(new, before, after))


def _one_to_one(old: str, new: str, before: Words, after: Words) -> str:
    """The category of one word that replaces another."""
    a, b = old.lower().replace("’", "'"), new.lower().replace("’", "'")
    (tag_a,), (tag_b,) = _tags([old], before, after), _tags([new], before, after)
    for answer in (
        _closed_pair(a, b, before, after),
        _misspelt(old, a, b, tag_b),
        _inflected(a, b, tag_a, tag_b, before),
    ):
        if answer:
            return answer
    if {tag_a, tag_b} <= lexicon.OPEN and lexicon.same_family(a, b):
        return "MORPH"
    if tag_a == tag_b == "AUX":
        return "VERB:TENSE" if _next_is_verb(after) else "VERB"
    tag_a, tag_b = ("VERB" if tag == "AUX" else tag for tag in (tag_a, tag_b))
    if tag_a == tag_b and tag_a not in lexicon.UNNAMED:
        return tag_a
    return _mixed_pair(a, b, tag_a, tag_b, after)


def _closed_pair(a: str, b: str, before: Words, after: Words) -> str:
    """The category of certain pairs of words; empty for other words."""
    pair = {a, b}
    if ("'" in pair or "'s" in pair) and _owns(before, after):
        return "NOUN:POSS"
    if a in lexicon.CLITICS or b in lexicon.CLITICS or pair in lexicon.CONTRACTED:
        return "CONTR"
    if pair in ({"was", "were"}, {"like", "likes"}):  # the general test would take them for other forms
        return "VERB:SVA"
    if pair == {"other", "another"}:
        return "DET"
    if pair == {"no", "not"}:
        return "OTHER"
    return ""


def _misspelt(old: str, a: str, b: str, tag_b: str) -> str:
    """The category of a replaced unknown word: spelling if both words look similar, else that of the new word. Empty
    for a known word."""
    if not old.isalpha() or lexicon.known(a):
        return ""
    if lexicon.bases(a) & lexicon.bases(b) and not lexicon.known(b):
        return "MORPH"
    if shared := lexicon.bases(a) & lexicon.bases(b):
        kind = lexicon.kind(min(shared))
        return f"{kind}:INFL" if kind in {"NOUN", "VERB"} else "MORPH"
    likeness = similarity(a, b)
    if likeness > 0.55 or (max(len(a), len(b)) <= 4 and likeness >= 1 / 3):
        return "SPELL"
    tag_b = "VERB" if tag_b == "AUX" else tag_b
    return "OTHER" if tag_b in lexicon.UNNAMED else tag_b


def _inflected(a: str, b: str, tag_a: str, tag_b: str, before: Words) -> str:
    """The category of two forms of one word: number, agreement, tense, participle or degree. Empty for other words."""
    if not {tag_a, tag_b} <= lexicon.OPEN | {"AUX"}:
        return ""
    for base, form_a in lexicon.analyses(a):
        for other, form_b in lexicon.analyses(b):
            if base == other and form_a != form_b:
                return _change_of_form({form_a, form_b}, base, tag_a, tag_b, before)
    return ""


def _change_of_form(forms: set[str], base: str, tag_a: str, tag_b: str, before: Words) -> str:
    if forms & {"comparative", "superlative"}:
        return "ADJ:FORM"
    if forms == {"base", "s"}:
        return _number_or_agreement(base, tag_a, tag_b, before)
    if forms & {"ing", "participle"} or _after_auxiliary(before):
        return "VERB:FORM"
    return "VERB:TENSE" if "past" in forms else "VERB:SVA"


def _number_or_agreement(base: str, tag_a: str, tag_b: str, before: Words) -> str:
    if base in {"be", "have", "do"}:
        return "VERB:SVA"
    if "NOUN" in (tag_a, tag_b) and "VERB" not in (tag_a, tag_b):
        return "NOUN:NUM"
    if tag_a == tag_b == "VERB":
        return "VERB:FORM" if _after_auxiliary(before) else "VERB:SVA"
    return "NOUN:NUM" if lexicon.kind(base) == "NOUN" else "VERB:SVA"


def _mixed_pair(a: str, b: str, tag_a: str, tag_b: str, after: Words) -> str:
    """The category of words with different parts of speech: by rules for function words, by similarity for others."""
    tags = {tag_a, tag_b}
    if tags == {"PART", "PREP"}:
        return "PART"
    if tags == {"DET", "PRON"}:
        return "DET" if after and after[0].isalpha() else "PRON"
    if tags == {"NUM", "DET"}:
        return "DET"
    return _by_likeness(a, b, tag_b) if a.isalpha() and b.isalpha() else "OTHER"


def _by_likeness(a: str, b: str, tag_b: str) -> str:
    """The category of known words with different parts of speech: spelling if they look similar, else that of the new
    word or `OTHER`."""
    likeness = similarity(a, b)
    if (a, b) in {("the", "that"), ("all", "everything"), ("that", "what"), ("what", "that")}:
        return "PRON"
    long = len(a) > 5 and len(b) > 5
    if likeness >= LOOKALIKES.get((len(a), len(b)), 0.81 if long else 2):
        return "SPELL"
    if long and likeness >= 0.66 and (a.startswith(b) or b.startswith(a)):
        return "MORPH"
    chosen = (long and likeness < 0.55) or (len(b) > 5 and (len(a) == 5 or (len(a) == 4 and likeness > 0.5)))
    return tag_b if chosen and tag_b not in lexicon.UNNAMED else "OTHER"


def _many_to_many(low: Words, high: Words, old: Words, new: Words) -> str:
    """The category of several words, from both sides in lower case and the tags of both sides."""
    tags = {"VERB" if tag == "AUX" else tag for tag in {*old, *new}}
    same_end = bool(lexicon.bases(low[-1]) & lexicon.bases(high[-1]))
    if {*old, *new} == {"AUX"} or (tags == {"VERB"} and same_end):
        return "VERB:TENSE"
    if "PART" in tags <= {"PART", "VERB", "NOUN"} and same_end:
        return "VERB:FORM"  # "to swim" -> "swimming", which may be tagged as a noun
    if tags == {"PART", "VERB"}:
        return "VERB"
    if lexicon.bases(low[0]) & lexicon.bases(high[0]) and (low[1:] or high[1:]) in (["'s"], ["'"]):
        return "NOUN:POSS"
    if {low[0], high[0]} & {"more", "most"} and same_end and max(len(low), len(high)) <= 2:
        return "ADJ:FORM"
    return tags.pop() if len(tags) == 1 and not tags <= lexicon.UNNAMED else "OTHER"


def _tags(words: Words, before: Words, after: Words) -> Words:
    """A coarse part of speech for each word. If a word can have several, its neighbours decide."""
    tags: Words = []
    for place, word in enumerate(words):
        last = words[place - 1] if place else (before[-1] if before else "")
        following = words[place + 1] if place + 1 < len(words) else (after[0] if after else "")
        tags.append(lexicon.tag(word, last, following))
    return tags


def _owns(before: Words, after: Words) -> bool:
    """Whether an 's between these words is a possessive, not short for "is" or "has"."""
    return bool(before) and lexicon.kind(before[-1].lower()) == "NOUN" and bool(after) and after[0][0].isalpha()


def _base_verb(word: str) -> bool:
    return "VERB" in lexicon.kinds(word.lower()) or word.lower() in lexicon.BASE_AUXILIARIES


def _next_is_verb(after: Words) -> bool:
    rest = [word.lower() for word in after[:3] if word.lower() not in lexicon.BETWEEN]
    return bool(rest) and (rest[0] in lexicon.AUXILIARIES or lexicon.verb_form(rest[0]))


def _after_auxiliary(before: Words) -> bool:
    rest = [word.lower() for word in before[-3:] if word.lower() not in lexicon.BETWEEN]
    return bool(rest) and (rest[-1] in lexicon.AUXILIARIES or rest[-1] == "to")
