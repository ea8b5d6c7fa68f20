"""A text and its correction: sentences go out to whoever proposes edits, and come back as edits of the text.

Nothing here knows a model, so that what was corrected before can be told without loading one: a proposer is the
corrector, a cache in front of it, or several of them side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from gec.edits.edit import Edit, apply
from gec.text.formats import harmless, prose_of
from gec.text.prose import Prose
from gec.text.view import View

AHEAD = 512  # sentences proposed for together

Propose = Callable[[Sequence[str]], Iterable[tuple[Edit, ...]]]  # for each sentence its edits, in its characters


@dataclass(frozen=True, slots=True)
class Correction:
    """One text, corrected."""

    text: str
    edits: tuple[Edit, ...]  # offsets are characters of the text that was given
    sentences: tuple[tuple[int, int], ...]


def corrections(texts: Iterable[str | Prose], propose: Propose, ahead: int = AHEAD) -> Iterator[Correction]:
    """Streams: texts are read until `ahead` sentences are together, and their order is kept."""
    supply = map(as_prose, texts)
    while group := list(islice(_some(supply, ahead), ahead)):
        views = [view for _, own in group for view in own]
        shares = (views[first : first + ahead] for first in range(0, len(views), ahead))
        proposed = chain.from_iterable(propose([view.text for view in share]) for share in shares)
        for prose, own in group:
            yield corrected(prose, zip(own, islice(proposed, len(own)), strict=True))


def corrected(prose: Prose, found: Iterable[tuple[View, Iterable[Edit]]]) -> Correction:
    """The correction of a text by what was proposed for its sentences, or for some of them."""
    edits: list[Edit] = []
    spans = []
    for view, proposed in found:
        edits += view.to_text(proposed)
        spans.append((view.starts[0], view.ends[-1]))
    kept = harmless(prose, sorted(edits))
    return Correction(apply(prose.text, kept), kept, tuple(spans))


def as_prose(text: str | Prose) -> Prose:
    """A mere string is plain text."""
    return prose_of(text) if isinstance(text, str) else text


def _some(supply: Iterator[Prose], ahead: int) -> Iterator[tuple[Prose, list[View]]]:
    """Texts with their sentences, about as many as are worth decoding together."""
    count = 0
    for prose in supply:
        views = list(prose.views())
        yield prose, views
        count += len(views)
        if count >= ahead:
            return
