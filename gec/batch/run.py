"""A whole run: it finds the inputs, writes or compares the terms, and gives the unfinished shards to local processes or
to a Ray cluster.

Read it from top to bottom; every step calls another file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from gec import __version__
from gec.batch import ledger, places, read
from gec.batch.ledger import Mark, Run, Terms
from gec.batch.local import Lost, Shift, probed
from gec.batch.places import LocalFolder
from gec.batch.plan import Limits, Shard, planned
from gec.batch.read import Format, Input, Layout
from gec.batch.summary import Tally
from gec.batch.work import Job
from gec.batch.write import Shape
from gec.edits.enough import Enough, Presets
from gec.edits.policy import Policy
from gec.engine.device import refuse_numbered_cpu
from gec.errors import BatchError, OptionError
from gec.processes import cores

ON_ONE_GPU = 4  # processes: what Python does for a sentence takes ten times as long as what a GPU does
TOKENS = "_gec/max_tokens"  # what a probe found; it stays with the run, so that going on changes no digit


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants done."""

    inputs: tuple[str, ...]
    out: str
    format: Format | None = None
    layout: Layout = field(default_factory=Layout)
    shape: Shape = field(default_factory=Shape)
    policy: Policy = field(default_factory=Policy)
    loading: tuple[tuple[str, Any], ...] = ()  # for `gec.load`, besides the model and the device
    model: str | None = None
    limits: Limits = field(default_factory=Limits)
    devices: tuple[str, ...] = ("auto",)
    jobs: int = 0  # processes; 0: one a core, on GPUs up to ON_ONE_GPU each
    max_tokens: int = 0  # 0: probed
    ray: str = ""  # the address of a cluster
    resume: bool = True


@dataclass(frozen=True, slots=True)
class Begun:
    """A run whose plan is made: what is done, and what there is to do."""

    order: Order
    run: Run
    job: Job
    devices: tuple[str, ...]
    done: frozenset[int]
    before: Tally  # what the shards that are done have come to

    @property
    def todo(self) -> list[Shard]:
        return [shard for shard in self.run.shards if shard.number not in self.done]

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.run.shards)


@contextmanager
def begun(order: Order) -> Iterator[Begun]:
    """The run of an order, with its folder to itself."""
    folder = places.folder(order.out)
    ledger.refuse_another(folder)
    with folder.mine():
        if isinstance(folder, LocalFolder):
            folder.sweep(ledger.FOLDERS)
        yield _begin(order, folder)


def _begin(order: Order, folder: places.Folder) -> Begun:
    from gec.model import folder as models
    from gec.model import opened

    inputs = [_as_it_is(one) for one in read.find(order.inputs, order.format, order.out)]
    _refuse_lines(order, inputs)
    path = models.find(order.model)
    opened.read(path)  # which writes the tokenizer.json that a folder may lack; the hash must not change on the way
    digest = models.digest(path)
    devices = _devices(order)
    terms = Terms(__version__, f"{path.name}@{digest}", _settings(order, devices), ledger.described(inputs))
    run = ledger.begin(
        folder,
        terms,
        order.shape.suffix,
        lambda: planned(inputs, order.layout, order.limits, tables=order.shape.is_table),
        resume=order.resume,
    )
    loading = {**dict(order.loading), "model": places.absolute(str(path)), "device": devices[0]}
    loading["min_confidence"] = 0.0  # how sure is enough the policy says, which sees what an unsure edit stood beside
    policy = replace(order.policy, enough=_enough(order, path))
    job = Job(tuple(inputs), order.layout, order.shape, policy, terms.model, loading)
    done, before = set(), Tally()
    for mark in run.marks():
        done.add(mark.shard)
        before.add(mark.tally)
    return Begun(order, run, job, devices, frozenset(done), before)


def _enough(order: Order, path: Path) -> Enough:
    from gec.model.folder import read_config

    said = dict(order.loading)
    presets = Presets.of(read_config(path).extras)
    anew = said.get("task") == "rewrite"
    return presets.enough(said.get("preset", "balanced"), said.get("min_confidence"), anew=anew)


def _as_it_is(one: Input) -> Input:
    """With its state, unless it is in an object store, where asking again for every shard costs money."""
    return one if places.is_remote(one.name) else replace(one, state=places.state(one.name))


def work(begun: Begun) -> Iterator[Mark | Lost]:
    """Do what is to do; yields as shards are done and workers are lost."""
    if not begun.todo:
        return
    if begun.order.ray:
        yield from _on_cluster(begun)
        return
    jobs = [
        replace(begun.job, loading={**begun.job.loading, "device": device}, threads=0 if device != "cpu" else 1)
        for device in begun.devices
    ]
    tokens = _tokens(begun, lambda shard: probed(replace(begun.job, threads=1), begun.run, shard))
    yield from Shift(begun.run, jobs, tokens).work(begun.todo)


def _on_cluster(begun: Begun) -> Iterator[Mark | Lost]:
    from gec.batch import ray

    gpu = begun.devices[0] == "cuda"
    share = ray.Share(cpus=0, gpus=1 / ON_ONE_GPU) if gpu else ray.Share()
    job = replace(begun.job, threads=0 if gpu else 1)
    room = ray.room(share)
    if not room:
        raise BatchError(
            f"the Ray cluster at {begun.order.ray} has no {'GPU' if gpu else 'CPU'}; "
            f"add a node with one, or give --devices {'cpu' if gpu else 'cuda'} and another folder"
        )
    tokens = _tokens(begun, lambda shard: ray.probed(job, begun.run, shard, share))
    yield from ray.Crew(begun.run, job, share, tokens).work(begun.todo, begun.order.jobs or room)


def _tokens(begun: Begun, probed: Callable[[Shard], int]) -> int:
    """How much is decoded at a time: what was asked for, else what was found when the run began, else what is found."""
    if begun.order.max_tokens:
        return begun.order.max_tokens
    key, _, found = (begun.run.folder.read(TOKENS) or b"").decode().partition(" ")
    if key != begun.run.key:
        found = str(probed(begun.todo[0]))
        begun.run.folder.write(TOKENS, f"{begun.run.key} {found}".encode())
    return int(found)


def _refuse_lines(order: Order, inputs: list[Input]) -> None:
    lines = order.layout.unit == "line" and all(one.format == "text" for one in inputs)
    if order.shape.to == "text" and not lines:
        raise OptionError(
            "--to text writes one line for each line, so its inputs must be lines of text; use --to jsonl"
        )


def _settings(order: Order, devices: tuple[str, ...]) -> dict[str, Any]:
    """What the output depends on, besides the model and the inputs; who works, and how many, is not in it."""
    loading = dict(order.loading)
    if loading.get("engine", "auto") == "auto":  # what that means depends on the device
        loading["engine"] = f"{ledger.AUTO}{devices[0].partition(':')[0]}"
    policy = {**asdict(order.policy), "words": sorted(order.policy.words)}
    layout = {f"rows.{name}": value for name, value in asdict(order.layout).items()}
    shape = {f"output.{name}": value for name, value in asdict(order.shape).items()}
    limits = {f"shard.{name}": value for name, value in asdict(order.limits).items()}
    said = {**loading, **layout, **shape, **limits, **{f"edits.{name}": value for name, value in policy.items()}}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


def _devices(order: Order) -> tuple[str, ...]:
    """One for each worker; on a cluster, where everyone has one of a kind and Ray says which, one for all."""
    named = order.devices
    for one in named:
        refuse_numbered_cpu(one)
    if order.ray:
        return (_kind_on_cluster(order),)
    if named == ("auto",):
        named = tuple(f"cuda:{number}" for number in range(_gpus())) or ("cpu",)
    if named == ("cpu",):
        return ("cpu",) * (order.jobs or cores())
    if "cpu" in named:
        raise OptionError("--devices names either GPUs or cpu, and --jobs how many processes there are")
    return shared_out(named, order.jobs, cores())


def shared_out(gpus: tuple[str, ...], jobs: int, cores: int) -> tuple[str, ...]:
    """A GPU for each process. One that is named twice is meant to have two."""
    each = 1 if len(set(gpus)) < len(gpus) else max(1, min(ON_ONE_GPU, cores // len(gpus)))
    return tuple(islice(cycle(gpus), jobs or each * len(gpus)))


def _kind_on_cluster(order: Order) -> str:
    """What actors work on: the machine that asks for them need not have one."""
    from gec.batch import ray

    ray.connect(order.ray)
    kinds = {name.partition(":")[0] for name in order.devices}
    if len(kinds) > 1:
        raise OptionError("--devices: with --ray, all actors use the same kind of device: give cpu or cuda")
    kind = kinds.pop()
    return ("cuda" if ray.room(ray.Share(cpus=0, gpus=1)) else "cpu") if kind == "auto" else kind


def _gpus() -> int:
    from gec.engine.device import driver

    if not driver():
        return 0
    import torch

    return torch.cuda.device_count() if torch.cuda.is_available() else 0
