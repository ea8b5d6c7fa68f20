"""The confidence that an edit needs to be shown, and how much the writer's other mistakes affect it.

A model's presets are in its config.json (`gec train calibrate`). A user can name a confidence instead of a preset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gec.edits.edit import Edit
from gec.edits.error_rate import weighed
from gec.model.config import Extras


@dataclass(frozen=True, slots=True, order=True)
class Threshold:
    """The lowest confidence that is shown. `slope` is the weight of the writer's other mistakes (`error_rate.py`); with
    0 they do not count."""

    least: float = 0.0
    slope: float = 0.0

    def passing(self, edits: Iterable[Edit], length: int, others: Sequence[Edit] = ()) -> list[Edit]:
        """The edits of a document with enough confidence, in order, with the confidences adjusted to that document.

        `length` is the length of the document. `others` are edits of it that count only as evidence.
        """
        return [one for one in weighed(sorted(edits), length, self.slope, others) if one.confidence >= self.least]


ANY = Threshold()


@dataclass(frozen=True, slots=True)
class Presets:
    """The lowest confidence of each preset of a model, and the weight of a writer's other mistakes."""

    least: Mapping[str, float] = field(default_factory=dict)
    slope: float = 0.0

    @classmethod
    def of(cls, extras: Extras) -> Presets:
        return cls(extras.presets, extras.writer)

    def threshold(self, preset: str, least: float | None = None) -> Threshold:
        """The threshold with the confidence that the user named, else with that of the preset. Without either,
        everything is shown."""
        return Threshold(self.least.get(preset, 0.0) if least is None else least, self.slope)
