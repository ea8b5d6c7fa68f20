"""An HTML page for a score: the counts of every type, and the sentences with false alarms and misses.

The page needs no network and no server. The numbers come from `report.py`, the sentences from `spans.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from gec.scoring.m2 import TokenEdit
from gec.scoring.report import ScoreRow, Summary
from gec.scoring.spans import Key, Mode, Outcome, SystemScore, keys_of

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --soft: #667; --line: #d8dce3; --good: #177245;
  --bad: #b3261e; --missed: #9a5b00; --p: #3b6fb6; --r: #c98a1b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --paper: #14181f; --soft: #9aa3b2; --line: #323a47;
  --good: #5fc795; --bad: #ff8a80; --missed: #f0b357; --p: #7fb0f5; --r: #e6b552; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 76rem; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, .soft { color: var(--soft); }
table { border-collapse: collapse; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
th { font-weight: 500; color: var(--soft); } td, th { padding: .15rem .8rem .15rem 0; vertical-align: top;
  text-align: right; } td:first-child { text-align: left; }
.types { width: min(100%, 56rem); } .bars { width: 100%; }
.bar { height: .45rem; margin: .12rem 0; border-radius: 2px; background: var(--line); }
.bar i { display: block; height: 100%; border-radius: 2px; }
.p i { background: var(--p); } .r i { background: var(--r); }
.head, .sentence { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; padding: .5rem 0; }
.head { color: var(--soft); } .sentence { border-top: 1px solid var(--line); content-visibility: auto;
  contain-intrinsic-size: auto 4rem; } .sentence[hidden] { display: none; }
del { opacity: .65; } ins { text-decoration: none; font-weight: 600; }
.tp { color: var(--good); } .fp { color: var(--bad); } .fn { color: var(--missed); }
.fp ins { text-decoration: underline wavy 1px; } .fn ins { text-decoration: underline dotted 2px; }
small { color: var(--soft); margin-left: .15rem; } select { font: inherit; max-width: 100%; }
.score small { display: block; margin: 0; white-space: nowrap; }
@media (max-width: 50rem) { td, th { padding-right: .4rem; font-size: .85rem; } .score small { font-size: .6rem; }
  h1 { font-size: 1.1rem; } .bars { min-width: 6rem; }
  .types td:nth-child(-n+4):not(:first-child), .types th:nth-child(-n+4):not(:first-child), .head { display: none; }
  .sentence { grid-template-columns: 1fr; gap: .4rem; }
  .sentence div::before { content: attr(data-side) " "; color: var(--soft); font-size: .8em; } }
"""
SCRIPT = """
const [kind, type] = document.querySelectorAll("select"), shown = document.querySelector("output");
const show = () => {
  let count = 0;
  for (const row of document.querySelectorAll(".sentence")) {
    const wanted = (name) => name.startsWith(kind.value) && (!type.value || name.slice(3) === type.value);
    row.hidden = !row.dataset.types.split("\\n").some(wanted);
    count += !row.hidden;
  }
  shown.textContent = `${count} sentences`;
};
kind.addEventListener("change", show);
type.addEventListener("change", show);
show();
"""


def page(summary: Summary, types: Sequence[ScoreRow], result: SystemScore) -> str:
    """The whole page as HTML. The result's mode decides which edits are right."""
    outcomes = result.outcomes
    wrong = [(i, outcome) for i, outcome in enumerate(outcomes, 1) if outcome.counts.fp or outcome.counts.fn]
    names = sorted({name[3:] for _, outcome in wrong for name in _wrong_types(outcome)})
    options = "".join(f"<option>{escape(name)}</option>" for name in names)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(summary.system)}</title><style>{STYLE}</style>
<h1>{escape(summary.system)}</h1><p>{escape(summary.made_with)}; {len(outcomes)} sentences</p>
{_scores(summary)}
<h2>By type <span class="soft">(<span style="color:var(--p)">precision</span>,
<span style="color:var(--r)">recall</span>)</span></h2>
{_chart(types, summary.beta)}
<h2>What differs</h2>
<p>Show <select aria-label="kind"><option value="">what differs</option><option value="fp:">false alarms</option>
<option value="fn:">what was missed</option></select> of <select aria-label="type"><option value="">all types</option>
{options}</select> <output></output></p>
<p><span class="tp"><ins>right</ins></span>, <span class="fp"><ins>false alarm</ins></span>,
<span class="fn"><ins>missed</ins></span></p>
<div class="head"><div>proposed</div><div>wanted</div></div>
{"".join(_sentence(number, outcome, result.mode) for number, outcome in wrong)}
<script>{SCRIPT}</script></html>
"""


def _wrong_types(outcome: Outcome) -> list[str]:
    """The types with false alarms in a sentence, as `fp:TYPE`, and those with misses, as `fn:TYPE`."""
    kinds = [("fp", name) for name, counts in outcome.types.items() if counts.fp]
    kinds += [("fn", name) for name, counts in outcome.types.items() if counts.fn]
    return [f"{kind}:{name}" for kind, name in kinds]


def _scores(summary: Summary) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("", "TP", "FP", "FN", "P", "R", f"F{summary.beta:g}"))
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in (row.name, *row.counts, *_percentages(row))) + "</tr>"
        for row in summary.rows
    )
    return f'<table class="score"><tr>{head}</tr>{rows}</table>'


def _percentages(row: ScoreRow) -> list[str]:
    scores = ("P", row.precision), ("R", row.recall), ("F", row.f)
    return [
        f"{100 * score:.2f}"
        + (f"<small>{100 * row.bounds[key][0]:.1f}–{100 * row.bounds[key][1]:.1f}</small>" if key in row.bounds else "")
        for key, score in scores
    ]


def _chart(types: Iterable[ScoreRow], beta: float) -> str:
    """Two bars for each type, the most frequent type first."""
    ordered = sorted(types, key=lambda row: -row.counts[0] - row.counts[2])
    rows = "".join(
        f"<tr><td>{escape(row.name)}</td>"
        + "".join(f"<td>{count}</td>" for count in row.counts)
        + "".join(f"<td>{100 * score:.1f}</td>" for score in (row.precision, row.recall, row.f))
        + f'<td class="bars">{_bar("p", row.precision)}{_bar("r", row.recall)}</td></tr>'
        for row in ordered
    )
    head = "".join(f"<th>{name}</th>" for name in ("", "TP", "FP", "FN", "P", "R", f"F{beta:g}", ""))
    return f'<table class="types"><tr>{head}</tr>{rows}</table>'


def _bar(name: str, share: float) -> str:
    return f'<div class="bar {name}"><i style="width:{100 * share:.1f}%"></i></div>'


def _sentence(number: int, outcome: Outcome, mode: Mode) -> str:
    proposed = {key for edit in outcome.hypothesis for key in keys_of(edit, mode)}
    wanted = {key for edit in outcome.reference for key in keys_of(edit, mode)}
    left = _marked(outcome, outcome.hypothesis, lambda edit: _class(edit, mode, wanted, "fp"))
    right = _marked(outcome, outcome.reference, lambda edit: _class(edit, mode, proposed, "fn"))
    types = escape("\n".join(_wrong_types(outcome)))
    return (
        f'<div class="sentence" data-types="{types}"><div data-side="proposed"><small>{number}</small> {left}</div>'
        f'<div data-side="wanted">{right}</div></div>\n'
    )


def _class(edit: TokenEdit, mode: Mode, others: set[Key], alone: str) -> str:
    """The CSS class of an edit: right, wrong (`alone`), or not counted."""
    keys = keys_of(edit, mode)
    return ("tp" if others.issuperset(keys) else alone) if keys else "uncounted"


def _marked(outcome: Outcome, edits: Iterable[TokenEdit], kind: Callable[[TokenEdit], str]) -> str:
    """The source with edits in place: old words struck through, new words in bold, then the type."""
    pieces, done = list[str](), 0
    for edit in sorted(edits):
        pieces.append(escape(" ".join(outcome.tokens[done : edit.start])))
        gone, come = escape(" ".join(outcome.tokens[edit.start : edit.end])), escape(" ".join(edit.tokens))
        change = (f"<del>{gone}</del> " if gone else "") + (f"<ins>{come}</ins>" if come else "")
        pieces.append(f'<span class="{kind(edit)}">{change}<small>{escape(edit.type)}</small></span>')
        done = max(done, edit.end)
    pieces.append(escape(" ".join(outcome.tokens[done:])))
    return " ".join(piece for piece in pieces if piece)
