"""`gec correct --write`, killed or terminated."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from asked import FAULTY, ROOT


@pytest.mark.slow
def test_a_kill_at_any_step_leaves_every_file_old_or_new(project: Path) -> None:
    """The edits are in the cache, so nearly all of the time is spent on writing."""
    names = [project / f"{number:03}.md" for number in range(200)]
    old = {path: f"# {path.stem}\n\n{FAULTY}" + "All is well.\n\n" * 200 for path in names}
    for path, text in old.items():
        path.write_text(text)
    command = [sys.executable, str(ROOT / "cli.py"), "correct", "--write", str(project)]
    begin = time.monotonic()
    subprocess.run([*command[:3], "--check", str(project)], check=False, capture_output=True)
    subprocess.run(command, check=True, capture_output=True)
    new = {path: path.read_text() for path in names}
    assert all(new[path] == old[path].replace("she go", "she went").replace("They was", "They were") for path in names)
    cut_short = 0
    for attempt in range(20):
        for path, text in old.items():
            path.write_text(text)
        writer = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while all(path.read_text() == old[path] for path in names[: attempt * 10 + 1]) and writer.poll() is None:
            time.sleep(0.001)
        writer.kill()
        writer.wait()
        texts = [path.read_text() for path in names]
        assert all(text in (old[path], new[path]) for path, text in zip(names, texts, strict=True))
        cut_short += old[names[-1]] == texts[-1] and texts[0] == new[names[0]]
    assert cut_short >= 10
    assert time.monotonic() - begin < 600
    subprocess.run(command, check=True, capture_output=True)
    assert {path: path.read_text() for path in names} == new


@pytest.mark.slow
def test_who_is_told_to_end_leaves_no_unfinished_file(project: Path) -> None:
    text = f"# A note\n\n{FAULTY}" + "All is well.\n\n" * 200
    names = [project / f"{number:03}.md" for number in range(200)]
    (project / "first.md").write_text(text)
    command = [sys.executable, str(ROOT / "cli.py"), "correct"]
    subprocess.run([*command, "--check", "first.md"], check=False, capture_output=True)  # fills the cache
    for _ in range(3):
        for path in names:
            path.write_text(text)
        writer = subprocess.Popen([*command, "--write", "."], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while names[3].read_text() == text:
            time.sleep(0.001)
        writer.terminate()
        assert (*writer.communicate(), writer.returncode) == (b"", b"", 143)
        assert {path.read_text() for path in names} == {text, names[0].read_text()}
        assert {path.suffix for path in project.iterdir()} == {".md"}
