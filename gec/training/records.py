"""The sources of a recipe's mix: pairs of original and corrected text, for each kind of file.

`noise/` makes errors in clean text; given pairs are not changed. One learner text in twenty is held out, chosen by a
hash of its contents, so that no recipe trains on texts for measuring. `pairs.py` makes batches of the pairs.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from gec.errors import GecError
from gec.training import texts
from gec.training.noise import Noiser
from gec.training.recipe import MixSource

HELD_OUT = 20  # one learner text in this many is never trained on

Pair = tuple[str, str]


class Records(Protocol):
    """A supply of pairs. The pair of a record may depend on the random state."""

    def __len__(self) -> int: ...
    def pair(self, index: int, rng: random.Random) -> Pair: ...


class Noised:
    """Clean lines with generated errors."""

    def __init__(self, lines: Sequence[str] | texts.SharedLines, source: MixSource) -> None:
        self.lines, self.noise = lines, Noiser(source.register, families=source.families)

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> Pair:
        line = self.lines[index]
        return self.noise(line, rng), line


class PassageRecords:
    """One to three sentences of a passage, each with generated errors, joined again."""

    def __init__(self, lines: texts.SharedLines, source: MixSource) -> None:
        self.lines, self.noise = lines, Noiser(source.register, families=source.families)

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> Pair:
        sentences = self.lines[index].split("\t")
        first = rng.randrange(len(sentences))
        chosen = sentences[first : first + rng.randint(1, 3)]
        return " ".join(self.noise.passage(chosen, rng)), " ".join(chosen)


class Unchanged:
    """Lines without errors."""

    def __init__(self, lines: texts.SharedLines) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> Pair:
        line = self.lines[index]
        return line, line


class Given:
    """Pairs from files."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = pairs

    def __len__(self) -> int:
        return len(self.pairs)

    def pair(self, index: int, rng: random.Random) -> Pair:
        return self.pairs[index]


class Written:
    """Sentences with inline corrections. With `mend`, some errors are already corrected, chosen anew each time. With
    `soften`, some sentences also get small errors that these writers rarely make."""

    def __init__(self, lines: Sequence[str], source: MixSource) -> None:
        self.lines, self.mend, self.soften = lines, source.mend, source.soften
        self.noise = Noiser("light") if source.soften else None

    def __len__(self) -> int:
        return len(self.lines)

    def pair(self, index: int, rng: random.Random) -> Pair:
        line = self.lines[index]
        written, right = texts.expand(line)
        if self.mend:
            written = texts.mended(line, self.mend, rng)
        if self.noise is not None and rng.random() < self.soften:
            written = self.noise(written, rng)
        return written, right


class Mix:
    """The sources of a stage, drawn by weight."""

    def __init__(self, sources: Sequence[MixSource], folders: Sequence[Path]) -> None:
        self.supplies = [records(source, folders) for source in sources]
        self.weights = [source.weight for source in sources]

    def draw(self, count: int, rng: random.Random) -> Iterator[tuple[int, str, str]]:
        """Random pairs, each with the number of its source. Pairs with an empty side are left out."""
        for which in rng.choices(range(len(self.supplies)), self.weights, k=count):
            supply = self.supplies[which]
            written, right = supply.pair(rng.randrange(len(supply)), rng)
            if written.strip() and right.strip():
                yield which, written, right


def records(source: MixSource, folders: Sequence[Path]) -> Records:
    """The supply of a recipe's source. Its files are looked for in each folder in turn."""
    paths = found(source.files, folders)
    if source.kind in LINES:
        supply = LINES[source.kind](texts.lines_of(tuple(paths)), source)
    elif source.kind == "corrected":
        supply = Noised([texts.expand(line)[1] for line in learner_lines(paths)], source)
    elif source.kind == "learner" and not source.reverse:
        supply = Written(learner_lines(paths), source)
    else:
        pairs = [pair for path in paths for pair in PAIRS[source.kind](path, source)]
        supply = Given([(right, written) for written, right in pairs if written != right] if source.reverse else pairs)
    if not len(supply):
        raise GecError(f"{paths[0]}: a source of kind {source.kind!r} has no record; correct the mix of the recipe")
    return supply


LINES: dict[str, Callable[[texts.SharedLines, MixSource], Records]] = {
    "noise": Noised,
    "passages": PassageRecords,
    "unchanged": lambda lines, source: Unchanged(lines),
    "hidden": lambda lines, source: Unchanged(lines),  # `hidden.py` hides their words later
}


def learner_lines(paths: Iterable[Path]) -> list[str]:
    """The sentences with inline corrections that recipes train on."""
    return [line for path in paths for text in texts.learner_texts(path) if not held_out(text) for line in text]


def _learner(path: Path, source: MixSource) -> Iterable[Pair]:
    return map(texts.expand, learner_lines([path]))


def _rewrite(path: Path, source: MixSource) -> Iterable[Pair]:
    """Paragraphs, and each line as well if both sides have the same number of lines."""
    for poor, better in texts.rewrites(path):
        if held_out(poor):
            continue
        yield " ".join(poor), " ".join(better)
        if len(poor) == len(better) > 1:
            yield from zip(poor, better, strict=True)


def _jsonl(path: Path, source: MixSource) -> Iterable[Pair]:
    return texts.read_pairs(path, source.where)


PAIRS: dict[str, Callable[[Path, MixSource], Iterable[Pair]]] = {
    "learner": _learner,
    "rewrite": _rewrite,
    "jsonl": _jsonl,
}


def held_out(text: Sequence[str]) -> bool:
    """Whether a text, or its rewriting, is kept for measuring: one in twenty, by a hash of its first sentence."""
    return zlib.crc32(texts.tidy(texts.expand(text[0])[0]).encode()) % HELD_OUT == 0


def held_out_texts(paths: Iterable[Path], *, others: bool = False) -> list[list[Pair]]:
    """The learner texts that no recipe trains on, each a list of pairs. With `others`, all except these."""
    every = (text for path in paths for text in texts.learner_texts(path) if held_out(text) != others)
    return [[texts.expand(line) for line in text] for text in every]


def held_out_pairs(paths: Iterable[Path]) -> list[Pair]:
    """The learner sentences that no recipe trains on."""
    return [pair for text in held_out_texts(paths) for pair in text]


def found(patterns: Iterable[str], folders: Sequence[Path]) -> list[Path]:
    """The files that match some globs. Each glob must match at least one."""
    paths: list[Path] = []
    for pattern in patterns:
        here = there(pattern, folders)
        if not here:
            places = " or ".join(str(folder / pattern) for folder in folders)
            raise GecError(f"{places}: no such file; --data gives the folder of the recipe's files")
        paths += here
    return paths


def there(pattern: str, folders: Sequence[Path]) -> list[Path]:
    """The files that match a glob, in the first folder that has any. If there are none, the same files with another
    compression or without."""
    if Path(pattern).is_absolute():
        raise GecError(f"{pattern}: is looked for below --data and beside the recipe; give it without the folder")
    ways = (pattern, *(texts.unpacked(pattern) + packed for packed in ("", *texts.PACKED)))
    return next((some for way in ways for folder in folders if (some := sorted(folder.glob(way)))), [])
