"""Settings from `.gec.toml`, or `[tool.gec]` in `pyproject.toml`. The file nearest to a text applies. The user's own
settings apply where there is none. Options of the terminal override all of them.

A project's file may come from somebody else, so its paths must stay inside the project. A model on the hub, which would
be downloaded, can only be named by the user.

Every key is checked by name and type, and an error names the file and the line. `policy` makes the part of the settings
that `gec/edits/policy.py` needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from gec import above, dictionary, globs
from gec.decoding.route import MODES, PIPELINED, REWRITE
from gec.edits.kinds import known
from gec.edits.policy import Policy
from gec.edits.threshold import Presets
from gec.engine import ENGINES
from gec.errors import GecError, OptionError, Wrong, raised, shown
from gec.language.dialect import DIALECTS
from gec.model.config import LONGEST_PREFIX, PRESETS, TASKS
from gec.rules import own as own_rules
from gec.rules.files import BLANKS, parsed
from gec.text.document import MAX_LINE, codec_named, not_utf8

FILES = (".gec.toml", "pyproject.toml")  # the first one in a folder applies
OWN = "settings.toml"  # next to the user's own words
OF_PROJECTS = ("include", "exclude", "baseline")  # keys that only make sense in a project
PATHS = ("model", "baseline", "rules")


@dataclass(frozen=True, slots=True)
class Settings:
    """The values, with their defaults. A key in a file is a name here with `-` for `_`."""

    # which edits
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_confidence: float | None = None  # None: the model's threshold for the preset
    preset: str = "balanced"
    dialect: str = ""
    words: tuple[str, ...] = ()  # correct words, in addition to those in dictionaries
    quotes: bool = False  # correct quoted text too
    rules: tuple[str, ...] = ()  # tables of rules, in addition to those in .gec/rules
    # which texts
    include: tuple[str, ...] = ()  # files to read in folders; none: all formats that gec knows
    exclude: tuple[str, ...] = ()
    comments: bool = False  # correct the comments in source code
    encoding: str = ""  # of texts without a byte order mark; none: detected
    max_line: int = MAX_LINE
    baseline: str = ""
    # how
    model: str = ""
    prefix: str | None = None  # text before every sentence; None: the model's
    device: str = "auto"
    engine: str = "auto"
    decode: str = "auto"
    task: str = "correct"  # or rewrite
    # where from
    root: Path = field(default_factory=Path)  # the folder that a file's globs and paths are relative to
    said: frozenset[str] = frozenset()  # names of values that were given on the command line
    lines: tuple[tuple[str, str], ...] = field(default=(), compare=False)  # file and line of each value, by name

    def policy(self, folder: Path | None = None, presets: Presets | None = None, wrong: Wrong = raised) -> Policy:
        """The policy for a folder, with its dictionaries; without a folder, no dictionaries apply. `presets` has the
        model's thresholds. A dictionary or a table that is `wrong` is left out."""
        words = frozenset(self.words) | (dictionary.words(folder, wrong) if folder else frozenset())
        threshold = (presets or Presets()).threshold(self.preset, self.min_confidence)
        tables = tuple(str(self.top("rules") / name) for name in self.rules)
        if missing := [name for name in tables if not above.is_there(Path(name))]:
            place = dict(self.lines).get("rules", "rules")
            wrong(OptionError(f"{place}: {missing[0]}: no such file; correct the name, or leave it out"))
            tables = tuple(name for name in tables if name not in missing)
        tables += tuple(map(str, own_rules.tables(folder))) if folder else ()
        return Policy(self.select, self.ignore, threshold, self.dialect, words, self.quotes, tables)

    @property
    def whole_texts(self) -> bool:
        """Whether a corrector gets whole texts instead of cached sentences: to read paragraphs, or to count what it
        leaves out when it rewrites."""
        return self.decode == PIPELINED or self.task != "correct"

    def over(self, given: Mapping[str, Any]) -> Settings:
        """These settings with the given values on top; None means not given. A preset also resets the threshold, and a
        model the prefix."""
        said = _with_task({name: value for name, value in given.items() if value is not None})
        if "preset" in said:
            said.setdefault("min_confidence", None)
        if "model" in said:
            said.setdefault("prefix", None)
        return replace(self, **said, said=self.said.union(said))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Add the option, or the file and the line, to errors that one of these settings causes."""
        try:
            yield
        except GecError as error:
            where = f"--{error.of.replace('_', '-')}" if error.of in self.said else dict(self.lines).get(error.of)
            if where is None:
                raise
            told = type(error)(f"{where}: {str(error).removeprefix(f'{error.of}=')}{self._hint(error.of)}")
            told.of = ""  # it is in the message
            raise told from None

    def _hint(self, of: str) -> str:
        """A hint for a project's file that names a model which is not a folder."""
        missing = of == "model" and of not in self.said and self.root != Path() and not above.is_there(Path(self.model))
        return "; a model of the hub is named by --model or in your own settings" if missing else ""

    def top(self, key: str) -> Path:
        """The folder that `include`, `exclude` or `rules` are relative to: that of their file, or the current one if
        they were given on the command line."""
        return Path() if key in self.said else self.root


def _with_task(said: dict[str, Any]) -> dict[str, Any]:
    """The values, with decode="rewrite" replaced by the task."""
    return {**said, "decode": "auto", "task": "rewrite"} if said.get("decode") == REWRITE else said


def nearest(folder: Path) -> Settings:
    """The settings for a folder: of the nearest file, else the user's own."""
    found: Settings | None = above.inherited(folder, {}, own, None)
    return found or personal()


def nearest_readable(folder: Path, wrong: Wrong = lambda error: None) -> Settings:
    """The same. Those that are `wrong` do not count; in place of a project's the user's own apply."""
    for find in (partial(nearest, folder), personal):
        try:
            return find()
        except GecError as error:
            wrong(error)
    return Settings()


def personal() -> Settings:
    """The user's own settings, which apply where no project has any."""
    place = dictionary.personal()
    found = read(place.with_name(OWN), trusted=True) if place else None
    return found or Settings()


def own(folder: Path) -> Settings | None:
    """The settings in a folder's own files, or None."""
    return next((found for name in FILES if (found := read(folder / name)) is not None), None)


def read(path: Path, *, trusted: bool = False) -> Settings | None:
    """The settings in a file; None if it does not exist, or is a pyproject.toml without a section for gec. A trusted
    file is the user's own, and may name any model."""
    text = _written(path)
    if text is None:
        return None
    if path.name == "pyproject.toml" and "gec" not in text:
        return None
    table = parsed(text, shown(path))
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
        value = values.get(name, ())
        for one in (value,) if isinstance(value, str) else value:
            if not above.inside(path.parent, one):
                raise OptionError(f"{places[name]}: {one} is outside this project; {_INSTEAD[name]}")
    if (model := values.get("model")) and (model != "default" or above.is_there(path.parent / model)):
        values["model"] = str(path.parent / model)  # relative to the file
    return Settings(**values, root=path.parent, lines=tuple(places.items()))


_INSTEAD = {
    "model": f"name a model from elsewhere with --model, or in the {OWN} of your own configuration",
    "baseline": "name a baseline from elsewhere with --baseline",
    "rules": "copy the table into it",
}


def _written(path: Path) -> str | None:
    """The text of a file, or None if there is none."""
    try:
        if not above.is_there(path):  # or a folder above a text is closed to us
            return None
        return above.content(path).decode("utf-8-sig")
    except FileNotFoundError:  # deleted just now
        return None
    except UnicodeDecodeError as error:
        raise OptionError(not_utf8(path, error)) from None
    except OSError as error:
        said = f"cannot be read: {error.strerror}; make it a readable file or move it"
        raise OptionError(f"{shown(path)}: {said}") from None


# --- keys


def edits_named(names: Iterable[str], folder: Path, tables: Sequence[str | Path] | None = None) -> tuple[str, ...]:
    """Check that these are types of edits or ids of rules, including the rules for a folder, and those in the `tables`
    that its settings name."""

    def is_rule(name: str) -> bool:
        found = nearest_readable(folder) if tables is None else Settings()
        named = tables or [found.top("rules") / one for one in found.rules]
        return own_rules.is_rule(name, (*named, *own_rules.tables(folder)))

    return known(names, is_rule)


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
    """The value of a key that must be true or false."""
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
    """A well-formed name of a device. Whether it exists is checked when it is used."""
    if not re.fullmatch(r"auto|cpu(:0)?|cuda(:\d+)?", _text(value)):
        raise OptionError("expected auto, cpu, cuda or, of several GPUs, one by its number: cuda:1")
    return str(value)


KEYS: Mapping[str, Callable[[Any], Any]] = {
    "select": _texts,  # `edits_named` checks the names
    "ignore": _texts,
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


_TABLE = re.compile(rf"""^{BLANKS}\[{BLANKS}["']?tool["']?{BLANKS}\.{BLANKS}["']?gec["']?{BLANKS}\]""", re.MULTILINE)


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
    """The file and the line of a key, as well as it can be found. Tables of other tools may have the same key."""
    begin = 0
    if path.name == "pyproject.toml":
        table = _TABLE.search(text)
        begin = table.end() if table else len(text)
    wanted = re.compile(rf"^{BLANKS}\[{{0,2}}{BLANKS}[\"']?{re.escape(key)}[\"']?{BLANKS}[=.\]]", re.MULTILINE)
    line = wanted.search(text, begin)
    return f"{shown(path)}:{text.count(chr(10), 0, line.start()) + 1}" if line else shown(path)
