"""The entries of the cache for sentences, and the check of each entry when it is read.

The cache may be damaged, or written by another program. So an entry counts only if every field has the right type,
every place is in the sentence, every edit has the original words that are there, and every edit is what its rule finds
there, or passes the same guards as a model's proposals. An entry that would fail this check is not written either, so
its sentence is read again each time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gec.edits.edit import Edit, whole_words

MAX_ENTRY_BYTES = 1_000_000  # bytes in an entry
MIN_SIMILARITY = 0.6  # similarity of two forms of one word
_FIELDS = 7


def written(sentence: str, edits: Sequence[Edit]) -> str | None:
    """The entry of a sentence; None if it would fail the check."""
    if not edits:
        return ""
    if any(edit.part_of is not None for edit in edits) or not plausible(sentence, edits):
        return None
    rows = [(e.start, e.end, sentence[e.start : e.end], e.replacement, e.type, e.confidence, e.rule) for e in edits]
    entry = json.dumps(rows)
    return entry if len(entry) <= MAX_ENTRY_BYTES else None


def read(entry: object, sentence: str) -> tuple[Edit, ...] | None:
    """The edits in an entry; None if it fails the check."""
    if not isinstance(entry, bytes) or len(entry) > MAX_ENTRY_BYTES:
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
    return tuple(sound) if len(sound) == len(edits) and plausible(sentence, sound) else None


def _edit(row: Any, sentence: str) -> Edit | None:
    """The edit of a row, if each field has the right type and the original words are in the sentence."""
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


def plausible(sentence: str, edits: Sequence[Edit]) -> bool:
    """Whether a model or a rule could have proposed these edits: in order, without overlaps, and each a plausible
    correction of a known type."""
    done = 0
    for edit in edits:
        if not done <= edit.start <= edit.end <= len(sentence) or not _sound(edit):
            return False
        done = edit.end
    found = _found_by_rules(sentence) if any(edit.rule for edit in edits) else frozenset()
    return all(_change(edit) in found or _plausible_edit(sentence, edit) for edit in edits)


def _sound(edit: Edit) -> bool:
    from gec.edits.kinds import TYPES

    return 0 <= edit.confidence <= 1 and edit.type in TYPES


def _found_by_rules(sentence: str) -> frozenset[tuple[int, int, str, str]]:
    from gec.rules.engine import faults

    return frozenset((one.start, one.end, one.replacement, one.rule) for one in faults(sentence))


def _change(edit: Edit) -> tuple[int, int, str, str]:
    return edit.start, edit.end, edit.replacement, edit.rule


def _plausible_edit(sentence: str, edit: Edit) -> bool:
    from gec.edits.change import Change
    from gec.edits.classify import classify  # imported late: its tables are slow to load, and many runs have no edits
    from gec.guards.stages import refusal

    old, new = sentence[edit.start : edit.end], edit.replacement
    if new == old or not set(filter(_odd, new)) <= set(old):
        return False
    if _cuts_a_word(sentence, edit) or _adds_unlike_word(old, new):
        return False
    kind = classify(sentence, edit.start, edit.end, new)  # classified again, because the stored type may be wrong
    return not refusal(Change(sentence, replace(edit, type=kind)))


def _cuts_a_word(sentence: str, edit: Edit) -> bool:
    """Whether an edit begins or ends inside a word. Edits of sentences never do."""
    return whole_words(sentence, edit.start, edit.end, edit.replacement) != (edit.start, edit.end)


def _adds_unlike_word(old: str, new: str) -> bool:
    """Whether an edit adds a word that is not similar to any removed word. Words of closed classes may come, but not
    auxiliaries. The guards check edits of one known word."""
    from gec.edits.change import WORD
    from gec.guards import spelling
    from gec.language import lexicon
    from gec.language.similarity import similarity

    gone, come = WORD.findall(old.lower()), WORD.findall(new.lower())
    if not gone or "".join(gone) == "".join(come):
        return False
    if len(gone) == len(come) == 1:
        known = lexicon.known(gone[0]) and lexicon.known(come[0])
        return not known and similarity(gone[0], come[0]) < spelling.MIN_SIMILARITY
    asked = (word for word in come if word not in lexicon.CLOSED)
    return any(max(similarity(one, word) for one in (*gone, "".join(gone))) < MIN_SIMILARITY for word in asked)


def _odd(character: str) -> bool:
    """Whether a correction never adds this character: line breaks, control characters, lone surrogates."""
    return not (character.isprintable() or character == " ")
