"""The names that other programs import. A change here affects every user."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gec

HEAVY = {"transformers", "spacy", "errant", "ray", "pygls", "huggingface_hub", "lemminflect"}


def test_the_public_names_are_these() -> None:
    types = ["Answer", "Busy", "Closed", "Correction", "Corrector", "Edit", "GecError", "Lenience", "Prose", "Service"]
    assert gec.__all__ == ["EXACT", *types, "apply", "load", "prose_of"]
    assert all(getattr(gec, name) for name in gec.__all__)


def test_an_interpreter_completes_the_public_names() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import gec; print(*dir(gec))"], capture_output=True, text=True, check=True
    )
    assert {*gec.__all__, "__version__"} <= set(shown.stdout.split())


def test_type_checkers_are_told_that_it_has_types() -> None:
    assert Path(gec.__file__).with_name("py.typed").is_file()


def modules_after(code: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(run.stdout.splitlines()[-1].split())


def test_importing_gec_does_not_import_torch() -> None:
    assert "torch" not in modules_after("import gec")


TELLING = ("ORT_DISABLE_TELEMETRY", "RAY_USAGE_STATS_ENABLED", "HF_HUB_DISABLE_TELEMETRY")


@pytest.mark.parametrize(
    ("said", "holds"), [({}, ["1", "0", "1"]), (dict.fromkeys(TELLING, "1"), ["1"] * 3), ({TELLING[2]: "0"}, [*"100"])]
)
def test_telemetry_of_libraries_is_off_by_default(said: dict[str, str], holds: list[str]) -> None:
    rest = {name: value for name, value in os.environ.items() if name not in TELLING}
    code = f"import gec, os; print(*(os.environ[name] for name in {TELLING}))"
    run = subprocess.run([sys.executable, "-c", code], env=rest | said, capture_output=True, text=True, check=True)
    assert run.stdout.split() == holds


def test_python_runs_it_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "gec", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"gec {gec.__version__}\n"


def test_a_plain_correction_loads_nothing_that_it_does_not_need() -> None:
    loaded = modules_after("import gec; gec.load().correct('He go to school.')")
    assert not loaded & {"torch", *HEAVY}
    rooms = {name.split(".")[1] for name in loaded if name.startswith("gec.")}
    assert rooms and not rooms & {"batch", "benchmarks", "cli", "rewriter", "scoring", "serve", "settings", "training"}


@pytest.mark.parametrize("wish", [{"min_confidence": float("nan")}, {"min_confidence": 5}, {"max_tokens": 0}])
def test_impossible_numbers_are_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(gec.GecError, match="it is a number"):
        gec.load(**wish)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(gec.GecError, match="no such folder"):
        gec.load(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["x" * 5_000, Path("x" * 5_000), "~nobody-of-this-name/model", "a/" + "b" * 5_000])
def test_an_impossible_path_is_refused(name: str | Path) -> None:
    with pytest.raises(gec.GecError, match="give a folder"):
        gec.load(name)


@pytest.mark.parametrize("wish", [{"prefix": "\ud800"}, {"lenience": None}])
def test_arguments_of_a_wrong_type_are_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(gec.GecError, match="it is a"):
        gec.load(**wish)
