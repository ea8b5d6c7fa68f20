"""Writes files and folders completely or not at all: a reader sees the old one or the new one, even if the disk is full
or the program is killed.

For those who make a file out of others there is also a look before the work, `writable`, and `save`, which tells in one
line why not.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from gec.errors import OptionError

BESIDE = re.compile(r"\.gec-[0-9a-f]{12}")  # what is written, until it takes the name; a killed writer leaves it behind
OLD = 3600  # seconds since the last byte after which nobody writes it any more


def write(path: Path, content: bytes) -> None:
    """Write a file, new or in the place of one, which keeps its mode and links to it; a pipe or a device takes what it
    is given."""
    before = path.stat() if path.exists() else None
    if before and not stat.S_ISREG(before.st_mode):
        path.write_bytes(content)
    else:
        replace(real(path), content, before)


def save(path: Path, content: str | bytes) -> None:
    """Write what a command makes, or say in one line why not."""
    try:
        write(path, content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)
    except OSError as trouble:
        raise OptionError(f"{path}: cannot be written: {trouble.strerror or trouble}") from trouble


def writable(*paths: Path | None, inputs: Iterable[Path]) -> None:
    """Refuse paths that could not be written, or whose files are read, before there is anything to write."""
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
        if not _open_to_us(path, target.parent):
            raise OptionError(f"{path}: cannot be written: permission denied")
        if among(path, inputs):
            raise OptionError(f"{path}: is an input and would be overwritten; write to another file")
        if target in seen and (path.is_file() or not path.exists()):
            raise OptionError(f"{path}: is named for two outputs; write them to two files")
        seen.add(target)


def _open_to_us(path: Path, folder: Path) -> bool:
    """Whether it may be written, and unless it is a pipe or a device its folder, where the new file begins."""
    if not path.exists():
        return os.access(folder, os.W_OK)
    return os.access(path, os.W_OK) and (not path.is_file() or os.access(folder, os.W_OK))


def replace(target: Path, content: bytes, before: os.stat_result | None = None) -> None:
    """Write beside the target, then rename over it. `before` is the old file's state, which the new one takes over;
    none if there is no old one."""
    beside = target.with_name(f".gec-{os.urandom(6).hex()}")
    try:
        beside.touch(0o600 if before else 0o666, exist_ok=False)
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            if before:
                _dress(beside, target, before)
            os.fsync(file.fileno())
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
    """An empty folder to be filled, which then takes the target's place. Beside the target, its name with `.new` and
    `.old` is ours as well."""
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
    """Where a folder's old one is kept for a moment; if its writer was killed just then, it stands again."""
    old = target.with_name(f"{target.name}.old")
    if old.exists() and not target.exists():
        old.rename(target)
    return old


@lru_cache(maxsize=1000)  # once a run: a folder may hold as many files as are written into it
def _sweep(folder: Path) -> None:
    """Take away what killed writers of ours left in a folder; nothing else."""
    mine = os.geteuid() if hasattr(os, "geteuid") else 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if BESIDE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                state = entry.stat(follow_symlinks=False)
                if state.st_uid == mine and state.st_mtime < time.time() - OLD:
                    Path(entry).unlink()


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else who asks for it reads and writes this file meanwhile. Its folder is locked, for the file itself is
    replaced, and one beside it would stay behind. Where there are no locks, one does without."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):  # Windows; a folder that may not be read; some file systems
            import fcntl

            folder = os.open(real(path).parent, os.O_RDONLY)
            stack.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def real(path: Path) -> Path:
    """The path with its links followed, also where there is nothing yet; `Path.resolve` has another error for a link
    that leads to itself, or none."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))


def among(path: Path, others: Iterable[Path]) -> bool:
    """Whether it is one of these files, whatever links it is called by; a pipe or a device holds nothing to lose."""
    return path.is_file() and any(other.exists() and path.samefile(other) for other in others)


def _dress(beside: Path, target: Path, before: os.stat_result) -> None:
    """Give the new file the old one's owner, group, mode and attributes, as far as the system lets us; an error where
    it would then be lost to those it belongs to."""
    if hasattr(os, "chown"):
        _hand_over(beside, before)
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for attribute in os.listxattr(target):
                with contextlib.suppress(OSError):  # some are the system's alone
                    os.setxattr(beside, attribute, os.getxattr(target, attribute))
    beside.chmod(stat.S_IMODE(before.st_mode))


def _hand_over(beside: Path, before: os.stat_result) -> None:
    """Only root gives a file to another owner; one of its group can keep that, which is what shared folders live by."""
    for owner in (before.st_uid, -1):
        try:
            os.chown(beside, owner, before.st_gid)
            break
        except OSError:
            continue
    now = beside.stat()
    if now.st_gid != before.st_gid or not (now.st_uid == before.st_uid or _at_home_in_its_group(before)):
        said = "a new one in its place would be taken from its owner or group; let its owner correct it"
        raise PermissionError(errno.EPERM, said)


def _at_home_in_its_group(file: os.stat_result) -> bool:
    """Whether the owner could read and write a file as now if it were another's of this group. Whom the system does
    not know is taken for one of the group: who is not root can give a file to no other."""
    import pwd  # Windows has none

    try:
        user = pwd.getpwuid(file.st_uid)
        belongs = file.st_gid in os.getgrouplist(user.pw_name, user.pw_gid)
    except (KeyError, OSError):
        belongs = True
    left = file.st_mode >> 3 if belongs else file.st_mode
    return file.st_uid == 0 or not (file.st_mode >> 6) & ~left & 0o6
