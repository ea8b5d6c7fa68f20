"""Programs that end, or fork, while a service of theirs is at work."""

from __future__ import annotations

import subprocess
import sys


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60)


LEAVES = """
import asyncio, time
from gec.serve.service import Service

def propose(sentences):
    time.sleep(0.5)
    print("read", *sentences)
    return [()] * len(sentences)

asyncio.run(Service(propose).correct("It was late.", timeout=0.1))
"""


def test_a_program_ends_after_the_batch_at_hand() -> None:
    done = run(LEAVES)
    assert (done.returncode, done.stdout, done.stderr) == (0, "read It was late.\n", "")


FORKS = """
import asyncio, os, threading, time
from gec.serve.service import Service

def propose(sentences):
    time.sleep(0.5)
    return [()] * len(sentences)

service = Service(propose)
asker = threading.Thread(target=lambda: asyncio.run(service.correct("It was late.")))
asker.start()
time.sleep(0.2)
child = os.fork()
if child:
    asker.join()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    service.close()
    raise SystemExit(code)
answers = [asyncio.run(service.correct(text, timeout=5)) for text in ("It was late.", "So it was.")]
service.close()
os._exit(0 if all(answer.complete for answer in answers) else 1)
"""


def test_a_child_of_fork_is_served_as_well() -> None:
    done = run(FORKS)
    assert (done.returncode, done.stderr) == (0, "")
