"""A text with markup, as LanguageTool's clients send it: finds the prose in it, and maps edits of the prose to places
in the client's text. It never changes markup.

An editor underlines what an edit replaces. So an edit that replaces nothing visible is widened to a neighbouring word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gec.edits.edit import Edit

_LINE = r"[^\S\r\n]*"  # spaces within a line
# What an edit may be widened to, before and after it, the best first.
_BESIDE = tuple(
    (re.compile(rf"{visible}{_LINE}\Z"), re.compile(rf"{_LINE}{visible}")) for visible in (r"\w[\w'’-]*", r"\S")
)
_BLANK = re.compile(_LINE)
_MAX_WORD_DISTANCE = 60  # characters that are searched for a word


@dataclass(frozen=True, slots=True)
class SharedRun:
    """A run of characters that are the same in both texts."""

    start: int  # in the plain text
    end: int
    shift: int  # from the plain text to the raw one


@dataclass(frozen=True, slots=True)
class Annotated:
    """The client's text (`raw`), and the text that is read (`plain`): its prose, and what its markup stands for."""

    raw: str
    plain: str
    runs: tuple[SharedRun, ...]

    @classmethod
    def of(cls, parts: Iterable[tuple[str, str | None]]) -> Annotated:
        """From (prose, None) and (markup, what it stands for), in order."""
        raw: list[str] = []
        plain: list[str] = []
        runs: list[SharedRun] = []
        at_raw = at_plain = 0
        for written, stands_for in parts:
            read = written if stands_for is None else stands_for
            if stands_for is None and written:
                run = SharedRun(at_plain, at_plain + len(written), at_raw - at_plain)
                if runs and runs[-1].end == run.start and runs[-1].shift == run.shift:
                    run = replace(run, start=runs.pop().start)
                runs.append(run)
            raw.append(written)
            plain.append(read)
            at_raw += len(written)
            at_plain += len(read)
        return cls("".join(raw), "".join(plain), tuple(runs))

    def shown(self, edits: Iterable[Edit]) -> Iterator[tuple[Edit, Edit]]:
        """The edits that do not touch markup, each in the plain text and in the raw text. In the raw text, an edit
        replaces something visible by something visible, and no two edits overlap."""
        for edit, wide in self._seen(edits):
            shift = next(self._holding(wide)).shift
            yield edit, replace(wide, start=wide.start + shift, end=wide.end + shift)

    def _seen(self, edits: Iterable[Edit]) -> list[tuple[Edit, Edit]]:
        """Each edit with its widened form. If a neighbour leaves no room to widen an edit, the two are joined."""
        found: list[tuple[Edit, Edit]] = []
        left = deque(sorted(edits))
        while left:
            edit = left.popleft()
            low, high = found[-1][1].end if found else 0, left[0].start if left else len(self.plain)
            wide = self._wide(edit, low, high)
            if wide and self._visible(wide):
                found.append((edit, wide))
            elif found and self._beside(found[-1][1], edit):
                found[-1] = (_joined(self.plain, found[-1][0], edit), _joined(self.plain, found[-1][1], edit))
            elif left and self._beside(edit, left[0]):
                left[0] = replace(_joined(self.plain, edit, left[0]), type=left[0].type)
            elif wide:
                found.append((edit, wide))
        return found

    def _wide(self, edit: Edit, low: int, high: int) -> Edit | None:
        """The edit, widened within `plain[low:high]` to something visible if possible."""
        bounds = [(max(run.start, low), min(run.end, high)) for run in self._holding(edit)]
        found = [_widened(self.plain, edit, *bound) for bound in bounds]
        found = [wide for wide in found if wide.start < wide.end or not self.plain]
        return next(filter(self._visible, found), found[0] if found else None)

    def _visible(self, edit: Edit) -> bool:
        return bool(self.plain[edit.start : edit.end].strip())

    def _beside(self, one: Edit, other: Edit) -> bool:
        """Whether there are only spaces of one line of prose between two edits, the earlier one first."""
        between = _BLANK.fullmatch(self.plain, one.end, other.start)
        return between is not None and any(self._holding(replace(one, end=other.end)))

    def _holding(self, edit: Edit) -> Iterator[SharedRun]:
        """The runs that contain the whole edit: one, or two if it is an insertion between them."""
        last = bisect_right(self.runs, edit.start, key=lambda run: run.start)
        return (run for run in self.runs[max(0, last - 2) : last] if run.start <= edit.start and edit.end <= run.end)


def _widened(text: str, edit: Edit, low: int, high: int) -> Edit:
    """The same change, widened to a word of `text[low:high]` if it would not be visible otherwise."""
    if text[edit.start : edit.end].strip() and edit.replacement.strip():
        return edit
    for former, latter in _BESIDE:
        before = former.search(text[max(low, edit.start - _MAX_WORD_DISTANCE) : edit.start])
        after = latter.match(text, edit.end, min(high, edit.end + _MAX_WORD_DISTANCE))
        if before or after:
            break
    old = text[edit.start : edit.end]
    spacing = not old.strip() and not edit.replacement.strip()
    # An insertion that begins with a space or a mark belongs to the word before it.
    follows = not (edit.replacement or old)[:1].isalnum()
    start = edit.start - len(before.group()) if before and (spacing or follows or not after) else edit.start
    end = after.end() if after and (spacing or start == edit.start) else edit.end
    if start == end:
        start, end = (start, end + 1) if end < high else (max(start - 1, low), end)
    new = text[start : edit.start] + edit.replacement + text[edit.end : end]
    return replace(edit, start=start, end=end, replacement=new, original=text[start:end])


def _joined(text: str, one: Edit, other: Edit) -> Edit:
    """Two edits, the earlier one first, joined to one with the type of the first."""
    new = one.replacement + text[one.end : other.start] + other.replacement
    sure = min(one.confidence, other.confidence)
    return replace(one, end=other.end, replacement=new, confidence=sure, original=text[one.start : other.end])
