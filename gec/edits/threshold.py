"""The confidence that an edit needs, and how much the writer's other mistakes count for it.

A model's presets are in its config.json (`gec train calibrate`). A user can name a confidence instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gec.edits.edit import Edit
from gec.edits.error_rate import weighed
from gec.model.config import Extras


@dataclass(frozen=True, slots=True, order=True)
class Threshold:
    """The least confidence that is shown, after the writer's other mistakes were counted; with a slope of 0 they do not
    count."""

    least: float = 0.0
    slope: float = 0.0

    def passing(self, edits: Iterable[Edit], length: int, others: Sequence[Edit] = ()) -> list[Edit]:
        """The edits of a document that are sure enough, in order, with their confidence in that document.

        `length` is the length of the document; `others` are edits of it that count only as evidence.
        """
        return [one for one in weighed(sorted(edits), length, self.slope, others) if one.confidence >= self.least]


ANY = Threshold()


@dataclass(frozen=True, slots=True)
class Presets:
    """The least confidence of each preset of a model, and how much a writer's other mistakes count."""

    least: Mapping[str, float] = field(default_factory=dict)
    slope: float = 0.0

    @classmethod
    def of(cls, extras: Extras) -> Presets:
        return cls(extras.presets, extras.writer)

    def threshold(self, preset: str, least: float | None = None) -> Threshold:
        """The confidence that the user named, else that of the preset; without either, everything is shown."""
        return Threshold(self.least.get(preset, 0.0) if least is None else least, self.slope)
