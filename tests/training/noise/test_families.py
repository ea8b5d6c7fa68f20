"""Each family makes the error that it is named for. An example has a sentence, a word of it, and all possible
results."""

from __future__ import annotations

from random import Random

import pytest

from gec.training.noise.family import Family
from gec.training.noise.noiser import FAMILIES
from gec.training.noise.sentence import Corruption, TokenSentence, applied

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}

EXAMPLES: list[tuple[str, str, str, set[str]]] = [
    ("spelling.transposed", "A dog.", "dog", set()),
    ("choice.alike", "I am taller than him.", "than", {"I am taller then him."}),
    ("choice.alike", "The cat licked its paw.", "its", {"The cat licked it's paw."}),
    ("choice.alike", "You should have called.", "have", {"You should of called."}),
    ("choice.alike", "We have a dog.", "have", set()),
    ("collocation.verb", "She said hello.", "said", {"She told hello.", "She talked hello."}),
    ("determiner.article_omitted", "I bought a car.", "a", {"I bought car."}),
    ("determiner.article_omitted", "The car is red.", "The", {"Car is red."}),
    ("determiner.a_for_an", "She ate an apple.", "an", {"She ate a apple."}),
    ("determiner.a_for_an", "He left a university.", "a", {"He left an university."}),
    ("determiner.superfluous", "We talked about life.", "life", {"We talked about the life."}),
    ("determiner.superfluous", "It works in modern society.", "society", {"It works in the modern society."}),
    ("determiner.opening", "Life is hard.", "Life", {"The life is hard."}),
    ("determiner.wrong", "These books are old.", "These", {"This books are old."}),
    ("determiner.wrong_article", "It was the same day.", "the", {"It was a same day."}),
    ("preposition.wrong", "To go is fun.", "To", set()),
    ("preposition.omitted", "We waited for the bus.", "for", {"We waited the bus."}),
    ("preposition.superfluous", "They discussed the plan.", "discussed", {"They discussed about the plan."}),
    ("preposition.superfluous", "She went home.", "home", {"She went to home."}),
    ("verb.agreement", "He goes out.", "goes", {"He go out."}),
    ("verb.agreement", "My friends live here.", "live", {"My friends lives here."}),
    ("verb.agreement", "The doors are open.", "are", {"The doors is open."}),
    ("verb.agreement", "We want to have tea.", "have", set()),
    ("verb.shifted", "He was tired and it was late.", "was", {"He is tired and it was late."}),
    ("verb.tense", "When we arrived, he smiled.", "smiled", {
        "When we arrived, he smiles.", "When we arrived, he smile.", "When we arrived, he has smiled."}),
    ("verb.form", "I want to learn.", "learn", {"I want to learning.", "I want to learned."}),
    ("verb.form", "We talked about moving.", "moving", {"We talked about move.", "We talked about to move."}),
    ("verb.form", "We started moving.", "moving", {"We started move."}),
    ("verb.form", "He has gone.", "gone", {"He has went.", "He has go."}),
    ("verb.perfect", "She has lived here.", "has", {"She lived here.", "She lives here."}),
    ("verb.made_up", "We went out.", "went", {"We goed out."}),
    ("verb.to_dropped", "I want to go.", "to", {"I want go."}),
    ("verb.to_added", "You must go.", "must", {"You must to go."}),
    ("auxiliary.dropped", "I have been there.", "have", {"I been there."}),
    ("auxiliary.copula", "My brother is very tall.", "is", {"My brother very tall."}),
    ("auxiliary.added", "She went out.", "went", {
        "She was went out.", "She did went out.", "She had went out.", "She have went out."}),
    ("noun.number", "I read two books.", "books", {"I read two book."}),
    ("noun.number", "He gave me advice.", "advice", {"He gave me advices."}),
    ("noun.number", "This is a book.", "book", {"This is a books."}),
    ("noun.inflection", "The cities grew.", "cities", {"The citys grew."}),
    ("noun.possessive", "My sister's room.", "sister's", {"My sisters room.", "My sisters' room."}),
    ("noun.possessive_dropped", "My sister’s room.", "sister’s", {"My sister room."}),
    ("noun.plural_apostrophe", "We sell apples.", "apples", {"We sell apple's."}),
    ("morphology.adverb", "He drives carefully.", "carefully", {"He drives careful."}),
    ("morphology.degree", "This is better.", "better", {"This is more better.", "This is more good."}),
    ("morphology.derivation", "It has importance.", "importance", {"It has important."}),
    ("pronoun.wrong", "He saw them.", "He", {"Him saw them.", "She saw them."}),
    ("pronoun.missing", "Today it is raining.", "it", {"Today is raining."}),
    ("pronoun.doubled", "My brother went out.", "My", {
        "My brother he went out.", "My brother she went out.", "My brother it went out."}),
    ("conjunction.doubled", "Although it rained, we went.", "Although", {"Although it rained, but we went."}),
    ("conjunction.missing", "We sang and danced.", "and", {"We sang danced."}),
    ("order.adverb", "She never eats fish.", "never", {"She eats never fish."}),
    ("order.adjective", "He has an expensive car.", "expensive", {"He has an car expensive."}),
    ("order.question", "Where are you going?", "are", {"Where you are going?"}),
    ("order.indirect_question", "I know where he is.", "where", {"I know where is he."}),
    ("gap.small_word", "She is older than me.", "than", {"She is older me."}),
    ("intrusion.doubled", "In the park.", "the", {"In the the park."}),
    ("punctuation.missing", "Well, it works.", ",", {"Well it works."}),
    ("punctuation.missing", "It was 1,000 euros, or so", ",", {"It was 1,000 euros or so"}),
    ("punctuation.comma_added", "The man said that it rained.", "that", {"The man said, that it rained."}),
    ("punctuation.wrong", "Is it late?", "?", {"Is it late.", "Is it late!", "Is it late??"}),
    ("contraction.apostrophe", "I don't know.", "don't", {"I dont know."}),
    ("contraction.spread", "We cannot stay.", "cannot", {"We can not stay."}),
    ("case.lowered", "See you on Monday.", "Monday", {"See you on monday."}),
    ("case.lowered", "Then I left.", "I", {"Then i left."}),
    ("case.lowered", "The NATO meeting.", "NATO", set()),
    ("case.raised", "We like music.", "music", {"We like Music.", "We like MUSIC."}),
    ("spacing.split", "We left without him.", "without", {"We left with out him."}),
    ("spacing.joined", "Thanks a lot.", "lot", {"Thanks alot."}),
    ("spacing.glued", "Yes, we can.", ",", {"Yes,we can.", "Yes , we can.", "Yes ,we can."}),
    ("hyphen.lost", "A well-known song.", "well-known", {"A well known song.", "A wellknown song."}),
]  # fmt: skip


def outcomes(name: str, text: str, word: str) -> set[str]:
    """All results of a family for a word in two hundred tries."""
    s = TokenSentence(text)
    family = BY_NAME[name]
    i = s.words.index(word)
    made: set[str] = set()
    for seed in range(200):
        change: Corruption | None = family.make(s, i, Random(seed)) if family.trigger(s.low[i]) else None
        if change:
            made.add(applied(text, [change]))
    return made


@pytest.mark.parametrize(("name", "text", "word", "expected"), EXAMPLES)
def test_a_family_makes_its_error(name: str, text: str, word: str, expected: set[str]) -> None:
    assert outcomes(name, text, word) == expected


@pytest.mark.parametrize(
    ("name", "text", "word", "one"),
    [
        ("spelling.listed", "They believe it.", "believe", "They beleive it."),
        ("spelling.neighbour", "They believe it.", "believe", "They belirve it."),
        ("spelling.transposed", "They believe it.", "believe", "They beleive it."),
        ("spelling.omitted", "They believe it.", "believe", "They belive it."),
        ("spelling.doubling", "At the beginning.", "beginning", "At the begining."),
        ("spelling.vowel", "Keep them separate.", "separate", "Keep them seperate."),
        ("spelling.phonetic", "We know the science.", "science", "We know the sience."),
        ("preposition.wrong", "We arrived at the airport.", "at", "We arrived in the airport."),
        ("preposition.particle", "Please turn off the light.", "off", "Please turn out the light."),
        ("choice.observed", "I need something.", "something", "I need some thing."),
        ("hyphen.added", "The ice cream melted.", "ice", "The ice-cream melted."),
        ("conjunction.wrong", "Although it rained, we went.", "Although", "Despite it rained, we went."),
        ("morphology.adjective", "It is really easy.", "easy", "It is really easily."),
        ("order.hurried", "It was just enough.", "just", "It was enough just."),
        ("case.sentence", "Cats sleep.", "Cats", "cats sleep."),
    ],
)
def test_a_family_makes_this_error_among_others(name: str, text: str, word: str, one: str) -> None:
    assert one in outcomes(name, text, word)


def test_a_misspelling_is_never_a_word() -> None:
    for name in ("spelling.neighbour", "spelling.transposed", "spelling.omitted", "spelling.vowel"):
        assert "A fat cat form." not in outcomes(name, "A fat cat from.", "from")


def test_family_names_are_unique() -> None:
    assert len(BY_NAME) == len(FAMILIES)
