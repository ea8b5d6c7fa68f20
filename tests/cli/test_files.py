"""Which files a run reads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from asked import gec, make

from gec import above, settings
from gec.cli.files import Walk, forget
from gec.errors import TextError
from gec.settings import Settings
from gec.text.formats import suffixes

ROOT = Path(__file__).parents[2]


def taken(*paths: Path, force: bool = False, **given: object) -> tuple[list[str], list[str]]:
    """The files, relative to the first path's folder, and the messages."""
    told: list[str] = []

    @cache
    def known(folder: Path) -> Settings:
        return settings.nearest(folder).over(given)

    def trouble(error: TextError) -> None:
        told.append(str(error))

    top = paths[0] if paths[0].is_dir() else paths[0].parent
    files = Walk(known, trouble, told.append, force).files(paths)
    return [file.relative_to(top).as_posix() for file in files], told


def test_folders_are_walked_in_order_for_texts(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a.md", "sub/c.TXT", "photo.png", "code.c.bak", ".hidden/d.txt", ".e.txt")
    make(tmp_path, "node_modules/f.md", "sub/deep/g.text")
    assert taken(tmp_path) == (["a.md", "b.txt", "sub/c.TXT", "sub/deep/g.text"], [])


def test_excluded_texts_are_counted(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "sub/b.txt", "code.c")
    all_by = f"{tmp_path}: has 2 texts, all left out by"
    assert taken(tmp_path, exclude=("*",)) == ([], [f"{all_by} --exclude; change that, or name the files"])
    assert taken(tmp_path, include=("*.rst",)) == ([], [f"{all_by} --include; change that, or name the files"])
    (tmp_path / ".gec.toml").write_text('exclude = ["*.md", "sub/"]\n')
    place = tmp_path / ".gec.toml"
    assert taken(tmp_path) == ([], [f"{all_by} {place}:1: exclude; change that, or name the files"])
    (tmp_path / "a.md").unlink()
    assert taken(tmp_path)[1][0].startswith(f"{tmp_path}: has 1 text, left out by {place}:1: exclude")
    (tmp_path / "sub/b.txt").unlink()
    assert "has no text in a format that gec knows" in taken(tmp_path)[1][0]


def test_a_file_that_cannot_be_looked_at_is_taken_and_then_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "a.md", "closed.md", "gone.md")
    lstat, errors = Path.lstat, {"closed.md": PermissionError, "gone.md": FileNotFoundError}

    def looked_at(path: Path) -> os.stat_result:
        if error := errors.get(path.name):
            raise error
        return lstat(path)

    monkeypatch.setattr(Path, "lstat", looked_at)
    assert taken(tmp_path) == (["a.md", "closed.md"], [])


def test_a_hidden_file_is_taken_where_it_is_named(tmp_path: Path) -> None:
    make(tmp_path, ".a.md", "b.md")
    assert taken(tmp_path)[0] == ["b.md"]
    assert taken(tmp_path / ".a.md")[0] == [".a.md"]


def test_named_files_are_taken_whatever_they_are_and_once(tmp_path: Path) -> None:
    make(tmp_path, "photo.png", "a.txt")
    (tmp_path / "link.txt").symlink_to("a.txt")
    assert taken(tmp_path / "photo.png", tmp_path / "a.txt", tmp_path / "link.txt", tmp_path)[0] == [
        "photo.png",
        "a.txt",
    ]


def test_pages_of_manuals_are_taken_and_what_is_only_called_so_is_not(tmp_path: Path) -> None:
    make(tmp_path, "messages.1", "page.man", "libc.so.6")
    (tmp_path / "ls.1").write_text(".TH LS 1\n")
    (tmp_path / "Pod.3pm").write_text('.\\" Automatically generated\n')
    os.mkfifo(tmp_path / "pipe.2")
    assert taken(tmp_path) == (["Pod.3pm", "ls.1", "page.man"], [])
    assert taken(tmp_path / "messages.1")[0] == ["messages.1"]


def test_only_regular_files_of_a_folder_are_taken(tmp_path: Path) -> None:
    make(tmp_path, "elsewhere/a.md", "here/b.md")
    (tmp_path / "here" / "linked.md").symlink_to(tmp_path / "elsewhere" / "a.md")
    (tmp_path / "here" / "gone.md").symlink_to("nothing")
    os.mkfifo(tmp_path / "here" / "pipe.md")
    assert taken(tmp_path / "here") == (["b.md"], [])
    assert taken(tmp_path / "here" / "linked.md") == (["linked.md"], [])


def test_the_output_file_is_not_read(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    with (tmp_path / "found.txt").open("w+") as found:
        command = [sys.executable, "-m", "gec", "correct", "--isolated", str(tmp_path)]
        subprocess.run(command, stdout=found, stderr=found, check=True)
        found.seek(0)
        said = found.read()
    assert "1 correction in 1 of 1 file" in said
    assert "found.txt" not in said


def test_what_git_ignores_is_left_out(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md", "build/c.md", "docs/d.md", "docs/keep/b.md", "docs/out/e.md", "docs/f.txt")
    (tmp_path / ".gitignore").write_text("# ours\nb.md\nbuild/\n*.txt\n")
    (tmp_path / "docs" / ".gitignore").write_text("/out\n!keep/b.md\n!f.txt\n")
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("docs/d.md\n")
    assert taken(tmp_path)[0] == ["a.md", "docs/f.txt", "docs/keep/b.md"]
    assert taken(tmp_path / "docs")[0] == ["f.txt", "keep/b.md"]
    assert taken(tmp_path / "b.md")[0] == ["b.md"]


def test_a_second_working_tree_uses_the_excludes_of_the_first(tmp_path: Path) -> None:
    git = ("git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b")
    make(tmp_path, "a.md", "b.md")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"], ["worktree", "add", "-q", "second"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("b.md\n")
    assert taken(tmp_path / "second")[0] == ["a.md"]
    (tmp_path / "second" / ".git").write_bytes(b"gitdir: \0")
    forget()
    assert taken(tmp_path / "second")[0] == ["a.md", "b.md"]


def test_an_invalid_glob_ignores_nothing(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("!\n[z-a]\n[\nb.md\n")
    assert taken(tmp_path)[0] == ["a.md"]


def test_gitignore_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    make(tmp_path, "a.md", "b.md")
    (tmp_path / ".gitignore").write_text("\ufeffb.md\n")
    assert taken(tmp_path)[0] == ["a.md"]


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("[[:alpha:]].md", "1.md"),
        ("[![:alpha:]].md", "a.md b.md"),
        ("[_[:digit:]a].md", "b.md"),
        ("[:alpha:].md", "1.md b.md"),  # one of these characters
        ("[[].md", "1.md a.md b.md"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_globs_may_name_classes_of_characters(tmp_path: Path, glob: str, left: str) -> None:
    (tmp_path / ".git").mkdir()
    make(tmp_path, "a.md", "b.md", "1.md")
    (tmp_path / ".gitignore").write_text(f"{glob}\n")
    assert taken(tmp_path)[0] == left.split()


def test_outside_a_repository_gitignore_says_nothing(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md")
    (tmp_path / ".gitignore").write_text("b.md\n")
    assert taken(tmp_path)[0] == ["a.md", "b.md"]


def test_include_and_exclude(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.wiki", "drafts/c.md", "docs/drafts/d.md", "docs/e.md")
    assert taken(tmp_path, include=("*.wiki",))[0] == ["b.wiki"]
    (tmp_path / ".gec.toml").write_text('exclude = ["/drafts/", "docs/e.md"]\n')
    assert taken(tmp_path)[0] == ["a.md", "docs/drafts/d.md"]
    named = (tmp_path / "a.md", tmp_path / "docs" / "e.md")
    assert taken(*named)[0] == ["a.md", "docs/e.md"]
    assert taken(*named, force=True)[0] == ["a.md"]


def test_globs_on_the_command_line_are_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = make(tmp_path, "docs/x/a.md", "docs/x/b.txt", "docs/c.md") / "docs"
    (tmp_path / ".gec.toml").write_text('exclude = ["/docs/c.md"]\n')
    monkeypatch.chdir(docs)
    assert taken(docs)[0] == ["x/a.md", "x/b.txt"]
    assert taken(docs, exclude=("x/*",))[0] == ["c.md"]
    assert taken(docs, include=("/x/*.md", "/c.md"))[0] == ["x/a.md"]


def test_settings_of_a_folder_apply_in_it(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.wiki", "sub/c.md", "sub/d.wiki")
    (tmp_path / "sub" / ".gec.toml").write_text('include = ["*.wiki"]\n')
    assert taken(tmp_path)[0] == ["a.md", "sub/d.wiki"]


def test_a_folder_without_texts_is_reported(tmp_path: Path) -> None:
    make(tmp_path, "photo.png")
    assert taken(tmp_path) == (
        [],
        [f"{tmp_path}: has no text in a format that gec knows; name the files or use --include"],
    )


@pytest.mark.slow
def test_a_folder_deeper_than_python_can_call_itself_is_walked(tmp_path: Path) -> None:
    """Twice: from its top, and with all of git's ignore files above it."""
    make(tmp_path, ".git/config")
    folders = [tmp_path / "/".join("d" * depth) for depth in range(1, 1_101)]
    walk = Walk(lambda _: Settings(), pytest.fail, pytest.fail)
    text = folders[-1] / "a.md"
    try:
        for folder in folders:
            folder.mkdir()
        text.write_text("He go.\n")
        for top in (folders[0], folders[-1]):
            forget()
            assert list(walk.files([top])) == [text]
    finally:  # pytest would delete it recursively
        text.unlink()
        for folder in reversed(folders):
            folder.rmdir()


def test_each_of_many_nested_folders_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "/".join(["d"] * 100 + ["a.md"]))
    (tmp_path / ".git").mkdir()
    known: dict[Path, Settings] = {}
    asked: list[Path] = []
    monkeypatch.setattr(above, "is_there", lambda path: asked.append(path) or path.exists())

    def own(folder: Path) -> Settings | None:
        asked.append(folder)
        return settings.own(folder)

    forget()
    walk = Walk(lambda folder: above.inherited(folder, known, own, Settings()), pytest.fail, pytest.fail)
    assert len(list(walk.files([tmp_path]))) == 1
    assert len(asked) < 600  # of 100 folders, each has its settings and some files beside them looked up once


def test_hooks_take_every_format_that_gec_reads() -> None:
    said = (ROOT / ".pre-commit-hooks.yaml").read_text()
    globs = [line.partition("files: ")[2].partition("'")[2].partition("'")[0] for line in said.splitlines()]
    patterns = [re.compile(glob) for glob in globs if glob]
    assert len(patterns) == 2
    for pattern in patterns:
        assert all(pattern.search(f"a/b{suffix.upper()}") for suffix in suffixes())
        assert all(pattern.search(name) for name in ("gec.1", "man/printf.3p", "Foo.3pm"))
        assert not any(pattern.search(name) for name in ("a.py", "a.log", "LICENSE", "a.json", "txt"))


def test_a_log_that_is_called_like_a_page_is_left_out_by_force(tmp_path: Path) -> None:
    (tmp_path / "server.log.1").write_text("They was here.\n")
    (tmp_path / "gec.1").write_text(".TH GEC 1\n.SH NAME\nThey was here.\n")
    found, told = taken(tmp_path / "server.log.1", tmp_path / "gec.1", force=True)
    assert found == ["gec.1"]
    assert len(told) == 1


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (
            b"Fine.\nNot caf\xe9\xe9\xe9 fine.",
            "line 2, byte 13: 0xe9 is not utf-8; if it is an older text, say --encoding",
        ),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "has NUL characters (byte 8), so it is binary, not text; leave it out",
        ),
        (b"A text with \0 in it.", "has NUL characters (byte 12), so it is binary, not text; leave it out"),
        (b"x" * 10_000_000, "line 1 has 10,000,000 characters, more than 1,000,000; if this is prose"),
    ],
)
def test_an_unreadable_file_is_reported_in_one_line(raw: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(raw)
    for words, stdin in (([str(path)], b""), (["-", "--stdin-filename", str(path)], raw)):
        run = gec("correct", *words, stdin=stdin, code=2)
        assert run.stdout == ""
        assert run.stderr.startswith(f"error: {path}: {said}")
        assert run.stderr.count("\n") == 1
    assert path.read_bytes() == raw
