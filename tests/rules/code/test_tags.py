"""Tags of questions that do not go with their sentence."""

from __future__ import annotations

import pytest

from gec.rules.engine import known, of
from gec.rules.examine import corrected


def mended(text: str) -> str:
    return corrected(of([known()["questions.tag"]]), text)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("You haven't fed the parrot yet, did you?", "You haven't fed the parrot yet, have you?"),
        ("You’re from Lisbon, isn’t it?", "You’re from Lisbon, aren’t you?"),
        ("They won't cancel the parade, do they?", "They won't cancel the parade, will they?"),
        ("I'm not late for rehearsal, aren't I?", "I'm not late for rehearsal, am I?"),
        ("Your aunt makes her own wine, don't she?", "Your aunt makes her own wine, doesn't she?"),
        ("You like olives, isn't it?", "You like olives, don't you?"),
        ("She sold the boat, isn't it?", "She sold the boat, didn't she?"),
        ("Let's order some dumplings, will we?", "Let's order some dumplings, shall we?"),
        ("The tower is tall, isn't it.", "The tower is tall, isn't it?"),
        ("She don't like olives, do she?", "She don't like olives, does she?"),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "You have a ladder, don't you?",
        "I think she's cute, don't you?",
        "It's all right, is it?",
        "You never met him, did you?",
        "He'd rather walk, wouldn't he?",
        "That's what you wanted, isn't it?",
        "It was Tom who rang, wasn't it?",
        "You know you never loved me, don't you?",
        "The answer, they say, is you.",
        "You have little time, have you?",
        "Let's go, shall we?",
        "Come in, will you?",
        "You put the lid on, didn't you?",
        "They beat us twice, didn't they?",
        "You shut the gate, don't you?",
        "She must be tired, isn't she?",
        "He must have forgotten, hasn't he?",
        "There are a few seats left, aren't there?",
        "You know a little Greek, don't you?",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
