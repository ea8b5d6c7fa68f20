"""The main path, readable from top to bottom: sentences -> the text that the model reads, in which findings of rules
and speller are already corrected (`before_model.py`) -> token ids -> decoded ids -> edits of the sentences.

A `Corrector` takes any number of texts and returns their corrections in order; `loading.py` makes one. `correction.py`
splits texts into sentences, `edits/policy.py` decides which edits a user sees, and `text/document.py` reads files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, tee
from pathlib import Path
from typing import Any, Protocol

from gec.before_model import Respelled, respelled
from gec.correction import Correction, as_prose, corrections, let_through, proses
from gec.decoding.budget import Budget
from gec.decoding.draft import Tokens, astray
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.edits.align import Proposal, proposals
from gec.edits.change import MODEL, REWRITER
from gec.edits.edit import Edit, apply
from gec.edits.policy import Policy
from gec.edits.threshold import ANY, Threshold
from gec.engine import Engine
from gec.engine.turn import Turn
from gec.errors import OptionError
from gec.guards.sentence import Candidate, allowed, candidates, surer
from gec.language.ending import with_stop
from gec.model.config import Config, Task
from gec.model.tokenizer import Encoded, Tokenizer
from gec.rewriting.faithful import Held, faithful
from gec.rewriting.together import covers, together
from gec.text.prose import Prose

MAX_TOKENS = {"cpu": 512, "cuda": 16384}  # source tokens that are decoded at a time
CUT_AFTER = ";:,.!?)—–"  # marks after which a sentence that is too long for the model is preferably cut
KNOWN = 2048  # outputs that are cached: when a text is read again, the model has seen most of its sentences


@dataclass(frozen=True, slots=True)
class Piece:
    """One source for the decoder: a sentence, or a part of a sentence that is too long for the model."""

    text: str  # the whole sentence as the model reads it
    encoded: Encoded
    cut_before: bool = False
    cut_after: bool = False
    end: int | None = None  # if a full stop was added for the model: the end of the sentence before it
    of_end: bool = False  # this piece has no added stop, and counts only for edits at the end of the sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence with the text that the model reads instead, and the tokenised pieces of that text."""

    sentence: Respelled
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class Ready:
    """Sentences that are prepared for the model: the texts, and the reading of each different text."""

    texts: Sequence[str]
    readings: dict[str, Reading]

    @property
    def pieces(self) -> Iterator[Piece]:
        return (piece for reading in self.readings.values() for piece in reading.pieces)

    @property
    def tokens(self) -> int:
        """The number of tokens that the model has to read."""
        return sum(len(piece.encoded.ids) for piece in self.pieces)


class Model(Protocol):
    """What a corrector needs from a model: `Opened`, or `Checkpoint` in training."""

    @property
    def path(self) -> Path: ...
    @property
    def config(self) -> Config: ...
    @property
    def tokenizer(self) -> Tokenizer: ...


class Corrector:
    """One model on one device with one task: to correct or to rewrite. Threads may share it and take turns. If it is
    sent to another process, it is loaded there again."""

    anew: Callable[[], Corrector] | None = None  # loads it again, in another process

    def __init__(
        self,
        model: Model,
        engine: Engine,
        settings: DecodingSettings,
        *,
        task: Task = "correct",
        prefix: str | None = None,
        threshold: Threshold = ANY,
        max_tokens: int = MAX_TOKENS["cpu"],
    ) -> None:
        self.model, self.settings, self.task = model, settings, task
        self.given = engine
        self.engine = engine.unbiased() if task == "rewrite" else engine  # without the bias it proposes twice as much
        self.budget = Budget(max_tokens)
        self.tokenizer = model.tokenizer
        extras = model.config.extras
        self.tokens = Tokens.of(self.tokenizer, model.config)
        self.prefix = prefix  # for the task "correct"; the task "rewrite" has its own mark
        mark = extras.tasks.get(task, "") if prefix is None or task != "correct" else prefix
        self.marks = self.tokenizer.ids_of_mark(mark)
        self.window, self.respell = extras.window, extras.respell
        self.confidence, self.threshold = extras.confidence, threshold
        self.keeps = task == "rewrite"  # whether each edit must keep the facts of the sentence
        self.held = Held()  # counts the edits that were left out because they would lose or change facts
        self.turn = Turn()
        self.known: dict[tuple[int, ...], Output] = {}  # cached outputs, the most recently used last
        self.others: dict[Task, Corrector] = {}

    def other(self, task: Task) -> Corrector:
        """A corrector for another task with the same model, which reads sentence by sentence. Both share one engine and
        take turns. If this one must keep facts, so must the other one."""
        if found := self.others.get(task):
            return found
        require_task(self.model, task)
        made = Corrector(self.model, self.given, self.settings, task=task, prefix=self.prefix, threshold=self.threshold)
        made.budget, made.turn, made.held, made.keeps = self.budget, self.turn, self.held, made.keeps or self.keeps
        return self.others.setdefault(task, made)  # another thread may have made one meanwhile

    def correct(self, text: str | Prose) -> Correction:
        """The corrected text, its edits above the threshold, and the places of its sentences."""
        return next(self.correct_many([text]))

    async def acorrect(self, text: str | Prose) -> Correction:
        """The same as `correct`, in a thread, for programs with an event loop."""
        import asyncio

        return await asyncio.to_thread(self.correct, text)

    def correct_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """The correction of each text, in order. A few hundred sentences are in memory at a time."""
        given, read = tee(proses(texts))
        for prose, first in zip(given, self.read_many(read), strict=True):
            [passed] = let_through([(prose, first.edits)], self._policy, again=None)
            yield Correction(apply(prose.text, passed.edits), passed.edits, first.sentences)

    def read_many(self, texts: Iterable[str | Prose]) -> Iterator[Correction]:
        """The same with all edits that one reading proposes, of any confidence."""
        return corrections(texts, self.propose)

    def settled(self, text: str | Prose) -> Correction:
        """The same as `correct`, repeated until correcting the result finds nothing more."""
        prose = as_prose(text)
        first = next(self.read_many([prose]))
        again = (self if self.task == "correct" else self.other("correct")).propose  # also after a rewriting
        [passed] = let_through([(prose, first.edits)], self._policy, again=again)
        return Correction(apply(prose.text, passed.edits), passed.edits, first.sentences)

    @property
    def _policy(self) -> Policy:
        """All edits above the threshold pass. Only a rewriting leaves quotations alone."""
        return Policy(quotes=not self.keeps, threshold=self.threshold)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.anew is None:
            raise TypeError("only a corrector that gec.load gave can be copied or sent to another process")
        return self.anew, ()

    # --- sentences

    def propose(self, texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        """All edits proposed for each sentence, of any confidence, with offsets in that sentence. The document decides
        later which of them are certain enough."""
        return self.decide(self.prepare(texts))

    def prepare(self, texts: Sequence[str]) -> Ready:
        """The work before the model. It can be done while other threads use the model."""
        different = list(dict.fromkeys(texts))
        return Ready(texts, dict(zip(different, self.readings(different), strict=True)))

    def decide(self, ready: Ready) -> Iterator[tuple[Edit, ...]]:
        """The edits of each prepared sentence."""
        return (tuple(one.edit for one in found) for found in self.candidates(ready))

    def candidates(self, ready: Ready) -> Iterator[list[Candidate]]:
        """The same, with the features of each edit."""
        outputs = iter(self.decoded([piece.encoded.ids for piece in ready.pieces]))
        readings = ready.readings.values()
        proposed = [self.candidates_of(one, islice(outputs, len(one.pieces))) for one in readings]
        found = dict(zip(ready.readings, self.completed(readings, proposed), strict=True))
        return (found[text] for text in ready.texts)

    def completed(self, readings: Collection[Reading], found: Sequence[list[Candidate]]) -> Sequence[list[Candidate]]:
        """The final candidates of each sentence. For the task `rewrite`, the corrections are added. If facts must be
        kept, edits that change them are dropped."""
        if not self.keeps:
            return found
        texts = [one.sentence.text for one in readings]
        if self.task != "rewrite":
            return [self._faithful(text, own) for text, own in zip(texts, found, strict=True)]
        corrections = self.other("correct").candidates(Ready(texts, dict(zip(texts, readings, strict=True))))
        both = zip(texts, found, corrections, strict=True)
        return [self._faithful(text, wordings, others) for text, wordings, others in both]

    def readings(self, texts: Sequence[str]) -> Iterator[Reading]:
        """The reading of each text."""
        sentences = [respelled(text) if self.respell else Respelled(text, text) for text in texts]
        encoded = self.tokenizer.encode_many([one.read for one in sentences])
        return (Reading(one, self._read(one.read, ids)) for one, ids in zip(sentences, encoded, strict=True))

    def candidates_of(self, reading: Reading, outputs: Iterable[Output | None]) -> list[Candidate]:
        """The candidates for one sentence, from the outputs of its pieces. A piece without an output gives none."""
        said = zip(reading.pieces, outputs, strict=True)
        found = [one for piece, output in said if output for one in self._proposals(piece, output)]
        if not found and not reading.sentence.swaps:
            return []
        by = REWRITER if self.task == "rewrite" else MODEL
        mended = bool(reading.sentence.swaps)
        if mended:  # a refused edit must not drop the corrected words that it overlaps
            found = [one for one in found if allowed(reading.sentence.read, one, by)]
        text, told = reading.sentence.text, reading.sentence.original(found)
        proposed = candidates(text, told, self.confidence, by=by, asked=mended)
        return surer(text, proposed, told, reading.sentence.swaps, self.confidence)

    def _faithful(
        self, text: str, found: Sequence[Candidate], corrections: Sequence[Candidate] | None = None
    ) -> list[Candidate]:
        """The edits that keep the facts of the sentence. If they are other wordings, the corrections are added."""
        kept, reasons = _keeping(text, found)
        if corrections is not None:
            both, more = _keeping(text, together(text, corrections, kept))
            reasons += more
            within = all(any(covers(one.edit, other.edit) for one in both) for other in corrections)
            kept = both if within else list(corrections)  # a wording never replaces a correction
        rewritten = self.task == "rewrite"  # otherwise a rewriting may still add a wording
        self.held.add(reasons, unchanged=rewritten and not kept)
        return kept

    def _read(self, text: str, encoded: Encoded) -> list[Piece]:
        """The pieces of a sentence. If it seems to lack its full stop, the model reads it with one, because it was
        trained on few sentences without. Then the last piece is also read as it is, to find whether the stop is
        missing."""
        pieces, whole = self._pieces(text, encoded), with_stop(text)
        if whole == text or not pieces:
            return pieces
        read = self._pieces(whole, self.tokenizer.encode(whole))
        return [*(replace(one, end=len(text)) for one in read), replace(pieces[-1], of_end=True)]

    def _pieces(self, text: str, encoded: Encoded) -> list[Piece]:
        """The sentence as one piece, or cut at safe places if it is longer than the model's window. No pieces if it has
        no letter, or if the tokenizer drops all of it."""
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
        """The proposals in the output for a piece."""
        said = output.ids[:-1]
        if said == piece.encoded.ids:
            return []
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
            # at a cut, the model believes that the sentence begins or ends there
            if not (piece.cut_before and one.start <= first) and not (piece.cut_after and one.end >= last)
            if (piece.end is None or one.start < piece.end >= one.end) and not (piece.of_end and one.start < last)
        ]

    # --- ids

    def decoded(self, sources: list[list[int]]) -> list[Output]:
        """The output of each source. Different sources are decoded once, longest first, so that rows decoded together
        have similar lengths."""
        asked = {tuple(source) for source in sources}
        with self.turn:
            done = {ids: self.known.pop(ids) for ids in asked & self.known.keys()}
            new = sorted(asked - done.keys(), key=lambda ids: (-len(ids), ids))
            shares = self.budget.spend(new, self.settings, self._decode_share)
            done |= zip(new, chain.from_iterable(shares), strict=True)
            self.known |= done
            for ids in list(islice(self.known, max(0, len(self.known) - KNOWN))):
                del self.known[ids]
        return [done[tuple(source)] for source in sources]

    def _decode_share(self, share: Sequence[Sequence[int]], settings: DecodingSettings) -> list[Output]:
        rows = ([*self.marks, *ids, self.engine.eos] for ids in self.turn.each(share))
        done = dict(decode(self.engine, self.tokens, rows, settings, marks=len(self.marks)))
        return [done[number] for number in range(len(share))]


def _keeping(text: str, found: Sequence[Candidate]) -> tuple[list[Candidate], list[str]]:
    kept, reasons = faithful(text, (one.edit for one in found))
    signs = {one.edit: one.signs for one in found}
    return [Candidate(edit, signs.get(edit, {})) for edit in kept], reasons


def _cuts(text: str, encoded: Encoded, window: int, starts: Sequence[bool]) -> list[int]:
    """Where to cut a long text: after a mark in the second half of the window, else between words, else anywhere."""
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
    """Refuse a task that a model was not trained for. A published T5 without tasks can only correct."""
    tasks = model.config.extras.tasks or {"correct": ""}
    if task not in tasks:
        said = f"knows no task {task!r}; known are {', '.join(tasks)}"
        raise OptionError(f"{model.path}: {said}", of="task")


def usual(device: str) -> int:
    """The default number of tokens to decode at a time on a device."""
    return MAX_TOKENS.get(device.partition(":")[0], MAX_TOKENS["cpu"])
