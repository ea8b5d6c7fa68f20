"""Questions in their order, and what is asked inside a sentence."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.questions import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Can you tell me what is your name?", "Can you tell me what your name is?"),
        ("I don't know where is the station.", "I don't know where the station is."),
        ("Why you are sad?", "Why are you sad?"),
        ("How long it will take to get there?", "How long will it take to get there?"),
        ("I know to swim.", "I know how to swim."),
        ("Why you didn't wait?", "Why didn't you wait?"),
        ("When you will be home?", "When will you be home?"),
        ("Where he lives?", "Where does he live?"),
        ("Where you usually eat?", "Where do you usually eat?"),
        ("What means this word?", "What does this word mean?"),
        ("What time starts the match?", "What time does the match start?"),
        ("She asked me what am I doing.", "She asked me what I am doing."),
        ("Do you know how old is he?", "Do you know how old he is?"),
        ("I forgot what is this.", "I forgot what this is."),
        (
            "Tell me where does he work, and I wonder what did they say.",
            "Tell me where he works, and I wonder what they said.",
        ),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Tell me: what is your name?",
        "I know who has it, and I wonder who had you in class.",
        "Why you are sad I know.",
        "They know to wait.",
        "I know what is in the box.",
        "Do you know who is the one they sent?",
        "Where there is smoke, is there fire?",
        "The browser will know to use it, and he didn't know to speak up.",
        "I asked her what was the matter.",
        "I know who did it and what does the trick.",
        "Which do you want? How many do you need?",
        "What I want to know is this: was it he?",
        "I see. What are you doing?",
        "Ask who did the school play, and I wonder who does the tax forms.",
        "I know what does the most harm.",
        "So what he is saying is that we lost?",
        "Everyone knows to drive slowly here.",
        "He knows to speak softly.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
