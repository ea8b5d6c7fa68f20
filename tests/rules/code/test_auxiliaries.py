"""Auxiliaries that a verb does not take, and those that it takes."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.auxiliaries import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "The crash was happened at noon, and it was suddenly disappeared.",
            "The crash happened at noon, and it suddenly disappeared.",
        ),
        ("It has been happened before.", "It has happened before."),
        ("She done it, and then they begun the game.", "She did it, and then they began the game."),
        ("I rung him when I just seen it.", "I rang him when I just saw it."),
        ("Do she know? Why don't she come?", "Does she know? Why doesn't she come?"),
        ("You will can see it, but they must can pay.", "You will be able to see it, but they must be able to pay."),
        ("I could not able to lift it, and she can be able to help.", "I could not lift it, and she can help."),
        ("I have forget it, and she has never eat snails.", "I have forgotten it, and she has never eaten snails."),
        ("I have send you the keys.", "I have sent you the keys."),
        ("The soup may improves, and she could arrived.", "The soup may improve, and she could arrive."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The battery was died.",
        "What they are have become legends, and how big it is depends on you.",
        "Does the bus stop here? Did you need help?",
        "He said what he did came from the heart.",
        "Do he and she ski?",
        "The will can be changed, and the can could leak.",
        "What you can using this is little; we couldn't help laughing.",
        "Don't building costs rise? Why don't training days count?",
        "All he did was write, and it will be build automation.",
        "What I have know no bounds.",
        "They will not be able to come.",
        "It is hope that drives us, and it is need, not greed.",
        "Did your blood tests show anything? Why did the price rises cause such anger?",
        "Did your newly painted door dry?",
        "This would of itself be enough, and it must of necessity fail.",
        "Do your boss a favour, will you?",
        "Do my friend's dogs bark, and do your cat toys squeak?",
        "How do you free the memory?",
        "The will stipulated that it went to her.",
        "His political will evaporated.",
        "He has seen it and she done it, and we know what they had begun and he given.",
        "He also known as Bob, it taken by surprise, and they, known to few.",
        "Have you or they seen it?",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
