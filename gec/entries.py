"""The entries of the cache for sentences, and the check of each entry when it is read again.

Whoever can write the cache could write anything, and a damaged disk does. So an entry counts only where every field is
of its kind, every place is in the sentence, every edit takes away the words it was written for, and every replacement
could be a correction of them, by the same measure that a model's proposals are held to. An entry that would not be
believed is not written either: that sentence is asked for anew each time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gec.edits.edit import Edit, whole_words

LONGEST = 1_000_000  # bytes of an entry
ALIKE = 0.6  # of a word, for it to be another form of one
_FIELDS = 7


def written(sentence: str, edits: Sequence[Edit]) -> str | None:
    """The entry of a sentence; None where it would not be believed."""
    if not edits:
        return ""
    if any(edit.part_of is not None for edit in edits) or not believed(sentence, edits):
        return None
    rows = [(e.start, e.end, sentence[e.start : e.end], e.replacement, e.type, e.confidence, e.rule) for e in edits]
    entry = json.dumps(rows)
    return entry if len(entry) <= LONGEST else None


def read(entry: object, sentence: str) -> tuple[Edit, ...] | None:
    """The edits that an entry says; None where it is not believed."""
    if not isinstance(entry, bytes) or len(entry) > LONGEST:
        return None
    if not entry:
        return ()
    try:
        rows = json.loads(entry)
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or not rows:
        return None
    edits = tuple(_edit(row, sentence) for row in rows)
    sound = [edit for edit in edits if edit is not None]
    return tuple(sound) if len(sound) == len(edits) and believed(sentence, sound) else None


def _edit(row: Any, sentence: str) -> Edit | None:
    """The edit of a row, if each field is of its kind and the words it takes away are there."""
    if not isinstance(row, list) or len(row) != _FIELDS:
        return None
    start, end, original, new, kind, sure, rule = row
    if not all(type(place) is int for place in (start, end)) or type(sure) not in (int, float):
        return None
    if not all(isinstance(text, str) for text in (original, new, kind, rule)):
        return None
    if not 0 <= start <= end <= len(sentence) or sentence[start:end] != original:
        return None
    return Edit(start, end, new, kind, sure, rule=rule)


def believed(sentence: str, edits: Sequence[Edit]) -> bool:
    """Whether a model or a rule could have proposed these edits of a sentence: in order, apart, and each a plausible
    correction of a known type."""
    done = 0
    for edit in edits:
        if not done <= edit.start <= edit.end <= len(sentence) or not _plausible(sentence, edit):
            return False
        done = edit.end
    return True


def _plausible(sentence: str, edit: Edit) -> bool:
    from gec.edits.change import Change
    from gec.edits.classify import classify  # with tables that a run without edits need not wait for
    from gec.edits.kinds import TYPES
    from gec.guards.stages import refusal

    old, new = sentence[edit.start : edit.end], edit.replacement
    if not (math.isfinite(edit.confidence) and 0 <= edit.confidence <= 1) or edit.type not in TYPES or new == old:
        return False
    if not set(filter(_odd, new)) <= set(old) or _cuts_a_word(sentence, edit) or _brings_in(old, new):
        return False
    kind = classify(sentence, edit.start, edit.end, new)  # what an entry says may be chosen to pass
    return not refusal(Change(sentence, replace(edit, type=kind)))


def _cuts_a_word(sentence: str, edit: Edit) -> bool:
    """Whether it begins or ends inside a word, which the edits of a sentence never do."""
    return whole_words(sentence, edit.start, edit.end, edit.replacement) != (edit.start, edit.end)


def _brings_in(old: str, new: str) -> bool:
    """Whether a word comes along that means something and is like none of those that go. Where a single word goes, or
    none, and a single one comes, that is for the guards to say."""
    from gec.edits.change import WORD
    from gec.edits.classify import similarity
    from gec.language import lexicon

    gone, come = WORD.findall(old.lower()), WORD.findall(new.lower())
    if not gone or len(gone) == len(come) == 1 or "".join(gone) == "".join(come):
        return False
    content = (word for word in come if lexicon.CLOSED.get(word) is None)
    return any(max(similarity(one, word) for one in (*gone, "".join(gone))) < ALIKE for word in content)


def _odd(character: str) -> bool:
    """Whether no correction brings it in: line breaks, controls, halves of characters."""
    return not (character.isprintable() or character == " ")
