"""Races `gec score` against ERRANT's own commands, with the same files and the same spaCy pipeline, in turns.

    python bench/race_errant.py REF.m2 OUTPUT.txt [--rounds 3]

Both start from a system's text and end with a table. ERRANT's commands only load `en_core_web_sm`, so they are given
the pipeline of `gec score` under that name. docs/scoring.md explains the figures.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from gec.scoring import errant, m2

PARALLEL = """
import spacy, sys
load, pipeline = spacy.load, sys.argv.pop(1)
spacy.load = lambda name, **options: load(pipeline, **options)
from errant.commands.parallel_to_m2 import main
main()
"""
GEC = "from gec.cli import main; main()"
COMPARE = "from errant.commands.compare_m2 import main; main()"
COUNTS = re.compile(r"^(?:correction\s+)?(\d+)\s+(\d+)\s+(\d+)\s", re.MULTILINE)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("reference", type=FILE)
@click.argument("output", type=FILE)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--spacy-model", default=str(errant.SHIPPED), help="The pipeline for both; by default the shipped one.")
def race(reference: Path, output: Path, rounds: int, spacy_model: str) -> None:
    """Score OUTPUT, tokenised text, against REFERENCE in both ways and say how long each took."""
    ours, theirs = [], []
    with TemporaryDirectory() as folder:
        source, made = Path(folder, "source.txt"), Path(folder, "made.m2")
        sentences = m2.read(reference)
        source.write_text("".join(" ".join(s.tokens) + "\n" for s in sentences), encoding="utf-8")
        for number in range(1, rounds + 1):
            options = ["--bootstrap", "0", "--spacy-model", spacy_model]
            seconds, mine = timed([["-c", GEC, "score", str(reference), str(output), *options]])
            ours.append(seconds)
            files = ["-orig", str(source), "-cor", str(output), "-out", str(made)]
            parallel = ["-c", PARALLEL, spacy_model, *files]
            seconds, other = timed([parallel, ["-c", COMPARE, "-hyp", str(made), "-ref", str(reference)]])
            theirs.append(seconds)
            click.echo(f"round {number}: gec score {ours[-1]:.1f} s, ERRANT {theirs[-1]:.1f} s; {verdict(mine, other)}")
    times = f"{median(ours):.1f} s against {median(theirs):.1f} s"
    click.echo(
        f"{len(sentences)} sentences, median of {rounds}: {times}, {median(theirs) / median(ours):.1f} times faster"
    )


def timed(commands: list[list[str]]) -> tuple[float, str]:
    """Run Python with each list of arguments. Returns the total time and the last output."""
    start, said = time.perf_counter(), ""
    for arguments in commands:
        said = subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout
    return time.perf_counter() - start, said


def verdict(mine: str, other: str) -> str:
    """Whether both tables have the same true positives, false positives and misses."""
    counts = [found.groups() for found in map(COUNTS.search, (mine, other)) if found]
    if len(counts) < 2:
        raise SystemExit(f"no counts in what was printed:\n{mine}\n{other}")
    same = "the same counts" if counts[0] == counts[1] else "different counts"
    return f"{same}: TP FP FN {' '.join(counts[0])}" + (f" and {' '.join(counts[1])}" if same[0] == "d" else "")


if __name__ == "__main__":
    race()
