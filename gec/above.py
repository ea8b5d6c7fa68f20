"""Files that hold for the folder they are in and for all below: where the nearest is.

A folder on the way may be closed to us; then nothing in it is for us, and it stops nobody.
"""

from __future__ import annotations

import os
from pathlib import Path


def nearest(folder: Path, name: str) -> Path | None:
    """The nearest file of this name, in the folder or above it."""
    places = (above / name for above in (folder, *folder.parents))
    return next(filter(is_file, places), None)


def is_file(path: Path) -> bool:
    """Whether there is such a file for us; `Path` itself would raise."""
    return os.path.isfile(path)  # noqa: PTH113


def is_there(path: Path) -> bool:
    """Whether there is anything of that name for us."""
    return os.path.exists(path)  # noqa: PTH110
