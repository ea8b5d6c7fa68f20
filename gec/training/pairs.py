"""Pairs of what was written and what it should be, as batches of ids, fresh every epoch.

A stage's mix is cut into chunks; chunk n is a pure function of (seed, stage, n), so any number of worker processes
gives the same batches in the same order, and a run resumes in the middle of one. Errors in clean text are made by
`noise/`; what the loss does with the labels is `objective.py`'s.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from gec.edits.align import changes
from gec.errors import GecError
from gec.model.heads import DELETE, KEEP, REPLACE
from gec.model.tokenizer import CORRECT, REWRITE, Tokenizer
from gec.training import texts
from gec.training.noise import Noiser
from gec.training.recipe import Recipe, Source, Stage

CHUNK = 1024  # pairs sorted by length together
NONE = -100  # a label that does not count
HELD_OUT = 20  # one learner text in this many is never trained on
MARKS = {"correct": CORRECT, "rewrite": REWRITE}


class Records(Protocol):
    """An endless supply: the pair of record `index` under this randomness."""

    def __len__(self) -> int: ...
    def pair(self, index: int, rng: random.Random) -> tuple[str, str]: ...


class Noised:
    """Clean lines and the errors made in them."""

    def __init__(self, paths: list[Path], register: str) -> None:
        self.lines = texts.Lines(paths)
        self.noise = Noiser(register)

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> tuple[str, str]:
        line = self.lines[index]
        return self.noise(line, rng), line


class Passages:
    """Coherent passages, one to three sentences at a time, each noised and joined again."""

    def __init__(self, paths: list[Path], register: str) -> None:
        self.lines = texts.Lines(paths)
        self.noise = Noiser(register)

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> tuple[str, str]:
        sentences = self.lines[index].split("\t")
        first = rng.randrange(len(sentences))
        chosen = sentences[first : first + rng.randint(1, 3)]
        return " ".join(self.noise.passage(chosen, rng)), " ".join(chosen)


class Unchanged:
    """Lines that stand as they are."""

    def __init__(self, paths: list[Path]) -> None:
        self.lines = texts.Lines(paths)

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> tuple[str, str]:
        line = self.lines[index]
        return line, line


class Given:
    """Pairs from files; with `soften`, some sources also get the small faults that these writers rarely make."""

    def __init__(self, pairs: Sequence[tuple[str, str]], soften: float) -> None:
        self.pairs = pairs
        self.soften = soften
        self.noise = Noiser("light") if soften else None

    def __len__(self) -> int:
        return len(self.pairs)

    def pair(self, index: int, rng: random.Random) -> tuple[str, str]:
        source, target = self.pairs[index]
        if self.noise is not None and rng.random() < self.soften:
            source = self.noise(source, rng)
        return source, target


def records(source: Source, data: Path) -> Records:
    """The reader a recipe's source names."""
    paths = _paths(source, data)
    if source.kind == "noise":
        return Noised(paths, source.register)
    if source.kind == "passages":
        return Passages(paths, source.register)
    if source.kind == "unchanged":
        return Unchanged(paths)
    if source.kind == "learner":
        kept = [pair for path in paths for text in texts.learner_texts(path) if not held_out(text) for pair in text]
        return Given(kept, source.soften)
    if source.kind == "rewrite":
        return Given([pair for path in paths for pair in texts.rewrite_records(path)], source.soften)
    if source.kind == "jsonl":
        found = [
            (str(record["src"]), str(record["tgt"]))
            for path in paths
            for record in texts.read_json(path)
            if all(record.get(key) == value for key, value in source.where.items())
        ]
        return Given(found, source.soften)
    raise GecError(f"unknown kind of source {source.kind!r}; known: noise passages unchanged learner rewrite jsonl")


def held_out(text: Sequence[tuple[str, str]]) -> bool:
    """Whether a learner text is kept for measuring: one in twenty, by its contents."""
    return zlib.crc32(text[0][0].encode()) % HELD_OUT == 0


def held_out_pairs(paths: list[Path]) -> list[tuple[str, str]]:
    """The learner sentences that no recipe trains on."""
    return [pair for path in paths for text in texts.learner_texts(path) if held_out(text) for pair in text]


def _paths(source: Source, data: Path) -> list[Path]:
    paths: list[Path] = []
    for pattern in source.files:
        found = sorted(data.glob(pattern)) or sorted(Path().glob(pattern))
        if not found:
            raise GecError(f"{data / pattern}: no such file; --data names the folder that recipes look in")
        paths += found
    return paths


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows padded to a common length; labels are NONE where they do not count."""

    source: Tensor  # [B, S]: mark, ids, end
    lengths: Tensor  # [B]
    inputs: Tensor  # [B, T]: start, ids
    target: Tensor  # [B, T]: ids, end; NONE where padding or left out of the loss
    operation: Tensor  # [B, S]: what the edit head should say
    replacement: Tensor  # [B, S]
    insertion: Tensor  # [B, S]: the token to insert before this one
    drawn: Tensor  # ids that stand for the rest of the vocabulary, if not all of it is in the output layer
    tokens: int  # real source and target tokens

    def to(self, device: torch.device) -> Batch:
        moved = (
            value.to(device, non_blocking=True)
            for value in (getattr(self, one.name) for one in fields(self))
            if isinstance(value, Tensor)
        )
        return Batch(*moved, tokens=self.tokens)


@dataclass(frozen=True, slots=True)
class Example:
    source: list[int]
    target: list[int]
    changed: list[bool]  # of each target token
    operation: list[int]
    replacement: list[int]
    insertion: list[int]


def example(source: list[int], target: list[int]) -> Example:
    """Labels by alignment; both sides end in the end token, the source begins with its mark."""
    changed = [False] * len(target)
    operation = [KEEP] * len(source)
    replacement = [NONE] * len(source)
    insertion = [NONE] * len(source)
    for change in changes(source[1:], target):
        start, end = change.start + 1, change.end + 1
        new = target[change.new_start : change.new_end]
        for place in range(change.new_start, max(change.new_end, change.new_start + 1)):
            changed[place] = True
        for offset, place in enumerate(range(start, end)):
            operation[place] = REPLACE if offset < len(new) else DELETE
            if offset < len(new):
                replacement[place] = new[offset]
        if len(new) > end - start:
            insertion[end] = new[end - start]
    return Example(source, target, changed, operation, replacement, insertion)


class Chunks(Dataset[list[Batch]]):
    """Chunk n of a stage: its batches, in the order they are trained on."""

    def __init__(self, recipe: Recipe, stage: Stage, tokenizer: Tokenizer, data: Path) -> None:
        self.recipe, self.stage, self.tokenizer = recipe, stage, tokenizer
        self.records = [records(source, data) for source in stage.mix]
        self.weights = [source.weight for source in stage.mix]
        self.marks = [tokenizer.id_of(MARKS[source.task]) for source in stage.mix]

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, number: int) -> list[Batch]:
        rng = random.Random(f"{self.recipe.seed} {self.stage.name} {number}")
        chosen = rng.choices(range(len(self.records)), self.weights, k=CHUNK)
        pairs = []
        for which in chosen:
            supply = self.records[which]
            pairs.append((which, *supply.pair(rng.randrange(len(supply)), rng)))
        ids = [one.ids for one in self.tokenizer.encode_many([side for pair in pairs for side in pair[1:]])]
        examples = []
        for place, (which, _, _) in enumerate(pairs):
            written, right = ids[2 * place], ids[2 * place + 1]
            if written and right and max(len(written), len(right)) + 2 <= self.recipe.longest:
                mark = self.marks[which]
                assert mark is not None
                end = self.tokenizer.eos
                examples.append(example([mark, *written, end], [*right, end]))
        return self._batches(examples, rng)

    def _batches(self, examples: list[Example], rng: random.Random) -> list[Batch]:
        examples.sort(key=lambda one: (len(one.source), len(one.target)))
        groups: list[list[Example]] = [[]]
        widest = 0
        for one in examples:
            widest = max(widest, len(one.source) + len(one.target))
            if groups[-1] and widest * (len(groups[-1]) + 1) > self.recipe.batch_tokens:
                groups.append([])
                widest = len(one.source) + len(one.target)
            groups[-1].append(one)
        rng.shuffle(groups)
        return [collate(group, self.stage.keep, rng, self._drawn(rng)) for group in groups if group]

    def _drawn(self, rng: random.Random) -> list[int]:
        settings = self.recipe.optimizer
        if not settings.frequent:
            return []
        return rng.sample(range(settings.frequent, len(self.tokenizer)), settings.sampled)


def collate(
    examples: list[Example], keep: float, rng: random.Random, drawn: Sequence[int] = ()
) -> Batch:
    """Padded rows; of unchanged target tokens only a share `keep` has a label."""
    targets = [
        [
            token if changed or keep >= 1 or rng.random() < keep else NONE
            for token, changed in zip(one.target, one.changed, strict=True)
        ]
        for one in examples
    ]
    return Batch(
        source=_padded([one.source for one in examples], 0),
        lengths=torch.tensor([len(one.source) for one in examples]),
        inputs=_padded([[0, *one.target[:-1]] for one in examples], 0),
        target=_padded(targets, NONE),
        operation=_padded([one.operation for one in examples], NONE),
        replacement=_padded([one.replacement for one in examples], NONE),
        insertion=_padded([one.insertion for one in examples], NONE),
        drawn=torch.tensor(drawn, dtype=torch.long),
        tokens=sum(len(one.source) + len(one.target) for one in examples),
    )


def _padded(rows: list[list[int]], value: int) -> Tensor:
    width = max(map(len, rows))
    return torch.tensor([row + [value] * (width - len(row)) for row in rows])


def batches(chunks: Chunks, first: int, skip: int, workers: int) -> Iterator[tuple[int, int, Batch]]:
    """(chunk, place in it, batch) from chunk `first` on, leaving out its first `skip` batches."""
    loader = DataLoader(
        chunks,
        batch_size=None,
        sampler=range(first, len(chunks)),
        num_workers=workers,
        prefetch_factor=4 if workers else None,
        persistent_workers=False,
    )
    for number, group in enumerate(loader, first):
        for place, batch in enumerate(group):
            if number > first or place >= skip:
                yield number, place, batch
