"""Throughput of a corpus on a CPU against three peers, with the same weights, sentences and number of processes.

    gec model export --float /tmp/float               # the shipped weights as transformers reads them
    python bench/batch.py /tmp/float SENTENCES.txt --processes 2

transformers: float32, `generate`, greedy, padded batches of 32. CTranslate2: int8, `translate_iterable`,
greedy, batches of 32. gec greedy: our own loop without drafts. gec: what `gec batch` does. Each runs as so many
processes of one thread, each on its share of the sentences. Peers get their token ids for nothing; gec's time
has tokenising and finding edits in it. Loading is in nobody's time. Memory is the largest process's peak. On a
busy machine sentences a second of processor time are the fairer figure, and they are what gec is called faster
by.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click

BATCH = 32
CONTENDERS = ("transformers", "ctranslate2", "gec greedy", "gec")


def transformers(model: Path, ids: list[list[int]]) -> Callable[[], int]:
    import torch
    from transformers import AutoModelForSeq2SeqLM

    torch.set_num_threads(1)
    network = AutoModelForSeq2SeqLM.from_pretrained(model).eval()

    def run() -> int:
        done = 0
        for first in range(0, len(ids), BATCH):
            rows = ids[first : first + BATCH]
            width = max(map(len, rows))
            padded = torch.tensor([[*row, *[0] * (width - len(row))] for row in rows])
            attention = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
            limit = int(1.5 * width) + 16
            with torch.inference_mode():
                done += len(
                    network.generate(
                        padded, attention_mask=attention, do_sample=False, num_beams=1, max_new_tokens=limit
                    )
                )
        return done

    return run


def ctranslate2(model: Path, ids: list[list[int]]) -> Callable[[], int]:
    import ctranslate2 as peer
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokens = [[tokenizer.id_to_token(one) for one in row] for row in ids]
    translator = peer.Translator(str(model / "ct2"), compute_type="int8", inter_threads=1, intra_threads=1)
    limit = int(1.5 * max(map(len, ids))) + 16

    def run() -> int:
        results = translator.translate_iterable(
            tokens, max_batch_size=BATCH, beam_size=1, max_decoding_length=limit, return_scores=False
        )
        return sum(1 for _ in results)

    return run


def ours(decode: str, engine: str, lines: list[str]) -> Callable[[], int]:
    import gec

    corrector = gec.load(device="cpu", engine=engine, decode=decode)
    return lambda: sum(1 for _ in corrector.correct_many(lines))


def contend(name: str, model: str, engine: str, lines: list[str], ids: list[list[int]], pipe: Any) -> None:
    """In a process of its own: get ready, say so, run when told."""
    os.environ["OMP_NUM_THREADS"] = "1"
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "transformers": lambda: transformers(Path(model), ids),
        "ctranslate2": lambda: ctranslate2(Path(model), ids),
        "gec greedy": lambda: ours("greedy", engine, lines),
        "gec": lambda: ours("auto", engine, lines),
    }
    run = makers[name]()
    pipe.send("ready")
    pipe.recv()
    began = time.process_time()
    done = run()
    cpu = time.process_time() - began
    pipe.send({"done": done, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "cpu": cpu})


def measured(
    name: str, model: Path, engine: str, processes: int, lines: Sequence[str], ids: Sequence[list[int]]
) -> dict[str, float]:
    spawn = multiprocessing.get_context("spawn")
    workers = []
    for share in range(processes):
        here, there = spawn.Pipe()
        part = slice(share, None, processes)
        words = (name, str(model), engine, list(lines[part]), list(ids[part]), there)
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


def ids_of(lines: Sequence[str]) -> list[list[int]]:
    import gec

    corrector = gec.load(device="cpu")
    return [[*corrector.marks, *one.ids, corrector.engine.eos] for one in corrector.tokenizer.encode_many(lines)]


@click.command()
@click.argument("model", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Turn by turn; the median counts.")
@click.option("--limit", type=click.IntRange(1), help="Only the first so many sentences.")
@click.option("--engine", default="auto", show_default=True, help="Of gec.")
@click.option("--only", multiple=True, type=click.Choice(CONTENDERS), default=CONTENDERS)
def race(
    model: Path, file: Path, processes: int, rounds: int, limit: int | None, engine: str, only: tuple[str, ...]
) -> None:
    """Race on the sentences of FILE, one a line, with the weights in MODEL, the shipped ones exported."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()][:limit]
    with TemporaryDirectory() as place:
        copy = Path(place, "model")
        subprocess.run(["cp", "-r", str(model), str(copy)], check=True)
        if "ctranslate2" in only:
            convert = "from ctranslate2.converters.transformers import main; main()"
            words = ["--model", str(copy), "--output_dir", str(copy / "ct2"), "--quantization", "int8"]
            subprocess.run([sys.executable, "-c", convert, *words], check=True, capture_output=True)
        ids = ids_of(lines)
        figures: dict[str, list[dict[str, float]]] = {name: [] for name in only}
        for _ in range(rounds):
            for name in only:
                figures[name].append(measured(name, copy, engine, processes, lines, ids))
                click.echo(json.dumps({"contender": name, **figures[name][-1]}), err=True)
    click.echo(f"{len(lines)} sentences of {sum(map(len, ids)) / len(ids):.1f} tokens, {processes} processes\n")
    click.echo("| | sentences/s | a second of processor | gec is faster by | peak memory, MB |\n|---|---|---|---|---|")
    medians = {name: {what: median(one[what] for one in found) for what in found[0]} for name, found in figures.items()}
    best = medians[only[-1]]["cpu"]
    for name, one in medians.items():
        rates = f"{one['rate']:.1f} | {len(lines) / one['cpu']:.1f} | {one['cpu'] / best:.2f}"
        click.echo(f"| {name} | {rates} | {one['memory']:.0f} |")


if __name__ == "__main__":
    race()
