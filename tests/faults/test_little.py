"""Little words that are missing or too many, and places where all is well."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.little import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We run in morning.", "We run in the morning."),
        ("They went to cinema yesterday.", "They went to the cinema yesterday."),
        ("I saw it for first time at same place.", "I saw it for the first time at the same place."),
        ("It grew in last ten years.", "It grew in the last ten years."),
        ("She found it on internet.", "She found it on the internet."),
        ("He listens music, and nobody listens him.", "He listens to music, and nobody listens to him."),
        ("We go to the school by the bus.", "We go to school by bus."),
        ("They play the football and have the lunch.", "They play football and have lunch."),
        (
            "The public transport is cheap; use the public transport!",
            "Public transport is cheap; use public transport!",
        ),
        ("We had to pay the meal.", "We had to pay for the meal."),
        ("I am waiting your answer, and she waited me.", "I am waiting for your answer, and she waited for me."),
        ("I asked to him, and he told to me.", "I asked him, and he told me."),
        ("We went to home and then to shopping.", "We went home and then to shopping."),
        ("They go to shopping every week and come to here.", "They go shopping every week and come here."),
        ("In last summer it rained, and I leave on tomorrow.", "Last summer it rained, and I leave tomorrow."),
        ("On July we were in USA.", "In July we were in the USA."),
        ("My hobby is the chess, and her sport is the tennis.", "My hobby is chess, and her sport is tennis."),
        ("I am proud for you, and she takes care about them.", "I am proud of you, and she takes care of them."),
        (
            "Our trip to coast in May was better than first one.",
            "Our trip to the coast in May was better than the first one.",
        ),
        ("It is one of most famous.", "It is one of the most famous."),
        ("You must visit to London, and will visit to my aunt.", "You must visit London, and will visit my aunt."),
    ],
)
def test_little_words(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "In morning light we saw an on internet-scale thing.",
        "They go to market prices and to bank holidays.",
        "It is of same-sex couples, and in last place.",
        "Listen, you; they listened a while.",
        "Wait your turn, and wait a minute; wait my whole time.",
        "We pay the food company.",
        "We go to the school on the hill, by the bus stop, to have the lunch they made.",
        "The public transport in Rome and the public transport system.",
        "She told to her aunt's friend what he asked to know.",
        "Look at last year; it is up on last year, as in last place.",
        "On 2010 models; in 5 minutes; on the 5 o'clock news.",
        "Take care with the glass; he came in during two of the talks.",
        "From coast to coast, and at beach parties in first-floor rooms.",
        "On July 4 and on July the fourth; on July mornings.",
        "In UK law and to US citizens; the Spain of old.",
        "As told to me, the story told to us and her visit to him.",
        "Sales were up on 2010, and prices based on January 2010 fell.",
        "We settled on 5 pm, and the deal came to market.",
        "What went on last night, is on tomorrow and moved in last week.",
        "I love the Spain I knew.",
        "We flew in yesterday, and she popped in last night.",
        "He left the oven on last night.",
        "Based on last year, we need more chairs.",
        "Will you be home, or are you in tomorrow?",
        "There are loans for first time buyers.",
        "Ask for same day delivery.",
        "We are going to park behind the shed.",
        "The boy stood by the car and cried.",
        "The goat was hit by the train.",
        "They are afraid for their sons.",
        "The most telling to me was the end.",
        "The secrets told to us stay here.",
        "Most of my salary goes to shopping.",
        "The sledge was able to coast to the finish.",
        "Classes run in morning, afternoon and evening groups.",
        "They asked me on my birthday, and invited him on his birthday.",
        "She isn't in next week.",
        "The new stock is due in next week.",
        "They called the police in last night.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
