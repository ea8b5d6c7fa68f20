"""What people and programs see of an edit, and the progress line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from gec.cli import render
from gec.cli.finding import FileFindings, findings
from gec.cli.progress import Progress, _width
from gec.edits.edit import Edit, apply
from gec.edits.lesson import TYPE_LESSONS
from gec.text.document import read

LONG_NAME = "notes/a very long folder of mine/and another one below it/チャプター-the-first-chapter.md"

LETTER = "Dear Ann,\r\n\r\nHe go home.\nHe have dog."
EDITS = [
    Edit(16, 18, "goes", "R:VERB:SVA", 0.97),
    Edit(28, 32, "has", "R:VERB:SVA", 0.9),
    Edit(33, 33, "a ", "M:DET", 0.5),
]


def test_findings_are_one_line_each_without_control_characters() -> None:
    document = read(b"He \x1b[31mgo\x07 home.", name="a.txt")
    found = FileFindings("a.txt", findings(document, [Edit(3, 11, "goes", "R:VERB:SVA", 0.973)]))
    line = "a.txt:1:4: R:VERB:SVA replace “␛[31mgo␇” with “goes” (subject-verb agreement) [0.97]\n"
    assert render.listed(found) == line
    why = f"    {TYPE_LESSONS['VERB:SVA']}\n"
    assert render.listed(found, explain=True) == line + why


def test_counts_begin_with_the_most_frequent() -> None:
    assert render.counted({"M:DET": 2, "R:SPELL": 11, "": 2}) == (
        "11 R:SPELL      spelling\n 2\n 2 M:DET        article or determiner\n"
    )


def test_a_unified_diff() -> None:
    document = read(LETTER.encode(), name="letter.txt")
    assert render.unified(document, EDITS).decode() == (
        "--- letter.txt\n+++ letter.txt\n@@ -1,4 +1,4 @@\n"
        " Dear Ann,\r\n \r\n-He go home.\n-He have dog.\n\\ No newline at end of file\n"
        "+He goes home.\n+He has a dog.\n\\ No newline at end of file\n"
    )


def test_the_diff_of_an_older_encoding_is_in_that_encoding() -> None:
    document = read("Café go.\n".encode("latin-1"), "latin-1", name="a.txt")
    assert b"-Caf\xe9 go.\n+Caf\xe9 goes.\n" in render.unified(document, [Edit(5, 7, "goes")])


@st.composite
def text_and_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(alphabet="ab \n\r", max_size=60))
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    pairs = zip(points[::2], points[1::2], strict=False)
    edits = [Edit(low, high, draw(st.text(alphabet="cd\n", max_size=3))) for low, high in pairs]
    return text, edits


@given(text_and_edits())
def test_a_unified_diff_leads_from_the_old_text_to_the_new(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    diff = render.unified(read(text.encode(), name="x"), edits).decode()
    assert patched(text, diff) == apply(text, edits)


def patched(text: str, diff: str) -> str:
    """The text after `patch`. Every context line and removed line must be in the text."""
    lines, out, at = re.findall(r"[^\n]*\n|[^\n]+", text), [], 0
    body = re.findall(r"[^\n]*\n", diff)[2:]
    for i, line in enumerate(body):
        bare = line[1:-1] if body[i + 1 : i + 2] == ["\\ No newline at end of file\n"] else line[1:]
        if line.startswith("@@"):
            old, count = map(int, re.findall(r"-(\d+),(\d+)", line)[0])
            begin = old - 1 if count else old
            out += lines[at:begin]
            at = begin
        elif line[0] in " -":
            assert lines[at] == bare
            at += 1
        if line[0] in " +":
            out.append(bare)
    return "".join(out + lines[at:])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_gnu_patch_applies_it(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "my letter.txt"
    text = "".join(f"Line {i} go on.\n" for i in range(60)) + "last go"
    path.write_text(text, encoding)
    edits = [Edit(match.start(), match.end(), "goes") for i, match in enumerate(re.finditer("go", text)) if i % 9 == 0]
    edits.append(Edit(text.rindex("go"), len(text), "goes\nthere"))
    document = read(path, name=path.name)
    diff = render.unified(document, edits)
    try:
        subprocess.run(["patch", "--silent", "-p0"], input=diff, check=True, cwd=tmp_path)
    except FileNotFoundError:
        pytest.skip("patch is not installed")
    assert path.read_bytes() == apply(text, edits).encode(encoding)


@pytest.mark.parametrize("program", [["patch", "--silent", "-p0"], ["git", "apply", "-p0"]])
@given(
    name=st.binary(min_size=1, max_size=12)
    .map(lambda raw: raw.translate(None, b"/\0"))
    .filter(lambda raw: raw.strip(b"."))
)
@example(b"n\nl.txt")
@example(b'say "go".txt')
@example(b" back\\slash\t\xff ")
@example("zoë \u202e.txt".encode())
def test_a_diff_applies_whatever_the_file_is_called(program: list[str], name: bytes) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / os.fsdecode(name)
        try:
            path.write_text("He go.\n")
        except OSError:
            assume(False)  # some file systems do not allow every name
        diff = render.unified(read(path), [Edit(3, 5, "goes")], path.name)
        subprocess.run(
            program, input=diff, check=True, cwd=folder, env=os.environ | {"GIT_CEILING_DIRECTORIES": folder}
        )
        assert path.read_text() == "He goes.\n"


@pytest.mark.parametrize("wish", [{"FORCE_COLOR": "1"}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}])
def test_changed_words_are_marked_on_a_terminal(
    wish: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in wish.items():
        monkeypatch.setenv(name, value)
    assert render.for_eyes()
    render.marked(read(LETTER.encode(), name="letter.txt"), EDITS)
    shown = capsys.readouterr().out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    if "NO_COLOR" in wish:
        assert "He [-go-]{+goes+} home." in plain
        assert "He [-have-]{+has+} {+a +}dog." in plain
    else:
        assert "He gogoes home." in plain
        assert "\x1b[9;31mgo\x1b[0m\x1b[1;32mgoes\x1b[0m" in shown
    assert "letter.txt:3" in plain


def test_a_terminal_without_a_width_gets_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"NO_COLOR": "1", "COLUMNS": "0"}.items():
        monkeypatch.setenv(name, value)
    document = read(LETTER.encode(), name="letter.txt")
    render.marked(document, EDITS)
    render.passage(document, EDITS[0])
    shown = capsys.readouterr()
    assert "He [-go-]{+goes+} home." in shown.out
    assert "He [-go-]{+goes+} home." in shown.err


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120, 300])
def test_the_line_fits_the_terminal_and_ends_with_the_name_of_the_file(columns: int) -> None:
    progress = Progress(False)
    progress.plan(1200, 1000)
    progress.end(500)
    progress.begin(LONG_NAME, 100, 1000)
    progress.add(500)
    line = progress.line(columns)
    assert sum(map(_width, line)) < columns
    assert " 55%" in line
    if columns >= 40:
        assert "1 of 1,200" in line
        assert line.endswith(" left")
        assert ".md" in line


def test_from_the_start_the_file_and_its_number_are_named() -> None:
    progress = Progress(False)
    progress.plan(3, 300)
    progress.at("a.txt")
    progress.end(100)
    progress.begin("b.txt", 200, 50)
    assert progress.line(80) == "████░░░░░░░░  33%  2 of 3  b.txt  0:00 left"
    progress = Progress(False)
    progress.plan(1, 200)
    progress.begin("b.txt", 200, 50)
    assert progress.line(80) == "░░░░░░░░░░░░   0%  b.txt  starting"
