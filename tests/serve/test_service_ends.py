"""Programs that end, or fork, while a service or workers of theirs are at work; and a service that nobody has."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from gec import Service


def run(program: str, *given: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]  # of a fork beside threads
    return subprocess.run([*words, *map(str, given)], check=False, capture_output=True, text=True, timeout=120)


LEAVES = """
import asyncio, threading, time
from gec.serve.service import Service

begun = threading.Event()

def propose(sentences):
    begun.set()
    time.sleep(0.5)
    print("read", *sentences)
    return [()] * len(sentences)

async def leave():
    asking = asyncio.create_task(service.correct("It was late."))
    await asyncio.to_thread(begun.wait)
    asking.cancel()

service = Service(propose)
asyncio.run(leave())
"""


def test_a_program_ends_after_the_batch_at_hand() -> None:
    done = run(LEAVES)
    assert (done.returncode, done.stdout, done.stderr) == (0, "read It was late.\n", "")


FORKS = """
import asyncio, os, threading, time
from gec.serve.service import Service

begun = threading.Event()

def propose(sentences):
    begun.set()
    time.sleep(0.5)
    return [()] * len(sentences)

service = Service(propose)
asker = threading.Thread(target=lambda: asyncio.run(service.correct("It was late.")))
asker.start()
begun.wait()
child = os.fork()
if child:
    asker.join()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    service.close()
    raise SystemExit(code)
answers = [asyncio.run(service.correct(text, timeout=60)) for text in ("It was late.", "So it was.")]
service.close()
os._exit(0 if all(answer.complete for answer in answers) else 1)
"""


def test_a_child_of_fork_is_served_as_well() -> None:
    done = run(FORKS)
    assert (done.returncode, done.stderr) == (0, "")


HEALTHY = """
import os, signal, sys, threading, time
from pathlib import Path
from gec.serve import workers

workers.PAUSE, workers.GRACE = 0.2, 0.5
folder = Path(sys.argv[1])

def note(name):
    with (folder / name).open("a") as file:
        file.write("x")

def work(ready):
    if (folder / "broken").exists():
        note("tried")
        raise SystemExit(2)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # hangs
    if not (folder / "slow").exists():
        ready()
        note("begun")
    time.sleep(60)

def until(name, times):
    while not (folder / name).exists() or len((folder / name).read_text()) < times:
        time.sleep(0.02)

def act():
    until("begun", 3)
    (folder / "broken").touch()
    healthy = list(all._pids)
    os.kill(healthy[0], signal.SIGKILL)
    until("tried", 2)
    print({*healthy[1:]} <= {*all._pids})
    (folder / "broken").unlink()
    until("begun", 4)
    (folder / "slow").touch()
    os.kill(os.getpid(), signal.SIGHUP)  # these never get ready
    while len(all._pids) < 6:
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGTERM)

all = workers.Workers(3, work, folder)
signal.alarm(100)
print(all.run(threading.Thread(target=act, daemon=True).start), all._pids)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_healthy_workers_stay_if_another_cannot_start_and_all_can_be_stopped(tmp_path: Path) -> None:
    done = run(HEALTHY, tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == (f"True\n{signal.SIGTERM.value} []\n", "", 0)


@pytest.mark.parametrize("asked", [False, True])
def test_an_unused_service_is_garbage_collected(asked: bool) -> None:
    service = Service(lambda sentences: [() for _ in sentences])
    if asked:
        asyncio.run(service.correct("It works."))
        service.close()
    here = weakref.ref(service)
    del service
    gc.collect()
    assert here() is None
