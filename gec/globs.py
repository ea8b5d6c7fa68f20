"""Globs as in .gitignore: which are valid, and what they match.

They work as in git, except that `?` matches a character, not a byte. Stars are matched without backtracking where
possible, so that no glob is slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gec.errors import OptionError

_HIGH = r"(?:-(?:\\.|[^\]\\]))?"  # the upper end of a range
_ITEM = rf"\[:[^\]]*:\]|(?:\\.|[^\]\\]){_HIGH}"  # in a set of characters
_PIECE = re.compile(
    rf"(?P<stars>\*+)|(?P<one>\?)|\[(?P<set>(?>[!^]?(?:\]{_HIGH}|{_ITEM})(?:{_ITEM})*))\]"
    r"|\\(?P<escaped>.)|(?P<plain>[^\\\[])",
    re.DOTALL,
)
_FOLDERS = re.compile(r"\*\*+(?:/|\Z)")
_PLAIN = re.compile(r"[^*?\[\\]*")
_IN_SET = re.compile(r"\[:(?P<name>[^\]]*):\]|(?P<low>\\.|.)-(?P<high>\\.|.)|(?P<one>\\.|.)", re.DOTALL)
_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "blank": r" \t", "cntrl": r"\x00-\x1f\x7f", "digit": "0-9",
    "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~", "space": r"\s", "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_TRAILING = re.compile(r"((?:\\.|[^\\ ]| +(?! |\Z))*) *", re.DOTALL)  # ignores spaces at the end without a backslash


@dataclass(frozen=True, slots=True)
class Glob:
    """One line with a glob."""

    pattern: re.Pattern[str]
    takes: bool  # false if the line begins with an exclamation mark
    folders: bool  # only folders
    names: bool  # only names, in whatever folder

    def matches(self, path: str, folder: bool) -> bool:
        """Whether it matches this path, which has no slash at either end."""
        what = path.rpartition("/")[2] if self.names else path
        return (folder or not self.folders) and self.pattern.fullmatch(what) is not None


@dataclass(frozen=True, slots=True)
class Globs:
    """Lines that apply together."""

    globs: tuple[Glob, ...]

    def says(self, path: str, folder: bool) -> bool | None:
        """Whether the last matching line takes the path itself; None if no line matches."""
        return next((glob.takes for glob in reversed(self.globs) if glob.matches(path, folder)), None)

    def takes(self, path: str, folder: bool = False) -> bool:
        """Whether the path is taken; if no line matches it, whether its innermost folder with a match is."""
        while path:
            if (said := self.says(path, folder)) is not None:
                return said
            path, folder = path.rpartition("/")[0], True
        return False


def checked(globs: Iterable[str]) -> tuple[str, ...]:
    """The globs. Raises an error for one that can match nothing."""
    globs = tuple(globs)
    for glob in globs:
        if _read(glob) is None:
            raise OptionError(f"{glob!r} is not a glob; expected one as in .gitignore, such as *.md or drafts/")
    return globs


@cache
def combined(lines: tuple[str, ...]) -> Globs:
    """The globs in these lines. As in git, an invalid line matches nothing."""
    return Globs(tuple(filter(None, map(_read, lines))))


def _read(line: str) -> Glob | None:
    """The glob of a line; None for a comment, an empty line, or a glob that can match nothing."""
    if line.startswith("#"):
        return None
    said = _TRAILING.match(line)
    glob = said[1] if said and said.end() == len(line) else line
    takes = not glob.startswith("!")
    glob = glob if takes else glob[1:]
    whole = glob.removesuffix("/")
    try:
        pattern = _pattern(whole.removeprefix("/"), names="/" not in whole)
    except ValueError:
        return None
    return Glob(pattern, takes, whole != glob, "/" not in whole) if pattern.pattern else None


def _pattern(glob: str, names: bool) -> re.Pattern[str]:
    """The glob as a regular expression. Raises ValueError if it can match nothing. The part before a star ends at its
    first match without backtracking (`?>`), because the star can take the rest. Two stars match folders at the
    beginning and after a slash. They also do after a fixed beginning: git compares that first, and treats the rest as a
    separate glob."""
    parts: list[list[str]] = [[""]]  # by stars for folders, then by stars
    begun = 0 if names else _PLAIN.match(glob).end()  # type: ignore[union-attr]  # always matches
    at = 0
    while at < len(glob):
        if (at in (0, begun) or glob[at - 1] == "/") and (folders := _FOLDERS.match(glob, at)):
            at = folders.end()
            if folders[0].endswith("/"):
                parts.append([""])
            else:
                parts[-1][-1] += ".*"
            continue
        piece = _PIECE.match(glob, at)
        if not piece:
            raise ValueError(glob)  # a set that is not closed, or a backslash at the end
        at = piece.end()
        if piece["stars"]:
            parts[-1].append("")
        else:
            parts[-1][-1] += _fixed(piece)
    within = [_between("[^/]*?", "[^/]*", part) for part in parts]
    return re.compile(_between("(?:.*?/)??", "(?:.*/)?", within), re.DOTALL)


def _between(star: str, last: str, parts: list[str]) -> str:
    """Join parts with stars."""
    first, *others = parts
    settled = "".join(f"(?>{star}{part})" for part in others[:-1])
    return first + settled + (last + others[-1] if others else "")


def _fixed(piece: re.Match[str]) -> str:
    if piece["one"]:
        return "[^/]"
    return _set(piece["set"]) if piece["set"] else re.escape(piece["escaped"] or piece["plain"])


def _set(inside: str) -> str:
    """A set of characters, which never matches a slash."""
    others = inside[0] in "!^"
    known = ""
    for item in _IN_SET.finditer(inside, int(others)):
        if item["name"] is not None:
            if item["name"] not in _CLASSES:
                raise ValueError(inside)
            known += _CLASSES[item["name"]]
        elif item["one"]:
            known += re.escape(item["one"][-1])
        else:
            low, high = item["low"][-1], item["high"][-1]
            known += f"{re.escape(low)}-{re.escape(high if low < high else low)}"
    return f"(?!/)[{'^' * others}{known}]"
