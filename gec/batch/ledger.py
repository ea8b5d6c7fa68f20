"""The ledger knows which shards are done. A shard is done if its mark exists. The mark is written last, after the
output, which appears completely or not at all. So after a kill every shard is either done or not done, and doing one
again gives the same bytes.

    OUT/part-0000000.jsonl              corrected rows
    OUT/_quarantine/part-0000000.jsonl  rows that could not be corrected, and why
    OUT/_gec/run.json                   what the output depends on; written once the plan is complete
    OUT/_gec/plan.jsonl                 the shards
    OUT/_gec/done/0000000.json          the marks

A run can only be continued with the same program, model, settings and inputs; an error names what differs. `local.py`
and `ray.py` decide which worker does which shard.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from shlex import quote
from typing import Any

from gec.batch import places
from gec.batch.places import Folder
from gec.batch.plan import BatchPlan, Shard
from gec.batch.read import Input
from gec.batch.summary import BatchCounts
from gec.errors import BatchError

VERSION = 2
RUN, PLAN, DONE, QUARANTINE = "_gec/run.json", "_gec/plan.jsonl", "_gec/done", "_quarantine"
FOLDERS = ("_gec", DONE, QUARANTINE)  # the folders that a run creates in its output folder
OWN = re.compile(r"(?:_gec|_quarantine)(?:/.*)?|\.lock|part-\d+\.[^/]+", re.DOTALL)  # files that belong to a run

OPTIONS = {  # how the user sets a setting, where the option has another name
    "preset": "preset",
    "rows.keep": "--keep-fields",
    "rows.unit": "--document",
    "rows.quotes": "quotes around cells",
    "output.compression": "--compress",
    "shard.rows": "--shard-rows",
    "shard.size": "the size of shards",
}
AUTO = "auto on "  # prefix of an engine's name, before the kind of device that decided it


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything that the output depends on."""

    gec: str
    model: str
    settings: Mapping[str, Any]
    inputs: Sequence[Mapping[str, Any]]  # name, size, modification time, and the hash of a local file

    def key(self) -> str:
        said = [self.gec, self.model, self.settings, [[one["name"], one["size"]] for one in self.inputs]]
        return hashlib.blake2b(json.dumps(said, sort_keys=True).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class ShardDone:
    """Records that a shard is done, the sizes of its files, and its counts."""

    shard: int
    size: int
    quarantine: int
    digest: str  # of the output and the quarantine together
    tally: BatchCounts

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ShardDone:
        sizes = data["shard"], data["size"], data["quarantine"], data["digest"]
        return cls(*sizes, BatchCounts.from_json(data["tally"]))


@dataclass(frozen=True, slots=True)
class BatchRun:
    """A folder with a plan in it. A worker gets a run without shards: it is told the ones it has to do."""

    folder: Folder
    key: str
    suffix: str
    shards: list[Shard]
    terms: Terms
    fields: Mapping[str, int] = field(default_factory=dict)  # columns of a table, each with the first input that has it

    def bare(self) -> BatchRun:
        """The run without its plan, for a worker."""
        return replace(self, shards=[])

    def part(self, shard: int) -> str:
        return f"part-{shard:07d}.{self.suffix}"

    def quarantine(self, shard: int) -> str:
        return f"{QUARANTINE}/part-{shard:07d}.jsonl"

    def mark(self, shard: int) -> str:
        return f"{DONE}/{shard:07d}.json"

    def commit(self, shard: int, output: bytes, quarantine: bytes, tally: BatchCounts) -> ShardDone:
        """Write a shard's files, then its mark."""
        mark = ShardDone(shard, len(output), len(quarantine), _digest(output, quarantine), tally)
        if quarantine or self.folder.read(self.quarantine(shard)):  # also if an attempt that was killed has left a file
            self.folder.write(self.quarantine(shard), quarantine)
        self.folder.write(self.part(shard), output)
        data = {
            "key": self.key,
            "shard": shard,
            "size": mark.size,
            "quarantine": mark.quarantine,
            "digest": mark.digest,
            "tally": tally.to_json(),
        }
        self.folder.write(self.mark(shard), json.dumps(data).encode())
        return mark

    def marks(self, damaged: list[str] | None = None) -> Iterator[ShardDone]:
        """The marks of shards that are done, in order. They belong to this run, and the files still have the sizes they
        name. Files that do not are added to `damaged`."""
        parts, kept = self.folder.sizes(), self.folder.sizes(QUARANTINE)
        for name in sorted(self.folder.sizes(DONE)):
            mark = self._mark(f"{DONE}/{name}")
            if mark is None:
                continue
            whole = parts.get(self.part(mark.shard)) == mark.size
            if whole and kept.get(f"part-{mark.shard:07d}.jsonl", 0) == mark.quarantine:
                yield mark
            elif damaged is not None:
                damaged.append(self.quarantine(mark.shard) if whole else self.part(mark.shard))

    def _mark(self, name: str) -> ShardDone | None:
        content = self.folder.read(name)
        try:
            data = json.loads(content or b"null")
            if not data or data["key"] != self.key:
                return None
            mark = ShardDone.from_json(data)
            BatchCounts().add(mark.tally)  # raises an error if these are no counts
            return mark if name == self.mark(mark.shard) else None  # which may be a copy of another
        except (ValueError, KeyError, TypeError, AttributeError):  # not written by gec
            return None

    def intact(self, mark: ShardDone) -> bool:
        """Whether a shard's output and quarantine are byte for byte what was written."""
        there = (self.folder.read(name) or b"" for name in (self.part(mark.shard), self.quarantine(mark.shard)))
        return _digest(*there) == mark.digest


def _digest(output: bytes, quarantine: bytes) -> str:
    return hashlib.sha256(output + quarantine).hexdigest()


def begin(folder: Folder, terms: Terms, suffix: str, plan: Callable[[], BatchPlan], *, resume: bool = True) -> BatchRun:
    """Continue the run in the folder if it has the same terms, or start a new one. A run without any results is
    replaced: it may have been started with a wrong option."""
    refuse_other_files(folder)
    there = _read(folder)
    if there is None:
        return _new(folder, terms, suffix, plan())
    if not resume:
        raise BatchError(
            f"{folder.name}: contains a run already; give another folder, or leave out --no-resume to continue it"
        )
    differing = list(_differences(there.terms, terms))
    if not differing:
        return there
    if any(name.startswith("part-") for below in ("", QUARANTINE) for name in folder.sizes(below)):
        raise BatchError(
            f"{folder.name}: holds a run with {'; '.join(differing[:4])}; use the same again, or another folder"
        )
    folder.write(RUN, b"")  # so that a kill at this point does not leave the old terms with the new plan
    return _new(folder, terms, suffix, plan())


def _new(folder: Folder, terms: Terms, suffix: str, plan: BatchPlan) -> BatchRun:
    terms = replace(terms, inputs=[{**one, "hash": _hashed_if_local(one["name"])} for one in terms.inputs])
    for one in terms.inputs:
        _refuse_changed(one)
    lines = "".join(f"{shard.to_json()}\n" for shard in plan.shards).encode()
    run = BatchRun(folder, terms.key(), suffix, plan.shards, terms, plan.fields)
    folder.write(PLAN, lines)
    folder.write(RUN, json.dumps(_as_json(run, lines), indent=1).encode())
    return run


def owns(folder: str, path: str) -> bool:
    """Whether a file is one that a run keeps in its folder, or may write there."""
    if places.is_remote(folder):
        return False
    return OWN.fullmatch(os.path.relpath(places.real_path(path), places.real_path(folder))) is not None


def refuse_other_files(folder: Folder) -> None:
    """Refuse a folder that holds other files and no run."""
    others = [] if folder.read(RUN) else [name for name in folder.sizes() if not name.startswith("_")]
    if others:
        raise BatchError(f"{folder.name}: holds {others[0]} but no run of gec; give a new or an empty folder")


def load(folder: Folder) -> BatchRun:
    """The run in a folder."""
    found = _read(folder)
    if found is None:
        raise BatchError(
            f"{folder.name}: no run of gec batch in it, or one that was stopped before its plan was complete"
        )
    return found


def _read(folder: Folder) -> BatchRun | None:
    content = folder.read(RUN)
    if not content:
        return None
    try:
        data = json.loads(content)
        if data["version"] != VERSION:
            raise BatchError(f"{folder.name}: a run of another version of gec ({data['gec']}); finish it with that")
        terms = Terms(data["gec"], data["model"], data["settings"], data["inputs"])
        plan = folder.read(PLAN) or b""
        if _hashed_plan(plan) != data["plan"]:
            raise BatchError(f"{folder.name}/{PLAN}: changed since gec wrote it; restore it or use another folder")
        shards = [Shard.from_json(line) for line in plan.splitlines()]
        return BatchRun(folder, terms.key(), data["suffix"], shards, terms, data["fields"])
    except (ValueError, KeyError, TypeError) as trouble:
        raise BatchError(f"{folder.name}/{RUN}: changed since gec wrote it ({trouble!r}); use another folder") from None


def _hashed_plan(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _refuse_changed(one: Mapping[str, Any]) -> None:
    """Refuse an input that changed while it was read: the plan and the hash must belong to the same content."""
    state = places.state(one["name"])
    if (state.size, state.changed) != (one["size"], one["changed"]):
        raise BatchError(
            f"{one['name']}: has changed while it was read; run the same command again when it is complete"
        )


def _as_json(run: BatchRun, plan: bytes) -> dict[str, Any]:
    return {
        "version": VERSION,
        "gec": run.terms.gec,
        "model": run.terms.model,
        "settings": run.terms.settings,
        "suffix": run.suffix,
        "fields": run.fields,
        "plan": _hashed_plan(plan),
        "inputs": run.terms.inputs,
    }


def _differences(then: Terms, now: Terms) -> Iterator[str]:
    """What differs between the terms at the start of the run and now, in words."""
    if then.model != now.model:
        yield f"the model {then.model}, not {now.model}"
    if then.gec != now.gec:
        yield f"gec {then.gec}, not {now.gec}"
    for name in sorted(then.settings.keys() | now.settings.keys()):
        old, new = then.settings.get(name), now.settings.get(name)
        if old != new:
            yield f"{_option(name)} {_in_words(old)}, not {_in_words(new)}"
    before, here = {one["name"]: one for one in then.inputs}, {one["name"]: one for one in now.inputs}
    for name in sorted(before.keys() ^ here.keys()):
        yield f"the input {name}" if name in before else f"no input {name}"
    if [one["name"] for one in then.inputs] != [one["name"] for one in now.inputs] and before.keys() == here.keys():
        yield "the same inputs in another order"
    for name in sorted(before.keys() & here.keys()):
        if not _same(name, before[name], here[name]):
            yield f"the input {name} as it was before it changed"


def _same(name: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether an input is unchanged. If only its modification time differs, its hash decides."""
    if then["size"] != now["size"]:
        return False
    return bool(then["changed"] == now["changed"] or (then["hash"] and then["hash"] == _hashed(name)))


def _option(name: str) -> str:
    """The name of the option that sets a setting."""
    return OPTIONS.get(name) or f"--{name.rpartition('.')[2].replace('_', '-')}"


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    said = ",".join(map(str, value)) if isinstance(value, list) else value
    if str(said).startswith(AUTO):
        return f"auto (--devices {str(said).removeprefix(AUTO)})"
    return "unset" if said in (None, "") else quote(str(said))


def described(inputs: Sequence[Input]) -> list[dict[str, Any]]:
    """The name, size and modification time of each input."""
    states = [places.state(one.name) for one in inputs]
    return [
        {"name": one.name, "size": state.size, "changed": state.changed}
        for one, state in zip(inputs, states, strict=True)
    ]


def _hashed_if_local(name: str) -> str:
    """Objects in a store are not hashed: their modification times are reliable, and reading them costs money."""
    return "" if places.is_remote(name) else _hashed(name)


def _hashed(name: str) -> str:
    with places.raw(name) as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]  # type: ignore[arg-type]
