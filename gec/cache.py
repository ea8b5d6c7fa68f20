"""The cache on disk: the edits of each sentence, and what was shown of each text. So gec can answer for unchanged texts
without loading a model.

It is one SQLite file in the user's cache folder, shared by any number of processes. A key is a hash of the text and of
everything else that affects the answer (`salt`): model, engine, decoding, this program, libraries. Errors of the cache
never stop gec: it works without the cache, and a damaged one is replaced.

The cache is not trusted. Folder and file are private to the user, a file of another user is not used, a file with
another schema is replaced. An entry counts only if it is plausible for its sentence (`entries.py`), or for a whole text
if its seal is valid (`seal.py`).
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

from gec import entries, seal
from gec.correction import Propose
from gec.edits.edit import Edit

DAYS = 60  # without use after which an entry is deleted
FRESH = 7  # days in which a use of an entry is not written down again
MOST_BYTES = 200_000_000  # of the database; above it, entries that were not used for longest are deleted
KEPT = 0.75  # of these bytes then stay
TOGETHER = 64  # sentences that are proposed for and then written at once; an interrupt loses at most these
WAIT = 5.0  # seconds to wait for another process that writes
PROGRAM_FILES = (".py", ".xz", ".gz", ".json", ".txt", ".bin", ".toml")  # those that affect answers
LIBRARIES = ("numpy-", "onnxruntime", "tokenizers-", "torch-")  # libraries that affect answers
KEYS_PER_QUERY = 500
BESIDE = ("-wal", "-shm", "-journal")  # files of SQLite next to the database

_TABLE = "CREATE TABLE known (key BLOB PRIMARY KEY, edits TEXT NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID"
_TROUBLE = (sqlite3.Error, UnicodeDecodeError)  # UnicodeDecodeError: SQLite's message quotes damaged text


T = TypeVar("T")


def place() -> Path | None:
    """The path of the cache, whether it exists or not. None if the user has no home folder."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))  # the standard says to ignore a relative path
    try:
        return (given if given.is_absolute() else Path.home() / ".cache") / "gec" / "edits.sqlite3"
    except RuntimeError:
        return None


def salt(*facts: str) -> bytes:
    """A hash of everything that affects an answer besides the text: these facts, the program with its tables, and the
    libraries. The time and place of the installation are not included, so that fresh containers can share a cache."""
    return blake2b(repr((facts, program())).encode(), digest_size=32).digest()


def program(*without: str) -> str:
    """A hash of this program with its tables, except what is below these names, and of the libraries."""
    root, without = Path(__file__).parent, ("models/", *without)
    found = ((folder[len(str(root)) + 1 :], names) for folder, _, names in os.walk(root))
    paths = (f"{folder}/{name}".replace(os.sep, "/").lstrip("/") for folder, names in found for name in names)
    wanted = sorted(path for path in paths if path.endswith(PROGRAM_FILES) and not path.startswith(without))
    files = [(path, crc32((root / path).read_bytes())) for path in wanted]
    return blake2b(repr((files, _libraries(), sys.version_info[:2])).encode(), digest_size=8).hexdigest()


def _libraries() -> list[str]:
    """Names and versions of installed packages. `importlib.metadata` takes twenty milliseconds, listing the folders
    one."""
    names = {file.name for folder in sys.path for file in Path(folder).glob("*.dist-info")}
    return sorted(name for name in names if name.startswith(LIBRARIES))


class Cache:
    """The answers for one `salt`. Without a path, nothing is stored. `dropped` counts entries that were not
    plausible."""

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
                remove(path)
                _keep_private(path)
                self._open = _opened(path)
        except (OSError, sqlite3.Error):
            return

    def key(self, *parts: str) -> bytes:
        """The key of a sentence, or of a text and the facts on how to read it."""
        digest = blake2b(key=self._salt, digest_size=16)
        for part in parts:
            raw = part.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8, "little") + raw)
        return digest.digest()

    def get(self, asked: Mapping[bytes, str]) -> dict[bytes, tuple[Edit, ...]]:
        """The known answers for these keys, each of which comes with its sentence."""
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
            for some in shares(keys, KEYS_PER_QUERY):
                wanted = f"WHERE key IN ({','.join('?' * len(some))})"
                asked = f"SELECT key, edits, day < {self._day - FRESH} FROM known {wanted}"
                rows = self._open.execute(asked, some).fetchall()
                if any(old for *_, old in rows):
                    with self._open:
                        self._open.execute(f"UPDATE known SET day = {self._day} {wanted}", some)
                    self._changed = True
                if not frozenset(some).issuperset(key for key, *_ in rows):
                    raise sqlite3.DatabaseError("rows of other keys")  # a bit of a key has flipped
                yield from (row[:2] for row in rows)
        except _TROUBLE as error:
            self._give_up(error)

    def put(self, new: Iterable[tuple[bytes, str, Sequence[Edit]]]) -> None:
        """Store the proposals for these sentences in one transaction."""
        if self._open is None:
            return
        rows = ((key, entries.written(sentence, edits)) for key, sentence, edits in new)
        self._write([(key, entry, self._day) for key, entry in rows if entry is not None])

    def shown(self, key: bytes) -> tuple[Edit, ...] | None:
        """The edits that were shown of a whole text; None if they are not known."""
        for _, entry in self._entries([key]):
            return seal.opened(key, entry)
        return None

    def put_shown(self, key: bytes, edits: Sequence[Edit]) -> None:
        """Store the edits that were shown of a whole text."""
        entry = seal.sealed(key, edits) if self._open is not None else None
        if entry is not None and len(entry) <= entries.MAX_ENTRY_BYTES:
            self._write([(key, entry, self._day)])

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
        """A proposer that uses the cache. It calls `propose` for unknown sentences, `together` at a time, and stores
        the answers."""

        def cached(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
            keys = [self.key(sentence) for sentence in sentences]
            known = self.get(dict(zip(keys, sentences, strict=True)))
            missing = {key: sentence for key, sentence in zip(keys, sentences, strict=True) if key not in known}
            parts = shares(list(missing.items()), together)
            for key in keys:
                while key not in known:
                    some = next(parts)
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
                self._shrink(self._open)
        except _TROUBLE:
            pass  # another process is writing
        self._give_up()

    def _shrink(self, database: sqlite3.Connection) -> None:
        """Delete the entries that were not used for longest, if the database is too large, and give its space back."""
        names = ("page_count", "freelist_count", "page_size")
        pages, free, page = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        used = (pages - free) * page
        if used > MOST_BYTES:
            days = database.execute("SELECT day, COUNT(*) FROM known GROUP BY day ORDER BY day").fetchall()
            surplus = sum(count for _, count in days) * (1 - KEPT * MOST_BYTES / used)
            with database:
                for day, count in days:  # keys are hashes, so those below one are a share of a day
                    share = min(surplus / count, 1)
                    below = b"\xff" * 17 if share == 1 else int(share * 2**128).to_bytes(16, "big")
                    database.execute("DELETE FROM known WHERE day = ? AND key < ?", (day, below))
                    surplus -= count * share
                    if surplus < 1:
                        break
            database.execute("VACUUM")  # deletion leaves room on every page

    def _give_up(self, error: Exception | None = None) -> None:
        """Close the cache. If it is damaged, delete it, so that the next run makes a new one."""
        if self._open is not None:
            self._open.close()
            self._open = None
        if error and self._path and _is_damage(error):
            with suppress(OSError):
                remove(self._path)


def _is_damage(error: Exception) -> bool:
    """Whether an error means a damaged file. SQLite then raises a plain DatabaseError or DataError; a locked file or a
    full disk is an `OperationalError`."""
    return type(error) in (sqlite3.DatabaseError, sqlite3.DataError) or not isinstance(error, sqlite3.Error)


def _files(path: Path) -> list[Path]:
    """The database, and the files of SQLite next to it."""
    return [path, *(path.with_name(path.name + end) for end in BESIDE)]


def remove(path: Path) -> None:
    """Delete the cache. A process that uses it works on without it."""
    for file in _files(path):
        file.unlink(missing_ok=True)


def size(path: Path) -> int:
    """The bytes of the cache."""
    return sum(file.stat().st_size for file in _files(path) if file.is_file())


def _keep_private(path: Path) -> None:
    """Make folder and file private. Raises PermissionError if one belongs to another user or is not a regular file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not hasattr(os, "geteuid"):  # Windows: users' folders are private already
        return
    _own(path.parent, path.parent.stat(), 0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600))
    for file in _files(path):
        with suppress(FileNotFoundError):
            state = file.lstat()
            if not stat.S_ISREG(state.st_mode):
                raise PermissionError(f"{file}: is not a regular file")
            _own(file, state, 0o600)


def _own(path: Path, state: os.stat_result, mode: int) -> None:
    if state.st_uid != os.geteuid():
        raise PermissionError(f"{path}: belongs to somebody else")
    if stat.S_IMODE(state.st_mode) != mode:
        path.chmod(mode)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT)
    try:
        # No write-ahead log: its index is mapped into memory, and a process crashes if somebody truncates that file.
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = OFF")  # a power failure may damage it; then it is begun anew
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * entries.MAX_ENTRY_BYTES)
        _expect_schema(connection)
        connection.text_factory = bytes  # parsed as JSON later; it may be damaged and not UTF-8
    except _TROUBLE:
        connection.close()
        raise
    return connection


def _expect_schema(connection: sqlite3.Connection) -> None:
    """Require exactly our table: a view or a trigger with its name could do anything."""
    asked = "SELECT type, name, sql FROM sqlite_master"
    if not connection.execute(asked).fetchall():
        connection.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
    if connection.execute(asked).fetchall() != [("table", "known", _TABLE)]:
        raise sqlite3.DatabaseError("another schema")


def shares(all_of_them: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """A sequence in parts of this size, of which the last may be smaller."""
    return (all_of_them[first : first + size] for first in range(0, len(all_of_them), size))
