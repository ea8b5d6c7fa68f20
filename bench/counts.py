"""Every rule, counted on real texts beside the model; guards are the business of `guards.py`.

    python bench/counts.py --data DATA --documents LIST [--model DIR] [--before TABLE] > bench/counts.tsv

A line a rule:

- found: what a rule finds in texts that people corrected
- right: of these, what the people say as well
- alone: of the right ones, those that the model does not propose by itself at the balanced preset
- documents, clean: the same in documentation, and in so many clean sentences, where nearly all should stand
- own, own right: the same in texts that this project wrote
- tried: lines of `corpora/textbook.tsv` and `corpora/tried.tsv` that come right with the rules and not without

Rules of tables that are gone were counted before in texts like these (`gec rules count`); a dash is what was not
counted. With `--before`, lines of an earlier table whose rule is no more are kept, and marked as gone. The
model is asked once for each sentence: its outputs are kept in the memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import findings
import nearer
import real_texts
import remembered
from real_texts import CORRECTED, OWN, Sentence

from gec.corrector import Corrector
from gec.edits.edit import apply
from gec.rules.fault import Fault
from gec.spelling import respell

HEAD = ("id", "found", "right", "alone", "documents", "clean", "own", "own right", "tried", "state")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
TYPED = ("textbook.tsv", "tried.tsv")

Counts = dict[str, Counter[str]]  # of each rule, by column
Found = dict[str, list[tuple[str, Fault]]]  # in each text


@click.command()
@click.option("--data", type=FOLDER, required=True, help="The folder with eval, pairs and text.")
@click.option("--documents", type=FILE, required=True, help="A list of documents, a path a line.")
@click.option("--memory", type=click.Path(path_type=Path), default=Path("runs/outputs.db"), show_default=True)
@click.option("--model", metavar="DIR", help="Other weights than those shipped.")
@click.option("--before", type=FILE, help="An earlier table.")
@click.option("--clean", default=100_000, show_default=True, help="Clean sentences that rules look at.")
def count(data: Path, documents: Path, memory: Path, model: str | None, before: Path | None, clean: int) -> None:
    """Count rules."""
    corrector = remembered.load(memory, model)
    counts: Counts = defaultdict(Counter)
    for name in (*CORRECTED, "documents", OWN):
        sentences = real_texts.read(name, data, documents)
        _rules(counts, name, sentences, corrector if name in CORRECTED else None)
    _rules(counts, "clean", real_texts.read("clean", data, documents, clean), None)
    _typed(counts, corrector)
    for row in (HEAD, *_rows(counts, before)):
        click.echo("\t".join(map(str, row)))


def _rules(counts: Counts, name: str, sentences: Sequence[Sentence], corrector: Corrector | None) -> None:
    column = "found" if name in CORRECTED else name
    found = {one.text: [*findings.findings(one.text)] for one in sentences}
    model = _alone(corrector, [text for text, own in found.items() if own]) if corrector else {}
    for one in sentences:
        for rule, fault in found[one.text]:
            said = (one.text, fault.start, fault.end, fault.replacement)
            right = any(nearer.contains(*said, theirs) for theirs in one.corrected)
            counts[rule][column] += 1
            if name == OWN:
                counts[rule]["own right"] += right
            elif corrector and right:
                counts[rule]["right"] += 1
                counts[rule]["alone"] += not nearer.contains(*said, model[one.text])


def _alone(corrector: Corrector, texts: Sequence[str]) -> dict[str, str]:
    """What the model makes of each text by itself."""
    faults, respell.faults = respell.faults, lambda text: []
    try:
        return _corrected(corrector, texts)
    finally:
        respell.faults = faults


def _corrected(corrector: Corrector, texts: Sequence[str]) -> dict[str, str]:
    return {text: apply(text, one.edits) for text, one in zip(texts, corrector.correct_many(texts), strict=True)}


def _typed(counts: Counts, corrector: Corrector) -> None:
    """The sentences that people type to try a corrector."""
    corpora = Path(__file__).parents[1] / "corpora"
    lines = (line for name in TYPED for line in (corpora / name).read_text(encoding="utf-8").splitlines())
    rows = [(text, meant) for text, *meant in (line.split("\t") for line in lines)]
    found = {text: {rule for rule, _ in findings.findings(text)} for text, _ in rows}
    rows = [(text, meant) for text, meant in rows if found[text]]
    texts = [text for text, _ in rows]
    model, with_rules = _alone(corrector, texts), _corrected(corrector, texts)
    for text, meant in rows:
        if with_rules[text] in meant and model[text] not in meant:
            for rule in found[text]:
                counts[rule]["tried"] += 1


def _rows(counts: Counts, before: Path | None) -> Iterator[tuple[str | int, ...]]:
    for name in sorted(counts):
        yield (name, *(counts[name][column] for column in HEAD[1:-1]), "kept")
    for line in before.read_text(encoding="utf-8").splitlines()[1:] if before else ():
        row = line.split("\t")
        if row[0] not in counts:
            yield (*row[:-1], "gone")


if __name__ == "__main__":
    count()
