"""A budget of tokens changes how many rows are decoded at a time, but not the output."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnxruntime.capi.onnxruntime_pybind11_state import Fail

import gec
from gec.decoding.budget import GOOD, Budget, groups_by_length, is_full
from gec.decoding.verify import DecodingSettings

TEXT = "Yesterday she go to school. They was happy.\n\nHe have two cat, and they likes him very much.\n\nIt stop.\n"


@pytest.fixture(scope="module")
def corrected() -> gec.Correction:
    return gec.load(device="cpu").correct(TEXT)


@pytest.mark.parametrize("tokens", [1, 20, 100_000])
def test_a_budget_changes_no_edit(corrected: gec.Correction, tokens: int) -> None:
    assert gec.load(device="cpu", max_tokens=tokens).correct(TEXT) == corrected


def test_a_repeated_sentence_is_corrected_at_both_places(corrected: gec.Correction) -> None:
    found = gec.load(device="cpu").correct(TEXT + TEXT)
    assert found.text == 2 * corrected.text
    assert len(found.edits) == 2 * len(corrected.edits)


@given(st.lists(st.integers(1, 300), max_size=60))
def test_rows_together_differ_in_length_by_less_than_half(lengths: list[int]) -> None:
    rows = [[7] * length for length in sorted(lengths, reverse=True)]
    shares = list(groups_by_length(rows))
    assert [row for share in shares for row in share] == rows
    assert all(len(share[0]) < 2 * len(share[-1]) for share in shares)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=60), st.integers(1, 40), st.integers(1, 5000))
def test_the_budget_is_halved_until_it_fits_into_memory(lengths: list[int], room: int, tokens: int) -> None:
    rows = [[7] * length for length in sorted(lengths, reverse=True)]

    def work(share: Sequence[Sequence[int]], settings: DecodingSettings) -> list[int]:
        if settings.slots > room:
            raise Fail("Failed to allocate memory for requested buffer")
        return [len(row) for row in share]

    budget = Budget(tokens)
    done = [length for share in budget.spend(rows, DecodingSettings(), work) for length in share]
    assert done == sorted(lengths, reverse=True)
    assert budget.tokens <= tokens


def test_an_error_says_that_not_even_one_row_fits() -> None:
    def work(share: Sequence[Sequence[int]], settings: DecodingSettings) -> list[int]:
        raise RuntimeError("can't allocate memory")

    with pytest.raises(RuntimeError, match="allocate"):
        list(Budget(64).spend([[7]], DecodingSettings(), work))


def test_a_halved_budget_grows_back() -> None:
    budget, full = Budget(64), iter([True])

    def work(share: Sequence[Sequence[int]], settings: DecodingSettings) -> int:
        if next(full, False):
            raise MemoryError
        return settings.encode_tokens

    used = [next(budget.spend([[7]] * 2, DecodingSettings(), work)) for _ in range(2 * GOOD)]
    assert used == [32] * GOOD + [64] * GOOD


@pytest.mark.parametrize("trouble", [ValueError("allocate"), RuntimeError("cannot allocate a name"), Fail("allocate")])
def test_an_error_that_only_mentions_allocation_is_no_full_memory(trouble: Exception) -> None:
    assert not is_full(trouble)


def test_a_full_memory_is_recognised_in_errors_of_torch() -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(RuntimeError) as trouble:
        torch.empty(10**15)
    assert is_full(trouble.value)


def test_a_full_memory_is_recognised_as_the_cause_of_another_error() -> None:
    trouble = RuntimeError("The object must be a contiguous array for input 'values 1'.")
    assert not is_full(trouble)
    trouble.__cause__ = MemoryError()
    assert is_full(trouble)
