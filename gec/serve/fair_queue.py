"""Decides whose sentence is read next, and how long a new text would wait. Clients take turns, and the texts of a
client are read in order. A turn is one text, or a part of a longer one, which then goes behind the client's other
texts. So nobody waits for a whole book, not even its sender.

`service.py` decides who a client is and what a request holds.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field

from gec.edits.edit import Edit

INSTALMENT = 500  # characters of a text that are read before the next has its turn
SPAN = 5.0  # seconds in the model over which the pace is averaged


@dataclass(eq=False, slots=True)
class TextRequest:
    """The sentences of one text, and what is known of them; `places` is where its unknown sentences stand."""

    client: Hashable
    left: int = 0  # characters that are not read yet; before a text was parsed, all of them
    found: list[tuple[Edit, ...] | None] = field(default_factory=list)
    places: dict[str, list[int]] = field(default_factory=dict)
    todo: deque[str] = field(default_factory=deque)  # not yet in a batch
    instalment: int = INSTALMENT
    since: float = 0.0  # when it took its place
    done: Future[None] = field(default_factory=Future)

    def __post_init__(self) -> None:
        self.done.set_running_or_notify_cancel()

    @property
    def complete(self) -> bool:
        return None not in self.found


class FairQueue:
    """The requests that have sentences to be read."""

    def __init__(self) -> None:
        self._clients: OrderedDict[Hashable, deque[TextRequest]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, request: TextRequest) -> None:
        self._clients.setdefault(request.client, deque()).append(request)

    def take(self, free: Callable[[str], bool]) -> str | None:
        """The next sentence, if the request whose turn it is has one that is free to be read."""
        client, requests = next(iter(self._clients.items()))
        request, sentence = requests[0], None
        while request.todo and sentence is None:
            one = request.todo.popleft()
            if free(one):
                sentence = one
                request.instalment -= len(one)
        if request.todo and request.instalment > 0:
            return sentence
        requests.popleft()
        if request.todo:
            request.instalment = INSTALMENT
            requests.append(request)
        if requests:
            self._clients.move_to_end(client)
        else:
            del self._clients[client]
        return sentence


@dataclass(frozen=True, slots=True)
class Speed:
    """Characters and seconds of the last batches; what is long ago counts less."""

    characters: float
    seconds: float

    @property
    def pace(self) -> float:
        return self.characters / self.seconds

    def after(self, characters: int, seconds: float) -> Speed:
        kept = math.exp(-seconds / SPAN)
        return Speed(self.characters * kept + characters, max(self.seconds * kept + seconds, 1e-6))


def ahead(requests: Iterable[TextRequest], client: Hashable, size: int) -> int:
    """Characters that are read before the last of `size` new ones of this client, beside these. Of the client's other
    requests no more instalments are read than the new one takes. Each other client has as many turns meanwhile, since
    whoever got an answer comes back."""
    most = INSTALMENT * _turns(size)
    own, turns, others = 0, _turns(size), dict[Hashable, int]()
    for request in requests:
        if request.client == client:
            own += (part := min(request.left, most))
            turns += _turns(part)
        else:
            others[request.client] = max(others.get(request.client, 0), min(request.left, INSTALMENT))
    return own + turns * sum(others.values())


def _turns(size: int) -> int:
    return max(1, -(-size // INSTALMENT))
