"""How sure is enough. An edit in a sentence that was right is what people mind most, and one more in a sentence that
must be touched anyway is what they mind least: so what stands alone must be surer than what stands beside others.

What a model asks for is in its config.json (`gec train calibrate`); who names a confidence asks for it everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from gec.edits.edit import Edit

Presets = Mapping[str, tuple[float, float]]  # of each name, the confidences of an `Enough`


@dataclass(frozen=True, slots=True, order=True)
class Enough:
    """Confidences: of an edit that is `alone` in its sentence, and of one `beside` another that is surely right."""

    alone: float = 0.0
    beside: float = 0.0

    @classmethod
    def asked(cls, presets: Presets, preset: str, least: float | None = None) -> Enough:
        """As somebody said, else as the model says of the preset; where it says nothing, everything gets through."""
        return cls(*presets.get(preset, (0.0, 0.0))) if least is None else cls(least, least)

    def of(self, edits: Iterable[Edit]) -> list[Edit]:
        """Those that are sure enough, in order, of all that could be shown. Parts of a change are no company of each
        other: markup may stand between them."""
        sentences: dict[int, dict[tuple[int, ...], list[Edit]]] = defaultdict(dict)
        for edit in sorted(edits):
            sentence, *change = edit.part_of or (0, edit.start, edit.end)
            sentences[sentence].setdefault(tuple(change), []).append(edit)
        return sorted(edit for changes in sentences.values() for edit in self._of_sentence(list(changes.values())))

    def _of_sentence(self, changes: Sequence[list[Edit]]) -> Iterator[Edit]:
        for parts, chance in zip(changes, needed([parts[0].confidence for parts in changes]), strict=True):
            yield from (edit for edit in parts if edit.confidence >= self.at(chance))

    def at(self, chance: float) -> float:
        """What is asked of an edit whose sentence needs another one with this chance."""
        return self.alone + (self.beside - self.alone) * chance


def needed(confidences: Sequence[float]) -> list[float]:
    """How likely a sentence needs one of the other edits, for each of its edits."""
    wrong = [1.0 - one for one in confidences]
    before = accumulate(wrong, mul, initial=1.0)
    behind = [*accumulate(reversed(wrong), mul, initial=1.0)][-2::-1]
    return [1.0 - low * high for low, high in zip(before, behind, strict=False)]


ANY = Enough()
