"""In another person's checkout no command uses the network, whatever the files there say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from asked import FAULTY, ROOT, gec

# The system's own table of users, which the shell asks through a socket where a daemon keeps it, is no network.
REACHES = re.compile(r".*\b(?:connect|sendto|sendmsg|sendmmsg)\((?!.*/nscd/socket).*AF_(?:INET|UNIX).*")
STRACE = shutil.which("strace")
OTHERS = (
    ["annotate", "a.txt", "b.txt"],
    ["batch", "a.txt", "-o", "out", "--jobs", "1", "--max-tokens", "512"],
    ["bench", "decode", "a.txt"],
    ["completion", "bash"],
    ["config"],
    ["dictionary", "list"],
    ["eval", "a.m2"],
    ["explain", "R:VERB:SVA"],
    ["model", "info"],
    ["rules", "count", "a.txt"],
    ["score", "a.m2", "a.m2"],
    ["types"],
)


def test_a_hub_name_in_a_project_is_a_missing_folder(project: Path) -> None:
    (project / "a.md").write_text(FAULTY)
    (project / ".gec.toml").write_text('model = "someone/model"\n')
    told = gec("correct", "a.md", code=2).stderr
    assert told.startswith(f"error: {project / '.gec.toml'}:1: model: {project / 'someone/model'}: no such folder; ")
    assert told.endswith("; a model of the hub is named by --model or in your own settings\n")
    assert gec("correct", "--model", "default", "a.md").stdout.startswith("Yesterday she ")


def test_nothing_is_written_through_a_link_out_of_a_project(project: Path) -> None:
    outside = project.parent / "outside"
    outside.write_text("")
    (project / "a.md").write_text(FAULTY)
    for name, words in (
        (".gec-words", ["dictionary", "add", "frob"]),
        (".gec-baseline.json", ["correct", "--write-baseline", "a.md"]),
    ):
        (project / name).symlink_to(outside)
        assert "outside its folder; write there, or replace it\n" in gec(*words, code=2).stderr
    assert outside.read_text() == ""


def test_no_file_controls_the_terminal(project: Path) -> None:
    (project / ".gec/rules").mkdir(parents=True)
    (project / ".gec/rules/a.toml").write_text('[[rule]]\nid = "a"\nwhy = "A\\u001b[31m"\nrows = "go -> went"\n')
    (project / "a.md").write_text("<!-- gec: offf \x1b]0;owned\x07 -->\n\nShe go home.\n")
    (project / ".gec-words").write_text("\x9b31m\n")
    for words in (
        ["correct", "--check", "--explain", "a.md"],
        ["rules", "list", "a"],
        ["explain", "a"],
        ["dictionary", "list"],
    ):
        told = gec(*words, code=words[0] == "correct")
        assert not set("\x1b\x07\x9b") & set(told.output), words


@pytest.mark.skipif(STRACE is None, reason="needs strace")
@pytest.mark.parametrize(
    ("named", "words", "code"),
    [
        ("", ["correct", "--check", "--no-cache", "a.md"], 1),
        ("someone/model", ["correct", "a.md"], 2),
        ("someone/model", ["lsp"], 2),
        ("someone/model", ["serve", "--port", "0"], 2),
        *(pytest.param("", words, 0, marks=pytest.mark.slow) for words in OTHERS),
    ],
)
def test_no_command_uses_the_network(tmp_path: Path, named: str, words: list[str], code: int) -> None:
    for name in ("a.md", "a.txt", "b.txt"):
        (tmp_path / name).write_text(FAULTY)
    (tmp_path / "a.m2").write_text("S She go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n")
    (tmp_path / ".gec.toml").write_text(f'model = "{named}"\n' if named else "")
    traced = tmp_path / "calls"
    trace = [STRACE, "-f", "--seccomp-bpf", "-qq", "-o", str(traced), "-e", "trace=network"]
    home = {**os.environ, "HOME": str(tmp_path)}
    run = subprocess.run(
        [*trace, sys.executable, str(ROOT / "cli.py"), *words],
        cwd=tmp_path, env=home, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    if "ptrace" in run.stderr.lower():
        pytest.skip("strace may trace nothing here")
    assert run.returncode == code, run.stderr
    assert REACHES.findall(traced.read_text()) == []
