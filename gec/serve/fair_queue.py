"""Decides whose sentence is read next, and estimates how long a new text would wait. Clients take turns, and the texts
of a client are read in order. A turn is one text, or an instalment of a longer one, which then goes behind the client's
other texts. So nobody waits for a whole book, not even its sender with other texts.

`service.py` decides who a client is and what a request contains.
"""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field

from gec.edits.edit import Edit

INSTALMENT = 500  # characters of a text that are read in one turn
SPAN = 5.0  # seconds of the model's work over which the pace is averaged


@dataclass(eq=False, slots=True)
class TextRequest:
    """A text that waits to be read."""

    client: Hashable
    left: int = 0  # characters that are not read yet; all of them before the text is parsed
    found: list[tuple[Edit, ...] | None] = field(default_factory=list)  # the edits of each sentence; None: not read yet
    places: dict[str, list[int]] = field(default_factory=dict)  # the numbers at which each unread sentence occurs
    todo: deque[str] = field(default_factory=deque)  # sentences that are not in a batch yet
    instalment: int = INSTALMENT  # characters left of the present turn
    since: float = 0.0  # when it entered the queue
    done: Future[None] = field(default_factory=Future)

    def __post_init__(self) -> None:
        self.done.set_running_or_notify_cancel()

    @property
    def complete(self) -> bool:
        return None not in self.found


class FairQueue:
    """The requests with sentences to read, by client. The first client has the turn."""

    def __init__(self) -> None:
        self._clients: OrderedDict[Hashable, deque[TextRequest]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, request: TextRequest) -> None:
        self._clients.setdefault(request.client, deque()).append(request)

    def take(self, free: Callable[[str], bool]) -> str | None:
        """The next sentence for which `free` is true, from the request whose turn it is. None if it has no such
        sentence."""
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
    """Characters and seconds of the last batches. Earlier batches count less."""

    characters: float
    seconds: float

    @property
    def pace(self) -> float:
        return self.characters / self.seconds

    def after(self, characters: int, seconds: float) -> Speed:
        kept = math.exp(-seconds / SPAN)
        return Speed(self.characters * kept + characters, max(self.seconds * kept + seconds, 1e-6))


def ahead(requests: Iterable[TextRequest], client: Hashable, size: int) -> int:
    """The number of characters that will be read before a new text of this client with `size` characters is done, not
    counting the text itself. Of the client's other requests, at most as many instalments are read as the new text has.
    Every other client has as many turns meanwhile, because clients with an answer send the next text."""
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
