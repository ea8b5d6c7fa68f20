"""Corrects texts, for the library: splits them into sentences, asks a proposer for the edits of the sentences, and
applies those that are certain enough.

`loading.py` makes a `Corrector`. `proposer.py` knows the model, `correction.py` makes edits of a text from those of its
sentences, `edits/policy.py` decides which edits a user sees, and `text/document.py` reads files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import tee
from typing import Any

from gec.correction import Correction, FirstReading, Propose, as_prose, corrections, let_through, proses
from gec.edits.edit import Edit, apply
from gec.edits.policy import Policy
from gec.edits.threshold import ANY, Threshold
from gec.model.config import Task
from gec.proposer import SentenceProposer
from gec.text.prose import Prose


class Corrector:
    """Corrects or rewrites any number of texts, in order. Threads may share it and take turns. If it is sent to another
    process, it is loaded there again."""

    anew: Callable[[], Corrector] | None = None  # loads it again, in another process

    def __init__(self, proposer: SentenceProposer, threshold: Threshold = ANY) -> None:
        self.proposer, self.threshold = proposer, threshold

    def other(self, task: Task) -> Corrector:
        """A corrector for another task with the same model, which reads sentence by sentence."""
        return Corrector(self.proposer.other(task), self.threshold)

    def correct(self, text: str | Prose) -> Correction:
        """The corrected text, its edits above the threshold, and the places of its sentences."""
        return next(self.correct_many([text]))

    async def acorrect(self, text: str | Prose) -> Correction:
        """The same as `correct`, in a thread, for programs with an event loop."""
        import asyncio

        return await asyncio.to_thread(self.correct, text)

    def correct_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """The correction of each text, in order. A few hundred sentences are in memory at a time."""
        given, read = tee(proses(texts))
        for prose, first in zip(given, self.read_many(read), strict=True):
            yield self._shown(prose, first)

    def settled(self, text: str | Prose) -> Correction:
        """The same as `correct`, repeated until correcting the result finds nothing more."""
        prose = as_prose(text)
        proposer = self.proposer if self.proposer.task == "correct" else self.proposer.other("correct")
        return self._shown(prose, next(self.read_many([prose])), again=proposer.propose)  # also after a rewriting

    def read_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """The correction of each text with all edits that one reading proposes, of any confidence."""
        return corrections(texts, self.propose)

    def propose(self, texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        """All edits proposed for each sentence, of any confidence, with offsets in that sentence. The document decides
        later which of them are certain enough."""
        return self.proposer.propose(texts)

    def _shown(self, prose: Prose, first: Correction, again: Propose | None = None) -> Correction:
        """The correction of a text with the edits above the threshold. Only a rewriting leaves quotations alone."""
        policy = Policy(quotes=not self.proposer.keeps_facts, threshold=self.threshold)
        [passed] = let_through([FirstReading(prose, first.edits)], policy, again=again)
        return Correction(apply(prose.text, passed.edits), passed.edits, first.sentences)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.anew is None:
            raise TypeError("only a corrector that gec.load gave can be copied or sent to another process")
        return self.anew, ()
