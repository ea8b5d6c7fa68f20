"""Fixtures for several rooms: a small tokenizer and small networks, made in a second or two. Torch is imported late, so
that tests of texts and scores stay quick.
"""

from __future__ import annotations

import os
import resource
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from gec.model.checkpoint import Checkpoint
    from gec.model.config import Extras
    from gec.model.tokenizer import Tokenizer

# Caches and settings of this machine must not affect tests.
_HOME = tempfile.TemporaryDirectory(prefix="gec-tests-")
os.environ["XDG_CACHE_HOME"] = f"{_HOME.name}/cache"
os.environ["XDG_CONFIG_HOME"] = f"{_HOME.name}/config"
os.environ["XDG_STATE_HOME"] = f"{_HOME.name}/state"

# Tests that run in the background may inherit ignored signals, and programs that they start would ignore them too.
for _name in ("SIGHUP", "SIGINT", "SIGQUIT"):
    _number = getattr(signal, _name)
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

# How many examples a property is tried with; a machine may be busy.
settings.register_profile(
    "gec",
    max_examples=int(os.environ.get("GEC_EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gec")

# Other tests fill the time that these take; the other way round, one process would wait for the other at the end.
LONG = (
    "training/test_run.py::test_killed_at_any_moment",
    "training/test_after.py::test_finetuning",
    "batch/test_stopped.py",
    "property/test_installed.py",
)

CORPORA = Path(__file__).parents[1] / "corpora"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONG))


@pytest.fixture
def no_room() -> Callable[[], AbstractContextManager[None]]:
    """During the block no file can grow: a limit on file sizes stands in for a full disk."""

    @contextmanager
    def full() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return full


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """Sentences of this project."""
    return (CORPORA / "sentences.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def words(lines: list[str]) -> Tokenizer:
    from gec.model import tokenizer

    return tokenizer.train(lines, 600)


@pytest.fixture(scope="session")
def copyist(words: Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    """An untrained model that copies most of its source, with an untrained edit head."""
    from gec.model.config import Extras

    return untrained(words, tmp_path_factory.mktemp("copyist"), Extras(tasks={"correct": "<correct>"}, edit_head=True))


@pytest.fixture(scope="session")
def fed(words: Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    """The same, with a pointer feed that copies."""
    from gec.model.config import Extras

    extras = Extras(tasks={"correct": "<correct>"}, edit_head=True, pointer_feed=True)
    return untrained(words, tmp_path_factory.mktemp("fed"), extras)


def untrained(words: Tokenizer, folder: Path, extras: Extras) -> Checkpoint:
    import torch

    from gec.model import checkpoint, start
    from gec.model.config import Config
    from gec.model.heads import EditHead

    sizes = {"d_model": 256, "d_kv": 64, "d_ff": 64, "num_heads": 4}
    config = Config(len(words), **sizes, num_layers=2, num_decoder_layers=3, extras=extras)
    torch.manual_seed(1)
    network = start.fresh(config, 1, mark=words.id_of("<correct>"))
    checkpoint.write(folder, config, network, words, EditHead(config.d_model))
    return checkpoint.read(folder)
