"""The frequency of errors in real texts: shares of ERRANT types, and edits per sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

INSTALLED = Path(__file__).parent / "tables" / "error-profile.json"  # a wheel has it there, a checkout in corpora/
SHIPPED = INSTALLED if INSTALLED.exists() else Path(__file__).parents[3] / "corpora" / INSTALLED.name
LEARNER = "learner (bea-dev)"
WEB = "web generic (cweb-g dev)"


@dataclass(frozen=True)
class Profile:
    """`edits` has the probabilities of 0, 1, 2, ... edits in a sentence of `words` words."""

    types: Mapping[str, float]
    edits: tuple[float, ...]
    words: float

    @classmethod
    def load(cls, name: str = LEARNER, path: Path = SHIPPED) -> Profile:
        profiles = json.loads(path.read_text(encoding="utf-8"))
        if name not in profiles:
            raise ValueError(f"{path} has no profile {name!r}; it has {', '.join(map(repr, profiles))}")
        found = profiles[name]
        edits = found["edits_per_sentence"]
        return cls(
            MappingProxyType(found["type_share"]),
            tuple(edits.get(str(n), 0.0) for n in range(1 + max(map(int, edits)))),
            found["words"] / found["sentences"],
        )
