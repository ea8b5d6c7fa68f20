"""A run from its recipe to a model folder: resumed exactly, killed, on a full disk, in two processes."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

import gec
from gec.errors import GecError
from gec.model import checkpoint
from gec.model.config import Pipelined
from gec.training import build, hardware, state, tune
from gec.training import recipe as recipes
from gec.training.build import TrainingPlan
from gec.training.loop import BEFORE, Rhythm, RunLength, TrainingRun
from gec.training.passages import with_starts
from tests.running import children, until

CORPORA = Path(__file__).parents[2] / "corpora"
OFTEN = Rhythm(report=1e9, save=0.0, pause=1e9)


def plan(recipe_file: Path, out: Path, steps: int) -> TrainingPlan:
    return TrainingPlan(
        recipes.read(recipe_file),
        out,
        RunLength(steps=steps),
        (recipe_file.parent, CORPORA),
        recipe_file,
        device="cpu",
        rhythm=OFTEN,
        resume=bool(state.checkpoints(out)),
    )


def quiet(*_: object) -> None:
    pass


def weights(out: Path) -> dict[str, torch.Tensor]:
    newest = state.checkpoints(out)[-1]
    names = ("weights", "average", "optimizer-0", "optimizer-1")
    return {
        f"{name}.{key}": value for name in names for key, value in load_file(newest / f"{name}.safetensors").items()
    }


@pytest.fixture(scope="module")
def whole(recipe_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an uninterrupted run of twelve steps."""
    torch.set_num_threads(1)  # as in the processes that are compared with it
    out = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hardware, "numbers", wide)
        build.train(plan(recipe_file, out, 12), quiet, quiet)
    return out


def wide(device: torch.device) -> torch.dtype:
    """A fixed number format, so that other load on the processor does not matter."""
    return torch.float32


def test_a_run_goes_on_in_its_number_format(recipe_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for first, later in ((torch.bfloat16, torch.float32), (torch.float32, torch.bfloat16)):
        out = tmp_path / str(first)
        for kind, steps in ((first, 1), (later, 2)):
            monkeypatch.setattr(hardware, "numbers", lambda device, kind=kind: kind)
            build.train(plan(recipe_file, out, steps), quiet, quiet)
        places = json.loads((state.checkpoints(out)[-1] / "place.json").read_text(encoding="utf-8"))
        assert [place["numbers"] for place in places] == [str(first).removeprefix("torch.")]


def test_a_run_leaves_a_model_that_can_be_used(whole: Path) -> None:
    for name in ("float", "int8"):
        corrector = gec.load(str(whole / name), device="cpu")
        assert corrector.correct("We went home.").text
        card = (whole / name / "CARD.md").read_text(encoding="utf-8")
        assert "## Limits" in card
        assert all((whole / name / picture).is_file() for picture in re.findall(r"!\[.*?\]\((.*?)\)", card))
    assert "<polyline" in (whole / "curves.svg").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in (whole / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["step"] == 12
    assert {"decoder", "head", "tokens_per_second", "pairs", "rate", "seconds"} <= set(lines[0])


def test_the_model_has_the_averaged_weights(whole: Path) -> None:
    average = load_file(state.checkpoints(whole)[-1] / "average.safetensors")
    used = checkpoint.read(whole / "float").network.state_dict()
    assert torch.equal(used["embedding.weight"], average["network.embedding.weight"])


def test_a_trained_model_is_given_a_pointer_and_a_layer(whole: Path, recipe_file: Path, tmp_path: Path) -> None:
    recipe = recipes.read(recipe_file)
    fed = replace(recipe.shape, pointer_feed=True)
    recipe = replace(recipe, start_from=str(whole / "float"), layers=recipe.shape.num_layers + 1, shape=fed)
    for steps in (2, 4):
        build.train(replace(plan(recipe_file, tmp_path / "run", steps), recipe=recipe), quiet, quiet)
    made = checkpoint.read(tmp_path / "run" / "int8")
    assert made.network.pointer is not None
    assert made.config.num_layers == recipe.shape.num_layers + 1
    assert made.config.extras.inserts == tuple(json.loads((tmp_path / "run" / "inserts.json").read_text("utf-8")))
    assert "fed by its pointer" in (tmp_path / "run" / "int8" / "CARD.md").read_text(encoding="utf-8")
    assert gec.load(str(tmp_path / "run" / "int8")).correct("We went home.").text


def test_sentences_and_passages_are_learned_in_one_run(recipe_file: Path, tmp_path: Path) -> None:
    passages = recipes.PassageMix(share=0.5, sentences=4, learner=("texts-*.txt",))
    recipe = replace(recipes.read(recipe_file), passages=passages, batch_tokens=1024)
    for out, stops in (("whole", [6]), ("resumed", [1, 6])):
        for steps in stops:
            build.train(replace(plan(recipe_file, tmp_path / out, steps), recipe=recipe), quiet, quiet)
    one, other = weights(tmp_path / "whole"), weights(tmp_path / "resumed")
    assert one.keys() == other.keys()
    assert all(torch.equal(value, other[name]) for name, value in one.items())
    lines = [json.loads(line) for line in (tmp_path / "whole" / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any("passages" in line for line in lines)
    assert any("decoder" in line for line in lines)
    made = checkpoint.read(tmp_path / "whole" / "int8")
    assert made.starts is not None
    assert made.config.extras.pipelined == Pipelined(4, 1)
    paragraphs = gec.load(str(made.path), device="cpu", decode="pipelined")
    assert len(paragraphs.correct("We went home. They stayed. It rained.").sentences) == 3


def test_new_starts_follow_from_the_seed(whole: Path) -> None:
    begun = checkpoint.read(whole / "float")
    one, same, other = (with_starts(begun, 4, seed).starts for seed in (1, 1, 2))
    assert one is not None and same is not None and other is not None
    assert torch.equal(one.table.weight, same.table.weight)
    assert not torch.equal(one.table.weight, other.table.weight)


def test_a_run_killed_before_its_first_checkpoint_begins_anew(recipe_file: Path, tmp_path: Path) -> None:
    def kill(run: TrainingRun, values: dict[str, float]) -> None:
        raise KeyboardInterrupt

    told = replace(plan(recipe_file, tmp_path / "run", 2), rhythm=Rhythm(report=0.0, save=1e9, pause=1e9))
    with pytest.raises(KeyboardInterrupt):
        build.train(told, quiet, kill)
    build.train(told, quiet, quiet)
    lines = (tmp_path / "run" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["step"] for line in lines] == [1, 2]


def test_the_recipe_in_the_folder_is_never_half_written(
    recipe_file: Path, tmp_path: Path, no_room: Callable[[], AbstractContextManager[None]]
) -> None:
    build.train(plan(recipe_file, tmp_path / "run", 1), quiet, quiet)
    with no_room(), pytest.raises(GecError, match="cannot be written"):
        build.train(plan(recipe_file, tmp_path / "run", 2), quiet, quiet)
    assert (tmp_path / "run" / "recipe.toml").read_bytes() == recipe_file.read_bytes()
    build.train(plan(recipe_file, tmp_path / "run", 2), quiet, quiet)


def test_an_incomplete_line_of_the_log_does_not_stop_a_resumed_run(recipe_file: Path, tmp_path: Path) -> None:
    build.train(plan(recipe_file, tmp_path / "run", 1), quiet, quiet)
    log = tmp_path / "run" / "log.jsonl"
    log.write_bytes(log.read_bytes() + b'{"step": 1, "sta')
    build.train(plan(recipe_file, tmp_path / "run", 2), quiet, quiet)
    assert [json.loads(line)["step"] for line in log.read_text(encoding="utf-8").splitlines()] == [1, 2]


def test_a_damaged_checkpoint_is_named(recipe_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run" / "step-00000003"
    folder.mkdir(parents=True)
    (folder / "place.json").write_text(json.dumps([{"step": 3}]), encoding="utf-8")
    (folder / "weights.safetensors").write_bytes(b"cut")
    with pytest.raises(GecError, match=r"weights\.safetensors: damaged"):
        build.train(plan(recipe_file, tmp_path / "run", 12), quiet, quiet)


def test_weights_that_are_not_finite_stop_the_run_and_keep_the_checkpoint(recipe_file: Path, tmp_path: Path) -> None:
    def spoil(run: TrainingRun, values: dict[str, float]) -> None:
        with torch.no_grad():
            run.objective.network.encoder.norm.weight.fill_(float("nan"))

    spoiling = replace(plan(recipe_file, tmp_path / "run", 12), rhythm=Rhythm(report=0.0, save=0.0, pause=1e9))
    with pytest.raises(GecError, match="no longer"):
        build.train(spoiling, quiet, spoil)
    kept = state.checkpoints(tmp_path / "run")
    assert all(
        bool(value.isfinite().all()) for one in kept for value in load_file(one / "average.safetensors").values()
    )


ONE = """
import sys
sys.path.insert(0, sys.argv[1])
from test_run import *
torch.set_num_threads(1)
made = plan(Path(sys.argv[2]), Path(sys.argv[3]), 12)
build.train(made, quiet, lambda run, values: print(run.place.step, flush=True))
"""


def started(recipe_file: Path, out: Path, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ONE, str(Path(__file__).parent), str(recipe_file), str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **more,  # type: ignore[call-overload]
    )


# Trains once, to read all files, then forks a process for every attempt. Each is killed at another change of the disk:
# with the last opened file truncated, as in the middle of writing it, and at each fourth also just before it.
KILLS = """
import os, shutil, signal, sys
sys.path.insert(0, sys.argv[1])
from test_run import *
torch.set_num_threads(1)
hardware.numbers, build.INSERTS_FROM = wide, 100
recipe_file, out = Path(sys.argv[2]), Path(sys.argv[3])
CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir")

def killing(number, cut):
    seen, last = 0, None
    def hook(event, told):
        nonlocal seen, last
        opened = event == "open" and isinstance(told[2], int) and told[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if not opened and event not in CHANGES or not str(told[0]).startswith(str(out.parent)) and event == "open":
            return
        seen += 1
        if seen == number:
            if cut and last and os.path.isfile(last):
                os.truncate(last, max(0, os.path.getsize(last) - 3))
            os.kill(os.getpid(), signal.SIGKILL)
        last = told[0] if opened else last
    sys.addaudithook(hook)

def ran(folder, number=0, cut=False):
    child = os.fork()
    if not child:
        if number:
            killing(number, cut)
        build.train(plan(recipe_file, folder, 2), quiet, quiet)
        os._exit(0)
    return os.waitpid(child, 0)[1]

build.train(plan(recipe_file, out.with_name("whole"), 2), quiet, quiet)
theirs, number = weights(out.with_name("whole")), 0
while True:
    number += 1
    for cut in (True,) if number % 4 else (True, False):
        shutil.rmtree(out, ignore_errors=True)
        killed = ran(out, number, cut)
        assert killed in (0, signal.SIGKILL), (number, killed)
        assert ran(out) == 0, (number, cut, sorted(out.iterdir()))
        ours = weights(out)
        assert ours.keys() == theirs.keys()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours), (number, cut)
        assert (out / "int8" / "recipe.json").exists()
    if not killed:
        break
print(number)
"""


@pytest.mark.slow
def test_killed_at_any_moment_a_run_ends_with_the_same_weights(recipe_file: Path, tmp_path: Path) -> None:
    """The weights are those of an uninterrupted run."""
    command = [sys.executable, "-c", KILLS, str(Path(__file__).parent), str(recipe_file), str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40


@pytest.mark.slow
def test_the_data_workers_of_a_killed_run_end(recipe_file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "cli.py", "train", "run", str(recipe_file), "--steps", "100000", "--device", "cpu"]
    command += ["--workers", "2", "--out", str(tmp_path / "run"), "--data", str(CORPORA)]
    with subprocess.Popen(command, cwd=CORPORA.parent, stdout=subprocess.DEVNULL) as run:
        until(lambda: len(children(run.pid)) == 2)
        workers = children(run.pid)
        time.sleep(4)  # the workers have batches in stock
        assert children(run.pid) == workers
        run.kill()
    until(lambda: not any(Path(f"/proc/{one}").exists() for one in workers))


@pytest.mark.slow
def test_a_full_disk_leaves_the_last_checkpoint(recipe_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    build.train(plan(recipe_file, out, 4), quiet, quiet)
    before = weights(out / BEFORE)  # with which a longer run goes on

    def cramped() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    process = started(recipe_file, out, preexec_fn=cramped)
    _, errors = process.communicate()
    assert process.returncode != 0
    assert "cannot be written" in errors
    after = weights(out)
    assert all(torch.equal(before[name], after[name]) for name in before)


@pytest.mark.slow
def test_two_processes_train_one_model(recipe_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    processes = []
    for rank in range(2):
        world = {"RANK": str(rank), "WORLD_SIZE": "2", "LOCAL_RANK": str(rank), "MASTER_ADDR": "127.0.0.1"}
        environment = {**os.environ, **world, "MASTER_PORT": "29517"}
        processes.append(started(recipe_file, out, env=environment))
    errors = [process.communicate(timeout=500)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], errors
    places = json.loads((state.checkpoints(out)[-1] / "place.json").read_text(encoding="utf-8"))
    assert len(places) == 2
    assert {place["step"] for place in places} == {12}
    assert places[0]["chunk"] % 2 == 0 and places[1]["chunk"] % 2 == 1


def test_texts_without_a_short_enough_pair_end_the_run(recipe_file: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.toml"
    text = re.sub(r"(?m)^longest = .*\n", "", recipe_file.read_text(encoding="utf-8"))
    short.write_text(f"longest = 2\n{text}", encoding="utf-8")
    with pytest.raises(GecError, match="is shorter than 2 tokens"):
        build.train(replace(plan(short, tmp_path / "run", 3), folders=(recipe_file.parent, CORPORA)), quiet, quiet)


def test_fine_tuning_goes_on_with_its_own_pairs_only(recipe_file: Path, tmp_path: Path) -> None:
    files = [tmp_path / "one.txt", tmp_path / "other.txt"]
    for number, path in enumerate(files):
        path.write_text("".join(f"He [go|goes] to house {number} {i}.\n" for i in range(30)), encoding="utf-8")
    fresh = plan(recipe_file, tmp_path / "run", 1)
    tune.finetune(fresh, files[:1], "default")
    again = replace(fresh, resume=True)
    tuned = tune.finetune(again, files[:1], "default")
    assert len(tuned.held_out or ()) == 7
    assert tuned.recipe.respell and tuned.rhythm.pauses == 10
    with pytest.raises(GecError, match="begun with other pairs"):
        tune.finetune(again, files[1:], "default")
    with pytest.raises(GecError, match="no such folder"):
        tune.finetune(plan(recipe_file, tmp_path / "none", 1), files, str(tmp_path / "no-model"))
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(("size", "said"), [(100, "not 100: every byte is one; raise"), (9**6, "not 531441: lower")])
def test_a_vocabulary_size_that_the_texts_do_not_give_is_an_error_with_advice(
    recipe_file: Path, tmp_path: Path, size: int, said: str
) -> None:
    text = recipe_file.read_text(encoding="utf-8").replace("[model]\n", f"[model]\nvocab_size = {size}\n")
    file = recipe_file.with_name(f"vocabulary-{size}.toml")
    file.write_text(re.sub("(?m)^tokenizer = .*\n", "", text), encoding="utf-8")
    with pytest.raises(GecError, match=f"{said} vocab_size"):
        build.train(plan(file, tmp_path / "run", 1), quiet, quiet)
