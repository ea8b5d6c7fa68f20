"""Measures how time and memory grow with a document, a corpus, the errors in a sentence, and its words.

    python bench/growth.py SENTENCES.txt.xz [--only words] [--most 100000] [--plots FOLDER]

Each point is a process of its own. Time is processor time for one unit, after a first sentence: 1,000 characters, a
sentence of a corpus, one with so many errors, a word. "Bend" is the time relative to the least before: well above 1, a
curve bends upward.
"""

from __future__ import annotations

import json
import lzma
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import click

POINTS = {
    "characters": (100, 1_000, 10_000, 100_000, 10**6),
    "sentences": (1_000, 10_000, 100_000, 10**6),
    "errors": (0, 1, 2, 4, 7, 10),
    "words": (5, 10, 20, 50, 100, 200),
}
LEAST = 4_000  # words a point


def texts(kind: str, size: int, lines: Iterator[str]) -> Iterator[str]:
    if kind == "characters":
        for _ in range(max(1, 5 * LEAST // size)):
            done, text = 0, []
            while done < size - 50:
                text.append(next(lines))
                done += len(text[-1])
            yield " ".join(text)
    elif kind == "sentences":
        for _ in range(size // 10):
            yield " ".join(islice(lines, 10))
    elif kind == "errors":
        long = (words for line in lines if 20 <= len(words := line.split()) < 26)
        yield from (_wrong(words, size) for words in islice(long, LEAST // 20))
    else:
        words = chain.from_iterable([*line.strip(".!?").split(), "and"] for line in lines)
        for _ in range(LEAST // size):
            yield " ".join(islice(words, size)) + "."


def _wrong(words: list[str], errors: int) -> str:
    """A sentence with so many words misspelt or, if they are short, missing."""
    for at in range(2 * errors - 1, 0, -2):
        word = words[at]
        words[at] = f"{word[0]}{word[2]}{word[1]}{word[3:]}" if len(word) > 3 else ""
    return " ".join(filter(None, words))


def measured(file: Path, kind: str, size: int) -> tuple[float, float]:
    import gec

    corrector = gec.load(device="cpu", engine="int8")
    with lzma.open(file, "rt", encoding="utf-8") as opened:
        lines = (line.strip() for line in opened)
        corrector.correct(next(lines))
        given = texts(kind, size, lines)
        units, began = 0.0, time.process_time()
        for one in corrector.correct_many(given) if kind == "sentences" else map(corrector.correct, given):
            units += {"characters": len(one.text) / 1000, "sentences": 10, "errors": 1, "words": size}[kind]
        took = time.process_time() - began
    return 1000 * took / units, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(POINTS)), default=list(POINTS))
@click.option("--most", default=10**6)
@click.option("--plots", type=click.Path(exists=True, path_type=Path))
@click.option("--point", type=(str, int), hidden=True)
def main(file: Path, only: tuple[str, ...], most: int, plots: Path | None, point: tuple[str, int] | None) -> None:
    if point:
        click.echo(json.dumps(measured(file, *point)))
        return
    from gec.cli.chart import draw

    click.echo("| | size | ms | MB | bend |\n|---|---|---|---|---|")
    for kind in only:
        times, memory = {}, {}
        for size in (size for size in POINTS[kind] if size <= most):
            asked = [sys.executable, __file__, str(file), "--point", kind, str(size)]
            times[size], memory[size] = json.loads(subprocess.check_output(asked))
            least = min(list(times.values())[:-1], default=times[size])
            click.echo(f"| {kind} | {size:,} | {times[size]:.3f} | {memory[size]:.0f} | {times[size] / least:.2f} |")
        if plots:
            draw(plots / f"growth-{kind}.svg", {"ms": times, "MB": memory}, kind, "ms, MB")


if __name__ == "__main__":
    main()
