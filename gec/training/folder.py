"""The folder of a run. A run first writes a mark there, by which it is recognised after a kill. gec never deletes or
overwrites other files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gec import __version__, atomic
from gec.errors import GecError
from gec.training.state import checkpoints

MARK = "gec-train.json"
OWN = re.compile(  # names of files that a run writes
    r"step-.*|before-last|reverse|drawn|unfinished|(?:tokenizer|start|float|int8|best|model)(?:\.new|\.old)?|recipe\.toml|log\.jsonl|inserts\.json|"
    rf"pairs\.jsonl|held-out\.jsonl|unchanged\.txt|curves\.svg|{re.escape(MARK)}"
)


def refuse_another(out: Path, *, resume: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse a folder that has a run in it (unless it is resumed) or other files, and inputs that would be
    overwritten."""
    if checkpoints(out) and not resume:
        raise GecError(f"{out}: contains a run already; continue it with --resume {out}, or give another --out")
    if others := _others(out):
        raise GecError(f"{out}: holds {others[0]} but no run of gec train; give a new or an empty folder")
    for one in inputs:
        if _owns(out.resolve(), one.resolve()):
            raise GecError(f"{one}: is an input and would be overwritten; move it out of {out}, or give another --out")


def begun_from(out: Path, base: str | None) -> str | None:
    """The model that a run goes on from: the one of `--from`, now or when the run was begun."""
    mark = _mark(out)
    begun = mark.get("from")
    if base is not None and mark and begun != base:
        said = f"--from {begun}" if begun else "from nothing but its recipe"
        raise GecError(f"{out}: was begun {said}; continue with that, or give another --out")
    return begun or base


def _mark(out: Path) -> dict[str, Any]:
    """The options with which a run was begun; empty if there is no run."""
    try:
        mark = json.loads((out / MARK).read_bytes())
    except (OSError, ValueError):
        return {}
    return mark if isinstance(mark, dict) else {}


def refuse_another_prefix(out: Path, prefix: str | None) -> None:
    """Refuse another prefix than that with which the run was begun."""
    mark = _mark(out)
    if mark.get("prefix", prefix) != prefix:
        begun = "without --prefix" if mark["prefix"] is None else f"with --prefix {mark['prefix']!r}"
        raise GecError(f"{out}: was begun {begun}; continue with that, or give another --out")


def refuse_another_base(out: Path, base: str) -> None:
    """Refuse another model than that with which the run was begun."""
    begun = _mark(out).get("from") or base
    if begun != base:
        raise GecError(f"{out}: was begun --from {begun}; continue with that, or give another --out")


def _others(out: Path) -> list[str]:
    """The files in a folder without a run, except for hidden ones."""
    if checkpoints(out) or (out / MARK).exists():
        return []
    try:
        return sorted(one.name for one in out.iterdir() if not one.name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as trouble:
        raise GecError(f"{out}: cannot be read: {trouble.strerror}; give a new or an empty folder") from None


def _owns(out: Path, path: Path) -> bool:
    """Whether a path is one that a run in this folder may write."""
    if not path.is_relative_to(out):
        return False
    inside = path.relative_to(out).parts[:1]
    return not inside or OWN.fullmatch(inside[0]) is not None


def begin(out: Path, recipe: Path | None = None, prefix: str | None = None, base: str | None = None) -> None:
    """Make the folder a run's: write the mark, with prefix and base, and the recipe, and repair the log of a run that
    was killed."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not (out / MARK).exists():
            atomic.write(out / MARK, json.dumps({"gec": __version__, "prefix": prefix, "from": base}).encode())
        if recipe is not None:
            atomic.write(out / "recipe.toml", recipe.read_bytes())
        _drop_cut_line(out / "log.jsonl")
    except OSError as trouble:
        raise GecError(f"{out}: cannot be written: {trouble.strerror}") from None


def _drop_cut_line(log: Path) -> None:
    """Remove the last line of a log if it is incomplete, after a kill or on a full disk."""
    lines = log.read_bytes() if log.exists() else b""
    if lines and not lines.endswith(b"\n"):
        atomic.write(log, lines[: lines.rfind(b"\n") + 1])


def drop_later(log: Path, step: int) -> None:
    """Remove the lines of later steps, which will be taken again."""
    lines = log.read_bytes().splitlines(keepends=True) if log.exists() else []
    atomic.write(log, b"".join(line for line in lines if json.loads(line).get("step", 0) <= step))
