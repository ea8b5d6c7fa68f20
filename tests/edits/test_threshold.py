"""How sure is enough, and what a writer's other mistakes say of one more edit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit
from gec.edits.error_rate import evidence, weighed
from gec.edits.threshold import ANY, Presets, Threshold

SHARE = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
LENGTH = 6000


def edits(*confidences: float, begin: int = 0, apart: int = 30) -> list[Edit]:
    places = [begin + apart * at for at in range(len(confidences))]
    return [Edit(at, at + 1, "x", "R:VERB", one) for at, one in zip(places, confidences, strict=True)]


def confidence_of_first(found: list[Edit], length: int = LENGTH) -> float:
    return weighed(found, length, 0.5)[0].confidence


def test_a_writer_who_errs_often_is_believed_to_err_again() -> None:
    careful, careless = edits(0.5), edits(0.5, *[0.9] * 20)
    assert confidence_of_first(careful) < 0.5 < confidence_of_first(careless)


def test_near_mistakes_say_more_than_far_ones() -> None:
    [doubtful] = edits(0.5)
    near, far = ([doubtful, *edits(0.9, 0.9, 0.9, begin=place)] for place in (100, 5000))
    assert confidence_of_first(near) > confidence_of_first(far) > confidence_of_first([doubtful])


def test_a_single_sentence_is_expected_to_have_mistakes() -> None:
    assert 0.55 < confidence_of_first(edits(0.5), length=80) < 0.7
    assert confidence_of_first(edits(0.5), length=2000) < 0.5


def test_parts_of_a_change_are_one_mistake() -> None:
    """Markup stands between them."""
    parts = [replace(one, part_of=(0, 0, 3)) for one in edits(0.6, 0.6)]
    assert evidence(parts, LENGTH) == evidence(parts[:1], LENGTH) * 2
    other = replace(parts[1], start=90, end=91, part_of=(0, 90, 91))
    assert evidence([*parts, other], LENGTH)[0] > evidence(parts, LENGTH)[0]


@given(st.lists(SHARE, min_size=1, max_size=8), st.integers(0, 7), SHARE)
def test_more_mistakes_elsewhere_never_make_an_edit_less_sure(found: list[float], at: int, more: float) -> None:
    at %= len(found)
    before, after = edits(*found), edits(*found[:at], max(found[at], more), *found[at + 1 :])
    for number, (one, other) in enumerate(zip(weighed(before, LENGTH, 0.5), weighed(after, LENGTH, 0.5), strict=True)):
        assert number == at or other.confidence >= one.confidence


@given(st.lists(SHARE, max_size=8), SHARE)
def test_edits_below_the_threshold_are_dropped(found: list[float], least: float) -> None:
    every = edits(*found)
    kept = Threshold(least, 0.5).passing(reversed(every), LENGTH)
    assert kept == [one for one in weighed(every, LENGTH, 0.5) if one.confidence >= least]
    assert Threshold(least).passing(every, LENGTH) == [one for one in every if one.confidence >= least]
    assert ANY.passing(every, LENGTH) == every


@given(st.lists(SHARE, min_size=2, max_size=8), st.integers(0, 7))
def test_an_edit_is_the_same_evidence_whether_selected_or_not(found: list[float], at: int) -> None:
    every = edits(*found)
    one = every[at % len(every)]
    others = [other for other in every if other is not one]
    assert evidence([one], LENGTH, others) == pytest.approx([evidence(every, LENGTH)[at % len(every)]])


def test_a_confidence_of_the_user_overrides_the_preset_of_the_model() -> None:
    presets = Presets({"balanced": 0.7}, 0.3)
    assert presets.threshold("balanced") == Threshold(0.7, 0.3)
    assert presets.threshold("balanced", 0.5) == Threshold(0.5, 0.3)
    assert presets.threshold("recall") == Threshold(0.0, 0.3)
