"""Every command in README runs, and the letter is corrected as printed there."""

from __future__ import annotations

import re
from pathlib import Path

import click.testing
import pytest

from gec.cli import group

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LETTER = ROOT / "corpora" / "letter.txt"
COMMANDS = re.findall(r"^\$ (?:echo \"(.+)\" \| )?gec (.+?) +# (.+)$", README, re.MULTILINE)


@pytest.mark.parametrize(("stdin", "words", "does"), COMMANDS)
def test_a_command_of_the_readme_runs(
    stdin: str, words: str, does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    for path in (tmp_path / "letter.txt", tmp_path / "notes" / "a.md"):
        path.write_text("She go to school every day.\n")
    run = click.testing.CliRunner().invoke(group, words.split(), input=f"{stdin}\n")
    if "--interactive" in words:
        assert "stdin is not one" in run.stderr
    else:
        assert run.exit_code == (1 if "exits with 1" in does else 0), run.stderr
        done = run.stdout + (tmp_path / "notes" / "a.md").read_text()
        assert "goes" in done
    assert len(COMMANDS) > 5


def test_the_letter_is_corrected_as_printed() -> None:
    before, after = ("\n".join(re.findall(rf"^{re.escape(sign)}(\w.*)$", README, re.MULTILINE)) for sign in ("-", "+"))
    assert before in LETTER.read_text(encoding="utf-8")
    done = click.testing.CliRunner().invoke(group, ["correct", str(LETTER)])
    assert after in done.stdout
