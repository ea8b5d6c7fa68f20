"""Faults that a rule sees, and what looks like them and is right."""

from __future__ import annotations

import time
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply
from gec.rules.engine import Set, faults, known
from gec.spelling.respell import respelled

PIECES = [
    "i",
    "a",
    "an",
    "the",
    "I",
    "it",
    "self",
    "of.",
    "but,so",
    "my.The",
    "however",
    "could",
    "teh",
    ",",
    ".",
    "Dont",
    "Whose going",
    "monday",
]


LONG, LIMIT = 20_000, 0.5  # letters, and seconds that a rule may look at so many
PIECES_OF_LINES = [
    "people who ", "there is a lot of ", "he always ", "they was ", "nobody ", "  ", "was ", "does he ",
    "I can ", "has been ", "could not able to ", "don't ", "Dont ", "who's ", "who's book ", "a Im ", "“",
    "Whose ", "the cat ", "the cats of ", "the cat have ", ", my cats is ", "if the cats in a ", "Your ",
    "To many ", "That books are ", "Those ", "a", "why you ", "tell me what is ", "I know how ",
    "know what does he ", "people which ", "all what ", "the book that I ", "because is ", "i ", "the ", "a.",
    "A,", "it self ", "?", "could of ", "us us ", "a ,", " .", "monday, ", "ab ; ", "if I would ",
    "when he will ", "yesterday I have ", "I have seen ", "wish ", "didn't ", "must to ", "more ", "in ",
    "and ", "there is ", "look forward ", "had ", "have went ",
]  # fmt: skip


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Then i was late and i'm sorry.", "Then I was late and I'm sorry."),
        ("I know what i don't want.", "I know what I don't want."),
        ("Yesterday i passed the test and i prefer tea.", "Yesterday I passed the test and I prefer tea."),
        ("He left because It's late and The sun is low.", "He left because it's late and the sun is low."),
        ("However the train was late.", "However, the train was late."),
        ("on the other hand it is cheap", "on the other hand, it is cheap"),
        ("We met on monday in june.", "We met on Monday in June."),
        ("We watch tv in the uk.", "We watch TV in the UK."),
        ("My english is better than america's.", "My English is better than America's."),
        ("I did it my self and they did it them self.", "I did it myself and they did it themselves."),
        ("You should of asked, and I couldn’t of known.", "You should have asked, and I couldn’t have known."),
        ("We went to the the park.", "We went to the park."),
        ("The the tea is cold, and THE THE cup is empty.", "The tea is cold, and THE cup is empty."),
        ("An cat ate a apple for a hour.", "A cat ate an apple for an hour."),
        ("It is an helper, an schema and an patch.", "It is a helper, a schema and a patch."),
        ("What?It was late!I left.", "What? It was late! I left."),
        ("It was late.Then we left,but slowly.", "It was late. Then we left, but slowly."),
        ("It was late.they left but.we stayed.", "It was late. They left but. We stayed."),
        ("We saw the lake .It is deep !The end.", "We saw the lake. It is deep! The end."),
        ("how are you today?", "How are you today?"),
        ("tomorrow we go home.", "Tomorrow we go home."),
        ("“my name is Ada.”", "“My name is Ada.”"),
        ("I saw him him, and he was told not not to call them them.", "I saw him, and he was told not to call them."),
        ("We we will will meet at at noon.", "We will meet at noon."),
        ("We saw a MRI and a HTML page.", "We saw an MRI and an HTML page."),
        ("A FBI man came.", "An FBI man came."),
        ("How are you ?", "How are you?"),
        ("What are you looking for ? my keys, she said.", "What are you looking for? my keys, she said."),
        ("I like tea ; he likes cold coffee ; she likes milk.", "I like tea; he likes cold coffee; she likes milk."),
        ("It was late , but we went. Well !", "It was late, but we went. Well!"),
        ("It was late, and we went .", "It was late, and we went."),
        ("It rained ; who was it for ? Yes, me.", "It rained; who was it for? Yes, me."),
        ("Good evening ,everybody.", "Good evening, everybody."),
        ("He left ,but I stayed ,as you know.", "He left, but I stayed, as you know."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The index i is less than n (i.e. small), for i in x.",
        "However late it is, we go.",
        "As a result of this it is late.",
        "We may march in august company and polish a turkey.",
        "It self-destructs, and her self-esteem grows.",
        "She must of course go.",
        "That that is, is, and he had had it.",
        "Vitamin a is good, from a to z, a union, a one-way street, a European, a user, a unicorn.",
        "An hour, an heir, an honest man, an umbrella, an MP, an x-ray, an 8, a historic and an historic day.",
        "Join them by AND and NOT.",
        "Call plan A a failure, and hold B A a moment.",
        "An rvalue, an ndarray, an sdist, an mbox, an nginx host, an svg, an mp3 and an sql query.",
        "See os.path.This, Node.js, System.Out, a,b,c and x.the(y).",
        "Is it https://a.org/?The=1 or 3!I?",
        "Call self.this, page.what, window.after(10), news.it or path.then of my.how .The",
        "where x is its length.",
        "He laughed: he he he, not him himself.",
        "What was was, and what grass there was was brown.",
        "An a FBI-led raid, a HTML5 page and a XMLs.",
        "It was late , but we went .",
        "We went there .",
        "Is it so ; yes !",
        "The letter ! ends it, and a list is parted by , or by ; as it is.",
        "It is the word or !",
        "It is so. Use :write !",
        "It is so. Set it to $here !",
        "Match it using ? here or there.",
        "it is (key ? one : none) here",
        "for it in them ; do echo it ; done",
        "A pair . of words, and $name . 'it' is one.",
        "It takes each of ? with what was there.",
        "Is it so? It says: mount ; touch ; rest ; halt",
        "Wait for `delay` ms. Then stop, or after 20 ms. Stop it.",
        "See the page at .",
        "`(say ,name twice)",
        "the values 1 ,2 and x ,y",
        "Well, use .NET , . . . or nothing ... at all :)",
        "One of monday, tuesday, wednesday or thursday",
        "sunday|monday|tuesday",
        "Set tv = 3, `uk`, example.co.uk, tv.show and tv-2 or call tv(3).",
        "Set lang = english or `english` or english = 1.",
        "It was nothing but it hurt; we saw all but they left, but it ended.",
        "Not we but they came.",
        "for i in range(9), let i denote it and i equals 0",
        "The Best Of My Life And The Rest",
        "the end",
        "is it?",
        "can openers for sale, are they?",
        "where the file is",
        "is the file open? If so, wait.",
        "does it work",
        "we",
        "We learn polish removal, and `french language` stays.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text


@settings(deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_faults_are_apart_and_mending_goes_on(text: str) -> None:
    found = faults(text)
    assert all(one.end < other.start for one, other in pairwise(found))
    assert all(one.replacement and text[one.start : one.end] != one.replacement for one in found)
    assert respelled(text).original([]) is not None


def test_long_lines_take_no_longer_a_letter() -> None:
    slow = []
    for (name, function), piece in product(Set.of(known()).functions, PIECES_OF_LINES):
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
