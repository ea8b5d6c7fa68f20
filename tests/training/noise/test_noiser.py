"""Noise depends only on the seed, changes only prose, and its shares follow the profile."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.training.noise import REGISTERS, Noiser, Profile

SUBJECTS = (
    "The teacher",
    "My older brother",
    "Our neighbours",
    "She",
    "They",
    "Some students",
    "A young doctor",
)
ACTS = (
    "was waiting for the bus when the rain started",
    "has lived in a small town near the coast since 2010",
    "usually takes the children to school in the morning",
    "could not find the information that the manager had asked for",
    "bought two tickets, some bread, and a lot of fruit",
    "wanted to know where the nearest station was",
    "says that life in the city is more expensive than before",
    "didn't expect the journey to be so long and difficult",
    "is interested in learning about the history of music",
    "went home quickly because the weather was getting worse",
)
ENDS = (
    ", but nobody was surprised.", ", and we laughed about it for hours.", " on Monday afternoon.",
    ", although the advice was very good.", " with a friend's old bicycle.", ", which is really important.",
    " during the summer holidays.", "; it doesn't matter to anyone.",
)  # fmt: skip
SENTENCES = [f"{a} {b}{c}" for a in SUBJECTS for b in ACTS for c in ENDS]
PROTECTED = (
    "https://example.org/a_path?x=1&y=the", "someone@example.com", "`the_code in a list`", "3,141.59",
    "/usr/local/bin", "v2.0.1", "#topic", "$HOME", "file.name.txt",
)  # fmt: skip


@pytest.mark.parametrize("register", REGISTERS)
def test_the_same_seed_gives_the_same_text(register: str) -> None:
    first, second = Noiser(register), Noiser(register)
    assert [first(s, Random(5)) for s in SENTENCES] == [second(s, Random(5)) for s in SENTENCES]


def test_an_unknown_register_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="heavy, real, light, rewrite"):
        Noiser("loud")


def test_an_unknown_profile_names_the_file_and_what_it_holds() -> None:
    with pytest.raises(ValueError, match=r"error-profile\.json has no profile 'poets'.*learner"):
        Profile.load("poets")


def test_registers_differ_in_how_much_they_change() -> None:
    rates = {}
    for register in ("heavy", "real", "light"):
        noiser, rng = Noiser(register), Random(1)
        edits = sum(len(noiser.changes(sentence, rng)) for sentence in SENTENCES)
        rates[register] = edits / sum(len(sentence.split()) for sentence in SENTENCES)
    assert 0.15 <= rates["heavy"] <= 0.25
    assert 0.06 <= rates["real"] <= 0.11
    assert rates["light"] < 0.04


def test_realised_shares_follow_the_profile() -> None:
    noiser, rng = Noiser("real"), Random(2)
    counts: Counter[str] = Counter()
    for _ in range(6):
        for sentence in SENTENCES:
            counts.update(family.kind for _, family in noiser.changes(sentence, rng))
    total = sum(counts.values())
    wanted = noiser.profile.types
    for kind in ("M:PUNCT", "R:OTHER", "R:PREP", "R:SPELL", "R:VERB:TENSE", "M:DET", "R:ORTH", "R:NOUN:NUM"):
        # Half to double: these few hundred sentences differ from the text on which reach was measured.
        assert wanted[kind] / 2 < counts[kind] / total < wanted[kind] * 2, kind


@pytest.mark.parametrize("span", PROTECTED)
@pytest.mark.parametrize("register", REGISTERS)
def test_what_is_not_prose_stays(span: str, register: str) -> None:
    noiser, rng = Noiser(register), Random(3)
    sentence = f"The answer that they sent to us is {span} and the others are in the list."
    noised = [noiser(sentence, rng) for _ in range(40)]
    assert all(span in text for text in noised)
    assert any(text != sentence for text in noised)


def test_typographic_apostrophes_stay_typographic() -> None:
    noiser, rng = Noiser("heavy"), Random(4)
    assert all("'" not in noiser("It’s clear that they’re late, and we don’t know.", rng) for _ in range(300))


@given(st.text(), st.integers(0, 2**32), st.sampled_from(REGISTERS))
def test_any_text_is_accepted(text: str, seed: int, register: str) -> None:
    noised = Noiser(register)(text, Random(seed))
    assert noised if text else not noised
    assert noised.count("\n") <= text.count("\n")
    assert noised.count("\t") == text.count("\t")
    if text.isprintable():
        noised.encode("utf-8")


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5), st.integers(0, 2**32))
def test_a_passage_comes_back_as_sentences(sentences: list[str], seed: int) -> None:
    for register in REGISTERS:
        noised = Noiser(register).passage(sentences, Random(seed))
        assert noised
        assert all(sentence.strip() for sentence in noised)
