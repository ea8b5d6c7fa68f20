"""Tables of rules: TOML files, read strictly. Whatever is wrong in one is an error of one line, with the file and the
line it stands in, and what to do about it. Nothing of a table is ever run as a program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from gec.edits.message import NAMES
from gec.rules import predicates
from gec.rules.fault import LIKELY, SURE, TASTE
from gec.rules.files import Place, first_line, line_of, parsed, quoted, shown, written
from gec.rules.pattern import Classes, Pattern, PatternError, anchored, compiled
from gec.rules.template import Template, template

HERE = Path(__file__).parent
ODDS: Mapping[str, float] = {"sure": SURE, "likely": LIKELY, "taste": TASTE}
KEYS = (
    "id",
    "find",
    "becomes",
    "rows",
    "unless",
    "when",
    "why",
    "type",
    "odds",
    "small",
    "examples",
    "counted",
    "code",
)
CHANGED = "<...>"  # in a condition, what changes
ID = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*")
WORD = re.compile(r"[^\W_]+(?:['’.+#&-]+[^\W_]*)*", re.UNICODE)
MOST_ROWS = 20_000
ROW = "{row}"  # in find, where each row stands

_RULE = re.compile(r"^[^\S\n]*\[\[[^\S\n]*rule[^\S\n]*\]\]", re.MULTILINE)
_EXAMPLE = re.compile(r"( ?)\[([^\[\]|]*)\|([^\[\]|]*)\]( ?)")
_COMMENT = re.compile(r"(?:^|\s)# .*")


class Condition:
    """What stands before what changes and behind it, or where neither is asked for, anywhere in the sentence. It is
    compiled when it is first asked for, as most are in no run."""

    def __init__(self, said: str, classes: Classes, place: Place) -> None:
        self.said, self._classes, self.place = said, classes, place

    @cached_property
    def sides(self) -> tuple[Pattern | None, Pattern | None, Pattern | None]:
        """Before, after, anywhere."""
        before, changed, after = self.said.partition(CHANGED)
        if not (before.strip() or after.strip()):
            raise self.place.wrong(f"{quoted(self.said)}: says nothing; name words beside what changes")
        sides = (before, after, "") if changed else ("", "", self.said)
        one, two, three = (self._side(side) for side in sides)
        return one, two, three

    def _side(self, said: str) -> Pattern | None:
        try:
            return compiled(said, self._classes, change=False) if said.strip() else None
        except PatternError as trouble:
            raise self.place.wrong(f"{quoted(self.said)}: {trouble}") from None


class Row:
    """One pattern of a rule, and what its changed part becomes. It is compiled when a sentence has its anchor."""

    def __init__(self, said: str, becomes: str, classes: Classes, place: Place) -> None:
        self.said, self.becomes, self._classes, self.place = said, becomes, classes, place

    @cached_property
    def find(self) -> Pattern:
        try:
            return compiled(self.said, self._classes, anchor=anchored(self.said))
        except PatternError as trouble:
            raise self.place.wrong(f"{quoted(self.said)}: {trouble}") from None

    @cached_property
    def template(self) -> Template:
        try:
            return template(self.becomes, self.find)
        except PatternError as trouble:
            raise self.place.wrong(f"{quoted(self.said)}: {trouble}") from None

    @property
    def anchor(self) -> frozenset[str]:
        """Words of which every match has one."""
        word = anchored(self.said)
        return frozenset({word}) if word else self.find.anchor


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with a fault, and without; the same twice where there is none."""

    wrong: str
    right: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. It has rows, or else the name of a function that finds what it is about."""

    id: str
    why: str
    odds: float
    place: Place
    rows: tuple[Row, ...] = ()
    unless: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()  # of which one must hold
    small: bool = False  # what changes is written small, but for a clause's first word
    type: str = ""
    examples: tuple[Example, ...] = ()
    counted: str = ""
    code: str = ""
    own: bool = False  # a user's


@cache
def classes() -> Classes:
    """The word lists that every table may use."""
    return _classes(
        parsed(written(HERE / "classes.toml"), HERE / "classes.toml"), Place(str(HERE / "classes.toml"), first_line), {}
    )


def shipped() -> tuple[Path, ...]:
    return tuple(sorted((HERE / "tables").glob("*.toml")))


def rules_of(path: Path, *, own: bool = True) -> Iterator[Rule]:
    """The rules of a table, in order."""
    text = written(path)
    table = parsed(text, path)
    place = Place(shown(path), first_line)
    if unknown := set(table) - {"rule", "classes"}:
        name = sorted(unknown)[0]
        raise Place(place.file, partial(line_of, text, rf"^\W*{re.escape(name)}\b")).wrong(
            f"unknown key {name!r}; a table has [[rule]] and [classes]"
        )
    known = {**classes(), **_classes(table, place, classes(), text)}
    entries = table.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise place.wrong("rules are written as [[rule]], each with a line of its own")
    if not entries:
        return
    starts = [found.start() for found in _RULE.finditer(text)]
    if len(starts) != len(entries):
        starts = [0] * len(entries)
    for entry, start, end in zip(entries, starts, [*starts[1:], len(text)], strict=True):
        rule = _Entry(entry, text, start, end if end > start else len(text), place.file, known, own).rule()
        if own:
            check(rule)
        yield rule


def check(rule: Rule) -> None:
    """Raises where a pattern of a rule cannot be compiled."""
    for row in rule.rows:
        _ = row.find, row.template
    for condition in (*rule.unless, *rule.when):
        _ = condition.sides


class _Entry:
    """One [[rule]] of a table, with where its keys stand."""

    def __init__(
        self, entry: Mapping[str, Any], text: str, start: int, end: int, file: str, known: Classes, own: bool
    ) -> None:
        self.entry, self.file, self.classes, self.own = entry, file, known, own
        self.text, self.start, self.end = text, start, end

    def place(self, sought: str = "", key: str = "") -> Place:
        """Where a key stands, or what is sought of its value; or else the rule."""
        return Place(self.file, partial(self._line, sought, key))

    def _line(self, sought: str, key: str) -> int:
        begin = self.start
        if key and (found := re.compile(rf"^\s*{key}\b", re.MULTILINE).search(self.text, begin, self.end)):
            begin = found.end()
        if sought and (at := self.text.find(sought, begin, self.end)) >= 0:
            begin = at
        return self.text.count("\n", 0, begin) + 1

    def rule(self) -> Rule:
        entry = self.entry
        for key in entry:
            if key not in KEYS or (key == "code" and self.own):
                near = get_close_matches(key, KEYS, 1)
                hint = f"do you mean {near[0]}?" if near else f"known keys are {', '.join(KEYS[:-1])}"
                raise self.place(key=re.escape(key)).wrong(f"unknown key {key!r}; {hint}")
        name = self._text("id", must=True)
        if not ID.fullmatch(name):
            raise self.place(key="id").wrong(f"{name!r} is no id; write small letters, as in topic.name-of-rule")
        if name.upper() in {part for kind in NAMES for part in (kind, kind.partition(":")[0])}:
            raise self.place(key="id").wrong(f"{name!r} is the name of a type of edit; choose another id")
        code = self._text("code")
        rows = () if code else tuple(self._rows())
        small = entry.get("small", False)
        if not isinstance(small, bool):
            raise self.place(key="small").wrong("small: expected true or false")
        return Rule(
            id=name,
            why=self._text("why", must=True),
            odds=self._odds(),
            place=self.place(),
            rows=rows,
            unless=tuple(self._conditions("unless")),
            when=tuple(self._conditions("when")),
            small=small,
            type=self._type(),
            examples=tuple(self._examples()),
            counted=self._text("counted"),
            code=code,
            own=self.own,
        )

    def _text(self, key: str, *, must: bool = False) -> str:
        value = self.entry.get(key, "")
        if not isinstance(value, str):
            raise self.place(key=key).wrong(f"{key}: expected a string")
        if must and not value.strip():
            what = "a message that says what is wrong, and why" if key == "why" else f"an {key}"
            raise self.place(key=key).wrong(f"a rule needs {what}: {key} = ...")
        return value

    def _odds(self) -> float:
        value = self.entry.get("odds", "sure")
        if isinstance(value, int | float) and not isinstance(value, bool) and -10 <= value <= 10:
            return float(value)
        if not isinstance(value, str) or value not in ODDS:
            raise self.place(key="odds").wrong(f"odds: expected one of {', '.join(ODDS)}, or a number from -10 to 10")
        return ODDS[value]

    def _type(self) -> str:
        said = self._text("type")
        if said and (said[:2] not in ("M:", "R:", "U:") or said[2:] not in NAMES):
            raise self.place(key="type").wrong(
                f"type: {said!r} is no type of edit; they are R:, M: or U: with {' '.join(NAMES)}"
            )
        return said

    def _rows(self) -> Iterator[Row]:
        find, rows = self._text("find"), self._text("rows")
        if find and "rows" not in self.entry:
            becomes = self.entry.get("becomes")
            if not isinstance(becomes, str):
                raise self.place().wrong('a rule with find needs becomes = "..."; an empty one takes the words away')
            yield Row(find, becomes, self.classes, self.place(key="find"))
            return
        if not find and "rows" not in self.entry:
            raise self.place().wrong("a rule needs either find and becomes, or rows: wrong -> right, one a line")
        if "becomes" in self.entry:
            raise self.place(key="becomes").wrong("with rows, no becomes: write wrong -> right in each row")
        if find and ROW not in find:
            raise self.place(key="find").wrong(f"with rows, find says where they stand: write {ROW} in it")
        lines = rows.split("\n")
        if not rows.strip() or len(lines) > MOST_ROWS:
            raise self.place(key="rows").wrong(f"rows: expected one to {MOST_ROWS} lines such as wrong -> right")
        for number, line in enumerate(lines):
            said = _COMMENT.sub("", line).strip() if "#" in line else line.strip()
            if not said:
                continue
            wrong, arrow, right = said.partition("->")
            place = Place(self.file, partial(self._line_of_row, number))
            if not arrow or not wrong.strip():
                raise place.wrong(f"{quoted(said)} is no row; write wrong -> right")
            yield Row(find.replace(ROW, wrong.strip()) if find else wrong.strip(), right.strip(), self.classes, place)

    def _line_of_row(self, number: int) -> int:
        """A newline right behind three quotes is none of the string's."""
        line = self._line("", "rows")
        return line + self.text.split("\n", line)[line - 1].rstrip().endswith(('"""', "'''")) + number

    def _conditions(self, key: str) -> Iterator[Condition]:
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.place(key=key).wrong(f'{key}: expected a list of patterns: {key} = ["from {CHANGED}"]')
        for one in value:
            yield Condition(one, self.classes, self.place(one.split('"')[0], key))

    def _examples(self) -> Iterator[Example]:
        value = self.entry.get("examples", [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.place(key="examples").wrong('examples: expected a list of sentences: ["I [go|went] home."]')
        for one in value:
            place = self.place(one.split('"')[0].split("\\")[0], "examples")
            if not one.strip():
                raise place.wrong("an example is empty")
            wrong, right = (_EXAMPLE.sub(partial(_one_of, side), one) for side in (2, 3))
            if "[" in wrong or "|" in wrong:
                raise place.wrong(f"{one!r}: write what is wrong and what is right as [wrong|right]")
            yield Example(wrong, right, place)


def _one_of(side: int, found: re.Match[str]) -> str:
    """One side of [wrong|right], with the blanks around it; of those, one is left out where the side is empty."""
    before, said, behind = found[1], found[side], found[4]
    if said:
        return f"{before}{said}{behind}"
    if found.start() == 0 or found.string[found.end() : found.end() + 1] in ("", *".,;:!?…)"):
        return ""
    return before or behind


def _classes(table: Mapping[str, Any], place: Place, known: Classes, text: str = "") -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    said = table.get("classes", {})
    if not isinstance(said, dict):
        raise place.wrong("classes: expected a table: [classes]")
    for name, words in said.items():
        place = Place(place.file, partial(line_of, text, rf"^[^\S\n]*[\"']?{re.escape(name)}\b"))
        if not re.fullmatch(r"[a-z][a-z-]*", name):
            raise place.wrong(f"classes: {name!r} is no name of a class; write small letters and hyphens")
        if name in known or name in predicates.PREDICATES:
            raise place.wrong(f"classes: there is a class {name!r} already; choose another name")
        if not isinstance(words, str) or not words.split():
            raise place.wrong(f'classes: {name}: expected words, parted by blanks: {name} = "one two"')
        found[name] = frozenset(words.replace("’", "'").split())
    return found


def unlike(rules: Iterable[Rule], known: Mapping[str, Rule] | None = None) -> dict[str, Rule]:
    """The rules by their ids, of which no two may be alike."""
    found: dict[str, Rule] = dict(known or {})
    for one in rules:
        if one.id in found:
            before = found[one.id].place
            raise one.place.wrong(f"there is a rule {one.id!r} already, in {before.file}:{before.line}; rename one")
        found[one.id] = one
    return found


Function = Callable[[str], Iterator[Any]]
Rules = Sequence[Rule]
