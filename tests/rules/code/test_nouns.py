"""Nouns that are not counted, and those that are."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.nouns import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("These informations are new, and we bought furnitures.", "This information is new, and we bought furniture."),
        ("The advices were good.", "The advice was good."),
        ("It was a very beautiful weather.", "It was very beautiful weather."),
        (
            "A good advice is rare, and a public transport is needed.",
            "Good advice is rare, and public transport is needed.",
        ),
        ("Less people came with less problems.", "Fewer people came with fewer problems."),
        ("She gave me many advices.", "She gave me a lot of advice."),
        ("There was too many noise, and we hadn't many food.", "There was too much noise, and we hadn't much food."),
        ("I bought a new shoes.", "I bought new shoes."),
        ("The number of cars have grown.", "The number of cars has grown."),
        (
            "It is one of the best film we saw in one of the biggest city in Asia.",
            "It is one of the best films we saw in one of the biggest cities in Asia.",
        ),
        ("Every students has a key, and each windows is open.", "Every student has a key, and each window is open."),
    ],
)
def test_what_is_not_counted(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "A weather station stood at an information desk of a public transport company.",
        "She advises them, and he works with software's limits.",
        "Less time, less stress, less emphasis and less bus fares in five or less minutes.",
        "It is no less people than that, and much less things.",
        "A piece of news.",
        "Many food stalls, many water pipes and many helpers.",
        "A shoes department, and a few milk bottles.",
        "The number of cars to have and of those that are there.",
        "One of the most popular fish, one of the best science books and one of the best.",
        "Each species, every news item and each campus.",
        "Positive feedbacks are known; two informations were laid.",
        "It was a royal progress.",
        "Many respect him. So I saw how so many help their parents.",
        "There were many energy efficient homes, and few help.",
        "A clothes and shoes shop.",
        "It needs less gas, less canvas and less bias in less chaos.",
        "The number of cars people have is high.",
        "It is one of the highest quality.",
        "But each claims it, and every sales person and every Packers game.",
        "The number of toys children have at home varies.",
        "It is one of the best value hotels, and one of the best value for money.",
        "She was one of the first generation to vote.",
        "Every careers office has one.",
        "Profit is revenue less costs.",
        "Ciabatta is a light bread from Italy.",
        "The less its members say, the better.",
        "It is a fix for DOM less environments.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
