"""Commas beside what stands apart, questions that end with a full stop, and capitals."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code import asides, names


def mended(text: str) -> str:
    rules = (*asides.RULES, *names.RULES)
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in rules for one in rule(text)])


@pytest.mark.parametrize(
    "text",
    [
        "Yes, I can.",
        "No, they aren't ready.",
        "Hello Eva, how was your trip?",
        "Good morning everybody, my name is Tom.",
        "Thanks, Eva!",
        "You never smoke, do you?",
        "She lives in Vienna, Austria.",
    ],
)
def test_missing_commas(text: str) -> None:
    assert mended(text.replace(", ", " ")) == text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("He told me, that he was ill.", "He told me that he was ill."),
        ("I don't know, where it is.", "I don't know where it is."),
        ("My brother, is a cook.", "My brother is a cook."),
        ("I was born in madrid and studied in new york.", "I was born in Madrid and studied in New York."),
        ("In the Summer we swim; we ski in Winter.", "In the summer we swim; we ski in winter."),
    ],
)
def test_what_was_meant(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "No one I know was there.",
        "Yes men surrounded the king.",
        "She doesn't know what time it was.",
        "You never know who he is?",
        "He told me, as we all know, that he was late.",
        "I wonder, therefore, why he came.",
        "I did what you told me, what you asked.",
        "They have it, and why shouldn't they?",
        "Paris Hilton went to Rome.",
        "What he does is his business.",
        "Where you live matters.",
        "Do your homework.",
        "Have a nice day.",
        "If you have questions, do not hesitate to ask.",
        "Should you need help, call us.",
        "The `madrid` branch is in berlin-mode.",
        "In the Winter Palace hang many paintings.",
        "Which was the best part of it.",
        "What was the king's is now the people's.",
        "What is their gain is our loss.",
        "No Parking!",
        "Yes Minister!",
        "My dear, is this yours?",
        "This week, are you free?",
        "He told me, that I can tell you, with a smile.",
        "As you know, where we live is wet.",
        "Do you know if he is or isn't he?",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
