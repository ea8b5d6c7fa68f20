"""The user's own rules: the tables in `.gec/rules`, in the folder of a text or the nearest folder above it, and those
that the settings name. Their findings have confidence 1, and no guard removes them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from gec.above import is_folder, nearest
from gec.edits.classify import classify
from gec.edits.edit import Edit
from gec.errors import OptionError, Wrong
from gec.rules.engine import RuleSet, known
from gec.rules.rule import Rule
from gec.rules.table import rules_of, unlike

FOLDER = ".gec/rules"


def tables(folder: Path) -> tuple[Path, ...]:
    """The tables that apply to a folder: those in the nearest `.gec/rules`."""
    place = nearest(folder, FOLDER, is_folder)
    return tuple(sorted(place.glob("*.toml"))) if place else ()


def loaded(paths: Sequence[str | Path]) -> RuleSet:
    """The rules of these tables. They are read again if a file has changed."""
    return _loaded(_stamped(paths))


Stamped = tuple[tuple[str, object], ...]  # paths, each with what changes when its file does


def _stamped(paths: Sequence[str | Path]) -> Stamped:
    return tuple((str(path), _stamp(path)) for path in paths)


def _stamp(path: str | Path) -> object:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def loadable_tables(paths: Sequence[str]) -> tuple[str, ...]:
    """The tables that can be read now. What is wrong with others is logged once, until one of them changes."""
    return _logged(_stamped(paths))


@lru_cache(maxsize=16)
def _logged(stamped: Stamped) -> tuple[str, ...]:
    kept, wrong = _readable(stamped)
    if wrong:
        logging.getLogger(__name__).warning("%s", wrong)
    return kept


def readable_tables(paths: Sequence[str], wrong: Wrong) -> tuple[str, ...]:
    """The tables that can be read now; what is wrong with others is told."""
    kept, trouble = _readable(_stamped(paths))
    if trouble:
        wrong(OptionError(trouble))
    return kept


@lru_cache(maxsize=16)
def _readable(stamped: Stamped) -> tuple[tuple[str, ...], str]:
    """The tables that can be read, and what is wrong with the others, if anything is."""
    paths = tuple(path for path, _ in stamped)
    if not (wrong := _wrong(paths)):
        return paths, ""
    kept = tuple(path for path in paths if not _wrong([path]))
    return () if _wrong(kept) else kept, f"rules are left out: {wrong}"  # or two of them name one rule


def _wrong(paths: Sequence[str]) -> str:
    try:
        loaded(paths)
    except OptionError as error:
        return str(error)
    return ""


@lru_cache(maxsize=16)
def _loaded(stamped: Stamped) -> RuleSet:
    return RuleSet.of(read([Path(path) for path, _ in stamped]))


def read(paths: Iterable[Path]) -> list[Rule]:
    """The rules of a user's tables. Their ids must differ from each other and from those of gec's rules."""
    rules = [rule for path in paths for rule in rules_of(path)]
    unlike(rules, known())
    return rules


def is_rule(name: str, paths: Sequence[str | Path] = ()) -> bool:
    """Whether there is a rule of that id, or a group of rules whose ids begin with it."""
    ids = [*known(), *(loaded(paths).rules if paths else ())]
    return any(one == name or one.startswith(f"{name}.") for one in ids)


def edits(own: RuleSet, text: str) -> list[Edit]:
    """The edits of a user's rules in a sentence."""
    found = []
    for one in own.faults(text):
        rule = own.rules[one.rule]
        kind = rule.type or classify(text, one.start, one.end, one.replacement)
        found.append(Edit(one.start, one.end, one.replacement, kind, rule=rule.id, why=rule.why))
    return found
