"""Measures ways to decode rewritings.

    python bench/routes.py FILE... [--all] [--model DIR] [--task correct] [--plot SVG]

Each FILE has rewrite records (`< ` poor sentences, `> ` better ones). Only records that no recipe trains on are used,
or with --all every one. It compares greedy decoding of whole paragraphs and of their sentences, each lossless way, and
the pipelined decoder, on the int8 engine with one thread: passes per paragraph, tokens per pass, processor time, and
tokens per second, one paragraph at a time. `bench/rewriting.py` measures the quality of outputs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

from gec.cli.chart import draw
from gec.decoding import pipelined
from gec.decoding.pipelined import Passage, fitting
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.loading import load
from gec.rewriter import ParagraphProposer
from gec.text.segment import sentences
from gec.training import texts
from gec.training.records import held_out

ROUNDS = 3
LOSSLESS = ("greedy", "aggressive", "blockwise", "auto")
Way = Callable[[Passage], list[Output]]


def main(files: Sequence[Path], model: str | None, task: str, every: bool, plot: Path | None, engine: str) -> None:
    by = load(model, "cpu", engine, "pipelined", task=task).proposer
    assert isinstance(by, ParagraphProposer)
    passages = [passage for file in files for passage in read(by, file, every)]
    size = sum(map(len, passages)) / len(passages)
    print(f"{len(passages)} paragraphs of {size:.1f} sentences, task {task}, {by.engine.about.dtype}, one thread\n")
    print("| | passes a paragraph | tokens a pass | ms a paragraph | tokens a second | times greedy |")
    print("|---|---|---|---|---|---|")
    first = 0.0
    curves: dict[str, dict[int, float]] = {}
    for name, way in ways(by).items():
        passes, tokens, times = measured(way, passages)
        pace = tokens / sum(times)
        first = first or pace
        many, ms = len(passages), 1000 * sum(times) / len(passages)
        print(f"| {name} | {passes / many:.1f} | {tokens / passes:.2f} | {ms:.1f} | {pace:.0f} | {pace / first:.2f} |")
        for count in sorted({len(passage) for passage in passages}):
            some = [seconds for passage, seconds in zip(passages, times, strict=True) if len(passage) == count]
            curves.setdefault(name, {})[count] = 1000 * sum(some) / len(some)
    if plot:
        draw(plot, curves, "sentences a paragraph", "ms a paragraph")


def read(by: ParagraphProposer, file: Path, every: bool) -> list[Passage]:
    """The paragraphs of a file that fit the pipelined decoder."""
    poor = [" ".join(lines) for lines, _ in texts.rewrites(file) if every or held_out(lines)]
    found = [by.tokenizer.encode_many([one[low:high] for low, high in sentences(one)]) for one in poor]
    passages = [[one.ids for one in some] for some in found if max(len(one.ids) for one in some) <= by.window]
    return [passage for passage in passages if len(passage) > 1 and len(fitting(passage, by.pace)) == 1]


def ways(by: ParagraphProposer) -> dict[str, Way]:
    def alone(mode: str) -> Way:
        settings = DecodingSettings(mode=mode)  # type: ignore[arg-type]  # one of those above
        return lambda passage: sentencewise(by, passage, settings)

    def whole(passage: Passage) -> list[Output]:
        return sentencewise(
            by, [[token for sentence in passage for token in sentence]], DecodingSettings(mode="greedy")
        )

    def together(passage: Passage) -> list[Output]:
        pace = replace(by.pace, slots=1)
        [(_, outputs)] = pipelined.decode(by.pipeline, by.tokens, [passage], pace, marks=by.marks)
        return outputs

    own = {f"{mode}, sentence by sentence": alone(mode) for mode in LOSSLESS if mode != "blockwise" or by.engine.block}
    return {"greedy, as one sequence": whole, **own, "pipelined": together}


def sentencewise(by: ParagraphProposer, passage: Passage, settings: DecodingSettings) -> list[Output]:
    """All sentences of a paragraph in one batch, as usual."""
    rows = [[*by.marks, *ids, by.engine.eos] for ids in passage]
    return [one for _, one in decode(by.engine, by.tokens, rows, settings, marks=len(by.marks))]


def measured(way: Way, passages: Sequence[Passage]) -> tuple[int, int, list[float]]:
    """Passes, tokens, and the median time of each passage. A pass decodes all unfinished rows."""
    taken: list[list[float]] = [[] for _ in passages]
    passes = tokens = 0
    for number in range(ROUNDS):
        for at, passage in enumerate(passages):
            begin = process_time()
            outputs = way(passage)
            taken[at].append(process_time() - begin)
            if not number:
                passes += max(one.passes for one in outputs)
                tokens += sum(len(one.ids) for one in outputs)
    return passes, tokens, [median(some) for some in taken]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--all", action="store_true", dest="every")
    parser.add_argument("--model")
    parser.add_argument("--task", choices=("correct", "rewrite"), default="rewrite")
    parser.add_argument("--engine", choices=("auto", "float", "int8"), default="auto")
    parser.add_argument("--plot", type=Path)
    main(**vars(parser.parse_args()))
