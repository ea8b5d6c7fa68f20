"""The loop of decoding: it feeds drafts, keeps what greedy decoding would write, and refills the slots of finished
sentences.

Greedy decoding is this loop with empty drafts. By induction every output token is the one that greedy decoding would
write after the tokens before it, so drafts only change the number of passes. `route.py` chooses drafts, and the engine
computes. With a lenience, drafted tokens of the block heads may stand although greedy decoding would write others. That
is lossy and never the default.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from gec.decoding.draft import Pointer, Tokens
from gec.decoding.route import WAYS, Drafter, Mode, Way, wants_heads
from gec.decoding.row import DraftCounts, Row
from gec.engine import EXACT, Board, EncodedSources, Engine, Lenience, Verdict
from gec.errors import OptionError


@dataclass(frozen=True, slots=True)
class DecodingSettings:
    """How to decode. Only `growth`, `slack` and a lossy lenience can change the output."""

    mode: Mode = "aggressive"
    slots: int = 32
    longest_draft: int = 256
    encode_tokens: int = 4096  # source tokens encoded together
    head: bool = True  # whether the edit head makes the first draft, if there is one
    growth: float = 1.5  # an output longer than growth times its source plus slack is stopped
    slack: int = 16
    lenience: Lenience = EXACT


@dataclass(frozen=True, slots=True)
class Output:
    """The output of one source."""

    ids: list[int]  # with the end token, unless it was stopped
    odds: list[float]  # log-odds of each token against the source token at the pointer
    passes: int
    positions: int  # tokens given to the decoder
    finished: bool


def decode(
    engine: Engine,
    tokens: Tokens,
    sources: Iterable[list[int]],
    settings: DecodingSettings,
    *,
    marks: int = 1,
    drafter: Drafter | None = None,
) -> Iterator[tuple[int, Output]]:
    """Yield the number and the output of each source as soon as it is finished. The first `marks` tokens of a source
    are not text."""
    check(engine, settings)
    way = Way(drafter, lambda row: False) if drafter else WAYS[settings.mode]
    board = engine.board(settings.slots, settings.lenience)
    supply = _encoded(engine, sources, settings)
    waiting: deque[tuple[int, EncodedSources, int]] = deque()
    rows: dict[int, Row] = {}
    free = list(range(settings.slots))[::-1]
    begin = partial(_row, tokens=tokens, settings=settings, marks=marks, tally=DraftCounts())
    while True:
        _seat(board, supply, waiting, rows, free, begin)
        if not rows:
            return
        for slot in _pass(engine, board, rows, settings, way):
            row = rows.pop(slot)
            free.append(slot)
            finished = bool(row.said) and row.said[-1] == engine.eos
            yield row.number, Output(row.said, row.odds, row.passes, row.positions, finished)


def check(engine: Engine, settings: DecodingSettings) -> None:
    """Raise an error if the engine does not support the settings."""
    if settings.mode == "blockwise" and not engine.block:
        said = "this model has no block heads to decode blockwise with; `gec train heads` adds them"
        raise OptionError(said, of="decode")
    if settings.mode != "blockwise" and not settings.lenience.lossless:
        raise OptionError(f"{settings.mode} decoding is exact; only blockwise drafts may be accepted with lenience")


def _encoded(
    engine: Engine, sources: Iterable[list[int]], settings: DecodingSettings
) -> Iterator[list[tuple[int, EncodedSources, int]]]:
    """The sources, encoded in groups within the token budget and no larger than the number of slots."""
    group: list[list[int]] = []
    first = 0

    def flush() -> list[tuple[int, EncodedSources, int]]:
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
    supply: Iterator[list[tuple[int, EncodedSources, int]]],
    waiting: deque[tuple[int, EncodedSources, int]],
    rows: dict[int, Row],
    free: list[int],
    begin: Callable[[int, EncodedSources, int], Row],
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
    number: int,
    encoded: EncodedSources,
    place: int,
    *,
    tokens: Tokens,
    settings: DecodingSettings,
    marks: int,
    tally: DraftCounts,
) -> Row:
    source = encoded.sources[place]
    lead = None
    if encoded.edited is not None and settings.head:
        lead = Pointer(encoded.edited[place][marks:], tokens)
    limit = int(len(source) * settings.growth) + settings.slack
    return Row(number, source, limit, marks, Pointer(source[marks:], tokens), lead, tally)


def _pass(engine: Engine, board: Board, rows: dict[int, Row], settings: DecodingSettings, way: Way) -> list[int]:
    """One decoder pass for all rows. Returns the slots of finished rows."""
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
    """The place of the pointer in the source after the last output token and after each drafted token; -1 beyond the
    end."""
    reference, at = row.keep.reference, row.keep.at
    if list(draft) == list(reference[at : at + len(draft)]):  # a copy: the pointer moves on by one
        places = list(range(at, at + len(draft) + 1))
    else:
        places = row.keep.copy().follow(row.said, draft)
    return [row.marks + place if place < len(reference) else -1 for place in places]


def _accept(engine: Engine, row: Row, draft: list[int], verdict: Verdict) -> int:
    """Add the longest prefix of the draft that greedy decoding agrees with, and one more token. Returns its place."""
    last, eos = len(draft), engine.eos
    done = place = _copied(row, draft, verdict, eos)
    row.copy(draft[:done], verdict.odds[:done])
    rest = zip(verdict.best[done:], verdict.close[done:], verdict.odds[done:], strict=True)
    for place, (best, close, odds) in enumerate(rest, done):
        token = best
        if verdict.passed and verdict.passed[place]:
            token = draft[place]
        elif close:
            token = engine.arbitrate(row.source, row.said, row.pointers)
        row.push(token, odds)
        if place == last or draft[place] != token or token == eos or row.ran_away:
            break
    row.record_draft(len(draft), right=place)
    row.switch(wants_heads(row))
    return place


def _copied(row: Row, draft: list[int], verdict: Verdict, eos: int) -> int:
    """How many tokens at the beginning of the draft are copies, as in most drafts nearly all are, and beyond doubt what
    greedy decoding writes. The end of the output is none of them."""
    if verdict.passed or True in verdict.close:
        return 0
    count = 0
    for token, best, copy in zip(draft, verdict.best, row.keep.ahead(len(draft)), strict=False):
        if not token == best == copy or token == eos:
            break
        count += 1
    return count
