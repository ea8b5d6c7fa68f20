"""Finds the nearest file that applies to a folder and to all folders below it. Folders that may not be read are
skipped.

A project may come from somebody else. `content` reads its files with care, and `inside` tells where a name leads.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import TypeVar

from gec.errors import TextError

Value = TypeVar("Value")

MOST_BYTES = 4_000_000  # of a file with settings, rules or words


def inherited(
    folder: Path, known: MutableMapping[Path, Value], own: Callable[[Path], Value | None], usual: Value
) -> Value:
    """The value for a folder: its own, or else that of the folder above it. `known` caches values by folder."""
    asked = []
    while folder not in known:
        asked.append(folder)
        found = own(folder)
        if found is None and folder.parent != folder:
            folder = folder.parent
        else:
            known[folder] = usual if found is None else found
    known.update(dict.fromkeys(asked, known[folder]))
    return known[folder]


def is_file(path: Path) -> bool:
    """Whether there is such a file that we may access; `Path` would raise an error."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """Whether there is such a folder that we may access."""
    return os.path.isdir(path)  # noqa: PTH112


def is_there(path: Path) -> bool:
    """Whether there is anything with this name that we may access."""
    return os.path.exists(path)  # noqa: PTH110


def nearest(folder: Path, name: str, is_one: Callable[[Path], bool] = is_file) -> Path | None:
    """The nearest file with this name, or what else is looked for, in the folder or above it."""
    places = (above / name for above in (folder, *folder.parents))
    return next(filter(is_one, places), None)


def content(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a file. A pipe, a device and a file above so many bytes are an OSError: in a project, somebody's
    link can lead to one, and reading it might not end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is a pipe, a device or a folder")
    with path.open("rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return read


def inside(folder: Path, name: str | Path) -> bool:
    """Whether a path stays in a folder, with links resolved."""
    try:
        return Path(os.path.realpath(folder / name)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):
        return False


def refuse_to_leave(path: Path) -> None:
    """Refuse to write a project's file that is a link to a file outside its folder. Somebody else may have set it."""
    if not inside(path.parent, path.name):
        raise TextError(
            f"{path}: is a link to {os.path.realpath(path)}, outside its folder; write there, or replace it"
        )
