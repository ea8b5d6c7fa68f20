"""Golden cases, a file each. `FORMAT/NAME` has a text, its sentences with kept stretches in ⟦brackets⟧, and the text
after three corrections: `teh` is `the`, `alot` is two words, and a repeated word is deleted. To add a case, add a file.
If its last two parts are missing, the failing test shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gec.correction import corrections
from gec.edits.edit import Edit
from gec.text.formats import FORMATS, prose_of
from gec.text.view import View

HERE = Path(__file__).parent
CASES = sorted(path for path in HERE.glob("*/*") if path.is_file() and path.suffix != ".pyc")
READ, CORRECTED = "=====[ read ]=====\n", "=====[ corrected ]=====\n"
RULES = re.compile(r"\b[Tt]eh\b|\b(\w+) \1\b|\balot\b")


def propose(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
    for text in texts:
        yield tuple(Edit(*one.span(), _better(one.group())) for one in RULES.finditer(text))


def _better(words: str) -> str:
    if " " in words:
        return words.partition(" ")[0]
    return {"teh": "the", "Teh": "The", "alot": "a lot"}[words]


def read(text: str, format: str) -> str:
    return "".join(f"{_bracketed(view)}\n" for view in prose_of(text, format).views())


def _bracketed(view: View) -> str:
    pieces, done = [], 0
    for low, high in view.walls:
        if low < high and not view.text[low:high].isspace():
            pieces += [view.text[done:low], "⟦", view.text[low:high], "⟧"]
            done = high
    return "".join([*pieces, view.text[done:]])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_golden(case: Path) -> None:
    text, _, rest = case.read_text(encoding="utf-8").partition(READ)
    wanted = rest.partition(CORRECTED)
    [found] = corrections([prose_of(text, case.parent.name)], propose)
    assert (read(text, case.parent.name), found.text) == (wanted[0], wanted[2])


@pytest.mark.parametrize("newline", ["\r\n", "\r"], ids=["windows", "old-mac"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_other_line_ends_are_read_alike(case: Path, newline: str) -> None:
    text = case.read_text(encoding="utf-8").partition(READ)[0]
    other = text.replace("\n", newline)
    assert read(other, case.parent.name) == read(text, case.parent.name)
    [found], [plain] = (list(corrections([prose_of(one, case.parent.name)], propose)) for one in (other, text))
    assert found.text == plain.text.replace("\n", newline)


def test_every_format_has_a_case() -> None:
    assert {case.parent.name for case in CASES} == set(FORMATS)
