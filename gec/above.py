"""Finds the nearest file that applies to a folder and to all folders below it.

A folder on the way may be closed to us; then nothing in it is for us, and it stops nobody.
"""

from __future__ import annotations

import os
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import TypeVar

Held = TypeVar("Held")


def nearest(folder: Path, name: str) -> Path | None:
    """The nearest file of this name, in the folder or above it."""
    places = (above / name for above in (folder, *folder.parents))
    return next(filter(is_file, places), None)


def held(folder: Path, known: MutableMapping[Path, Held], own: Callable[[Path], Held | None], usual: Held) -> Held:
    """What holds in a folder: its own, or what holds above it; of what is known no folder is asked again."""
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
    """Whether there is such a file for us; `Path` itself would raise."""
    return os.path.isfile(path)  # noqa: PTH113


def is_there(path: Path) -> bool:
    """Whether there is anything of that name for us."""
    return os.path.exists(path)  # noqa: PTH110
