"""Verbs that agree with what they are said of."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.agreeing import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("They was late, and he don't care.", "They were late, and he doesn't care."),
        ("Yesterday we was late, and my wife she don't mind.", "Yesterday we were late, and my wife she doesn't mind."),
        ("Now they goes home, which we has not.", "Now they go home, which we have not."),
        ("People thinks so, because the children is loud.", "People think so, because the children are loud."),
        ("My parents doesn't mind.", "My parents don't mind."),
        ("The police is here.", "The police are here."),
        ("Everybody want one, and nobody have it.", "Everybody wants one, and nobody have it."),
        ("One of my cousins live there.", "One of my cousins lives there."),
        (
            "There is a lot of boats, and there wasn't enough chairs.",
            "There are a lot of boats, and there weren't enough chairs.",
        ),
        ("There is no big differences between them.", "There are no big differences between them."),
        ("There are a bridge in the park.", "There is a bridge in the park."),
        ("There have many lakes.", "There are many lakes."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "One of the people who was there waved.",
        "A group of friends who was late waited.",
        "He insists that she never drive, and that everybody have one.",
        "Somebody do something! God save everybody.",
        "He never read it; she also oversaw the work.",
        "My mother and father have left.",
        "There are a few of them, a lot of them, and a dozen eggs.",
        "There is enough oxygen gas in it, and there isn't two times more.",
        "There was a lot of noise.",
        "It is as if there were a lake in the garden.",
        "The police report was long, and my parents' house is old.",
        "How many people is it for?",
        "There was ten minutes left, and there is two feet of water.",
        "I wish there were a park near here.",
        "If there were a way in, we would know.",
        "There is no crossroads in town.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text


@pytest.mark.parametrize("verb", ["likes", "goes", "watches", "stays", "isn't", "hasn’t", "doesn't", "was"])
@pytest.mark.parametrize("subject", ["They", "Yesterday we", "My friends", "The rich", "He and I", "Many people"])
def test_no_verb_is_lost(subject: str, verb: str) -> None:
    text = f"{subject} {verb} it here."
    assert len(mended(text).split()) == len(text.split())
