"""The figures of `gec bench decode` describe the measured decoding."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest
import torch

from gec.benchmarks.decoding import DecodingCost, measure, ways
from gec.benchmarks.sources import Judge, sources_of
from gec.cli import group
from gec.cli.bench import HEADINGS, QUALITY
from gec.decoding.verify import DecodingSettings, decode
from gec.engine import EncodedSources
from gec.engine.float import FloatEngine
from gec.loading import load
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.heads import BlockHeads
from gec.proposer import SentenceProposer

KEYS = {
    "way",
    "batch",
    "rounds",
    "passes",
    "accepted",
    "speed_up",
    "passes_p95",
    "positions",
    "steps",
    "refill",
    "memory_mb",
    "differing",
    "f05",
    "gleu",
}
TIMES = {"ms", "encoder_ms", "decoder_ms", "rest_ms"}


@pytest.fixture(scope="module")
def proposer(copyist: Checkpoint) -> SentenceProposer:
    return load(str(copyist.path), device="cpu").proposer


@pytest.fixture(scope="module")
def sources(proposer: SentenceProposer, lines: list[str]) -> list[list[int]]:
    encoded = (proposer.tokenizer.encode(line).ids for line in sorted(lines, key=len)[:6])
    return [[*proposer.marks, *ids, proposer.engine.eos] for ids in encoded]


@pytest.fixture(scope="module")
def figures(proposer: SentenceProposer, sources: list[list[int]]) -> dict[tuple[str, int], DecodingCost]:
    chosen = ways(edit_head=True)
    found = measure(proposer.engine, proposer.tokens, sources, chosen, [1, 4], rounds=1)
    return {(one.way, one.batch): one for one in found}


def test_every_way_and_batch_is_measured(figures: dict[tuple[str, int], DecodingCost]) -> None:
    assert list(figures) == [(way, batch) for way in ("greedy", "aggressive", "edit head") for batch in (1, 4)]
    assert [way.name for way in ways(edit_head=False)] == ["greedy", "aggressive"]


def test_greedy_makes_a_pass_a_token(
    figures: dict[tuple[str, int], DecodingCost], proposer: SentenceProposer, sources: list[list[int]]
) -> None:
    outputs = decode(proposer.engine, proposer.tokens, sources, DecodingSettings(mode="greedy", slots=1))
    lengths = sorted(len(output.ids) for _, output in outputs)
    for batch in (1, 4):
        one = figures["greedy", batch]
        assert one.passes == one.positions == sum(lengths) / len(lengths)
        assert one.passes_p95 == lengths[-1]  # of six values, the largest one is the 95th percentile
    assert figures["greedy", 1].steps == sum(lengths)


def test_drafts_save_passes_and_change_nothing(figures: dict[tuple[str, int], DecodingCost]) -> None:
    assert {one.differing for one in figures.values()} == {0}
    assert figures["aggressive", 1].passes < figures["greedy", 1].passes / 2
    assert figures["aggressive", 1].passes == figures["aggressive", 4].passes
    assert figures["aggressive", 1].positions > figures["aggressive", 1].passes


def test_refill_is_steps_over_the_fewest_possible(figures: dict[tuple[str, int], DecodingCost]) -> None:
    for (_, batch), one in figures.items():
        assert one.refill == 1.0 if batch == 1 else one.refill >= 1.0
        assert one.steps >= one.passes * 6 / batch


def test_the_parts_of_the_time_add_up(figures: dict[tuple[str, int], DecodingCost]) -> None:
    for one in figures.values():
        assert one.ms == pytest.approx(one.encoder_ms + one.decoder_ms + one.rest_ms)
        assert min(one.encoder_ms, one.decoder_ms, one.rest_ms) > 0


class Careless(FloatEngine):
    """An engine that reads only half of the sources in a batch."""

    def encode(self, sources: list[list[int]]) -> EncodedSources:
        return super().encode(sources if len(sources) == 1 else [source[: len(source) // 2] for source in sources])


def test_what_a_batch_changes_is_counted(
    copyist: Checkpoint, proposer: SentenceProposer, sources: list[list[int]]
) -> None:
    engine = Careless(copyist, torch.device("cpu"))
    found = measure(engine, proposer.tokens, sources, ways(edit_head=False), [1, 4], rounds=1)
    assert [(one.way, one.differing > 0) for one in found] == [
        ("greedy", False),
        ("greedy", True),
        ("aggressive", False),
        ("aggressive", True),
    ]


def run(*words: str | Path) -> click.testing.Result:
    result = click.testing.CliRunner().invoke(group, ["bench", "decode", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.fixture
def some(tmp_path: Path, lines: list[str]) -> Path:
    file = tmp_path / "some.txt"
    shortest = sorted(lines, key=len)[:5]
    file.write_text("\n".join(["", *shortest, "word " * 400, "  "]), encoding="utf-8")
    return file


def test_json_output(some: Path, copyist: Checkpoint) -> None:
    result = run(some, "--model", copyist.path, "--batch", 2, "--rounds", 2, "--json", "--device", "cpu")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["sentences"], told["left_out"], told["dtype"]) == (5, 1, "float32")
    assert told["threads"] == torch.get_num_threads()
    assert [(one["way"], one["rounds"]) for one in told["figures"]] == [
        ("greedy", 1),
        ("aggressive", 2),
        ("edit head", 2),
    ]
    assert all(one.keys() == KEYS | TIMES for one in told["figures"])


def test_the_table_fits_the_terminal(some: Path, copyist: Checkpoint) -> None:
    result = run(
        some, "--model", copyist.path, "--batch", 1, "--batch", 3, "--rounds", 1, "--limit", 3, "--device", "cpu"
    )
    assert result.exit_code == 0
    about, _, heading, *rows = result.stdout.split("\n")
    assert about.startswith("3 sentences of ")
    assert heading.split() == ["decode", *HEADINGS]
    assert [row.split()[:2] for row in rows if "greedy" in row] == [["greedy", "1"], ["greedy", "3"]]
    assert "…" not in "".join(rows)


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    (tmp_path / "some.m2").write_text(
        "S I has two dogs .\nA 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0\n\n"
        "S He likes the school and goes there every day .\nA 2 3|||U:DET||||||REQUIRED|||-NONE-|||0\n\n"
        "S They came .\n\n",
        encoding="utf-8",
    )
    return tmp_path / "some.m2"


def test_raw_outputs_are_scored(annotated: Path, proposer: SentenceProposer) -> None:
    sources = sources_of(proposer, annotated, None)
    judge = Judge(sources.chosen, proposer.tokenizer)
    texts = [one.view.text for one in sources.chosen]
    assert texts == ["He likes the school and goes there every day.", "I has two dogs.", "They came."]

    def worth(*outputs: str) -> tuple[float, float]:
        return judge([[*proposer.tokenizer.encode(text).ids, proposer.engine.eos] for text in outputs])

    right = ["He likes school and goes there every day.", "I have two dogs.", "They came."]
    assert worth(*right) == (1, 1)
    assert worth(right[0], *texts[1:])[0] == pytest.approx(1 / (0.8 + 0.2 * 2))  # P 1, R 1/2
    assert worth(right[0], *texts[1:])[1] < 1
    assert worth(texts[0], "I has two dog.", texts[2])[0] == 0


def test_sentences_with_annotations_have_two_more_columns(annotated: Path, copyist: Checkpoint) -> None:
    words = (annotated, "--model", copyist.path, "--batch", 2, "--rounds", 1, "--device", "cpu")
    figures = json.loads(run(*words, "--json").stdout)["figures"]
    assert len({(one["f05"], one["gleu"]) for one in figures}) == 1  # the same outputs, whatever the drafts
    assert 0 < figures[0]["gleu"] < 1
    assert run(*words).stdout.split("\n")[2].split() == ["decode", *HEADINGS, *QUALITY]


def missing(file: Path) -> None:
    file.unlink()


def blank(file: Path) -> None:
    file.write_text(" \n\n")


def too_long(file: Path) -> None:
    file.write_text("word " * 400)


@pytest.mark.parametrize("spoil", [missing, blank, too_long])
def test_a_file_without_sentences_is_refused(spoil: Callable[[Path], None], some: Path, copyist: Checkpoint) -> None:
    spoil(some)
    result = run(some, "--model", copyist.path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {some}: ")
    assert result.stderr.count("\n") == 1


@pytest.fixture
def headed(copyist: Checkpoint, tmp_path: Path) -> Path:
    folder = tmp_path / "headed"
    shutil.copytree(copyist.path, folder)
    checkpoint.add(folder, BlockHeads(copyist.config.d_model, 3), blocks=3)
    return folder


def test_chosen_modes_and_a_lossy_one_that_says_so(some: Path, headed: Path) -> None:
    words = (some, "--model", headed, "--batch", 2, "--rounds", 1, "--device", "cpu", "--json")
    told = json.loads(run(*words, "--modes", "blockwise,greedy", "--accept", "top:3").stdout)
    assert told["accept"] == "top:3"
    ways = {one["way"]: one for one in told["figures"]}
    assert list(ways) == ["greedy", "blockwise", "blockwise, lossy"]
    assert ways["blockwise"]["differing"] == 0
    assert 1 <= ways["blockwise"]["accepted"] <= ways["blockwise, lossy"]["accepted"] <= 3
    assert ways["greedy"]["accepted"] == ways["greedy"]["speed_up"] == 1


@pytest.mark.parametrize("given", [("--modes", "telepathy"), ("--accept", "top:1"), ("--accept", "all")])
def test_impossible_options_are_refused(some: Path, copyist: Checkpoint, given: tuple[str, str]) -> None:
    result = run(some, "--model", copyist.path, *given)
    assert result.exit_code == 2
    assert given[1] in result.stderr
