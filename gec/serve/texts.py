"""Corrects a text over HTTP in two steps: `read` finds its sentences, and `answer` makes JSON from the findings. Both
are pure and can run in another process, which reads markup and long texts.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gec.correction import FirstReading, Keep, let_through
from gec.edits.edit import Edit, apply
from gec.edits.message import NAMES
from gec.edits.policy import Policy
from gec.edits.threshold import Threshold
from gec.errors import TextError
from gec.guards.stages import without_dependents
from gec.rules.engine import reason
from gec.serve import languagetool
from gec.serve.answers import SHORT, Answer, answered, most_edits, viewed
from gec.serve.refused import RefusedError
from gec.serve.request_body import Asked
from gec.serve.utf16 import Utf16
from gec.spelling.choice import others
from gec.text.formats import Prose, prose_of
from gec.text.formats.notebook import is_json
from gec.text.view import View

MISSPELT = 200  # most words of an answer with alternatives, which take two milliseconds each

Found = Sequence[tuple[Edit, ...] | None]  # the edits of each sentence; None if it was not read


@dataclass(frozen=True, slots=True)
class ReadText:
    """A parsed text."""

    prose: Prose
    views: list[View]
    said: Any = None  # other data that the answer needs

    @property
    def sentences(self) -> list[str]:
        return [view.text for view in self.views]


class TextTask(Protocol):
    """A text to be corrected, and how."""

    @property
    def size(self) -> int: ...
    @property
    def heavy(self) -> bool: ...
    @property
    def timeout(self) -> float | None: ...
    @property
    def preset(self) -> str: ...
    def read(self) -> ReadText: ...
    def answer(self, reading: ReadText, found: Found, policy: Policy) -> str: ...


@dataclass(frozen=True, slots=True)
class Correct:
    """A request to `/v1/correct`."""

    asked: Asked

    @property
    def size(self) -> int:
        return len(self.asked.text)

    @property
    def heavy(self) -> bool:
        return self.asked.format != "plain" or self.size > SHORT

    @property
    def timeout(self) -> float | None:
        return self.asked.timeout

    @property
    def preset(self) -> str:
        return self.asked.preset

    def read(self) -> ReadText:
        if self.asked.format == "notebook" and not is_json(self.asked.text):
            raise RefusedError(422, "'text' is not JSON, so it is not a notebook; repair it first")
        try:
            return ReadText(*viewed(prose_of(self.asked.text, self.asked.format)))
        except TextError as error:
            raise RefusedError(422, str(error)) from None

    def answer(self, reading: ReadText, found: Found, policy: Policy) -> str:
        asked, done = self.asked, answered(reading.prose, reading.views, found)
        policy = _spelling(policy, asked.dialect)
        least = Threshold(asked.min_confidence)
        own = Policy(asked.select, asked.ignore, least, policy.dialect)
        edits = _let_through(reading.prose, done, policy, lambda now, edits: own.filter(now.text, edits).edits)
        most = most_edits(asked.text)
        first = edits if len(edits) <= most else without_dependents(reading.prose, edits, edits[:most])
        return as_json(_corrected(asked, first, done, more=len(edits) - len(first)))


@dataclass(frozen=True, slots=True)
class Check:
    """A request to `/v2/check`."""

    form: Mapping[str, str]
    timeout: float | None = None
    preset: str = ""

    @property
    def size(self) -> int:
        return sum(map(len, self.form.values()))

    @property
    def heavy(self) -> bool:
        return self.size > SHORT

    def read(self) -> ReadText:
        check = languagetool.read_check(self.form)
        return ReadText(*viewed(prose_of(check.text.plain)), check)

    def answer(self, reading: ReadText, found: Found, policy: Policy) -> str:
        check, done = reading.said, answered(reading.prose, reading.views, found)
        policy = _spelling(policy, check.dialect)
        edits = _let_through(reading.prose, done, policy, lambda _, edits: check.wanted.of(edits))
        return as_json(languagetool.answer(check, edits, done.sentences, complete=done.complete))


def read_packed(task: TextTask) -> tuple[list[str], bytes]:
    """The sentences of a text, and the parsed text as bytes for `answer_packed`."""
    reading = task.read()
    return reading.sentences, pickle.dumps(reading)


def answer_packed(task: TextTask, packed: bytes, found: Found, policy: Policy) -> str:
    return task.answer(pickle.loads(packed), found, policy)  # `read_packed` made these bytes


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _spelling(policy: Policy, dialect: str) -> Policy:
    return replace(policy, dialect=dialect or policy.dialect)


def _let_through(prose: Prose, found: Answer, policy: Policy, wanted: Keep) -> tuple[Edit, ...]:
    """The edits of one reading that are answered. There is no second reading, because the client waits."""
    [passed] = let_through([FirstReading(prose, found.edits)], policy, again=None, wanted=wanted)
    return passed.edits


def _corrected(asked: Asked, edits: tuple[Edit, ...], found: Answer, *, more: int) -> dict[str, Any]:
    place: Callable[[int], int] = Utf16.of(asked.text).units if asked.utf16 else int
    misspelt = {*[edit for edit in edits if edit.type == "R:SPELL"][:MISSPELT]}
    return {
        "text": apply(asked.text, edits),
        "edits": [
            {
                "start": place(edit.start),
                "end": place(edit.end),
                "original": edit.original,
                "replacement": edit.replacement,
                "type": edit.type,
                "rule": edit.rule,
                "name": NAMES.get(edit.type[2:], "wording"),
                "confidence": edit.confidence,
                "message": edit.message,
                "why": reason(edit, edit.original),
                "alternatives": others(asked.text, edit.start, edit.end, edit.replacement) if edit in misspelt else [],
            }
            for edit in edits
        ],
        "sentences": [[place(start), place(end)] for start, end in found.sentences],
        "complete": found.complete,
        "left": found.left,
        "more": more,
    }
