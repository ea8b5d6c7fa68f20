"""`gec correct` with a baseline of accepted findings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from asked import FAULTY, gec, replaced


def test_with_a_baseline_only_new_findings_are_shown(project: Path) -> None:
    (project / "docs").mkdir()
    path = project / "docs" / "a.md"
    path.write_text(f"# One\n\n{FAULTY}")
    assert "accepted 2 findings in 1 file" in gec("correct", "--write-baseline", "docs").stderr
    assert replaced("docs") == []
    path.write_text(f"# One\n\nA line before.\n\n{FAULTY}\nToday he go home.\n")
    assert replaced("docs") == ["go"]
    assert replaced("docs", "--isolated") == ["go", "was", "go"]
    gec("correct", "--write-baseline", "docs")
    gec("correct", "--check", "docs")
    other = project / "accepted.json"
    gec("correct", "--write-baseline", "--baseline", str(other), "docs")
    (project / ".gec-baseline.json").unlink()
    assert replaced("docs") == ["go", "was", "go"]
    assert replaced("docs", "--baseline", "accepted.json") == []
    assert "no such baseline" in gec("correct", "--baseline", "missing.json", "docs", code=2).stderr


@pytest.mark.parametrize(
    "damaged",
    ["[]", "{}", '{"name": "ours"}', '{"files": {"a.md": {"x": 1e999}}}', '{"files": {"a.md": {"x": 1}', "[" * 200_000],
)
def test_a_file_that_is_no_baseline_is_neither_read_nor_replaced(project: Path, damaged: str) -> None:
    (project / "a.md").write_text(FAULTY)
    path = project / ".gec-baseline.json"
    path.write_text(damaged)
    for words in (["--check"], ["--write-baseline"], ["--write-baseline", "--baseline", path.name]):
        said = gec("correct", *words, "a.md", code=2).stderr.splitlines()[0]
        assert said == f"error: {path}: is not a baseline of gec, or is damaged; repair it or delete it"
        assert path.read_text() == damaged


def test_a_baseline_that_may_not_be_read_is_not_replaced(project: Path) -> None:
    path = project / ".gec-baseline.json"
    path.mkdir()
    (project / "a.md").write_text(FAULTY)
    for words, asked in ((["--check"], "--baseline: "), (["--write-baseline"], "")):
        said = gec("correct", *words, "--baseline", path.name, "a.md", code=2).stderr.splitlines()[0]
        assert said == f"error: {asked}{path}: cannot be read: it is a pipe, a device or a folder"
    path.rmdir()
    os.mkfifo(path)
    said = gec("correct", "--check", "--baseline", path.name, "a.md", code=2).stderr.splitlines()[0]
    assert said == f"error: --baseline: {path}: cannot be read: it is a pipe, a device or a folder"


def test_a_baseline_is_written_where_later_runs_find_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (project / "docs", project / "docs" / "old", project / "set"):
        folder.mkdir()
        (folder / "a.md").write_text(FAULTY)
    (project / "docs" / "old" / ".gec-baseline.json").touch()  # empty, so there is nothing to lose
    (project / "set" / ".gec.toml").write_text('baseline = "own.json"\n')
    (project / ".gec.toml").write_text('baseline = "ours.json"\n')
    said = gec("correct", "--write-baseline", "docs", "set").stderr
    assert said.splitlines() == [
        f"{project / 'ours.json'}: accepted 4 findings in 2 files",
        f"{project / 'set' / 'own.json'}: accepted 2 findings in 1 file",
    ]
    (project / ".gec.toml").unlink()
    (project / "ours.json").unlink()
    said = gec("correct", "--write-baseline", ".").stderr
    assert "old" in said and f"{project / '.gec-baseline.json'}: accepted 2 findings in 1 file" in said
    monkeypatch.chdir(project / "docs")
    gec("correct", "--write-baseline", "a.md")
    assert not Path(".gec-baseline.json").exists()
    assert replaced("..") == []


def test_a_baseline_that_would_not_be_found_again_is_refused(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.md").write_text(FAULTY)
    (project / "docs").mkdir()
    monkeypatch.chdir(project / "docs")
    said = gec("correct", "--write-baseline", "../a.md", code=2).stderr
    assert said.startswith(
        "error: ../a.md: is not below this folder, so a baseline here would not apply to it; run gec in"
    )
    assert said.count("\n") == 1
    said = gec("correct", "--write-baseline", "--isolated", "../a.md", code=2).stderr
    assert said == "error: --isolated does not look for a baseline, so --write-baseline needs --baseline FILE\n"
    assert list(project.rglob("*.json")) == []
    gec("correct", "--write-baseline", "--isolated", "--baseline", "b.json", "../a.md")
    assert replaced("--isolated", "--baseline", "b.json", "../a.md") == []


def test_a_baseline_knows_a_finding_when_sentences_are_added_beside_it(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("They was happy. She go home.")
    gec("correct", "--write-baseline", "a.txt")
    path.write_text("They was happy. She go home. They were sad.\n")
    assert replaced("a.txt") == []
    path.write_text("It rains. They was happy. It is late. She go home. They were sad. He go home.\n")
    assert replaced("a.txt") == ["go"]


def test_a_baseline_knows_a_finding_when_its_lines_are_wrapped_anew(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("Under extraordinarily uncomfortable circumstances she go home.\n")
    gec("correct", "--write-baseline", "a.txt")
    path.write_text("Under extraordinarily\n    uncomfortable  circumstances\n    she go home.\n")
    assert replaced("a.txt") == []


def test_a_finding_that_needs_a_correction_is_not_accepted_without_it(project: Path) -> None:
    path = project / "a.txt"
    text = "He fell asleep and than he dreamed.\n"
    path.write_text(text)
    (project / ".gec.toml").write_text("min-confidence = 0.1\n")
    assert replaced("a.txt") == ["", "than"]  # the first one is found only after the second
    gec("correct", "--select", "R", "--write-baseline", "a.txt")
    gec("correct", "--write", "a.txt")
    assert path.read_text() == text


def test_a_title_is_not_corrected_longer_than_its_line(project: Path) -> None:
    path = project / "a.rst"
    text = f"They was at the the market\n{'=' * 26}\n"
    path.write_text(text)
    assert replaced("a.rst") == ["was", "the market"]  # the second the goes
    gec("correct", "--select", "U:DET", "--write-baseline", "a.rst")
    gec("correct", "--check", "a.rst")
    gec("correct", "--write", "a.rst")
    assert path.read_text() == text


def test_a_baseline_works_for_any_file_name(project: Path) -> None:
    names = ["line\nbreak.txt", os.fsdecode(b"bad\xff.txt"), "a:b.txt", "ünï.txt"]
    for name in names:
        (project / name).write_text(FAULTY)
    assert "accepted 8 findings in 4 files" in gec("correct", "--write-baseline", ".").stderr
    gec("correct", "--check", ".")
