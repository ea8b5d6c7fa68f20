"""What examples in tables do not say: rules together, how sure they are, long lines, and what the model reads."""

from __future__ import annotations

import time
from itertools import product

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.engine import Set, faults, known
from gec.rules.examine import failures
from gec.spelling.respell import respelled

LONG, LIMIT = 20_000, 0.5  # letters, and seconds that a rule may look at so many
PIECES = [
    "people who ", "there is a lot of ", "he always ", "they was ", "nobody ", "  ", "was ", "does he ", "I can ",
    "has been ", "could not able to ", "don't ", "the cat ", "the cats of ", "the cat have ", ", my cats is ",
    "if the cats in a ", "a", "why you ", "tell me what is ", "I know how ", "know what does he ", "i ", "a.", "A,",
    "?", "us us ", "a ,", " .", "ab ; ", "if I would ", "when he will ", "yesterday I have ", "I have seen ", "wish ",
    "must to ", "more ", "in ", "and ", "there is ", "look forward ", "had ", "have went ", "to to ", "it was was ",
]  # fmt: skip


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


def test_the_examples_of_functions_hold() -> None:
    assert not list(failures(rule for rule in known().values() if rule.code))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We met on monday in june because It was late.", "We met on Monday in June because it was late."),
        ("i live in madrid and work here , my english is bad.", "I live in Madrid and work here, my English is bad."),
        ("However the the train was late.Then we left.", "However, the train was late. Then we left."),
        ("You should of asked, and I couldn’t of known.", "You should have asked, and I couldn’t have known."),
        ("I saw a MRI ,but he was told not not to ask.", "I saw an MRI, but he was told not to ask."),
        ("THE THE cup is empty.", "THE cup is empty."),
        ("One of my friend has two sister but many advices.", "One of my friends has two sisters but a lot of advice."),
        (
            "In my opinion they have less friends in the Summer.",
            "In my opinion, they have fewer friends in the summer.",
        ),
        ("Dont tell me, that my fathers car is your's.", "Don't tell me that my father's car is yours."),
    ],
)
def test_rules_mend_a_sentence_together(written: str, meant: str) -> None:
    assert mended(written) == meant


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
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text


def test_a_comma_that_many_leave_out_is_less_sure() -> None:
    (opening,), (clause,) = faults("However we left."), faults("If you ask me kindly I will come.")
    assert opening.odds > clause.odds > 0


def test_long_lines_take_no_longer_a_letter() -> None:
    slow = []
    for (name, function), piece in product(Set.of(known()).functions, PIECES):
        start = time.process_time()
        list(function(piece * (LONG // len(piece))))
        if time.process_time() - start > LIMIT:
            slow.append((name, piece))
    assert not slow


def test_the_model_reads_a_sentence_without_them_and_can_bring_them_back() -> None:
    sentence = respelled("Then i was in monday late.")
    assert sentence.read == "Then I was in Monday late."
    [pronoun, day] = sentence.swaps
    assert pronoun.fault is not None
    assert pronoun.spelling is None
    assert day.start == 14
    assert sentence.original([]) == [pronoun, day]


def test_a_rule_knows_better_than_the_speller_what_is_meant() -> None:
    assert respelled("“Dont go.”").read == "“Don't go.”"
    assert respelled("Theyll be there.").read == "They'll be there."
