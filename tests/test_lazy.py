"""A property that is computed once, and takes no lock."""

from __future__ import annotations

import subprocess
import sys

from gec.lazy import cached_property

FORKED = """
import os, signal, threading
from gec.lazy import cached_property

begun = threading.Event()

class Text:
    def __init__(self, long):
        self.long = long

    @cached_property
    def words(self):
        if self.long:
            begun.set()
            threading.Event().wait()
        return 7

threading.Thread(target=lambda: Text(True).words, daemon=True).start()
begun.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(Text(False).words)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_it_is_computed_once() -> None:
    asked: list[int] = []

    class Text:
        @cached_property
        def words(self) -> int:
            """How many."""
            asked.append(1)
            return 7

    text = Text()
    assert (text.words, text.words, len(asked), Text.words.__doc__) == (7, 7, 1, "How many.")


def test_a_fork_while_a_thread_computes_does_not_hang() -> None:
    said = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout == "7\n"
