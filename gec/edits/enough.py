"""How sure is enough: the confidence that is asked of an edit, and how much the writer's other mistakes count for it.

What a model asks for is in its config.json (`gec train calibrate`); who names a confidence asks for that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gec.edits.edit import Edit
from gec.edits.writer import weighed
from gec.model.config import Extras


@dataclass(frozen=True, slots=True, order=True)
class Enough:
    """The least confidence, in the light of the writer's other mistakes; with a slope of 0 these do not count."""

    least: float = 0.0
    slope: float = 0.0

    def of(self, edits: Iterable[Edit], length: int, others: Sequence[Edit] = ()) -> list[Edit]:
        """Those of a document's edits that are sure enough, in order, with the confidence that they have there.

        `length` is that of the document, and `others` are edits of it that count as evidence only.
        """
        return [one for one in weighed(sorted(edits), length, self.slope, others) if one.confidence >= self.least]


ANY = Enough()


@dataclass(frozen=True, slots=True)
class Presets:
    """What a model says of each preset, and how much a writer's other mistakes count with it."""

    least: Mapping[str, float] = field(default_factory=dict)
    slope: float = 0.0

    @classmethod
    def of(cls, extras: Extras) -> Presets:
        return cls(extras.presets, extras.writer)

    def enough(self, preset: str, least: float | None = None, *, anew: bool = False) -> Enough:
        """As somebody said, else as the model says of the preset; where it says nothing, everything gets through.
        Who has a text written `anew` asks for more than mistakes: *balanced* then is *recall*."""
        if anew and preset == "balanced":
            preset = "recall"
        return Enough(self.least.get(preset, 0.0) if least is None else least, self.slope)
