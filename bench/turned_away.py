"""What the guards would turn away, each by itself: with all of them off, a corrector shows what they keep from users,
and every guard is asked about each of these edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from gec import corrector as correctors
from gec.corrector import Corrector
from gec.edits import confidence, guesses, plausible, protect
from gec.edits.change import WORD, Change
from gec.edits.edit import Edit
from gec.edits.enough import Enough
from gec.language.sound import misses_sound
from gec.text.quotes import foreign_quotations

ROOM = "gec."
ALWAYS = ("edits.protect", "text.quotes")  # what rules are held to as well
Asked = Callable[[str, Edit, list[str], list[str]], bool]


@dataclass(frozen=True, slots=True)
class Shown:
    """An edit that would be shown if there were no guards, and the names of the guards against it."""

    edit: Edit
    guards: frozenset[str]


def _name(guard: Callable[[Change], bool]) -> str:
    return f"{guard.__module__.removeprefix(ROOM)}.{guard.__name__.strip('_')}"


def _beside(text: str, edit: Edit, gone: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """The words of the place as it was and as it would be, with one on either side."""
    before = WORD.findall(text[max(0, edit.start - 40) : edit.start].lower())[-1:]
    after = plausible._next(text[edit.end :])
    return [*before, *gone, *after], [*before, *new, *after]


def _doubled(text: str, edit: Edit, gone: list[str], new: list[str]) -> bool:
    was, said = _beside(text, edit, gone, new)
    return bool(new) and plausible._doubled(said) > plausible._doubled(was)


def _takes_next(text: str, edit: Edit, gone: list[str], new: list[str]) -> bool:
    after = plausible._next(text[edit.end :])
    return bool(gone and new and after) and new[-1] == gone[-1] + after[0]


def _as_good(text: str, edit: Edit, gone: list[str], new: list[str]) -> str:
    if not new or not plausible._as_good(text, edit, gone, new):
        return ""
    return "equals" if frozenset((*gone, *new)) in plausible.EQUALS else "dialect"


PLAIN: dict[str, Asked] = {
    "edits.plausible.removed": lambda text, edit, gone, new: len(gone) - len(new) > plausible.REMOVED,
    "edits.plausible.piles": lambda text, edit, gone, new: plausible._piles(text, edit),
    "edits.plausible.made_up": lambda text, edit, gone, new: any(
        map(plausible._made_up, plausible._new_words(text, edit))
    ),
    "edits.plausible.doubled": _doubled,
    "edits.plausible.takes_next": _takes_next,
    "language.sound.misses_sound": lambda text, edit, gone, new: bool(new) and misses_sound(gone, new, text[edit.end:]),
    **{f"edits.plausible.as_good:{one}": (lambda *asked, one=one: _as_good(*asked) == one)
       for one in ("dialect", "equals")},
    "edits.protect.part": lambda text, edit, gone, new: protect._parts_character(text, edit),
    "edits.protect.program": lambda text, edit, gone, new: protect._program(text),
    "edits.protect.recases_part": lambda text, edit, gone, new: protect._recases_part(text, edit),
    "edits.protect.cited": lambda text, edit, gone, new: protect._cited(text, edit),
    "edits.protect.filled_in": lambda text, edit, gone, new: protect._filled_in(text, edit),
    "text.quotes.foreign": lambda text, edit, gone, new: any(
        low < edit.end and edit.start < high for low, high in foreign_quotations(text)
    ),
}  # fmt: skip


def against(text: str, edit: Edit, by_rule: bool) -> frozenset[str]:
    """The names of the guards that turn an edit away; few are asked about what a rule alone says."""
    gone = WORD.findall(text[edit.start : edit.end].lower())
    new = WORD.findall(edit.replacement.lower())
    change = Change(text, edit, gone, new)
    found = {name for name, guard in PLAIN.items() if guard(text, edit, gone, new)}
    found |= {_name(guard) for guard in guesses.GUARDS if guard(change)}
    if by_rule:
        found = {name for name in found if name.startswith(ALWAYS)}
    if not protect.spares(text, edit) and not any("protect" in name for name in found):
        found.add("edits.protect.copied_or_named")
    return frozenset(found)


def _fine(text: str, edit: Edit) -> bool:
    return True


@contextmanager
def none() -> Iterator[None]:
    """Without guards of sentences."""
    before = confidence.plausible, confidence.spares, correctors.plausible, correctors.foreign_quotations
    confidence.plausible = confidence.spares = correctors.plausible = _fine
    correctors.foreign_quotations = lambda text: ()
    try:
        yield
    finally:
        confidence.plausible, confidence.spares, correctors.plausible, correctors.foreign_quotations = before


def shown(corrector: Corrector, texts: Sequence[str], enough: Enough) -> Iterator[list[Shown]]:
    """For each text what would be shown at these confidences if there were no guards."""
    with none():
        found = [*corrector.judge(corrector.prepare(texts))]
    for text, judged in zip(texts, found, strict=True):
        rules = {(one.edit.start, one.edit.end) for one in judged if [*one.signs] == ["fault odds"]}
        edits = enough.of([one.edit for one in judged], len(text))
        yield [Shown(edit, against(text, edit, (edit.start, edit.end) in rules)) for edit in edits]
