"""Which room knows of which: arrows point down, and what is heavy is imported where it is needed alone.

Read from the sources, so that what is imported late, or for types only, counts as well.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import gec

TOP = Path(gec.__file__).parent

# From the bottom to the top: each imports only from what stands before it.
_ROOMS = """
    errors above fields globs processes whole
    language model engine decoding edits rules text guards spelling
    correction corrector rewriter loading __init__
    dictionary settings entries cache
    scoring batch training serve
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


def imported(path: Path) -> Iterator[str]:
    """The names of modules, and of what is taken from them; those of our own are told in full."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def ours(name: str) -> str | None:
    """The room that a name is in; names of `gec` itself are those of its face."""
    parts = name.split(".")
    if parts[0] != "gec":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "__init__"


SOURCES = sorted(TOP.rglob("*.py"))


def test_every_room_has_its_place() -> None:
    assert {room(path) for path in SOURCES} == set(ROOMS)


@pytest.mark.parametrize("name", ROOMS)
def test_arrows_point_down(name: str) -> None:
    below = set(ROOMS[: ROOMS.index(name) + 1])
    sources = [path for path in SOURCES if room(path) == name]
    up = [f"{path}: {one}" for path in sources for one in imported(path) if (ours(one) or name) not in below]
    assert not up


def test_what_is_imported_is_asked_for() -> None:
    project = tomllib.loads((TOP.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    named = {re.split(r"[^\w-]", one)[0].replace("-", "_").lower() for one in wanted}
    used = {one.split(".")[0] for path in SOURCES for one in imported(path)} - sys.stdlib_module_names
    assert used - named == {"_typeshed"}  # of type checkers


@pytest.mark.parametrize("package", HEAVY)
def test_what_is_heavy_is_imported_in_its_own_room(package: str) -> None:
    users = {room(path) for path in SOURCES if any(one.split(".")[0] == package for one in imported(path))}
    assert users == HEAVY[package]
