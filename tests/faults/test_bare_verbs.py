"""Verbs that stand bare where one does it."""

from __future__ import annotations

import time

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.bare_verbs import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("She speak four languages.", "She speaks four languages."),
        ("She always forget, and it never seem so.", "She always forgets, and it never seems so."),
        ("They were here, but he never know why.", "They were here, but he never knew why."),
        ("If he arrive late, we begin without him.", "If he arrives late, we begin without him."),
        ("Yesterday it was dark, so she carry a lamp.", "Yesterday it was dark, so she carried a lamp."),
        ("My neighbour really appreciate the help.", "My neighbour really appreciates the help."),
        ("I like them because nobody complain.", "I like them because nobody complains."),
        ("Everyone who receive a card is glad.", "Everyone who receives a card is glad."),
        ("It is a machine that deliver bricks.", "It is a machine that delivers bricks."),
        ("When it touch the wood, it stops.", "When it touches the wood, it stops."),
        ("Our trainer call me every day.", "Our trainer calls me every day."),
        ("My aunt visit the museum every week.", "My aunt visits the museum every week."),
        ("We like tea, and she prefer coffee.", "We like tea, and she prefers coffee."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "I suggest that he arrive early.",
        "They insisted on the condition that she receive nothing.",
        "Does she speak Dutch, and may he arrive late?",
        "Why don't he and she speak?",
        "Did the nurse and he speak? My aunt and she agree about it.",
        "The train ride my uncle planned was long.",
        "It is only fair that she receive an answer. They ordered that he remain.",
        "She put it there and cast a long look back.",
        "Parts of a program that require memory are slow.",
        "The wall mount with four screws is here.",
        "Anybody want some cake?",
        "No one save her mother knew.",
        "It was decided that she stay. My advice is that she see a lawyer.",
        "She flung it away, and he clung to her.",
        "He is here and was there, and she arrive somehow.",  # now or then?
    ],
)
def test_what_may_stand_stays(text: str) -> None:
    assert mended(text) == text


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("piece", ["and she speak ", "the cat always ", "a cat that speak ", "she was here, ", "  "])
def test_long_lines_take_no_longer_a_letter(rule: object, piece: str) -> None:
    start = time.process_time()
    list(rule(piece * (100_000 // len(piece))))  # type: ignore[operator]
    assert time.process_time() - start < 1
