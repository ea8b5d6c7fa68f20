"""What examples in tables do not say: rules together, how sure they are, and what the model reads."""

from __future__ import annotations

import pytest

from gec.before_model import respelled
from gec.rules.engine import RuleSet, faults, known
from gec.rules.examine import corrected

ALL = RuleSet.of(known().values())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We met on monday in june because it was late.", "We met on Monday in June because it was late."),
        ("i live in madrid and work here , my english is bad.", "I live in Madrid and work here, my English is bad."),
        ("However the the train was late.Then we left.", "However, the train was late. Then we left."),
        ("You should of asked, and I couldn’t of known.", "You should have asked, and I couldn’t have known."),
        ("I saw a MRI ,but the the door was shut.", "I saw an MRI, but the door was shut."),
        ("There is some friends with many advices.", "There are some friends with a lot of advice."),
        (
            "In my opinion they have less friends in the Summer.",
            "In my opinion, they have fewer friends in the summer.",
        ),
        ("They teaches it as we was told.", "They teach it as we were told."),
        ("I think, that we read todays paper in london.", "I think that we read today's paper in London."),
    ],
)
def test_several_rules_correct_one_sentence(written: str, meant: str) -> None:
    assert corrected(ALL, written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The index i is less than n (i.e. small), for i in x.",
        "As a result of this it is late.",
        "It self-destructs, and her self-esteem grows.",
        "She must of course go.",
        "Join them by AND and NOT.",
        "An hour, an honest man, an umbrella, an 8, a historic and an historic day.",
        "Match it using ? here or there.",
        "Is it so? It says: mount ; touch ; rest ; halt",
        "Well, use .NET , . . . or nothing ... at all :)",
        "where x is its length.",
        "can openers for sale, are they?",
        "Which was the best part of it.",
        "He said it's time, and it's nobody's fault.",
        "It is not so much people as things that matter.",
        "They never fell trees in the spring they call Spring.",
    ],
)
def test_correct_sentences_stay(text: str) -> None:
    assert corrected(ALL, text) == text


def test_a_comma_that_many_leave_out_is_less_sure() -> None:
    (opening,), (clause,) = faults("However we left."), faults("If you ask me kindly I will come.")
    assert opening.odds > clause.odds > 0


def test_the_model_reads_a_sentence_without_them_and_can_bring_them_back() -> None:
    sentence = respelled("Then i was in monday late.")
    assert sentence.read == "Then I was in Monday late."
    [pronoun, day] = sentence.swaps
    assert pronoun.fault is not None
    assert pronoun.spelling is None
    assert day.start == 14
    assert sentence.original([]) == [pronoun, day]


def test_a_rule_takes_precedence_over_the_speller() -> None:
    assert respelled("“Dont go.”").read == "“Don't go.”"
    assert respelled("Theyll be there.").read == "They'll be there."
