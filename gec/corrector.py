"""The main path, readable top-down: sentences -> ids -> decoded ids -> edits of the sentences.

A `Corrector` takes any number of texts and gives their corrections in order; `loading.py` makes one. Cutting texts into
sentences is `correction.py`'s, which edits a user wants to see `edits/policy.py`'s, and files are `text/document.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any, Protocol

from gec.correction import Correction, as_prose, corrections, let_through
from gec.decoding.budget import Budget
from gec.decoding.draft import Tokens, astray
from gec.decoding.verify import Output, Settings, decode
from gec.edits.align import Proposal, proposals
from gec.edits.change import MODEL, REWRITER
from gec.edits.edit import Edit, apply
from gec.edits.enough import ANY, Enough
from gec.edits.policy import Policy
from gec.engine import Engine
from gec.engine.turn import Turn
from gec.errors import OptionError
from gec.guards.faithful import Held, faithful
from gec.guards.sentence import Candidate, allowed, candidates, surer
from gec.language.ending import with_stop
from gec.model.config import Config, Task
from gec.model.tokenizer import Encoded, Tokenizer
from gec.spelling.respell import Respelled, respelled
from gec.text.prose import Prose

MAX_TOKENS = {"cpu": 512, "cuda": 16384}  # decoded at a time
CUT_AFTER = ";:,.!?)—–"  # marks behind which a sentence too long for the model is best cut


@dataclass(frozen=True, slots=True)
class Piece:
    """What is decoded at a time: a sentence, or a part of one that the model cannot take whole."""

    text: str  # the sentence as it is read
    encoded: Encoded
    cut_before: bool = False
    cut_after: bool = False
    end: int | None = None  # of what was written of the sentence, if a stop stands behind it
    of_end: bool = False  # whether it is read once more, to be asked for that stop alone


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence, what is read instead, and the tokenised pieces of that."""

    sentence: Respelled
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class Ready:
    """Sentences, and how each different one is read."""

    texts: Sequence[str]
    readings: dict[str, Reading]

    @property
    def pieces(self) -> Iterator[Piece]:
        return (piece for reading in self.readings.values() for piece in reading.pieces)

    @property
    def tokens(self) -> int:
        """What the model has to read."""
        return sum(len(piece.encoded.ids) for piece in self.pieces)


class Model(Protocol):
    """What a corrector asks of a model: `Opened`, or a `Checkpoint` in training."""

    @property
    def path(self) -> Path: ...
    @property
    def config(self) -> Config: ...
    @property
    def tokenizer(self) -> Tokenizer: ...


class Corrector:
    """One model on one device, asked to correct or to write anew. Threads may share it; they take turns. In another
    process it is loaded anew."""

    anew: Callable[[], Corrector] | None = None  # makes it again, in another process too

    def __init__(
        self,
        model: Model,
        engine: Engine,
        settings: Settings,
        *,
        task: Task = "correct",
        prefix: str | None = None,
        enough: Enough = ANY,
        max_tokens: int = MAX_TOKENS["cpu"],
    ) -> None:
        self.model, self.engine, self.settings, self.task = model, engine, settings, task
        self.budget = Budget(max_tokens)
        self.tokenizer = model.tokenizer
        extras = model.config.extras
        self.tokens = Tokens.of(self.tokenizer, model.config)
        mark = extras.tasks.get(task, "") if prefix is None else prefix
        self.marks = self.tokenizer.ids_of_mark(mark)
        self.window, self.respell = extras.window, extras.respell
        self.confidence, self.enough = extras.confidence, enough
        self.keeps = task == "rewrite"  # whether each edit must leave the sentence what it states
        self.held = Held()  # what was left out of rewritings, since it would lose or change what is said
        self._turn = Turn()

    def other(self, task: Task) -> Corrector:
        """The same model, asked for another task sentence by sentence: both take turns at one engine. What reads a
        rewriting again keeps what it states, too."""
        require_task(self.model, task)
        made = Corrector(self.model, self.engine, self.settings, task=task, enough=self.enough)
        made.budget, made._turn, made.keeps = self.budget, self._turn, made.keeps or self.keeps
        return made

    def correct(self, text: str | Prose) -> Correction:
        return next(self.correct_many([text]))

    async def acorrect(self, text: str | Prose) -> Correction:
        """`correct` in a thread, for programs with an event loop."""
        import asyncio

        return await asyncio.to_thread(self.correct, text)

    def correct_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """Streams: a few hundred sentences are held at a time, and the order is the texts'."""
        return self.read_many(texts, self.enough)

    def read_many(self, texts: Iterable[str | Prose], enough: Enough = ANY) -> Iterator[Correction]:
        """The same with all that is proposed, or with what is so sure."""
        return corrections(texts, self.propose, enough=enough)

    def settled(self, text: str | Prose) -> Correction:
        """`correct`, gone on with until correcting the outcome again finds nothing."""
        prose = as_prose(text)
        first = next(self.read_many([prose]))
        policy = Policy(quotes=True, enough=self.enough)
        again = (self if self.task == "correct" else self.other("correct")).propose  # a rewriting comes to rest so, too
        [passed] = let_through([(prose, first.edits)], policy, again=again)
        return Correction(apply(prose.text, passed.edits), passed.edits, first.sentences)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.anew is None:
            raise TypeError("only a corrector that gec.load gave can be copied or sent to another process")
        return self.anew, ()

    # --- sentences

    def propose(self, texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        """Whatever is proposed for each sentence, in its own characters: how sure is enough depends on the document."""
        return self.decide(self.prepare(texts))

    def prepare(self, texts: Sequence[str]) -> Ready:
        """The part of the work that needs no turn at the model, so that it can be done while others have theirs."""
        different = list(dict.fromkeys(texts))
        return Ready(texts, dict(zip(different, self._readings(different), strict=True)))

    def decide(self, ready: Ready) -> Iterator[tuple[Edit, ...]]:
        """The edits of each sentence that was prepared."""
        return (tuple(one.edit for one in found) for found in self.candidates(ready))

    def candidates(self, ready: Ready) -> Iterator[list[Candidate]]:
        """Whatever the model proposes for each sentence, however sure."""
        outputs = iter(self._decode([piece.encoded.ids for piece in ready.pieces]))
        found = {text: self._candidates(one, islice(outputs, len(one.pieces))) for text, one in ready.readings.items()}
        return (found[text] for text in ready.texts)

    def _readings(self, texts: Sequence[str]) -> Iterator[Reading]:
        sentences = [respelled(text) if self.respell else Respelled(text, text) for text in texts]
        encoded = self.tokenizer.encode_many([one.read for one in sentences])
        return (Reading(one, self._read(one.read, ids)) for one, ids in zip(sentences, encoded, strict=True))

    def _candidates(self, reading: Reading, outputs: Iterable[Output | None]) -> list[Candidate]:
        """What was said of a sentence; of a piece without an output nothing was."""
        said = zip(reading.pieces, outputs, strict=True)
        found = [one for piece, output in said if output for one in self._proposals(piece, output)]
        by = REWRITER if self.task == "rewrite" else MODEL
        if reading.sentence.swaps:  # what a guard refuses must not take the mended words along that it overlaps
            found = [one for one in found if allowed(reading.sentence.read, one, by)]
        text, told = reading.sentence.text, reading.sentence.original(found)
        proposed = candidates(text, told, self.confidence, by=by)
        sure = surer(text, proposed, told, reading.sentence.swaps, self.confidence)
        return self._faithful(text, sure) if self.keeps else sure

    def _faithful(self, text: str, found: list[Candidate]) -> list[Candidate]:
        """What of a rewriting may be shown."""
        kept, reasons = faithful(text, (one.edit for one in found))
        self.held.add(reasons, whole=not kept)
        signs = {one.edit: one.signs for one in found}
        return [Candidate(edit, signs.get(edit, {})) for edit in kept]

    def _read(self, text: str, encoded: Encoded) -> list[Piece]:
        """The sentence, with a stop where it seems to lack one: the model has seen few without. Whether it lacks one is
        asked of it as it stands."""
        pieces, whole = self._pieces(text, encoded), with_stop(text)
        if whole == text or not pieces:
            return pieces
        read = self._pieces(whole, self.tokenizer.encode(whole))
        return [*(replace(one, end=len(text)) for one in read), replace(pieces[-1], of_end=True)]

    def _pieces(self, text: str, encoded: Encoded) -> list[Piece]:
        """The sentence, cut at safe places if longer than the model's window; what is one long word is no prose, nor is
        what the tokenizer drops."""
        if not encoded.ids or not any(character.isalpha() for character in text):
            return []
        if len(encoded.ids) <= self.window:
            return [Piece(text, encoded)]
        cuts = _cuts(text, encoded, self.window, self.tokenizer.starts_word)
        borders = [0, *cuts, len(encoded.ids)]
        return [
            Piece(
                text,
                Encoded(encoded.ids[start:end], encoded.spans[start:end]),
                cut_before=start > 0,
                cut_after=end < len(encoded.ids),
            )
            for start, end in pairwise(borders)
            if any(self.tokenizer.starts_word[one] for one in encoded.ids[start + 1 : end])
        ]

    def _proposals(self, piece: Piece, output: Output) -> list[Proposal]:
        said = output.ids[:-1]
        if not output.finished:  # it ran away: only what it says before is worth something
            read, done = astray(piece.encoded.ids, said, self.tokens)
            if not read:
                return []
            encoded = Encoded(piece.encoded.ids[:read], piece.encoded.spans[:read])
            piece, said = replace(piece, encoded=encoded, cut_after=True), said[:done]
        first, last = piece.encoded.spans[0][0], piece.encoded.spans[-1][1]
        return [
            one
            for one in proposals(piece.text, piece.encoded, said, output.odds, self.tokenizer)
            # at a cut the model takes it for a sentence's border
            if not (piece.cut_before and one.start <= first) and not (piece.cut_after and one.end >= last)
            if (piece.end is None or one.start < piece.end >= one.end) and not (piece.of_end and one.start < last)
        ]

    # --- ids

    def _decode(self, sources: list[list[int]]) -> list[Output]:
        """Each different source once, longest first, so that rows decoded together are of a length."""
        different = sorted({tuple(source) for source in sources}, key=lambda ids: (-len(ids), ids))
        with self._turn:
            shares = self.budget.spend(different, self.settings, self._decode_share)
            done = dict(zip(different, chain.from_iterable(shares), strict=True))
        return [done[tuple(source)] for source in sources]

    def _decode_share(self, share: Sequence[Sequence[int]], settings: Settings) -> list[Output]:
        rows = ([*self.marks, *ids, self.engine.eos] for ids in self._turn.each(share))
        done = dict(decode(self.engine, self.tokens, rows, settings, marks=len(self.marks)))
        return [done[number] for number in range(len(share))]


def _cuts(text: str, encoded: Encoded, window: int, starts: Sequence[bool]) -> list[int]:
    """Places to cut: behind a mark if there is one in the window's last half, else between words, else anywhere."""
    cuts: list[int] = []
    begin = 0
    while len(encoded.ids) - begin > window:
        late = range(begin + window, begin + window // 2, -1)
        words = [place for place in late if starts[encoded.ids[place]]]
        marked = (
            place
            for place in words
            if text[encoded.spans[place - 1][1] - 1] in CUT_AFTER and text[encoded.spans[place][0]].isspace()
        )
        begin = next(marked, words[0] if words else begin + window)
        cuts.append(begin)
    return cuts


def require_task(model: Model, task: Task) -> None:
    """Refuse a task that a model was not trained for; a published T5 corrects what it is given as it is."""
    tasks = model.config.extras.tasks or {"correct": ""}
    if task not in tasks:
        said = f"knows no task {task!r}; known are {', '.join(tasks)}"
        raise OptionError(f"{model.path}: {said}", of="task")


def usual(device: str) -> int:
    """How much is decoded at a time on a device where nobody says."""
    return MAX_TOKENS.get(device.partition(":")[0], MAX_TOKENS["cpu"])
