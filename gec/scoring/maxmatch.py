"""The MaxMatch (M2) score: of all cuts of a correction into edits, the one that agrees most with the gold.

Dahlmeier and Ng (2012): every cheapest token alignment of source and hypothesis is a path through one
lattice; neighbouring steps may be joined into longer edits over at most two unchanged words; the path with
most gold edits counts. The sentences come from `m2.py`, the hypotheses are plain tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gec.scoring.lines import same_length
from gec.scoring.m2 import Sentence, TokenEdit

Node = tuple[int, int]
UNCHANGED = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Edits that agree, edits proposed and edits wanted; an empty side counts as perfect."""

    correct: int = 0
    proposed: int = 0
    gold: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.correct + other.correct, self.proposed + other.proposed, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.correct / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        return self.correct / self.gold if self.gold else 1.0

    def f(self, beta: float = 0.5) -> float:
        weight = beta**2 * self.gold + self.proposed
        return (1 + beta**2) * self.correct / weight if weight else 1.0


@dataclass(frozen=True, slots=True)
class Arc:
    """A step from one node of the lattice to another; `edits` is 0 where the words stay."""

    target: Node
    steps: int
    edits: int


def score(
    reference: Sequence[Sentence], hypotheses: Sequence[Sequence[str]], beta: float = 0.5
) -> tuple[Tally, list[Tally]]:
    """The totals over all sentences, and each sentence's share by the annotator who is kindest so far."""
    same_length("the hypothesis", hypotheses, "the reference", reference)
    total, shares = Tally(), list[Tally]()
    for sentence, hypothesis in zip(reference, hypotheses, strict=True):
        arcs = lattice(sentence.tokens, hypothesis)
        tallies = [agree(arcs, sentence.tokens, hypothesis, edits) for edits in sentence.annotators.values()]
        share = max(tallies, key=lambda tally: _rank(total + tally, beta))
        shares.append(share)
        total += share
    return total, shares


def _rank(total: Tally, beta: float) -> tuple[float, int, float]:
    return total.f(beta), total.correct, -(total.proposed + beta**2 * total.gold)


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> dict[Node, list[Arc]]:
    """Every arc from every node on a cheapest alignment, a substitution costing one step or two."""
    steps: dict[Node, dict[Node, bool]] = {}
    for substitution in (1, 2):
        for start, end, changed in _cheapest_steps(source, hypothesis, substitution):
            steps.setdefault(start, {})[end] = changed
    return {node: _arcs(node, steps) for node in steps}


def _cheapest_steps(
    source: Sequence[str], hypothesis: Sequence[str], substitution: int
) -> Iterable[tuple[Node, Node, bool]]:
    """The steps of all cheapest alignments, each with whether it changes something."""
    rows, columns = len(source) + 1, len(hypothesis) + 1
    cost = [[i + j if not i or not j else 0 for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            swap = cost[i - 1][j - 1] + (0 if source[i - 1] == hypothesis[j - 1] else substitution)
            cost[i][j] = min(swap, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    queue, seen = [(rows - 1, columns - 1)], {(rows - 1, columns - 1)}
    for i, j in queue:
        same = i > 0 and j > 0 and source[i - 1] == hypothesis[j - 1]
        for node, price, changed in (
            ((i - 1, j - 1), 0 if same else substitution, not same),
            ((i - 1, j), 1, True),
            ((i, j - 1), 1, True),
        ):
            if min(node) >= 0 and cost[node[0]][node[1]] + price == cost[i][j]:
                yield node, (i, j), changed
                if node not in seen:
                    seen.add(node)
                    queue.append(node)


def _arcs(start: Node, steps: dict[Node, dict[Node, bool]]) -> list[Arc]:
    """The single steps from a node, and the edits that joining steps makes."""
    shortest: dict[Node, int] = {}
    layer, length = {(start, 0)}, 0
    while layer:
        length += 1
        following: set[tuple[Node, int]] = set()
        for node, unchanged in layer:
            for target, changed in steps.get(node, {}).items():
                words = unchanged + (not changed)
                if words <= UNCHANGED:
                    following.add((target, words))
                    if words < length:
                        shortest.setdefault(target, length)
        layer = following
    arcs = [Arc(target, length, 1) for target, length in shortest.items()]
    return arcs + [Arc(target, 1, 0) for target, changed in steps[start].items() if not changed]


def agree(
    arcs: dict[Node, list[Arc]], source: Sequence[str], hypothesis: Sequence[str], gold: Sequence[TokenEdit]
) -> Tally:
    """Walk the lattice for most gold edits, then fewest steps, then fewest edits.

    Several insertions at one place are taken in the annotator's order, each once: the state of the walk holds
    how many are used up.
    """
    wanted: dict[tuple[int, int], list[list[str]]] = {}
    for edit in gold:
        wanted.setdefault((edit.start, edit.end), []).append(_alternatives(edit))
    goal = (len(source), len(hypothesis))
    best: dict[tuple[Node, int], tuple[int, int, int]] = {((0, 0), 0): (0, 0, 0)}
    for node in sorted({(0, 0), goal, *arcs}):
        for used in range(len(wanted.get((node[0], node[0]), [])) + 1):
            reached = best.get((node, used))
            if reached is None:
                continue
            for arc in arcs.get(node, []):
                found = _gold(node, arc, hypothesis, wanted, used)
                kept = used if arc.target[0] == node[0] else 0
                state = (arc.target, kept if found is None else (found if arc.target[0] == node[0] else 0))
                missed, length, edits = reached
                price = (missed - 1, length, edits) if found is not None else (missed, length + arc.steps, edits)
                price = (*price[:2], edits + arc.edits)
                if state not in best or price < best[state]:
                    best[state] = price
    missed, _, edits = min(price for (node, _), price in best.items() if node == goal)
    return Tally(-missed, edits, len(gold))


def _alternatives(edit: TokenEdit) -> list[str]:
    texts = edit.correction.split("||")
    return [" ".join([] if text == "-NONE-" else text.split()) for text in texts]


def _gold(
    node: Node,
    arc: Arc,
    hypothesis: Sequence[str],
    wanted: dict[tuple[int, int], list[list[str]]],
    used: int,
) -> int | None:
    """How many gold edits at this place are used up once the arc has matched one; None where none matches."""
    if not arc.edits:
        return None
    text = " ".join(hypothesis[node[1] : arc.target[1]])
    candidates = wanted.get((node[0], arc.target[0]), [])
    first = used if arc.target[0] == node[0] else 0
    for place in range(first, len(candidates)):
        if text in candidates[place]:
            return place + 1
    return None
