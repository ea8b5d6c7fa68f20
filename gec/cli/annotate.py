"""`gec annotate`: makes an M2 file of typed edits from an original and its corrections.

`gec.scoring.errant` parses and classifies, and `gec.scoring.m2` knows the format.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import atomic
from gec.cli.render import emit
from gec.edits.message import many

if TYPE_CHECKING:
    from gec.scoring.m2 import AnnotatedSentence

FILE = click.Path(path_type=Path)


@click.command("annotate")
@click.argument("source", type=FILE)
@click.argument("corrections", type=FILE, nargs=-1, required=True)
@click.option("-o", "--out", type=FILE, help="Write to this file instead of stdout.")
@click.option("--tokenise", is_flag=True, help="The files are natural text; split it into tokens first.")
@click.option("--spacy-model", metavar="NAME|DIR", help="Parse with this spaCy pipeline.")
@click.option(
    "--processes", type=click.IntRange(min=1), help="How many processes parse.  [default: the fastest number]"
)
def command(
    source: Path,
    corrections: tuple[Path, ...],
    out: Path | None,
    tokenise: bool,
    spacy_model: str | None,
    processes: int | None,
) -> None:
    """Turn SOURCE and one or more files of CORRECTIONS into typed edits.

    All files have one sentence per line. Each file of corrections becomes one annotator, numbered from 0.
    Lines with an empty source are left out, as in ERRANT.
    """
    from gec.scoring import errant, lines, m2

    atomic.refuse_unwritable(out, inputs=(source, *corrections))
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
        atomic.save(out, written)
        edits = sum(len(edits) for sentence in sentences for edits in sentence.annotators.values())
        counted = f"{many(len(sentences), 'sentence')}, {many(edits, 'edit')}"
        if left := len(texts[0]) - len(sentences):
            counted += f", {many(left, 'line')} without a source left out"
        click.echo(f"{counted}; {errant.versions(spacy_model)}", err=True)
    else:
        emit(written)


def _refuse_bars(sentences: dict[int, AnnotatedSentence], corrections: tuple[Path, ...]) -> None:
    """Refuse corrections that M2 cannot hold. The keys of `sentences` are line numbers."""
    from gec.scoring import lines, m2

    for number, sentence in sentences.items():
        for who, edits in sentence.annotators.items():
            for edit in edits:
                if not m2.holds(edit.correction):
                    said = f"M2 cannot say {edit.correction!r}, because ||| separates its fields; remove the line"
                    raise lines.ScoringError(f"{corrections[who]}, line {number}: {said}")
