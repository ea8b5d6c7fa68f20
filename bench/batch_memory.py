"""Peak memory of `gec batch` by the length of the corpus: it must not grow.

    python bench/batch_memory.py corpora/sentences.txt 10000 1000000

A corpus is a few sentences of a file again and again, two to a document, in JSON lines; so most of the decoder's
work is done once a shard, and a million sentences take minutes. What is held at a time is the same as with any
other text. The figure is the sum of the peaks of all processes, as Linux counts them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click

CLI = Path(__file__).parents[1] / "cli.py"


def corpus(sentences: list[str], count: int, path: Path) -> Path:
    endless = cycle(sentences)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count // 2):
            file.write(json.dumps({"id": number, "text": " ".join(islice(endless, 2))}) + "\n")
    return path


def peaks(process: int) -> dict[int, int]:
    """The largest resident size so far of a process and of those it started, in KiB."""
    found: dict[int, int] = {}
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        found[process] = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            found |= peaks(int(child))
    except (OSError, StopIteration):  # it has just ended
        pass
    return found


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("counts", type=int, nargs=-1, required=True)
@click.option("--distinct", type=click.IntRange(1), default=8, show_default=True, help="Only so many of FILE's.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def measure(file: Path, counts: tuple[int, ...], distinct: int, jobs: int) -> None:
    """Correct corpora of so many sentences made of FILE's, and say how much memory each took."""
    sentences = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()][:distinct]
    click.echo("| sentences | peak memory, MB | seconds |\n|---|---|---|")
    for count in counts:
        with TemporaryDirectory() as place:
            made = corpus(sentences, count, Path(place, "corpus.jsonl"))
            settings = ["--jobs", str(jobs), "--devices", "cpu", "--max-tokens", "512", "--quiet"]
            words = [sys.executable, str(CLI), "batch", str(made), "-o", f"{place}/out", "--id-field", "id", *settings]
            began = time.monotonic()
            found: dict[int, int] = {}
            with subprocess.Popen(words) as run:
                while run.poll() is None:
                    found |= peaks(run.pid)
                    time.sleep(0.1)
            assert run.returncode == 0
            took = time.monotonic() - began
        click.echo(f"| {count:,} | {sum(found.values()) / 1024:.0f} | {took:.0f} |")


if __name__ == "__main__":
    measure()
