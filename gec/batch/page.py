"""Shows a run on one self-contained page: its results, edits by type, confidences, quarantine. The page needs no
network and no server. The numbers come from the marks.
"""

from __future__ import annotations

from html import escape

from gec.batch.ledger import BatchRun
from gec.batch.summary import BINS, BatchCounts
from gec.edits.message import many

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --soft: #667; --line: #d8dce3; --bar: #3b6fb6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --paper: #14181f; --soft: #9aa3b2; --line: #323a47;
  --bar: #7fb0f5; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } p { color: var(--soft); }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; }
th { font-weight: 500; color: var(--soft); } .number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--bar); height: .7rem; border-radius: 2px; }
svg { width: 100%; max-width: 40rem; } svg rect { fill: var(--bar); } svg text { fill: var(--soft); font-size: 11px; }
svg line { stroke: var(--line); }
"""


def page(run: BatchRun, tally: BatchCounts, shards_done: int) -> str:
    """The whole page as HTML."""
    inputs = len(run.terms.inputs)
    settings = "; ".join(f"{name} {value}" for name, value in run.terms.settings.items() if value not in ("", [], None))
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(run.folder.name)}</title><style>{STYLE}</style>
<h1>{escape(run.folder.name)}</h1>
<p>gec {escape(run.terms.gec)}, model {escape(run.terms.model)}, {many(inputs, "input")},
{shards_done:,} of {many(len(run.shards), "shard")} done</p>
{_counts(run, tally)}
<h2>Edits by type</h2>
{_types(tally)}
<h2>How sure the edits are</h2>
{_histogram(tally)}
<h2>In quarantine</h2>
{_quarantine(tally)}
<h2>Settings</h2><p>{escape(settings)}</p></html>
"""


def _counts(run: BatchRun, tally: BatchCounts) -> str:
    speed = tally.sentences / tally.seconds if tally.seconds else 0.0
    rows = (
        ("documents in", f"{sum(shard.rows for shard in run.shards):,}"),
        ("corrected", f"{tally.corrected:,}"),
        ("of them changed", f"{tally.changed:,}"),
        ("in quarantine", f"{tally.quarantined:,}"),
        ("sentences", f"{tally.sentences:,}"),
        ("words", f"{tally.words:,}"),
        ("edits", f"{tally.all_edits:,}"),
        ("edits per 1,000 words", f"{tally.per_1000(tally.all_edits):.2f}"),
        ("sentences a second and worker", f"{speed:.1f}"),
    )
    return "<table>" + "".join(f'<tr><th>{name}<td class="number">{count}' for name, count in rows) + "</table>"


def _types(tally: BatchCounts) -> str:
    if not tally.edits:
        return "<p>none</p>"
    most = max(tally.edits.values())
    rows = "".join(
        f'<tr><td>{escape(kind)}<td class="number">{count:,}<td class="number">{tally.per_1000(count):.2f}'
        f'<td style="width:24rem"><div class="bar" style="width:{100 * count / most:.1f}%"></div>'
        for kind, count in tally.edits.most_common()
    )
    return f"<table><tr><th>type<th>edits<th>per 1,000 words<th>{rows}</table>"


def _histogram(tally: BatchCounts) -> str:
    """Twenty bars, from 0 to 1."""
    most = max(tally.confidences.values(), default=0)
    if not most:
        return "<p>none</p>"
    width, height = 640 / BINS, 120
    bars = "".join(
        f'<rect x="{number * width + 1:.1f}" y="{height - height * count / most:.1f}" width="{width - 2:.1f}" '
        f'height="{height * count / most:.1f}"><title>{number / BINS:.2f} to {(number + 1) / BINS:.2f}: {count:,}'
        "</title></rect>"
        for number, count in sorted(tally.confidences.items())
    )
    marks = "".join(
        f'<text x="{x}" y="{height + 15}" text-anchor="{anchor}">{label}</text>'
        for x, anchor, label in ((0, "start", "0"), (320, "middle", "0.5"), (640, "end", "1"))
    )
    axis = f'<line x1="0" x2="640" y1="{height}" y2="{height}"/>'
    return f'<svg viewBox="0 0 640 {height + 20}" role="img">{bars}{axis}{marks}</svg>'


def _quarantine(tally: BatchCounts) -> str:
    if not tally.reasons:
        return "<p>nothing</p>"
    rows = "".join(
        f'<tr><td class="number">{count:,}<td>{escape(reason)}' for reason, count in tally.reasons.most_common()
    )
    return f"<table>{rows}</table>"
