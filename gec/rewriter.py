"""Reads paragraph by paragraph: the sentences of a paragraph are decoded together, each with the others as context, to
be corrected or rewritten.

The decoder is the pipelined one (`gec/decoding/pipelined.py`). Its output becomes minimal, typed edits of each
sentence, so a rewritten paragraph is the old one with edits applied. The rest is in `proposer.py` and `corrector.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from gec.correction import Correction, corrected, grouped, proses
from gec.corrector import Corrector
from gec.decoding.budget import usual_tokens
from gec.decoding.pipelined import Pace, Passage, decode, fitting
from gec.decoding.verify import DecodingSettings, Output
from gec.edits.edit import Edit
from gec.edits.threshold import Threshold
from gec.engine import Engine
from gec.engine.choose import engine_for, pipeline_for
from gec.errors import OptionError
from gec.model.config import Pipelined, Task
from gec.model.opened import Opened
from gec.proposer import Reading, Ready, SentenceProposer
from gec.text.prose import Prose
from gec.text.segment import paragraphs
from gec.text.view import View

OWN = 0.8  # an output must have this share of its best similarity for its own sentence; neighbours often share words


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that are decoded together, and how each is read."""

    views: list[View]
    readings: list[Reading]


@dataclass(frozen=True, slots=True)
class _ParagraphedText:
    """A text with its paragraphs."""

    prose: Prose
    paragraphs: list[Paragraph]

    @property
    def views(self) -> list[View]:
        return [view for paragraph in self.paragraphs for view in paragraph.views]

    @property
    def readings(self) -> list[Reading]:
        return [reading for paragraph in self.paragraphs for reading in paragraph.readings]


@dataclass(frozen=True, slots=True)
class _Whole:
    """A passage whose length is that of all its sentences."""

    number: int
    passage: Passage

    def __len__(self) -> int:
        return sum(map(len, self.passage))


class ParagraphProposer(SentenceProposer):
    """A model that decodes the sentences of a paragraph together."""

    def __init__(self, model: Opened, engine: Engine, trained: Pipelined, *, task: Task, max_tokens: int) -> None:
        super().__init__(model, engine, DecodingSettings(), task=task, max_tokens=max_tokens)
        self.pipeline = pipeline_for(self.engine)
        self.pace = Pace(sub_max=trained.sub_max, delta=trained.delta)

    def decide(self, ready: Ready) -> Iterator[tuple[Edit, ...]]:
        """Edits of separate sentences. Each is a paragraph of its own, because they may not belong together."""
        readings = [ready.readings[text] for text in ready.texts]
        return self.found(readings, self.outputs([Paragraph([], [one]) for one in readings]))

    def found(self, readings: Sequence[Reading], outputs: Iterator[Output]) -> Iterator[tuple[Edit, ...]]:
        """The edits of each sentence, from the outputs of its pieces."""
        proposed = [self.candidates_of(one, islice(outputs, len(one.pieces))) for one in readings]
        return (tuple(one.edit for one in found) for found in self.completed(readings, proposed))

    def outputs(self, paragraphs: Sequence[Paragraph]) -> Iterator[Output]:
        """The output of each piece, in order. If an output does not belong to its piece, the piece is decoded alone."""
        passages = [passage for paragraph in paragraphs for passage in self._passages(paragraph)]
        together = iter(self._decode_passages([passage for passage in passages if len(passage) > 1]))
        said: list[Output | None] = []
        for passage in passages:
            outputs = next(together) if len(passage) > 1 else [None]
            said += (one if one and says_its_own(one, at, passage) else None for at, one in enumerate(outputs))
        sentences = [sentence for passage in passages for sentence in passage]
        alone = iter(self.decoded([one for one, output in zip(sentences, said, strict=True) if output is None]))
        return (output or next(alone) for output in said)

    def _passages(self, paragraph: Paragraph) -> Iterator[Passage]:
        """The passages to decode together. A sentence that is too long for the model is cut, and its pieces are
        passages of their own. Passages of one sentence are decoded in the plain way, which is faster and gives the same
        output."""
        run: Passage = []
        for reading in paragraph.readings:
            if len(reading.pieces) == 1:
                run.append(reading.pieces[0].encoded.ids)
                continue
            yield from fitting(run, self.pace)
            yield from ([piece.encoded.ids] for piece in reading.pieces)
            run = []
        yield from fitting(run, self.pace)

    def _decode_passages(self, passages: Sequence[Passage]) -> list[list[Output]]:
        """Decode passages, the longest first, so that those decoded together have similar lengths."""
        wholes = [_Whole(number, passage) for number, passage in enumerate(passages)]
        wholes.sort(key=lambda whole: -len(whole))
        said: dict[int, list[Output]] = {}
        with self.turn:
            for done in self.budget.spend(wholes, self.settings, self._decode_wholes):
                said |= done
        return [said[number] for number in range(len(passages))]

    def _decode_wholes(self, share: Sequence[_Whole], settings: DecodingSettings) -> dict[int, list[Output]]:
        """The outputs of each passage, by its number."""
        pace = replace(self.pace, slots=settings.slots)
        rows = (whole.passage for whole in self.turn.each(share))
        done = decode(self.pipeline, self.tokens, rows, pace, marks=self.marks)
        return {share[place].number: outputs for place, outputs in done}


class Rewriter(Corrector):
    """Corrects or rewrites texts paragraph by paragraph."""

    proposer: ParagraphProposer

    def read_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """Correct texts in order. A few hundred sentences are held in memory at a time."""
        supply = (_ParagraphedText(prose, list(self._paragraphs(prose))) for prose in proses(texts))
        for group in grouped(supply, lambda text: len(text.views)):
            outputs = self.proposer.outputs([paragraph for text in group for paragraph in text.paragraphs])
            for text in group:
                yield corrected(text.prose, zip(text.views, self.proposer.found(text.readings, outputs), strict=True))

    def _paragraphs(self, prose: Prose) -> Iterator[Paragraph]:
        for block in prose.blocks:
            for views in _paragraphs(prose.text, replace(prose, blocks=(block,)).views()):
                yield Paragraph(views, list(self.proposer.readings([view.text for view in views])))


def rewriter(
    model: Opened, device: str, engine: str, task: Task, threshold: Threshold, max_tokens: int | None
) -> Rewriter:
    """A rewriter for an open model. `task` says whether it corrects or rewrites paragraphs."""
    extras = model.config.extras
    if extras.pipelined is None:
        said = "not trained to decode passages; `gec train pipelined` and recipes with [passages] do that"
        raise OptionError(f"{model.path}: {said}", of="decode")
    runs = engine_for(model, device, engine)
    tokens = max_tokens or usual_tokens(runs.about.device)
    return Rewriter(ParagraphProposer(model, runs, extras.pipelined, task=task, max_tokens=tokens), threshold)


def _paragraphs(text: str, views: Iterable[View]) -> Iterator[list[View]]:
    """The sentences of a block, one paragraph at a time: a plain text is one block, with blank lines in it."""
    paragraph: list[View] = []
    for view in views:
        if paragraph and len([*paragraphs(text, paragraph[-1].ends[-1], view.starts[0])]) > 1:
            yield paragraph
            paragraph = []
        paragraph.append(view)
    yield paragraph


def says_its_own(output: Output, place: int, passage: Sequence[Sequence[int]]) -> bool:
    """Whether an output is finished, and is about as similar to its own sentence as to any other one."""
    said = Counter(output.ids)
    alike = [2 * (Counter(own) & said).total() / (len(own) + len(output.ids)) for own in passage]
    return output.finished and alike[place] >= OWN * max(alike)
