"""A text with markup in it, as LanguageTool's clients send one: which part of it is prose, and where an edit of the
prose belongs in what the client holds. Markup itself is never touched.

An editor shows an edit by underlining what it replaces, so one that replaces nothing visible takes in a word beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gec.edits.edit import Edit

_WORD_AFTER = re.compile(r"\s*\w[\w'’-]*")
_WORD_BEFORE = re.compile(r"\w[\w'’-]*\s*\Z")
_NEAR = 60  # characters searched for a word


@dataclass(frozen=True, slots=True)
class Run:
    """A run of characters that are the same in both texts."""

    start: int  # in the plain text
    end: int
    shift: int  # from the plain text to the raw one


@dataclass(frozen=True, slots=True)
class Annotated:
    """What the client holds (`raw`), and what is read (`plain`: the prose, and what markup stands for)."""

    raw: str
    plain: str
    runs: tuple[Run, ...]

    @classmethod
    def of(cls, parts: Iterable[tuple[str, str | None]]) -> Annotated:
        """From (prose, None) and (markup, what it stands for), in order."""
        raw: list[str] = []
        plain: list[str] = []
        runs: list[Run] = []
        at_raw = at_plain = 0
        for written, stands_for in parts:
            read = written if stands_for is None else stands_for
            if stands_for is None and written:
                run = Run(at_plain, at_plain + len(written), at_raw - at_plain)
                if runs and runs[-1].end == run.start and runs[-1].shift == run.shift:
                    run = replace(run, start=runs.pop().start)
                runs.append(run)
            raw.append(written)
            plain.append(read)
            at_raw += len(written)
            at_plain += len(read)
        return cls("".join(raw), "".join(plain), tuple(runs))

    def shown(self, edits: Iterable[Edit]) -> Iterator[tuple[Edit, Edit]]:
        """Each edit of the plain text that leaves markup alone, and as the client shows it in the raw text: with
        something visible to underline and to put in its place, and never over another."""
        ordered = sorted(edits)
        done = 0
        for number, edit in enumerate(ordered):
            after = ordered[number + 1].start if number + 1 < len(ordered) else len(self.plain)
            for run in self._holding(edit):
                wide = _widened(self.plain, edit, max(run.start, done), min(run.end, after))
                if wide.start < wide.end or not self.plain:
                    done = wide.end
                    yield edit, replace(wide, start=wide.start + run.shift, end=wide.end + run.shift)
                    break

    def _holding(self, edit: Edit) -> Iterator[Run]:
        """The runs that hold the whole edit: one, or two if it only inserts something between them."""
        last = bisect_right(self.runs, edit.start, key=lambda run: run.start)
        return (run for run in self.runs[max(0, last - 2) : last] if run.start <= edit.start and edit.end <= run.end)


def _widened(text: str, edit: Edit, low: int, high: int) -> Edit:
    """The same change, over a word of `text[low:high]` as well if there would be nothing to see without."""
    if text[edit.start : edit.end].strip() and edit.replacement.strip():
        return edit
    after = _WORD_AFTER.match(text, edit.end, min(high, edit.end + _NEAR))
    before = _WORD_BEFORE.search(text[max(low, edit.start - _NEAR) : edit.start])
    old = text[edit.start : edit.end]
    spacing = not old.strip() and not edit.replacement.strip()
    # What begins with a space or a mark belongs to the word it follows.
    follows = not (edit.replacement or old)[:1].isalnum()
    start = edit.start - len(before.group()) if before and (spacing or follows or not after) else edit.start
    end = after.end() if after and (spacing or start == edit.start) else edit.end
    if start == end:
        start, end = (start, end + 1) if end < high else (max(start - 1, low), end)
    new = text[start : edit.start] + edit.replacement + text[edit.end : end]
    return replace(edit, start=start, end=end, replacement=new, original=text[start:end])
