"""The words of a text's own: names of packages, options, variables, that look like misspellings and are none.

A word that is unknown, or known and rare (seq, obj), is one of them if it also stands where the text has code, or if
the text repeats it and it is not surely a misspelling. An edit that would put another in its place is left out. Nobody
means a name where a rule knows what was meant (alot, dont), or where it is a small word (teh, becuase); but what is
code is only a small word whose letters have changed places.

A licence's *You* and a prayer's *He* are such words, too: their capitals stay where the text repeats them. An *i* stays
small where the text counts with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from gec.edits.edit import Edit
from gec.guards.markup import around
from gec.language import lexicon, word_set
from gec.text.prose import Prose

REPEATED = 2  # times that few misspelt words come
OFTEN = 3  # times that a capital is no slip of the pen
SURE = 0.62  # how sure a misspelling is that somebody makes again and again
RARE = 6.0  # as a logarithm, how often a word is written that people know rather from code

HONOURED = word_set("you your yours yourself he him his himself we us our ours")

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NAME = re.compile(r"\w+")
_BEING = re.compile(r"\s(?:must|may|might|should|can|will|could|would)(?: not)?\s(?:be|have|has)\b|\s{2,}")
_VARIABLE = re.compile(r"(?<![\w'’])i ?(?:[+*/=<>\]]|- ?\d)|[(\[]i\b ?[,\])]|, ?i\)")


def unlike_terms(prose: Prose, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits of a text that change none of its own words."""
    text = prose.text
    edits = _without_variables(text, _without_honours(text, edits))
    lost = [_lost(text, edit) for edit in edits]
    asked = set().union(*lost)
    if not asked:
        return tuple(edits)
    coded = asked.intersection(name.lower() for part in around(prose) for name in _NAME.findall(part))
    seen = Counter(word for found in _WORD.finditer(text) if (word := found[0].lower()) in asked)
    repeated = {word: times for word, times in seen.items() if times >= REPEATED}
    misspelt = _surely_misspelt(edits, lost, repeated)
    often = repeated.keys() - misspelt.keys()
    kept = [edit for edit, words in zip(edits, lost, strict=True) if not _of_terms(edit, words, coded, often)]
    return tuple(_as_sure(text, edit, misspelt) for edit in kept) if misspelt else tuple(kept)


def _without_honours(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Without edits that take the capital of a word that the text writes so inside its sentences."""
    taken = {edit: old for edit in edits if (old := text[edit.start : edit.end]) != edit.replacement in HONOURED}
    taken = {edit: old for edit, old in taken.items() if old.istitle() and old.lower() == edit.replacement}
    inside = {old: re.finditer(rf"[a-z,;]\s+{old}\b", text) for old in taken.values()}
    theirs = {old for old, places in inside.items() if sum(1 for _ in islice(places, OFTEN)) == OFTEN}
    return [edit for edit in edits if taken.get(edit) not in theirs]


def _without_variables(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Without the capitals of an *i* that is said to be something, where the text counts with it."""
    raised = {edit for edit in edits if edit.replacement == "I" and text[edit.start : edit.end] == "i"}
    raised = {edit for edit in raised if _BEING.match(text, edit.end)}
    return [edit for edit in edits if edit not in raised] if raised and _VARIABLE.search(text) else list(edits)


def _surely_misspelt(
    edits: Sequence[Edit], lost: Sequence[set[str]], repeated: Mapping[str, int]
) -> Mapping[str, float]:
    """The repeated words that are sure to be misspelt, and how sure, in all their places together: each is mended
    everywhere or nowhere. Where few of the places are to be changed, as in sentences that are read again, nobody is."""
    sure: dict[str, list[float]] = {}
    places = Counter(word for words in lost for word in words)
    for edit, words in zip(edits, lost, strict=True):
        for word in words & repeated.keys() if _respelt(edit, words) else ():
            sure.setdefault(word, []).append(edit.confidence)
    means = {word: sum(confidences) / len(confidences) for word, confidences in sure.items()}
    return {word: mean for word, mean in means.items() if mean >= SURE and 2 * places[word] >= repeated[word]}


def _as_sure(text: str, edit: Edit, misspelt: Mapping[str, float]) -> Edit:
    """The edit, as sure as all those of its word are."""
    words = _lost(text, edit)
    means = [misspelt[word] for word in words & misspelt.keys()] if _respelt(edit, words) else []
    return replace(edit, confidence=min(means)) if means else edit


def _respelt(edit: Edit, words: set[str]) -> bool:
    return edit.type == "R:SPELL" or edit.replacement.replace(" ", "").lower() in words


def _of_terms(edit: Edit, words: set[str], coded: set[str], often: Collection[str]) -> bool:
    return (_respelt(edit, words) and not words.isdisjoint(often)) or not coded.isdisjoint(words)


def _lost(text: str, edit: Edit) -> set[str]:
    """The words that are gone after an edit and could be names, in small letters."""
    old, new = (_WORD.findall(side.lower()) for side in (text[edit.start : edit.end], edit.replacement))
    gone = {word for word in old if word not in new and _could_be_name(word, new)}
    return gone if gone and not _slip(gone, edit) else set()


def _could_be_name(word: str, new: Sequence[str]) -> bool:
    """Whether a word is unknown, or rare and gone altogether: one that became *objs* has only another form."""
    if not lexicon.known(word):
        return True
    if word in lexicon.CLOSED:  # a variable may be called a
        return False
    from gec.language.written import frequency

    return frequency(word) < RARE and not any(word in lexicon.bases(one) for one in new)


def _slip(gone: set[str], edit: Edit) -> bool:
    """Whether it is plain what was meant, and no name."""
    from gec.language.misspelt import by_rule

    new = edit.replacement.lower()
    small = new in lexicon.CLOSED and edit.confidence >= SURE
    turned = small and any(sorted(word) == sorted(new) for word in gone)
    return turned or any(by_rule(word) == new.replace("’", "'") for word in gone)
