"""Clauses built as in another language, and clauses that only look like it."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.clauses import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Although it was raining but we went out.", "Although it was raining, we went out."),
        ("Even though she was tired, but the boys went on.", "Even though she was tired, the boys went on."),
        ("I want that you help me, and she wants that he goes.", "I want you to help me, and she wants him to go."),
        ("We would like that you stay.", "We would like you to stay."),
        ("We prefer green tea than coffee.", "We prefer green tea to coffee."),
        ("She is married with a doctor.", "She is married to a doctor."),
        ("Although ill but she came.", "Although ill, she came."),
    ],
)
def test_clauses_as_in_another_language(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Although nobody but she came, we began.",
        "We want that car, and she wants that he-goat.",
        "I prefer to walk rather than wait, and prefer more sugar than salt.",
        "They are married with children.",
        "They arrived to find it closed, and arrived to applause.",
        "They were married with the blessing of the Pope.",
        "They arrived to a warm welcome and to the sound of bells.",
        "Although everyone but the cook was ill, we ate.",
        "Though she knew everything but the price, she paid.",
        "We prefer something colder than milk, or anything other than tea.",
        "Because of rain and wind, so on and so forth, it was late.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
