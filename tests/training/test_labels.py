"""The labels of each token of a pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gec.edits.align import changes
from gec.model.edited import DELETE, KEEP, REPLACE
from gec.training.labels import NONE, label

MARK, END = 3, 1


def labelled(source: list[int], target: list[int]) -> tuple[list[bool], list[int], list[int], list[int]]:
    """The labels of one pair, with mark and end tokens added."""
    found = label([[MARK, *source, END]], [[*target, END]], [1])
    return (
        found.changed[0].tolist(),
        found.operation[0].tolist(),
        found.replacement[0].tolist(),
        found.insertion[0].tolist(),
    )


def test_a_copy_is_labelled_keep() -> None:
    changed, operation, replacement, insertion = labelled([10, 11], [10, 11])
    assert not any(changed)
    assert operation == [KEEP] * 4
    assert replacement == insertion == [NONE] * 4


def test_a_substitution_is_labelled_replace_and_changed() -> None:
    changed, operation, replacement, _ = labelled([10, 11, 12], [10, 20, 12])
    assert changed == [False, True, False, False]
    assert operation == [KEEP, KEEP, REPLACE, KEEP, KEEP]
    assert replacement == [NONE, NONE, 20, NONE, NONE]


def test_after_a_deletion_the_next_token_counts_as_changed() -> None:
    changed, operation, _, _ = labelled([10, 11, 12], [10, 12])
    assert operation == [KEEP, KEEP, DELETE, KEEP, KEEP]
    assert changed == [False, True, False]


def test_an_insertion_is_labelled_at_its_right_neighbour() -> None:
    changed, operation, _, insertion = labelled([10, 12], [10, 11, 12])
    assert operation == [KEEP] * 4
    assert insertion == [NONE, NONE, 11, NONE]
    assert changed == [False, True, False, False]


def test_an_insertion_at_the_end_is_labelled_at_the_end_token() -> None:
    assert labelled([10], [10, 11])[3] == [NONE, NONE, 11]


def test_a_longer_replacement_ends_in_an_insertion() -> None:
    _, operation, replacement, insertion = labelled([10, 11, 12], [10, 20, 21, 12])
    assert operation == [KEEP, KEEP, REPLACE, KEEP, KEEP]
    assert replacement[2] == 20
    assert insertion[3] == 21


def test_rows_of_different_lengths_and_marks_do_not_disturb_each_other() -> None:
    found = label([[MARK, 10, 11, END], [MARK, MARK, 10, END]], [[10, 11, END], [20, 21, END]], [1, 2])
    assert found.operation[0].tolist() == [KEEP] * 4
    assert found.operation[1].tolist() == [KEEP, KEEP, REPLACE, KEEP]
    assert found.insertion[1].tolist() == [NONE, NONE, NONE, 21]


def test_padding_has_no_labels() -> None:
    found = label([[MARK, 10, 11, END], [MARK, 10, END]], [[10, 11, END], [10, END]], [1, 1])
    assert found.operation[1].tolist() == [KEEP, KEEP, KEEP, NONE]


ids = st.lists(st.integers(5, 9), max_size=12)


@given(st.lists(st.tuples(ids, ids), min_size=1, max_size=6))
def test_the_alignment_is_that_of_the_edits(pairs: list[tuple[list[int], list[int]]]) -> None:
    found = label([[MARK, *s, END] for s, _ in pairs], [[*t, END] for _, t in pairs], [1] * len(pairs))
    for row, (source, target) in enumerate(pairs):
        changed = [False] * (len(target) + 1)
        operation = [KEEP] * (len(source) + 2)
        insertion = [NONE] * (len(source) + 2)
        for change in changes([*source, END], [*target, END]):
            for place in range(change.new_start, max(change.new_end, change.new_start + 1)):
                changed[place] = True
            new = change.new_end - change.new_start
            for offset, place in enumerate(range(change.start + 1, change.end + 1)):
                operation[place] = REPLACE if offset < new else DELETE
            if new > change.end - change.start:
                insertion[change.end + 1] = target[change.new_start + change.end - change.start]
        assert found.changed[row, : len(changed)].tolist() == changed
        assert found.operation[row, : len(operation)].tolist() == operation
        assert found.insertion[row, : len(insertion)].tolist() == insertion
