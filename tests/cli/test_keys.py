"""What a key says, and what a terminal that is gone does."""

from __future__ import annotations

import pytest

from gec.cli.interactive import _key


def test_a_terminal_that_is_closed_while_we_wait_is_no_answer() -> None:
    assert (_key(b"y"), _key(b"\x04")) == ("y", "q")
    with pytest.raises(OSError, match="Input/output"):
        _key(b"")
