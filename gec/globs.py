"""Globs as in .gitignore: which are valid, and what they match.

They are read as git reads them, but a character is one, however many bytes it has. A star takes no more than it must
where another one follows, so that no glob takes long over a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gec.errors import OptionError

_HIGH = r"(?:-(?:\\.|[^\]\\]))?"  # the other end of a range
_ITEM = rf"\[:[^\]]*:\]|(?:\\.|[^\]\\]){_HIGH}"  # of a set of characters
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
_TRAILING = re.compile(r"((?:\\.|[^\\ ]| +(?! |\Z))*) *", re.DOTALL)  # blanks at the end that no backslash keeps


@dataclass(frozen=True, slots=True)
class Glob:
    """One line that says something."""

    pattern: re.Pattern[str]
    takes: bool  # unlike one that begins with an exclamation mark
    folders: bool  # alone
    names: bool  # whatever folder they are in

    def matches(self, path: str, folder: bool) -> bool:
        """Whether it is of this path, which has no slash at either end."""
        what = path.rpartition("/")[2] if self.names else path
        return (folder or not self.folders) and self.pattern.fullmatch(what) is not None


@dataclass(frozen=True, slots=True)
class Globs:
    """Lines that hold together."""

    globs: tuple[Glob, ...]

    def says(self, path: str, folder: bool) -> bool | None:
        """What the last one that matches says of the path itself; None if none does."""
        return next((glob.takes for glob in reversed(self.globs) if glob.matches(path, folder)), None)

    def takes(self, path: str, folder: bool = False) -> bool:
        """Whether the path is taken or, where nothing is said of it, the innermost folder of which something is."""
        while path:
            if (said := self.says(path, folder)) is not None:
                return said
            path, folder = path.rpartition("/")[0], True
        return False


def checked(globs: Iterable[str]) -> tuple[str, ...]:
    """These globs; one that can match nothing is an error."""
    globs = tuple(globs)
    for glob in globs:
        if _read(glob) is None:
            raise OptionError(f"{glob!r} is not a glob; expected one as in .gitignore, such as *.md or drafts/")
    return globs


@cache
def together(lines: tuple[str, ...]) -> Globs:
    """What these lines match together; as with git, a line that is no glob matches nothing."""
    return Globs(tuple(filter(None, map(_read, lines))))


def _read(line: str) -> Glob | None:
    """What a line says; None for a remark, an empty one and one that can match nothing."""
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
    """The same as a regular expression; ValueError where it can match nothing. What stands before a star can end
    where it first fits, for the star takes whatever comes then: that is settled for good (`?>`). Two stars are of
    folders at the beginning and behind a slash, and where a path has to begin with what stands before them: git
    compares that by itself, and takes the rest for a glob of its own."""
    parts: list[list[str]] = [[""]]  # between stars of folders, between stars
    begun = 0 if names else _PLAIN.match(glob).end()  # type: ignore[union-attr]  # which matches anything
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
    """Parts with stars between them."""
    first, *others = parts
    settled = "".join(f"(?>{star}{part})" for part in others[:-1])
    return first + settled + (last + others[-1] if others else "")


def _fixed(piece: re.Match[str]) -> str:
    if piece["one"]:
        return "[^/]"
    return _set(piece["set"]) if piece["set"] else re.escape(piece["escaped"] or piece["plain"])


def _set(inside: str) -> str:
    """A set of characters, which never has the slash."""
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
