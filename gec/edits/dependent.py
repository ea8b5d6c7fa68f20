"""Edits that need each other, because one without the other would be half a correction, which is worse than none:

- one edit deletes a word and another one inserts it elsewhere;
- an edit beside a misspelt word is only right if the word is corrected;
- a new auxiliary needs another form of its verb: *is always late* becomes *has always been late*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from gec.edits.edit import Edit, touching
from gec.language import LETTER_WORD, lexicon

LITTLE = frozenset({"DET", "PREP", "PART", "CONJ"})  # too frequent to be moved: superfluous here and missing there
SUBJECT = (lexicon.SUBJECTS - {"who"}) | {"this", "that", "there"}
MAX_VERB_GAP = 60  # characters between two words of one verb

_NOT = re.compile(r"n['’]t\Z")

Needs = Iterator[tuple[Edit, Edit]]  # an edit, and another one that it needs


def standing_alone(text: str, proposed: Sequence[Edit], passed: Sequence[Edit]) -> tuple[Edit, ...]:
    """The passed edits without those that need a proposed edit that did not pass."""
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
    """Pairs of an edit that deletes a word and one that inserts it elsewhere in the sentence. Each needs the other."""
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
    """An edit directly beside a respelling needs it: *Thuy are* is only right if *Thuy* means *They*. *a* and *an*
    depend on the next word only."""
    for one, other in ((earlier, later), (later, earlier)):
        by_sound = other is earlier and {text[one.start : one.end], one.replacement} == {"a", "an"}
        if respelling(other) and not respelling(one) and not one.type.endswith("PUNCT") and not by_sound:
            yield one, other


def _of_one_verb(text: str, earlier: Edit, later: Edit) -> bool:
    """Whether one edit changes an auxiliary so that its verb needs another form, and the other edit changes a verb."""
    between = text[earlier.end : later.start].lower()
    if len(between) > MAX_VERB_GAP or not all(map(_is_between, between.split())):
        return False
    pairs = ((earlier, later), (later, earlier))
    return any(_asks_for_another_form(text, one) and _is_of_verb(text, other) for one, other in pairs)


def _is_between(word: str) -> bool:
    """Whether a word may stand between an auxiliary and its verb."""
    return word in lexicon.BETWEEN or word in SUBJECT or lexicon.kind(word) == "ADV"


def _asks_for_another_form(text: str, edit: Edit) -> bool:
    """Whether the next verb needs another form after the edit: *is* needs an -ing form, *has* a participle."""
    return _forms_behind(text[edit.start : edit.end]) != _forms_behind(edit.replacement)


def _is_of_verb(text: str, edit: Edit) -> bool:
    return edit.type[2:6] == "VERB" or bool(_forms_behind(text[edit.start : edit.end] + " " + edit.replacement))


def _forms_behind(words: str) -> set[str]:
    """The auxiliaries among some words, as far as they decide the form of the next verb: *be*, *have* or *other*."""
    found = (_NOT.sub("", word) for word in LETTER_WORD.findall(words.lower()))
    bases = (lexicon.bases(word) & {"be", "have"} for word in found if word in lexicon.AUXILIARIES)
    return {next(iter(base), "other") for base in bases}
