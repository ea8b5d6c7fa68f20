"""Prints scores: makes a summary, and from it a table for the terminal or JSON for programs.

`page.py` makes the page for a browser. The numbers come from `spans.py`, `maxmatch.py` and `gleu.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gec.scoring import gleu, maxmatch, spans
from gec.scoring.spans import Counts, Difference, SystemScore

Bounds = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of a score. The counts are TP, FP and FN; the bounds are 95 % intervals, if there are any."""

    name: str
    precision: float
    recall: float
    f: float
    counts: tuple[int, int, int]
    bounds: Mapping[str, Bounds] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """The score of a system, with what is needed to reproduce it."""

    system: str
    metric: str
    beta: float
    made_with: str
    rows: tuple[ScoreRow, ...]
    types: tuple[ScoreRow, ...] = ()
    gleu: float | None = None
    gleu_bounds: Bounds | None = None
    needless: float | None = None  # edits per 1,000 words in sentences that need none


def of_counts(name: str, counts: Counts, beta: float, bounds: Mapping[str, Bounds] | None = None) -> ScoreRow:
    scores = counts.precision, counts.recall, counts.f(beta)
    return ScoreRow(name, *scores, (counts.tp, counts.fp, counts.fn), bounds or {})


def of_spans(
    system: str, results: Sequence[SystemScore], made_with: str, level: spans.Level | None, rounds: int
) -> Summary:
    """A summary of the same comparison in several modes. The types are those of the first mode."""
    rows = [of_counts(r.mode, r.counts, r.beta, spans.interval(r, rounds) if rounds else {}) for r in results]
    first = results[0]
    types = first.by_type(level).items() if level else ()
    shown = tuple(of_counts(name, counts, first.beta) for name, counts in types)
    edits, words = first.needless
    needless = 1000 * edits / words if words else None
    return Summary(system, "errant", first.beta, made_with, tuple(rows), shown, needless=needless)


def of_maxmatch(system: str, tally: maxmatch.MatchCounts, beta: float) -> Summary:
    counts = tally.correct, tally.proposed - tally.correct, tally.gold - tally.correct
    row = ScoreRow("correction", tally.precision, tally.recall, tally.f(beta), counts)
    return Summary(system, "m2", beta, "MaxMatch, at most 2 unchanged words in an edit", (row,))


def of_gleu(system: str, score: gleu.Gleu) -> Summary:
    made_with = f"GLEU, orders 1 to {gleu.ORDER}"
    if score.rounds == 1:
        return Summary(system, "gleu", 0.5, f"{made_with}, one reference", (), (), score.mean)
    return Summary(system, "gleu", 0.5, f"{made_with}, {score.rounds} rounds", (), (), score.mean, score.interval)


def as_json(summaries: Sequence[Summary], difference: Difference | None = None) -> str:
    """All summaries as JSON; scores are fractions."""
    data: dict[str, Any] = {"systems": [asdict(summary) for summary in summaries]}
    if difference:
        data["difference"] = asdict(difference)
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_table(summaries: Sequence[Summary], difference: Difference | None = None) -> RenderableType:
    """Tables for the terminal; scores are percentages."""
    parts: list[RenderableType] = []
    for summary in summaries:
        parts.append(Text(f"{summary.system}  ({summary.made_with})", style="bold"))
        if summary.gleu is not None:
            parts.append(Text(f"GLEU {_percent(summary.gleu, summary.gleu_bounds)}"))
        if summary.rows:
            parts.append(_table(summary.rows, summary.beta))
        if summary.needless is not None:
            parts.append(Text(f"{summary.needless:.2f} edits in 1,000 words of sentences that needed none"))
        if summary.types:
            parts.append(_table(summary.types, summary.beta))
    if difference:
        low, high = difference.interval
        parts.append(
            Text(
                f"second against first: F {100 * difference.f:+.2f} ({100 * low:+.2f} to {100 * high:+.2f}), "
                f"p = {difference.p_value:.4f}"
            )
        )
    return Group(*parts)


def _table(rows: Sequence[ScoreRow], beta: float) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name in ("TP", "FP", "FN", "P", "R", f"F{beta:g}"):
        table.add_column(name, justify="right")
    for row in rows:
        scores = (
            _percent(score, row.bounds.get(key))
            for key, score in (("P", row.precision), ("R", row.recall), ("F", row.f))
        )
        table.add_row(row.name, *map(str, row.counts), *scores)
    return table


def _percent(score: float, bounds: Bounds | None) -> str:
    text = f"{100 * score:.2f}"
    return f"{text} ({100 * bounds[0]:.1f}-{100 * bounds[1]:.1f})" if bounds else text
