"""How many textbook errors are mended as the textbook says: `corpora/textbook.tsv`, one a line with what is meant.
And how many of the sentences that are meant are changed, though nothing is wrong with them.

    python bench/textbook.py [--model DIR] [--show]
"""

from __future__ import annotations

from pathlib import Path

import click

import gec

SENTENCES = Path(__file__).parents[1] / "corpora" / "textbook.tsv"


@click.command()
@click.option("--model", metavar="DIR_OR_HUB_ID", help="A checkpoint to use instead of the one shipped.")
@click.option("--show", is_flag=True, help="Print the others, what is meant and what is said instead.")
def count(model: str | None, show: bool) -> None:
    pairs = [line.split("\t") for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    corrector = gec.load(model)
    said = [found.text for found in corrector.correct_many(written for written, _ in pairs)]
    again = [found.text for found in corrector.correct_many(meant for _, meant in pairs)]
    others = [(*pair, text) for pair, text in zip(pairs, said, strict=True) if text != pair[1]]
    for written, meant, text in others if show else ():
        print(f"{written}\n  meant: {meant}\n  said:  {'(nothing)' if text == written else text}")
    changed = [(meant, text) for (_, meant), text in zip(pairs, again, strict=True) if text != meant]
    for meant, text in changed if show else ():
        print(f"{meant}\n  is fine, and becomes: {text}")
    unsaid = sum(text == written for written, _, text in others)
    print(
        f"of {len(pairs)} {len(pairs) - len(others)} mended as meant, {unsaid} left, {len(others) - unsaid} otherwise"
    )
    print(f"of the right ones {len(changed)} changed")


if __name__ == "__main__":
    count()
