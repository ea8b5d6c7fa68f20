"""`gec annotate`: from an original and its corrections, line by line, to an M2 file of typed edits.

Parsing and classifying are `gec.scoring.errant`'s, the format is `gec.scoring.m2`'s.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import whole
from gec.cli.render import emit
from gec.edits.message import many

if TYPE_CHECKING:
    from gec.scoring.m2 import Sentence

FILE = click.Path(path_type=Path)


@click.command("annotate")
@click.argument("source", type=FILE)
@click.argument("corrections", type=FILE, nargs=-1, required=True)
@click.option("-o", "--out", type=FILE, help="Write here, not to stdout.")
@click.option("--tokenise", is_flag=True, help="The files are natural text: cut it into tokens first.")
@click.option("--spacy-model", metavar="NAME|DIR", help="Parse with this spaCy pipeline.")
@click.option("--processes", type=click.IntRange(min=1), help="How many processes parse; by default as many as help.")
def command(
    source: Path,
    corrections: tuple[Path, ...],
    out: Path | None,
    tokenise: bool,
    spacy_model: str | None,
    processes: int | None,
) -> None:
    """Turn SOURCE and one or more files of CORRECTIONS into typed edits.

    All files hold one sentence a line. Each file of corrections becomes an annotator of its own, numbered from 0.
    Lines whose source is empty are left out, as ERRANT leaves them out.
    """
    from gec.scoring import errant, lines, m2

    whole.writable(out, inputs=(source, *corrections))
    texts = [lines.read(path) for path in (source, *corrections)]
    for path, text in zip(corrections, texts[1:], strict=True):
        lines.same_length(str(path), text, str(source), texts[0])
    numbers = [number for number, line in enumerate(texts[0], 1) if line.strip()]
    rows = [row for row in zip(*texts, strict=True) if row[0].strip()]
    if tokenise:
        cut = errant.pipeline(spacy_model).make_doc
        tokens = [[tuple(t.text for t in cut(line) if not t.is_space) for line in row] for row in rows]
    else:
        tokens = [[tuple(line.split()) for line in row] for row in rows]
    columns = list(zip(*tokens, strict=True))
    sentences = errant.annotate(columns[0], columns[1:], spacy_model, processes)
    _refuse_bars(dict(zip(numbers, sentences, strict=True)), corrections)
    written = "".join(m2.write(sentences))
    if out:
        whole.save(out, written)
        edits = sum(len(edits) for sentence in sentences for edits in sentence.annotators.values())
        counted = f"{many(len(sentences), 'sentence')}, {many(edits, 'edit')}"
        if left := len(texts[0]) - len(sentences):
            counted += f", {many(left, 'line')} without a source left out"
        click.echo(f"{counted}; {errant.versions(spacy_model)}", err=True)
    else:
        emit(written)


def _refuse_bars(sentences: dict[int, Sentence], corrections: tuple[Path, ...]) -> None:
    """M2 has no way to say some corrections; `sentences` are by the number of their line."""
    from gec.scoring import lines, m2

    for number, sentence in sentences.items():
        for who, edits in sentence.annotators.items():
            for edit in edits:
                if not m2.holds(edit.correction):
                    said = f"M2 cannot say {edit.correction!r}, for its own fields end with |||; leave the line out"
                    raise lines.ScoringError(f"{corrections[who]}, line {number}: {said}")
