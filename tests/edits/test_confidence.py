"""What speaks for or against an edit, and how sure that makes it."""

from __future__ import annotations

import pytest

from gec.edits.align import Proposal
from gec.edits.confidence import confidence, features
from gec.edits.edit import Edit
from gec.edits.error_rate import moved

TEXT = "She recieve two letter every week."


def test_a_confidence_is_a_weighted_sum_of_features() -> None:
    seen = features(TEXT, Edit(16, 22, "letters", "R:NOUN:NUM"), Proposal(16, 22, "letters", 6.0), 1)
    assert confidence({"R:NOUN:NUM": 2.0}, seen) > confidence({"R": 1.0}, seen) > confidence({"U": 9.0}, seen) == 0.5


def test_the_writer_moves_any_confidence_a_little() -> None:
    assert 0 <= moved(5e-324, -1.0) < moved(0.5, -1.0) < moved(0.5, 0.0) == 0.5 < moved(1 - 1e-16, 1.0) <= 1


@pytest.mark.parametrize(
    ("text", "clause", "words"),
    [("Notes from the meeting", 0.0, 0.2), ("They have met there", 1.0, 0.2), ("It's a start", 1.0, 0.15)],
)
def test_a_line_without_an_end_may_be_a_heading(text: str, clause: float, words: float) -> None:
    end = len(text)
    seen = features(text, Edit(end, end, ".", "M:PUNCT"), Proposal(end, end, ".", 6.0), 1)
    assert (seen["stop"], seen["stop clause"], seen["stop words"]) == (1.0, clause, words)
    inside = features(text, Edit(0, 2, "No", "R:OTHER"), Proposal(0, 2, "No", 6.0), 1)
    assert "stop" not in inside
    assert inside["open"] == 1.0
    assert "open" not in features(f"{text}.", Edit(0, 2, "No", "R:OTHER"), Proposal(0, 2, "No", 6.0), 1)


def test_words_of_small_classes_are_features() -> None:
    seen = features("He is at home.", Edit(6, 8, "in", "R:PREP"), Proposal(6, 8, "in", 6.0), 1)
    assert {"from at", "to in"} <= set(seen)
    comma = features("So he is.", Edit(2, 2, ",", "M:PUNCT"), Proposal(2, 2, ",", 6.0), 1)
    assert [name for name in comma if name.startswith(("from ", "to "))] == ["to ,"]
