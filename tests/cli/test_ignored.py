"""What is left out of folders in a repository, compared with git itself."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from asked import make

from gec import settings
from gec.cli.files import Walk, forget
from gec.globs import combined


@pytest.fixture(autouse=True)
def _anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No configuration of git, and nothing cached from earlier folders."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    yield
    forget()


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", "-c", "core.quotepath=off")
    return subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True, text=True).stdout


def ours(folder: Path, *tops: Path, told: list[str] | None = None) -> set[str]:
    forget()
    known = cache(settings.nearest)
    said = [] if told is None else told
    walk = Walk(known, lambda error: said.append(str(error)), said.append)
    return {file.relative_to(folder).as_posix() for file in walk.files(tops or (folder,))}


def gits(folder: Path) -> set[str]:
    names = git(folder, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return {name for name in names if name.endswith((".txt", ".md"))}


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("*.txt", "!keep/"),  # includes the folder again, not what is in it
        ("*", "!*/"),
        ("keep/a.txt\n!keep", ""),
        ("sub/**/", ""),
        ("/**/", ""),
        ("sub[/]keep", ""),
        (r"[\]a].txt", ""),
        ("a.txt\t", ""),  # a name that ends in a tab
        ("a.txt \r", ""),
        ("a.txt\x0cb.md", ""),  # this is one line
        ("[z-a].txt\n[a-\n[[:no:]]*\n\\", "b.md"),
        ("sub/keep/", "!keep/a.txt"),  # nothing in an ignored folder can be included again
        (r"\!a.txt" "\n" r"\#b.md", r"a.txt\ "),
        ("**/keep/**/a.txt", "/b.md"),
        ("sub**/x/*.txt\ns**/keep/b.md", ""),  # two stars after a fixed beginning
        ("[[:alpha:].txt", ""),  # not closed
        ("[a-Z].txt", ""),  # a reversed range: only its first character
        ("[a-[:alpha:]].txt", "[]-a]?.md\n[!]a].md"),
        ("*a*.t?t", "!a.txt"),
        ("\ufeffa.txt", "\ufeffb.md"),
    ],
)
def test_globs_are_read_as_git_reads_them(tmp_path: Path, outer: str, inner: str) -> None:
    make(tmp_path, "a.txt", "b.md", "sub/a.txt", "sub/b.md", "sub/keep/a.txt", "sub/keep/b.md", "sub/keep/x/a.txt")
    make(tmp_path, "!a.txt", "#b.md", "sub/keep/].txt")
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_bytes(outer.encode())
    (tmp_path / "sub" / ".gitignore").write_bytes(inner.encode())
    assert ours(tmp_path) == gits(tmp_path)


_PIECES = """
    *.txt *.md a b a/ b/ /a /b /a/ a/b /a/b a/b/ ** **/a a/** **/a/** a/**/b a/* * */ !*/ !a !a/ !*.txt !/a/b !b/a.txt
    b/*.txt !b/*.txt ?.txt [ab].txt [!a].txt [^a].md *** a*** **b a/**b */b */*/a.txt !**/b/ !* ./a a//b //a / /* !/*/
    !!a.txt [a-] [ [a []a].txt [\\]a].txt **/ /** /**/ !/**/ !**/ a/**/ **/*.txt b* !b*/ [[:alpha:]].txt [a/b] a[/]b
"""
PIECES = _PIECES.split()


@pytest.mark.parametrize("seed", range(12))
def test_globs_of_many_folders_are_read_as_git_reads_them(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    folders = ["", "a", "b", "a/a", "a/b", "b/a", "b/b", "a/b/a", "b/b/b", "b/a/b"]
    make(tmp_path, *(f"{folder}/{name}".lstrip("/") for folder in folders for name in ("a.txt", "b.txt", "c.md")))
    git(tmp_path, "init", "-q")
    for folder in ["", *chance.sample(folders[1:], 3)]:
        lines = chance.choices(PIECES, k=chance.randint(1, 3))
        (tmp_path / folder / ".gitignore").write_text("\n".join(lines))
    assert ours(tmp_path) == gits(tmp_path)


@pytest.mark.parametrize(
    ("glob", "name"),
    [("a*" * 20 + "b", "a" * 250), ("*?" * 20 + "b", "a" * 250), ("**/a/" * 20 + "b", "/".join("a" * 500))],
)
def test_no_glob_is_slow(glob: str, name: str) -> None:
    assert combined((glob,)).says(name, folder=False) is None


def test_an_ignored_folder_is_reported(tmp_path: Path) -> None:
    make(tmp_path, "build/docs/a.md")
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("build\n")
    told: list[str] = []
    for top in (tmp_path / "build", tmp_path / "build" / "docs"):
        assert ours(tmp_path, top, told=told) == set()
        assert told.pop() == f"{top}: git ignores this folder; name the files in it that you want to correct"
    assert ours(tmp_path, tmp_path / "build" / "docs" / "a.md") == {"build/docs/a.md"}


def test_a_folder_with_no_room_for_a_gitignore_in_its_path_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ["a" * 200] * 19 + ["a" * (4_090 - 19 * 201 - len(f"{tmp_path}/"))]:
        Path("a.md").touch()
        Path(name).mkdir()
        monkeypatch.chdir(name)
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    assert len(ours(Path(), told=told)) == 20
    assert not told


def test_a_gitignore_that_is_no_file_of_its_own_says_nothing(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "sub/b.md", "list")
    git(tmp_path, "init", "-q")
    (tmp_path / "list").write_text("*.md\n")
    (tmp_path / ".gitignore").symlink_to("list")  # git does not follow this link
    (tmp_path / "sub" / ".gitignore").mkdir()
    assert ours(tmp_path) == gits(tmp_path) == {"a.md", "sub/b.md"}


def test_bytes_in_gitignore_are_bytes_of_names(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    make(tmp_path, "b.md", "c\udcff.md")
    (tmp_path / ".gitignore").write_bytes(b"c\xff.md\n")
    assert ours(tmp_path) == {"b.md"}
