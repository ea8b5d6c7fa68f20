"""Two sentences with a mere comma between them."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.rules import faults


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    "text, better",
    [
        ("My school is in the north, it has four buildings.", "My school is in the north. It has four buildings."),
        ("We have seven lessons today, it's too much!", "We have seven lessons today. It's too much!"),
        (
            "I waited for an hour, Nobody was there, they had left.",
            "I waited for an hour, Nobody was there. They had left.",
        ),
        ("He was tired yesterday, he went home early.", "He was tired yesterday. He went home early."),
        ("The soup was very good, I want more of it.", "The soup was very good. I want more of it."),
    ],
)
def test_two_sentences_are_parted(text: str, better: str) -> None:
    assert mended(text) == better


@pytest.mark.parametrize(
    "text",
    [
        "When I got home late, it was dark outside.",
        "If it is too cold, we can go inside.",
        "After the long dinner, he went home early.",
        "To get there in time, we took a cab.",
        "Having seen the house, I bought it at once.",
        "I came here early, I saw it and I left.",
        "It is slow here, it is hot and loud.",
        "The play was a hit and in May, we took it to York.",
        "This is quick but to be sure, we look again.",
        "We knew it was old but given its price, we took it.",
        "They ran home fast, they hid, they slept.",
        "That had been long ago, she told herself.",
        "There was a light, I am afraid, in the hall.",
        "You can do that, I think.",
        "He said to me, it is late now.",
        "“It is late now,” he said, “it is dark.”",
        "He is not only kind, he is clever too.",
        "This meant that with the title, he was first.",
        "If rules are made (by us) that bind the town, they do not hold.",
        "It was red and blue, and it was hot.",
        "I pressed it, I held it down, I begged it to go.",
        "It all turns out, there is a lot of it.",
        "It is just kind of, we have never gone there.",
        "However you fold it, it is too big for the box.",
        "The soup was too salty, it must be said.",
        "The keys were in her bag, it turned out.",
        "The trains run late, he tells me.",
        "The rich are different, he used to say.",
        "By then, the survivors told police, they had lost all hope.",
    ],
)
def test_what_is_one_sentence_stays(text: str) -> None:
    assert mended(text) == text


def test_time_grows_with_length_alone() -> None:
    assert mended("I am here and now, " * 20_000)
