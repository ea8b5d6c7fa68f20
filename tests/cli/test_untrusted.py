"""In somebody else's checkout no command reaches for the network, whatever the files there say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from asked import FAULTY, ROOT, gec

REACHES = re.compile(r".*\b(?:connect|sendto|sendmsg|sendmmsg)\(.*AF_(?:INET|UNIX).*")
STRACE = shutil.which("strace")


def test_a_hub_s_name_in_a_project_is_a_folder_that_is_not_there(project: Path) -> None:
    (project / "a.md").write_text(FAULTY)
    (project / ".gec.toml").write_text('model = "someone/model"\n')
    told = gec("correct", "a.md", code=2).stderr
    assert told.startswith(f"error: {project / '.gec.toml'}:1: model: {project / 'someone/model'}: no such folder; ")
    assert told.endswith("; a model of the hub is named by --model or in your own settings\n")
    assert gec("correct", "--model", "default", "a.md").stdout.startswith("Yesterday she ")


@pytest.mark.skipif(STRACE is None, reason="needs strace")
@pytest.mark.parametrize(
    ("named", "words", "code"),
    [
        ("", ["correct", "--check", "--no-cache", "a.md"], 1),
        ("someone/model", ["correct", "a.md"], 2),
        ("someone/model", ["lsp"], 2),
        ("someone/model", ["serve", "--port", "0"], 2),
    ],
)
def test_no_command_reaches_for_the_network(tmp_path: Path, named: str, words: list[str], code: int) -> None:
    (tmp_path / "a.md").write_text(FAULTY)
    (tmp_path / ".gec.toml").write_text(f'model = "{named}"\n' if named else "")
    traced = tmp_path / "calls"
    trace = [STRACE, "-f", "-qq", "-o", str(traced), "-e", "trace=network"]
    home = {**os.environ, "HOME": str(tmp_path)}
    run = subprocess.run(
        [*trace, sys.executable, str(ROOT / "cli.py"), *words],
        cwd=tmp_path, env=home, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    if "ptrace" in run.stderr.lower():
        pytest.skip("strace may trace nothing here")
    assert run.returncode == code, run.stderr
    assert REACHES.findall(traced.read_text()) == []
