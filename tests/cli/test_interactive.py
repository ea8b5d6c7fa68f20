"""Questions about corrections, answered by keys without a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from gec.cli.interactive import KEYS, MORE, Answers, _key, ask
from gec.edits.edit import Edit, apply
from gec.text.document import read

TEXT = "We recieve it. They was here. We recieve it. It go on.\n"
EDITS = (
    Edit(3, 10, "receive", "R:SPELL", 0.9, "recieve"),
    Edit(20, 23, "were", "R:VERB:SVA", 0.9, "was"),
    Edit(33, 40, "receive", "R:SPELL", 0.9, "recieve"),
    Edit(48, 50, "goes", "R:VERB:SVA", 0.9, "go"),
)


def answered(keys: str, encoding: str = "utf-8") -> Answers:
    pressed: Iterator[str] = iter(keys)
    return ask(read(TEXT.encode(encoding), encoding), EDITS, lambda: next(pressed))


@pytest.mark.parametrize(
    ("keys", "accepted"),
    [
        ("yyyy", "0123"),
        ("nnnn", ""),
        ("ya", "0123"),
        ("Ynn", "02"),
        ("Nyy", "13"),
        ("tT", "02"),
        ("yyuuna", "123"),
        ("Yuynnn", "0"),
        ("e?ynnn", "0"),
        ("yq", "0"),
    ],
)
def test_keys_decide_about_one_or_all_equal_corrections(keys: str, accepted: str) -> None:
    assert answered(keys).accepted == tuple(EDITS[int(number)] for number in accepted)


def test_typed_words_are_used_and_can_be_undone() -> None:
    assert [edit.replacement for edit in answered("oget\x7fain\nq").accepted] == ["geain"]
    assert [edit.replacement for edit in answered("oget\nuoaccept\nq").accepted] == ["accept"]
    assert [edit.replacement for edit in answered("oget\x04\x04").accepted] == ["get"]  # Ctrl-D
    assert answered("orecieve\nnnn").accepted == ()
    assert answered("oabc\x1bnnnn").accepted == ()


def test_typed_words_keep_the_surrounding_spaces() -> None:
    text = "I saw dog in the the park."
    edits = (Edit(5, 5, " the", "M:DET", 0.9, ""), Edit(16, 20, "", "U:DET", 0.9, " the"))
    answers = ask(read(text.encode()), edits, iter("othe\nothis\n").__next__)
    assert apply(text, answers.accepted) == "I saw the dog in the this park."


def test_own_words_that_the_file_cannot_hold_are_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert [edit.replacement for edit in answered("oŁódź\noget\nq", "latin-1").accepted] == ["get"]
    assert "which does not have these characters" in capsys.readouterr().err


def test_a_key_that_does_nothing_is_answered_once(capsys: pytest.CaptureFixture[str]) -> None:
    answered("\x1b[Buyq")
    assert capsys.readouterr().err.count("no such key here; ? lists them\n") == 1
    answered("x?xyq")
    assert capsys.readouterr().err.count("no such key here; ? lists them\n") == 2


def test_what_was_accepted_is_shown_in_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    answered("yq")
    assert "We receive it. They [-was-]{+were+} here." in capsys.readouterr().err


def test_a_word_that_is_right_is_asked_about_once_and_an_interrupt_loses_nothing() -> None:
    assert (found := answered("wyn")).words == ("recieve",)
    assert found.accepted == EDITS[1:2]

    keys = iter("yi")

    def interrupted() -> str:
        if (key := next(keys, "")) == "":
            raise KeyboardInterrupt
        return key

    stopped = ask(read(TEXT.encode()), EDITS, interrupted)
    assert (stopped.accepted, stopped.ignored, stopped.quit) == (EDITS[:1], EDITS[1:2], True)
    assert stopped.interrupt is not None


def test_help_lists_every_key() -> None:
    assert set(KEYS) - {"?"} <= {key for keys in MORE for key in keys.split(", ")}


@pytest.mark.parametrize(("pressed", "said"), [("y", "y"), ("é", "é"), ("語", "語"), ("🙂", "🙂")])
def test_a_key_is_a_letter_of_any_length(pressed: str, said: str) -> None:
    assert _key(io.BytesIO(pressed.encode()).read) == said


def test_a_closed_terminal_is_no_answer() -> None:
    with pytest.raises(OSError, match="Input/output"):
        _key(io.BytesIO().read)
