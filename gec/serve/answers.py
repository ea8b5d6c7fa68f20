"""Splits a text into sentences, and maps the findings in them back to the text. Long texts are handled in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gec.correction import as_prose, corrected
from gec.edits.edit import Edit
from gec.text.prose import Prose
from gec.text.view import View

MAX_SENTENCE_CHARACTERS = 2_000  # a longer sentence is data, and would delay all other clients
SHORT = 10_000  # characters; texts up to this length are split into sentences in the event loop

# Edits in an answer: so many, and one more for so many characters of the text. No text that people write has as many.
MOST_EDITS, APART = 100, 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """The findings in a text, as far as it was read."""

    text: str
    edits: tuple[Edit, ...]  # offsets count characters of the given text
    sentences: tuple[tuple[int, int], ...]  # the sentences that were read
    complete: bool  # whether these are all sentences
    left: int  # sentences that are still to be read, not counting those that are too long


def viewed(text: str | Prose) -> tuple[Prose, list[View]]:
    prose = as_prose(text)
    return prose, list(prose.views())


def answered(prose: Prose, views: Sequence[View], found: Sequence[tuple[Edit, ...] | None]) -> Answer:
    """The answer for a text, from the edits of its sentences; None stands for a sentence that was not read."""
    known = [(view, edits) for view, edits in zip(views, found, strict=True) if edits is not None]
    done = corrected(prose, known)
    shown = zip(views, found, strict=True)
    left = sum(edits is None and len(view.text) <= MAX_SENTENCE_CHARACTERS for view, edits in shown)
    return Answer(done.text, done.edits, done.sentences, len(known) == len(views), left)


def most_edits(text: str) -> int:
    """How many edits an answer for a text may have, so that it is not many times as long as the text."""
    return MOST_EDITS + len(text) // APART


async def in_thread_if_long(size: int, function: Callable[..., T], *arguments: object) -> T:
    """Call a function, in a thread if the text is long, so that other clients are served meanwhile."""
    if size <= SHORT:
        return function(*arguments)
    return await asyncio.to_thread(function, *arguments)
