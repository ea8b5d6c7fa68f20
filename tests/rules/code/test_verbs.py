"""Verbs in a form that what stands before them does not take, and places where all is well."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.verbs import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We spent two hours to look for the key.", "We spent two hours looking for the key."),
        ("How about to meet? I think about to move.", "How about meeting? I think about moving."),
        ("The noise prevented us to sleep.", "The noise prevented us from sleeping."),
        ("We look forward to greet you.", "We look forward to greeting you."),
        ("I am used to get up at six.", "I am used to getting up at six."),
        ("He is not used to wake up early.", "He is not used to waking up early."),
        ("I'm used to drive, and you get used to walk.", "I'm used to driving, and you get used to walking."),
        ("They decided going home, for I want seeing it.", "They decided to go home, for I want to see it."),
        ("Let me to try; he made her son to sing.", "Let me try; he made her son sing."),
        ("I heard them to laugh and saw her to dance.", "I heard them laugh and saw her dance."),
        ("I am knowing the answer; she was needing a shop.", "I know the answer; she needed a shop."),
    ],
)
def test_the_form_of_a_verb(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "He quit to marry her, and she stopped to rest.",
        "It is considered to be rare, and you are strongly recommended to wait.",
        "A knife is used to remove paint, and they are used to cut bread.",
        "Come without fail, without leave or build tools, and by catapult.",
        "We wanted meetings, and Alice wanted nothing.",
        "I have lived here since 2010, and I work here now.",
        "She has a problem to solve, and is knowing.",
        "What you want for a present is what I want.",
        "We want using this tool to be fun, and get whatever you want using that.",
        "The way of life, the idea of play and instead of work.",
        "Call the day before to confirm, or come the week after to look.",
        "It must be avoided to save money, and is best enjoyed to music.",
        "What is it worth to know this?",
        "We had no trouble to speak of, and it had been fun to watch.",
        "They stopped him to ask the way.",
        "It can be decided using facts, and I hope seeing it helps.",
        "If you want let me know, for the things people want include money.",
        "We know prices have risen since 2010, and I love the films made since 1990.",
        "I saw him to say goodbye, and let it to students; she made it to the top.",
        "I was too busy to help, and can't stand to see it.",
        "It is easy to living things, and we look forward to training.",
        "She is understanding, and it gets used to build houses.",
        "Book before to avoid a queue, and we went out after to celebrate.",
        "We did without to help the neighbours.",
        "She decided leaving early would be rude.",
        "What are you interested in to start with?",
        "Paint can't help to cure damp.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
