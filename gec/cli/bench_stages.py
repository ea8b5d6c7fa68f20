"""The stages of a correction and the processor time that each takes, for `gec bench path`.

A stage consists of some functions of the main path. During the measurement, each of them is replaced by a function that
reads the clock before and after the call. So the program itself has no code for measuring, and is not slower without a
measurement. If a function returns an iterator, the time of each step counts. The time of a stage does not include
stages inside it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from time import process_time
from typing import Any

Path = tuple[str, ...]  # a stage, after the stages that it is inside of

NETWORK = ("encoder", "decoder", "output layer")  # the other stages run in Python

# The functions of each stage, by the module or class in which the main path looks them up.
STAGES: Mapping[str, tuple[str, ...]] = {
    "reading": (
        "gec.cli.reading:read",
        "gec.cli.reading:prose_of",
        "gec.correction:prose_of",
        "gec.correction:remarks",
        "gec.correction:quotations",
    ),
    "cutting": ("gec.text.prose:Prose.views",),
    "respelling": ("gec.proposer:respelled",),
    "rules": ("gec.before_model:faults",),
    "tokenising": ("gec.model.tokenizer:Tokenizer.encode_many",),
    "drafts": ("gec.proposer:decode",),
    "encoder": ("gec.engine.int8:Int8Engine.encode",),
    "decoder": ("gec.engine.int8:Int8Board._states", "gec.engine.int8:Int8Board.seat"),
    "output layer": (
        "gec.engine.int8:Int8Board.judged",
        "gec.engine.int8:Int8Board.propose",  # the block heads
        "gec.engine.int8:Int8Engine.best",
    ),
    "alignment": ("gec.pieces:proposals", "gec.before_model:Respelled.original"),
    "classifying": ("gec.guards.sentence:classify",),
    "confidence": ("gec.guards.sentence:features", "gec.guards.sentence:confidence"),
    "guards": (
        "gec.guards.sentence:refusal",
        "gec.guards.sentence:needs",
        "gec.correction:of_document",
        "gec.correction:without_dependents",
    ),
    "applying": ("gec.correction:apply", "gec.correction:compose", "gec.edits.policy:Policy.filter"),
    "writing": ("gec.text.document:Document.with_edits",),
}
REST = "rest"  # all that is in no stage


class Clock:
    """Processor time by stages."""

    def __init__(self) -> None:
        self.spent: defaultdict[Path, float] = defaultdict(float)  # seconds
        self.calls: Counter[str] = Counter()
        self._at: Path = ()
        self._since = process_time()

    @property
    def stages(self) -> dict[str, float]:
        """The seconds of each stage, wherever it was entered."""
        found = dict.fromkeys([*STAGES, REST], 0.0)
        for path, seconds in self.spent.items():
            found[path[-1] if path else REST] += seconds
        return found

    def _enter(self, name: str) -> Path:
        """Begin a stage. Returns the path of the stage around it."""
        before = self._at
        if before[-1:] != (name,):
            self._go((*before, name))
        return before

    def _go(self, path: Path) -> None:
        if path is not self._at:
            now = process_time()
            self.spent[self._at] += now - self._since
            self._at, self._since = path, now

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Count the time of a block as that of a stage."""
        before = self._enter(name)
        try:
            yield
        finally:
            self._go(before)

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its time counted as that of a stage."""

        def call(*words: Any, **named: Any) -> Any:
            self.calls[name] += 1
            before = self._enter(name)
            try:
                found = function(*words, **named)
            finally:
                self._go(before)
            return self._pieces(name, found) if isinstance(found, Iterator) else found

        return call

    def _pieces(self, name: str, found: Iterator[Any]) -> Iterator[Any]:
        while True:
            with self.of(name):
                piece = next(found, self)
            if piece is self:
                return
            yield piece


@contextmanager
def clocked() -> Iterator[Clock]:
    """A clock that measures the stages during the block."""
    with ExitStack() as stack:
        owners = [(name, *_place(site)) for name, sites in STAGES.items() for site in sites]
        clock = Clock()
        for name, owner, attribute in owners:
            function = getattr(owner, attribute)
            setattr(owner, attribute, clock.timed(name, function))
            stack.callback(setattr, owner, attribute, function)
        with clock.of(REST):
            yield clock


def _place(site: str) -> tuple[Any, str]:
    """The module or class, and the attribute, in a name such as `module:Class.attribute`."""
    module, _, names = site.partition(":")
    owner: Any = import_module(module)
    *outer, attribute = names.split(".")
    for name in outer:
        owner = getattr(owner, name)
    return owner, attribute
