"""Tenses that do not go together, and those that do."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.tenses import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "Wait until they will be back, and leave before he will notice.",
            "Wait until they are back, and leave before he notices.",
        ),
        ("As soon as I will land, I will ring you.", "As soon as I land, I will ring you."),
        ("If it will snow, we will ski.", "If it snows, we will ski."),
        ("If I would keep a barn, I would buy goats.", "If I kept a barn, I would buy goats."),
        ("If they would have asked, we could have helped.", "If they had asked, we could have helped."),
        ("I wish I can draw, and she wishes she is taller.", "I wish I could draw, and she wishes she were taller."),
        ("He wished he would have stayed.", "He wished he had stayed."),
        ("Yesterday I am ill, and two days ago she goes out.", "Yesterday I was ill, and two days ago she went out."),
        ("Last week we have painted the fence.", "Last week we painted the fence."),
        ("Last month my aunt buy a boat.", "Last month my aunt bought a boat."),
        ("Last year I have to move, and we have a flood.", "Last year I had to move, and we have a flood."),
        ("When I was a child, I have broken my arm.", "When I was a child, I broke my arm."),
        ("I have lost my hat two days ago.", "I lost my hat two days ago."),
        ("It is the hat that I've lost last week.", "It is the hat that I lost last week."),
        ("We have been to Malta last summer.", "We went to Malta last summer."),
        ("He has been in hospital last week.", "He was in hospital last week."),
        (
            "I thought that it is late, and she said she can't wait.",
            "I thought that it was late, and she said she couldn't wait.",
        ),
        (
            "He told me that he will move, and asked me if I can help.",
            "He told me that he would move, and asked me if I could help.",
        ),
        (
            "I didn't see them since last May, and he didn't write since 2012.",
            "I haven't seen them since last May, and he hasn't written since 2012.",
        ),
        ("This is the first time we climb it.", "This is the first time we have climbed it."),
        (
            "I didn't sleep since Friday, and she did not call since this morning.",
            "I haven't slept since Friday, and she has not called since this morning.",
        ),
        ("We have sold a used bike last week.", "We sold a used bike last week."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Say how many digits after the point will be shown.",
        "Plan what you will reach and when you will reach it.",
        "When he will come is not known, nor when she will leave.",
        "Tell me when you will land, and ask if he will pay.",
        "If you will follow me, I will show you.",
        "If it will make you happy, I will go.",
        "The day will come when you will see.",
        "I wonder if she would like it, and he would ask if I would stay.",
        "It would look as if he would fall.",
        "If you wish we can wait.",
        "I wish you well, and you wish I was there.",
        "Yesterday I put it back and last night I read it.",
        "Last year it is said to have rained, and yesterday I do recall it.",
        "Last week I must have lost it.",
        "I have been ill since last week, and have sold more than last year.",
        "They have lived there since 2010, and won in 2010, 2011 and 2012.",
        "I thought it through, and he said it is what it is. You told me what it is.",
        "I didn't go out, since it rained.",
        "They are in the garden since it is warm.",
        "It is the first time I have seen it.",
        "We would be grateful if you would ring us, and it would be nice if he would stop.",
        "If you would sign the letter, I would be much obliged.",
        "They would like to know if she would be free, and I could ask him if he would mind.",
        "We will find out if it will rain, and she can choose when she will leave.",
        "I can't say when they will land, but he will announce tomorrow when it will open.",
        "When she will come, nobody can tell.",
        "I have read the card she wrote last week.",
        "We have paid for the chairs ordered two weeks ago.",
        "They've answered the letter you sent yesterday.",
        "He has told us about the fire last night.",
        "Last night the council cast its vote.",
        "The band has announced three concerts in 2028.",
        "We have sold twice as many as last year.",
        "He did not phone since he was in a meeting, and I didn't pay since I had no change.",
        "We are married and have been since 2015.",
        "The app will notify you when the lift will open.",
        "There will be days when you will doubt it.",
        "She said she will call us tomorrow.",
        "They have qualified for the finals in 2019.",
        "We can see at a glance if it will hold, and she will tell right away if it will start.",
        "The coach will know by noon if she will play or not.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
