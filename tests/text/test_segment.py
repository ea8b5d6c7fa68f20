"""The borders of sentences, in cases that occur in real texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.text.segment import sentences
from tests.linear import linear, seconds


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


STOPS = Path(__file__).parents[2] / "corpora" / "stops.txt"


@pytest.mark.parametrize("document", STOPS.read_text(encoding="utf-8").rstrip().split("\n\n"))
def test_stops(document: str) -> None:
    expected = document.split("\n")
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One two\n\nThree four", ["One two", "Three four"]),
        ("One two\r\n \t\r\nThree four", ["One two", "Three four"]),
        ("One two\r\rThree four", ["One two", "Three four"]),
        ("A page\fAnother page", ["A page", "Another page"]),
        ("Introduction\nThis is the text.", ["Introduction", "This is the text."]),
        ("The law says . . . we may.", ["The law says . . . we may."]),
        ("The law . . . The king may.", ["The law . . . The king may."]),
        ("The law says. . . . He may go. We may.", ["The law says. . . . He may go.", "We may."]),
        ("We use git. .gitignore is there.", ["We use git.", ".gitignore is there."]),
        ("Dear Sir,\nI write to you.", ["Dear Sir,", "I write to you."]),
        ("Yours faithfully,\nAnna Petrova", ["Yours faithfully,", "Anna Petrova"]),
        ("I gave it to\nMary.", ["I gave it to\nMary."]),
        ("we talked about\nthe weather", ["we talked about\nthe weather"]),
        ("- one\n- two\n  goes on\n* three", ["one", "two\n  goes on", "three"]),
        ("1. First thing\n2. Second thing\n(a) Third", ["First thing", "Second thing", "Third"]),
        ("Buy this:\n• milk\n• bread", ["Buy this:", "milk", "bread"]),
        ("He go home\nShe go home\nThey went", ["He go home", "She go home", "They went"]),
        ("o  One thing.\no  Another thing.", ["One thing.", "Another thing."]),
        ("It works.\n==========\nModelines and more", ["It works.", "Modelines and more"]),
        ("d      Delete it. Go on\n       with the next.", ["d", "Delete it.", "Go on\n       with the next."]),
        ("Name\tWhat it is\nh H    Copy it", ["Name", "What it is", "h H", "Copy it"]),
        (
            "       Counts all the time it took when\t the\n       line ends.",
            ["Counts all the time it took when\t the\n       line ends."],
        ),
        ("It  was   cold  and we   were tired.", ["It  was   cold  and we   were tired."]),
        ("It ended.   Nobody knew.", ["It ended.", "Nobody knew."]),
        ("----\n12:30\n***\n", []),
        ("", []),
        (" \n\n\t ", []),
        ("  Indented.  Twice. \n", ["Indented.", "Twice."]),
    ],
)
def test_lines_and_paragraphs(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_hard_wrapped_lines_belong_together() -> None:
    text = (
        "The committee, which met in the old town hall on a cold evening in May\n"
        "- June was too late - had invited Lord Green himself, as well as Mr.\n"
        "Brown, who had written the report, could not be there because of a\n"
        "London appointment. He sent his assistant instead, a young woman from\n"
        "Leeds."
    )
    assert split(text) == [
        text[: text.index(" He sent")],
        text[text.index("He sent") :],
    ]


def test_a_line_goes_on_although_the_next_word_has_a_capital_and_would_fit() -> None:
    text = (
        "You may build it yourself, or take what others have built and put there,\n"
        "and then it is up to you whether you follow the rules of the Old\n"
        "Club. The others are free to go."
    )
    assert split(text) == [text[: text.index(" The others")], "The others are free to go."]


def test_a_sentence_may_go_on_after_an_exclamation() -> None:
    assert split("Over their heads! he prayed. Hi Ann! my name is Tom.") == [
        "Over their heads! he prayed.",
        "Hi Ann!",
        "my name is Tom.",
    ]


def test_notes_to_oneself_stand_alone_in_a_paragraph_too() -> None:
    text = "It is so\nTODO: fix it with the friends of\nPeter\nFIXME(me): it are broken\nThe text goes on\nas it was."
    assert [text[low:high] for low, high in sentences(text, flows=True)] == [
        "It is so",
        "TODO: fix it with the friends of\nPeter",
        "FIXME(me): it are broken",
        "The text goes on\nas it was.",
    ]
    assert len(list(sentences("It is on the\nTODO list of his.", flows=True))) == 1


def test_a_line_in_bold_is_a_title_of_what_begins_below() -> None:
    for text, count in (
        ("**Note**\nThis is it.", 2),
        ("**Note**\nthat this is it.", 1),
        ("A **note**\nThis is it.", 1),
    ):
        assert len(list(sentences(text, flows=True))) == count


@given(st.text(alphabet=st.sampled_from("aB1.!?…,\"')( \n\r\t\f-•é\u2028")))
def test_every_letter_is_in_exactly_one_sentence(text: str) -> None:
    spans = list(sentences(text))
    done = 0
    for start, end in spans:
        assert done <= start < end
        assert text[start:end] == text[start:end].strip()
        assert not any(char.isalpha() for char in text[done:start] if not _marker(text, done, start))
        done = end
    assert not any(char.isalpha() for char in text[done:] if not _marker(text, done, len(text)))


@given(st.text(alphabet=st.sampled_from("aB1.,( \n\r•é\u2028\u2029")), st.booleans())
def test_no_sentence_crosses_a_line_or_paragraph_separator(text: str, flows: bool) -> None:
    assert not any({"\u2028", "\u2029"} & set(text[slice(*span)]) for span in sentences(text, flows=flows))


def _marker(text: str, start: int, end: int) -> bool:
    """Whether there is a lettered list marker, `a)`: nothing else between sentences may have a letter."""
    return ")" in text[start:end]


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["a", ".", ". ", "\n", "a\n", " ", '." ', ". (", ".)", "1. ", "- a\n", "Word word. ", " \r", "a.\n "],
)
def test_time_grows_with_length_alone(unit: str) -> None:
    def took(size: int) -> float:
        text = unit * (size // len(unit))
        return seconds(lambda: sum(1 for _ in sentences(text)))

    assert linear(took, 25_000, 400_000, least=0.002)
