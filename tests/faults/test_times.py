"""Where, when and how often, and places where all is well."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.times import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("My birthday is in 12 March.", "My birthday is on 12 March."),
        ("I will see you on the afternoon.", "I will see you in the afternoon."),
        ("He left in midnight.", "He left at midnight."),
        ("The shop is closed in Sundays.", "The shop is closed on Sundays."),
        ("We live in the third floor.", "We live on the third floor."),
        ("I saw it at the internet.", "I saw it on the internet."),
        ("I heard it in the radio.", "I heard it on the radio."),
        ("We watched the match in TV.", "We watched the match on TV."),
        ("We travelled with train.", "We travelled by train."),
        ("They went there with plane.", "They went there by plane."),
        ("It rained for all the night.", "It rained all night."),
        ("I will finish it until Friday.", "I will finish it by Friday."),
        ("On the other side, the city is noisy.", "On the other hand, the city is noisy."),
        ("In one hand, it is cheap.", "On the one hand, it is cheap."),
        ("In the 2012 I moved to Rome.", "In 2012 I moved to Rome."),
        ("According to me, it is wrong.", "In my opinion, it is wrong."),
        ("For my opinion, he is right.", "In my opinion, he is right."),
        ("On my opinion, this is wrong.", "In my opinion, this is wrong."),
        ("I work in every day.", "I work every day."),
        ("In this morning I woke up late.", "This morning I woke up late."),
        ("At this weekend we will rest.", "This weekend we will rest."),
        ("We meet at Saturday.", "We meet on Saturday."),
        ("He swims three times in week.", "He swims three times a week."),
        ("It rained for all the night.", "It rained all night."),
        ("We talked all the night.", "We talked all night."),
        ("She left after few days.", "She left after a few days."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "In night school I learned Greek.",
        "On nights like these we stay in.",
        "She works nights and sleeps in the day.",
        "On the night of the fire he was away.",
        "On the morning after, nobody spoke.",
        "On the afternoon we met it was raining.",
        "At the night club nobody danced.",
        "I will see you at the weekend.",
        "In weekends past we rowed.",
        "He arrived at the Sunday market early.",
        "At Monday's meeting we agreed.",
        "In May 2010 we moved.",
        "In March 5 people left.",
        "In 5 May tests it failed.",
        "In the 1990s everything changed.",
        "They won in the 2010 election.",
        "Since the 2008 crisis things have changed.",
        "Look in the internet cafe.",
        "The valve in the radio is broken.",
        "There is a fault in the television set.",
        "In TV shows people never say goodbye.",
        "The bug is in the website code.",
        "He invests in the website business.",
        "He painted it in the second floor studio.",
        "She came with bus tickets.",
        "In car parks it is dark.",
        "I was in train mode.",
        "Read it by yourself.",
        "It was a world by its own rules.",
        "She lived by her own lights.",
        "He did it on his own.",
        "All the night shift workers left.",
        "All the day's work was lost.",
        "All the year round they swim.",
        "He came three times in a week.",
        "We meet twice in the week before Christmas.",
        "In this morning's paper there was a photo.",
        "In every day there is a lesson.",
        "At every morning service he sang.",
        "Wait until Friday.",
        "I will not know until tomorrow.",
        "I will pay you back, but not until Friday.",
        "He doesn't return until Monday.",
        "The shop gives credit until next month.",
        "You do not know the half of it.",
        "He ate the half I had left.",
        "For two times the price you get less.",
        "According to me old teacher, it is so.",
        "For my opinion he cared nothing.",
        "I asked for your opinion and you asked for my opinion.",
        "On the contrary, it is easy.",
        "In the one hand he held a pipe.",
        "In one hand he held a sword, in the other a shield.",
        "On the other side, a dog barked.",
        "On the other side of the road there is a shop.",
        "At the picture we laughed.",
        "In the end he stayed.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
