"""The moves of the pointer, and the drafts from its place."""

from __future__ import annotations

import pytest

from gec.decoding.draft import Pointer, Tokens, astray, echo, track

COMMA, THE = 50, 51
STARTS = [token % 10 != 9 for token in range(100)]  # tokens 9, 19, ... continue the word before them
TOKENS = Tokens(STARTS, frozenset({COMMA, THE}))


def pointed(source: list[int], said: list[int]) -> list[int]:
    pointer = Pointer(source, TOKENS)
    for place, token in enumerate(said):
        pointer.push(said[:place], token)
    return pointer.ahead(99)


@pytest.mark.parametrize(
    ("source", "said", "ahead"),
    [
        pytest.param([1, 2, 3, 4], [], [1, 2, 3, 4], id="before the first token"),
        pytest.param([1, 2, 3, 4], [1, 2], [3, 4], id="copied"),
        pytest.param([1, 2, 3, 4], [1, 77], [3, 4], id="a word replaced"),
        pytest.param([1, 2, 9, 19, 4], [1, 77], [4], id="a word of three tokens replaced"),
        pytest.param([1, 2, 3, 4], [1, 77, 29], [3, 4], id="the new word has two tokens"),
        pytest.param([1, 2, 3, 4], [1, COMMA], [2, 3, 4], id="a comma inserted"),
        pytest.param([1, 2, 3, 4], [1, 3], [4], id="a word deleted"),
        pytest.param([1, 2, 3, 4], [1, 77, 2], [3, 4], id="back to the word after an insertion taken for another"),
        pytest.param([5, 6, 7, 5, 6, 8], [5, 6, 7, 5, 6], [8], id="a repeated phrase goes by the longest match"),
        pytest.param([1, 2, 3], [1, 2, 3], [], id="after the last token"),
        pytest.param([], [7], [], id="an empty source"),
    ],
)
def test_what_is_drafted(source: list[int], said: list[int], ahead: list[int]) -> None:
    assert pointed(source, said) == ahead


def test_the_end_token_is_never_passed_by_a_substitution() -> None:
    assert pointed([2, 1], [77, 78, 79]) == [1]


def test_an_echo_repeats_what_followed() -> None:
    assert echo([4, 5, 6, 7, 8, 4, 5, 6], 2) == [7, 8]
    assert echo([4, 5, 6, 7, 4, 5, 6], 6) == [7, 4, 5, 6, 7, 4]
    assert echo([4, 5, 6], 5) == []
    assert echo([1, 2, 3, 4, 5, 6, 7], 5) == []


def test_the_pointer_moves_as_networks_were_trained_with() -> None:
    """A change here changes the input of networks with a pointer feed, which would have to be trained again."""
    tokens = Tokens(STARTS, frozenset({COMMA, THE}))
    source = [1, 2, 3, THE, 4, 9, 5, 2, 6, COMMA, 7, 8, 1, 3]
    moves = {
        (1, 2, 3): [0, 1, 2, 3],
        (1, 77, 3, 4): [0, 1, 2, 3, 5],
        (1, THE, 2, 3): [0, 1, 4, 2, 3],
        (1, 2, 3, COMMA, 4): [0, 1, 2, 3, 4, 5],
        (1, 2, 3, 4, 9, 77, 2): [0, 1, 2, 3, 5, 6, 7, 8],
        (1, 2, 3, 5, 2, 6): [0, 1, 2, 3, 7, 8, 9],
        (1, 2, 3, 8, 1): [0, 1, 2, 3, 4, 13],
        (1, 2, 3, THE, 4, 9, 5, 2, 3): [0, 1, 2, 3, 4, 5, 6, 7, 8, 3],
    }
    assert {said: list(track(source, said, tokens)) for said in moves} == moves


def test_an_output_is_used_up_to_its_first_step_back() -> None:
    tokens = Tokens([True] * 20)
    source = [3, 4, 5, 6, 4, 7, 8]
    assert astray(source, source, tokens) == (7, 7)
    assert astray(source, [3, 4, 5, 6, 4, 5, 6, 4, 5], tokens) == (5, 5)
    assert astray(source, [3, 9, 5, 6, 4, 5, 6, 9], tokens) == (5, 5)
