"""A text and its correction: sentences go out to whoever proposes edits, and come back as edits of the text.

Nothing here knows a model, so that what was corrected before can be told without loading one: a proposer is the
corrector, a cache in front of it, or several of them side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from gec.edits.edit import Edit, apply
from gec.text.segment import sentences
from gec.text.view import View

AHEAD = 512  # sentences proposed for together

Propose = Callable[[Sequence[str]], Iterable[tuple[Edit, ...]]]  # for each sentence its edits, in its characters


@dataclass(frozen=True, slots=True)
class Correction:
    """One text, corrected."""

    text: str
    edits: tuple[Edit, ...]  # offsets are characters of the text that was given
    sentences: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A text, cut into sentences."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str) -> Cut:
        return cls(text, tuple(sentences(text)))

    def views(self) -> Iterator[View]:
        return (View.of(self.text, start, end) for start, end in self.spans)


def corrections(texts: Iterable[str], propose: Propose) -> Iterator[Correction]:
    """Streams: texts are read until a few hundred sentences are together, and their order is kept."""
    supply = iter(texts)
    while group := list(islice(_some(supply), AHEAD)):
        views = [view for cut in group for view in cut.views()]
        shares = (views[first : first + AHEAD] for first in range(0, len(views), AHEAD))
        proposed = zip(views, chain.from_iterable(propose([v.text for v in share]) for share in shares), strict=True)
        for cut in group:
            own = islice(proposed, len(cut.spans))
            edits = tuple(edit for view, found in own for edit in view.all_to_text(found))
            yield Correction(apply(cut.text, edits), edits, cut.spans)


def _some(supply: Iterator[str]) -> Iterator[Cut]:
    """Texts with their sentences, about as many as are worth decoding together."""
    count = 0
    for text in supply:
        cut = Cut.of(text)
        yield cut
        count += len(cut.spans)
        if count >= AHEAD:
            return
