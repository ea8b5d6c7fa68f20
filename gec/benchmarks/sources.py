"""The input of `gec bench decode`: the sentences of a text, or of an M2 file, for which outputs can be scored too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gec.edits.align import proposals
from gec.edits.edit import Edit
from gec.errors import TextError, shown
from gec.model.tokenizer import Encoded
from gec.text.document import read
from gec.text.view import View

if TYPE_CHECKING:
    from gec.model.tokenizer import Tokenizer
    from gec.proposer import SentenceProposer
    from gec.scoring.m2 import AnnotatedSentence


@dataclass(frozen=True, slots=True)
class BenchSource:
    """A sentence for the model."""

    view: View
    encoded: Encoded
    gold: AnnotatedSentence | None  # the annotators' edits, from an M2 file


@dataclass(frozen=True, slots=True)
class Sources:
    """The sentences of a file, the longest first, as a proposer sorts them."""

    chosen: list[BenchSource]
    rows: list[list[int]]  # token ids for the encoder
    left_out: int  # longer than the model's window


def sources_of(proposer: SentenceProposer, file: Path, limit: int | None) -> Sources:
    """The first sentences of a file."""
    texts, gold = _texts(file, limit)
    views = [View.of(text, ((0, len(text)),)) for text in texts]
    encoded = proposer.tokenizer.encode_many([view.text for view in views])
    fitting = [
        BenchSource(*one) for one in zip(views, encoded, gold, strict=True) if len(one[1].ids) <= proposer.window
    ]
    if not fitting:
        raise TextError(f"{shown(file)}: every line is longer than the {proposer.window} tokens of the model's window")
    fitting.sort(key=lambda one: -len(one.encoded.ids))
    rows = [[*proposer.marks, *one.encoded.ids, proposer.engine.eos] for one in fitting]
    return Sources(fitting, rows, len(texts) - len(fitting))


def _texts(file: Path, limit: int | None) -> tuple[list[str], Sequence[AnnotatedSentence | None]]:
    if file.suffix == ".m2":
        from gec.scoring import evaluate, m2

        gold = m2.read(file)[:limit]
        return evaluate.texts([one.tokens for one in gold]), gold
    lines = [line for line in read(file).text.splitlines() if line.strip()][:limit]
    if not lines:
        raise TextError(f"{shown(file)}: no sentences in it; give a file with one sentence per line")
    return lines, [None] * len(lines)


class Judge:
    """Computes F0.5 and GLEU of raw outputs: without respelling, guards and thresholds. Results are remembered, so the
    same outputs are annotated only once."""

    def __init__(self, sources: Sequence[BenchSource], tokenizer: Tokenizer) -> None:
        self._sources, self._tokenizer = sources, tokenizer
        self._gold = [one.gold for one in sources if one.gold is not None]
        self._known: dict[tuple[tuple[int, ...], ...], tuple[float, float]] = {}

    def __call__(self, outputs: Sequence[Sequence[int]]) -> tuple[float, float]:
        key = tuple(map(tuple, outputs))
        if key not in self._known:
            self._known[key] = self._score(outputs)
        return self._known[key]

    def _score(self, outputs: Sequence[Sequence[int]]) -> tuple[float, float]:
        from gec.scoring import errant, evaluate, gleu, spans
        from gec.scoring.sources import fluent_of

        tokens = [one.tokens for one in self._gold]
        said = evaluate.applied(tokens, [self._edits(*one) for one in zip(self._sources, outputs, strict=True)])
        compared = spans.compare(self._gold, errant.annotate(tokens, [said]), "correction")
        wanted = fluent_of(self._gold)
        return compared.counts.f(), gleu.score(wanted.sources, wanted.references, said).mean

    def _edits(self, source: BenchSource, output: Sequence[int]) -> tuple[Edit, ...]:
        found = proposals(source.view.text, source.encoded, output, [], self._tokenizer)
        return source.view.to_text([Edit(one.start, one.end, one.replacement) for one in found])
