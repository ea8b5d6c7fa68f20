"""Which folders a run accepts, and that it never overwrites other files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gec.cli import group
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.training import folder


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Some pairs."""
    path = tmp_path / "few.txt"
    path.write_text("".join(f"He [go|goes] to house {n}.\n" for n in range(30)), encoding="utf-8")
    return path


def train(*words: str | Path) -> Result:
    return CliRunner().invoke(group, ["train", *map(str, words), "--steps", "1", "--device", "cpu"])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A user's folder with file names that a run has as well."""
    folder = tmp_path / "mine"
    for name in ("best/notes.md", "tokenizer/vocab.txt", "learner/a.txt", "log.jsonl", "inserts.json", "unchanged.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("He [go|goes] home.\n", encoding="utf-8")
    pairs = "".join(f'{{"src": "He go to house {n}.", "tgt": "He goes to house {n}."}}\n' for n in range(60))
    (folder / "pairs.jsonl").write_text(pairs, encoding="utf-8")
    return folder


@pytest.mark.parametrize("option", ["--out", "--resume"])
@pytest.mark.parametrize(
    "words",
    [
        ["run", "{recipe}"],
        ["finetune", "--pairs", "{mine}/pairs.jsonl"],
        ["distil", "--teacher", "default", "--text", "{mine}/unchanged.txt"],
        ["heads", "{mine}/pairs.jsonl"],
        ["pipelined", "{mine}", "--from", "default"],
    ],
)
def test_a_folder_without_a_run_is_not_touched(mine: Path, recipe_file: Path, words: list[str], option: str) -> None:
    before = contents(mine)
    result = train(*(word.format(mine=mine, recipe=recipe_file) for word in words), option, mine)
    said = f"error: {mine}: holds best but no run of gec train; give a new or an empty folder\n"
    assert (result.exit_code, result.stderr) == (2, said)
    assert contents(mine) == before


@pytest.mark.parametrize("words", [["finetune", "--pairs"], ["heads"]])
def test_a_new_run_overwrites_no_input(mine: Path, words: list[str]) -> None:
    folder.begin(mine)
    before = contents(mine)
    result = train(*words, mine / "pairs.jsonl", "--out", mine)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{mine / 'pairs.jsonl'}: is an input and would be overwritten" in result.stderr
    assert contents(mine) == before


def test_a_run_cannot_begin_with_a_model_in_its_own_folder(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    best = shutil.copytree(copyist.path, tmp_path / "run" / "best")
    folder.begin(tmp_path / "run")
    result = train("finetune", "--pairs", few, "--from", best, "--out", tmp_path / "run")
    assert result.exit_code == 2
    assert f"{best}: is an input and would be overwritten" in result.stderr
    assert checkpoint.read(best).config == copyist.config


def test_a_run_continues_with_its_prefix_and_model(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ("finetune", "--pairs", few, "--from", copyist.path)
    assert train(*words, "--prefix", "gec: ", "--out", out).exit_code == 0
    for other in ((), ("--prefix", "grammar: ")):
        result = train(*words, *other, "--resume", out)
        said = f"error: {out}: was begun with --prefix 'gec: '; continue with that, or give another --out\n"
        assert (result.exit_code, result.stderr) == (2, said)
    result = train("finetune", "--pairs", few, "--prefix", "gec: ", "--resume", out)
    assert f"was begun --from {copyist.path};" in result.stderr
    assert train(*words, "--prefix", "gec: ", "--resume", out).exit_code == 0
