"""The cache on disk: the edits of each sentence, and the texts that had none. So gec can answer for unchanged texts
without loading a model.

One SQLite file in the user's cache folder, shared by any number of processes. A key is a hash of the words and of all
that could change the answer (`salt`): model, engine, decoding, this program, what computes. The cache is never in the
way: one that cannot be opened, read or written is gone without, and a damaged one is begun anew.

Nor is it believed. Folder and file are the user's alone, one that belongs to somebody else is not used, one with
another schema is begun anew, and an entry counts only if it could be true of its sentence (`entries.py`).
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from gec import entries
from gec.correction import Propose
from gec.edits.edit import Edit

DAYS = 60  # after which an entry is forgotten
TOGETHER = 64  # sentences proposed for before they are written: what an interrupt costs
WAIT = 5.0  # seconds for another process that is writing
TOLD = (".py", ".xz", ".gz", ".json", ".txt", ".bin", ".toml")  # files of the program, besides models, that have a say
LIBRARIES = ("numpy-", "onnxruntime", "tokenizers-", "torch-")  # that have a say as well, each in its version
ASKED = 500  # keys in a query
BESIDE = ("-wal", "-shm", "-journal")  # files of sqlite beside the database

_TABLE = "CREATE TABLE known (key BLOB PRIMARY KEY, edits TEXT NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID"
_TROUBLE = (sqlite3.Error, UnicodeDecodeError)  # the second where sqlite's message quotes what is damaged


T = TypeVar("T")


def place() -> Path | None:
    """Where the cache is, whether or not there is one; nowhere for who has no home."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))  # whose standard has a relative one ignored
    try:
        return (given if given.is_absolute() else Path.home() / ".cache") / "gec" / "edits.sqlite3"
    except RuntimeError:
        return None


def salt(*facts: str) -> bytes:
    """All that an answer depends on besides its text: these facts, the program itself with its tables, the libraries
    that compute. Not when or where they were installed, so that machines which begin anew each time share a cache."""
    root = Path(__file__).parent
    names = sorted(file.relative_to(root).as_posix() for file in root.rglob("*") if file.suffix in TOLD)
    program = [(name, crc32((root / name).read_bytes())) for name in names if not name.startswith("models/")]
    return blake2b(repr((facts, program, _libraries(), sys.version_info[:2])).encode(), digest_size=32).digest()


def _libraries() -> list[str]:
    """Names and versions as pip has them. Asking `importlib.metadata` takes twenty milliseconds, a look into
    the folders one."""
    names = {file.name for folder in sys.path for file in Path(folder).glob("*.dist-info")}
    return sorted(name for name in names if name.startswith(LIBRARIES))


class Cache:
    """The answers to one `salt`; without a path it forgets everything at once. `dropped` counts the entries that were
    not believed."""

    def __init__(self, path: Path | None, salt: bytes) -> None:
        self.dropped = 0
        self._salt = salt
        self._day = int(time.time() // 86_400)
        self._changed = False
        self._open: sqlite3.Connection | None = None
        self._path = path
        if path is None:
            return
        try:
            _keep_private(path)
            try:
                self._open = _opened(path)
            except _TROUBLE as error:
                if not _is_damage(error):
                    raise
                _remove(path)
                _keep_private(path)
                self._open = _opened(path)
        except (OSError, sqlite3.Error):
            return

    def key(self, *parts: str) -> bytes:
        """Of a sentence, or of a text and all that says how to read it."""
        digest = blake2b(key=self._salt, digest_size=16)
        for part in parts:
            raw = part.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8, "little") + raw)
        return digest.digest()

    def get(self, asked: Mapping[bytes, str]) -> dict[bytes, tuple[Edit, ...]]:
        """Of these keys, each with its sentence, those that are known."""
        found: dict[bytes, tuple[Edit, ...]] = {}
        for key, entry in self._entries(list(asked)):
            edits = entries.read(entry, asked[key])
            if edits is None:
                self.dropped += 1
            else:
                found[key] = edits
        return found

    def _entries(self, keys: Sequence[bytes]) -> Iterator[tuple[bytes, object]]:
        if self._open is None:
            return
        try:
            for some in _shares(keys, ASKED):
                marks = ",".join("?" * len(some))
                yield from self._open.execute(f"SELECT key, edits FROM known WHERE key IN ({marks})", some).fetchall()
        except _TROUBLE as error:
            self._give_up(error)

    def put(self, new: Iterable[tuple[bytes, str, Sequence[Edit]]]) -> None:
        """Remember these keys, each with its sentence and what was proposed for it, at once and for all processes."""
        rows = ((key, entries.written(sentence, edits)) for key, sentence, edits in new)
        self._write([(key, entry, self._day) for key, entry in rows if entry is not None])

    def has_none(self, key: bytes) -> bool:
        """Whether it is known of a whole text that nothing was proposed for it."""
        return self.get({key: ""}).get(key) == ()

    def put_none(self, key: bytes) -> None:
        """Remember that of a whole text. What was proposed for one is not remembered: its sentences are."""
        self._write([(key, "", self._day)])

    def _write(self, rows: Sequence[tuple[bytes, str, int]]) -> None:
        if self._open is None:
            return
        try:
            with self._open:
                self._open.executemany("INSERT OR REPLACE INTO known VALUES (?, ?, ?)", rows)
            self._changed = True
        except _TROUBLE as error:
            self._give_up(error)

    def proposing(self, propose: Propose, together: int = TOGETHER) -> Propose:
        """A proposer that asks this cache first, and remembers what it had to ask `propose` for, so many sentences at
        a time."""

        def cached(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
            keys = [self.key(sentence) for sentence in sentences]
            known = self.get(dict(zip(keys, sentences, strict=True)))
            missing = {key: sentence for key, sentence in zip(keys, sentences, strict=True) if key not in known}
            shares = _shares(list(missing.items()), together)
            for key in keys:
                while key not in known:
                    some = next(shares)
                    answers = propose([sentence for _, sentence in some])
                    fresh = [(*own, edits) for own, edits in zip(some, answers, strict=True)]
                    self.put(fresh)
                    known.update((own, edits) for own, _, edits in fresh)
                yield known[key]

        return cached

    def close(self) -> None:
        if self._open is None:
            return
        try:
            if self._changed:
                with self._open:
                    self._open.execute("DELETE FROM known WHERE day < ?", (self._day - DAYS,))
        except _TROUBLE:
            pass  # another process is at it
        self._give_up()

    def _give_up(self, error: Exception | None = None) -> None:
        """Ask and remember nothing more; what is damaged is taken away, for the next run to begin anew."""
        if self._open is not None:
            self._open.close()
            self._open = None
        if error and self._path and _is_damage(error):
            with suppress(OSError):
                _remove(self._path)


def _is_damage(error: Exception) -> bool:
    """Of sqlite's errors the most general one, and a value beyond its limits; that it is locked, or the disk full, is
    an `OperationalError`."""
    return type(error) in (sqlite3.DatabaseError, sqlite3.DataError) or not isinstance(error, sqlite3.Error)


def _files(path: Path) -> list[Path]:
    """The file, and those that sqlite keeps beside it."""
    return [path, *(path.with_name(path.name + end) for end in BESIDE)]


def _remove(path: Path) -> None:
    for file in _files(path):
        file.unlink(missing_ok=True)


def _keep_private(path: Path) -> None:
    """Folder and file for the user alone; PermissionError where one is somebody else's, or no file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not hasattr(os, "geteuid"):  # Windows, where a user's folders are closed to others
        return
    _own(path.parent, path.parent.stat(), 0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600))
    for file in _files(path):
        with suppress(FileNotFoundError):
            state = file.lstat()
            if not stat.S_ISREG(state.st_mode):
                raise PermissionError(f"{file}: is no regular file")
            _own(file, state, 0o600)


def _own(path: Path, state: os.stat_result, mode: int) -> None:
    if state.st_uid != os.geteuid():
        raise PermissionError(f"{path}: belongs to somebody else")
    if stat.S_IMODE(state.st_mode) != mode:
        path.chmod(mode)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT)
    try:
        _shared(connection)
        connection.execute("PRAGMA synchronous = NORMAL")  # a power failure may cost the last entries, nothing else
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * entries.LONGEST)
        _expect_schema(connection)
        connection.text_factory = bytes  # which is damaged if it is no UTF-8, and read as JSON
    except _TROUBLE:
        connection.close()
        raise
    return connection


def _shared(connection: sqlite3.Connection) -> None:
    """Let several processes use it at once. Of those that come first together only one gets that done, and sqlite
    does not let the others wait for it."""
    until = time.monotonic() + WAIT
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return  # also where a file system knows no such mode
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _expect_schema(connection: sqlite3.Connection) -> None:
    """The table and nothing else: a view or a trigger of its name could do what it likes."""
    asked = "SELECT type, name, sql FROM sqlite_master"
    if not connection.execute(asked).fetchall():
        connection.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
    if connection.execute(asked).fetchall() != [("table", "known", _TABLE)]:
        raise sqlite3.DatabaseError("another schema")


def _shares(all_of_them: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (all_of_them[first : first + size] for first in range(0, len(all_of_them), size))
