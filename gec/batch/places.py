"""Opens files on this machine and in object stores (`s3://`, `gs://`, through pyarrow).

Inputs are opened as streams and decompressed on the way. A file in an output folder is either complete or absent:
`gec/atomic.py` ensures this for local files, and an object store shows only complete objects. This file does not know
what the files contain.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import re
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath
from typing import IO, Any, Protocol, cast

from gec.atomic import BESIDE, replace
from gec.batch import xz
from gec.errors import BatchError, extra, first_line

COMPRESSIONS = ("gz", "zst", "xz")
GLOB = frozenset("*?[")
AGAIN = "inputs are read more than once, so write it into a file and give that"


def is_remote(name: str) -> bool:
    return "://" in name


def arrow() -> Any:
    """Import pyarrow, which only object stores, Parquet and zstandard need."""
    try:
        import pyarrow.fs
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise BatchError(f"Parquet, .zst and object stores need pyarrow; {extra('batch')}") from None
    return pyarrow


def _store(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Characters of the key are taken literally."""
    scheme, _, place = url.partition(":")
    bucket, _, key = place.removeprefix("//").partition("/")
    if not place.strip("/"):
        raise BatchError(f"{scheme}://: names no bucket; give one, as in {scheme}://BUCKET/FOLDER")
    try:
        system, root = _bucket(f"{scheme}://{bucket or '/'}")
    except (ValueError, OSError) as trouble:
        raise BatchError(f"{url}: no object store that pyarrow knows: {first_line(trouble)}") from None
    return system, f"{root.rstrip('/')}/{key}".rstrip("/")


@cache
def _bucket(url: str) -> tuple[Any, str]:
    return arrow().fs.FileSystem.from_uri(url)  # type: ignore[no-any-return]


# --- inputs


@dataclass(frozen=True, slots=True)
class State:
    """Tells a file from an older or newer one of the same name."""

    size: int
    changed: int  # nanoseconds


def state(name: str) -> State:
    if is_remote(name):
        system, path = _store(name)
        with _readable(name):
            info = system.get_file_info(path)
        if not info.is_file:
            raise BatchError(f"{name}: no such {'object' if _has_bucket(system, path) else 'bucket'}")
        return State(info.size, info.mtime_ns or 0)
    with _readable(name):
        found = Path(name).stat()
    if not stat.S_ISREG(found.st_mode):
        raise BatchError(f"{name}: is a pipe or a device; {AGAIN}")
    return State(found.st_size, found.st_mtime_ns)


def _has_bucket(system: Any, path: str) -> bool:
    return bool(system.get_file_info(path.partition("/")[0]).type != arrow().fs.FileType.NotFound)


def raw(name: str) -> IO[bytes]:
    """The bytes as they are stored, seekable."""
    with _readable(name):
        if is_remote(name):
            system, path = _store(name)
            return io.BufferedReader(system.open_input_file(path))
        return Path(name).open("rb")


@contextmanager
def opened(name: str, compression: str) -> Iterator[IO[bytes]]:
    """The decompressed bytes. Errors while reading name the file."""
    with raw(name) as file, _readable(name), _decompressed(file, compression) as plain:
        yield plain


@contextmanager
def _decompressed(file: IO[bytes], compression: str) -> Iterator[IO[bytes]]:
    if compression and not file.read(1):
        raise EOFError(f"is empty, so it is not a .{compression} file")
    file.seek(0)
    if compression == "gz":
        with gzip.open(file) as plain:
            yield cast(IO[bytes], plain)
    elif compression == "xz":
        yield io.BufferedReader(xz.Unpacked(file))
    elif compression == "zst":  # pyarrow's decoder, because it notices a truncated file
        with arrow().CompressedInputStream(arrow().PythonFile(file, "r"), "zstd") as plain:
            yield io.BufferedReader(plain)
    else:
        yield file


@contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise BatchError(f"{name}: {'a link to nothing' if Path(name).is_symlink() else 'no such file'}") from None
    except (EOFError, lzma.LZMAError, zlib.error, OSError) as trouble:
        if said := getattr(trouble, "strerror", None):  # an error of the system has one, a decoder's has not
            raise BatchError(f"{name}: cannot be read: {said.lower()}") from None
        raise BatchError(f"{name}: cannot be read, or is cut short or damaged: {first_line(trouble)}") from None


@contextmanager
def temporary_files() -> Iterator[None]:
    """Report errors while a temporary file is written."""
    try:
        yield
    except OSError as trouble:
        said = (trouble.strerror or first_line(trouble)).lower()
        raise BatchError(f"{tempfile.gettempdir()}: cannot be written: {said}; name another with TMPDIR") from None


def listed(name: str) -> list[str]:
    """The files that a name stands for: itself, the files in a folder, or the matches of a pattern."""
    if is_remote(name):
        return _listed_remote(name)
    path = Path(name)
    if path.is_dir():
        return [str(file) for file in _below(path, set())]
    if not path.exists() and GLOB & set(name):
        return _matching(path)
    return [name]


def _matching(pattern: Path) -> list[str]:
    """The matches of a pattern, as in a shell. Leading parts that name an existing folder are taken literally."""
    fixed, parts = Path(pattern.anchor), list(pattern.relative_to(pattern.anchor).parts)
    while len(parts) > 1 and (fixed / parts[0]).is_dir():
        fixed /= parts.pop(0)
    parts += ["*"] if parts[-1] == "**" else []  # everything below
    plain = [part if part == "**" else re.sub(r"\*+", "*", part) for part in parts]
    for depth in range(len(plain)):
        _refuse_closed(fixed, plain[:depth], parts)
    found = fixed.glob("/".join(plain))
    files = (file for file in sorted(found) if _is_file(file) and file.name[0] != ".")
    return [str(file) for file in files if _enters(file.relative_to(fixed).parts[:-1], parts)]


def _refuse_closed(fixed: Path, folders: Sequence[str], pattern: Sequence[str]) -> None:
    """Raise an error for a folder that may not be read. `glob` would skip it silently."""
    for place in fixed.glob("/".join(folders)) if folders else (fixed,):
        if place.is_dir() and _enters(place.relative_to(fixed).parts, pattern):
            with _readable(str(place)), os.scandir(place):
                pass


def _is_file(path: Path) -> bool:
    """A broken link counts as a file, so that opening it reports the error."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def real_path(name: str) -> str:
    """The real path of a file, independent of links and of the working directory."""
    return name if is_remote(name) else os.path.realpath(name)


def absolute(name: str) -> str:
    """The absolute path of a file, for a worker in another working directory."""
    return name if is_remote(name) else str(Path(name).absolute())


def is_below(name: str, folder: str) -> bool:
    """Whether a file lies in a folder or below it, with or without following a link."""
    if not folder:
        return False
    place = real_path(folder).rstrip("/") + "/"
    return real_path(name).startswith(place) or (not is_remote(name) and _in_real_folder(name).startswith(place))


def _in_real_folder(name: str) -> str:
    """The path of a file with the links in its folder resolved, but not the file itself."""
    folder, file = os.path.split(name)
    return os.path.join(os.path.realpath(folder), file)  # noqa: PTH118  # a Path would drop dots


def _below(folder: Path, seen: set[str]) -> Iterator[Path]:
    """Files in a folder and below, in a fixed order. Hidden names and names with an underscore in front, such as gec's
    own records, are skipped. So are folders that were seen before, since links can form a circle."""
    if (real := os.path.realpath(folder)) in seen:
        return
    seen.add(real)
    with _readable(str(folder)):
        entries = sorted(folder.iterdir())
    for entry in entries:
        if _is_hidden(entry.name):
            continue
        if entry.is_dir():
            yield from _below(entry, seen)
        elif _is_file(entry):
            yield entry


def _listed_remote(name: str) -> list[str]:
    scheme, _, place = name.partition("://")
    fixed = place.split("/")
    depth = next((i for i, part in enumerate(fixed) if GLOB & set(part)), len(fixed))
    system, path = _store(f"{scheme}://{'/'.join(fixed[:depth])}")
    with _readable(name):
        if system.get_file_info("/".join((path, *fixed[depth:]))).is_file:  # also if its name looks like a pattern
            return [name]
        selector = arrow().fs.FileSelector(path, recursive=True, allow_not_found=True)
        files = sorted(info.path for info in system.get_file_info(selector) if info.is_file)
        if not files and not _has_bucket(system, path):
            raise BatchError(f"{name}: no such bucket")
    if depth < len(fixed):
        split = ((file, file.split("/")) for file in files)
        files = [file for file, parts in split if _matches(parts, fixed) and _enters(parts[:-1], fixed)]
    else:
        files = [file for file in files if not any(map(_is_hidden, PurePosixPath(file).relative_to(path).parts))]
    return [f"{scheme}://{file}" for file in files]


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a path matches a pattern part by part, as in a shell; `**` stands for any number of parts."""
    if not parts or not pattern:
        return not parts and all(part == "**" for part in pattern)
    if pattern[0] == "**":
        return _matches(parts, pattern[1:]) or _matches(parts[1:], pattern)
    return fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


def _enters(folders: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a pattern enters these folders. Hidden ones have to be named in the pattern."""
    named = [part for part in pattern if _is_hidden(part)]
    return all(any(fnmatchcase(one, part) for part in named) for one in folders if _is_hidden(one))


def _is_hidden(name: str) -> bool:
    """Whether a name is hidden or one of gec's own records."""
    return name.startswith((".", "_"))


# --- outputs


class Folder(Protocol):
    """A folder for results. A file in it is old, new or absent, never half written."""

    @property
    def name(self) -> str: ...

    def write(self, name: str, content: bytes) -> None: ...
    def read(self, name: str) -> bytes | None:
        """The content, or None if there is no such file."""

    def sizes(self, below: str = "") -> dict[str, int]:
        """The files directly in a subfolder, with their sizes."""

    def remove(self, name: str) -> None: ...
    def locked(self) -> AbstractContextManager[Callable[[], None]]:
        """Lock the folder against other runs. Yields a function that raises an error if the lock was lost."""


def folder(name: str) -> Folder:
    if is_remote(name):
        return RemoteFolder(name.rstrip("/"), *_store(name.rstrip("/")))
    if Path(name).exists() and not Path(name).is_dir():
        raise BatchError(f"{name}: is a file; give a folder, new or with a run in it")
    return LocalFolder(Path(name))


def with_absolute_path(folder: Folder) -> Folder:
    """The same folder, for a worker in another working directory."""
    return LocalFolder(folder.path.absolute()) if isinstance(folder, LocalFolder) else folder


@dataclass(frozen=True, slots=True)
class LocalFolder:
    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def write(self, name: str, content: bytes) -> None:
        target = self.path / name
        with _writable(self.name):
            target.parent.mkdir(parents=True, exist_ok=True)
            replace(target, content)

    def read(self, name: str) -> bytes | None:
        with _readable(f"{self.name}/{name}"):
            return (self.path / name).read_bytes() if (self.path / name).exists() else None

    def sizes(self, below: str = "") -> dict[str, int]:
        place = self.path / below
        with _readable(str(place)):
            files = [one for one in os.scandir(place) if one.is_file()] if place.exists() else []
            return {one.name: one.stat().st_size for one in files if not one.name.startswith(".")}

    def remove(self, name: str) -> None:
        with _writable(self.name):
            (self.path / name).unlink(missing_ok=True)

    def sweep(self, folders: Iterable[str]) -> None:
        """Delete the temporary files that a killed writer left here and in the named subfolders."""
        for below in (".", *folders):
            for beside in (self.path / below).glob(".gec-*"):
                if BESIDE.fullmatch(beside.name):
                    beside.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[Callable[[], None]]:
        """Lock the folder. The system releases the lock if the process dies."""
        import fcntl

        with _writable(self.name):
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / ".lock").open("a")
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BatchError(f"{self.name}: another run is at work in it; wait for it or stop it") from None
            yield lambda: None


@contextmanager
def _writable(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as trouble:
        said = (trouble.strerror or first_line(trouble)).lower()
        raise BatchError(
            f"{name}: cannot be written: {said}; solve this problem and run the same command again"
        ) from None


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    name: str
    system: Any
    path: str

    def write(self, name: str, content: bytes) -> None:
        with _writable(self.name), self.system.open_output_stream(f"{self.path}/{name}") as stream:
            stream.write(content)

    def read(self, name: str) -> bytes | None:
        try:
            with self.system.open_input_stream(f"{self.path}/{name}") as stream:
                return bytes(stream.read())
        except FileNotFoundError:
            return None
        except OSError as trouble:
            raise BatchError(f"{self.name}/{name}: cannot be read: {first_line(trouble)}") from None

    def sizes(self, below: str = "") -> dict[str, int]:
        place = f"{self.path}/{below}".rstrip("/")
        with _readable(f"{self.name}/{below}"):
            found = self.system.get_file_info(arrow().fs.FileSelector(place, allow_not_found=True))
        return {info.base_name: info.size for info in found if info.is_file}

    def remove(self, name: str) -> None:
        with _writable(self.name):
            self.system.delete_file(f"{self.path}/{name}")

    def locked(self) -> AbstractContextManager[Callable[[], None]]:
        from gec.batch.lease import leased

        return leased(self)
