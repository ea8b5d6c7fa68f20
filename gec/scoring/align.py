"""ERRANT's linguistic token alignment, with the same result, but faster.

ERRANT searches every transposition anew, so two long unrelated sentences take it minutes. Here the attributes of words
are read once, a shared ending is left out, and transpositions are found through running sums. If a table would have
more than `CELLS` cells, only the gaps between common stretches are aligned. ERRANT's merger, called in `errant.py`,
turns the steps into edits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel

if TYPE_CHECKING:
    from spacy.tokens import Doc

Step = tuple[str, int, int, int, int]
CELLS = 250_000
INFINITE_COST = float("inf")


@dataclass(frozen=True, slots=True)
class AlignedWords:
    """The attributes of one side's tokens that the alignment compares, as numbers."""

    texts: list[str]
    orths: list[int]
    lowers: list[int]
    lemmas: list[int]
    kinds: list[int]

    def part(self, start: int, end: int) -> AlignedWords:
        cut = slice(start, end)
        return AlignedWords(self.texts[cut], self.orths[cut], self.lowers[cut], self.lemmas[cut], self.kinds[cut])


@dataclass(frozen=True, slots=True)
class Alignment:
    """Both sides and the steps between them. ERRANT's merger expects these names."""

    orig: Doc
    cor: Doc
    align_seq: list[Step]


def words(doc: Doc) -> AlignedWords:
    from spacy.attrs import LEMMA, LOWER, ORTH, POS

    if not len(doc):
        return AlignedWords([], [], [], [], [])
    orths, lowers, lemmas, kinds = doc.to_array([ORTH, LOWER, LEMMA, POS]).T.tolist()
    return AlignedWords([token.text for token in doc], orths, lowers, lemmas, kinds)


def align(orig: Doc, cor: Doc) -> Alignment:
    return Alignment(orig, cor, steps(words(orig), words(cor)))


def steps(a: AlignedWords, b: AlignedWords) -> list[Step]:
    """The cheapest alignment. Operations are M(atch), S(ubstitute), I(nsert), D(elete), T(ranspose)."""
    n, m = len(a.orths), len(b.orths)
    shared = 0
    while shared < min(n, m) and a.orths[n - 1 - shared] == b.orths[m - 1 - shared]:
        shared += 1
    n, m = n - shared, m - shared
    head = _exact(a.part(0, n), b.part(0, m)) if n * m <= CELLS else _between_anchors(a.part(0, n), b.part(0, m))
    return head + [("M", n + k, n + k + 1, m + k, m + k + 1) for k in range(shared)]


def _between_anchors(a: AlignedWords, b: AlignedWords) -> list[Step]:
    """Align very long sides: find common stretches, and align the gaps between them."""
    found: list[Step] = []
    i = j = 0
    blocks = Indel.editops(a.orths, b.orths).as_matching_blocks()
    for block in blocks:
        gap_a, gap_b = a.part(i, block.a), b.part(j, block.b)
        if len(gap_a.orths) * len(gap_b.orths) <= CELLS:
            found += _moved(_exact(gap_a, gap_b), i, j)
        else:
            found += _pairwise(i, block.a, j, block.b)
        found += [("M", block.a + k, block.a + k + 1, block.b + k, block.b + k + 1) for k in range(block.size)]
        i, j = block.a + block.size, block.b + block.size
    return found


def _moved(found: list[Step], i: int, j: int) -> list[Step]:
    return [(op, i + a, i + b, j + c, j + d) for op, a, b, c, d in found]


def _pairwise(i: int, n: int, j: int, m: int) -> list[Step]:
    """Substitute word for word, then delete or insert the rest."""
    both = min(n - i, m - j)
    found: list[Step] = [("S", i + k, i + k + 1, j + k, j + k + 1) for k in range(both)]
    found += [("D", k, k + 1, m, m) for k in range(i + both, n)]
    return found + [("I", n, n, k, k + 1) for k in range(j + both, m)]


def _exact(a: AlignedWords, b: AlignedWords) -> list[Step]:
    n, m = len(a.orths), len(b.orths)
    costs = [[0.0] * (m + 1) for _ in range(n + 1)]
    costs[0] = [float(j) for j in range(m + 1)]
    ops = [["D"] * (m + 1) for _ in range(n + 1)]
    ops[0] = ["I"] * (m + 1)
    open_kinds = _open_kinds()
    sums_a, sums_b = _running_sums(a.lowers), _running_sums(b.lowers)
    # For each diagonal: the row in which each difference of the sums was last seen, and the last step that cost
    # nothing. Two windows have the same words if their differences are equal and no step between them was free.
    seen: list[dict[int, int]] = [{} for _ in range(n + m + 1)]
    free = [-1] * (n + m + 1)
    for i in range(n):
        above, row, row_ops = costs[i], costs[i + 1], ops[i + 1]
        row[0] = float(i + 1)
        orth, low, lemma, kind = a.orths[i], a.lowers[i], a.lemmas[i], a.kinds[i]
        text, start = a.texts[i], sums_a[i]
        for j in range(m):
            diagonal = i - j + m
            corner = above[j]
            if orth == b.orths[j]:
                row[j + 1], row_ops[j + 1] = corner, "M"
                free[diagonal] = i
                seen[diagonal][start - sums_b[j]] = i
                continue
            swap = INFINITE_COST
            before = seen[diagonal].get(sums_a[i + 1] - sums_b[j + 1], -1)
            if before > free[diagonal]:
                swap = costs[before][before - i + j] + (i - before)
            seen[diagonal][start - sums_b[j]] = i
            change = corner
            if low != b.lowers[j]:
                kinds = 0.0 if kind == b.kinds[j] else 0.25 if kind in open_kinds and b.kinds[j] in open_kinds else 0.5
                change += (0.0 if lemma == b.lemmas[j] else 0.499) + kinds + _letters(text, b.texts[j])
            cost, op = (swap, "T") if swap <= change else (change, "S")
            if row[j] + 1 < cost:
                cost, op = row[j] + 1, "I"
            if above[j + 1] + 1 < cost:
                cost, op = above[j + 1] + 1, "D"
            row[j + 1], row_ops[j + 1] = cost, f"T{i - before + 1}" if op == "T" else op
            if cost == corner:
                free[diagonal] = i
    return _walk_back(ops, n, m)


_dice = random.Random(0)
_numbers: dict[int, int] = {}


def _running_sums(items: Sequence[int]) -> list[int]:
    """Running sums of a large random number for each word. Windows with equal sums have the same words."""
    total, sums = 0, [0]
    for item in items:
        if item not in _numbers:
            _numbers[item] = _dice.getrandbits(60)
        total += _numbers[item]
        sums.append(total)
    return sums


@lru_cache(maxsize=200_000)
def _letters(one: str, other: str) -> float:
    return Indel.normalized_distance(one, other)


@lru_cache(maxsize=1)
def _open_kinds() -> frozenset[int]:
    from spacy.symbols import ADJ, ADV, NOUN, VERB

    return frozenset({int(ADJ), int(ADV), int(NOUN), int(VERB)})


def _walk_back(ops: list[list[str]], i: int, j: int) -> list[Step]:
    found: list[Step] = []
    while i or j:
        op = ops[i][j]
        down = 0 if op == "I" else int(op[1:]) if op[0] == "T" else 1
        left = 0 if op == "D" else int(op[1:]) if op[0] == "T" else 1
        found.append((op, i - down, i, j - left, j))
        i, j = i - down, j - left
    return found[::-1]
