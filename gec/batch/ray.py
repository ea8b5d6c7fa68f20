"""Corrects the same shards on a Ray cluster: actors, one per GPU or per share of the CPUs, read, correct, write and
mark shards. The driver gives them numbers. If an actor or a node is lost, another one does its shard, and a new actor
is requested. So nodes may come and go.

Inputs and output must be where every node reaches them: a shared folder or an object store. `ledger.py` decides what
done means.
"""

from __future__ import annotations

import logging
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from gec.batch import places
from gec.batch.ledger import Mark, Run
from gec.batch.local import DEATHS, IN_VAIN, Lost
from gec.batch.plan import Shard
from gec.batch.work import Job, Task, Worker, nobody
from gec.errors import BatchError, GecError, first_line

TOGETHER = 2  # shards an actor has at a time, as a process on this machine has
PATIENCE = 5.0  # seconds between two looks at a cluster that says nothing


@dataclass(frozen=True, slots=True)
class Share:
    """What of a machine an actor gets."""

    cpus: float = 1
    gpus: float = 0


def connect(address: str) -> None:
    """Join the cluster at an address, or the one that this machine is a part of (`auto`)."""
    import ray

    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as trouble:
        raise BatchError(
            f"no Ray cluster at {address}: {first_line(trouble)}; start one with `ray start --head`"
        ) from None


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()


def room(share: Share) -> int:
    """How many actors the cluster has room for."""
    import ray

    have: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # ray's own lack
    counts = [int(have.get("CPU", 0) / share.cpus)] if share.cpus else []
    counts += [int(have.get("GPU", 0) / share.gpus)] if share.gpus else []
    return min(counts, default=1)


class Actor(Worker):
    """A worker on some machine. One that is careful leaves a note of each row it tries, which outlives it."""

    def correct(self, task: Task, at: Callable[[int, int], None] = nobody) -> Mark:
        def note(place: int, row: int) -> None:
            self.run.folder.write(_note(task), f"{place} {row}".encode())

        return super().correct(task, note)


def _asked_for(job: Job, run: Run, share: Share) -> Any:
    """An actor. The folder it works in is Ray's, so it is told where files are from anywhere."""
    import ray

    inputs = tuple(replace(one, path=places.absolute(one.name)) for one in job.inputs)
    # A threaded actor, so that one shard is read or written while another has the model.
    options = {"num_cpus": share.cpus, "num_gpus": share.gpus, "max_concurrency": TOGETHER}
    kind: Any = ray.remote(Actor)
    run = replace(run.bare(), folder=places.anywhere(run.folder))
    return kind.options(**options).remote(replace(job, inputs=inputs), run)


def probed(job: Job, run: Run, shard: Shard, share: Share) -> int:
    """As on this machine, but by an actor: the one who asks may be a machine of another kind."""
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
    from gec.corrector import usual

    return usual(job.loading["device"])


def _note(task: Task) -> str:
    return f"_gec/trying-{task.shard.number:07d}"


@dataclass(slots=True)
class Crew:
    """The actors of a run and what they are at."""

    run: Run
    job: Job
    share: Share
    max_tokens: int
    todo: deque[Task] = field(default_factory=deque)
    coming: dict[Any, Any] = field(default_factory=dict)  # what says that an actor is ready, and the actor
    ready: list[Any] = field(default_factory=list)
    at: dict[Any, tuple[Any, Task]] = field(default_factory=dict)  # what an actor was asked, the actor, the task
    deaths: Counter[int] = field(default_factory=Counter)  # of each shard's actors
    in_vain: int = 0

    def work(self, shards: Iterable[Shard], actors: int) -> Iterator[Mark | Lost]:
        """Each shard's mark when it is done, in whatever order that happens."""
        import ray

        self.todo = deque(Task(shard) for shard in shards)
        for _ in range(min(actors, len(self.todo))):
            self._ask_for_actor()
        while self.todo or self.at:
            self._supply()
            said, _ = ray.wait([*self.at, *self.coming], num_returns=1, timeout=PATIENCE)
            for reference in said:
                yield from self._heard(reference)
        for actor in (*self.ready, *self.coming.values()):
            ray.kill(actor)

    def _ask_for_actor(self) -> None:
        actor = _asked_for(self.job, self.run, self.share)
        self.coming[actor.allow.remote(self.max_tokens)] = actor

    def _supply(self) -> None:
        for _ in range(TOGETHER):
            for actor in self.ready:
                if self.todo and self._has_room(actor, self.todo[0]):
                    task = self.todo.popleft()
                    if task.careful:
                        self.run.folder.write(_note(task), b"")
                    self.at[actor.correct.remote(task)] = (actor, task)

    def _has_room(self, actor: Any, task: Task) -> bool:
        """A careful task is done alone, so that nothing else is suspected."""
        tasks = [one for whose, one in self.at.values() if whose == actor]
        return not tasks or (len(tasks) < TOGETHER and not any(one.careful for one in (task, *tasks)))

    def _heard(self, reference: Any) -> Iterator[Mark | Lost]:
        import ray
        from ray.exceptions import RayError, RayTaskError

        try:
            said = ray.get(reference)
        except RayTaskError as trouble:
            raise trouble.cause from None
        except RayError as trouble:  # it died, was killed for its memory, or its node died
            yield from self._lost(reference, first_line(trouble))
            return
        if reference in self.coming:
            self.ready.append(self.coming.pop(reference))
        elif reference in self.at:
            del self.at[reference]
            self.in_vain = 0
            yield said

    def _lost(self, reference: Any, how: str) -> Iterator[Lost]:
        """Everything a lost actor was at goes back; another actor is asked for once."""
        if reference not in self.coming and reference not in self.at:
            return  # told of already, with the actor's other shard
        self.in_vain += 1
        if self.in_vain > IN_VAIN * (len(self.ready) + len(self.coming)):
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

    def _again(self, task: Task, how: str) -> Task:
        """The task once more: row for row after two deaths, and then without a row that two actors died trying."""
        self.deaths[task.shard.number] += 1
        tried = (self.run.folder.read(_note(task)) or b"").split() if task.careful else []
        if not tried:
            return replace(task, careful=self.deaths[task.shard.number] >= DEATHS)
        self.in_vain = 0
        return task.after_death((int(tried[0]), int(tried[1])), how)
