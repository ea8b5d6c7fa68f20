"""What was proposed before, on disk: the edits of a sentence, and those of a whole text, so that what has not changed
is told without loading a model.

One SQLite file in the user's cache folder, shared by any number of processes. A key is a hash of the words and of all
that could change the answer (`salt`): model, engine, decoding, this program, what computes. The cache is never in the
way: one that cannot be opened, read or written is gone without, and a damaged one is begun anew.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from gec.correction import Propose
from gec.edits.edit import Edit

DAYS = 60  # after which an entry is forgotten
TOGETHER = 64  # sentences proposed for before they are written: what an interrupt costs
WAIT = 5.0  # seconds for another process that is writing
TOLD = (".py", ".xz", ".gz", ".json", ".txt", ".bin")  # files of the program, besides models, that have a say
LIBRARIES = ("numpy-", "onnxruntime", "tokenizers-", "torch-")  # that have a say as well, each in its version
ASKED = 500  # keys in a query

_TABLE = (
    "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, edits TEXT NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID"
)
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
    """The answers to one `salt`; without a path it forgets everything at once."""

    def __init__(self, path: Path | None, salt: bytes) -> None:
        self._salt = salt
        self._day = int(time.time() // 86_400)
        self._changed = False
        self._open: sqlite3.Connection | None = None
        self._path = path
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._open = _opened(path)
            except _TROUBLE as error:
                if not _is_damage(error):
                    raise
                path.unlink()
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

    def get(self, keys: Sequence[bytes]) -> dict[bytes, tuple[Edit, ...]]:
        """Of these keys, those that are known."""
        found: dict[bytes, tuple[Edit, ...]] = {}
        if self._open is None:
            return found
        try:
            for some in _shares(keys, ASKED):
                asked = f"SELECT key, edits FROM kept WHERE key IN ({','.join('?' * len(some))})"
                found |= {key: _read(edits) for key, edits in self._open.execute(asked, some)}
        except (sqlite3.Error, ValueError, TypeError) as error:
            self._give_up(error)
        return found

    def put(self, new: Iterable[tuple[bytes, Sequence[Edit]]]) -> None:
        """Remember these, at once and for all processes."""
        if self._open is None:
            return
        rows = [(key, _written(edits), self._day) for key, edits in new]
        try:
            with self._open:
                self._open.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", rows)
            self._changed = True
        except _TROUBLE as error:
            self._give_up(error)

    def proposing(self, propose: Propose, together: int = TOGETHER) -> Propose:
        """A proposer that asks this cache first, and remembers what it had to ask `propose` for, so many sentences at
        a time."""

        def cached(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
            keys = [self.key(sentence) for sentence in sentences]
            known = self.get(list(dict.fromkeys(keys)))
            missing = {key: sentence for key, sentence in zip(keys, sentences, strict=True) if key not in known}
            shares = _shares(list(missing.items()), together)
            for key in keys:
                while key not in known:
                    some = next(shares)
                    answers = propose([sentence for _, sentence in some])
                    fresh = [(own, edits) for (own, _), edits in zip(some, answers, strict=True)]
                    self.put(fresh)
                    known.update(fresh)
                yield known[key]

        return cached

    def close(self) -> None:
        if self._open is None:
            return
        try:
            if self._changed:
                with self._open:
                    self._open.execute("DELETE FROM kept WHERE day < ?", (self._day - DAYS,))
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
                self._path.unlink(missing_ok=True)


def _is_damage(error: Exception) -> bool:
    """Of sqlite's errors the most general one alone; that it is locked, or the disk full, is an `OperationalError`."""
    return type(error) is sqlite3.DatabaseError or not isinstance(error, sqlite3.Error)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT)
    try:
        _shared(connection)
        connection.execute("PRAGMA synchronous = NORMAL")  # a power failure may cost the last entries, nothing else
        connection.execute(_TABLE)
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


def _shares(all_of_them: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (all_of_them[first : first + size] for first in range(0, len(all_of_them), size))


def _written(edits: Sequence[Edit]) -> str:
    if not edits:
        return ""
    return json.dumps([(e.start, e.end, e.replacement, e.type, e.confidence, e.part_of) for e in edits])


def _read(text: bytes) -> tuple[Edit, ...]:
    return tuple(_edit(*one) for one in json.loads(text)) if text else ()


def _edit(start: int, end: int, new: str, kind: str, confidence: float, part_of: list[int] | None) -> Edit:
    if part_of is None:
        return Edit(start, end, new, kind, confidence)
    sentence, low, high = part_of
    return Edit(start, end, new, kind, confidence, part_of=(sentence, low, high))
