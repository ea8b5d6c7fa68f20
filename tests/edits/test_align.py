"""From two id sequences to the fewest edits, and from those to characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from gec.edits.align import Stretch, changes, proposals
from gec.edits.edit import Edit, apply
from gec.model.tokenizer import Tokenizer, train

ids = st.lists(st.integers(0, 5), max_size=14)


def applied(source: Sequence[int], output: Sequence[int], found: list[Stretch]) -> list[int]:
    made: list[int] = []
    done = 0
    for change in found:
        made += [*source[done : change.start], *output[change.new_start : change.new_end]]
        done = change.end
    return [*made, *source[done:]]


@given(ids, ids)
def test_changes_make_the_output_of_the_source(source: list[int], output: list[int]) -> None:
    found = changes(source, output)
    assert applied(source, output, found) == output
    for one, other in pairwise(found):
        assert one.end < other.start or one.new_end < other.new_start
    costs = [max(one.end - one.start, one.new_end - one.new_start) for one in found]
    assert sum(costs) == Levenshtein.distance(source, output)


@given(ids)
def test_equal_sequences_have_no_changes(source: list[int]) -> None:
    assert changes(source, source) == []


def test_long_unrelated_sequences_are_aligned_quickly() -> None:
    source, output = list(range(3000)), list(range(3000, 6000))
    assert applied(source, output, changes(source, output)) == output


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    own = ["She goes to the old school by the river, and he doesn't like it at all.", "There were a lot of people."]
    return train(own * 30, 400)


CASES = [
    ("He go home.", "He goes home.", [("go", "goes")]),
    ("He goes to school.", "He goes to the school.", [("", " the")]),
    ("He goes to the school.", "He goes to school.", [(" the", "")]),
    ("Weather was fine.", "The weather was fine.", [("Weather", "The weather")]),
    ("However he left.", "However, he left.", [("", ",")]),
    ("The very old school.", "Very old school.", [("The very", "Very")]),
    ("The he left.", "he left.", [("The ", "")]),
    ("I dont know", "I don't know.", [("dont", "don't"), ("", ".")]),
    ("They doesn’t.", "They don’t.", [("doesn’t", "don’t")]),
    ("a word , and", "a word, and", [(" ", "")]),
    ("any more of it", "anymore of it", [("any more", "anymore")]),
    ('He said "go" twice.', 'He said "went" twice.', [("go", "went")]),
    ("naïve 日本 café", "naïve 日本 cafés", [("café", "cafés")]),
    ("'", "a .'", [("", "a .")]),
]


@pytest.mark.parametrize(("source", "target", "expected"), CASES)
def test_edits_are_whole_words(tokenizer: Tokenizer, source: str, target: str, expected: list[tuple[str, str]]) -> None:
    output = tokenizer.encode(target).ids
    found = proposals(source, tokenizer.encode(source), output, [1.0] * len(output), tokenizer)
    assert apply(source, [Edit(one.start, one.end, one.replacement) for one in found]) == target
    assert [(source[one.start : one.end], one.replacement) for one in found] == expected


words = st.lists(st.text("abcént日😀'.,-", min_size=1, max_size=5), max_size=8).map(" ".join)


@settings(max_examples=100)
@given(words.filter(bool), words)
def test_edits_make_the_target_whatever_it_is(tokenizer: Tokenizer, source: str, target: str) -> None:
    output = tokenizer.encode(target).ids
    found = proposals(source, tokenizer.encode(source), output, [1.0] * len(output), tokenizer)
    assert apply(source, [Edit(one.start, one.end, one.replacement) for one in found]) == target
