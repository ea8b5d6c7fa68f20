"""What the model reads of one sentence, and the way back: every character of the view knows where it stands
in the caller's text, so an edit of the view becomes an edit of the text.

A view shows a run of whitespace (also the newline of a hard-wrapped paragraph) as one space and leaves out
characters nobody sees; what it does not show is never lost, because only the edit is written back. Which
spans are sentences is `segment.py`'s business, and which changes to make is `gec/edits`'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gec.edits.edit import Edit

# Soft hyphen, zero-width space, word joiner, byte order mark and direction marks. Joiners stay: emoji and
# many scripts are spelt with them.
_UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
# Every run of blanks and unseen characters but a lone space.
_RUN = re.compile(rf" [\s{_UNSEEN}]+|(?:[^\S ]|[{_UNSEEN}])[\s{_UNSEEN}]*")
_NEWLINE = re.compile(r"[\n\r\v\f\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class View:
    """`text` is what the model reads; `offsets[i]` is where its character i stands in `whole`, the caller's
    text, and `offsets[len(text)]` is where the view ends there."""

    text: str
    offsets: Sequence[int]
    whole: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> View:
        """The view of `text[start:end]`."""
        if not _RUN.search(text, start, end):
            return cls(text[start:end], range(start, end + 1), text)
        pieces: list[str] = []
        offsets: list[int] = []
        done = start
        for run in _RUN.finditer(text, start, end):
            pieces.append(text[done : run.start()])
            offsets.extend(range(done, run.start()))
            if run.group().strip(_UNSEEN):
                pieces.append(" ")
                offsets.append(run.start())
            done = run.end()
        pieces.append(text[done:end])
        offsets.extend(range(done, end + 1))
        return cls("".join(pieces), offsets, text)

    def to_text(self, edit: Edit) -> Edit:
        """The edit of the view as an edit of the caller's text.

        Line breaks inside the edit survive where its replacement has room for them. Edits that do not overlap
        in the view do not overlap in the text.
        """
        if isinstance(self.offsets, range):
            return self._at(edit, self.offsets[edit.start], self.offsets[edit.end], edit.replacement)
        return self._at(edit, self._start(edit), self._end(edit), self._wrapped(edit))

    def all_to_text(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """`to_text` of each, in order; a deletion leaves the line break among the blanks around and in it."""
        ordered = sorted(edits)
        if isinstance(self.offsets, range):
            return tuple(map(self.to_text, ordered))
        low = 0
        for i, edit in enumerate(ordered):
            high = ordered[i + 1].start if i + 1 < len(ordered) else len(self.text)
            ordered[i] = self._sparing_newline(edit, low, high)
            low = ordered[i].end
        return tuple(self._trimmed(self.to_text(edit)) for edit in ordered)

    def _start(self, edit: Edit) -> int:
        # An insertion after a word stays with that word, whatever unseen characters follow it.
        if edit.start == edit.end and edit.start > 0 and not self.text[edit.start - 1].isspace():
            return self.offsets[edit.start - 1] + 1
        return self.offsets[edit.start]

    def _end(self, edit: Edit) -> int:
        if edit.start == edit.end:
            return self._start(edit)
        last = edit.end - 1
        return self.offsets[edit.end] if self.text[last] == " " else self.offsets[last] + 1

    def _blank(self, index: int) -> str:
        """What the caller's text has where the view has the space `index`."""
        return self.whole[self.offsets[index] : self.offsets[index + 1]]

    def _wrapped(self, edit: Edit) -> str:
        """The replacement with the caller's own blanks for its spaces, line breaks before all others."""
        words = edit.replacement.split(" ")
        blanks = [self._blank(i) for i in range(edit.start, edit.end) if self.text[i] == " "]
        if len(words) == 1 or all(blank == " " for blank in blanks):
            return edit.replacement
        shown = self.text[edit.start : edit.end].split(" ")
        head = _common(shown, words)
        tail = _common(shown[head:][::-1], words[head:][::-1])
        gaps, room = len(words) - 1, len(blanks)
        kept = blanks
        if room > gaps:
            between = range(max(head - 1, 0), min(room - tail + 1, room))
            by_weight = sorted(between, key=lambda i: _NEWLINE.search(blanks[i]) is None)
            dropped = set(by_weight[gaps - room :])
            kept = [blank for i, blank in enumerate(blanks) if i not in dropped]
        elif room < gaps:
            after = max(room - tail, 0)
            kept = [*blanks[:after], *[" "] * (gaps - room), *blanks[after:]]
        return "".join(f"{blank}{word}" for blank, word in zip(["", *kept], words, strict=True))

    def _sparing_newline(self, edit: Edit, low: int, high: int) -> Edit:
        """A deletion that would take a line break and leave a mere blank, made to leave the break instead."""
        text, start, end = self.text, edit.start, edit.end
        if edit.replacement or start == end:
            return edit
        if text[start] == " " and end < high and text[end] == " ":
            kept, end = end, end + 1
        elif text[end - 1] == " " and start > low and text[start - 1] == " ":
            kept = start = start - 1
        else:
            return edit
        blanks = [i for i in range(start, end) if text[i] == " " and _NEWLINE.search(self._blank(i))]
        return edit if not blanks or kept in blanks else replace(edit, start=start, end=end, replacement=" ")

    def _trimmed(self, edit: Edit) -> Edit:
        """Without the blanks it would replace by themselves."""
        old, new = self.whole[edit.start : edit.end], edit.replacement
        if new and new.isspace() and old.startswith(new):
            return self._at(edit, edit.start + len(new), edit.end, "")
        if new and new.isspace() and old.endswith(new):
            return self._at(edit, edit.start, edit.end - len(new), "")
        return edit

    def _at(self, edit: Edit, start: int, end: int, replacement: str) -> Edit:
        return replace(edit, start=start, end=end, replacement=replacement, original=self.whole[start:end])


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many leading words two lists share."""
    shared = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        shared += 1
    return shared
