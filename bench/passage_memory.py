"""Measures the peak memory of decoding passages: greedily as one sequence, and with their sentences in parallel.

    python bench/passage_memory.py MODEL corpora/passages.txt --batch 8

Every figure is from a process of its own, without the memory for the model and one short passage.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import click

WAYS = ("greedy", "1", "2", "3")  # or the delta


@click.command()
@click.argument("model")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1), help="Passages decoded together.")
@click.option("--one", nargs=2, help="For the processes: a number of sentences, and a way.")
def measure(model: str, file: Path, batch: int, one: tuple[str, str] | None) -> None:
    """Decode the passages of FILE, one per line, cut to 2, 4, 6 and 8 sentences."""
    if one:
        click.echo(json.dumps(_peak(model, file, batch, int(one[0]), one[1])))
        return
    click.echo("| sentences | " + " | ".join(way if way == "greedy" else f"delta {way}" for way in WAYS) + " |")
    click.echo("|" + "---|" * (len(WAYS) + 1))
    for count in (2, 4, 6, 8):
        cells = []
        for way in WAYS:
            words = [sys.executable, __file__, model, str(file), "--batch", str(batch), "--one", str(count), way]
            found = subprocess.run(words, check=True, capture_output=True, text=True)
            cells.append(json.loads(found.stdout))
        click.echo(f"| {count} | " + " | ".join(f"{cell:.0f} MB" for cell in cells) + " |")


def _peak(model: str, file: Path, batch: int, count: int, way: str) -> float:
    from gec.decoding import pipelined
    from gec.decoding.verify import DecodingSettings, decode
    from gec.loading import load
    from gec.rewriter import ParagraphProposer
    from gec.text.segment import sentences

    proposer = load(model, "cpu", decode="pipelined").proposer
    assert isinstance(proposer, ParagraphProposer)
    texts = [[line[low:high] for low, high in sentences(line)] for line in file.read_text("utf-8").splitlines()]
    long = [some[:count] for some in texts if len(some) >= count]
    passages = [[one.ids for one in proposer.tokenizer.encode_many(some)] for some in long]

    def run(some: list[pipelined.Passage], slots: int) -> None:
        if way == "greedy":
            rows = [[*proposer.marks, *(token for own in one for token in own), proposer.engine.eos] for one in some]
            settings = DecodingSettings(mode="greedy", slots=slots, head=False)
            assert dict(decode(proposer.engine, proposer.tokens, rows, settings, marks=len(proposer.marks)))
        else:
            pace = replace(proposer.pace, delta=int(way), slots=slots)
            assert dict(pipelined.decode(proposer.pipeline, proposer.tokens, some, pace, marks=proposer.marks))

    run([[passages[0][0][:2], passages[0][1][:2]]], 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(passages, batch)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


if __name__ == "__main__":
    measure()
