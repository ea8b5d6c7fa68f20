"""Errors that a recipe wants generated: made once, always the same, and not made if the data folder has some."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_run import quiet

from gec.cli import group
from gec.errors import GecError
from gec.training import build, generated_errors, texts
from gec.training import recipe as recipes
from gec.training.build import TrainingPlan
from gec.training.loop import RunLength

ROOT = Path(__file__).parents[2]
REVERSE = f"""
start_from = "{ROOT / "gec/models/default"}"
batch_tokens = 256
longest = 60
[measure]
sentences = 0
[[stage]]
name = "learn"
share = 1.0
rate = [0.01, 0.01]
[[stage.mix]]
kind = "learner"
files = ["texts-*.txt"]
reverse = true
weight = 1.0
"""
RECIPE = """
[drawn]
recipe = "turned.toml"
steps = 1
sentences = 12
clean = ["clean.txt"]
learner = ["texts-*.txt"]
[[stage]]
name = "learn"
share = 1.0
[[stage.mix]]
kind = "jsonl"
files = ["drawn/*.jsonl*"]
weight = 1.0
"""
SENTENCES = ["She goes to school every day.", "We discussed the plan for a long time.", "The weather was fine."]


@pytest.fixture
def plan(recipe_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TrainingPlan:
    monkeypatch.setattr(generated_errors, "PART", 6)
    (tmp_path / "turned.toml").write_text(REVERSE, encoding="utf-8")
    (tmp_path / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "clean.txt").write_text("\n".join(SENTENCES), encoding="utf-8")
    file = tmp_path / "recipe.toml"
    folders = (tmp_path, recipe_file.parent)
    return TrainingPlan(
        recipes.read(file), tmp_path / "run", RunLength(steps=1), folders, file, device="cpu", workers=0
    )


def test_errors_are_generated_once_and_depend_only_on_the_seed(plan: TrainingPlan) -> None:
    generated_errors.generate(replace(plan, workers=2), quiet, quiet)
    parts = sorted((plan.out / "drawn").iterdir())
    assert [sum(1 for _ in texts.read_pairs(part)) for part in parts] == [6, 6]
    before = [part.read_bytes() for part in parts]
    parts[1].unlink()  # as if it had been stopped there; now there is one process
    generated_errors.generate(plan, quiet, quiet)
    assert [part.read_bytes() for part in parts] == before
    shutil.rmtree(plan.out / "reverse")
    generated_errors.generate(plan, quiet, quiet)  # nothing is missing, so nothing is trained either
    assert not (plan.out / "reverse").exists()


def test_nothing_is_generated_if_the_data_have_such_errors(plan: TrainingPlan) -> None:
    (plan.folders[0] / "drawn").mkdir()
    texts.write_pairs(plan.folders[0] / "drawn" / "part-0000.jsonl", [("She go.", "She goes.")])
    generated_errors.generate(plan, quiet, quiet)
    words = ("train", "run", plan.recipe_file, "--prepare", "--out", plan.out)
    assert "nothing to generate" in CliRunner().invoke(group, list(map(str, words))).stderr
    assert not plan.out.exists()


def test_several_processes_need_them_generated_before(plan: TrainingPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "4")
    with pytest.raises(GecError, match="the same with --prepare, without torchrun"):
        generated_errors.generate(plan, quiet, quiet)


@pytest.mark.parametrize(("resume", "said"), [(False, "contains a run already"), (True, "seed is another than in")])
def test_another_run_is_not_overwritten(plan: TrainingPlan, resume: bool, said: str) -> None:
    (plan.out / "step-1").mkdir(parents=True)
    (plan.out / "step-1" / "place.json").touch()
    (plan.out / "recipe.toml").write_text(f"seed = 2{RECIPE}")
    for start in (generated_errors.generate, build.train):
        with pytest.raises(GecError, match=said):
            start(replace(plan, resume=resume), quiet, quiet)
    assert "seed = 2" in (plan.out / "recipe.toml").read_text()
