"""The number of passes on real corrections, replayed as the output of greedy decoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

import pytest

import gec
from gec.decoding.draft import Tokens
from gec.decoding.route import Drafter
from gec.decoding.row import Row
from gec.decoding.verify import DecodingSettings, decode
from gec.edits.align import changes
from gec.engine import EXACT, EncodedSources, Lenience, Verdict
from gec.model.folder import DEFAULT, read_config
from gec.model.tokenizer import Tokenizer
from gec.training.texts import expand, learner_texts

CORPUS = Path(gec.__file__).parent.parent / "corpora" / "learner"


@dataclass
class Replay:
    """An engine with known outputs: for any input, the next token of the source's correction."""

    said_of: dict[tuple[int, ...], list[int]]
    eos: int = 1
    start: int = 0
    block: int = 0
    seated: dict[int, list[int]] = field(default_factory=dict)

    def encode(self, sources: list[list[int]]) -> EncodedSources:
        return EncodedSources(sources, None, None)

    def board(self, slots: int, lenience: Lenience = EXACT) -> Replay:
        return self

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        for slot, row in zip(slots, rows, strict=True):
            self.seated[slot] = self.said_of[tuple(encoded.sources[row])]

    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        verdicts = []
        for slot, start, tokens in zip(slots, starts, fed, strict=True):
            known = self.seated[slot]
            best = [known[min(start + place, len(known) - 1)] for place in range(len(tokens))]
            verdicts.append(Verdict(best, [False] * len(best), [0.0] * len(best)))
        return verdicts

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        raise AssertionError("there are no block heads here")

    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        raise AssertionError("nothing is close here")


@pytest.fixture(scope="module")
def near_copies() -> tuple[Tokenizer, list[tuple[list[int], list[int]]]]:
    """Sentences of 20 to 30 tokens with one or two changes, as learners wrote them."""
    tokenizer = Tokenizer.read(DEFAULT)
    found = []
    for path in sorted(CORPUS.glob("e*.txt*")):
        for text in learner_texts(path):
            for source, target in map(expand, text):
                ids, right = tokenizer.encode(source).ids, tokenizer.encode(target).ids
                if 20 <= len(ids) <= 30 and 1 <= len(changes(ids, right)) <= 2:
                    found.append(([3, *ids, 1], [*right, 1]))
    return tokenizer, found


def passes(
    near_copies: tuple[Tokenizer, list[tuple[list[int], list[int]]]], drafter: Drafter | None = None
) -> list[int]:
    tokenizer, pairs = near_copies
    engine = Replay({tuple(source): right for source, right in pairs})
    inserts = frozenset(read_config(DEFAULT).extras.inserts)
    tokens = Tokens(tokenizer.starts_word, inserts)
    rows = [source for source, _ in pairs]
    done = dict(decode(engine, tokens, rows, DecodingSettings(slots=8), drafter=drafter))
    assert all(done[number].ids == right for number, (_, right) in enumerate(pairs))
    return [one.passes for one in done.values()]


def test_near_copies_take_few_passes(near_copies: tuple[Tokenizer, list[tuple[list[int], list[int]]]]) -> None:
    _, pairs = near_copies
    assert len(pairs) > 1000
    assert mean(len(changes(source[1:], right)) for source, right in pairs) > 1.25
    assert mean(passes(near_copies)) <= 3.7


def test_a_right_draft_takes_one_pass(near_copies: tuple[Tokenizer, list[tuple[list[int], list[int]]]]) -> None:
    _, pairs = near_copies
    truth = {tuple(source): right for source, right in pairs}

    def oracle(row: Row, limit: int) -> list[int]:
        return truth[tuple(row.source)][len(row.said) : len(row.said) + limit]

    assert set(passes(near_copies, oracle)) == {1}
