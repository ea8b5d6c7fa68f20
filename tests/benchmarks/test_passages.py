"""`gec bench passages` describes the measured decoding."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

from gec.cli import group
from gec.cli.bench_passages import HEADINGS
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.heads import Starts


@pytest.fixture
def folder(copyist: Checkpoint, tmp_path: Path) -> Path:
    shutil.copytree(copyist.path, tmp_path / "model")
    torch.manual_seed(7)
    starts = Starts(copyist.config.d_model, 3)
    checkpoint.add(tmp_path / "model", starts, pipelined={"sub_max": 3, "delta": 1})
    return tmp_path / "model"


@pytest.fixture
def file(tmp_path: Path, lines: list[str]) -> Path:
    short = sorted(lines, key=len)
    (tmp_path / "some.txt").write_text(f"{' '.join(short[:3])}\n{' '.join(short[3:5])}\n{short[5]}\n", encoding="utf-8")
    return tmp_path / "some.txt"


def test_figures_by_the_number_of_sentences(folder: Path, file: Path, tmp_path: Path) -> None:
    words = ["bench", "passages", str(file), "--model", str(folder), "--delta", "1", "--batch", "2", "--device", "cpu"]
    result = CliRunner().invoke(group, [*words, "--json"], catch_exceptions=False)
    told = json.loads(result.stdout)
    assert [(one["way"], one["sentences"], one["passages"]) for one in told] == [
        ("greedy", 2, 2),
        ("pipelined, delta 1", 2, 2),
        ("greedy", 3, 1),
        ("pipelined, delta 1", 3, 1),
    ]
    for greedy, pipelined in zip(told[::2], told[1::2], strict=True):
        assert pipelined["passes"] < greedy["passes"]
        rates = [one["tokens"] / one["ms"] for one in (pipelined, greedy)]
        assert pipelined["speed_up"] == pytest.approx(rates[0] / rates[1])
        assert 0 <= pipelined["same"] <= 1
    words = [*words, "--plot", str(tmp_path / "plot.svg")]
    table = CliRunner().invoke(group, words, catch_exceptions=False).stdout.splitlines()
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").count("<polyline") == 2
    assert table[0].split() == list(HEADINGS)
    assert len(table) == 5


def test_a_file_without_passages_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("One sentence.\n", encoding="utf-8")
    result = CliRunner().invoke(group, ["bench", "passages", str(tmp_path / "none.txt"), "--model", str(folder)])
    assert result.exit_code == 2
    assert "no passage has two sentences" in result.stderr
