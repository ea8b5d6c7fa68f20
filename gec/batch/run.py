"""A whole run: finds the inputs, writes the terms or compares them, and gives the unfinished shards to local processes
or to a Ray cluster.

Read it from top to bottom; each step calls another file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from gec import __version__, cache
from gec.batch import ledger, places, read
from gec.batch.ledger import BatchRun, ShardDone, Terms
from gec.batch.local import Lost, WorkerPool, probed
from gec.batch.places import LocalFolder
from gec.batch.plan import Limits, Shard, planned
from gec.batch.read import Format, Input, Layout
from gec.batch.summary import BatchCounts
from gec.batch.work import Job
from gec.batch.write import OutputShape
from gec.edits.policy import Policy
from gec.edits.threshold import Presets, Threshold
from gec.engine.device import refuse_numbered_cpu
from gec.errors import BatchError, OptionError
from gec.processes import cores

NO_PART = ("cli/", "serve/", "training/", "scoring/")  # folders of the program that change no result of a batch
ON_ONE_GPU = 4  # processes: for each sentence, Python needs ten times as long as the GPU
TOKENS = "_gec/max_tokens"  # holds the measured budget, so that a continued run decodes with the same one


@dataclass(frozen=True, slots=True)
class Order:
    """What a user wants done."""

    inputs: tuple[str, ...]
    out: str
    format: Format | None = None
    layout: Layout = field(default_factory=Layout)
    shape: OutputShape = field(default_factory=OutputShape)
    policy: Policy = field(default_factory=Policy)
    loading: tuple[tuple[str, Any], ...] = ()  # for `gec.load`, besides the model and the device
    model: str | None = None
    limits: Limits = field(default_factory=Limits)
    devices: tuple[str, ...] = ("auto",)
    jobs: int = 0  # processes; 0: one for each core, or up to ON_ONE_GPU for each GPU
    max_tokens: int = 0  # 0: measured
    ray: str = ""  # the address of a cluster
    resume: bool = True


@dataclass(frozen=True, slots=True)
class Begun:
    """A planned run: the shards that are done, and those that are left."""

    order: Order
    run: BatchRun
    job: Job
    devices: tuple[str, ...]
    done: frozenset[int]
    before: BatchCounts  # counts of the shards that are done
    refuse_if_lost: Callable[[], None] = lambda: None  # raises an error if another run has taken the folder

    @property
    def todo(self) -> list[Shard]:
        return [shard for shard in self.run.shards if shard.number not in self.done]

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.run.shards)


@contextmanager
def begun(order: Order) -> Iterator[Begun]:
    """The run of an order, while its folder is locked."""
    if os.name == "nt":  # no locks on folders, no signals to workers
        raise OptionError("gec batch needs Linux or macOS; on Windows, run it in WSL")
    folder = places.folder(order.out)
    ledger.refuse_other_files(folder)
    with folder.locked() as refuse_if_lost:
        if isinstance(folder, LocalFolder):
            folder.sweep(ledger.FOLDERS)
        yield replace(_begin(order, folder), refuse_if_lost=refuse_if_lost)


def _begin(order: Order, folder: places.Folder) -> Begun:
    from gec.model import folder as models
    from gec.model import opened

    inputs = [_as_it_is(one) for one in read.find(order.inputs, order.format, order.out)]
    _refuse_lines(order, inputs)
    path = models.find(order.model)
    opened.read(path)  # writes a missing tokenizer.json first, because it changes the hash
    digest = models.digest(path)
    devices = _devices(order)
    program = f"{__version__} ({cache.program(*NO_PART)})"
    terms = Terms(program, f"{path.name}@{digest}", _settings(order, devices), ledger.described(inputs))
    run = ledger.begin(
        folder,
        terms,
        order.shape.suffix,
        lambda: planned(inputs, order.layout, order.limits, order.shape),
        resume=order.resume,
    )
    loading = {**dict(order.loading), "model": places.absolute(str(path)), "device": devices[0]}
    loading["min_confidence"] = 0.0  # the policy filters by confidence later: it has to see unsure edits as neighbours
    policy = replace(order.policy, threshold=_threshold(order, path))
    job = Job(tuple(inputs), order.layout, order.shape, policy, terms.model, loading)
    done, before = set(), BatchCounts()
    for mark in run.marks():
        done.add(mark.shard)
        before.add(mark.tally)
    return Begun(order, run, job, devices, frozenset(done), before)


def _threshold(order: Order, path: Path) -> Threshold:
    from gec.model.folder import read_config

    said = dict(order.loading)
    presets = Presets.of(read_config(path).extras)
    return presets.threshold(said.get("preset", "balanced"), said.get("min_confidence"))


def _as_it_is(one: Input) -> Input:
    """The input with its state. In an object store it is not asked for, since a request for every shard costs money."""
    return one if places.is_remote(one.name) else replace(one, state=places.state(one.name))


def work(begun: Begun) -> Iterator[ShardDone | Lost]:
    """Do the shards that are left. Yields each mark, and each worker that was lost."""
    for one in _work(begun) if begun.todo else ():
        begun.refuse_if_lost()
        yield one


def _work(begun: Begun) -> Iterator[ShardDone | Lost]:
    if begun.order.ray:
        yield from _on_cluster(begun)
        return
    jobs = [
        replace(begun.job, loading={**begun.job.loading, "device": device}, threads=0 if device != "cpu" else 1)
        for device in begun.devices
    ]
    tokens = _tokens(begun, lambda shard: probed(replace(begun.job, threads=1), begun.run, shard))
    yield from WorkerPool(begun.run, jobs, tokens).work(begun.todo)


def _on_cluster(begun: Begun) -> Iterator[ShardDone | Lost]:
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
    yield from ray.ActorPool(begun.run, job, share, tokens).work(begun.todo, begun.order.jobs or room)


def _tokens(begun: Begun, probed: Callable[[Shard], int]) -> int:
    """The token budget: as asked for, else as measured when the run began, else measured now."""
    if begun.order.max_tokens:
        return begun.order.max_tokens
    key, _, found = (begun.run.folder.read(TOKENS) or b"").decode("ascii", "replace").partition(" ")
    if key != begun.run.key or not found.isdecimal():  # not written by gec
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
    """The settings that the output depends on, besides the model and the inputs. The number of workers is not one of
    them."""
    loading = dict(order.loading)
    if loading.get("engine", "auto") == "auto":  # what "auto" means depends on the device
        loading["engine"] = f"{ledger.AUTO}{devices[0].partition(':')[0]}"
    policy = {**asdict(order.policy), "words": sorted(order.policy.words)}
    policy["enough"] = policy.pop("threshold")  # so it is called in the folders of runs
    layout = {f"rows.{name}": value for name, value in asdict(order.layout).items()}
    shape = {f"output.{name}": value for name, value in asdict(order.shape).items()}
    limits = {f"shard.{name}": value for name, value in asdict(order.limits).items()}
    said = {**loading, **layout, **shape, **limits, **{f"edits.{name}": value for name, value in policy.items()}}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


def _devices(order: Order) -> tuple[str, ...]:
    """The device of each worker. On a cluster, where Ray assigns devices, only their kind."""
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
    """The GPU of each process. If the user names a GPU twice, the list is taken as it is."""
    each = 1 if len(set(gpus)) < len(gpus) else max(1, min(ON_ONE_GPU, cores // len(gpus)))
    return tuple(islice(cycle(gpus), jobs or each * len(gpus)))


def _kind_on_cluster(order: Order) -> str:
    """The kind of device that actors use. The cluster decides, since this machine may have another kind."""
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
