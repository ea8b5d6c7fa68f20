"""Which room imports which: only rooms below it. Heavy packages are imported in one room each. Read from the sources,
so that late imports and imports for types count too.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import gec

TOP = Path(gec.__file__).parent

# From the bottom to the top: each imports only from those before it.
_ROOMS = """
    errors above atomic fields globs lazy processes
    language model engine decoding edits rules text guards spelling
    rewriting before_model pieces proposer correction corrector rewriter loading __init__
    dictionary settings entries seal cache
    scoring batch training benchmarks serve
    cli __main__
"""
ROOMS = _ROOMS.split()

HEAVY = {
    "errant": {"scoring"},
    "huggingface_hub": {"model"},
    "pygls": {"serve"},
    "ray": {"batch"},
    "spacy": {"scoring", "training"},
    "starlette": {"serve"},
    "transformers": {"model"},
    "uvicorn": {"serve"},
}


def room(path: Path) -> str:
    return path.relative_to(TOP).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> tuple[ast.Import | ast.ImportFrom | ast.ClassDef, ...]:
    wanted = ast.Import | ast.ImportFrom | ast.ClassDef
    return tuple(node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, wanted))


def imported(path: Path) -> Iterator[str]:
    """The imported modules and names; our own in full."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def ours(name: str) -> str | None:
    """The room of a name. Names of `gec` itself are public."""
    parts = name.split(".")
    if parts[0] != "gec":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "__init__"


SOURCES = sorted(TOP.rglob("*.py"))


def test_every_room_has_its_place() -> None:
    assert {room(path) for path in SOURCES} == set(ROOMS)


def test_no_two_classes_have_one_name() -> None:
    names = Counter(node.name for path in SOURCES for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert not [name for name, many in names.items() if many > 1]


def test_the_page_has_these_rooms_in_this_order() -> None:
    page = (TOP.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_ ]+)` \|", page.partition("## The guards")[0], re.MULTILINE)
    assert " ".join(rows).split() == [name for name in ROOMS if not name.startswith("__")]


@pytest.mark.parametrize("name", [name for name in ROOMS if name != "__init__"])  # that names what is public anywhere
def test_arrows_point_down(name: str) -> None:
    below = set(ROOMS[: ROOMS.index(name) + 1])
    sources = [path for path in SOURCES if room(path) == name]
    up = [f"{path}: {one}" for path in sources for one in imported(path) if (ours(one) or name) not in below]
    assert not up


def test_what_is_imported_is_asked_for() -> None:
    project = tomllib.loads((TOP.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    named = {re.split(r"[^\w-]", one)[0].replace("-", "_").lower() for one in wanted}
    named |= {"yaml"} & {one.removeprefix("py") for one in named}  # pyyaml
    used = {one.split(".")[0] for path in SOURCES for one in imported(path)} - sys.stdlib_module_names
    assert used - named == {"_typeshed"}  # for type checkers


@pytest.mark.parametrize("package", HEAVY)
def test_what_is_heavy_is_imported_in_its_own_room(package: str) -> None:
    users = {room(path) for path in SOURCES if any(one.split(".")[0] == package for one in imported(path))}
    assert users == HEAVY[package]


def test_no_pattern_repeats_a_group_possessively() -> None:
    """`re` of Python 3.11.0 to 3.11.4 misses what such patterns match; an atomic group (?>...) says the same."""
    wrong = re.compile(r"(?<!\()\)(?:[*+?]|\{+\d*,?\d*\}+)\+")
    lines = ((path, line) for path in SOURCES for line in path.read_text(encoding="utf-8").splitlines())
    assert [f"{path}: {line}" for path, line in lines if wrong.search(line)] == []
