"""Reads tables of rules, which are TOML files, strictly. Every mistake in a table is an error of one line that names
the file, the line and what to do. Nothing in a table is ever run as a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from gec.rules import predicates
from gec.rules.entry import Defaults, Entry
from gec.rules.files import BLANKS, Place, line_of, named, parsed, written
from gec.rules.pattern import ANY_FORM, TOKEN, Classes
from gec.rules.rule import Rule, check

HERE = Path(__file__).parent
PARTS = ("rule", "classes", "defaults")

_RULE = re.compile(r"^[^\S\n]*\[\[[^\S\n]*rule[^\S\n]*\]\]", re.MULTILINE)
_DEFAULTS = re.compile(r"^[^\S\n]*\[[^\S\n]*defaults[^\S\n]*\](?:(?!^[^\S\n]*\[).*\n?)*", re.MULTILINE)


@cache
def lists() -> Mapping[str, predicates.Listed]:
    """The word lists that every table may use, each with its meaning."""
    path = HERE / "classes.toml"
    shared = parsed(written(path), path.name)["classes"].items()
    return {**predicates.LISTS, **{name: (means, frozenset(words.split())) for name, (means, words) in shared}}


@cache
def classes() -> Classes:
    """The same lists without their meanings."""
    return {name: words for name, (_, words) in lists().items()}


def shipped() -> tuple[Path, ...]:
    """The tables that come with gec."""
    return tuple(sorted((HERE / "tables").glob("*.toml")))


def rules_of(path: Path, *, own: bool = True) -> Iterator[Rule]:
    """The rules of a table, in order."""
    text = written(path)
    place = Place(named(path), lambda: 1)
    table = parsed(text, place.file)
    if unknown := set(table) - set(PARTS):
        name = sorted(unknown)[0]
        raise Place(place.file, partial(line_of, text, rf"^{BLANKS}\[{{0,2}}{BLANKS}[\"']?{re.escape(name)}\b")).wrong(
            f"unknown key {name!r}; a table has [[rule]], [classes] and [defaults]"
        )
    known = {**classes(), **_classes(table, place, classes(), text)}
    defaults = _defaults(table, text, place, known, own)
    entries = table.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise place.wrong("rules are written as [[rule]], each with a line of its own")
    if not entries:
        return
    starts = [found.start() for found in _RULE.finditer(text)]
    if len(starts) != len(entries):
        starts = [0] * len(entries)
    for entry, start, end in zip(entries, starts, [*starts[1:], len(text)], strict=True):
        span = start, end if end > start else len(text)
        rule = Entry(entry, text, span, place.file, known, own).rule(defaults)
        if own:
            check(rule)
        yield rule


def _defaults(table: Mapping[str, Any], text: str, place: Place, known: Classes, own: bool) -> Defaults:
    said = table.get("defaults", {})
    if not isinstance(said, dict):
        raise place.wrong("defaults: expected a table: [defaults]")
    found = _DEFAULTS.search(text)
    return Entry(said, text, found.span() if found else (0, len(text)), place.file, known, own).defaults()


def _classes(table: Mapping[str, Any], place: Place, known: Classes, text: str = "") -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    said = table.get("classes", {})
    if not isinstance(said, dict):
        raise place.wrong("classes: expected a table: [classes]")
    for name, words in said.items():
        place = Place(place.file, partial(line_of, text, rf"^[^\S\n]*[\"']?{re.escape(name)}\b"))
        if not re.fullmatch(r"[a-z][a-z-]*", name):
            raise place.wrong(f"classes: {name!r} cannot be the name of a class; write small letters and hyphens")
        if name in known or name in predicates.PREDICATES:
            raise place.wrong(f"classes: there is a class {name!r} already; choose another name")
        if not isinstance(words, str) or not words.split():
            raise place.wrong(f'classes: {name}: expected words, parted by blanks: {name} = "one two"')
        for word in words.split():
            if not TOKEN.fullmatch(word.removesuffix(ANY_FORM)):
                raise place.wrong(f"classes: {name}: {word!r} is not one word; put blanks alone between words")
        found[name] = frozenset(words.replace("’", "'").split())
    return found


def unlike(rules: Iterable[Rule], known: Mapping[str, Rule] | None = None) -> dict[str, Rule]:
    """The rules by id, added to the known ones. Raises an error if two rules have the same id."""
    found: dict[str, Rule] = dict(known or {})
    for one in rules:
        if one.id in found:
            before = found[one.id].place
            raise one.place.wrong(
                f"there is a rule {one.id!r} already, in {before.file}:{before.line}; rename this one"
            )
        found[one.id] = one
    return found
