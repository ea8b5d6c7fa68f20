"""The real texts for counting rules and guards: sentences that people wrote, and corrections of them.

Documentation and clean sentences have no corrections, and count as correct. Texts that this project wrote are a
separate set, which decides nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gec.scoring import m2
from gec.scoring.natural import natural
from gec.text.formats import prose_of
from gec.text.prose import Prose
from gec.training import texts

CORRECTED = ("realec", "bea-dev", "cweb-g", "cweb-s", "realec-dev", "commits")  # corrected by people; these decide
STANDING = ("documents", "passages", "clean")  # not corrected
WHOLE = ("documents", "passages")  # of these, sets of texts with more than one sentence
OWN = "own"
MANY = 10_000  # sentences drawn from a large set
OF_ONE = 60  # sentences of one document

_FOREIGN = re.compile(r"[^\W\d_a-zA-Z]")  # letters that no English word has


@dataclass(frozen=True, slots=True)
class Sentence:
    """An original sentence, and each annotator's correction of it."""

    text: str
    corrected: tuple[str, ...]


def read(name: str, data: Path, documents: Path, clean: int = MANY) -> list[Sentence]:
    """The sentences of a set. `documents` has the path of a document on each line."""
    if name == "realec":
        return [*_inline([data / "pairs/realec/train.txt.xz"])]
    if name == "commits":
        files = ("commits-core", "commits-esl", "commits-sharealike")
        pairs = [pair for one in files for pair in texts.read_pairs(data / f"pairs/{one}.jsonl.xz")]
        return [Sentence(source, (target,)) for source, target in random.Random(0).sample(pairs, MANY)]
    if name in WHOLE:
        return [*_sentences(proses(name, data, documents))]
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


def proses(name: str, data: Path, documents: Path) -> Iterator[Prose]:
    """The documents of a set: files, or passages that have foreign names or words in them."""
    if name == "documents":
        for path in map(Path, documents.read_text().split("\n")[:-1]):
            yield prose_of(path.read_text(encoding="utf-8", errors="replace"), _format(path))
    else:
        passages = texts.read_lines(data / "text/passages-1.txt.xz")
        yield from (prose_of(line.replace("\t", " ")) for line in passages if _FOREIGN.search(line))


def _sentences(documents: Iterable[Prose]) -> Iterator[Sentence]:
    seen = set()
    for prose in documents:
        for view in islice(prose.views(), OF_ONE):
            if view.text not in seen:
                seen.add(view.text)
                yield Sentence(view.text, (view.text,))


def _format(path: Path) -> str:
    return {".rst": "rst", ".md": "markdown"}.get(path.suffix.lower(), "plain")
