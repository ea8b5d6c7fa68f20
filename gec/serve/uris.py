"""What an editor's name for a text, a URI, says: its scheme, its path, and the folder whose settings apply."""

from __future__ import annotations

from pathlib import Path

from pygls.uris import to_fs_path, urlparse


def parts(uri: str) -> tuple[str, str]:
    """The scheme and the path of a URI. A name that is no URI has only a path."""
    try:
        return urlparse(uri)[0], urlparse(uri)[2]
    except ValueError:
        return "", uri


def path_of(uri: str) -> Path | None:
    """The file that a URI names, or None."""
    path = to_fs_path(uri) if parts(uri)[0] == "file" else None
    return Path(path) if path and "\0" not in path else None


def folder_of(uri: str, root: str | None) -> Path:
    """The folder of a file. For a text that is no file, it is the editor's folder, or else the home folder."""
    path = to_fs_path(uri) if parts(uri)[0] == "file" else root
    if not path or "\0" in path:
        return _home()
    return Path(path).parent if path != root else Path(path)


def _home() -> Path:
    """The home folder of the user, or else the current folder."""
    try:
        return Path.home()
    except RuntimeError:
        return Path.cwd()
