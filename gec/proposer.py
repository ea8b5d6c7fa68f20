"""Proposes edits for sentences: sentences -> the text that the model reads, in which findings of rules and speller are
already corrected (`before_model.py`) -> pieces of token ids (`pieces.py`) -> decoded ids -> typed edits.

This file knows nothing of the texts that the sentences are from. `corrector.py` corrects texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Protocol

from gec.before_model import Respelled, respelled
from gec.decoding.budget import MAX_TOKENS, Budget
from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.edits.change import MODEL, REWRITER
from gec.edits.edit import Edit
from gec.engine import Engine
from gec.engine.turn import Turn
from gec.errors import OptionError
from gec.guards.sentence import Candidate, allowed, candidates, surer
from gec.model.config import Config, Task
from gec.model.tokenizer import Tokenizer
from gec.pieces import Piece, pieces_of, proposals_of
from gec.rewriting.faithful import Held, faithful
from gec.rewriting.together import covers, together

KNOWN = 2048  # outputs that are cached: when a text is read again, the model has seen most of its sentences


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence with the text that the model reads instead, and the tokenised pieces of that text."""

    sentence: Respelled
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class Ready:
    """Sentences that are prepared for the model: the texts, and the reading of each different text."""

    texts: Sequence[str]
    readings: dict[str, Reading]

    @property
    def pieces(self) -> Iterator[Piece]:
        return (piece for reading in self.readings.values() for piece in reading.pieces)

    @property
    def tokens(self) -> int:
        """The number of tokens that the model has to read."""
        return sum(len(piece.encoded.ids) for piece in self.pieces)


class Model(Protocol):
    """What a proposer needs from a model: `Opened`, or `Checkpoint` in training."""

    @property
    def path(self) -> Path: ...
    @property
    def config(self) -> Config: ...
    @property
    def tokenizer(self) -> Tokenizer: ...


class SentenceProposer:
    """One model on one device with one task: to correct or to rewrite. Threads may share it and take turns."""

    def __init__(
        self,
        model: Model,
        engine: Engine,
        settings: DecodingSettings,
        *,
        task: Task = "correct",
        prefix: str | None = None,
        max_tokens: int = MAX_TOKENS["cpu"],
    ) -> None:
        self.model, self.settings, self.task = model, settings, task
        self.given = engine
        self.engine = engine.unbiased() if task == "rewrite" else engine  # without the bias it proposes twice as much
        self.budget = Budget(max_tokens)
        self.tokenizer = model.tokenizer
        extras = model.config.extras
        self.tokens = Tokens.of(self.tokenizer, model.config)
        self.prefix = prefix  # for the task "correct"; the task "rewrite" has its own mark
        mark = extras.tasks.get(task, "") if prefix is None or task != "correct" else prefix
        self.marks = self.tokenizer.ids_of_mark(mark)
        self.window, self.respell, self.confidence = extras.window, extras.respell, extras.confidence
        self.keeps_facts = task == "rewrite"  # whether each edit must keep the facts of the sentence
        self.held = Held()  # counts the edits that were left out because they would lose or change facts
        self.turn = Turn()
        self.known: dict[tuple[int, ...], Output] = {}  # cached outputs, the most recently used last
        self.others: dict[Task, SentenceProposer] = {}

    def other(self, task: Task) -> SentenceProposer:
        """A proposer for another task with the same model. Both share one engine and take turns. If this one must keep
        facts, so must the other one."""
        if found := self.others.get(task):
            return found
        require_task(self.model, task)
        made = SentenceProposer(self.model, self.given, self.settings, task=task, prefix=self.prefix)
        made.budget, made.turn, made.held = self.budget, self.turn, self.held
        made.keeps_facts = made.keeps_facts or self.keeps_facts
        return self.others.setdefault(task, made)  # another thread may have made one meanwhile

    def propose(self, texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        """All edits proposed for each sentence, of any confidence, with offsets in that sentence."""
        return self.decide(self.prepare(texts))

    def prepare(self, texts: Sequence[str]) -> Ready:
        """The work before the model. It can be done while other threads use the model."""
        different = list(dict.fromkeys(texts))
        return Ready(texts, dict(zip(different, self.readings(different), strict=True)))

    def decide(self, ready: Ready) -> Iterator[tuple[Edit, ...]]:
        """The edits of each prepared sentence."""
        return (tuple(one.edit for one in found) for found in self.candidates(ready))

    def candidates(self, ready: Ready) -> Iterator[list[Candidate]]:
        """The same, with the features of each edit."""
        outputs = iter(self.decoded([piece.encoded.ids for piece in ready.pieces]))
        readings = ready.readings.values()
        proposed = [self.candidates_of(one, islice(outputs, len(one.pieces))) for one in readings]
        found = dict(zip(ready.readings, self.completed(readings, proposed), strict=True))
        return (found[text] for text in ready.texts)

    def completed(self, readings: Collection[Reading], found: Sequence[list[Candidate]]) -> Sequence[list[Candidate]]:
        """The final candidates of each sentence. For the task `rewrite`, the corrections are added. If facts must be
        kept, edits that change them are dropped."""
        if not self.keeps_facts:
            return found
        texts = [one.sentence.text for one in readings]
        if self.task != "rewrite":
            return [self._faithful(text, own) for text, own in zip(texts, found, strict=True)]
        corrections = self.other("correct").candidates(Ready(texts, dict(zip(texts, readings, strict=True))))
        both = zip(texts, found, corrections, strict=True)
        return [self._faithful(text, wordings, others) for text, wordings, others in both]

    def readings(self, texts: Sequence[str]) -> Iterator[Reading]:
        """The reading of each text."""
        sentences = [respelled(text) if self.respell else Respelled(text, text) for text in texts]
        encoded = self.tokenizer.encode_many([one.read for one in sentences])
        return (
            Reading(one, pieces_of(one.read, ids, self.tokenizer, self.window))
            for one, ids in zip(sentences, encoded, strict=True)
        )

    def candidates_of(self, reading: Reading, outputs: Iterable[Output | None]) -> list[Candidate]:
        """The candidates for one sentence, from the outputs of its pieces. A piece without an output gives none."""
        found = [
            one
            for piece, output in zip(reading.pieces, outputs, strict=True)
            if output
            for one in proposals_of(piece, output, self.tokenizer, self.tokens)
        ]
        if not found and not reading.sentence.swaps:
            return []
        by = REWRITER if self.task == "rewrite" else MODEL
        mended = bool(reading.sentence.swaps)
        if mended:  # a refused edit must not drop the corrected words that it overlaps
            found = [one for one in found if allowed(reading.sentence.read, one, by)]
        text, told = reading.sentence.text, reading.sentence.original(found)
        proposed = candidates(text, told, self.confidence, by=by, asked=mended)
        return surer(text, proposed, told, reading.sentence.swaps, self.confidence)

    def _faithful(
        self, text: str, found: Sequence[Candidate], corrections: Sequence[Candidate] | None = None
    ) -> list[Candidate]:
        """The edits that keep the facts of the sentence. If they are other wordings, the corrections are added."""
        kept, reasons = _keeping(text, found)
        if corrections is not None:
            both, more = _keeping(text, together(text, corrections, kept))
            reasons += more
            within = all(any(covers(one.edit, other.edit) for one in both) for other in corrections)
            kept = both if within else list(corrections)  # a wording never replaces a correction
        rewritten = self.task == "rewrite"  # otherwise a rewriting may still add a wording
        self.held.add(reasons, unchanged=rewritten and not kept)
        return kept

    # --- ids

    def decoded(self, sources: list[list[int]]) -> list[Output]:
        """The output of each source. Different sources are decoded once, longest first, so that rows decoded together
        have similar lengths."""
        asked = {tuple(source) for source in sources}
        with self.turn:
            done = {ids: self.known.pop(ids) for ids in asked & self.known.keys()}
            new = sorted(asked - done.keys(), key=lambda ids: (-len(ids), ids))
            shares = self.budget.spend(new, self.settings, self._decode_share)
            done |= zip(new, chain.from_iterable(shares), strict=True)
            self.known |= done
            for ids in list(islice(self.known, max(0, len(self.known) - KNOWN))):
                del self.known[ids]
        return [done[tuple(source)] for source in sources]

    def _decode_share(self, share: Sequence[Sequence[int]], settings: DecodingSettings) -> list[Output]:
        rows = ([*self.marks, *ids, self.engine.eos] for ids in self.turn.each(share))
        done = dict(decode(self.engine, self.tokens, rows, settings, marks=len(self.marks)))
        return [done[number] for number in range(len(share))]


def _keeping(text: str, found: Sequence[Candidate]) -> tuple[list[Candidate], list[str]]:
    kept, reasons = faithful(text, (one.edit for one in found))
    features = {one.edit: one.features for one in found}
    return [Candidate(edit, features.get(edit, {})) for edit in kept], reasons


def require_task(model: Model, task: Task) -> None:
    """Refuse a task that a model was not trained for. A published T5 without tasks can only correct."""
    tasks = model.config.extras.tasks or {"correct": ""}
    if task not in tasks:
        said = f"knows no task {task!r}; known are {', '.join(tasks)}"
        raise OptionError(f"{model.path}: {said}", of="task")
