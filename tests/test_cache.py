"""Earlier proposals come from the cache, and errors of the cache never stop gec."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from gec import cache
from gec.cache import Cache, salt
from gec.cli import group
from gec.edits.edit import Edit
from gec.engine import device

SALT = salt("a model", "cpu")
SENTENCES = [f"Sentence {number} are here." for number in range(150)]


class Asked:
    """A proposer that records what it was asked."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def __call__(self, sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
        self.sentences += sentences
        return [(Edit(one.index("are"), one.index("are") + 3, "is", "R:VERB:SVA", 0.9),) for one in sentences]


def ask(path: Path | None, sentences: list[str], salt: bytes = SALT) -> tuple[list[tuple[Edit, ...]], list[str]]:
    asked = Asked()
    opened = Cache(path, salt)
    answers = list(opened.proposing(asked)(sentences))
    opened.close()
    return answers, asked.sentences


def test_the_second_run_proposes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "edits.sqlite3"
    first, asked = ask(path, SENTENCES)
    assert asked == SENTENCES
    assert first == list(Asked()(SENTENCES))
    assert ask(path, SENTENCES[::-1]) == (first[::-1], [])
    assert ask(path, ["New are.", *SENTENCES])[1] == ["New are."]


def test_another_model_has_other_entries(tmp_path: Path) -> None:
    path = tmp_path / "edits.sqlite3"
    ask(path, SENTENCES[:2])
    assert ask(path, SENTENCES[:2], salt("another model", "cpu"))[1] == SENTENCES[:2]
    assert ask(None, SENTENCES[:2])[1] == SENTENCES[:2]


def test_the_program_s_content_counts_and_not_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def of(place: str, rules: str, card: str = "{}") -> bytes:
        for name, text in (("cache.py", ""), ("rules/a.py", rules), ("models/default/config.json", card)):
            (tmp_path / place / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / place / name).write_text(text)
        monkeypatch.setattr(cache, "__file__", str(tmp_path / place / "cache.py"))
        return salt("a model")

    first = of("here/models/gec", "one = 1")
    os.utime(tmp_path / "here/models/gec/rules/a.py", (1, 1))
    assert of("there", "one = 1") == first
    assert of("there", "one = 1", card='{"other": 1}') == first  # a model's fingerprint includes this file
    assert of("there", "one = 2") != first


def test_the_libraries_that_compute_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = salt("a model")
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "click-99.dist-info").mkdir()
    assert salt("a model") == first
    (tmp_path / "onnxruntime-99.dist-info").mkdir()
    assert salt("a model") != first


def test_the_device_that_auto_stands_for_is_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "DRIVER", "libno.so")
    assert device.kind("auto") == device.kind("cpu")
    assert device.kind("cuda:1") == "cuda"
    monkeypatch.setattr(device, "DRIVER", "libc.so.6")  # a library that exists
    assert device.kind("auto") != device.kind("cpu")
    every = device.kind("auto")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert device.kind("auto") != every


def test_every_table_of_the_program_counts() -> None:
    root = Path(cache.__file__).parent
    inside = ("edits", "guards", "language", "rules", "spelling", "text")
    files = [file for room in inside for file in (root / room).rglob("*") if file.is_file()]
    others = {file.suffix for file in files} - {*cache.PROGRAM_FILES}
    assert others <= {".md", ".pyc"}
    assert {".txt", ".toml", ".bin", ".gz"} <= {file.suffix for file in files}


def test_a_sentence_that_occurs_twice_is_asked_for_once(tmp_path: Path) -> None:
    answers, asked = ask(tmp_path / "edits.sqlite3", [SENTENCES[0]] * 3)
    assert asked == SENTENCES[:1]
    assert answers == [answers[0]] * 3


def test_results_before_an_interrupt_are_stored(tmp_path: Path) -> None:
    path = tmp_path / "edits.sqlite3"
    asked = Asked()

    def interrupted(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
        if asked.sentences:
            raise KeyboardInterrupt
        return asked(sentences)

    with pytest.raises(KeyboardInterrupt):
        list(Cache(path, SALT).proposing(interrupted)(SENTENCES))
    assert ask(path, SENTENCES)[1] == SENTENCES[cache.TOGETHER :]


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_cache_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "edits.sqlite3"
    path.write_bytes(damage)
    assert ask(path, SENTENCES[:3])[1] == SENTENCES[:3]
    assert ask(path, SENTENCES[:3])[1] == []


@pytest.mark.parametrize("place", [0.1, 0.3, 0.5, 0.9])
def test_a_cache_that_is_damaged_in_the_middle_is_begun_anew(tmp_path: Path, place: float) -> None:
    path = tmp_path / "edits.sqlite3"
    right, _ = ask(path, SENTENCES)
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * place))
        file.write(b"\xff" * 6000)
    assert ask(path, SENTENCES)[0] == right
    ask(path, SENTENCES)
    assert ask(path, SENTENCES) == (right, [])


def test_a_cache_with_a_damaged_key_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "edits.sqlite3"
    right, _ = ask(path, SENTENCES)
    content = path.read_bytes()
    for key in map(Cache(None, SALT).key, SENTENCES[:8]):
        path.write_bytes(content.replace(key, bytes([key[0] ^ 16]) + key[1:]))
        assert ask(path, SENTENCES)[0] == right
    ask(path, SENTENCES)
    assert ask(path, SENTENCES) == (right, [])


def test_a_cache_whose_table_is_damaged_is_begun_anew(tmp_path: Path) -> None:
    """SQLite quotes what it cannot read, which is not UTF-8."""
    path = tmp_path / "edits.sqlite3"
    ask(path, SENTENCES)
    path.write_bytes(path.read_bytes().replace(b"tableknown", b"tablek\x8bown"))
    assert ask(path, SENTENCES)[1] == SENTENCES
    assert ask(path, SENTENCES)[1] == []


def test_a_cache_that_is_locked_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "WAIT", 0.01)
    path = tmp_path / "edits.sqlite3"
    ask(path, SENTENCES[:2])
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ask(path, SENTENCES[:3])[1] == SENTENCES[2:3]
    assert ask(path, SENTENCES[:3])[1] == SENTENCES[2:3]


def test_gec_works_without_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ask(tmp_path / "file" / "edits.sqlite3", SENTENCES[:3])[1] == SENTENCES[:3]
    (tmp_path / "folder").mkdir()
    assert ask(tmp_path / "folder", SENTENCES[:3])[1] == SENTENCES[:3]


def test_damaged_entries_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "edits.sqlite3"
    ask(path, SENTENCES[:2])
    for column, left in (("edits", SENTENCES[:2]), ("day", [])):
        with sqlite3.connect(path) as database:
            database.execute(f"UPDATE known SET {column} = 'nonsense'")
        database.close()
        assert ask(path, SENTENCES[:2])[1] == left
        assert ask(path, SENTENCES[:2])[1] == []


def test_old_entries_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "edits.sqlite3"
    ask(path, SENTENCES[:1])
    now = cache.time.time()
    monkeypatch.setattr(cache.time, "time", lambda: now + 86_400 * (cache.DAYS + 1))
    ask(path, SENTENCES[1:2])
    assert ask(path, SENTENCES[:1])[1] == SENTENCES[:1]


RACER = """
import sys
from pathlib import Path
from tests.test_cache import SALT, SENTENCES, Asked
from gec.cache import Cache
cache = Cache(Path(sys.argv[1]), SALT)
assert list(cache.proposing(Asked(), 3)(SENTENCES)) == list(Asked()(SENTENCES))
cache.close()
"""


def test_processes_may_share_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "edits.sqlite3"
    root = Path(__file__).parents[1]
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, path], cwd=root, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [racer.communicate()[1] for racer in racers] == [""] * 4
    assert ask(path, SENTENCES)[1] == []


ROUNDS = """
import random, sys
from pathlib import Path
from tests.test_cache import SALT, SENTENCES, Asked
from gec import cache
cache.WAIT = 0.5
print(flush=True)
for number in range(int(sys.argv[2])):
    some = random.Random(number).sample(SENTENCES, 20)
    own = cache.Cache(Path(sys.argv[1]), (b"other", SALT)[number % 2])
    if number % 2:
        assert list(own.proposing(Asked(), 3)(some)) == list(Asked()(some))
    else:  # a model that finds nothing
        assert not any(own.proposing(lambda asked: [()] * len(asked), 3)(some))
    own.close()
"""


def damaged(path: Path, kind: str, rng: random.Random) -> None:
    """Damage the cache, or put something else in its place."""
    if kind == "truncated":
        for file in path.parent.iterdir():
            os.truncate(file, 0 if rng.random() < 0.5 else file.stat().st_size // 2)
    elif kind == "noise":
        with path.open("r+b") as file:
            file.seek(rng.randrange(path.stat().st_size + 1))
            file.write(rng.randbytes(5_000))
    elif kind == "entries":
        with closing(sqlite3.connect(path, timeout=0.1)) as database, database:
            edit = '[[0, 8, "Sentence", "Password", "R:NOUN", 0.9, ""]]'
            database.execute("UPDATE known SET edits = ? WHERE abs(random()) % 2", (edit,))
    elif kind == "folder":
        shutil.rmtree(path.parent)
    else:
        path.unlink()
        if kind == "link":
            path.symlink_to(path.parent.parent / "precious")
        else:
            path.mkdir()


def test_processes_share_a_cache_that_is_damaged_meanwhile(tmp_path: Path) -> None:
    path, root, rng = tmp_path / "gec" / "edits.sqlite3", Path(__file__).parents[1], random.Random(7)
    (precious := tmp_path / "precious").write_text("mine")
    words = [sys.executable, "-c", ROUNDS, path]
    pipes = {"cwd": root, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    killed, *others = [subprocess.Popen([*words, str(rounds)], **pipes) for rounds in (10**9, 60, 60, 60)]
    for one in (killed, *others):
        assert one.stdout.readline()
    kinds = ["truncated", "noise", "entries", "folder", "link", "in the way"]
    while any(one.poll() is None for one in others):
        time.sleep(0.02)
        with suppress(OSError, sqlite3.Error):
            if path.is_symlink() or path.is_dir():  # gec leaves those alone
                path.rmdir() if path.is_dir() else path.unlink()
            damaged(path, rng.choice(kinds), rng)
    killed.kill()
    killed.communicate()
    assert [(one.communicate()[1], one.returncode) for one in others] == [("", 0)] * 3
    assert precious.read_text() == "mine"


def test_a_large_cache_drops_unused_entries_and_shrinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "edits.sqlite3"
    used, idle, new = ([f"{name} {number} are here." for number in range(3000)] for name in ("Used", "Idle", "New"))
    for day, sentences in ((1, used), (2, idle), (20, used), (21, new)):
        monkeypatch.setattr("time.time", lambda day=day: day * 86_400.0)
        ask(path, sentences)
    before = cache.size(path)
    monkeypatch.setattr(cache, "MOST_BYTES", before * 9 // 10)
    ask(path, ["One more are."])
    assert cache.size(path) < before * 3 // 4
    assert ask(path, used[:1000] + new[:1000])[1] == []
    assert len(ask(path, idle[:1500])[1]) > 800
    monkeypatch.setattr(cache, "MOST_BYTES", before // 10)
    ask(path, ["And one more are."])
    assert cache.size(path) < before // 8
    [text] = CliRunner().invoke(group, ["cache"], env={"XDG_CACHE_HOME": str(tmp_path)}).stdout.splitlines()
    assert text.startswith(f"{tmp_path / 'gec' / 'edits.sqlite3'}: 0.0 MB of at most ")
