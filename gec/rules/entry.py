"""Reads one [[rule]] of a table strictly, and the [defaults] for all rules of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any

from gec.edits.message import NAMES
from gec.rules.fault import LIKELY, SURE, TASTE
from gec.rules.files import BLANKS, Place, quoted
from gec.rules.pattern import Classes
from gec.rules.rule import CHANGED, Condition, Example, Rule, RuleRow

ODDS: Mapping[str, float] = {"sure": SURE, "likely": LIKELY, "taste": TASTE}
SHARED = ("small", "odds", "type", "unless")  # keys that [defaults] may have
KEYS = ("id", "find", "becomes", "rows", *SHARED, "when", "why", "examples", "counted", "code")
ID = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*")
MOST_ROWS = 20_000
ROW = "{row}"  # in find, replaced by the left side of each row
COMMENT = re.compile(r"(?:^|\s)# .*")

_EXAMPLE = re.compile(r"( ?)\[([^\[\]|]*)\|([^\[\]|]*)\]( ?)")
_APART = re.compile(r"[^\W_](?=\S*[_'])\S*[^\W_]")  # a word with _ for a space or with an apostrophe


@dataclass(frozen=True, slots=True)
class Defaults:
    """Values for the rules of a table that have none of their own."""

    small: bool = False
    odds: float = SURE
    type: str = ""
    unless: tuple[Condition, ...] = ()


class Entry:
    """One [[rule]] of a table, or its [defaults], and the places of its keys in the file."""

    def __init__(
        self, entry: Mapping[str, Any], text: str, span: tuple[int, int], file: str, known: Classes, own: bool
    ) -> None:
        self.entry, self.file, self.classes, self.own = entry, file, known, own
        self.text, (self.start, self.end) = text, span

    def place(self, sought: str = "", key: str = "") -> Place:
        """The place of some words in the value of a key, or else of the key, or else of the rule."""
        return Place(self.file, partial(self._line, sought, key))

    def _line(self, sought: str, key: str) -> int:
        begin = self.start
        if key and (found := re.compile(rf"^{BLANKS}{key}\b", re.MULTILINE).search(self.text, begin, self.end)):
            begin = found.end()
        if sought and (at := self.text.find(sought, begin, self.end)) >= 0:
            begin = at
        return self.text.count("\n", 0, begin) + 1

    def defaults(self) -> Defaults:
        self._only(SHARED)
        return Defaults(*self._shared(Defaults()))

    def rule(self, defaults: Defaults) -> Rule:
        self._only(KEYS[:-1] if self.own else KEYS)
        name = self._text("id", must=True)
        if not ID.fullmatch(name):
            raise self.place(key="id").wrong(f"{name!r} is not an id; write small letters, as in topic.name-of-rule")
        if name.upper() in {part for kind in NAMES for part in (kind, kind.partition(":")[0])}:
            raise self.place(key="id").wrong(f"{name!r} is the name of a type of edit; choose another id")
        code = self._text("code")
        rows = () if code else tuple(self._rows())
        small, odds, kind, unless = self._shared(defaults)
        return Rule(
            id=name,
            why=self._text("why", must=True),
            odds=odds,
            place=self.place(),
            rows=rows,
            unless=(*defaults.unless, *unless),
            when=tuple(self._conditions("when")),
            small=small,
            type=kind,
            examples=tuple(self._examples()),
            counted=self._text("counted"),
            code=code,
            own=self.own,
        )

    def _only(self, keys: tuple[str, ...]) -> None:
        for key in self.entry:
            if key not in keys:
                near = get_close_matches(key, keys, 1)
                hint = f"do you mean {near[0]}?" if near else f"known keys are {', '.join(keys)}"
                raise self.place(key=re.escape(key)).wrong(f"unknown key {key!r}; {hint}")

    def _shared(self, defaults: Defaults) -> tuple[bool, float, str, tuple[Condition, ...]]:
        small = self.entry.get("small", defaults.small)
        if not isinstance(small, bool):
            raise self.place(key="small").wrong("small: expected true or false")
        odds = self._odds() if "odds" in self.entry else defaults.odds
        return small, odds, self._type() or defaults.type, tuple(self._conditions("unless"))

    def _text(self, key: str, *, must: bool = False) -> str:
        value = self.entry.get(key, "")
        if not isinstance(value, str):
            raise self.place(key=key).wrong(f'{key}: expected a string: {key} = "..."')
        if must and not value.strip():
            what = "a message that says what is wrong, and why" if key == "why" else f"an {key}"
            raise self.place(key=key).wrong(f"a rule needs {what}: {key} = ...")
        return value

    def _strings(self, key: str, like: str) -> list[str]:
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.place(key=key).wrong(f"{key}: expected a list of {like}")
        return value

    def _odds(self) -> float:
        value = self.entry["odds"]
        if isinstance(value, int | float) and not isinstance(value, bool) and -10 <= value <= 10:
            return float(value)
        if not isinstance(value, str) or value not in ODDS:
            raise self.place(key="odds").wrong(f"odds: expected one of {', '.join(ODDS)}, or a number from -10 to 10")
        return ODDS[value]

    def _type(self) -> str:
        said = self._text("type")
        if said and (said[:2] not in ("M:", "R:", "U:") or said[2:] not in NAMES):
            raise self.place(key="type").wrong(
                f"type: {said!r} is not a type of edit; the types are R:, M: or U: with {' '.join(NAMES)}"
            )
        return said

    def _rows(self) -> Iterator[RuleRow]:
        find, rows = " ".join(self._text("find").split()), self._text("rows")
        if find and "rows" not in self.entry:
            becomes = self.entry.get("becomes")
            if not isinstance(becomes, str):
                raise self.place().wrong('a rule with find needs becomes = "..."; an empty one takes the words away')
            yield RuleRow(find, becomes, self.classes, self.place(key="find"))
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
        known = dict[str, str]()
        for number, line in enumerate(lines):
            said = COMMENT.sub("", line).strip() if "#" in line else line.strip()
            if not said:
                continue
            place = Place(self.file, partial(self._line_of_row, number))
            for wrong, right in _sides(said, place):
                if known.setdefault(wrong, right) != right:
                    raise place.wrong(f"{quoted(wrong)} becomes {quoted(known[wrong])} in a row above; leave out one")
                yield RuleRow(find.replace(ROW, wrong) if find else wrong, right, self.classes, place)

    def _line_of_row(self, number: int) -> int:
        """The line of a row in the file. TOML ignores a newline directly after three quotes."""
        line = self._line("", "rows")
        return line + self.text.split("\n", line)[line - 1].rstrip().endswith(('"""', "'''")) + number

    def _conditions(self, key: str) -> Iterator[Condition]:
        for one in self._strings(key, f'patterns: {key} = ["from {CHANGED}"]'):
            yield Condition(one, self.classes, self.place(one.split('"')[0], key))

    def _examples(self) -> Iterator[Example]:
        for one in self._strings("examples", 'sentences: ["I [go|went] home."]'):
            place = self.place(one.split('"')[0].split("\\")[0], "examples")
            if not one.strip():
                raise place.wrong("an example is empty")
            wrong, right = (_EXAMPLE.sub(partial(_one_of, side), one) for side in (2, 3))
            if "[" in wrong or "|" in wrong:
                raise place.wrong(f"{one!r}: write what is wrong and what is right as [wrong|right]")
            yield Example(wrong, right, place)


def _sides(said: str, place: Place) -> Iterator[tuple[str, str]]:
    """The left and right side of a row. In a row without an arrow, such as `news_paper self_-esteem don't`, each word
    has two sides: the left one has a space for _, or lacks the apostrophe."""
    wrong, arrow, right = said.partition("->")
    if "->" in right:
        raise place.wrong(f"{quoted(said)} has two arrows; write wrong -> right, one a line")
    if arrow and wrong.strip():
        yield wrong.strip(), right.strip()
    elif not arrow and all(map(_APART.fullmatch, said.split())):
        for word in said.split():
            apart = word.replace("_-", " ").replace("_", " ")
            yield apart if "_" in word else word.replace("'", ""), word.replace("_", "")
    else:
        raise place.wrong(f"{quoted(said)} is not a row; write wrong -> right, or words such as news_paper")


def _one_of(side: int, found: re.Match[str]) -> str:
    """One side of [wrong|right] with the spaces around it. If that side is empty, only one of the spaces is kept."""
    before, said, behind = found[1], found[side], found[4]
    if said:
        return f"{before}{said}{behind}"
    if found.start() == 0 or found.string[found.end() : found.end() + 1] in ("", *".,;:!?…)"):
        return ""
    return before or behind
