"""Reads the input of the scoring commands: a reference and the output of a system, in any supported form.

A reference is an M2 file or, for GLEU, a folder with one `*.src` file and its `*.ref0`, `*.ref1` and so on. An output
is M2 or plain tokenised lines. `m2.py` and `lines.py` know the formats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gec.scoring import errant, lines, m2
from gec.scoring.lines import ScoringError
from gec.scoring.m2 import AnnotatedSentence

Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fluent:
    """Sources, and their rewritings by each annotator."""

    sources: list[Tokens]
    references: list[list[Tokens]]


def tokenised(path: Path) -> list[Tokens]:
    return [tuple(line.split()) for line in lines.read(path)]


def files(path: Path) -> list[Path]:
    """The files of a reference."""
    return sorted([*path.glob("*.src"), *path.glob("*.ref*")]) if path.is_dir() else [path]


def fluent(path: Path) -> Fluent:
    """The sources and references in a folder, or those of an M2 file after its edits."""
    return _folder(path) if path.is_dir() else fluent_of(m2.read(path))


def fluent_of(sentences: Sequence[AnnotatedSentence]) -> Fluent:
    annotators = sorted({who for sentence in sentences for who in sentence.annotators})
    references = [[tuple(sentence.corrected(who)) for sentence in sentences] for who in annotators]
    return Fluent([sentence.tokens for sentence in sentences], references)


def _folder(folder: Path) -> Fluent:
    sources = sorted(folder.glob("*.src"))
    if len(sources) != 1:
        raise ScoringError(f"{folder}: expected one file that ends in .src, found {len(sources)}; keep one split there")
    paths = sorted(folder.glob(f"{sources[0].stem}.ref*"))
    if not paths:
        raise ScoringError(f"{folder}: no reference; expected {sources[0].stem}.ref0 beside {sources[0].name}")
    found = Fluent(tokenised(sources[0]), [tokenised(path) for path in paths])
    for path, reference in zip(paths, found.references, strict=True):
        lines.same_length(str(path), reference, str(sources[0]), found.sources)
    return found


def output(path: Path, reference: Sequence[Tokens], name: str) -> list[Tokens]:
    """The tokens of a system's sentences, from plain lines or M2."""
    annotated_file = m2.looks_like(path)
    found = m2.read(path) if annotated_file else []
    _same_sources(path, found, reference, name)
    texts = [tuple(sentence.corrected()) for sentence in found] if annotated_file else tokenised(path)
    lines.same_length(str(path), texts, name, reference)
    return texts


def _same_sources(path: Path, found: Sequence[AnnotatedSentence], reference: Sequence[Tokens], name: str) -> None:
    """Refuse the M2 file of another text."""
    for number, (one, tokens) in enumerate(zip(found, reference, strict=False), 1):
        if "".join(one.tokens) != "".join(tokens):
            raise ScoringError(
                f"{path}: sentence {number} is {' '.join(one.tokens)[:50]!r}, and in {name} "
                f"{' '.join(tokens)[:50]!r}; score a system on the sentences of the reference"
            )


def annotated(
    path: Path, reference: Sequence[AnnotatedSentence], name: str, model: str | None, processes: int | None
) -> list[AnnotatedSentence]:
    """The edits of a system: from its M2 file, or found by ERRANT in its text."""
    tokens = [sentence.tokens for sentence in reference]
    if m2.looks_like(path):
        found = m2.read(path)
        lines.same_length(str(path), found, name, reference)
        _same_sources(path, found, tokens, name)
        return found
    return errant.annotate(tokens, [output(path, tokens, name)], model, processes)
