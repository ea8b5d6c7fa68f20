"""Block heads: the output is always greedy's, right proposals save passes, and lenience has limits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from gec.decoding.draft import Pointer
from gec.decoding.route import LOCKED, POOR_DRAFTS, TRIED, Mode, wants_heads
from gec.decoding.row import Row
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.engine import EXACT, Lenience, Verdict
from gec.errors import OptionError
from gec.model.heads import BlockHeads
from gec.model.tokenizer import Tokenizer
from tests.decoding.conftest import CONFIG, Small, with_heads
from tests.decoding.test_lossless import GREEDY, ids, outputs, sources
from tests.decoding.test_passes import Replay
from tests.misleading import EOS, random_sources

BLOCKWISE = DecodingSettings(mode="blockwise")


@pytest.fixture(scope="module", params=[(block, fed) for block in (2, 3, 8) for fed in (False, True)], ids=str)
def headed(request: pytest.FixtureRequest, tokenizer: Tokenizer) -> Small:
    block, fed = request.param
    return with_heads(tokenizer, block, fed=fed)


@settings(max_examples=15)
@given(rows=st.lists(sources, min_size=1, max_size=9), slots=st.integers(1, 5))
def test_no_head_changes_a_token(headed: Small, rows: list[list[int]], slots: int) -> None:
    greedy = ids(outputs(headed, rows, GREEDY))
    assert ids(outputs(headed, rows, replace(BLOCKWISE, slots=slots))) == greedy
    assert ids(outputs(headed, rows, DecodingSettings(mode="auto", slots=slots))) == greedy


@dataclass
class Prophet(Replay):
    """An engine with known outputs that proposes the next tokens, some of them wrong by chance."""

    block: int = 4
    wrong: float = 0.0
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    at: dict[int, int] = field(default_factory=dict)
    asked: int = 0  # number of proposals asked for

    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        self.at = dict(zip(slots, starts, strict=True))
        return super().verify(slots, starts, fed, pointers)

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        proposals = []
        self.asked += len(slots)
        for slot, place in zip(slots, places, strict=True):
            said = self.seated[slot]
            first = self.at[slot] + place + 1
            ahead = [said[min(one, len(said) - 1)] for one in range(first, first + self.block - 1)]
            proposals.append([7 if self.rng.random() < self.wrong else token for token in ahead])
        return proposals


def replayed(
    small: Small, lengths: Sequence[int], how: DecodingSettings, block: int = 4, wrong: float = 0.0
) -> list[Output]:
    return prophesied(small, lengths, how, block, wrong)[0]


def prophesied(
    small: Small, lengths: Sequence[int], how: DecodingSettings, block: int, wrong: float
) -> tuple[list[Output], Prophet]:
    """Outputs unrelated to their sources, and the engine for them."""
    rows = [[3, *range(100 + place, 120 + place), EOS] for place in range(len(lengths))]
    said = {tuple(row): [*range(10, 10 + length), EOS] for row, length in zip(rows, lengths, strict=True)}
    engine = Prophet(said, block=block, wrong=wrong)
    done = dict(decode(engine, small.tokens, rows, replace(how, growth=9.0)))
    found = [done[number] for number in range(len(rows))]
    assert ids(found) == list(said.values())
    return found, engine


@pytest.mark.parametrize("block", [2, 4, 7])
def test_right_heads_take_a_kth_of_the_passes(small: Small, block: int) -> None:
    lengths = [1, 5, 12, 29, 84]
    found = replayed(small, lengths, BLOCKWISE, block)
    # The first pass has no proposals; every other pass accepts a whole block.
    assert [one.passes for one in found] == [1 + -(-length // block) for length in lengths]


def test_a_lost_row_is_left_to_the_heads(small: Small) -> None:
    lengths = [60] * 20
    aggressive, blockwise, auto = (
        sum(one.passes for one in replayed(small, lengths, how, wrong=0.2))
        for how in (DecodingSettings(), BLOCKWISE, DecodingSettings(mode="auto"))
    )
    assert auto < aggressive / 2
    assert auto <= blockwise + 2 * POOR_DRAFTS * len(lengths)


@pytest.mark.parametrize(("wrong", "asked"), [(1.0, (1, TRIED + DecodingSettings().slots)), (0.1, (200, 2400))])
def test_useless_heads_are_no_longer_asked(small: Small, wrong: float, asked: tuple[int, int]) -> None:
    """Except in rows that were using the heads at that time."""
    _, engine = prophesied(small, [60] * 40, DecodingSettings(mode="auto"), 4, wrong)
    assert asked[0] <= engine.asked <= asked[1]


def test_a_row_comes_back_when_the_pointer_locks_on(small: Small) -> None:
    row = Row(0, [], 99, marks=0, keep=Pointer([10, 11, 12, 13, 14, 15], small.tokens), lead=None)
    for _ in range(POOR_DRAFTS):
        row.record_draft(5, right=0)
    row.switch(wants_heads(row))
    assert row.on_heads
    for token in (77, 78, 12):  # the last one has a match again
        row.push(token, 0.0)
        assert wants_heads(row)
    for token in (13, 14, 15)[:LOCKED]:  # and others follow
        row.push(token, 0.0)
    assert not wants_heads(row)


# --- lenience


def lenient(small: Small, rows: list[list[int]], lenience: Lenience) -> list[Output]:
    return outputs(small, rows, replace(BLOCKWISE, lenience=lenience))


@pytest.mark.parametrize(
    "lenience", [Lenience(top=3), Lenience(distance=0.9), Lenience(minimum=3)], ids=["top", "distance", "minimum"]
)
def test_lenience_gives_more_tokens_per_pass_and_other_output(small: Small, lenience: Lenience) -> None:
    rows = random_sources(60, seed=8)
    exact, found = outputs(small, rows, BLOCKWISE), lenient(small, rows, lenience)
    assert not lenience.lossless
    assert ids(found) != ids(exact)
    per_pass = [sum(len(one.ids) for one in some) / sum(one.passes for one in some) for some in (exact, found)]
    assert per_pass[1] > per_pass[0]


def test_top_accepts_only_tokens_among_the_best(small: Small) -> None:
    rows = random_sources(30, seed=9)
    for row, output in zip(rows, lenient(small, rows, Lenience(top=2)), strict=True):
        said = torch.tensor([[0, *output.ids[:-1]]])
        logits = small.engine.network(torch.tensor([row]), torch.tensor([len(row)]), said)[0]
        ranks = (logits > logits.gather(1, torch.tensor(output.ids)[:, None]) + 1e-4).sum(-1)
        assert int(ranks.max()) <= 1


def test_minimum_accepts_so_many_tokens_in_each_pass(small: Small) -> None:
    for output in lenient(small, random_sources(30, seed=10), Lenience(minimum=4)):
        assert output.passes <= 1 + -(-len(output.ids) // 4)


def test_a_lenience_that_accepts_nothing_is_exact(small: Small) -> None:
    rows = random_sources(40, seed=11)
    assert EXACT.lossless
    assert ids(lenient(small, rows, Lenience(distance=1e-9))) == ids(outputs(small, rows, GREEDY))


@pytest.mark.parametrize("mode", ["greedy", "aggressive", "auto"])
def test_lenience_is_for_the_heads_drafts_alone(small: Small, mode: Mode) -> None:
    with pytest.raises(OptionError, match="is exact"):
        outputs(small, [[3, EOS]], DecodingSettings(mode=mode, lenience=Lenience(top=2)))


def test_without_heads_blockwise_is_refused_and_auto_is_aggressive(tokenizer: Tokenizer) -> None:
    bare = with_heads(tokenizer, 4)
    bare.engine.blocks = None
    with pytest.raises(OptionError, match="gec train heads"):
        outputs(bare, [[3, EOS]], BLOCKWISE)
    rows = random_sources(40, seed=12)
    assert outputs(bare, rows, DecodingSettings(mode="auto")) == outputs(bare, rows, DecodingSettings())


def test_untrained_heads_predict_what_the_network_does() -> None:
    states = torch.randn(5, CONFIG.d_model)
    assert torch.equal(BlockHeads(CONFIG.d_model, 3)(states), states[:, None].expand(5, 2, -1))


def test_heads_that_the_pointer_feeds_begin_as_copies(tokenizer: Tokenizer) -> None:
    """Each copies from its own place, so nearly every block is complete, except the first, which has no proposals."""
    rows = random_sources(40, seed=2)
    small = with_heads(tokenizer, 4, fed=True, noise=0.0, known=0.0)
    found = outputs(small, rows, BLOCKWISE)
    assert ids(found) == [row[1:] for row in rows]
    assert sum(one.passes for one in found) < 1.1 * sum(1 + -(-(len(row) - 2) // 4) for row in rows)


def test_places_that_feed_the_heads() -> None:
    """p1's place, the places after its token, and the end, after which there is nothing to copy."""
    blocks = BlockHeads(8, 4, fed=True)
    found = blocks.places(torch.tensor([2, 2, 7]), torch.tensor([3, 5, 8]), torch.tensor([20, 7, 9]))
    assert found.tolist() == [[2, 3, 4, 5], [2, 5, 6, 6], [7, 8, 8, 8]]
