"""The MaxMatch (M2) score: of all ways to divide a correction into edits, it takes the one that agrees most with the
reference.

It follows Dahlmeier and Ng (2012). Every cheapest token alignment of source and hypothesis is a path through one
lattice. Neighbouring steps may be joined into longer edits, over at most two unchanged words. The path with most gold
edits counts. The sentences come from `m2.py`, the hypotheses are plain tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gec.scoring.lines import same_length
from gec.scoring.m2 import AnnotatedSentence, TokenEdit

Node = tuple[int, int]
Lattice = dict[Node, dict[Node, bool]]  # the steps from each node, and whether they change anything
State = tuple[int, int]  # number of insertions used at this place; number of unchanged words in the current edit
Price = tuple[int, int, int]  # gold edits, negated; number of other steps; number of edits
UNCHANGED = 2
OUTSIDE = -1  # not in an edit


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """Numbers of correct, proposed and gold edits. Precision and recall are 1 if there are none."""

    correct: int = 0
    proposed: int = 0
    gold: int = 0

    def __add__(self, other: MatchCounts) -> MatchCounts:
        return MatchCounts(self.correct + other.correct, self.proposed + other.proposed, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.correct / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        return self.correct / self.gold if self.gold else 1.0

    def f(self, beta: float = 0.5) -> float:
        """The same as `spans.f_score`, but from the counts. The annotator is chosen by it, so equal scores must not
        differ by rounding."""
        weight = beta**2 * self.gold + self.proposed
        return (1 + beta**2) * self.correct / weight if weight else 1.0


def score(
    reference: Sequence[AnnotatedSentence], hypotheses: Sequence[Sequence[str]], beta: float = 0.5
) -> tuple[MatchCounts, list[MatchCounts]]:
    """The totals over all sentences, and each sentence's counts for the annotator that gives the best total so far."""
    same_length("the hypothesis", hypotheses, "the reference", reference)
    total, shares = MatchCounts(), list[MatchCounts]()
    for sentence, hypothesis in zip(reference, hypotheses, strict=True):
        steps = lattice(sentence.tokens, hypothesis)
        tallies = [agree(steps, sentence.tokens, hypothesis, edits) for edits in sentence.annotators.values()]
        share = max(tallies, key=lambda tally: _rank(total + tally, beta))
        shares.append(share)
        total += share
    return total, shares


def _rank(total: MatchCounts, beta: float) -> tuple[float, int, float]:
    return total.f(beta), total.correct, -(total.proposed + beta**2 * total.gold)


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> Lattice:
    """All steps of the cheapest alignments, with a substitution that costs 1 or 2."""
    steps: Lattice = {}
    for substitution in (1, 2):
        for start, end, changed in _cheapest_steps(source, hypothesis, substitution):
            steps.setdefault(start, {})[end] = changed
    return steps


def _cheapest_steps(
    source: Sequence[str], hypothesis: Sequence[str], substitution: int
) -> Iterable[tuple[Node, Node, bool]]:
    """The steps of all cheapest alignments, and whether they change anything."""
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


def agree(steps: Lattice, source: Sequence[str], hypothesis: Sequence[str], gold: Sequence[TokenEdit]) -> MatchCounts:
    """Find the path with most gold edits, then fewest steps, then fewest edits.

    The path goes step by step, inside or outside an edit. Several insertions at one place are used in the annotator's
    order, each at most once. The state counts how many are used.
    """
    goal = (len(source), len(hypothesis))
    matches = _matches(steps, hypothesis, gold)
    best: dict[Node, dict[State, Price]] = {(0, 0): {(0, OUTSIDE): (0, 0, 0)}}

    def reach(node: Node, state: State, price: Price) -> None:
        found = best.setdefault(node, {})
        if state not in found or price < found[state]:
            found[state] = price

    for node in sorted({(0, 0), goal, *steps}):
        for (used, inside), (missed, length, edits) in _closed(best.get(node, {})):
            for target, changed in steps.get(node, {}).items():
                still = used if target[0] == node[0] else 0
                if inside == OUTSIDE and not changed:
                    reach(target, (still, OUTSIDE), (missed, length + 1, edits))
                elif inside == OUTSIDE:
                    reach(target, (still, 0), (missed, length + 1, edits + 1))
                elif inside + (not changed) <= UNCHANGED:
                    reach(target, (still, inside + (not changed)), (missed, length + 1, edits))
            for target, place in matches.get(node, ()) if inside == OUTSIDE else ():
                if target[0] > node[0] or place >= used:
                    after = place + 1 if target[0] == node[0] else 0
                    reach(target, (after, OUTSIDE), (missed - 1, length, edits + 1))
    missed, _, edits = min(price for _, price in _closed(best[goal]))
    return MatchCounts(-missed, edits, len(gold))


def _closed(states: dict[State, Price]) -> list[tuple[State, Price]]:
    """The states at a node, including those in which the current edit ends there."""
    ended: dict[State, Price] = {}
    for (used, _), price in states.items():
        ended[used, OUTSIDE] = min(price, ended.get((used, OUTSIDE), price))
    return list({**states, **ended}.items())


def _matches(
    steps: Lattice, hypothesis: Sequence[str], gold: Sequence[TokenEdit]
) -> dict[Node, list[tuple[Node, int]]]:
    """The gold edits that can begin at each node: where each ends, and its number among the edits of the same place."""
    rows: dict[int, list[Node]] = {}
    for node in steps:
        rows.setdefault(node[0], []).append(node)
    seen: dict[tuple[int, int], int] = {}
    found: dict[Node, list[tuple[Node, int]]] = {}
    for edit in gold:
        place = seen.get((edit.start, edit.end), 0)
        seen[edit.start, edit.end] = place + 1
        for node in rows.get(edit.start, ()):
            for words in _alternatives(edit):
                target = (edit.end, node[1] + len(words))
                if list(hypothesis[node[1] : target[1]]) == words and _joined(steps, node, target):
                    found.setdefault(node, []).append((target, place))
    return found


def _alternatives(edit: TokenEdit) -> list[list[str]]:
    texts = edit.correction.split("||")
    return [[] if text == "-NONE-" else text.split() for text in texts]


def _joined(steps: Lattice, start: Node, end: Node) -> bool:
    """Whether one edit can lead from a node to another: with a change, and few unchanged words."""
    reached = {(start, 0, False)}
    queue = list(reached)
    for node, unchanged, edited in queue:
        for target, changed in steps.get(node, {}).items():
            state = (target, unchanged + (not changed), edited or changed)
            if target[0] <= end[0] and target[1] <= end[1] and state[1] <= UNCHANGED and state not in reached:
                reached.add(state)
                queue.append(state)
    return any((end, unchanged, True) in reached for unchanged in range(UNCHANGED + 1))
