"""The program as people start it: its output, its exit codes, and how little it loads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from gec.cli import group
from tests.running import worked

ROOT = Path(__file__).parents[2]
GEC = [sys.executable, str(ROOT / "cli.py")]


def gec(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*GEC, *words], input=stdin, capture_output=True, check=False)


def imported(*words: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *GEC[1:], *words], capture_output=True, text=True, check=False
    )
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in run.stderr.splitlines()}


def test_help_lists_every_command_with_a_line() -> None:
    listed = gec("--help").stdout.decode().partition("Commands:\n")[2].splitlines()
    names = {line.split()[0] for line in listed}
    files = [path for path in (ROOT / "gec" / "cli").glob("*.py") if not path.stem.startswith(("train_", "bench_"))]
    modules = {path.stem for path in files if "\ndef command(" in path.read_text()}
    assert names == modules
    assert all(len(line.split()) > 3 for line in listed)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["correct", "--help"], ["correct", "missing.txt"]])
def test_commands_without_a_model_load_no_library(words: list[str]) -> None:
    assert imported(*words) & {"torch", "numpy", "transformers", "spacy", "rich", "tokenizers"} == set()


def test_no_library_sends_telemetry(tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    home.pop("ORT_DISABLE_TELEMETRY", None)
    run = subprocess.run(
        [*GEC, "correct", "--no-cache"], input=b"She go home.\n", capture_output=True, env=home, check=True
    )
    assert run.stdout == b"She goes home.\n"
    assert [path.name for path in tmp_path.rglob("*")] == []


def test_help_is_fast() -> None:
    bare = min(worked([sys.executable, "-c", "pass"]) for _ in range(3))
    assert min(worked([*GEC, "--help"]) for _ in range(3)) < bare + 0.3


def test_output_that_cannot_be_written_is_reported_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "cli.py")]
    (tmp_path / "file").touch()
    home = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "file")}
    words = [*command, "dictionary", "add", "--personal", "frobnicate"]
    told = subprocess.run(words, env=home, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr.count("\n")) == (2, 1)
    assert "cannot be written" in told.stderr
    if (device := Path("/dev/full")).exists():
        with device.open("w") as full:
            told = subprocess.run([*command, "completion", "bash"], stdout=full, stderr=-1, text=True, check=False)
        assert (told.returncode, told.stderr) == (2, "error: the output: no space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_text_that_is_only_written_in_part_is_an_error(tmp_path: Path, unbuffered: str) -> None:
    (tmp_path / "a.txt").write_text("All is well.\n\n" * 10_000)
    command = f"ulimit -f 50; {sys.executable} {ROOT / 'cli.py'} correct --no-cache a.txt >out.txt"
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    told = subprocess.run(command, shell=True, cwd=tmp_path, env=env, stderr=-1, text=True, check=False)
    assert (told.returncode, told.stderr) == (2, "error: the output: file too large\n")
    assert 0 < (tmp_path / "out.txt").stat().st_size < 100_000


def test_a_current_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("All is well.\n")
    (tmp_path / "gone").mkdir()
    command = f'rmdir "$PWD"; {sys.executable} {ROOT / "cli.py"} correct {tmp_path / "a.txt"}'
    told = subprocess.run(command, shell=True, cwd=tmp_path / "gone", capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (2, "error: the current folder: no such file or directory\n")


def test_a_text_larger_than_the_memory_costs_one_line(tmp_path: Path) -> None:
    with (tmp_path / "large.txt").open("wb") as large:
        large.truncate(8 * 2**30)
    program = f"{sys.executable} {ROOT / 'cli.py'} correct --isolated"
    for words, name in (("large.txt", "large.txt"), ("- <large.txt", "-")):
        command = f"ulimit -v 2000000; {program} {words}"
        told = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        said = f"error: {name}: is larger than the memory; split it into parts\n"
        assert (told.returncode, told.stdout, told.stderr) == (2, "", said)


@pytest.mark.parametrize(
    ("words", "code", "lines"),
    [
        ("correct --check a.txt >&-", 1, 1),
        ("correct a.txt >&-", 2, 1),
        ("correct --write right.txt >&-", 0, 1),
        ("correct --check right.txt 2>&-", 0, 0),
        ("correct --check a.txt >&- 2>&-", 1, 0),
        ("correct <&-", 0, 0),
        ("correct --interactive a.txt <&-", 2, 1),
        ("lsp <&-", 0, 0),
        ("correct nowhere.txt 2>/dev/full", 2, 0),
        ("correct --nonsense 2>/dev/full", 2, 0),
        ("correct --check a.txt right.txt 2>/dev/full", 2, 0),  # the last line cannot be written, which is an error
    ],
)
def test_closed_streams_do_not_change_the_exit_code(tmp_path: Path, words: str, code: int, lines: int) -> None:
    (tmp_path / "a.txt").write_text("She go to school every day.\n")
    (tmp_path / "right.txt").write_text("She goes to school every day.\n")
    command = f"{sys.executable} {ROOT / 'cli.py'} {words}"
    told = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr.count("\n")) == (code, lines), told.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--version"], 0, ""),
        (["--nonsense"], 2, "no such option"),
        (
            ["correct", "missing.txt", "lost.txt"],
            2,
            "error: missing.txt: no such file; give a file that exists\nerror: lost.txt: no such",
        ),
    ],
)
def test_exit_codes_without_a_model(words: list[str], code: int, said: str) -> None:
    run = gec(*words)
    assert run.returncode == code
    assert said in run.stderr.decode()
    assert "Traceback" not in run.stderr.decode()
    if code:
        assert run.stdout == b""


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root cannot become anyone else")
def test_an_unreadable_file_is_named() -> None:
    # Root may read everything, so the program is started as another user.
    become = ["setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "file.txt").write_text("Secret.")
        (folder / "file.txt").chmod(0)
        (folder / "closed").mkdir(0o000)
        names = [f"{name}/file.txt", f"{name}/closed/in.txt", f"{name}/{'x' * 300}.txt"]
        run = subprocess.run([*become, *GEC, "correct", *names], capture_output=True, check=False)
        folder.joinpath("closed").chmod(0o755)
    if b"can't open file" in run.stderr:
        pytest.skip("others may not even read this checkout")
    assert run.returncode == 2
    assert run.stderr.decode().splitlines() == [
        f"error: {names[0]}: cannot be read: permission denied",
        f"error: {names[1]}: cannot be read: permission denied",
        f"error: {names[2]}: cannot be read: file name too long",
    ]


def test_a_closed_pipe_is_no_error() -> None:
    program = subprocess.Popen([*GEC, "correct", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    assert program.stderr.read() == b""
    program.wait()
    program.stderr.close()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("dictionary list", "Łódź\n"),
        ("annotate Łódź.src Łódź.src", "S In Łódź .\n"),
        ("score --json Łódź.m2 Łódź.m2", '"system": "Łódź.m2"'),
        ("score Łódź.m2 Łódź.m2", "Łódź.m2"),
    ],
)
def test_output_is_utf_8_in_any_terminal(command: str, said: str, tmp_path: Path) -> None:
    (tmp_path / ".gec-words").write_text("Łódź\n", encoding="utf-8")
    (tmp_path / "Łódź.src").write_text("In Łódź .\n", encoding="utf-8")
    (tmp_path / "Łódź.m2").write_text("S In Łódź .\n\n", encoding="utf-8")
    terminal = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    run = subprocess.run([*GEC, *command.split()], capture_output=True, cwd=tmp_path, env=terminal, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    assert said in run.stdout.decode()


def test_completion_knows_commands_and_options() -> None:
    asked = {"_GEC_COMPLETE": "bash_complete", "COMP_CWORD": "2", "COMP_WORDS": "gec correct --di"}
    said = subprocess.run(GEC, env={**os.environ, **asked}, capture_output=True, text=True, check=False).stdout
    assert "plain,--diff\n" in said
    assert "plain,--dialect\n" in said


def test_a_bug_does_not_exit_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.cli.COMMANDS", {"broken": "Has no module."})
    result = CliRunner().invoke(group, ["broken"])
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
