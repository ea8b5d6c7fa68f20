"""Files that are written completely or not at all."""

from __future__ import annotations

import fcntl
import os
import stat
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from gec import atomic, dictionary
from gec.cli import baseline
from gec.errors import GecError, OptionError

WRITERS = {
    "words": lambda path: dictionary.add(path, ["frob"]),
    "baseline": lambda path: baseline.write(path, []),
    "page": lambda path: atomic.save(path, "<h1>Scores</h1>"),
}


def test_a_new_file_has_the_usual_mode_and_a_replaced_one_keeps_its_mode(tmp_path: Path) -> None:
    path, usual = tmp_path / "new.txt", tmp_path / "usual.txt"
    usual.touch()
    atomic.write(path, b"One.")
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    (tmp_path / "link.txt").symlink_to(path)
    atomic.write(tmp_path / "link.txt", b"Two.")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"Two.", 0o640)
    assert (tmp_path / "link.txt").is_symlink()
    (tmp_path / "later.txt").symlink_to("not-yet.txt")
    atomic.write(tmp_path / "later.txt", b"Three.")
    assert (tmp_path / "not-yet.txt").read_bytes() == b"Three."
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs lists of users at files")
def test_a_folder_s_users_get_no_access_to_a_file_that_had_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"One.")
    path.chmod(0o640)
    users = ((1, 7, -1), (2, 7, 12_345), (4, 7, -1), (16, 7, -1), (32, 0, -1))  # owner, a user, group, mask, others
    said = b"".join(struct.pack("<HHi", tag, may, who) for tag, may, who in users)
    try:
        os.setxattr(tmp_path, "system.posix_acl_default", struct.pack("<I", 2) + said)
    except OSError:
        pytest.skip("needs a file system with lists of users")
    atomic.write(path, b"Two.")
    assert (os.listxattr(path), stat.S_IMODE(path.stat().st_mode)) == ([], 0o640)


def test_only_temporary_files_of_killed_writers_are_deleted(tmp_path: Path) -> None:
    left, long_ago = ".gec-0123456789ab", time.time() - 2 * 3600
    (tmp_path / ".gec-ab0123456789").write_text("of one who is still writing")
    (tmp_path / ".gec-00000000000a").symlink_to("notes.txt")
    (tmp_path / ".gec-00000000000b").mkdir()
    other = tmp_path / ".gec-00000000000c"
    for name in (left, ".gec-0123456789abc", ".gec-0123456789AB", ".gec-words", "notes.txt", other.name):
        (tmp_path / name).write_text("Some text.")
        os.utime(tmp_path / name, (long_ago, long_ago))
    if os.geteuid() == 0:
        os.chown(other, 1001, -1)
    else:
        other.unlink()
    before = {path.name for path in tmp_path.iterdir()}
    atomic.write(tmp_path / "new.txt", b"One.")
    assert {path.name for path in tmp_path.iterdir()} == (before | {"new.txt"}) - {left}


@pytest.mark.parametrize("kind", [*WRITERS, "outputs"])
def test_a_link_to_itself_is_reported_in_one_line(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "one"
    path.symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    with pytest.raises(GecError, match="Too many levels of symbolic links"):
        (WRITERS | {"outputs": lambda path: atomic.refuse_unwritable(path, inputs=[])})[kind](path)
    assert path.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    atomic.write(pipe, b"One.")
    reader.join()
    assert heard == [b"One."]
    assert pipe.is_fifo()


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("old", ["", '{"files": {}}\n'])
def test_a_full_disk_keeps_the_old_file(
    tmp_path: Path, no_room: Callable[[], AbstractContextManager[None]], kind: str, old: str
) -> None:
    path = tmp_path / kind
    if old:
        path.write_text(old)
    with no_room(), pytest.raises(GecError, match="cannot be written: File too large"):
        WRITERS[kind](path)
    assert [one.name for one in tmp_path.iterdir()] == [kind] * bool(old)
    assert not old or path.read_text() == old


RACER = """
import sys
from pathlib import Path
from types import SimpleNamespace
from gec import dictionary
from gec.cli import baseline
from gec.cli.finding import FileFindings
folder, who = Path(sys.argv[1]), sys.argv[2]
for number in range(15):
    dictionary.add(folder / "words", [f"{who}{number}"])
    finding = SimpleNamespace(mark=f"{who}{number}")
    baseline.write(folder / "baseline", [FileFindings(str(folder / "a.txt"), (finding,))], add=True)
"""


def test_simultaneous_writers_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    racers = [subprocess.Popen([sys.executable, "-c", RACER, tmp_path, who]) for who in "abc"]
    assert [racer.wait() for racer in racers] == [0, 0, 0]
    every = {f"{who}{number}" for who in "abc" for number in range(15)}
    assert set(dictionary.read(tmp_path / "words")) == every
    assert set(baseline.accepted(tmp_path / "baseline", tmp_path / "a.txt")) == every
    assert {one.name for one in tmp_path.iterdir()} == {"a.txt", "words", "baseline"}


def test_waiting_for_a_lock_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "LOCKED", 0.1)
    held = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(OptionError, match=r"words: another process has locked its folder; end it"):
        dictionary.add(tmp_path / "words", ["frob"])
    os.close(held)
    assert dictionary.add(tmp_path / "words", ["frob"]) == ["frob"]


def test_lines_of_a_dictionary_end_as_in_editors(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("frob # kept\u2028for tests\r\nquux\rspam\n\x85", encoding="utf-8", newline="")
    assert dictionary.read(tmp_path / "words") == ["frob", "quux", "spam"]


def test_a_folder_is_complete_or_absent(tmp_path: Path) -> None:
    target = tmp_path / "model"
    for name in ("one", "two"):
        with atomic.folder(target) as fresh:
            (fresh / name).touch()
        assert [one.name for one in target.iterdir()] == [name]
    with pytest.raises(OSError, match="full"), atomic.folder(target) as fresh:
        (fresh / "three").touch()
        raise OSError("full")
    assert [one.relative_to(tmp_path) for one in tmp_path.rglob("*")] == [Path("model"), Path("model/two")]


def test_the_old_folder_is_restored_after_a_kill_between_two_renames(tmp_path: Path) -> None:
    (tmp_path / "model.old").mkdir()
    (tmp_path / "model.new").mkdir()
    atomic.put_back(tmp_path / "model")
    assert {one.name for one in tmp_path.iterdir()} == {"model", "model.new"}
    with atomic.folder(tmp_path / "model"):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["model"]
