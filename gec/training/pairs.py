"""Pairs of original and corrected text, as batches of ids, new in every epoch.

A stage's mix is cut into chunks; chunk n is a pure function of (seed, stage, n), so any number of worker processes
gives the same batches in the same order, and a run resumes in the middle of one. `records.py` decides what a mix is
made of, labels are `labels.py`'s, `objective.py` decides what the loss does with them.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import warnings
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from gec.decoding.draft import Tokens, track
from gec.edits.edit import Edit, apply
from gec.errors import GecError
from gec.language.misspelt import by_rule
from gec.model.config import Config
from gec.model.tokenizer import Tokenizer
from gec.processes import end_with_parent
from gec.spelling.respell import respelled, unknown
from gec.training import rows
from gec.training.hidden import Hiding
from gec.training.labels import NONE, Ints, Labels, label, padded
from gec.training.recipe import Recipe, Stage
from gec.training.records import Mix
from gec.training.rows import Rows

_WORDS = re.compile(r"\w+(?:['’]\w+)*")
CHUNK = 1024  # pairs that are laid out together, at least
PACKED = 5  # batches of packed rows that are made together, about
MEAN = 56  # tokens of both sides of a pair, about
MORE = 0.25  # where batches have one shape, the share of tokens that are said beside those kept
REPLACED, INSERTED = 6, 12  # ... and one label of the edit head for so many tokens
EMPTY = 20  # chunks without a pair, and then there is none
ARRAYS = (
    "source", "lengths", "inputs", "pointers", "operation", "said_at", "said", "replaced_at", "replaced", "inserted_at",
    "inserted", "ids", "certain", "source_part", "input_part",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ids:
    """What training must know of a model's vocabulary."""

    size: int
    marks: Mapping[str, tuple[int, ...]]  # what stands before every source of a task
    start: int = 0
    pad: int = 0
    eos: int = 1
    pointer: Tokens | None = None  # what moves the pointer, for a network that it feeds

    @classmethod
    def of(cls, config: Config, tokenizer: Tokenizer) -> Ids:
        marks = {task: tuple(tokenizer.ids_of_mark(mark)) for task, mark in config.extras.tasks.items()}
        return cls(
            config.vocab_size,
            marks,
            config.start,
            config.pad,
            config.eos,
            Tokens.of(tokenizer, config) if config.extras.pointer_feed else None,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of a common width, and where in them there is something to learn.

    The places of labels are found here and not on the device, which would have to wait for them.
    """

    source: Any  # [B, S]
    lengths: Any  # [B]
    inputs: Any  # [B, T]: what the decoder is fed
    pointers: Any  # [B, T]: where in the source the pointer stands behind it; [0, 0] for networks that do not ask
    operation: Any  # [B, S]: NONE where padding
    said_at: Any  # places in the flattened [B, T], and the tokens to say there; NONE beyond the last
    said: Any
    replaced_at: Any  # places in the flattened [B, S], and the token the edit head should replace it with
    replaced: Any
    inserted_at: Any  # ... or insert before it
    inserted: Any
    ids: Any  # the batch's vocabulary, sorted; empty: the whole one, otherwise all tokens are places in it
    certain: Any  # of each, whether it stands for itself alone
    source_part: Any  # [B, S] and [B, T]: numbers of the sentences in packed rows; [0, 0] where a row is a sentence
    input_part: Any
    stand_for: float = 1.0  # how many ids each of the others stands for
    rows: int = 0  # pairs
    tokens: int = 0  # real source and target tokens
    arrays: ClassVar[tuple[str, ...]] = ARRAYS

    def to(self, device: torch.device) -> Batch:
        """The arrays as tensors, in one copy that the host does not wait for."""
        arrays = [getattr(self, name) for name in self.arrays]
        flat = torch.from_numpy(np.concatenate([array.ravel() for array in arrays]))
        if device.type == "cuda":
            flat = flat.pin_memory().to(device, non_blocking=True)
        parts = flat.long().split([array.size for array in arrays])  # type: ignore[no-untyped-call]  # torch's own
        tensors = {name: part.view(array.shape) for name, part, array in zip(self.arrays, parts, arrays, strict=True)}
        return replace(self, **tensors)


class Chunks(Dataset[list[Batch]]):
    """Chunk n of a stage: its batches, in the order they are trained on."""

    def __init__(self, recipe: Recipe, stage: Stage, mix: Mix, tokenizer: Tokenizer, ids: Ids) -> None:
        self.recipe, self.stage, self.mix, self.tokenizer, self.ids = recipe, stage, mix, tokenizer, ids
        self.marks = [list(ids.marks.get(source.task, ())) for source in stage.mix]
        self.hides = [source.kind == "hidden" for source in stage.mix]
        self.hiding = Hiding.of(tokenizer) if any(self.hides) else None
        self.size = max(CHUNK, PACKED * recipe.batch_tokens // MEAN if recipe.row else recipe.batch_tokens // 4)

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, number: int) -> list[Batch]:
        rng = random.Random(f"{self.recipe.seed} {self.stage.name} {number}")
        pairs = list(self.mix.draw(self.size, rng))
        if self.recipe.respell:
            pairs = [(which, as_read(wrong, correct), correct) for which, wrong, correct in pairs]
        # sentences often stand as they are, so many sides occur twice
        different = list(dict.fromkeys(side for pair in pairs for side in pair[1:]))
        ids = dict(zip(different, self.tokenizer.ids_many(different), strict=True))
        sources, targets, marks = [], [], []
        end = [self.ids.eos]
        for which, wrong, correct in pairs:
            mark, written, right = self.marks[which], ids[wrong], ids[correct]
            if self.hiding is not None and self.hides[which]:
                written = self.hiding(written, rng)
            if max(len(mark) + len(written), len(right)) < self.recipe.longest:
                sources.append(mark + written + end)
                targets.append(right + end)
                marks.append(len(mark))
        if not sources:
            return []
        pointers = self._pointers(sources, targets, marks)
        return self._batches(label(sources, targets, marks), pointers, random.Random(rng.getrandbits(64)))

    def _pointers(self, sources: list[list[int]], targets: list[list[int]], marks: list[int]) -> Ints | None:
        """[N, T]: where in the source the pointer stands before each target token."""
        tokens = self.ids.pointer
        if tokens is None:
            return None
        triples = zip(sources, targets, marks, strict=True)
        return padded(
            [[mark + at for at in track(source[mark:], target[:-1], tokens)] for source, target, mark in triples]
        )[0]

    def _batches(self, labels: Labels, pointers: Ints | None, rng: random.Random) -> list[Batch]:
        """Rows of a length together, longest first cut and then shuffled; or packed rows, so many in each."""
        seed = rng.getrandbits(64)
        special = {"start": self.ids.start, "pad": self.ids.pad}
        laid: list[Rows] = []
        if self.recipe.row:
            height = self.recipe.batch_tokens // (2 * self.recipe.row)
            bins = rows.binned(labels.lengths, labels.target_lengths, self.recipe.row)
            rng.shuffle(bins)
            whole = len(bins) - len(bins) % height or len(bins)  # what is over makes no batch of its own
            for first in range(0, whole, height):
                some = bins[first : first + height]
                laid.append(rows.packed(labels, pointers, some, height=height, width=self.recipe.row, **special))
        else:
            longer = np.maximum(labels.lengths, labels.target_lengths)
            order = np.argsort(-longer, kind="stable")
            while len(order):
                count = max(1, self.recipe.batch_tokens // (2 * int(longer[order[0]])))
                laid.append(rows.alone(labels, pointers, order[:count], **special))
                order = order[count:]
        # draws of its own: no batch depends on another
        made = [self._batch(one, np.random.default_rng((seed, number))) for number, one in enumerate(laid)]
        rng.shuffle(made)
        return made

    def _batch(self, laid: Rows, draws: np.random.Generator) -> Batch:
        fixed = self.recipe.row > 0  # one shape: as many labels in every batch
        drawn = draws.random(laid.target.shape)
        wanted = np.where(laid.changed, 2.0, (drawn < self.stage.keep) * draws.random(laid.target.shape))
        room = int(laid.target.size * min(1.0, self.stage.keep + MORE)) if fixed else None
        said_at, said = _placed(laid.target, wanted * laid.real, room)
        places = []
        for values, share in ((laid.replacement, REPLACED), (laid.insertion, INSERTED)):
            weight = (values != NONE) * draws.random(values.shape)
            places.append(_placed(values, weight, values.size // share if fixed else None))
        tokens = [laid.source, laid.inputs, said, places[0][1], places[1][1]]
        ids, certain, stand_for, numbers = self._vocabulary(tokens, draws)
        return Batch(
            numbers[0], laid.lengths, numbers[1], laid.pointers, laid.operation, said_at, numbers[2], places[0][0],
            numbers[3], places[1][0], numbers[4], ids, certain, laid.source_part, laid.input_part,
            stand_for=stand_for, rows=laid.pairs, tokens=laid.tokens,
        )  # fmt: skip

    def _vocabulary(self, tokens: list[Ints], draws: np.random.Generator) -> tuple[Ints, Ints, float, list[Ints]]:
        """The vocabulary (none: all of it), which are certain, how many each other stands for, the tokens in it."""
        settings = self.recipe.optimizer
        none = np.zeros(0, dtype=np.int32)
        if not settings.frequent or settings.frequent >= self.ids.size:
            return none, none, 1.0, tokens
        held = np.zeros(self.ids.size, dtype=np.bool_)
        held[: settings.frequent] = True
        for some in tokens:
            held[some[some != NONE]] = True
        others = np.flatnonzero(~held)
        drawn = draws.choice(others, min(settings.sampled, len(others)), replace=False)
        stand_for = len(others) / max(1, len(drawn))
        certain = held.copy()
        held[drawn] = True
        ids = np.flatnonzero(held).astype(np.int32)
        place = np.cumsum(held, dtype=np.int32) - 1
        numbers = [np.where(some == NONE, NONE, place[np.maximum(some, 0)]) for some in tokens]
        return ids, certain[ids].astype(np.int32), stand_for, numbers


def as_read(written: str, right: str) -> str:
    """What was written with its misspellings mended, *sleeped* among them, but for words that are right as they stand:
    a model that is to bring those back would learn to invent names. Faults that a rule sees stay, for the model to
    know them as well."""
    stand = set(_WORDS.findall(right))
    others = [one for one in _WORDS.findall(written) if one not in stand]
    strange = others and any(written[one.start : one.end] not in stand for one in unknown(written))
    if not strange and not any(by_rule(one.lower()) for one in others):
        return written  # nothing to mend, as in most sentences: no need to look for faults that stay
    swaps = [one for one in respelled(written).swaps if written[one.start : one.end] not in stand]
    swaps = [one for one in swaps if one.spelling is not None or by_rule(written[one.start : one.end].lower())]
    return apply(written, [Edit(one.start, one.end, one.replacement) for one in swaps])


def _placed(values: Ints, weight: Any, room: int | None) -> tuple[Ints, Ints]:
    """The flat places with weight and their values; with a fixed room, the heaviest, filled up with NONE."""
    flat = weight.ravel()
    places = np.flatnonzero(flat > 0)
    if room is None:
        return places.astype(np.int32), values.ravel()[places]
    if len(places) > room:
        places = np.sort(places[np.argsort(-flat[places], kind="stable")[:room]])
    at = np.arange(room, dtype=np.int32)  # fillers differ: a GPU adds up what is taken twice one by one
    at[: len(places)] = places
    found = np.full(room, NONE, dtype=np.int32)
    found[: len(places)] = values.ravel()[places]
    return at, found


def batches(
    chunks: Chunks, first: int, skip: int, workers: int, stride: int = 1
) -> Generator[tuple[int, int, Batch], None, None]:
    """(chunk, place in it, batch) from chunk `first` on, every `stride`-th, without the first `skip` batches."""
    # Workers are forked so that they share the text; they use nothing that other threads could hold.
    forked = "fork" if workers and "fork" in multiprocessing.get_all_start_methods() else None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
        warnings.filterwarnings("ignore", message="This DataLoader will create")  # more than cores: as was asked
        loader = DataLoader(
            chunks,
            batch_size=None,
            sampler=range(first, len(chunks), stride),
            num_workers=workers,
            multiprocessing_context=forked,
            prefetch_factor=2 if workers else None,
            worker_init_fn=_alone,
            collate_fn=_as_it_is,
        )
        supply = iter(loader)
    empty = 0
    for number, group in zip(range(first, len(chunks), stride), supply, strict=False):
        empty = 0 if group else empty + 1
        if empty == EMPTY:
            raise GecError(
                f"stage {chunks.stage.name!r}: no pair in {empty * chunks.size:,} drawn is shorter than"
                f" {chunks.recipe.longest} tokens; cut the texts into sentences, or raise `longest`"
            )
        for place, batch in enumerate(group):
            if number > first or place >= skip:
                yield number, place, batch


def _alone(worker: int) -> None:
    """One thread a worker: there are as many workers as cores."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
    end_with_parent()


def _as_it_is(group: list[Batch]) -> list[Batch]:
    return group
