"""Writes files and folders completely or not at all: a reader sees the old one or the new one, even if the disk is full
or the program is killed.

`refuse_unwritable` checks output paths before the work, and `save` reports errors in one line.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from gec.errors import OptionError

BESIDE = re.compile(r"\.gec-[0-9a-f]{12}")  # temporary name of a new file; a killed writer leaves it behind
LOCKED = 10.0  # seconds to wait for another process that writes the same file
OLD = 3600  # seconds since the last change after which no writer is left


def write(path: Path, content: bytes) -> None:
    """Write a new file or replace one, keeping its mode and links to it. A pipe or a device is written directly."""
    before = path.stat() if path.exists() else None
    if before and not stat.S_ISREG(before.st_mode):
        path.write_bytes(content)
    else:
        replace(real(path), content, before)


def save(path: Path, content: str | bytes) -> None:
    """Write the output of a command, and report errors in one line."""
    try:
        write(path, content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)
    except OSError as trouble:
        raise OptionError(f"{path}: cannot be written: {trouble.strerror or trouble}") from trouble


def refuse_unwritable(*paths: Path | None, inputs: Iterable[Path]) -> None:
    """Refuse output paths that cannot be written or that are inputs."""
    inputs = tuple(inputs)
    seen = set[Path]()
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            raise OptionError(f"{path}: is a folder; name a file")
        if not path.parent.is_dir():
            raise OptionError(f"{path}: there is no folder {path.parent}; make it first")
        try:
            target = real(path)
        except OSError as trouble:
            raise OptionError(f"{path}: cannot be written: {trouble.strerror}") from None
        if not _may_write(path, target.parent):
            raise OptionError(f"{path}: cannot be written: permission denied")
        if among(path, inputs):
            raise OptionError(f"{path}: is an input and would be overwritten; write to another file")
        if target in seen and (path.is_file() or not path.exists()):
            raise OptionError(f"{path}: is named for two outputs; write them to two files")
        seen.add(target)


def _may_write(path: Path, folder: Path) -> bool:
    """Whether we may write a file, and its folder too, unless it is a pipe or a device."""
    if not path.exists():
        return os.access(folder, os.W_OK)
    return os.access(path, os.W_OK) and (not path.is_file() or os.access(folder, os.W_OK))


def replace(
    target: Path,
    content: bytes,
    before: os.stat_result | None = None,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Write a temporary file next to the target, then rename it. `before` is the state of the old file, if there is
    one; the new file gets its owner and mode. `check` is called last, and an error in it keeps the old file."""
    beside = target.with_name(f".gec-{os.urandom(6).hex()}")
    try:
        beside.touch(0o600 if before else 0o666, exist_ok=False)
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            if before:
                _copy_attributes(beside, target, before)
            os.fsync(file.fileno())
        check()
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # some file systems cannot sync a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    _sweep(target.parent)


@contextlib.contextmanager
def folder(target: Path) -> Iterator[Path]:
    """Yield an empty folder, which then replaces the target. Its name with `.new` or `.old` is reserved as well."""
    fresh, old = target.with_name(f"{target.name}.new"), put_back(target)
    for left in (fresh, old):
        shutil.rmtree(left, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        yield fresh
        if target.exists():
            target.rename(old)
        fresh.rename(target)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        put_back(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def put_back(target: Path) -> Path:
    """The path to which an old folder is moved for a moment. If a writer was killed just then, move it back."""
    old = target.with_name(f"{target.name}.old")
    if old.exists() and not target.exists():
        old.rename(target)
    return old


@lru_cache(maxsize=1000)  # once per run, because folders may have many files
def _sweep(folder: Path) -> None:
    """Delete the temporary files that our killed writers left in a folder."""
    mine = os.geteuid() if hasattr(os, "geteuid") else 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if BESIDE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                state = entry.stat(follow_symlinks=False)
                if state.st_uid == mine and state.st_mtime < time.time() - OLD:
                    Path(entry).unlink()


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lock a file for a change, against others who call this. The lock is on its folder, because the file is replaced,
    and a lock file would stay behind. Without support for locks, do nothing. Anybody who can read the folder can hold
    the lock, so it is not waited for without end."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):  # Windows; an unreadable folder; some file systems
            folder = os.open(real(path).parent, os.O_RDONLY)
            stack.callback(os.close, folder)
            until = time.monotonic() + LOCKED
            while not _locked(folder):
                if time.monotonic() > until:
                    raise OptionError(f"{path}: another process has locked its folder; end it (fuser shows it)")
                time.sleep(0.02)
        yield


def _locked(folder: int) -> bool:
    import fcntl

    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def real(path: Path) -> Path:
    """The path with links resolved, even if nothing is there yet. `Path.resolve` handles a link to itself differently,
    or not at all."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def among(path: Path, others: Iterable[Path]) -> bool:
    """Whether a path is one of these files, with links resolved. Pipes and devices do not count: they have nothing to
    lose."""
    return path.is_file() and any(other.exists() and path.samefile(other) for other in others)


def _copy_attributes(beside: Path, target: Path, before: os.stat_result) -> None:
    """Give the new file the old one's owner, group, mode and attributes, as far as possible. Raises an error if its
    owner or group would lose access."""
    if hasattr(os, "chown"):
        _copy_owner(beside, before)
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            own = os.listxattr(target)
            for attribute in own:
                with contextlib.suppress(OSError):  # some only the system may set
                    os.setxattr(beside, attribute, os.getxattr(target, attribute))
            for attribute in set(os.listxattr(beside)).difference(own):  # a list of users that the folder hands down
                with contextlib.suppress(OSError):
                    os.removexattr(beside, attribute)
    beside.chmod(stat.S_IMODE(before.st_mode))


def _copy_owner(beside: Path, before: os.stat_result) -> None:
    """Give the file to the old owner and group. Only root can change the owner; a member of the group can keep the
    group, which is enough in shared folders."""
    for owner in (before.st_uid, -1):
        try:
            os.chown(beside, owner, before.st_gid)
            break
        except OSError:
            continue
    now = beside.stat()
    if now.st_gid != before.st_gid or not (now.st_uid == before.st_uid or _keeps_access(before)):
        said = "a new one in its place would be taken from its owner or group; let its owner correct it"
        raise PermissionError(errno.EPERM, said)


def _keeps_access(file: os.stat_result) -> bool:
    """Whether the owner would keep the same access through the group if the file got another owner. An unknown user is
    assumed to be in the group."""
    import pwd  # not on Windows

    try:
        user = pwd.getpwuid(file.st_uid)
        belongs = file.st_gid in os.getgrouplist(user.pw_name, user.pw_gid)
    except (KeyError, OSError):
        belongs = True
    left = file.st_mode >> 3 if belongs else file.st_mode
    return file.st_uid == 0 or not (file.st_mode >> 6) & ~left & 0o6
