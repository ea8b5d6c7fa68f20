"""What a key says, and what a terminal that is gone does."""

from __future__ import annotations

import io

import pytest

from gec.cli.interactive import _key


@pytest.mark.parametrize(("pressed", "said"), [("y", "y"), ("\x04", "q"), ("é", "é"), ("語", "語"), ("🙂", "🙂")])
def test_a_key_is_a_letter_of_any_length(pressed: str, said: str) -> None:
    assert _key(io.BytesIO(pressed.encode()).read) == said


def test_a_terminal_that_is_closed_while_we_wait_is_no_answer() -> None:
    with pytest.raises(OSError, match="Input/output"):
        _key(io.BytesIO().read)
