"""How many, and what is no number of things."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.numbers import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("They hired several accountant.", "They hired several accountants."),
        ("After many disaster, we parted.", "After many disasters, we parted."),
        ("One of the customer is here.", "One of the customers is here."),
        ("A large number of farmer were seen.", "A large number of farmers were seen."),
        ("The most of the students came.", "Most of the students came."),
        ("The most of people have a phone.", "Most people have a phone."),
        ("The most of my friends are students.", "Most of my friends are students."),
        ("Most of students like him.", "Most students like him."),
        ("Hundred of people came.", "Hundreds of people came."),
        ("I have five hundred of books.", "I have five hundred books."),
        ("I don't have many time.", "I don't have much time."),
        ("I want another shoes.", "I want other shoes."),
        ("He speaks another languages.", "He speaks other languages."),
        ("One of my friend live here.", "One of my friends live here."),
        ("A huge amount of people came.", "A huge number of people came."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "There are two sports shops.",
        "Chapter two page ten says so.",
        "The two brother officers shook hands.",
        "A two week holiday is enough.",
        "Ten day passes cost more.",
        "It is a five minute walk.",
        "He caught the 7:15 train.",
        "The two car family is the norm.",
        "We have several student nurses.",
        "Many a friend has left me.",
        "Lots of room for everyone.",
        "Many thing-like objects lay about.",
        "How much people pay is their affair.",
        "It is not so much people as things that matter.",
        "So much for cars.",
        "He talks too much.",
        "Another five minutes will do.",
        "Another people might have rebelled.",
        "Another two weeks passed.",
        "One of the student nurses left, and one of my friend requests lapsed.",
        "Any amount of people skills will help, and an amount of time.",
        "So little children need more sleep.",
        "The poor little people have nothing.",
        "Most of all I like tea.",
        "Most of today was fine.",
        "The most of any.",
        "Make the most of the day.",
        "Five hundred of them came.",
        "A hundred of his men fell.",
        "Two hundreds column fields are wrong.",
        "The thousands of people who came were happy.",
        "Hundreds of people came.",
        "He is eight years old.",
        "Three-year-old boys run.",
        "A ten years war followed.",
        "I want an €11 ticket, or a £15 dress.",
        "I saw how much houses cost, and how much teachers really earn.",
        "The boxer weighs fifteen stone, and he is six foot.",
        "Their inn is five star.",
        "They passed ten buffalo.",
        "There is a lot of activity at night.",
        "That is a lot of house for the money.",
        "A Year 9 student won.",
        "I take the eight thirty bus to work.",
        "It spread by a lot of word of mouth.",
        "The lane is two way.",
        "Several object to the tax.",
        "One of the litter is lame.",
        "How much things have changed!",
        "Ask how much people are paid.",
        "There is so much people can do.",
        "The most people can hope for is rain.",
        "She has nine goals, the most of the season.",
        "About a hundred of us stayed.",
        "We have many time constraints.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
