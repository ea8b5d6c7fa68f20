"""Corrections that look like a guess are never shown, and their like that are right are."""

from __future__ import annotations

import pytest

from gec.edits.classify import classify
from gec.edits.edit import Edit
from gec.edits.plausible import plausible


def edit_of(text: str, old: str, new: str) -> Edit:
    start = text.rindex(old)
    return Edit(start, start + len(old), new, classify(text, start, start + len(old), new))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("He joined the officer corps.", "corps", "Corps"),
        ("It is an alternative to adding a key.", "adding", "add"),
        ("They fell to playing cards.", "to playing", "to play"),
        ("We pick and install it.", "and", "an"),
        ("It is an apple.", "an", "and"),
        ("We got off the bus.", "off", "of"),
        ("It is too small (look at the scale).", "look", "see"),
        ("It is well known (look in any book).", "look", "see"),
        ("It stops at a falsey value.", "falsey", "false"),
        ("That is the same life.", "life", "live"),
        ("It stores the keyserver list.", "keyserver", "key server"),
        ("It is clear to him and to her.", " to", ""),
        ("It is nationally known.", "nationally", "national"),
        ("I search them outside.", "search them outside", "am looking for"),
        ("What I lent him is all I had.", " is", ""),
        ("He had not been wearing one.", " been", ""),
        ("The number of days is all.", " is", ""),
        ("Wrapping it is hard.", "Wrapping", "Wraping"),
        ("Stay until dusk.", "until", "by"),
        ("Take an Uber home.", "an", "a"),
        ("- … and then he left.", "…", "..."),
        ("... and then he left.", "... and", "And"),
        ("It costs 5 ╛.", "╛", "ⳛ"),
        ("One should watch the players.", "watch", "see"),
        ("Real trouble starts there.", "Real", "The"),
        ("I tend to feel sadness then.", "sadness", "tears"),
        ("All you do is go find it.", "go", "to"),
        ("Know your rights.", "Know", "Now"),
        ("Words in italics stay.", "italics", "Italian"),
        ("The main great factories are closed.", " great", ""),
        ("It is hard to know what to do there.", " what to do", ""),
        ("They pay for their accounts.", " ", " own "),
        ("We like the constructive exchange of it.", "constructive exchange", "construction"),
        ("It has been setup on Debian.", "setup on", "set up"),
        ("You get none if you look it up.", "if", "of"),
        ("When one pastes code, it runs.", "pastes", "past"),
        ("The original implementor is here.", "implementor", "implementer"),
        ("A set is open iff it has no border.", "iff", "if"),
        ("Our boat threw waves.", "threw", "through"),
        ("We mourn the time lost there.", "lost", "loose"),
        ("She glued what he pasted there.", "pasted", "passed"),
        ("If the keys match then both doors open.", "then", "them"),
        ("He does what you told him to do.", "told", "said"),
        ("The guards (all from Leeds) that met us left.", "that", "That"),
        ("They were consuls of Rome; another man was not.", "another", "Another"),
    ],
)
def test_what_is_never_shown(text: str, old: str, new: str) -> None:
    assert not plausible(text, edit_of(text, old, new))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("and then he came. he left.", "he left", "He left"),
        ("We met on monday.", "monday", "Monday"),
        ("He wants to playing cards.", "playing", "play"),
        ("We saw and elephant.", "and", "an"),
        ("It is made out off wood.", "off", "of"),
        ("I had alot to do.", "alot", "a lot"),
        ("I want to to go.", "to to", "to"),
        ("It is a slowly train home.", "slowly", "slow"),
        ("I think that she remain there.", "remain", "remains"),
        ("I have been here since two years.", "since", "for"),
        ("He said me the truth.", "said", "told"),
        ("We had done it our home.", "done", "made"),
        ("He went to bye a car.", "bye", "buy"),
        ("I goed home.", "goed", "went"),
        ("Yesterday I am ill.", "am", "was"),
        ("The factories factories are closed.", " factories", ""),
        ("I am nurse.", " nurse", " a nurse"),
        ("It made me to laugh.", " to", ""),
        ("The cats is fast.", "is", "are"),
        ("Him went home.", "Him", "He"),
        ("But we are must not forget.", " are", ""),
        ("She is worries about it.", " is", ""),
        ("It has been decreased.", " been", ""),
        ("He looks at it for to find it.", "for to find", "to find"),
        ("...and then he left.", "and", "And"),
        ("He left..", "..", "."),
        ("I don´t know.", "don´t", "don't"),
        ("We saw then at home.", "then", "them"),
        ("He told that it was late.", "told", "said"),
        ("Smoking is not aloud here.", "aloud", "allowed"),
        ("You're not aloud to go.", "aloud", "allowed"),
        ("I went in to look what is inside.", "look", "see"),
    ],
)
def test_what_may_be_shown(text: str, old: str, new: str) -> None:
    assert plausible(text, edit_of(text, old, new))
