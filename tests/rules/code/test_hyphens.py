"""Numbers and measures that are one word."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.engine import faults


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    "text, better",
    [
        ("It took forty six days.", "It took forty-six days."),
        ("Twenty two of them left.", "Twenty-two of them left."),
        ("It was a two year study.", "It was a two-year study."),
        ("We ran the 100 metre race.", "We ran the 100-metre race."),
        ("This long thirty day delay hurt.", "This long thirty-day delay hurt."),
        ("We went on a two weeks trip.", "We went on a two-week trip."),
        ("An eight years old boy came.", "An eight-year-old boy came."),
        ("She has a part time job and an old fashioned car.", "She has a part-time job and an old-fashioned car."),
        ("He is good looking.", "He is good-looking."),
        ("It works on a large scale project.", "It works on a large-scale project."),
        ("She has a ten years old son.", "She has a ten-year-old son."),
        ("We took a five days trip.", "We took a five-day trip."),
    ],
)
def test_what_is_one_word_gets_its_hyphen(text: str, better: str) -> None:
    assert mended(text) == better


@pytest.mark.parametrize(
    "text",
    [
        "It took forty-six days.",
        "It was in nineteen forty, six of us left.",
        "The town is called Ninety, Six the next.",
        "It was a two-year study.",
        "It fought in the Six Day War.",
        "We stayed for two years.",
        "That was the one day we met.",
        "Each 2 minute is long.",
        "The two star last night was late.",
        "They came in the twenty second hour.",
        "She is five years old.",
        "In the short term it helps.",
        "He works part time.",
        "The part time plays is large.",
        "I am a 20 years old.",
        "The good looking for the bad are rare.",
        "The two seat covers are new.",
        "A second hand shot up.",
        "On a large scale factories pay, and on such a large scale mills lose.",
    ],
)
def test_what_is_not_stays(text: str) -> None:
    assert mended(text) == text
