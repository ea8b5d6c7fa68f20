"""Vectors for tokens, computed from counts of the tokens one and two places away in plain text.

Tokens with the same neighbours are of one kind (verbs in -s, plural nouns, prepositions), and a grammar corrector must
know these kinds before it can learn anything else. Counting a few hundred thousand sentences and reducing the table
takes a minute, but learning the same by gradient takes a CPU hours. `gec/model/start.py` puts the vectors into the
embedding.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gec.model.tokenizer import Tokenizer
from gec.training.labels import Flags, Ints, padded

Counts = NDArray[np.int64]

PLACES = (-2, -1, 1, 2)
CONTEXTS = 3000  # the most frequent tokens count as neighbours
SMOOTH = 0.75  # exponent that raises the weight of rare contexts
SEEN = 5  # a token seen less often gets no vector
MAX_LINE_TOKENS = 128  # tokens; longer lines are left out, because they would widen the arrays
ITERATIONS = 4  # of the randomised decomposition


def vectors(tokenizer: Tokenizer, texts: Sequence[str], size: int, seed: int) -> Tensor:
    """[vocabulary, size]. The norm of each row is that of `size` standard normal numbers, or 0 for rare tokens."""
    ids, lengths = padded([row for row in tokenizer.ids_many(texts) if 1 < len(row) <= MAX_LINE_TOKENS])
    real = np.arange(ids.shape[1]) < lengths[:, None]
    count = np.bincount(ids[real], minlength=len(tokenizer)).astype(np.float64)
    frequent = np.argsort(-count, kind="stable")[:CONTEXTS]
    number = np.full(len(tokenizer), -1)
    number[frequent] = np.arange(len(frequent))
    table = np.concatenate([_surprise(_beside(ids, real, number, place)) for place in PLACES], axis=1)
    torch.manual_seed(seed)
    left, values, _ = torch.svd_lowrank(torch.from_numpy(table), q=size, niter=ITERATIONS)
    rows: Tensor = left * values.sqrt()
    rows = rows - rows[torch.from_numpy(count >= SEEN)].mean(0)
    rows = rows / rows.norm(dim=1, keepdim=True).clamp(min=1e-6) * size**0.5
    rows[torch.from_numpy(count < SEEN)] = 0.0
    return rows


def _beside(ids: Ints, real: Flags, number: Counts, place: int) -> Counts:
    """How often each frequent token is at this distance from each token."""
    width = ids.shape[1]
    here = slice(max(0, -place), width - max(0, place))
    there = slice(max(0, place), width - max(0, -place))
    context = number[ids[:, there]]
    both = real[:, here] & real[:, there] & (context >= 0)
    contexts = int(number.max()) + 1
    pairs = ids[:, here][both].astype(np.int64) * contexts + context[both]
    return np.bincount(pairs, minlength=len(number) * contexts).reshape(len(number), contexts)


def _surprise(table: Counts) -> NDArray[np.float32]:
    """Positive pointwise mutual information."""
    context = table.sum(0).astype(np.float64) ** SMOOTH
    expected = table.sum(1, keepdims=True) * (context / context.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(table / expected)
    return np.where(np.isfinite(found), np.maximum(found, 0.0), 0.0).astype(np.float32)
