"""Adjectives and adverbs in each other's place, and in their own."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.qualities import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("What nice day!", "What a nice day!"),
        ("What nice surprise for us!", "What a nice surprise for us!"),
        ("What lovely dress you have.", "What a lovely dress you have."),
        ("They are such a nice people.", "They are such nice people."),
        ("It was such a good news that I cried.", "It was such good news that I cried."),
        ("I am confusing about the rules.", "I am confused about the rules."),
        ("It is an interested book.", "It is an interesting book."),
        ("She is the more beautiful girl in the class.", "She is the most beautiful girl in the class."),
        ("It is very more expensive.", "It is much more expensive."),
        ("He is very taller than me.", "He is much taller than me."),
        ("I slept good last night.", "I slept well last night."),
        ("He drives too fastly.", "He drives too fast."),
        ("She works very hardly.", "She works very hard."),
        ("I studied hardly for the exam.", "I studied hard for the exam."),
        ("The soup tastes well.", "The soup tastes good."),
        ("What beautiful garden!", "What a beautiful garden!"),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "So good a man is rare.",
        "Such good work is rare.",
        "Such long days!",
        "What good luck!",
        "What good is it?",
        "What good book do you read?",
        "She is boring her audience.",
        "I am boring a hole in the wall.",
        "They are exciting in bed and on stage.",
        "It is confusing about half of them.",
        "He was an interested party.",
        "A bored day tripper.",
        "She hardly works.",
        "They worked hardly at all.",
        "It rained hardly every third day.",
        "I have not slept lately.",
        "He has come home late lately.",
        "It tastes well seasoned.",
        "He can smell well enough.",
        "She plays good tennis.",
        "He sings good songs.",
        "I play football good and hard is not what he said.",
        "Very well then.",
        "Very better is no English.",
        "He is the better player of the two.",
        "She is the older sister.",
        "The more expensive car in the garage is his.",
        "It was not so much as a smile.",
        "So far as I can see, it is fine.",
        "So long as he can work he is happy.",
        "He is so fast as to be a blur.",
        "They were amazing in the second act.",
        "Owls are odd. They are interesting because they hear so well.",
        "He is annoying when he hums.",
        "It was a relaxed trip with a tired joke or two, and many a tired idea.",
        "It came in such good condition.",
        "What long hair!",
        "I am tiring of this game.",
        "The richer countries in the world must pay.",
        "The older child in the family sulked.",
        "I can't smell well.",
        "He never ran so fast as he could.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
