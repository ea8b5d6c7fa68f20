"""Pairs of original and corrected text, as batches of ids, new in every epoch.

A stage's mix is cut into chunks. Chunk n is a pure function of (seed, stage, n), so any number of worker processes
gives the same batches in the same order, and a run can resume in the middle of a chunk. `records.py` reads the sources
of a mix, `labels.py` makes the labels, and `objective.py` computes the loss.
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

from gec.before_model import respelled
from gec.decoding.draft import Tokens, track
from gec.edits.edit import Edit, apply
from gec.errors import GecError
from gec.language.misspelt import by_rule
from gec.model.config import Config
from gec.model.tokenizer import Tokenizer
from gec.processes import end_with_parent
from gec.spelling.respell import unknown
from gec.training import rows
from gec.training.hidden import Hiding
from gec.training.labels import NONE, Ints, Labels, label, padded
from gec.training.recipe import Recipe, Stage
from gec.training.records import Mix
from gec.training.rows import Rows

_WORDS = re.compile(r"\w+(?:['’]\w+)*")
CHUNK = 1024  # the fewest pairs in a chunk
PACKED = 5  # batches of packed rows in a chunk, about
MEAN = 56  # tokens of both sides of a pair, about
MORE = 0.25  # with packed rows, room for labels of the decoder beside `keep`, as a share of the tokens
REPLACED, INSERTED = 6, 12  # ... and so many tokens for each label of the edit head
EMPTY = 20  # so many chunks without a pair are an error
ARRAYS = (
    "source", "lengths", "inputs", "pointers", "operation", "said_at", "said", "replaced_at", "replaced", "inserted_at",
    "inserted", "ids", "certain", "source_part", "input_part",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VocabularyIds:
    """What training must know of a model's vocabulary."""

    size: int
    marks: Mapping[str, tuple[int, ...]]  # by task, the ids before every source
    start: int = 0
    pad: int = 0
    eos: int = 1
    pointer: Tokens | None = None  # for the pointer, if the network has a pointer feed

    @classmethod
    def of(cls, config: Config, tokenizer: Tokenizer) -> VocabularyIds:
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
    """Rows of a common width, and the labels with their places.

    The places of labels are computed on the host, because the device would have to wait for them.
    """

    source: Any  # [B, S]
    lengths: Any  # [B]
    inputs: Any  # [B, T]: input of the decoder
    pointers: Any  # [B, T]: the pointer's place in the source; [0, 0] for networks without a pointer feed
    operation: Any  # [B, S]: NONE where padding
    said_at: Any  # places in the flattened [B, T]
    said: Any  # the target tokens there; NONE for unused room
    replaced_at: Any  # places in the flattened [B, S], and the token that the edit head should put there
    replaced: Any
    inserted_at: Any  # ... or insert before it
    inserted: Any
    ids: Any  # the batch's vocabulary, sorted, in which all tokens are places; empty: the whole vocabulary
    certain: Any  # for each id, whether it was not sampled
    source_part: Any  # [B, S] and [B, T]: numbers of the sentences in packed rows; [0, 0] where a row is a sentence
    input_part: Any
    stand_for: float = 1.0  # how many ids each sampled one stands for
    rows: int = 0  # pairs
    tokens: int = 0  # real source and target tokens
    arrays: ClassVar[tuple[str, ...]] = ARRAYS

    def to(self, device: torch.device) -> Batch:
        """The arrays as tensors, copied to the device at once and asynchronously."""
        arrays = [getattr(self, name) for name in self.arrays]
        flat = torch.from_numpy(np.concatenate([array.ravel() for array in arrays]))
        if device.type == "cuda":
            flat = flat.pin_memory().to(device, non_blocking=True)
        parts = flat.long().split([array.size for array in arrays])  # type: ignore[no-untyped-call]  # torch's own
        tensors = {name: part.view(array.shape) for name, part, array in zip(self.arrays, parts, arrays, strict=True)}
        return replace(self, **tensors)


class Chunks(Dataset[list[Batch]]):
    """The chunks of a stage. Each is a list of batches in the order of training."""

    def __init__(self, recipe: Recipe, stage: Stage, mix: Mix, tokenizer: Tokenizer, ids: VocabularyIds) -> None:
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
        # many sentences need no change, so both sides are the same
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
        """[N, T]: the pointer's place in the source before each target token."""
        tokens = self.ids.pointer
        if tokens is None:
            return None
        triples = zip(sources, targets, marks, strict=True)
        return padded(
            [[mark + at for at in track(source[mark:], target[:-1], tokens)] for source, target, mark in triples]
        )[0]

    def _batches(self, labels: Labels, pointers: Ints | None, rng: random.Random) -> list[Batch]:
        """Batches of rows of similar length, or of packed rows, shuffled."""
        seed = rng.getrandbits(64)
        special = {"start": self.ids.start, "pad": self.ids.pad}
        laid: list[Rows] = []
        if self.recipe.row:
            height = self.recipe.batch_tokens // (2 * self.recipe.row)
            bins = rows.binned(labels.lengths, labels.target_lengths, self.recipe.row)
            rng.shuffle(bins)
            whole = len(bins) - len(bins) % height or len(bins)  # an incomplete last batch is dropped
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
        # each batch has its own random numbers, so none depends on another
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
        """The `ids`, `certain` and `stand_for` of a batch, and its tokens as places in `ids`."""
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
    """The source with its misspellings corrected (also *sleeped*), as in front of the finished model. Words that the
    target keeps are not changed: to bring them back, a model would have to invent names. Errors that other rules find
    are kept, so that the model learns them too."""
    kept = set(_WORDS.findall(right))
    others = [one for one in _WORDS.findall(written) if one not in kept]
    misspelt = others and any(written[one.start : one.end] not in kept for one in unknown(written))
    if not misspelt and not any(by_rule(one.lower()) for one in others):
        return written  # nothing to correct, as in most sentences
    swaps = [one for one in respelled(written).swaps if written[one.start : one.end] not in kept]
    swaps = [one for one in swaps if one.spelling is not None or by_rule(written[one.start : one.end].lower())]
    return apply(written, [Edit(one.start, one.end, one.replacement) for one in swaps])


def _placed(values: Ints, weight: Any, room: int | None) -> tuple[Ints, Ints]:
    """The flat places with a weight, and their values. With fixed room, the heaviest, filled up with NONE."""
    flat = weight.ravel()
    places = np.flatnonzero(flat > 0)
    if room is None:
        return places.astype(np.int32), values.ravel()[places]
    if len(places) > room:
        places = np.sort(places[np.argsort(-flat[places], kind="stable")[:room]])
    at = np.arange(room, dtype=np.int32)  # different fillers, because a GPU is slow at summing gradients of one place
    at[: len(places)] = places
    found = np.full(room, NONE, dtype=np.int32)
    found[: len(places)] = values.ravel()[places]
    return at, found


def batches(
    chunks: Chunks, first: int, skip: int, workers: int, stride: int = 1
) -> Generator[tuple[int, int, Batch], None, None]:
    """(chunk, place in it, batch) for every `stride`-th chunk from `first` on, without the first `skip` batches."""
    # Workers are forked so that they share the text. They use no lock that other threads could hold.
    forked = "fork" if workers and "fork" in multiprocessing.get_all_start_methods() else None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
        warnings.filterwarnings("ignore", message="This DataLoader will create")  # more workers than cores
        loader = DataLoader(
            chunks,
            batch_size=None,
            sampler=range(first, len(chunks), stride),
            num_workers=workers,
            multiprocessing_context=forked,
            prefetch_factor=2 if workers else None,
            worker_init_fn=_start_worker,
            collate_fn=_identity,
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


def _start_worker(worker: int) -> None:
    """Use one thread in each worker, because there are as many workers as cores."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
    end_with_parent()


def _identity(group: list[Batch]) -> list[Batch]:
    return group
