"""Measures the throughput of a corpus on a CPU against three peers, with the same weights, sentences and processes.

    python bench/batch.py SENTENCES.txt --model PLAIN_T5 --processes 2

The peers can only run plain T5s (corpora/plain.toml), so not the shipped model, which has a pointer feed.

transformers: float32, `generate`, greedy, padded batches of 32. CTranslate2: int8, `translate_iterable`, greedy,
batches of 32. gec greedy: our own loop without drafts. gec: with drafts, each sentence read once. Each runs in
several processes of one thread, which share the sentences. Tokenising and finding edits are in gec's time; the peers
get token ids. Loading and a first sentence, which fills tables and buffers, are in no time. Memory is the peak of the
largest process. On a busy machine, sentences per second of processor time are the fairer figure, so the speed-up is
computed from them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
from contestants import Ids, Transformers, limit

import gec
from gec.model.folder import read_config
from gec.model.tokenizer import Tokenizer

BATCH = 32
CONTENDERS = ("transformers", "ctranslate2", "gec greedy", "gec")


def transformers(folder: Path, rows: list[Ids]) -> Callable[[], int]:
    import torch

    torch.set_num_threads(1)
    peer = Transformers("", folder, read_config(folder))
    peer.run(rows[-1:], BATCH)
    return lambda: len(peer.run(rows, BATCH))


def ctranslate2(folder: Path, rows: list[Ids]) -> Callable[[], int]:
    import ctranslate2 as peer

    config = read_config(folder)
    tokenizer = Tokenizer.read(folder, config.eos, config.vocab_size)
    tokens = [[tokenizer.piece_of(token) for token in row] for row in rows]
    translator = peer.Translator(str(folder / "int8"), compute_type="int8", inter_threads=1, intra_threads=1)
    options = {"max_batch_size": BATCH, "beam_size": 1, "max_decoding_length": limit(rows[0])}
    translator.translate_batch(tokens[-1:], **options)
    return lambda: sum(1 for _ in translator.translate_iterable(tokens, **options))


def ours(model: str | None, decode: str, engine: str, lines: list[str]) -> Callable[[], int]:
    corrector = gec.load(model, device="cpu", engine=engine, decode=decode)
    corrector.correct("She go home and meet they freind, wich is a nice suprise.")
    return lambda: sum(1 for _ in corrector.correct_many(lines))


def contend(
    name: str, folder: Path, model: str | None, engine: str, lines: list[str], rows: list[Ids], pipe: Any
) -> None:
    """The body of a process: get ready, say so, and run when told."""
    os.environ["OMP_NUM_THREADS"] = "1"
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "transformers": lambda: transformers(folder, rows),
        "ctranslate2": lambda: ctranslate2(folder, rows),
        "gec greedy": lambda: ours(model, "greedy", engine, lines),
        "gec": lambda: ours(model, "auto", engine, lines),
    }
    run = makers[name]()
    pipe.send("ready")
    pipe.recv()
    began = time.process_time()
    done = run()
    cpu = time.process_time() - began
    pipe.send({"done": done, "memory": peak(), "cpu": cpu})


def peak() -> float:
    """Peak memory in MB. `getrusage` would include the parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def measured(
    name: str, folder: Path, model: str | None, engine: str, processes: int, lines: list[str], rows: list[Ids]
) -> dict[str, float]:
    spawn = multiprocessing.get_context("spawn")
    workers = []
    for share in range(processes):
        here, there = spawn.Pipe()
        part = slice(share, None, processes)
        words = (name, folder, model, engine, lines[part], rows[part], there)
        worker = spawn.Process(target=contend, args=words)
        worker.start()
        workers.append((worker, here))
    for _, pipe in workers:
        pipe.recv()
    begin = time.perf_counter()
    for _, pipe in workers:
        pipe.send("go")
    said = [pipe.recv() for _, pipe in workers]
    took = time.perf_counter() - begin
    for worker, _ in workers:
        worker.join()
    assert sum(one["done"] for one in said) == len(lines)
    return {
        "rate": len(lines) / took,
        "memory": max(one["memory"] for one in said),
        "cpu": sum(one["cpu"] for one in said),
    }


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--model", metavar="DIR", help="A plain T5.  [default: the shipped model, if it is one]")
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Turn by turn; the median counts.")
@click.option("--sentences", "first", type=click.IntRange(1), help="Only the first N sentences.")
@click.option("--engine", default="auto", show_default=True, help="Of gec.")
@click.option("--only", multiple=True, type=click.Choice(CONTENDERS), default=CONTENDERS)
def race(
    file: Path, model: str | None, processes: int, rounds: int, first: int | None, engine: str, only: tuple[str, ...]
) -> None:
    """Race on the sentences of FILE, one a line, with the same weights."""
    from ctranslate2.converters import TransformersConverter

    from gec.model import checkpoint, convert  # imported late, so that only those that use torch have it in memory

    proposer = gec.load(model, device="cpu").proposer
    if proposer.model.config.extras.pointer_feed:
        raise click.UsageError(
            "others run no model that its pointer feeds; give --model a plain T5 (corpora/plain.toml)"
        )
    found = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()][:first]
    ids = [[*proposer.marks, *one.ids, proposer.engine.eos] for one in proposer.tokenizer.encode_many(found)]
    pairs = sorted(zip(found, ids, strict=True), key=lambda pair: -len(pair[1]))  # the best order for batches
    lines, rows = [line for line, _ in pairs], [row for _, row in pairs]
    with TemporaryDirectory() as place:
        folder = Path(place, "model")
        convert.write(convert.plain(checkpoint.load(proposer.model)), folder)
        TransformersConverter(str(folder)).convert(str(folder / "int8"), quantization="int8")
        figures: dict[str, list[dict[str, float]]] = {name: [] for name in only}
        for _ in range(rounds):
            for name in only:
                figures[name].append(measured(name, folder, model, engine, processes, lines, rows))
                click.echo(json.dumps({"contender": name, **figures[name][-1]}), err=True)
    click.echo(f"{len(lines)} sentences of {sum(map(len, rows)) / len(rows):.1f} tokens, {processes} processes\n")
    click.echo("| | sentences/s | a second of processor | gec is faster by | peak memory, MB |\n|---|---|---|---|---|")
    medians = {name: {what: median(one[what] for one in found) for what in found[0]} for name, found in figures.items()}
    best = medians[only[-1]]["cpu"]
    for name, one in medians.items():
        rates = f"{one['rate']:.1f} | {len(lines) / one['cpu']:.1f} | {one['cpu'] / best:.2f}"
        click.echo(f"| {name} | {rates} | {one['memory']:.0f} |")


if __name__ == "__main__":
    race()
