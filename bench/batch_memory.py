"""Measures what a corpus costs `gec batch`: time, memory, the ledger, and going on after a kill half-way.

    python bench/batch_memory.py 10000 1000000

A row is a sentence as in `load.py`. `--repeat` rows have the same one, which is read once in a shard. Memory is the sum
of the peaks of all processes. "Begun again": seconds until the next shard is done.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from load import family, new_sentences

CLI = Path(__file__).parents[1] / "cli.py"


def corpus(count: int, repeat: int, path: Path) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for number, sentence in enumerate(islice(new_sentences(), -(-count // repeat))):
            for row in range(number * repeat, min(count, (number + 1) * repeat)):
                file.write(json.dumps({"id": row, "text": sentence}) + "\n")
    return path


def looked_at(process: int) -> tuple[int, float]:
    """Its peak in KiB, and its processor time."""
    peak = Path(f"/proc/{process}/status").read_text().partition("VmHWM:")[2].split()[0]
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return int(peak), sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


class Run:
    """A command, watched to its end, or killed once so many shards are done."""

    def __init__(self, words: list[str], done: Path, kill_at: float = float("inf")) -> None:
        began, before, self.first = time.monotonic(), marks(done), 0.0
        seen: dict[int, tuple[int, float]] = {}
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
            while process.poll() is None:
                with suppress(OSError, IndexError):  # one has just ended
                    seen |= {one: looked_at(one) for one in family(process.pid)}
                now = marks(done)
                self.first = self.first or (now > before and time.monotonic() - began)
                if now >= kill_at:
                    process.kill()
                time.sleep(0.1)
        assert process.returncode in (0, -9), process.returncode
        self.seconds, self.spent = time.monotonic() - began, sum(spent for _, spent in seen.values())
        self.memory = sum(peak for peak, _ in seen.values()) / 1024


def marks(done: Path) -> int:
    return len(list(done.iterdir())) if done.exists() else 0


@click.command()
@click.argument("counts", type=int, nargs=-1, required=True)
@click.option("--repeat", type=click.IntRange(1), default=20, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def measure(counts: tuple[int, ...], repeat: int, jobs: int) -> None:
    """Correct corpora of so many rows."""
    click.echo("| rows | MB | s | of processor time | begun again, s | ledger, kB | status --verify, s | files |")
    click.echo("|---" * 8 + "|")
    for count in counts:
        with TemporaryDirectory() as place:
            made, out = corpus(count, repeat, Path(place, "corpus.jsonl")), f"{place}/out"
            settings = ["--jobs", str(jobs), "--devices", "cpu", "--max-tokens", "512", "--quiet"]
            words = [sys.executable, str(CLI), "batch", str(made), "-o", out, "--id-field", "id", *settings]
            done = Path(out, "_gec/done")
            killed, again = Run(words, done, count / 2000), Run(words, done)
            ledger = [one.stat().st_size for one in done.parent.rglob("*") if one.is_file()]
            checked = Run([sys.executable, str(CLI), "batch", "status", out, "--verify"], done)
        seconds, spent = killed.seconds + again.seconds, killed.spent + again.spent
        took = [max(killed.memory, again.memory), seconds, spent, again.first, sum(ledger) / 1024, checked.seconds]
        click.echo(" | ".join((f"| {count:,}", *(f"{one:,.1f}" for one in took), f"{len(ledger):,} |")))


if __name__ == "__main__":
    measure()
