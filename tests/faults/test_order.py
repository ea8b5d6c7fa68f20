"""Words in the order of another language, and in a rarer one of English."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.order import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("I like very much chocolate.", "I like chocolate very much."),
        ("I go always by bus.", "I always go by bus."),
        ("She drinks never coffee.", "She never drinks coffee."),
        ("He comes usually late.", "He usually comes late."),
        ("I eat sometimes meat.", "I sometimes eat meat."),
        ("I speak very well English.", "I speak English very well."),
        ("I like a lot this film.", "I like this film a lot."),
        ("Please wake up me early.", "Please wake me up early."),
        ("She threw away it.", "She threw it away."),
        ("We very like this town.", "We really like this town."),
        ("They speak fluently Spanish.", "They speak Spanish fluently."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "I like very much to be asked.",
        "I would like very much to go.",
        "I love a lot of things.",
        "He speaks very good English.",
        "She speaks perfectly English sentences.",
        "I have also been there.",
        "They always are.",
        "He gave to the poor.",
        "She gave to me what she had.",
        "Pick up them tools, he said.",
        "They came up it slowly.",
        "He ran down it.",
        "Turn on him and he bites.",
        "Go back it says.",
        "I very nearly fell.",
        "The coat he gave to me many years ago is torn.",
        "We have also to think of the cost.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
