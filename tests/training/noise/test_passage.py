"""Errors across the border between two sentences."""

from __future__ import annotations

from random import Random

from gec.training.noise.passage import clipped, fragments, run_on, scrambled


def seeds() -> range:
    return range(60)


def test_a_run_on_joins_two_sentences() -> None:
    made = {run_on("It was late.", "We went home.", Random(seed)) for seed in seeds()}
    assert "It was late, we went home." in made
    assert "It was late and we went home." in made


def test_a_question_is_not_run_on() -> None:
    assert run_on("Was it late?", "We went home.", Random(1)) is None


def test_a_name_keeps_its_capital_when_joined() -> None:
    made = {run_on("It was late.", "I went home.", Random(seed)) for seed in seeds()}
    assert not any(text and "i went" in text for text in made)


def test_a_fragment_is_cut_before_its_conjunction() -> None:
    sentence = "We stayed inside all day, because the rain did not stop at all."
    assert fragments(sentence, Random(1)) == [
        "We stayed inside all day.",
        "Because the rain did not stop at all.",
    ]


def test_a_short_sentence_is_not_cut() -> None:
    assert fragments("We left because it rained.", Random(1)) is None


def test_parts_of_a_sentence_change_places() -> None:
    made = {scrambled("We met an old friend in the market.", Random(seed)) for seed in seeds()}
    assert made == {"In the market we met an old friend.", "In the market, we met an old friend."}


def test_only_function_words_are_dropped() -> None:
    sentence = "The children of the village were playing in the street."
    left = {word for seed in seeds() for word in clipped(sentence, Random(seed)).split()}
    assert {"children", "village", "playing", "street."} <= left
    assert any("of" not in clipped(sentence, Random(seed)).split() for seed in seeds())
