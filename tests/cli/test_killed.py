"""`gec correct --write`, killed or terminated."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from asked import FAULTY

STRUCK = """
import os, sys
from gec import atomic
from gec.cli import main

number, left = int(sys.argv.pop(1)), int(sys.argv.pop(1))

def step(frame, event, called):
    global left
    caller = {"c_call": frame, "call": frame.f_back}.get(event)
    if caller and caller.f_code.co_filename == atomic.__file__:
        left -= 1
        if not left:
            os.kill(os.getpid(), number)

sys.setprofile(step)
try:
    main()
finally:
    print(-left)
"""


def writing(number: signal.Signals, at: int) -> subprocess.CompletedProcess[str]:
    """Writes, and sends itself a signal at this step of all that writing takes; else says how many steps it took."""
    words = [sys.executable, "-c", STRUCK, str(int(number)), str(at), "correct", "--write", "--quiet", "."]
    return subprocess.run(words, check=False, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "every"), [(signal.SIGKILL, 17), (signal.SIGTERM, 31)])
def test_a_signal_at_any_step_leaves_every_file_old_or_new(project: Path, number: signal.Signals, every: int) -> None:
    names = [project / f"{number}.md" for number in range(4)]
    old = f"# A note\n\n{FAULTY}" + "All is well.\n\n" * 200
    new = old.replace("she go", "she went").replace("They was", "They were")

    def restored() -> None:
        for path in names:
            path.write_text(old)

    for _ in range(2):  # the first run fills the cache
        restored()
        steps = int(writing(number, 0).stdout)
    assert {path.read_text() for path in names} == {new}
    seen = set()
    for at in range(1, steps, every):
        restored()
        run = writing(number, at)
        assert (run.stdout if number == signal.SIGKILL else "", run.stderr) == ("", "")
        assert run.returncode == (-number if number == signal.SIGKILL else 128 + number)
        texts = [path.read_text() for path in names]
        assert {*texts} <= {old, new}
        seen.add(texts.count(new))
        if number == signal.SIGTERM:
            assert {path.suffix for path in project.iterdir()} == {".md"}
    assert seen >= {0, 1, 2, 3}
    assert writing(number, 0).returncode == 0
    assert {path.read_text() for path in names} == {new}
