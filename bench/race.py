"""Races our engines against transformers and CTranslate2: the same weights and the same text, in turns.

    python bench/race.py SENTENCES.txt --model PLAIN_T5 [--rounds 5] [--sentences 200] [--clock cpu]
    python bench/race.py SENTENCES.txt --model PLAIN_T5 --device cuda --page docs/speed-gpu.md

Writes docs/speed.md with all tables, and its charts next to it. On a CPU all use one thread; on a GPU they use
bfloat16, and the bounds of memory and arithmetic are shown too. In each round every contestant decodes the same
sentences once, so a busy moment affects all. Figures are medians of the rounds. Outputs are compared, token by token,
with our own greedy decoding in the same number format.
"""

from __future__ import annotations

import platform
import random
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
import floors
import torch
from contestants import Contestant, CTranslate2, Ids, Ours, Transformers
from floors import Work

import gec
from gec.cli.chart import Curves, svg
from gec.decoding.route import Mode
from gec.decoding.row import Row
from gec.model import checkpoint, convert
from gec.proposer import SentenceProposer

ROOT = Path(__file__).parents[1]
BATCHES = (1, 8, 32, 128)
LENGTHS = (10, 20, 40, 80, 160)
ERRORS = (0, 1, 2, 4, 7, 10)
THEIRS = "CTranslate2 int8"


@dataclass(frozen=True)
class Timed:
    """One contestant at one batch size. Milliseconds are per sentence."""

    name: str
    ms: tuple[float, ...]  # of each round
    encoder: float | None  # the encoder's share of the time; only for our engines
    same: float  # share of sentences with the output of our greedy decoding

    @property
    def middle(self) -> float:
        return median(self.ms)

    @property
    def spread(self) -> float:
        """Half the distance between the fastest and the slowest round."""
        return (max(self.ms) - min(self.ms)) / 2


@dataclass(frozen=True)
class Field:
    """All contestants, and what their outputs are compared with."""

    contestants: Sequence[Contestant]
    greedy: dict[str, Contestant]  # our greedy contestant, by number format
    best: Ours  # the contestant that others are compared with
    clock: Callable[[], float]
    rounds: int

    def race(self, rows: Sequence[Ids], batch: int, only: Sequence[str] = ()) -> list[Timed]:
        """Decode the rows, which come longest first, with all contestants that can take such batches."""
        racing = [one for one in self.contestants if one.largest >= batch and (not only or one.name in only)]
        right = {numbers: self.greedy[numbers].run(rows, 32) for numbers in {one.numbers for one in racing}}
        times: dict[str, list[float]] = {one.name: [] for one in racing}
        shares: dict[str, list[float]] = {one.name: [] for one in racing}
        same: dict[str, float] = {}
        for number in range(self.rounds + 1):  # the first round is for warming up
            for one in racing:
                begin = self.clock()
                found = one.run(rows, batch)
                seconds = self.clock() - begin
                same[one.name] = sum(map(list.__eq__, found, right[one.numbers])) / len(rows)
                if number:
                    times[one.name].append(1000 * seconds / len(rows))
                    shares[one.name].append(one.encoder / seconds if isinstance(one, Ours) else 0.0)
        return [
            Timed(
                one.name,
                tuple(times[one.name]),
                median(shares[one.name]) if isinstance(one, Ours) else None,
                same[one.name],
            )
            for one in racing
        ]


def on_cpu(proposer: SentenceProposer, folder: Path, clock: Callable[[], float]) -> list[Contestant]:
    """All contestants on a CPU. The model is written into the folder in the other libraries' layouts."""
    model, hugging = proposer.model, plain(proposer, folder)
    floats = gec.load(model.path, device="cpu", engine="float", decode="greedy")
    named: list[Mode] = ["greedy", "aggressive"]
    if proposer.engine.block:
        named.append("auto")
    return [
        *(ours("gec int8", proposer, mode, clock) for mode in named),
        *(ours("gec float", floats, mode, clock) for mode in named[:2]),
        CTranslate2(f"{THEIRS} greedy", hugging, model.tokenizer, model.config, int8=True),
        CTranslate2("CTranslate2 float greedy", hugging, model.tokenizer, model.config, int8=False),
        Transformers("transformers greedy", hugging, model.config),
        Transformers("transformers prompt lookup", hugging, model.config, lookup=True),
    ]


def on_gpu(proposer: SentenceProposer, folder: Path, clock: Callable[[], float], device: str) -> list[Contestant]:
    """All contestants on a GPU, in the number format that gec uses there."""
    config, hugging = proposer.model.config, plain(proposer, folder)
    numbers = proposer.engine.about.dtype
    named: list[Mode] = ["greedy", "aggressive", "auto"]
    there: dict[str, Any] = {"device": device, "numbers": numbers}
    return [
        *(ours(f"gec {numbers}", proposer, mode, clock) for mode in named[: 3 if proposer.engine.block else 2]),
        Transformers("transformers greedy", hugging, config, **there),
        Transformers("transformers compiled", hugging, config, compiled=True, **there),
        Transformers("transformers prompt lookup", hugging, config, lookup=True, **there),
    ]


def ours(name: str, proposer: SentenceProposer, mode: Mode, clock: Callable[[], float]) -> Ours:
    proposer.engine.keep_bias = 0.0  # the others have none
    return Ours(f"{name} {mode}", proposer.engine, proposer.tokens, mode, len(proposer.marks), clock)


def plain(proposer: SentenceProposer, folder: Path) -> Path:
    """Write the model in Hugging Face's layout."""
    convert.write(convert.plain(checkpoint.load(proposer.model)), folder / "model")
    return folder / "model"


# --- what is decoded


def sources(greedy: Iterable[Ours], proposer: SentenceProposer, file: Path, count: int) -> tuple[list[Ids], int]:
    """Sentences of the file that fit the model and for which greedy decoding ends, and the number of others."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    encoded = [one.ids for one in proposer.tokenizer.encode_many(lines)]
    rows = [[*proposer.marks, *ids, proposer.engine.eos] for ids in encoded if len(ids) <= proposer.window]
    fine = rows = sorted(rows[:count], key=len, reverse=True)
    for ours in greedy:
        fine = [row for row, said in zip(fine, ours.run(fine, 32), strict=True) if said[-1] == proposer.engine.eos]
    return fine, len(rows) - len(fine)


def of_length(rows: Sequence[Ids], length: int, marks: int, count: int) -> list[Ids]:
    """Sources of exactly this many tokens, made of consecutive sentences."""
    supply = cycle(token for row in rows for token in row[marks:-1])
    mark, end = rows[0][:marks], rows[0][-1:]
    return [[*mark, *(next(supply) for _ in range(length - marks - 1)), *end] for _ in range(count)]


def replayed(said: dict[tuple[int, ...], Ids], errors: int, alike: int, seed: int = 1) -> Callable[[Row, int], Ids]:
    """A drafter that returns the output itself, with this many wrong tokens, as if the model had made so many
    corrections. After a wrong token has been replaced, the draft is right again."""

    def draft(row: Row, limit: int) -> Ids:
        truth = said[tuple(row.source)]
        chance = random.Random(f"{seed} {truth}")
        wrong = set(chance.sample(range(len(truth) - 1), min(errors, len(truth) - 1)))
        ahead = range(len(row.said), min(len(truth), len(row.said) + limit))
        return [(truth[place] + 7) % alike if place in wrong else truth[place] for place in ahead]

    return draft


# --- tables


def batch_table(rows: Sequence[Timed], best: str, clock: str) -> str:
    lines = [
        f"| | ms per sentence ({clock}) | ± | time relative to {best} | encoder's share | same output |",
        "|---|---|---|---|---|---|",
    ]
    base = next(one for one in rows if one.name == best)
    for one in rows:
        share = f"{one.encoder:.0%}" if one.encoder is not None else ""
        ratio = one.middle / base.middle
        lines.append(f"| {one.name} | {one.middle:.2f} | {one.spread:.2f} | {ratio:.2f} | {share} | {one.same:.1%} |")
    return "\n".join(lines) + "\n"


def grid(figures: dict[int, list[Timed]], across: str) -> str:
    names = list(dict.fromkeys(one.name for some in figures.values() for one in some))
    lines = [f"| {across} | {' | '.join(map(str, figures))} |", "|---" * (len(figures) + 1) + "|"]
    for name in names:
        found = [next((f"{one.middle:.2f}" for one in some if one.name == name), "") for some in figures.values()]
        lines.append(f"| {name} | {' | '.join(found)} |")
    return "\n".join(lines) + "\n"


def curves(figures: dict[int, list[Timed]]) -> Curves:
    found: dict[str, dict[int, float]] = {}
    for x, some in figures.items():
        for one in some:
            found.setdefault(one.name, {})[x] = one.middle
    return found


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--model", metavar="DIR_OR_HUB_ID", help="By default the one that ships.")
@click.option("--sentences", type=click.IntRange(8), default=200, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True)
@click.option("--batch", "batches", type=click.IntRange(1), multiple=True, default=BATCHES, show_default=True)
@click.option("--device", default="cpu", show_default=True, help="cpu, or cuda for bfloat16 on a GPU.")
@click.option("--clock", type=click.Choice(["wall", "cpu"]), default="wall", show_default=True,
              help="cpu: time on the processor, for a machine that is busy with other things.")  # fmt: skip
@click.option("--quick", is_flag=True, help="Only the batch sizes: no lengths, no errors.")
@click.option("--page", type=click.Path(path_type=Path), default=ROOT / "docs" / "speed.md", show_default=True)
def main(
    file: Path,
    model: str | None,
    sentences: int,
    rounds: int,
    batches: tuple[int, ...],
    device: str,
    clock: str,
    quick: bool,
    page: Path,
) -> None:
    """Decode the sentences of FILE, one a line, with every engine."""
    gpu = device != "cpu"
    torch.set_num_threads(1)
    proposer = gec.load(model, device=device, engine="auto" if gpu else "int8", decode="greedy").proposer
    if proposer.model.config.extras.pointer_feed:
        raise click.UsageError(
            "others run no model that its pointer feeds; give --model a plain T5 (corpora/plain.toml)"
        )
    with TemporaryDirectory() as folder:
        now = time.process_time if clock == "cpu" else time.perf_counter
        racing = on_gpu(proposer, Path(folder), now, device) if gpu else on_cpu(proposer, Path(folder), now)
        mine = [one for one in racing if isinstance(one, Ours)]
        greedy = {one.numbers: one for one in mine if one.mode == "greedy"}
        rows, left = sources(greedy.values(), proposer, file, sentences)
        best = next(one for one in mine if one.mode == "aggressive")
        field = Field(racing, greedy, best, now, rounds)
        told = introduction(proposer, rows, left, rounds)
        parts, by_batch = [f"# Speed\n\n{told}\n"], {}
        for batch in batches:
            some = by_batch[batch] = printed(field.race(rows, batch), f"batch {batch}")
            parts.append(f"## {batch} at a time\n\n{batch_table(some, best.name, clock)}")
            ms = next(one.middle for one in some if one.name == best.name)
            work = Work(len(rows), batch, sum(map(len, rows)), best.steps, best.fed)
            parts += filter(None, [floors.told(proposer.model.config, work, ms, torch.device(device))])
        pictures = {"batches": svg(curves(by_batch), "sentences at a time", "ms a sentence")}
        if not quick:
            of_lengths = lengths(field, rows, proposer)
            of_errors = errors(field, rows, proposer)
            parts.append(f"## By length\n\nOne at a time, ms per sentence.\n\n{grid(of_lengths, 'tokens')}")
            parts.append(
                "## By errors\n\nOne at a time, ms per sentence, int8. The drafts are the model's own output with this "
                "number of wrong tokens, as if the model had made as many corrections."
                f"\n\n{grid(of_errors, 'errors')}"
            )
            pictures |= {
                "lengths": svg(curves(of_lengths), "tokens a sentence", "ms a sentence"),
                "errors": svg(curves(of_errors), "errors a sentence", "ms a sentence"),
            }
    write(page, parts, pictures)


def write(page: Path, parts: Sequence[str], pictures: Mapping[str, str]) -> None:
    """Write the page, and its charts next to it."""
    shown = [f"![ms per sentence by {name}](speed-{name}.svg)\n" for name in pictures]
    page.parent.mkdir(exist_ok=True)
    page.write_text("\n".join([*parts, *shown]), encoding="utf-8")
    for name, picture in pictures.items():
        page.with_name(f"speed-{name}.svg").write_text(picture, encoding="utf-8")


def lengths(field: Field, rows: Sequence[Ids], proposer: SentenceProposer) -> dict[int, list[Timed]]:
    marks = len(proposer.marks)
    return {
        length: printed(field.race(of_length(rows, length, marks, 20), 1), f"{length} tokens") for length in LENGTHS
    }


def errors(field: Field, rows: Sequence[Ids], proposer: SentenceProposer) -> dict[int, list[Timed]]:
    """Our drafts with a number of wrong tokens, and contestants without drafts, which are not affected."""
    some = rows[:: max(1, len(rows) // 40)]
    said = {tuple(row): ids for row, ids in zip(some, field.greedy[field.best.numbers].run(some, 32), strict=True)}
    found = {}
    for count in ERRORS:
        drafter = replayed(said, count, proposer.model.config.vocab_size)
        racing = [
            replace(field.best, drafter=drafter),
            field.greedy[field.best.numbers],
            *(one for one in field.contestants if one.name == f"{THEIRS} greedy"),
        ]
        found[count] = printed(replace(field, contestants=racing).race(some, 1), f"{count} errors")
    return found


def printed(figures: list[Timed], what: str) -> list[Timed]:
    for one in figures:
        print(f"{what:12} {one.name:28} {one.middle:8.2f} ms ± {one.spread:.2f}, same {one.same:.1%}", file=sys.stderr)
    return figures


def introduction(proposer: SentenceProposer, rows: Sequence[Ids], left: int, rounds: int) -> str:
    config = proposer.model.config
    tokens = sum(map(len, rows)) / len(rows)
    gpu = proposer.engine.about.device != "cpu"
    racing = ("torch", "transformers") if gpu else ("onnxruntime", "torch", "ctranslate2", "transformers")
    versions = ", ".join(f"{name} {version(name)}" for name in racing)
    where = torch.cuda.get_device_name() if gpu else f"one thread of {cpu()}"
    command = shlex.join(["python", "bench/race.py", *sys.argv[1:]])
    left_out = f" Left out are {left} more, on which greedy decoding does not end." if left else ""
    return (
        f"Measured with `{command}` on {where}: {len(rows)} sentences of {tokens:.1f} tokens.{left_out} The model has "
        f"{config.num_layers} encoder and {config.num_decoder_layers} decoder layers of width {config.d_model}. "
        f"Versions: {versions}. Figures are medians of {rounds} rounds, and ± is half the range of the rounds."
    )


def cpu() -> str:
    try:
        names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
