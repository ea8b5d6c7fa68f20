"""An edit: one replacement in a text. Also functions that apply, move and join edits.

Offsets count characters of the caller's text. `align.py` makes edits, and `policy.py` decides which of them the user
sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace `text[start:end]` by `replacement`; an insertion has `start == end`."""

    start: int
    end: int
    replacement: str
    type: str = ""
    confidence: float = 1.0
    original: str = field(default="", compare=False)  # the text that it replaces
    # Markup may split a change of a sentence into several edits. This is where the sentence begins in the text, and the
    # start and end of the whole change in the sentence; None if it is not known.
    part_of: tuple[int, int, int] | None = field(default=None, compare=False, repr=False)
    rule: str = field(default="", compare=False)  # the id of the rule that found it, or ""
    why: str = field(default="", compare=False, repr=False)  # the message of the user's own rule that found it, or ""

    @property
    def message(self) -> str:
        """What to do, in words."""
        from gec.edits.message import message

        return message(self.original, self.replacement, self.type)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits applied. Raises ValueError if edits overlap, lie outside the text or were made for
    another text."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(edits):
        if not done <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit} overlaps another or lies outside a text of {len(text)} characters")
        if edit.original and text[edit.start : edit.end] != edit.original:
            raise ValueError(f"edit {edit} is of another text: found {text[edit.start : edit.end]!r}")
        pieces += [text[done : edit.start], edit.replacement]
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """The number of items that two sequences have in common at their beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def whole_words(text: str, start: int, end: int, new: str) -> tuple[int, int]:
    """The span that `new` replaces, widened until no word is cut at its ends, neither before nor after the change."""
    old = text[start:end]
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    left, right = start, end
    if before.isalnum() and ((old or behind)[:1].isalnum() or (new or behind)[:1].isalnum()):
        while left > 0 and text[left - 1].isalnum():
            left -= 1
    if behind.isalnum() and ((old or before)[-1:].isalnum() or (new or before)[-1:].isalnum()):
        while right < len(text) and text[right].isalnum():
            right += 1
    return left, right


def touching(text: str, one: Edit, other: Edit) -> bool:
    """Whether there is only whitespace between two edits, the earlier one first."""
    return not text[one.end : other.start].strip()


def places(edits: Iterable[Edit]) -> list[tuple[int, int]]:
    """The spans of the replacements in the text with the edits."""
    found, shift = [], 0
    for edit in sorted(edits):
        low = edit.start + shift
        found.append((low, low + len(edit.replacement)))
        shift += len(edit.replacement) - (edit.end - edit.start)
    return found


def shifted(edits: Iterable[Edit], made: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits of a text, moved to their places after other edits were made. Those that touch one of the others are
    dropped."""
    kept, shift = [], 0
    rest = sorted(made, reverse=True)
    for edit in sorted(edits):
        while rest and rest[-1].end < edit.start:
            one = rest.pop()
            shift += len(one.replacement) - (one.end - one.start)
        if rest and rest[-1].start <= edit.end:
            continue
        part = edit.part_of and (edit.part_of[0] + shift, *edit.part_of[1:])
        kept.append(replace(edit, start=edit.start + shift, end=edit.end + shift, part_of=part))
    return tuple(kept)


def compose(text: str, first: Iterable[Edit], second: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits of the text that have the effect of `first` and then `second`. Where the two meet they become one, with
    the type and the rule of the earlier, without which it would not be found, and the lower confidence; there is none
    if the text is as before."""
    first = sorted(first)
    middle = apply(text, first)
    found = [(low, high, True, edit) for edit, (low, high) in zip(first, places(first), strict=True)]
    found += [(edit.start, edit.end, False, edit) for edit in second]
    groups: list[list[tuple[int, int, bool, Edit]]] = []
    reach = -1
    for one in sorted(found, key=lambda one: one[:2]):
        if one[0] > reach:
            groups.append([])
        groups[-1].append(one)
        reach = max(reach, one[1])
    shift = 0
    whole = []
    for group in groups:
        low, high = group[0][0], max(one[1] for one in group)
        earlier = [one[3] for one in group if one[2]]
        later = [replace(one[3], start=one[0] - low, end=one[1] - low) for one in group if not one[2]]
        start = low - shift
        shift += sum(len(edit.replacement) - (edit.end - edit.start) for edit in earlier)
        end = high - shift
        new = apply(middle[low:high], later)
        if new != text[start:end]:
            first_of_all = (earlier or later)[0]
            sure = min(one[3].confidence for one in group)
            same = replace(first_of_all, start=start, end=end, replacement=new, original=text[start:end], part_of=None)
            whole.append(replace(same, confidence=sure))
    return tuple(whole)
