"""Faults of wording that a rule sees, and what looks like them and is right."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.rules import faults


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("I didn't went and did not saw it.", "I didn't go and did not see it."),
        ("He didn’t worked or tried.", "He didn’t work or tried."),
        ("We bought furnitures, and she gave me advices.", "We bought furniture, and she gave me advice."),
        ("I’m agree, and I look forward for your answer.", "I agree, and I look forward to your answer."),
        ("They get alone with each others.", "They get along with each other."),
        ("He wanted to went, so I told him to lent me one.", "He wanted to go, so I told him to lend me one."),
        ("They started to evacuated.", "They started to evacuate."),
        ("Each of the boys have a bike.", "Each of the boys has a bike."),
        ("He don’t know, and it don't matter.", "He doesn’t know, and it doesn't matter."),
        ("He said that he don't know.", "He said that he doesn't know."),
        ("There is many reasons. There was two.", "There are many reasons. There were two."),
        ("Despite of this it depends of you.", "Despite this it depends on you."),
        ("Every body listens; i’m agree.", "Everybody listens; I agree."),
        ("I have went and I've never ate.", "I have gone and I've never eaten."),
        ("She had just wrote it because he has took it.", "She had just written it because he has taken it."),
        ("One of my friend is here.", "One of my friends is here."),
        ("It is one of my hobby.", "It is one of my hobbies."),
        ("It peaked my interest, per say.", "It piqued my interest, per se."),
        ("Bare with us: he brakes the rules.", "Bear with us: he breaks the rules."),
        ("Wellcome to the club.", "Welcome to the club."),
        ("Irregardless, it is between you and I.", "Regardless, it is between you and me."),
        ("We could went, and I would never gave it.", "We could go, and I would never give it."),
        ("It is depend on you, and he is been there.", "It depends on you, and he has been there."),
        ("I don't know nobody, and she never said it.", "I don't know anybody, and she never said it."),
        ("She felt in love with him and felt asleep.", "She fell in love with him and fell asleep."),
        ("Many people is late, and most people has time.", "Many people are late, and most people have time."),
        ("Yesterday night I could able to sleep.", "Last night I could sleep."),
        ("They don't have no bread.", "They don't have any bread."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "I didn't need, feed, speed, read or put it, and did not always this.",
        "It doesn't always pass, and does not less.",
        "A must to some, as should to all.",
        "She took part in Monday's race, and we are checking in Friday.",
        "Why don't he and she go? If he were here, would that he have it.",
        "The man next to you was late. One of you doesn't.",
        "Is there two or three?",
        "In the other hand he held a week-end case, with out-of-date maps.",
        "The little he had went to her, and what they have came from us.",
        "They had drinks; I have it; what they had, took time.",
        "Did you use to play? I didn't use to. We use to-do lists. They use to the end this.",
        "We have to manage; there are two to many one mappings.",
        "One of my brother's friends and one of her sister companies.",
        "All of the sudden changes, and one in the same vein.",
        "We no longer ask where there is one, and say no to them; you where the road ends.",
        "The can leaks, that will lasts, must listens, its will changes, and might makes right, but you must needs go.",
        "It is a loose time table, to loose your hold and not loose your arrows.",
        "Bare with age, he brakes the car; please advice-givers and use our advice.",
        "He did not found the company, and wanted to found another.",
        "Each of the boys I have seen, and all of the boys have one.",
        "The school they wanted us to visit took us in, and the one we decided on gave up.",
        "Please check in Monday, and come in Friday.",
        "In the same time frame we met at the morning meeting.",
        "It has lasted since two years ago, since 2019 and since three of us left.",
        "The parking lot of a bank, and a whole lot of cars.",
        "I have 20 years of it, and they have trees that are fifty years old.",
        "It was two weeks before three days of rain.",
        "She was broke, woke and forgot.",
        "I do know nothing but this. “I don't know nothing,” he said.",
        "The terms of the will had changed; you must need it.",
        "How many people does it hold? How many people is it for?",
        "Why don't cats need company? What don't banks tell us?",
        "Meeting other people is fun.",
        "For most people is it clear?",
        "There is many a slip.",
        "Do not prune it before three years, and babies rarely talk before two years.",
        "He saw neither, and she does not know that neither came.",
        "There is no bread, and I have no more. It makes no less sense.",
        "The mayor was sworn in Tuesday night, and they moved in Friday.",
        "Turn it in Monday, and I'll be in Tuesday.",
        "She won't take no for an answer.",
        "Doing what you can helps.",
        "All they had went up in smoke. The best idea he has had came late.",
        "A report on accident prevention, with out of date figures.",
        "They offer a same day service for a same sex couple.",
        "He is the more responsible of the two, except of course on Fridays.",
        "My leg felt asleep.",
        "One way or another things will change.",
        "This machine does twice the work in the same time.",
        "They passed by in large numbers, lost in the mist of time.",
        "In the other hand, he held a rope.",
        "I told you no the first time. We can seed the lawn, but did not seed it.",
        "The order is due in next Friday.",
        "She handed her essay in last Friday.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
