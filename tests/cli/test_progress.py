"""The line that says how far long work is."""

from __future__ import annotations

import pytest

from gec.cli.progress import Progress, _width

NAME = "notes/a very long folder of mine/and another one below it/チャプター-the-first-chapter.md"


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120, 300])
def test_the_line_fits_the_terminal_and_ends_with_the_name_of_the_file(columns: int) -> None:
    progress = Progress(False)
    progress.plan(1200, 1000)
    progress.end(500)
    progress.begin(NAME, 100, 1000)
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
