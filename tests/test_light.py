"""The core installation: it is small, can correct, and works without torch, installed or not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gec.model.checkpoint import Checkpoint

ROOT = Path(__file__).parents[1]
LIMIT = 250  # megabytes of the core with its dependencies
FAULTY = "She go to school every day.\n"
SEEN = [sys.executable, "-X", "importtime", str(ROOT / "cli.py")]  # prints imports on stderr


def imports(stderr: str) -> set[str]:
    times = (line for line in stderr.splitlines() if line.startswith("import time:"))
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in times}


@contextmanager
def program(tmp_path: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """The running program, and the file with its stderr."""
    errors = tmp_path / "stderr"
    with errors.open("wb") as stderr:
        running = subprocess.Popen([*SEEN, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr)
    with running:
        try:
            yield running, errors
        finally:
            running.terminate()


def test_a_correction_imports_no_torch() -> None:
    words = ["correct", "--no-cache", "--device", "cpu"]
    run = subprocess.run([*SEEN, *words], input=FAULTY, capture_output=True, text=True, check=True)
    assert run.stdout == "She goes to school every day.\n"
    assert "onnxruntime" in imports(run.stderr)
    assert "torch" not in imports(run.stderr)


def test_a_batch_imports_no_torch(tmp_path: Path) -> None:
    (tmp_path / "posts.txt").write_text(FAULTY)
    words = ["batch", str(tmp_path / "posts.txt"), "-o", str(tmp_path / "out"), "--devices", "cpu", "--jobs", "1"]
    run = subprocess.run([*SEEN, *words], capture_output=True, text=True, check=True)
    assert "torch" not in imports(run.stderr)
    [out] = (tmp_path / "out").glob("part-*")
    assert "She goes to school every day." in out.read_text()


def test_a_server_imports_no_torch(tmp_path: Path) -> None:
    with program(tmp_path, "serve", "--port", "0", "--device", "cpu") as (running, errors):
        while not (url := re.search(r"gec answers at (\S+)", errors.read_text())):
            assert running.poll() is None, errors.read_text()
            time.sleep(0.1)
        request = urllib.request.Request(f"{url[1]}v1/correct", json.dumps({"text": FAULTY}).encode(), method="POST")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert "goes" in answer.read().decode()
    assert "torch" not in imports(errors.read_text())


def test_a_language_server_imports_no_torch(tmp_path: Path) -> None:
    def message(**parts: object) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **parts}).encode()
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    opened = {"uri": (tmp_path / "a.txt").as_uri(), "languageId": "plaintext", "version": 1, "text": FAULTY}
    with program(tmp_path, "lsp", "--device", "cpu") as (running, errors):
        assert running.stdin
        assert running.stdout
        running.stdin.write(message(id=1, method="initialize", params={"capabilities": {}}))
        running.stdin.write(message(method="initialized", params={}))
        running.stdin.write(message(method="textDocument/didOpen", params={"textDocument": opened}))
        running.stdin.flush()
        heard = b""
        while b"goes" not in heard:
            some = running.stdout.read1()
            assert some, heard
            heard += some
    assert "torch" not in imports(errors.read_text())


def run(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment with the built wheel."""
    place = tmp_path_factory.mktemp("installed")
    built = run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", place, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    assert run(sys.executable, "-m", "venv", "--without-pip", place / "env", cwd=place).returncode == 0
    programs, pins = place / "env" / "bin", ROOT / "requirements.lock"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    probe = run(*pip, "download", "--no-deps", "--constraint", pins, "--dest", place / "probe", "click", cwd=place)
    if probe.returncode:
        pytest.skip("pip reaches no package index")
    [wheel] = place.glob("*.whl")
    done = run(*pip, "install", "--no-compile", "--constraint", pins, wheel, cwd=place)
    assert done.returncode == 0, done.stderr
    return programs


@pytest.mark.slow
def test_the_wheel_alone_corrects_a_file_in_an_empty_environment(installed: Path, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(FAULTY)
    done = run(installed / "gec", "correct", "--no-cache", "--write", path, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "1 correction in 1 of 1 file\n")
    assert path.read_text() == "She goes to school every day.\n"


@pytest.mark.slow
def test_the_core_is_small_and_has_nothing_of_the_extras(installed: Path) -> None:
    [packages] = installed.parent.glob("lib/python*/site-packages")
    there = {path.name.partition("-")[0].lower() for path in packages.glob("*.dist-info")}
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {re.split(r"[^\w-]", one)[0] for one in asked} <= there
    assert there.isdisjoint({"torch", "transformers", "tree_sitter", "spacy", "starlette", "pygls", "ray", "pyarrow"})
    assert sum(file.stat().st_size for file in packages.rglob("*") if file.is_file()) < LIMIT * 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("correct --engine float a.txt", "torch"),
        ("correct --device cuda a.txt", "torch"),
        ("correct --model floats a.txt", "torch"),
        ("correct --comments a.py b.py", "source"),
        ("annotate a.txt a.txt", "score"),
        ("batch a.parquet -o out", "batch"),
        ("convert floats out", "torch"),
        ("serve", "serve"),
        ("lsp", "lsp"),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    installed: Path, copyist: Checkpoint, tmp_path: Path, command: str, extra: str
) -> None:
    shutil.copytree(copyist.path, tmp_path / "floats")
    for name in ("a.txt", "a.py", "b.py", "a.parquet"):
        (tmp_path / name).write_text("# She go to school.\n")
    done = run(installed / "gec", *command.split(), cwd=tmp_path)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert line.endswith(f"pip install -e '.[{extra}]'")
