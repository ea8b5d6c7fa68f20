"""The loop of decoding: it feeds drafts, keeps what greedy decoding would write, and refills the slots of finished
sentences.

Greedy decoding is this loop with empty drafts. By induction every emitted token is the one greedy would emit after the
tokens before it, so drafts change the number of passes and nothing else. `route.py` decides which draft to use, what
the numbers are is the engine's. A lenient engine lets drafted tokens stand that greedy decoding would not say: that is
lossy, never the default, and for the block heads' drafts alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from gec.decoding.draft import Pointer, Tokens
from gec.decoding.route import WAYS, Drafter, Mode, Way, adrift
from gec.decoding.row import Row, Tally
from gec.engine import EXACT, Board, Encoded, Engine, Lenience, Verdict
from gec.errors import OptionError


@dataclass(frozen=True, slots=True)
class Settings:
    """How to decode; nothing here but `growth`, `slack` and a lenience that is not exact can change the output."""

    mode: Mode = "aggressive"
    slots: int = 32
    longest_draft: int = 256
    encode_tokens: int = 4096  # source tokens encoded together
    head: bool = True  # let the edit head, where there is one, make the first draft
    growth: float = 1.5  # an output longer than this times its source, plus the slack, has run away
    slack: int = 16
    lenience: Lenience = EXACT


@dataclass(frozen=True, slots=True)
class Output:
    """What became of one source."""

    ids: list[int]  # ending in the end token, unless it ran away
    odds: list[float]  # of each token against keeping what the pointer stood at
    passes: int
    positions: int  # fed to the decoder
    finished: bool


def decode(
    engine: Engine,
    tokens: Tokens,
    sources: Iterable[list[int]],
    settings: Settings,
    *,
    marks: int = 1,
    drafter: Drafter | None = None,
) -> Iterator[tuple[int, Output]]:
    """(number of the source, its output) as each is done; `marks` tokens at a source's start are not text."""
    check(engine, settings)
    way = Way(drafter, lambda row: False) if drafter else WAYS[settings.mode]
    board = engine.board(settings.slots, settings.lenience)
    supply = _encoded(engine, sources, settings)
    waiting: deque[tuple[int, Encoded, int]] = deque()
    rows: dict[int, Row] = {}
    free = list(range(settings.slots))[::-1]
    begin = partial(_row, tokens=tokens, settings=settings, marks=marks, tally=Tally())
    while True:
        _seat(board, supply, waiting, rows, free, begin)
        if not rows:
            return
        for slot in _pass(engine, board, rows, settings, way):
            row = rows.pop(slot)
            free.append(slot)
            finished = bool(row.said) and row.said[-1] == engine.eos
            yield row.number, Output(row.said, row.odds, row.passes, row.positions, finished)


def check(engine: Engine, settings: Settings) -> None:
    """Refuse what an engine cannot do."""
    if settings.mode == "blockwise" and not engine.block:
        said = "this model has no block heads to decode blockwise with; `gec train heads` adds them"
        raise OptionError(said, of="decode")
    if settings.mode != "blockwise" and not settings.lenience.lossless:
        raise OptionError(f"{settings.mode} decoding is exact; only blockwise drafts may be accepted with lenience")


def _encoded(
    engine: Engine, sources: Iterable[list[int]], settings: Settings
) -> Iterator[list[tuple[int, Encoded, int]]]:
    """Sources encoded a token budget at a time, no more at once than there are slots."""
    group: list[list[int]] = []
    first = 0

    def flush() -> list[tuple[int, Encoded, int]]:
        encoded = engine.encode(group)
        return [(first + place, encoded, place) for place in range(len(group))]

    for source in sources:
        widest = max(len(source), *map(len, group)) if group else len(source)
        if group and (len(group) == settings.slots or widest * (len(group) + 1) > settings.encode_tokens):
            yield flush()
            first += len(group)
            group = []
        group.append(source)
    if group:
        yield flush()


def _seat(
    board: Board,
    supply: Iterator[list[tuple[int, Encoded, int]]],
    waiting: deque[tuple[int, Encoded, int]],
    rows: dict[int, Row],
    free: list[int],
    begin: Callable[[int, Encoded, int], Row],
) -> None:
    """Fill free slots with the next sources."""
    while free:
        if not waiting:
            waiting.extend(next(supply, []))
            if not waiting:
                return
        encoded = waiting[0][1]
        slots: list[int] = []
        places: list[int] = []
        while free and waiting and waiting[0][1] is encoded:
            number, _, place = waiting.popleft()
            slot = free.pop()
            rows[slot] = begin(number, encoded, place)
            slots.append(slot)
            places.append(place)
        board.seat(slots, encoded, places)


def _row(
    number: int, encoded: Encoded, place: int, *, tokens: Tokens, settings: Settings, marks: int, tally: Tally
) -> Row:
    source = encoded.sources[place]
    lead = None
    if encoded.edited is not None and settings.head:
        lead = Pointer(encoded.edited[place][marks:], tokens)
    limit = int(len(source) * settings.growth) + settings.slack
    return Row(number, source, limit, marks, Pointer(source[marks:], tokens), lead, tally)


def _pass(engine: Engine, board: Board, rows: dict[int, Row], settings: Settings, way: Way) -> list[int]:
    """One forward over every row; the slots of those that are done."""
    slots = sorted(rows)
    starts, fed, pointers = [], [], []
    for slot in slots:
        row = rows[slot]
        room = min(settings.longest_draft, row.limit - len(row.said) - 1)
        draft = way.draft(row, room)[: max(0, room)]
        starts.append(len(row.said))
        fed.append([row.said[-1] if row.said else engine.start, *draft])
        pointers.append(_pointers(row, draft))
    verdicts = board.verify(slots, starts, fed, pointers)
    done = []
    asked: list[tuple[int, int, tuple[int, int]]] = []
    for slot, tokens, verdict, places in zip(slots, fed, verdicts, pointers, strict=True):
        row = rows[slot]
        row.passes += 1
        row.positions += len(tokens)
        place = _accept(engine, row, tokens[1:], verdict)
        if row.said[-1] == engine.eos or row.ran_away:
            done.append(slot)
        elif engine.block and way.asks(row):
            asked.append((slot, place, (places[place], row.at)))
    if asked:
        those, at, stood = map(list, zip(*asked, strict=True))
        for slot, ahead in zip(those, board.propose(those, at, stood), strict=True):
            rows[slot].ahead = ahead
    return done


def _pointers(row: Row, draft: Sequence[int]) -> list[int]:
    """Where the source pointer stands after the last token said and after each token of the draft; -1 beyond the end,
    where nothing that is drafted will stand."""
    reference, at = row.keep.reference, row.keep.at
    if list(draft) == list(reference[at : at + len(draft)]):  # a copy: the pointer goes along with it
        places = list(range(at, at + len(draft) + 1))
    else:
        pointer, said = row.keep.copy(), list(row.said)
        places = [pointer.at]
        for token in draft:
            pointer.push(said, token)
            said.append(token)
            places.append(pointer.at)
    return [row.marks + place if place < len(reference) else -1 for place in places]


def _accept(engine: Engine, row: Row, draft: list[int], verdict: Verdict) -> int:
    """Say the draft's longest prefix that greedy agrees with, and one token more; the place that said it."""
    place = 0
    for place, best in enumerate(verdict.best):
        token = best
        if verdict.passed and verdict.passed[place]:
            token = draft[place]
        elif verdict.close[place]:
            token = engine.arbitrate(row.source, row.said, [*row.pointers, row.at])
        row.push(token, verdict.odds[place])
        if place == len(draft) or draft[place] != token or token == engine.eos or row.ran_away:
            break
    row.fared(len(draft), right=place)
    row.turn(adrift(row))
    return place
