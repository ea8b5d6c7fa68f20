"""The real texts that rules and guards are counted on: sentences that people wrote, and what others made of them.

What nobody has corrected counts as right as it stands: documentation, and clean sentences. Texts that this project
wrote are a set of their own, which decides nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gec.scoring import m2
from gec.scoring.natural import natural
from gec.text.formats import prose_of
from gec.training import texts

CORRECTED = ("realec", "bea-dev", "cweb-g", "cweb-s", "realec-dev", "commits")  # by people; these decide
STANDING = ("documents", "clean")  # by nobody
OWN = "own"
MANY = 10_000  # sentences that are drawn of a large set
OF_ONE = 60  # sentences of one document


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it was written, and as each annotator left it."""

    text: str
    corrected: tuple[str, ...]


def read(name: str, data: Path, documents: Path, clean: int = MANY) -> list[Sentence]:
    """The sentences of a set; `documents` has a path of a document on each line."""
    if name == "realec":
        return [*_inline([data / "pairs/realec/train.txt.xz"])]
    if name == "commits":
        files = ("commits-core", "commits-esl", "commits-sharealike")
        pairs = [pair for one in files for pair in texts.read_pairs(data / f"pairs/{one}.jsonl.xz")]
        return [Sentence(source, (target,)) for source, target in random.Random(0).sample(pairs, MANY)]
    if name == "documents":
        return [*_documents(map(Path, documents.read_text().split("\n")[:-1]))]
    if name == "clean":
        lines = islice(texts.read_lines(data / "text/clean-3.txt.xz"), clean)
        return [Sentence(line, (line,)) for line in lines]
    if name == OWN:
        files = sorted((Path(__file__).parents[1] / "corpora/learner").glob("*.txt*"))
        found = [*_inline(files)]
        return random.Random(0).sample(found, min(MANY, len(found)))
    file = {"cweb-g": "CWEB-G.dev", "cweb-s": "CWEB-S.dev"}.get(name, name)
    return [*_annotated(data / f"eval/{file}.m2")]


def _inline(paths: Iterable[Path]) -> Iterator[Sentence]:
    for path in paths:
        for line in texts.read_lines(path):
            if line.strip() and not line.startswith("# "):
                source, target = texts.expand(line)
                if source.strip():
                    yield Sentence(source, (target,))


def _annotated(path: Path) -> Iterator[Sentence]:
    for one in m2.read(path):
        if one.tokens:
            corrected = (natural(one.corrected(who)).text for who in one.annotators)
            yield Sentence(natural(one.tokens).text, tuple(dict.fromkeys(corrected)))


def _documents(paths: Iterable[Path]) -> Iterator[Sentence]:
    seen = set()
    for path in paths:
        prose = prose_of(path.read_text(encoding="utf-8", errors="replace"), _format(path))
        for view in islice(prose.views(), OF_ONE):
            if view.text not in seen:
                seen.add(view.text)
                yield Sentence(view.text, (view.text,))


def _format(path: Path) -> str:
    return {".rst": "rst", ".md": "markdown"}.get(path.suffix.lower(), "plain")
