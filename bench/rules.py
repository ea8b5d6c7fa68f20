"""Measures what each rule adds to the model: sentences in which it finds something are corrected with and without it.

    python bench/rules.py --data DATA [--sets bea-dev,cweb-g] [--rule ID ...] [--model DIR]

The line of a rule has: the number of sentences with a finding; how many more sentences of `corpora/textbook.tsv` and
`tried.tsv.xz` are corrected with it than without; and how many more edits are shown with it that annotators of the sets
make, and that they do not make. A rule that adds nothing finds only what the model finds by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import nearer
import real_texts
import remembered

import gec
from gec.rules.engine import RuleSet, known
from gec.rules.fault import Fault
from gec.training.texts import read_lines

CORPORA = Path(__file__).parents[1] / "corpora"
SETS = "realec-dev,bea-dev,cweb-g,cweb-s"
HEAD = ("rule", "sentences", "textbook", "tried", "right", "wrong")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and what is right for it: whole sentences of our own sets, or annotators' corrections."""

    file: str
    text: str
    right: Sequence[str]

    def score(self, found: gec.Correction) -> tuple[int, int]:
        """Whether it is mended as meant; or else how many edits are right, and how many wrong."""
        if self.file in HEAD:
            return found.text in self.right, 0
        fine = [any(nearer.contains(self.text, one.start, one.end, one.replacement, other) for other in self.right)
                for one in found.edits]  # fmt: skip
        return sum(fine), len(fine) - sum(fine)


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--sets", default=SETS, show_default=True)
@click.option("--rule", "rules", multiple=True, help="Only these rules, whose ids begin so.")
@click.option("--memory", type=click.Path(path_type=Path), default=Path("runs/outputs.db"), show_default=True)
@click.option("--model", metavar="DIR", help="Other weights than those shipped.")
def count(data: Path, sets: str, rules: tuple[str, ...], memory: Path, model: str | None) -> None:
    """Count what rules add."""
    corrector = remembered.load(memory, model)
    ours = RuleSet.of(known().values())
    finding: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in (*_own("textbook"), *_own("tried"), *_annotated(data, sets.split(","))):
        for rule in {one.rule for one in ours.found(sentence.text)}:
            finding[rule].append(sentence)
    click.echo("\t".join(HEAD))
    for rule in (one for one in ours.rules if one.startswith(rules or "")):
        texts = [one.text for one in finding[rule]]
        with_it = [*corrector.correct_many(texts)]
        with _without(rule):
            without = [*corrector.correct_many(texts)]
        added = dict.fromkeys(HEAD[2:], 0)
        for sentence, one, other in zip(finding[rule], with_it, without, strict=True):
            (right, wrong), (still, also) = sentence.score(one), sentence.score(other)
            added[sentence.file if sentence.file in HEAD else "right"] += right - still
            added["wrong"] += wrong - also
        click.echo("\t".join(map(str, (rule, len(texts), *added.values()))))


def _own(file: str) -> Iterator[Sentence]:
    for line in read_lines(next(CORPORA.glob(f"{file}.tsv*"))):
        written, *right = line.split("\t")
        yield from (Sentence(file, text, right) for text in (written, right[0]))


def _annotated(data: Path, sets: Sequence[str]) -> Iterator[Sentence]:
    for file in sets:
        yield from (Sentence(file, one.text, one.corrected) for one in real_texts.read(file, data, Path()))


@contextmanager
def _without(rule: str) -> Iterator[None]:
    """Without the findings of a rule."""
    found = RuleSet.found

    def others(self: RuleSet, text: str) -> Iterator[Fault]:
        return (one for one in found(self, text) if one.rule != rule)

    RuleSet.found = others  # type: ignore[method-assign]
    try:
        yield
    finally:
        RuleSet.found = found  # type: ignore[method-assign]


if __name__ == "__main__":
    count()
