"""The contestants of the race: our engines, transformers and CTranslate2, all with the weights of one model.

Each gets sources as ids and returns outputs as ids. Sentences come longest first, which is the best order for engines
that decode a batch until its last sentence is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from gec.benchmarks.decoding import Clocked
from gec.decoding.draft import Tokens
from gec.decoding.route import Drafter, Mode
from gec.decoding.verify import DecodingSettings, decode
from gec.engine import Engine
from gec.model.config import Config
from gec.model.tokenizer import Tokenizer

Ids = list[int]
LOOKUP = 10  # tokens that prompt lookup drafts, the library's default
WIDTHS = 32  # sources of a compiled contestant are padded to a multiple of this


class Contestant(Protocol):
    name: str
    numbers: str  # number format; outputs are compared within the same one
    largest: int  # the largest batch

    def run(self, rows: Sequence[Ids], batch: int) -> list[Ids]: ...


def limit(source: Sequence[int]) -> int:
    """The most tokens of an output, as in our own loop."""
    settings = DecodingSettings()
    return int(len(source) * settings.growth) + settings.slack


def batches(rows: Sequence[Ids], size: int) -> Iterator[Sequence[Ids]]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


@dataclass
class Ours:
    name: str
    engine: Engine
    tokens: Tokens
    mode: Mode
    marks: int
    clock: Callable[[], float]
    drafter: Drafter | None = None
    largest: int = 1 << 30
    encoder: float = field(default=0.0, init=False)  # seconds of the last run
    steps: int = field(default=0, init=False)  # passes of the last run
    fed: int = field(default=0, init=False)  # tokens given to the decoder in it

    @property
    def numbers(self) -> str:
        return self.engine.about.dtype

    def run(self, rows: Sequence[Ids], batch: int) -> list[Ids]:
        engine = Clocked(self.engine, self.clock)
        settings = DecodingSettings(mode=self.mode, slots=batch)
        done = dict(decode(engine, self.tokens, rows, settings, marks=self.marks, drafter=self.drafter))
        self.encoder, self.steps = engine.encoder, engine.steps
        self.fed = sum(output.positions for output in done.values())
        return [done[number].ids for number in range(len(rows))]


class Transformers:
    """`generate`, greedy. With `lookup`, drafts come from the source (the library itself only looks into the output).
    With `compiled`, the cache has a fixed size, for which the library compiles decoding on a GPU."""

    def __init__(
        self,
        name: str,
        folder: Path,
        config: Config,
        *,
        lookup: bool = False,
        compiled: bool = False,
        device: str = "cpu",
        numbers: str = "float32",
    ) -> None:
        import torch
        from transformers import T5ForConditionalGeneration

        self.name, self.config, self.lookup, self.numbers = name, config, lookup, numbers
        self.largest = 1 if lookup else 1 << 30
        loaded: Any = T5ForConditionalGeneration.from_pretrained(folder, attn_implementation="sdpa")
        self.model = loaded.eval().to(device=device, dtype=getattr(torch, numbers))
        self.options: dict[str, Any] = {"prompt_lookup_num_tokens": LOOKUP} if lookup else {}
        if compiled:
            self.options["cache_implementation"] = "static"
        self.torch, self.device, self.compiled = torch, device, compiled

    def run(self, rows: Sequence[Ids], batch: int) -> list[Ids]:
        return [ids for some in batches(rows, batch) for ids in self._batch(some)]

    def _batch(self, rows: Sequence[Ids]) -> list[Ids]:
        torch, pad = self.torch, self.config.pad
        width = max(map(len, rows))
        if self.compiled:  # few shapes, because each is compiled
            width = -(-width // WIDTHS) * WIDTHS
        ids = torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows], device=self.device)
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows], device=self.device)
        with torch.inference_mode(), looking_into(ids) if self.lookup else torch.inference_mode():
            found = self.model.generate(
                input_ids=ids,
                attention_mask=mask,
                do_sample=False,
                num_beams=1,
                decoder_start_token_id=self.config.start,  # not every published model has it in its config
                max_new_tokens=limit(ids[0].tolist() if self.compiled else rows[0]),
                **self.options,
            )
        return [ended(row[1:], self.config.eos) for row in found.tolist()]


class looking_into:  # noqa: N801  # used like a function
    """Lets prompt lookup also search the source."""

    def __init__(self, source: Any) -> None:
        self.source = source

    def __enter__(self) -> None:
        import torch
        from transformers.generation import candidate_generator

        kind = self.kind = candidate_generator.PromptLookupCandidateGenerator
        self.own, source = kind.get_candidates, self.source
        own = self.own

        def get_candidates(self: Any, input_ids: Any, **options: Any) -> Any:
            if self.max_length == input_ids.shape[1] + 1:
                return input_ids, None
            both = torch.cat([source, input_ids], 1)
            self.max_length += source.shape[1]
            try:
                found, scores = own(self, both, **options)
            finally:
                self.max_length -= source.shape[1]
            return found[:, source.shape[1] :], scores

        kind.get_candidates = get_candidates

    def __exit__(self, *trouble: object) -> None:
        self.kind.get_candidates = self.own


class CTranslate2:
    def __init__(self, name: str, folder: Path, tokenizer: Tokenizer, config: Config, *, int8: bool) -> None:
        import ctranslate2
        from ctranslate2.converters import TransformersConverter

        kind = self.numbers = "int8" if int8 else "float32"
        self.name, self.largest, self.config = name, 1 << 30, config
        target = folder.with_name(f"{folder.name}.{kind}")
        TransformersConverter(str(folder)).convert(str(target), quantization=kind, force=True)
        self.translator = ctranslate2.Translator(
            str(target), device="cpu", compute_type=kind, inter_threads=1, intra_threads=1
        )
        self.pieces = [tokenizer.piece_of(token) for token in range(len(tokenizer))]
        self.ids = {piece: token for token, piece in enumerate(self.pieces)}

    def run(self, rows: Sequence[Ids], batch: int) -> list[Ids]:
        return [ids for some in batches(rows, batch) for ids in self._batch(some)]

    def _batch(self, rows: Sequence[Ids]) -> list[Ids]:
        done = self.translator.translate_batch(
            [[self.pieces[token] for token in row] for row in rows],
            beam_size=1,
            max_decoding_length=limit(rows[0]),
            return_end_token=True,
        )
        return [[self.ids[piece] for piece in one.hypotheses[0]] for one in done]


def ended(ids: Ids, eos: int) -> Ids:
    """The ids up to the end token, which is included."""
    return ids[: ids.index(eos) + 1] if eos in ids else ids
