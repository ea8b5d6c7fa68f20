"""Finds the files for a run: the named files, and in folders the texts that git does not ignore.

A named file is always read, unless it is excluded and `--force-exclude` is given, as tools do that pass every changed
file. Folders are walked in order. Hidden files and folders are skipped. So are links, which may lead elsewhere, and
files that are not regular, which may never end.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from gec import above, globs
from gec.edits.message import many
from gec.errors import TextError, shown
from gec.globs import Globs
from gec.settings import Settings
from gec.text.formats import OTHER, SECTION, format_of, suffixes

BEGINNING = 1_000  # bytes that show whether a file is a manual page
SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})  # other projects' files
# Legal texts, whose wording must not change.
_LEGAL = re.compile(r"(?:un)?licen[cs]es?(?:[-_.].*)?|copying(?:[-_.].*)?|notice\.\w+", re.IGNORECASE)


@dataclass(frozen=True)
class Walk:
    """How to find files. `settings` gives the settings of a folder, `trouble` is called for files that cannot be read,
    and `warn` for folders without texts."""

    settings: Callable[[Path], Settings]
    trouble: Callable[[TextError], None]
    warn: Callable[[str], None]
    force_exclude: bool = False

    def files(self, paths: Sequence[Path]) -> Iterator[Path]:
        """Each file once, in the order of the paths, and sorted within a folder."""
        seen: set[str] = set()
        self._tell_excluded([path for path in paths if self._left_out(path)])
        for path in paths:
            for file in self._below(path) if is_folder(path) else self._named(path):
                real = os.path.realpath(file)
                if real not in seen:
                    seen.add(real)
                    yield file

    def _named(self, path: Path) -> Iterator[Path]:
        if not self._left_out(path):
            yield path

    def _left_out(self, path: Path) -> bool:
        """Whether a named file is excluded all the same."""
        if not self.force_exclude or is_folder(path):
            return False
        return self._excluded(path) or _no_prose(path) or (_is_section(path) and not _page(path))

    def _tell_excluded(self, paths: Sequence[Path]) -> None:
        """Report excluded files in one line, because there may be many."""
        if paths:
            others = f", and {len(paths) - 1:,} more" if len(paths) > 1 else ""
            self.warn(f"{shown(paths[0])}{others}: excluded and not read, because of --force-exclude")

    def _below(self, top: Path) -> Iterator[Path]:
        count = 0
        for file in self._walked(top):
            count += 1
            yield file
        if not count and _ignored(os.path.realpath(top)).entirely:
            self.warn(f"{shown(top)}: git ignores this folder; name the files in it that you want to correct")
        elif not count and (lost := self._without_globs(top)):
            self.warn(f"{shown(top)}: {self._globs_to_blame(top, lost)}; change that, or name the files")
        elif not count:
            self.warn(f"{shown(top)}: has no text in a format that gec knows; name the files or use --include")

    def _walked(self, top: Path) -> Iterator[Path]:
        ours, real = _written_to(), os.path.realpath(top)
        for outer in reversed(Path(real).parents):
            _ignored(str(outer))  # from the outermost folder on, which keeps the recursion in `_ignored` flat
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            # one level at a time, because up to Python 3.11 `os.walk` is recursive
            _, below, names = next(os.walk(folder, onerror=self._unreadable), (folder, [], []))
            ignored = _ignored(str(Path(real, os.path.relpath(folder, top))))
            waiting += (
                folder / name
                for name in sorted(below, reverse=True)
                if not name.startswith(".")
                and name not in SKIPPED_FOLDERS
                and not ignored(name, True)
                and not self._excluded(folder / name, True)
                and not _is_link(folder / name)
            )
            wanted = self._wanted(folder)
            for name in sorted(name for name in names if not name.startswith(".")):
                file = folder / name
                if wanted(file) and _regular(file, ours) and not ignored(name, False) and not self._excluded(file):
                    yield file

    def _without_globs(self, top: Path) -> list[Path]:
        """The texts that would be read if nothing were included or excluded."""

        def settings(folder: Path) -> Settings:
            return replace(self.settings(folder), include=(), exclude=())

        return list(Walk(settings, _silent, _silent)._walked(top))

    def _globs_to_blame(self, top: Path, lost: Sequence[Path]) -> str:
        """Which options or settings left these texts out."""
        places: dict[str, None] = {}
        for file in lost:
            folders = [folder for folder in file.parents if folder != top and folder.is_relative_to(top)]
            outer = [folder for folder in folders if self._excluded(folder, True)]
            key = "exclude" if outer or self._excluded(file) else "include"
            settings = self.settings((outer or [file])[-1].parent)
            place = f"--{key}" if key in settings.said else dict(settings.lines).get(key, key)
            places[place] = None
        return f"has {many(len(lost), 'text')}, {'all ' if lost[1:] else ''}left out by {' and '.join(places)}"

    def _wanted(self, folder: Path) -> Callable[[Path], bool]:
        settings = self.settings(folder)
        if settings.include:
            included = globs.combined(settings.include)
            return lambda file: included.takes(_relative(file, settings.top("include")))
        endings = suffixes(comments=settings.comments)
        return lambda file: (file.suffix.lower() in endings or _page(file)) and not _no_prose(file)

    def _excluded(self, path: Path, folder: bool = False) -> bool:
        settings = self.settings(path.parent)
        if not settings.exclude:
            return False
        return globs.combined(settings.exclude).takes(_relative(path, settings.top("exclude")), folder)

    def _unreadable(self, error: OSError) -> None:
        self.trouble(TextError(f"{shown(Path(error.filename))}: cannot be read: {str(error.strerror).lower()}"))


def _silent(_: object) -> None:
    """Tell nobody."""


def _no_prose(file: Path) -> bool:
    """Whether the file's name shows that there is nothing to correct in it."""
    return _LEGAL.fullmatch(file.name) is not None or format_of(file.name) == OTHER


def _is_section(file: Path) -> bool:
    return SECTION.fullmatch(file.suffix) is not None


def _page(file: Path) -> bool:
    """Whether a file is a manual page, by its name and its beginning. Rotated logs have such names too."""
    if not _is_section(file) or not above.is_file(file):
        return False
    with suppress(OSError), file.open("rb") as opened:
        return format_of(file.name, opened.read(BEGINNING).decode("latin-1")) != "plain"
    return False


def absolute(path: Path) -> Path:
    """The absolute path without `..` and with links unresolved, so that its parents are the folders in its name."""
    return Path(os.path.abspath(path))  # noqa: PTH100  # Path.absolute keeps `..`, Path.resolve follows links


def is_folder(path: Path) -> bool:
    """Whether a path is known to be a folder. If it is not accessible, reading it later reports the error."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _written_to() -> frozenset[tuple[int, int]]:
    """The files that stdout and stderr go to, as in `gec correct . > found.txt`. They must not be read."""
    found = set()
    for stream in (1, 2):
        with suppress(OSError):  # a closed stream
            state = os.fstat(stream)
            found.add((state.st_dev, state.st_ino))
    return frozenset(found)


def _regular(path: Path, ours: Collection[tuple[int, int]]) -> bool:
    """Whether a path is an existing regular file and not one of ours: no link, pipe, socket or device. If it is not
    accessible, reading it later reports the error."""
    try:
        state = path.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return stat.S_ISREG(state.st_mode) and (state.st_dev, state.st_ino) not in ours


# --- what git ignores


@dataclass(frozen=True)
class _Ignored:
    """The .gitignore files that apply in a folder, the outermost first, each with its folder; or that git ignores all
    of it."""

    place: str  # the folder, with links resolved
    globs: tuple[tuple[str, Globs], ...] = ()
    entirely: bool = False

    def __call__(self, name: str, folder: bool) -> bool:
        """Whether git ignores a name in this folder. The innermost file that mentions it decides."""
        if self.entirely or not self.globs:
            return self.entirely
        real = Path(self.place, name)
        said = (globs.says(_relative(real, Path(root)), folder) for root, globs in reversed(self.globs))
        return next((one for one in said if one is not None), False)


def forget() -> None:
    """Forget what git ignores, since files may have changed."""
    _ignored.cache_clear()
    _repositories.clear()


@cache
def _ignored(folder: str) -> _Ignored:
    place = Path(folder)
    if not above.inherited(place, _repositories, _begins_repository, False):
        return _Ignored(folder)
    outer = _Ignored(folder) if _begins_repository(place) else _ignored(str(place.parent))
    if outer(place.name, True):
        return _Ignored(folder, entirely=True)  # git allows no exception within an ignored folder
    own = []
    for file in (_kept_by_git(place) / "info" / "exclude", place / ".gitignore"):
        if not (file.name == ".gitignore" and _is_link(file)):  # git does not follow this link
            lines = tuple(line.removesuffix("\r") for line in _text(file).split("\n"))
            own.append((folder, globs.combined(lines)))
    return _Ignored(folder, (*outer.globs, *(one for one in own if one[1].globs)))


def _is_link(path: Path) -> bool:
    """Whether a path is known to be a link; `Path` raises an error for a long name or a closed folder."""
    return os.path.islink(path)  # noqa: PTH114


def _kept_by_git(place: Path) -> Path:
    """The folder in which git keeps shared data. It is elsewhere for a second working tree and for a submodule, whose
    `.git` is a file with the path."""
    told = _text(place / ".git").partition("gitdir: ")[2].strip()
    if not told:
        return place / ".git"
    own = place / told
    return own / _text(own / "commondir").strip()


def _text(file: Path) -> str:
    """The content of a file, or "" if it cannot be read. Names in it may be any bytes."""
    try:
        # git also skips a byte order mark; reading a pipe could block
        return file.read_bytes().decode("utf-8-sig", "surrogateescape") if above.is_file(file) else ""
    except (OSError, ValueError):  # ValueError: a null byte in the name
        return ""


_repositories: dict[Path, bool] = {}  # whether a folder is in a repository


def _begins_repository(folder: Path) -> bool | None:
    return above.is_there(folder / ".git") or None


def _relative(path: Path, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()
