"""Words taken for others that sound or look alike, and the same words where they are right."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.confused import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We spent the hole week there.", "We spent the whole week there."),
        ("I though that it was a piece of cake.", "I thought that it was a piece of cake."),
        ("A peace of bread, please.", "A piece of bread, please."),
        ("It is a peace of string.", "It is a piece of string."),
        ("The soles are warn out.", "The soles are worn out."),
        ("The garden is very quite.", "The garden is very quiet."),
        ("It is quiet difficult.", "It is quite difficult."),
        ("Their are two shops in there house.", "There are two shops in their house."),
        ("The bus, witch was late, was full.", "The bus, which was late, was full."),
        ("Ask whether the whether is good.", "Ask whether the weather is good."),
        ("Were do you work?", "Where do you work?"),
        ("I know your right.", "I know you're right."),
        ("What dose it mean, and how dose the lock work?", "What does it mean, and how does the lock work?"),
        ("Sea you soon!", "See you soon!"),
        ("It’s quit easy, and they’re own son can’t here me.", "It’s quite easy, and their own son can’t hear me."),
    ],
)
def test_what_was_meant(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The hole in the roof was a whole metre wide.",
        "Though it was late, I, though tired, stayed.",
        "She even thought it was funny.",
        "We signed the peace of the century.",
        "It was quite a quiet place.",
        "From there children walk to school.",
        "I told you where not to go.",
        "We leave in a small boat at dawn.",
        "He will come by the end of May.",
        "I think your right hand is broken.",
        "If your late uncle knew this, he would laugh.",
        "Little is known of cause and effect.",
        "They asked what we expect for dinner.",
        "His task is to empty the bin.",
        "The road to happy days is long.",
        "She was older then.",
        "It is better, then, to wait.",
        "The boy who threw it also threw stones, and he threw well.",
        "We rested some more and then we walked on.",
        "You will decide better then in the future.",
        "They're car dealers, and they're being watched.",
        "Nobody said what dose she takes, and what dose the nurse gave is unclear.",
        "He filled a hole day after day.",
        "They are planing the boards.",
        "The principle called parsimony is an old one.",
        "It was the oddest crime seen in years.",
        "Hang up your cloths and mops.",
        "The sea-green see-through hole-punch lay there.",
        "We still have to get board of directors approval.",
        "The chain breaks on my bike now and then.",
        "Please call your carrier about the parcel.",
        "Everyone we spoke to chose to stay.",
        "The single dose not exceeding 5 mg is safe.",
        "There was nobody to turn to except her.",
        "Nobody could except the king.",
        "The app hangs, so exiting the program takes time.",
        "The email form you filled in was lost.",
        "He was the last knight.",
        "For many people life in the city is hard.",
        "The photo I took of the train was blurred.",
        "About half passed the exam, and a quarter passed with honours.",
        "The road we drove passed the farm.",
        "They do not phase them out at once.",
        "Cattle graze on the plain.",
        "The treaty grants a right of passage.",
        "Wash it in a bowl of soap and water.",
        "Our sun is a star.",
        "I watched Fairy Tail all weekend.",
        "The people there own shops and treat us like they're parents.",
        "We planted the tree years ago.",
        "Bad weather or not, we will go.",
        "She runs a women and children's refuge.",
        "Many of you email us every week.",
        "Look to your left and your right, and bring your tickets and your welcome pack.",
        "The sun gave way to heavy and persistent rain.",
        "Some countries are new to me, but I have been to many.",
        "Add more water then the rice.",
        "Cook the other side then the edges.",
        "They're stories told by elders.",
        "The people protesting threw stones.",
        "All who passed threw stones at it.",
        "Sales rose and peaked over the summer.",
        "What does everyone expect for dinner?",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text


def test_letters_that_grow_in_lower_case_change_no_place() -> None:
    assert mended("İİİ the hole day") == "İİİ the hole day"
