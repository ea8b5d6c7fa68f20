"""What no correction looks like is never shown."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit
from gec.edits.plausible import plausible


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("He go home.", "go", "goes", True),
        ("He did it for to win.", " for to", " to", True),
        ("It was the the end.", " the the", " the", True),
        ("I am also writing because of the garden.", " because of the garden", "", False),
        ("I write because of the old green garden.", " because of the old green garden", "", False),
        ("We would like to help with it.", "help", "help help", False),
        ("We like to help.", "like", "to like to", False),
        ("He had had apple.", "apple", "an apple", True),
        ("We saw it some where.", "some", "somewhere", False),
        ("We saw it some where.", "some where", "somewhere", True),
        ("He doesnt care.", "doesnt", "doesn't", True),
        ("Ive seen it.", "Ive", "I've", True),
        ("Youll see it.", "Youll", "You’ll", True),
        ("Ive seen it.", "Ive", "Zorb've", False),
        ("It is two metres long.", "metres", "meters", False),
        ("It is two metre long.", "metre", "meters", True),
        ("She enjoyed to run there.", "to run", "running", True),
        ("I would like going there.", "going", "to go", True),
        ("I'd love seeing it.", "seeing", "to see", True),
        ("He began to sing.", "to sing", "dancing", True),
        ("It is a upload.", "a", "an", True),
        ("It is an upload.", "an", "a", False),
        ("All is well here.", "All", "Everything", False),
        ("I read my mail here.", "mail", "email", False),
        ("They emailed me.", "emailed", "mailed", False),
        ("It is a apple.", "a", "an", True),
        ("It is an university.", "an", "a", True),
        ("It is an house.", "an", "a", True),
        ("It is a hour.", "a", "an", True),
        ("It is a FBI agent.", "a", "an", True),
        ("It is an table.", "an", "a", True),
        ("It is a table.", "a", "an", False),
    ],
)
def test_what_no_correction_looks_like_is_never_proposed(text: str, old: str, new: str, expected: bool) -> None:
    start = text.index(old)
    assert plausible(text, Edit(start, start + len(old), new)) is expected


@pytest.mark.parametrize(
    ("replacement", "fine"),
    [
        ("received", True),
        ("receivedve", False),
        ("recommendations", True),
        ("Okafor", False),
        ("Portugal", True),
        ("zorblax", False),
        ("RECEIVEDVE", False),
    ],
)
def test_a_word_that_nobody_knows_is_never_written(replacement: str, fine: bool) -> None:
    text = "I recieve it from them."
    assert plausible(text, Edit(2, 9, replacement)) is fine


def test_a_long_word_is_not_guessed_away() -> None:
    assert not plausible("We had decided against it.", Edit(7, 14, "the other", "R:OTHER"))
    assert not plausible("We had decided against it.", Edit(7, 14, "chosen", "R:VERB"))
    assert plausible("We had decided against it.", Edit(7, 14, "decide", "R:VERB:FORM"))
    assert plausible("We had made it.", Edit(7, 11, "done", "R:VERB"))


def test_a_word_of_the_text_may_be_written_again() -> None:
    text = "The zorblax are two zorblax."
    assert plausible(text, Edit(4, 11, "two zorblax"))


@pytest.mark.parametrize(
    ("text", "old", "new", "fine"),
    [
        ("Tell me beforehand ? Yes.", " ?", ",?", False),
        ("Tell me beforehand ? Yes.", "beforehand", "beforehand,", False),
        ("Tell me beforehand ? Yes.", " ?", "?", True),
        ("He came, saw and won.", "saw", "saw,", True),
        ("Pens, ink etc, and paper.", "etc", "etc.", True),
        ("Wait, he said.", " he", "; he", False),
    ],
)
def test_a_mark_is_never_put_beside_a_mark(text: str, old: str, new: str, fine: bool) -> None:
    start = text.index(old)
    assert plausible(text, Edit(start, start + len(old), new, "R:PUNCT")) is fine
