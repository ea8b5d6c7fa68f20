"""Counts how many textbook errors are corrected as intended (`corpora/textbook.tsv`: an error and its corrections per
line), and how many of the correct sentences are changed.

    python bench/textbook.py [--model DIR] [--show]
    python bench/textbook.py corpora/tried.tsv.xz  # what people type to try a corrector, with all good corrections
"""

from __future__ import annotations

from pathlib import Path

import click

import gec
from gec.training.texts import read_lines

SENTENCES = Path(__file__).parents[1] / "corpora" / "textbook.tsv"
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("sentences", type=FILE, default=SENTENCES)
@click.option("--model", metavar="DIR_OR_HUB_ID", help="A checkpoint to use instead of the one shipped.")
@click.option("--show", is_flag=True, help="Print the others, what is meant and what is said instead.")
def count(sentences: Path, model: str | None, show: bool) -> None:
    rows = [line.split("\t") for line in read_lines(sentences)]
    corrector = gec.load(model)
    said = [found.text for found in corrector.correct_many(row[0] for row in rows)]
    again = [found.text for found in corrector.correct_many(row[1] for row in rows)]
    others = [(row, text) for row, text in zip(rows, said, strict=True) if text not in row[1:]]
    for (written, *meant), text in others if show else ():
        print(f"{written}\n  meant: {' | '.join(meant)}\n  said:  {'(nothing)' if text == written else text}")
    changed = [(row[1], text) for row, text in zip(rows, again, strict=True) if text not in row[1:]]
    for right, text in changed if show else ():
        print(f"{right}\n  is fine, and becomes: {text}")
    unsaid = sum(text == row[0] for row, text in others)
    print(f"of {len(rows)} {len(rows) - len(others)} mended as meant, {unsaid} left, {len(others) - unsaid} otherwise")
    print(f"of the right ones {len(changed)} changed")


if __name__ == "__main__":
    count()
