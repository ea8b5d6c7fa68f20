"""The pre-commit hooks and the GitHub action."""

from __future__ import annotations

import re
from pathlib import Path

import yaml
from asked import FAULTY, ROOT, gec


def test_hooks_and_action_use_existing_options() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    steps = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    script = "".join(step.get("run", "") for step in steps)
    known = gec("correct", "--help").stdout
    for said in [script, *(hook["entry"] for hook in hooks)]:
        [options] = re.findall(r"(?i)gec\"? correct ([^$\n]*)", said)
        assert all(option in known for option in re.findall(r"--[\w-]+", options))
    assert " -- $GEC_PATHS" in script  # a file of a pull request may have the name of an option
    assert {tuple(hook.get("args", ())) for hook in hooks if hook["stages"] != ["commit-msg"]} == {("--",)}
    assert {hook["language"] for hook in hooks} == {"python"}


def test_the_hook_for_commit_messages_reads_them_as_such(project: Path) -> None:
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    hook = hooks["gec-commit-msg"]
    assert hook["stages"] == ["commit-msg"]
    (project / ".git").mkdir()
    (project / ".git" / "COMMIT_EDITMSG").write_text(f"Mend it\n\n{FAULTY}\n# They was commented out.\n")
    found = gec(*hook["entry"].split()[1:], ".git/COMMIT_EDITMSG", code=1)
    assert found.stderr == "2 corrections in 1 of 1 file\n"
