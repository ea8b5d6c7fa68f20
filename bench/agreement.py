"""Measures how far the edits of `gec annotate` agree with M2 files that another version of ERRANT made of the same
texts.

    python bench/agreement.py REF.m2 NAME.m2 NAME.txt [NAME.m2 NAME.txt ...] [--confusions 20] [--spacy-model DIR]

REF.m2 has gold edits, to score both. To use another version of ERRANT, put it first on the path:

    pip install --no-deps --target /tmp/errant-2.2 errant==2.2.3 Levenshtein
    PYTHONPATH=/tmp/errant-2.2 python bench/agreement.py ...

docs/scoring.md has the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import click

from gec.edits.classify import classify
from gec.scoring import errant, lines, m2, spans
from gec.scoring.m2 import AnnotatedSentence

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# Tags of newer pipelines that ERRANT before 2.3 does not know, with their meanings in 2.3.
LATER_TAGS = {"ADD": "X", "GW": "X", "XX": "X", "NFP": "X", "_SP": "SPACE"}


@dataclass(slots=True)
class Agreement:
    """Counts of their edits, of ours, of those with the same span and correction, and of these with the same type.
    `by_rule` counts their edits to which the classifier without a parser gives the same type.
    """

    theirs: int = 0
    ours: int = 0
    same: int = 0
    typed: int = 0
    by_rule: int = 0
    confusions: Counter[str] = field(default_factory=Counter)

    def add(self, theirs: AnnotatedSentence, ours: AnnotatedSentence) -> None:
        one, other = _types(theirs), _types(ours)
        same = one.keys() & other.keys()
        typed = sum(one[key] == other[key] for key in same)
        self.theirs, self.ours = self.theirs + len(one), self.ours + len(other)
        self.same, self.typed = self.same + len(same), self.typed + typed
        self.by_rule += sum(ruled(theirs.tokens, *key) == one[key] for key in one)
        self.confusions.update(f"{one[key]} > {other[key]}" for key in same if one[key] != other[key])

    def __str__(self) -> str:
        found, right = self.same / max(self.theirs, 1), self.same / max(self.ours, 1)
        f1 = 2 * self.same / max(self.theirs + self.ours, 1)
        types, rules = self.typed / max(self.same, 1), self.by_rule / max(self.theirs, 1)
        spans_agree = f"spans {found:.2%} of theirs, {right:.2%} of ours (F1 {f1:.2%})"
        return f"{spans_agree}; types {types:.2%}, by rule without a parser {rules:.2%}"


def ruled(tokens: Sequence[str], start: int, end: int, correction: str) -> str:
    """The type that `gec correct` gives to an edit, without ERRANT."""
    text = " ".join(tokens)
    left = len(" ".join([*tokens[:start], ""])) if start else 0
    right = len(" ".join(tokens[:end]))
    if start == end:
        place = min(left, len(text))
        return classify(text, place, place, f"{correction} " if start < len(tokens) else f" {correction}")
    if correction in {"", "-NONE-"}:
        return classify(text, left, min(right + 1, len(text)), "")
    return classify(text, left, right, correction)


def _types(sentence: AnnotatedSentence) -> dict[tuple[int, int, str], str]:
    return {(edit.start, edit.end, edit.correction): edit.type for edit in sentence.annotators[0]}


@click.command()
@click.argument("reference", type=FILE)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--confusions", type=click.IntRange(0), default=0, help="Show the N most frequent pairs of types.")
@click.option("--spacy-model", help="The pipeline; by default the shipped one.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
def measure(reference: Path, files: Sequence[Path], confusions: int, spacy_model: str | None, processes: int) -> None:
    """Annotate every NAME.txt against the sources of its NAME.m2 and count what is equal."""
    if len(files) % 2:
        raise click.UsageError("give an M2 file and the text that belongs to it, one pair after the other")
    model = spacy_model or str(errant.SHIPPED)
    known = import_module("errant.en.classifier").pos_map
    known |= {tag: name for tag, name in LATER_TAGS.items() if tag not in known}
    gold, total = m2.read(reference), Agreement()
    click.echo(f"{import_module('errant').__version__} of ERRANT, {errant.versions(model).pipeline}")
    for theirs, text in zip(files[::2], files[1::2], strict=True):
        one = Agreement()
        made = m2.read(theirs)
        ours = errant.annotate(
            [sentence.tokens for sentence in made], [[line.split() for line in lines.read(text)]], model, processes
        )
        for pair in zip(made, ours, strict=True):
            one.add(*pair)
            total.add(*pair)
        scores = [100 * spans.compare(gold, edits).counts.f() for edits in (made, ours)]
        click.echo(f"{text.stem}: {one}; F0.5 {scores[0]:.2f} from theirs, {scores[1]:.2f} from ours")
    click.echo(f"all {total.theirs} edits: {total}")
    for pair_of_types, count in total.confusions.most_common(confusions):
        click.echo(f"{count:6} {pair_of_types}")


if __name__ == "__main__":
    measure()
