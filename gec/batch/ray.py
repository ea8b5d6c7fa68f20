"""Corrects the same shards on a Ray cluster. Actors, one per GPU or per share of the CPUs, read, correct, write and
mark shards. The driver sends them shards to do. If an actor or a node is lost, another actor does its shard, and a new
actor is requested. So nodes may come and go.

Every node must be able to reach the inputs and the output: use a shared folder or an object store. `ledger.py` decides
when a shard is done.
"""

from __future__ import annotations

import logging
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from gec.batch import places
from gec.batch.ledger import BatchRun, ShardDone
from gec.batch.local import DEATHS, MOST_FRUITLESS_DEATHS, TOGETHER, Lost
from gec.batch.plan import Shard
from gec.batch.work import Job, ShardTask, Worker, ignore_row
from gec.errors import BatchError, GecError, first_line

PATIENCE = 5.0  # seconds to wait for an answer of the cluster
NOTES, NOTE = "_gec", "trying-"  # the folder of notes on rows that are tried, and how their names begin


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a machine that an actor gets."""

    cpus: float = 1
    gpus: float = 0


def connect(address: str) -> None:
    """Connect to the cluster at an address, or to the one that this machine is part of (`auto`)."""
    import ray

    try:
        _check_port(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as trouble:
        raise BatchError(
            f"no Ray cluster at {address}: {first_line(trouble)}; start one with `ray start --head`"
        ) from None


def _check_port(address: str) -> None:
    """Fail at once if nothing listens there; Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()


def room(share: Share) -> int:
    """How many actors the cluster has room for."""
    import ray

    have: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # ray has no types here
    counts = [int(have.get("CPU", 0) / share.cpus)] if share.cpus else []
    counts += [int(have.get("GPU", 0) / share.gpus)] if share.gpus else []
    return min(counts, default=1)


class Actor(Worker):
    """A worker on some machine. In a careful task it writes down each row it tries. The note is still there if it
    dies."""

    def correct(self, task: ShardTask, at: Callable[[int, int], None] = ignore_row) -> ShardDone:
        def note(place: int, row: int) -> None:
            self.run.folder.write(_note(task), f"{place} {row}".encode())

        return super().correct(task, note)


def _asked_for(job: Job, run: BatchRun, share: Share) -> Any:
    """Start an actor. It has another working directory, so paths are made absolute."""
    import ray

    inputs = tuple(replace(one, path=places.absolute(one.name)) for one in job.inputs)
    # Threaded, so that one shard is read or written while another one is decoded.
    options = {"num_cpus": share.cpus, "num_gpus": share.gpus, "max_concurrency": TOGETHER}
    kind: Any = ray.remote(Actor)
    run = replace(run.bare(), folder=places.with_absolute_path(run.folder))
    return kind.options(**options).remote(replace(job, inputs=inputs), run)


def probed(job: Job, run: BatchRun, shard: Shard, share: Share) -> int:
    """Like `local.probed`, but in an actor, because the driver may run on another kind of machine."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    actor = _asked_for(job, run, share)
    try:
        return int(ray.get(actor.probe.remote(shard)))
    except RayTaskError as trouble:
        if isinstance(trouble.cause, GecError):
            raise trouble.cause from None
    except RayError:  # the actor or its node died
        pass
    finally:
        ray.kill(actor)
    from gec.decoding.budget import usual_tokens

    return usual_tokens(job.loading["device"])


def _note(task: ShardTask) -> str:
    return f"{NOTES}/{NOTE}{task.shard.number:07d}"


@dataclass(slots=True)
class ActorPool:
    """Distributes the shards of a run to actors."""

    run: BatchRun
    job: Job
    share: Share
    max_tokens: int
    todo: deque[ShardTask] = field(default_factory=deque)
    coming: dict[Any, Any] = field(default_factory=dict)  # starting actors, by the reference to their start
    ready: list[Any] = field(default_factory=list)
    at: dict[Any, tuple[Any, ShardTask]] = field(default_factory=dict)  # tasks in progress: reference, actor, task
    deaths: Counter[int] = field(default_factory=Counter)  # actors that died, by shard
    fruitless_deaths: int = 0

    def work(self, shards: Iterable[Shard], actors: int) -> Iterator[ShardDone | Lost]:
        """Yield each shard's mark when it is done, in any order, and each actor that was lost."""
        import ray

        self.todo = deque(ShardTask(shard) for shard in shards)
        for _ in range(min(actors, len(self.todo))):
            self._ask_for_actor()
        while self.todo or self.at:
            self._assign()
            said, _ = ray.wait([*self.at, *self.coming], num_returns=1, timeout=PATIENCE)
            for reference in said:
                yield from self._handle(reference)
        for actor in (*self.ready, *self.coming.values()):
            ray.kill(actor)
        for name in self.run.folder.sizes(NOTES):
            if name.startswith(NOTE):
                self.run.folder.remove(f"{NOTES}/{name}")

    def _ask_for_actor(self) -> None:
        actor = _asked_for(self.job, self.run, self.share)
        self.coming[actor.allow.remote(self.max_tokens)] = actor

    def _assign(self) -> None:
        for _ in range(TOGETHER):
            for actor in self.ready:
                if self.todo and self._has_room(actor, self.todo[0]):
                    task = self.todo.popleft()
                    if task.careful:
                        self.run.folder.write(_note(task), b"")
                    self.at[actor.correct.remote(task)] = (actor, task)

    def _has_room(self, actor: Any, task: ShardTask) -> bool:
        """Whether an actor may get one more task. A careful task is done alone, so that a death has only one possible
        cause."""
        tasks = [one for whose, one in self.at.values() if whose == actor]
        return not tasks or (len(tasks) < TOGETHER and not any(one.careful for one in (task, *tasks)))

    def _handle(self, reference: Any) -> Iterator[ShardDone | Lost]:
        import ray
        from ray.exceptions import RayError, RayTaskError

        try:
            said = ray.get(reference)
        except RayTaskError as trouble:
            raise trouble.cause from None
        except RayError as trouble:  # it died, was killed for its memory, or its node was lost
            yield from self._lost(reference, first_line(trouble))
            return
        if reference in self.coming:
            self.ready.append(self.coming.pop(reference))
        elif reference in self.at:
            del self.at[reference]
            self.fruitless_deaths = 0
            yield said

    def _lost(self, reference: Any, how: str) -> Iterator[Lost]:
        """Put all tasks of a lost actor back into the queue, and request one new actor."""
        if reference not in self.coming and reference not in self.at:
            return  # handled already, with the actor's other shard
        self.fruitless_deaths += 1
        if self.fruitless_deaths > MOST_FRUITLESS_DEATHS * (len(self.ready) + len(self.coming)):
            raise BatchError(f"actors end before they have done anything: {how}")
        if reference in self.coming:
            del self.coming[reference]
            self._ask_for_actor()
            return
        actor = self.at[reference][0]
        lost = {one: task for one, (whose, task) in self.at.items() if whose == actor}
        for one, task in lost.items():
            del self.at[one]
            self.todo.appendleft(self._again(task, how))
        self.ready.remove(actor)
        self._ask_for_actor()
        yield Lost("an actor", how, tuple(task.shard.number for task in lost.values()))

    def _again(self, task: ShardTask, how: str) -> ShardTask:
        """The task for its next attempt: row by row after two deaths, and then without a row that killed two actors."""
        self.deaths[task.shard.number] += 1
        tried = (self.run.folder.read(_note(task)) or b"").split() if task.careful else []
        if not tried:
            return replace(task, careful=self.deaths[task.shard.number] >= DEATHS)
        self.fruitless_deaths = 0
        return task.after_death((int(tried[0]), int(tried[1])), how)
