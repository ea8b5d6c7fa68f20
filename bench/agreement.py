"""How far the edits that `gec annotate` makes agree with M2 files that another ERRANT made of the same texts.

    python bench/agreement.py REF.m2 NAME.m2 NAME.txt [NAME.m2 NAME.txt ...] [--confusions 20] [--spacy-model DIR]

REF.m2 holds gold edits, for both scores. Another version of ERRANT takes part when it is found first:

    pip install --no-deps --target /tmp/errant-2.2 errant==2.2.3 Levenshtein
    PYTHONPATH=/tmp/errant-2.2 python bench/agreement.py ...

What came out stands in docs/scoring.md.
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
from gec.scoring.m2 import Sentence

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# Tags of newer pipelines that ERRANT before 2.3 does not know, and what 2.3 makes of them.
LATER_TAGS = {"ADD": "X", "GW": "X", "XX": "X", "NFP": "X", "_SP": "SPACE"}


@dataclass(slots=True)
class Agreement:
    """Edits of theirs and of ours, those with the same span and correction, of these those of the same type.

    `by_rule` counts those of theirs to which the classifier without a parser gives the same type.
    """

    theirs: int = 0
    ours: int = 0
    same: int = 0
    typed: int = 0
    by_rule: int = 0
    confusions: Counter[str] = field(default_factory=Counter)

    def add(self, theirs: Sentence, ours: Sentence) -> None:
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
    """The type that `gec correct` gives an edit where ERRANT is not installed."""
    text = " ".join(tokens)
    left = len(" ".join([*tokens[:start], ""])) if start else 0
    right = len(" ".join(tokens[:end]))
    if start == end:
        place = min(left, len(text))
        return classify(text, place, place, f"{correction} " if start < len(tokens) else f" {correction}")
    if correction in {"", "-NONE-"}:
        return classify(text, left, min(right + 1, len(text)), "")
    return classify(text, left, right, correction)


def _types(sentence: Sentence) -> dict[tuple[int, int, str], str]:
    return {(edit.start, edit.end, edit.correction): edit.type for edit in sentence.annotators[0]}


@click.command()
@click.argument("reference", type=FILE)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--confusions", type=click.IntRange(0), default=0, help="Show so many frequent pairs of types.")
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
