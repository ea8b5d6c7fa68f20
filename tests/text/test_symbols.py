"""The model reads a dash for emoji and smileys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply
from gec.text.prose import Block, Prose
from gec.text.view import View


def prose(text: str) -> Prose:
    return Prose(text, (Block(((0, len(text)),)),))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("She go to school 😀 every day.", "She go to school – every day."),
        ("I has a dog 🐶🐶 and a cat 🤷‍♀️.", "I has a dog – and a cat –."),
        ("😀 She go home.", "She go home."),
        ("Thanks 👍🏽for you help :)", "Thanks – for you help"),
        ("dog🐶cat and dog🐶, too🐶", "dog cat and dog, too"),
        ("It go up → and down <3 , see", "It go up – and down – , see"),
        ("Press 1️⃣ or #️⃣ now", "Press – or – now"),
        ("Note: (see page 3) at 10:30, ratio 3:0", "Note: (see page 3) at 10:30, ratio 3:0"),
        ("It cost 5 € or ≥ 3 ½ °C ©", "It cost 5 € or ≥ 3 ½ °C ©"),
    ],
)
def test_symbols_are_read_as_dashes(text: str, read: str) -> None:
    assert [view.text for view in prose(text).views()] == [read]


def test_nothing_but_symbols_is_read_as_something() -> None:
    assert View.of("😀😀 👍", ((0, 4),)).text == "– –"


@given(st.text(st.sampled_from("a b.,😀👍🏽❤️:)→\u200d\n"), max_size=30), st.data())
def test_no_edit_deletes_a_symbol(text: str, data: st.DataObject) -> None:
    for view in prose(text).views():
        low = data.draw(st.integers(0, len(view.text)))
        high = data.draw(st.integers(low, len(view.text)))
        placed = view.to_text([Edit(low, high, data.draw(st.sampled_from(["", "x", " x", "x y "])))])
        after = apply(text, placed)
        for symbol in "😀👍🏽→":
            assert after.count(symbol) == text.count(symbol)


def test_a_stop_goes_before_a_smiley_that_ends_a_sentence() -> None:
    text = "He goes home 😀"
    [view] = prose(text).views()
    assert apply(text, view.to_text([Edit(12, 12, ".")])) == "He goes home. 😀"
