"""What exercises of grammar ask for."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.exercises import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("He suggested me to try the cheese.", "He suggested that I try the cheese."),
        ("It was so crowded so we left.", "It was so crowded that we left."),
        ("Both my uncle as well as my aunt keep bees.", "Both my uncle and my aunt keep bees."),
        ("Unless you don't hurry, we'll miss it.", "Unless you hurry, we'll miss it."),
        ("Our flight took up an hour late.", "Our flight took off an hour late."),
        ("Who did paint the wall?", "Who painted the wall?"),
        ("The smoke made me coughing.", "The smoke made me cough."),
        ("I'm going to lay down for an hour.", "I'm going to lie down for an hour."),
        ("You did good on your driving test.", "You did well on your driving test."),
        ("Which is the capital of Paraguay?", "What is the capital of Paraguay?"),
        ("If I were you, I will see a doctor.", "If I were you, I would see a doctor."),
        ("He grew in a small town.", "He grew up in a small town."),
        ("I think is better to wait.", "I think it is better to wait."),
        ("In my country is very hot in August.", "In my country, it is very hot in August."),
        ("I'd like to can play the harp.", "I'd like to be able to play the harp."),
        ("I am very appreciate your help.", "I really appreciate your help."),
        ("You mustn't to bring a gift.", "You mustn't bring a gift."),
        ("Are you agree with that?", "Do you agree with that?"),
        ("Do you can drive a van?", "Can you drive a van?"),
        ("What does mean this word?", "What does this word mean?"),
        ("My daughter is five-years-old.", "My daughter is five years old."),
        ("Where was you yesterday?", "Where were you yesterday?"),
        ("She must of drank the milk.", "She must of drunk the milk."),
        ("Despite she was tired, she ran.", "Although she was tired, she ran."),
        ("During I was in Oslo, I skied.", "While I was in Oslo, I skied."),
        ("She assisted to the concert.", "She attended the concert."),
        ("The both sisters are doctors.", "Both sisters are doctors."),
        ("Some of visitors were late.", "Some visitors were late."),
        ("What are you talking?", "What are you talking about?"),
        ("We left early for to avoid the traffic.", "We left early to avoid the traffic."),
        (
            "Almost people like it, and almost of the shops are shut.",
            "Most people like it, and most of the shops are shut.",
        ),
        ("Another people came.", "Other people came."),
        ("If I was you, I would go.", "If I were you, I would go."),
        ("There house is big, and there dog is small.", "Their house is big, and their dog is small."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "He suggested that I try the cheese.",
        "A child from the city who has never seen a cow was there.",
        "So I said nothing.",
        "Who did you paint?",
        "Who did that?",
        "It made me something of a hero.",
        "You going with anybody else?",
        "Lay down your arms.",
        "I turned on the fan and lay down.",
        "It was a fun, easy game.",
        "Every child who wants to can join.",
        "What I found difficult to say was no.",
        "The delay because of the rain was long.",
        "He grew in confidence.",
        "Unless you know him, wait.",
        "Take the bus, unless you don't mind the rain.",
        "It keeps the file unless that does not exist, and unless it doesn't fit.",
        "How much people weigh is their affair, and it is not so much people as noise that I mind.",
        "Songs that please everyone are few.",
        "He put on a pair of short green boots.",
        "The plane took up half the field.",
        "The plane took up most of the hangar.",
        "During it all he slept.",
        "Which is the best of them?",
        "They painted the car red.",
        "Her hair is brown.",
        "Which is the capital of Australia, Sydney or Canberra?",
        "Are there some luggage lockers?",
        "The gate is opened every morning by the guard.",
        "The bell rung by the priest is old.",
        "There is not much people can do.",
        "Install the driver which is on the disc.",
        "Several of ours were lost.",
        "My brother working in a bank surprised us all.",
        "Her friend waiting for the bus is late.",
        "It is what he was looking for to finish, and they were sent for to help, for to be late is no crime.",
        "He is more senior than me, and often more junior than you have.",
        "He felt himself free, and I feel myself getting old.",
        "Every people must chart its course, and the wish of every people, today, is peace.",
        "They are another people of the north, and almost people-shaped.",
        "If I was the boss, he asked if I was her brother, and if I was them all.",
        "There dogs are few, there is a house, and there he was.",
        "The key to success is work.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
