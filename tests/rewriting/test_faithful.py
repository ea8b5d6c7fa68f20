"""Whatever is proposed, the sentence keeps what it states, with all edits that are left and with any of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply
from gec.rewriting.facts import NAME, NUMBER, changed, facts
from gec.rewriting.faithful import AGAIN, WORDS, Held, faithful
from tests.linear import linear, seconds

TEXT = "Yesterday Tom did not pay the 5 bills that “Blue Sky” sent, and he never told Ann about 12 letters [3]."
WORD = st.sampled_from([*TEXT.split(), "six", "five", "nobody", "Bob", "really", "quickly", "", "`x`"])


@st.composite
def edits(draw: st.DrawFn) -> list[Edit]:
    """Of some words of the text, each replaced by some others."""
    found, at = [], 0
    for word in TEXT.split(" "):
        if draw(st.integers(0, 3)) == 0:
            new = " ".join(filter(None, draw(st.lists(WORD, max_size=2))))
            if new != word:
                found.append(Edit(at, at + len(word), new, "R:OTHER", draw(st.floats(0, 1))))
        at += len(word) + 1
    return found


@given(edits())
def test_no_facts_are_lost_by_all_edits_or_by_any_of_them(proposed: list[Edit]) -> None:
    kept, reasons = faithful(TEXT, proposed)
    assert changed(facts(TEXT), facts(apply(TEXT, kept))) == []
    for edit in kept:
        assert changed(facts(TEXT), facts(apply(TEXT, [edit]))) == []
    assert len(kept) + len(reasons) <= len(proposed)


def between(old: str, *changes: tuple[str, str]) -> list[Edit]:
    return [Edit(old.index(word), old.index(word) + len(word), new, "R:OTHER", 0.5) for word, new in changes]


def test_only_the_edit_that_loses_a_number_is_dropped() -> None:
    text = "He have 5 dog in Rome."
    kept, reasons = faithful(text, between(text, ("have", "has"), ("5", "some"), ("Rome", "a town")))
    assert apply(text, kept) == "He has 5 dog in Rome."
    assert sorted(reasons) == [NAME, NUMBER]


def test_a_move_is_one_edit() -> None:
    text = "In the garden Tom yesterday played."
    moved = [Edit(17, 27, "", "U:ADV", 0.9), Edit(34, 34, " yesterday", "M:ADV", 0.4)]
    [edit], reasons = faithful(text, moved)
    assert apply(text, [edit]) == "In the garden Tom played yesterday."
    assert (edit.confidence, reasons) == (0.4, [])


def test_a_name_that_moves_is_no_name_lost() -> None:
    text = "About Tom I told him."
    kept, reasons = faithful(text, [Edit(0, 10, "", "U:OTHER", 0.5), Edit(17, 20, "Tom's friend", "R:PRON", 0.5)])
    assert (apply(text, kept), reasons) == ("I told Tom's friend.", [])


def test_half_a_sentence_is_neither_dropped_nor_repeated() -> None:
    text = "The old house beside the river has large windows, a green door and a garden."
    half = Edit(text.index("beside"), len(text) - 1, "is fine", "R:OTHER", 0.9)
    assert faithful(text, [half]) == ([], [WORDS])
    again = Edit(len(text) - 1, len(text) - 1, " and the old house beside the river", "M:OTHER", 0.9)
    assert faithful(text, [again]) == ([], [AGAIN])


def test_left_out_edits_are_counted_in_words() -> None:
    held = Held()
    assert str(held) == "no rewriting lost a thing"
    held.add([NUMBER, NAME], unchanged=True)
    held.add([NUMBER], unchanged=False)
    held.add([], unchanged=True)
    assert str(held) == (
        "left out of rewritings what would lose or change a number (2), a name (1); 1 sentence stays as it was"
    )


def test_time_grows_with_a_sentence_without_an_end() -> None:
    def took(size: int) -> float:
        said = "we met Anna there and have big plan for 12 days and "
        edits = [Edit(at, at + 8, "big plans") for at in range(27, size * len(said), len(said))]

        def compared() -> None:
            assert faithful(said * size, [Edit(7, 11, "Jo"), *edits])[0][0] == edits[0]

        return seconds(compared)

    def code(unit: str) -> None:
        assert faithful(unit * 50_000, []) == ([], [])
        ends = (Edit(0, 0, "b "), Edit(100_000, 100_000, " b"))
        assert not any(faithful(unit * 50_000, [edit])[1] for edit in ends)

    assert sum(seconds(code, unit) for unit in ("0a", "a-")) < 1
    assert linear(took, 20, 160, room=3)
