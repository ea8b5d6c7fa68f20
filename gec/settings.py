"""Settings from `.gec.toml`, or `[tool.gec]` in `pyproject.toml`. The file nearest to a text applies. The user's own
settings apply where there is none. Options of the terminal override all of them.

A project's file may be somebody else's, so the paths in it stay inside the project: a model's name on the hub, which
would be fetched, is for the user to say.

Every key is checked by name and kind, and a wrong one is told with its file and line. What the settings do is the
business of those who read them; `policy` hands the part that decides on edits to `gec/edits/policy.py`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gec import above, dictionary, globs
from gec.decoding.route import MODES, PIPELINED, REWRITE
from gec.edits.enough import Presets
from gec.edits.kinds import known
from gec.edits.policy import Policy
from gec.engine import ENGINES
from gec.errors import GecError, OptionError
from gec.language.dialect import DIALECTS
from gec.model.config import LONGEST_PREFIX, PRESETS, TASKS
from gec.rules import own as own_rules
from gec.text.document import MAX_LINE, codec_named, not_utf8, shown

FILES = (".gec.toml", "pyproject.toml")  # in one folder the first of them wins
OWN = "settings.toml"  # beside the user's own words
OF_PROJECTS = ("include", "exclude", "baseline")  # keys that name files of a project
PATHS = ("model", "baseline")


@dataclass(frozen=True, slots=True)
class Settings:
    """The values that hold when nobody says otherwise; a key of a file is a name here with `-` for `_`."""

    # which edits
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_confidence: float | None = None  # None: what the model says of the preset
    preset: str = "balanced"
    dialect: str = ""
    words: tuple[str, ...] = ()  # right as they are, besides those in dictionaries
    quotes: bool = False  # correct quoted text, too
    rules: tuple[str, ...] = ()  # tables of rules, besides those in .gec/rules
    # which texts
    include: tuple[str, ...] = ()  # of the files in folders; none: those of the formats that gec knows
    exclude: tuple[str, ...] = ()
    comments: bool = False  # correct the comments in source code
    encoding: str = ""  # UTF-8, or what an older text is in
    max_line: int = MAX_LINE
    baseline: str = ""
    # how
    model: str = ""
    prefix: str | None = None  # what stands before every sentence; None: what the model says
    device: str = "auto"
    engine: str = "auto"
    decode: str = "auto"
    task: str = "correct"  # or rewrite: write the sentences anew
    # where from
    root: Path = field(default_factory=Path)  # the folder that globs and paths of a file are relative to
    said: frozenset[str] = frozenset()  # what somebody said instead of a file
    lines: tuple[tuple[str, str], ...] = field(default=(), compare=False)  # of the file that has them, by name

    def policy(self, folder: Path | None = None, presets: Presets | None = None) -> Policy:
        """Which edits are let through in a folder, with its dictionaries; in none, with no dictionary. `presets` is
        what the model says of each."""
        words = frozenset(self.words) | (dictionary.words(folder) if folder else frozenset())
        enough = (presets or Presets()).enough(self.preset, self.min_confidence, anew=self.task == "rewrite")
        tables = tuple(str(self.top("rules") / name) for name in self.rules)
        tables += tuple(map(str, own_rules.tables(folder))) if folder else ()
        return Policy(self.select, self.ignore, enough, self.dialect, words, self.quotes, tables)

    @property
    def whole_texts(self) -> bool:
        """Whether a corrector is given texts, not sentences that are cached: it reads whole paragraphs, or counts what
        it leaves out of rewritings."""
        return self.decode == PIPELINED or self.task != "correct"

    def over(self, given: Mapping[str, Any]) -> Settings:
        """These settings with what somebody said instead; None is not said. Who names a preset says how sure is
        enough, too, and who names a model what it wants before a sentence."""
        said = _with_task({name: value for name, value in given.items() if value is not None})
        if "preset" in said:
            said.setdefault("min_confidence", None)
        if "model" in said:
            said.setdefault("prefix", None)
        return replace(self, **said, said=self.said.union(said))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """What cannot be had of these settings is told with the option, or the file and line, that asks for it."""
        try:
            yield
        except GecError as error:
            where = f"--{error.of.replace('_', '-')}" if error.of in self.said else dict(self.lines).get(error.of)
            if where is None:
                raise
            told = type(error)(f"{where}: {str(error).removeprefix(f'{error.of}=')}{self._hint(error.of)}")
            told.of = ""  # it is told
            raise told from None

    def _hint(self, of: str) -> str:
        """What a project's file may not say, where its model is no folder."""
        missing = of == "model" and of not in self.said and self.root != Path() and not above.is_there(Path(self.model))
        return "; a model of the hub is named by --model or in your own settings" if missing else ""

    def top(self, key: str) -> Path:
        """The folder that `include` or `exclude` is relative to: that of the file which has it, or for what was said
        the current one."""
        return Path() if key in self.said else self.root


def _with_task(said: dict[str, Any]) -> dict[str, Any]:
    """What somebody said; to decode as a rewriting is to ask for one."""
    return {**said, "decode": "auto", "task": "rewrite"} if said.get("decode") == REWRITE else said


def nearest(folder: Path) -> Settings:
    """The settings that hold in a folder: those of the nearest file that has any, else the user's own."""
    return above.held(folder, {}, own, personal())


def personal() -> Settings:
    """The user's own settings, which hold where no project has any."""
    place = dictionary.personal()
    found = read(place.with_name(OWN), trusted=True) if place else None
    return found or Settings()


def own(folder: Path) -> Settings | None:
    """The settings in a folder's own files; None where it has none."""
    return next((found for name in FILES if (found := read(folder / name)) is not None), None)


def read(path: Path, *, trusted: bool = False) -> Settings | None:
    """The settings in a file; None where there is no file, or a pyproject.toml that says nothing of gec. One that is
    trusted is the user's own, and may name a model anywhere."""
    text = _written(path)
    if text is None:
        return None
    if path.name == "pyproject.toml" and "gec" not in text:
        return None
    table = _table(path, text)
    if path.name == "pyproject.toml":
        tools = table.get("tool")
        if not isinstance(tools, dict) or "gec" not in tools:
            return None
        table = tools["gec"]
        if not isinstance(table, dict):
            raise OptionError(f"{shown(path)}: tool.gec must be a table: [tool.gec]")
    elif isinstance(tool := table.get("tool"), dict) and "gec" in tool:
        raise OptionError(
            f"{_place(path, text, 'tool')}: [tool.gec] belongs in pyproject.toml; leave that line out of {path.name}, "
            "which has the keys alone"
        )
    values = _with_task(_checked(table, text, path))
    places = {key.replace("-", "_"): f"{_place(path, text, key)}: {key}" for key in table}
    if trusted:
        if out := [key for key in OF_PROJECTS if key in table]:
            raise OptionError(f"{places[out[0]]}: is for the settings of a project; leave it out here")
        return Settings(**values, lines=tuple(places.items()))
    for name in PATHS:
        if name in values and not _inside(path.parent, values[name]):
            raise OptionError(f"{places[name]}: {values[name]} is outside this project; {_SAY_IT[name]}")
    if (model := values.get("model")) and (model != "default" or above.is_there(path.parent / model)):
        values["model"] = str(path.parent / model)  # what a file names is beside it
    return Settings(**values, root=path.parent, lines=tuple(places.items()))


_SAY_IT = {
    "model": f"name a model from elsewhere with --model, or in the {OWN} of your own configuration",
    "baseline": "name a baseline from elsewhere with --baseline",
}


def _inside(folder: Path, name: str) -> bool:
    """Whether a path in a project's file stays in its folder, links included."""
    try:
        return Path(os.path.realpath(folder / name)).is_relative_to(os.path.realpath(folder))
    except OSError:
        return False


def _written(path: Path) -> str | None:
    """What is in a file; None where there is none."""
    try:
        if not _there(path):
            return None
        if path.is_fifo():  # which may never end
            raise OptionError(f"{shown(path)}: is a pipe, not a file with settings; rename it")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:  # it went just now
        return None
    except IsADirectoryError:
        raise OptionError(f"{shown(path)}: is a folder, not a file with settings; rename it") from None
    except UnicodeDecodeError as error:
        raise OptionError(not_utf8(path, error)) from None
    except OSError as error:
        raise OptionError(f"{shown(path)}: cannot be read: {error.strerror}; make it readable or move it") from None


def _there(path: Path) -> bool:
    """Whether there is such a file for us; a folder above a text may be closed to us, and then all that is in it is."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return False
    return True


def _table(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{shown(path)}: not TOML: {error}") from None
    except (ValueError, RecursionError):  # what the parser itself does not expect
        raise OptionError(
            f"{shown(path)}: has a number with thousands of digits, or brackets that are too deep; correct it"
        ) from None


# --- keys


def edits_named(names: Iterable[str], folder: Path, tables: Iterable[str | Path] = ()) -> tuple[str, ...]:
    """Types of edits and ids of rules, among which are those that hold in a folder."""
    return known(names, lambda name: own_rules.is_rule(name, (*tables, *own_rules.tables(folder))))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise OptionError("expected a string")
    if "\0" in value:
        raise OptionError("expected a string without NUL characters")
    return value


def _prefix(value: Any) -> str:
    if len(_text(value)) > LONGEST_PREFIX:
        raise OptionError(f"expected at most {LONGEST_PREFIX:,} characters")
    return str(value)


def _named(value: Any) -> str:
    if not (text := _text(value)):
        raise OptionError("expected a name, not an empty string")
    return text


def flag(value: Any) -> bool:
    """The value of a key that is true or false."""
    if not isinstance(value, bool):
        raise OptionError("expected true or false")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise OptionError('expected a list of strings, such as ["one", "two"]')
    return tuple(value)


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise OptionError("expected a number from 0 to 1")
    return float(value)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionError("expected a whole number above 0")
    return value


def _one_of(choices: Collection[str]) -> Callable[[Any], str]:
    def chosen(value: Any) -> str:
        if _text(value) not in choices:
            raise OptionError(f"expected one of {', '.join(choices)}")
        return str(value)

    return chosen


def _device(value: Any) -> str:
    """One that may be there; whether it is, is known once something is computed on it."""
    if not re.fullmatch(r"auto|cpu(:0)?|cuda(:\d+)?", _text(value)):
        raise OptionError("expected auto, cpu, cuda or, of several GPUs, one by its number: cuda:1")
    return str(value)


KEYS: Mapping[str, Callable[[Any], Any]] = {
    "select": lambda value: edits_named(_texts(value), Path.cwd()),
    "ignore": lambda value: edits_named(_texts(value), Path.cwd()),
    "min-confidence": _share,
    "preset": _one_of(PRESETS),
    "dialect": _one_of(DIALECTS),
    "words": lambda value: tuple(map(dictionary.checked, _texts(value))),
    "quotes": flag,
    "rules": _texts,
    "include": lambda value: globs.checked(_texts(value)),
    "exclude": lambda value: globs.checked(_texts(value)),
    "comments": flag,
    "encoding": lambda value: codec_named(_text(value)),
    "max-line": _count,
    "baseline": _named,
    "model": _named,
    "prefix": _prefix,
    "device": _device,
    "engine": _one_of(ENGINES),
    "decode": _one_of(MODES),
    "task": _one_of(TASKS),
}


_TABLE = re.compile(r"""^\s*\[\s*["']?tool["']?\s*\.\s*["']?gec["']?\s*\]""", re.MULTILINE)


def _checked(table: Mapping[str, Any], text: str, path: Path) -> dict[str, Any]:
    values = {}
    for key, value in table.items():
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            hint = f"do you mean {near[0]}?" if near else f"known keys are {', '.join(KEYS)}"
            raise OptionError(f"{_place(path, text, key)}: unknown key {key!r}; {hint}")
        try:
            if key in ("select", "ignore"):
                tables = [path.parent / name for name in _texts(table.get("rules", []))]
                values[key] = edits_named(_texts(value), path.parent, tables)
            else:
                values[key.replace("-", "_")] = KEYS[key](value)
        except OptionError as trouble:
            raise OptionError(f"{_place(path, text, key)}: {key}: {trouble}") from None
    return values


def _place(path: Path, text: str, key: str) -> str:
    """The file and the line of a key, as far as it can be told; tables of others may have one of its name."""
    begin = 0
    if path.name == "pyproject.toml":
        table = _TABLE.search(text)
        begin = table.end() if table else len(text)
    wanted = re.compile(rf"^[^\S\n]*\[{{0,2}}[^\S\n]*[\"']?{re.escape(key)}[\"']?[^\S\n]*[=.\]]", re.MULTILINE)
    line = wanted.search(text, begin)
    return f"{shown(path)}:{text.count(chr(10), 0, line.start()) + 1}" if line else shown(path)
