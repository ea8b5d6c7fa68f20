"""A signal ends a run whenever it arrives."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOST = """
import os, signal, time
from gec.cli.signals import signals_as_interrupts

signal.signal(signal.SIGINT, signal.default_int_handler)

class Destroyed:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        time.sleep(0.01)

with signals_as_interrupts():
    try:
        Destroyed()
        time.sleep(20)
    except KeyboardInterrupt as error:
        print(getattr(error, "code", 130))
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", "130"), ("SIGTERM", "143")])
def test_a_signal_is_not_lost_while_an_object_is_destroyed(name: str, code: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOST.format(name=name)], capture_output=True, text=True, timeout=60, check=True
    )
    assert (ended.stdout.strip(), ended.stderr) == (code, "")


FORKED = """
import multiprocessing, signal, time
from gec.cli.signals import signals_as_interrupts

with signals_as_interrupts():
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(20,))
    child.start()
    time.sleep(0.2)
    child.terminate()
    child.join()
    print(child.exitcode)
"""


def test_a_forked_child_that_is_ended_says_nothing() -> None:
    ended = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60, check=True)
    assert (ended.stdout.strip(), ended.stderr) == ("-15", "")
