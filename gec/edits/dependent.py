"""Edits that need each other: without the one, the other would leave half a correction, worse than none.

A moved word goes in one edit and comes in another. An edit beside a misspelt word was proposed for the word that was
meant. And another auxiliary needs another form of its verb: *is always late* becomes *has always been late*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from gec.edits.edit import Edit, touching
from gec.language import LETTER_WORD, lexicon

LITTLE = frozenset({"DET", "PREP", "PART", "CONJ"})  # words that may be one too many here, and lack there
SUBJECT = (lexicon.SUBJECTS - {"who"}) | {"this", "that", "there"}
MAX_VERB_GAP = 60  # characters between two words of one verb

_NOT = re.compile(r"n['’]t\Z")

Needs = Iterator[tuple[Edit, Edit]]  # an edit, and another without which it is not made


def standing_alone(text: str, proposed: Sequence[Edit], passed: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits that passed, without those that need one that did not."""
    if len(passed) == len(proposed):
        return tuple(passed)
    needing: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one, other in needs(text, proposed):
        needing.setdefault((other.start, other.end), []).append((one.start, one.end))
    left = {(edit.start, edit.end) for edit in passed}
    lost = [(edit.start, edit.end) for edit in proposed if (edit.start, edit.end) not in left]
    while lost:
        found = [one for one in needing.get(lost.pop(), ()) if one in left]
        left.difference_update(found)
        lost += found
    return tuple(edit for edit in passed if (edit.start, edit.end) in left)


def is_respelling(edit: Edit) -> bool:
    return edit.type == "R:SPELL"


def needs(text: str, edits: Sequence[Edit], respelling: Callable[[Edit], bool] = is_respelling) -> Needs:
    """All pairs of an edit and one that it needs, in order."""
    yield from _moved(text, edits)
    for earlier, later in pairwise(edits):
        if touching(text, earlier, later):
            yield from _beside(text, earlier, later, respelling)
        if _of_one_verb(text, earlier, later):
            yield from ((earlier, later), (later, earlier))


def _moved(text: str, edits: Iterable[Edit]) -> Needs:
    """The edit that takes a word away and the one that puts it in elsewhere in the sentence, both ways."""
    gone: dict[tuple[int, str], Edit] = {}
    come: dict[tuple[int, str], Edit] = {}
    for one in edits:
        old, new = text[one.start : one.end].strip().lower(), one.replacement.strip().lower()
        if bool(old) != bool(new):
            (gone if old else come)[one.part_of[0] if one.part_of else 0, old or new] = one
    for key in sorted(gone.keys() & come.keys()):
        if key[1].isalpha() and lexicon.CLOSED.get(key[1]) not in LITTLE:
            yield from ((gone[key], come[key]), (come[key], gone[key]))


def _beside(text: str, earlier: Edit, later: Edit, respelling: Callable[[Edit], bool]) -> Needs:
    """An edit needs the respelling beside it: *Thuy are* is right only if *Thuy* was *They*; *a* and *an* go by what
    follows."""
    for one, other in ((earlier, later), (later, earlier)):
        by_sound = other is earlier and {text[one.start : one.end], one.replacement} == {"a", "an"}
        if respelling(other) and not respelling(one) and not one.type.endswith("PUNCT") and not by_sound:
            yield one, other


def _of_one_verb(text: str, earlier: Edit, later: Edit) -> bool:
    """Whether one edit asks for another form of the verb behind an auxiliary, and the other changes that verb."""
    between = text[earlier.end : later.start].lower()
    if len(between) > MAX_VERB_GAP or not all(map(_is_between, between.split())):
        return False
    pairs = ((earlier, later), (later, earlier))
    return any(_asks_for_another_form(text, one) and _is_of_verb(text, other) for one, other in pairs)


def _is_between(word: str) -> bool:
    """Whether a word may stand between an auxiliary and its verb."""
    return word in lexicon.BETWEEN or word in SUBJECT or lexicon.kind(word) == "ADV"


def _asks_for_another_form(text: str, edit: Edit) -> bool:
    """Whether the verb behind needs another form: *is* has a form in -ing behind it, *has* a participle."""
    return _forms_behind(text[edit.start : edit.end]) != _forms_behind(edit.replacement)


def _is_of_verb(text: str, edit: Edit) -> bool:
    return edit.type[2:6] == "VERB" or bool(_forms_behind(text[edit.start : edit.end] + " " + edit.replacement))


def _forms_behind(words: str) -> set[str]:
    """What the auxiliaries among some words ask of the verb behind them."""
    found = (_NOT.sub("", word) for word in LETTER_WORD.findall(words.lower()))
    bases = (lexicon.bases(word) & {"be", "have"} for word in found if word in lexicon.AUXILIARIES)
    return {next(iter(base), "other") for base in bases}
