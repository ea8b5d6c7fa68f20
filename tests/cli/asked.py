"""Runs the program in the current folder, for tests."""

from __future__ import annotations

import json
from pathlib import Path

import click.testing

from gec.cli import group

ROOT = Path(__file__).parents[2]
FAULTY = "Yesterday she go to school. They was happy.\n"


def gec(*words: str, stdin: str | bytes = "", code: int = 0) -> click.testing.Result:
    result = click.testing.CliRunner().invoke(group, words, input=stdin, prog_name="gec")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stderr
    return result


def replaced(*words: str) -> list[str]:
    """The replacements that it would make."""
    data = json.loads(gec("correct", "--format", "json", *words).stdout)
    return [edit["original"] for file in data["files"] for edit in file["edits"]]


def put(path: Path, text: str, encoding: str = "utf-8") -> None:
    """In one step: a file that is emptied first may be looked at in between."""
    (beside := path.with_name("beside.new")).write_text(text, encoding)
    beside.replace(path)


def make(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("He go.\n")
    return folder
