"""Makes typed edits from pairs of tokenised texts with ERRANT, many at a time.

ERRANT merges edits and names their types. This file chooses the spaCy pipeline, parses each sentence once and in
batches, skips identical pairs, and uses several processes. `m2.py` knows the format, and `spans.py` compares.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gec.errors import extra, first_line
from gec.processes import cores, end_with_parent
from gec.scoring.lines import ScoringError
from gec.scoring.m2 import AnnotatedSentence, TokenEdit

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

Tokens = Sequence[str]
SHIPPED = Path(__file__).parent.parent / "models" / "tagger"
PREFERRED = "en_core_web_sm"
# A worker process needs about as long to load as to annotate this many sentences.
SENTENCES_FOR_A_PROCESS = 600
# ERRANT's merger compares all stretches within a run of changes. A longer run becomes one edit.
LONGEST_RUN = 40


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions that an ERRANT score depends on."""

    errant: str
    spacy: str
    pipeline: str

    def __str__(self) -> str:
        return f"ERRANT {self.errant}, spaCy {self.spacy}, pipeline {self.pipeline}"


def annotate(
    sources: Sequence[Tokens],
    corrections: Sequence[Sequence[Tokens]],
    model: str | None = None,
    processes: int | None = None,
) -> list[AnnotatedSentence]:
    """The edits from each source to its corrections. `corrections` has a list of texts for each annotator."""
    rows = [(tuple(source), [tuple(text[i]) for text in corrections]) for i, source in enumerate(sources)]
    changed = [i for i, (source, texts) in enumerate(rows) if any(text != source for text in texts)]
    workers = processes or min(cores(), 1 + len(changed) // SENTENCES_FOR_A_PROCESS)
    work = [rows[i] for i in changed]
    alone = workers == 1 or len(work) < 2
    edits = _annotate_rows(work, model) if alone else _spread(work, model, workers)
    found = dict(zip(changed, edits, strict=True))
    unchanged: list[tuple[TokenEdit, ...]] = [()] * len(corrections)
    return [AnnotatedSentence(source, dict(enumerate(found.get(i, unchanged)))) for i, (source, _) in enumerate(rows)]


Row = tuple[tuple[str, ...], list[tuple[str, ...]]]


def _spread(rows: list[Row], model: str | None, workers: int) -> list[list[tuple[TokenEdit, ...]]]:
    """Distribute the rows in chunks, small enough that all processes end at about the same time."""
    size = max(50, len(rows) // (workers * 4))
    chunks = [rows[i : i + size] for i in range(0, len(rows), size)]
    with ProcessPoolExecutor(workers, get_context("spawn"), end_with_parent) as pool:
        done = pool.map(_annotate_rows, chunks, [model] * len(chunks))
        return [edits for chunk in done for edits in chunk]


def _annotate_rows(rows: list[Row], model: str | None) -> list[list[tuple[TokenEdit, ...]]]:
    annotator = _annotator(model)
    docs = _parse((tokens for source, texts in rows for tokens in [source, *texts]), annotator.nlp)
    return [
        [_edits(annotator, docs[source], docs[text]) if text != source else () for text in texts]
        for source, texts in rows
    ]


def _parse(sentences: Iterable[tuple[str, ...]], nlp: Language) -> dict[tuple[str, ...], Doc]:
    """Parse each different sentence once, in batches of similar length."""
    from spacy.tokens import Doc

    wanted = sorted(set(sentences), key=len)
    return dict(zip(wanted, nlp.pipe((Doc(nlp.vocab, list(tokens)) for tokens in wanted), batch_size=256), strict=True))


def _edits(annotator: Any, source: Doc, correction: Doc) -> tuple[TokenEdit, ...]:
    from gec.scoring.align import Alignment, align

    alignment = align(source, correction)
    alignment = Alignment(source, correction, _without_endless_runs(alignment.align_seq))
    edits = [annotator.classify(edit) for edit in annotator.merge(alignment)]
    return tuple(
        TokenEdit(edit.o_start, edit.o_end, edit.type, " ".join(token.text for token in edit.c_toks)) for edit in edits
    )


def _without_endless_runs(
    steps: list[tuple[str, int, int, int, int]],
) -> list[tuple[str, int, int, int, int]]:
    """Turn every run of changes that is too long into one transposition, which ERRANT does not divide."""
    kept: list[tuple[str, int, int, int, int]] = []
    run: list[tuple[str, int, int, int, int]] = []
    for step in [*steps, ("M", 0, 0, 0, 0)]:
        if step[0] in {"S", "I", "D"}:
            run.append(step)
            continue
        if len(run) > LONGEST_RUN:
            run = [("T0", run[0][1], run[-1][2], run[0][3], run[-1][4])]
        kept += [*run, step]
        run = []
    return kept[:-1]


@cache
def _annotator(model: str | None) -> Any:
    try:
        import errant
    except ImportError as error:
        raise ScoringError(f"ERRANT is not installed; {extra('score')}") from error
    return errant.load("en", pipeline(model))


@cache
def pipeline(model: str | None = None) -> Language:
    """The spaCy pipeline: the one asked for, else en_core_web_sm if it is installed, else the one that ships."""
    try:
        import spacy
    except ImportError as error:
        raise ScoringError(f"spaCy is not installed; {extra('score')}") from error
    name = model or (PREFERRED if importlib.util.find_spec(PREFERRED) else str(SHIPPED))
    try:
        nlp = spacy.load(name, exclude=["ner"])
    except (OSError, ValueError) as error:
        raise ScoringError(f"{name}: no spaCy pipeline could be loaded: {first_line(error)}") from error
    missing = {"tagger", "parser", "lemmatizer"} - set(nlp.pipe_names)
    if missing:
        raise ScoringError(f"{name}: ERRANT needs the components {', '.join(sorted(missing))}, which it lacks")
    return nlp


def versions(model: str | None = None) -> Versions:
    meta = pipeline(model).meta
    return Versions(version("errant"), version("spacy"), f"{meta['lang']}_{meta['name']} {meta['version']}")
