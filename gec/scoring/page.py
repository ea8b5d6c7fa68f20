"""One self-contained page that shows a score: how much of every type, and each false alarm beside what was missed.

It needs no network and no server. The numbers are those of `report.py`; the sentences are outcomes of `spans.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from gec.scoring.m2 import TokenEdit
from gec.scoring.report import Row, Summary
from gec.scoring.spans import Outcome

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --soft: #667; --line: #d8dce3; --good: #177245;
  --bad: #b3261e; --missed: #9a5b00; --p: #3b6fb6; --r: #c98a1b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --paper: #14181f; --soft: #9aa3b2; --line: #323a47;
  --good: #5fc795; --bad: #ff8a80; --missed: #f0b357; --p: #7fb0f5; --r: #e6b552; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, .soft { color: var(--soft); }
table { border-collapse: collapse; } th { text-align: left; font-weight: 500; color: var(--soft); }
td, th { padding: .15rem .8rem .15rem 0; vertical-align: top; } .score td + td { text-align: right; }
.types td + td { font-variant-numeric: tabular-nums; } .bar { height: .45rem; margin: .12rem 0; border-radius: 2px; }
.bar.p { background: var(--p); } .bar.r { background: var(--r); }
.sentence { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; border-top: 1px solid var(--line);
  padding: .5rem 0; }
.sentence[hidden] { display: none; }
del { opacity: .65; } ins { text-decoration: none; font-weight: 600; }
.tp { color: var(--good); } .fp { color: var(--bad); } .fn { color: var(--missed); }
small { color: var(--soft); margin-left: .15rem; } select { font: inherit; }
@media (max-width: 50rem) { .sentence { grid-template-columns: 1fr; } }
"""
SCRIPT = """
const pick = document.querySelector("select");
pick.addEventListener("change", () => {
  for (const row of document.querySelectorAll(".sentence"))
    row.hidden = pick.value !== "" && !row.dataset.types.split(" ").includes(pick.value);
});
"""


def page(summary: Summary, types: Sequence[Row], outcomes: Sequence[Outcome]) -> str:
    """The whole page as HTML."""
    wrong = [(i, outcome) for i, outcome in enumerate(outcomes, 1) if outcome.counts.fp or outcome.counts.fn]
    names = sorted({name for _, outcome in wrong for name in outcome.types})
    options = "".join(f"<option>{escape(name)}</option>" for name in names)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(summary.system)}</title><style>{STYLE}</style>
<h1>{escape(summary.system)}</h1><p>{escape(summary.made_with)}; {len(outcomes)} sentences</p>
{_scores(summary)}
<h2>By type <span class="soft">(<span style="color:var(--p)">precision</span>,
<span style="color:var(--r)">recall</span>)</span></h2>
{_chart(types, summary.beta)}
<h2>Proposed and wanted</h2>
<p><label>Show <select><option value="">all {len(wrong)} sentences with a difference</option>{options}</select>
</label> &nbsp; <span class="tp">right</span>, <span class="fp">false alarm</span>, <span class="fn">missed</span></p>
{"".join(_sentence(number, outcome) for number, outcome in wrong)}
<script>{SCRIPT}</script></html>
"""


def _scores(summary: Summary) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("", "TP", "FP", "FN", "P", "R", f"F{summary.beta:g}"))
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in (row.name, *row.counts, *_percentages(row))) + "</tr>"
        for row in summary.rows
    )
    return f'<table class="score"><tr>{head}</tr>{rows}</table>'


def _percentages(row: Row) -> list[str]:
    scores = ("P", row.precision), ("R", row.recall), ("F", row.f)
    return [
        f"{100 * score:.2f}"
        + (
            f"<small>{100 * row.bounds[key][0]:.1f} to {100 * row.bounds[key][1]:.1f}</small>"
            if key in row.bounds
            else ""
        )
        for key, score in scores
    ]


def _chart(types: Iterable[Row], beta: float) -> str:
    """Two bars for every type, the most frequent first."""
    ordered = sorted(types, key=lambda row: -row.counts[0] - row.counts[2])
    rows = "".join(
        f"<tr><td>{escape(row.name)}</td><td>{row.counts[0]}</td><td>{row.counts[1]}</td><td>{row.counts[2]}</td>"
        f"<td>{100 * row.f:.1f}</td><td style='width:22rem'>"
        f"<div class='bar p' style='width:{100 * row.precision:.1f}%' title='P {100 * row.precision:.1f}'></div>"
        f"<div class='bar r' style='width:{100 * row.recall:.1f}%' title='R {100 * row.recall:.1f}'></div></td></tr>"
        for row in ordered
    )
    head = "".join(f"<th>{name}</th>" for name in ("", "TP", "FP", "FN", f"F{beta:g}", ""))
    return f'<table class="types"><tr>{head}</tr>{rows}</table>'


def _sentence(number: int, outcome: Outcome) -> str:
    proposed = {_key(edit) for edit in outcome.hypothesis}
    wanted = {_key(edit) for edit in outcome.reference}
    left = _marked(outcome, outcome.hypothesis, {key: "tp" if key in wanted else "fp" for key in proposed})
    right = _marked(outcome, outcome.reference, {key: "tp" if key in proposed else "fn" for key in wanted})
    types = escape(" ".join(outcome.types))
    return (
        f'<div class="sentence" data-types="{types}"><div><small>{number}</small> {left}</div>'
        f"<div>{right}</div></div>\n"
    )


def _key(edit: TokenEdit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.correction


def _marked(outcome: Outcome, edits: Iterable[TokenEdit], classes: dict[tuple[int, int, str], str]) -> str:
    """The source with edits shown in place: what goes struck through, what comes in bold, then the type."""
    pieces, done = list[str](), 0
    for edit in sorted(edits):
        pieces.append(escape(" ".join(outcome.tokens[done : edit.start])))
        gone, come = escape(" ".join(outcome.tokens[edit.start : edit.end])), escape(" ".join(edit.tokens))
        change = (f"<del>{gone}</del> " if gone else "") + (f"<ins>{come}</ins>" if come else "")
        pieces.append(f'<span class="{classes[_key(edit)]}">{change}<small>{escape(edit.type)}</small></span>')
        done = max(done, edit.end)
    pieces.append(escape(" ".join(outcome.tokens[done:])))
    return " ".join(piece for piece in pieces if piece)
