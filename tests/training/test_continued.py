"""Runs that continue: with more steps than before, from another model, on another kind of device."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from safetensors.torch import load_file
from test_run import CORPORA, plan, quiet

from gec.cli import group
from gec.errors import GecError
from gec.training import build, state, tune
from gec.training import recipe as recipes
from gec.training.loop import BEFORE, RunLength


def test_a_run_with_more_steps_goes_on_from_before_its_last_stage(recipe_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    build.train(plan(recipe_file, out, 5), quiet, quiet)  # three of the first stage, two of the last
    kept = state.checkpoints(out / BEFORE)[-1]
    assert state.read_place(kept, 0, 1).step == 3
    before = load_file(kept / "weights.safetensors")
    build.train(plan(recipe_file, out, 5), quiet, quiet)  # all done: nothing happens
    assert state.read_place(state.checkpoints(out)[-1], 0, 1).step == 5
    with pytest.raises(GecError, match="would go on from step 3"):
        build.train(plan(recipe_file, out, 2), quiet, quiet)
    assert state.read_place(state.checkpoints(out)[-1], 0, 1).step == 5
    build.train(plan(recipe_file, out, 10), quiet, quiet)
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = {line["step"]: line["stage"] for line in lines}
    assert (max(steps), steps[10]) == (10, "two")
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
    again = state.checkpoints(out / BEFORE)[-1]
    assert state.read_place(again, 0, 1).step == 6
    after = load_file(again / "weights.safetensors")
    assert not all(torch.equal(value, after[name]) for name, value in before.items())


def test_other_batches_and_rates_are_allowed_but_not_less_time(recipe_file: Path, tmp_path: Path) -> None:
    one = plan(recipe_file, tmp_path / "run", 1)
    build.train(one, quiet, quiet)
    with pytest.raises(GecError, match="would go on from step 1"):
        build.train(replace(one, resume=True, budget=RunLength(minutes=1e-9)), quiet, quiet)
    file = recipe_file.with_name("smaller.toml")
    text = recipe_file.read_text(encoding="utf-8").replace("batch_tokens = 512", "batch_tokens = 256")
    file.write_text(text.replace("[optimizer]", "[optimizer]\naccumulate = 3\nmatrix_rate = 0.01"))
    build.train(plan(file, one.out, 3), quiet, quiet)
    assert state.read_place(state.checkpoints(one.out)[-1], 0, 1).step == 3


def test_a_run_may_begin_with_another_model_and_remembers_which(recipe_file: Path, tmp_path: Path) -> None:
    told = ["train", "run", str(recipe_file), "--data", str(CORPORA), "--device", "cpu"]
    build.train(plan(recipe_file, tmp_path / "first", 1), quiet, quiet)
    out, base = str(tmp_path / "run"), str(tmp_path / "first" / "float")
    first = CliRunner().invoke(group, [*told, "--from", base, "--steps", "1", "--out", out], catch_exceptions=False)
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(group, [*told, "--steps", "2", "--resume", out], catch_exceptions=False)
    assert again.exit_code == 0, again.output
    other = CliRunner().invoke(group, [*told, "--from", "default", "--steps", "3", "--resume", out])
    assert other.exit_code == 2
    assert f"was begun --from {base}; continue with that" in other.stderr


def test_on_a_processor_a_recipe_may_take_smaller_steps(recipe_file: Path) -> None:
    text = recipe_file.read_text(encoding="utf-8")
    file = recipe_file.with_name("both.toml")
    short = text[text.index("[[stage]]") :].split("[[stage]]")[2].replace("[[stage.mix]]", "[[cpu.stage.mix]]")
    told = "[cpu]\nbatch_tokens = 256\nwarmup = 3\n[[cpu.stage]]"
    file.write_text(
        text.replace("batch_tokens = 512", "batch_tokens = 512\nrow = 128") + told + short, encoding="utf-8"
    )
    recipe = recipes.read(file)
    assert recipes.adapted(recipe, cpu=False) == recipe
    fresh = recipes.adapted(recipe, cpu=True)
    assert (fresh.batch_tokens, fresh.row, fresh.optimizer.warmup) == (256, 0, 3)
    assert fresh.stages == recipe.stages
    going_on = recipes.adapted(replace(recipe, start_from="some model"), cpu=True)
    assert [stage.name for stage in going_on.stages] == ["two"]


def test_no_source_is_both_held_out_and_trained_on(recipe_file: Path, tmp_path: Path) -> None:
    pairs = (
        json.dumps({"src": f"He go to {i}.", "tgt": f"He {verb}\nto {i}."}) for i in range(30) for verb in ("is", "was")
    )
    (tmp_path / "pairs.jsonl").write_text("\n".join(pairs), encoding="utf-8")
    ready = tune.finetune(plan(recipe_file, tmp_path / "run", 1), [tmp_path / "pairs.jsonl"], "default")
    held_out, learned = ready.held_out or (), (tmp_path / "run/pairs.jsonl").read_text(encoding="utf-8")
    assert len(held_out) == 2 * len({source for source, _ in held_out}) > 0
    assert not any(json.dumps(source) in learned for source, _ in held_out)
    assert all(
        line.startswith("He ") for line in (tmp_path / "run/unchanged.txt").read_text(encoding="utf-8").splitlines()
    )
