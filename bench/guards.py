"""What each guard of proposals keeps from users, counted on real texts (`gec/guards/stages.py`).

    python bench/guards.py --data DATA --documents LIST [--model DIR] [--show NAME] > bench/guards.tsv

With all of them off, a corrector shows at the recall preset what they keep from users, and every guard is asked about
each of these edits. A line a guard, and one for each entry of `never.toml`:

- wrong, right: edits that it refuses in texts that people corrected, which the people do not make, and which they do
- alone: those wrong ones that no other guard refuses
- standing: edits that it refuses in documentation and clean sentences, where nearly all should stand

`guards.tsv` was counted with `--sample 1500 --sets bea-dev,realec-dev,cweb-g,realec,clean`.
A guard that never fires, or refuses as many right edits as wrong ones, goes, unless it protects what is no prose.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import nearer
import real_texts
import remembered
from real_texts import CORRECTED, STANDING, Sentence

from gec.corrector import Corrector
from gec.edits.change import MODEL, RULE, SPELLER, Change
from gec.edits.edit import Edit
from gec.edits.enough import Enough, Presets
from gec.guards import never, sentence
from gec.guards.stages import PROPOSAL

HEAD = ("guard", "wrong", "right", "alone", "standing")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--data", type=FOLDER, required=True, help="The folder with eval, pairs and text.")
@click.option("--documents", type=FILE, required=True, help="A list of documents, a path a line.")
@click.option("--memory", type=click.Path(path_type=Path), default=Path("runs/outputs.db"), show_default=True)
@click.option("--model", metavar="DIR", help="Other weights than those shipped.")
@click.option("--sample", default=2_000, show_default=True, help="Sentences of a set.")
@click.option("--sets", default=",".join((*CORRECTED, *STANDING)), show_default=True, help="Texts to count in.")
@click.option("--show", default="", help="Print what guards refuse whose name begins so, instead of the table.")
def count(data: Path, documents: Path, memory: Path, model: str | None, sample: int, sets: str, show: str) -> None:
    """Count guards."""
    corrector = remembered.load(memory, model)
    enough = Presets.of(corrector.model.config.extras).enough("recall")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name in sets.split(","):
        sentences = real_texts.read(name, data, documents)[:sample]
        for one, edit, guards in refused(corrector, sentences, enough):
            said = (one.text, edit.start, edit.end, edit.replacement)
            right = any(nearer.contains(*said, theirs) for theirs in one.corrected)
            for guard in guards:
                column = "standing" if name in STANDING else "right" if right else "wrong"
                counts[guard][column] += 1
                counts[guard]["alone"] += column == "wrong" and len(guards) == 1
                if show and guard.startswith(show):
                    around = f"{one.text[: edit.start]}{{{said[0][edit.start : edit.end]}->{edit.replacement}}}"
                    click.echo(f"{guard}\t{column}\t{around}{one.text[edit.end :]}")
    for row in () if show else (HEAD, *_rows(counts)):
        click.echo("\t".join(map(str, row)))


def _rows(counts: dict[str, Counter[str]]) -> Iterator[tuple[str | int, ...]]:
    table = [rule.id for rule in never.guards().rules.values()]
    for name in (*(one.name for one in PROPOSAL if one.name != "never"), *table):
        yield (name, *(counts[name][column] for column in HEAD[1:]))


def refused(
    corrector: Corrector, sentences: Sequence[Sentence], enough: Enough
) -> Iterator[tuple[Sentence, Edit, list[str]]]:
    """What would be shown if there were no guards and is refused, with the names of the guards that refuse it."""
    with none():
        found = [*corrector.candidates(corrector.prepare([one.text for one in sentences]))]
    for one, some in zip(sentences, found, strict=True):
        by = {(each.edit.start, each.edit.end): _proposer(each.signs) for each in some}
        for edit in enough.of([each.edit for each in some], len(one.text)):
            if guards := against(Change(one.text, edit, by[edit.start, edit.end])):
                yield one, edit, guards


def _proposer(signs: object) -> str:
    names = {*signs}  # type: ignore[misc]  # of a mapping
    return RULE if names == {"fault odds"} else SPELLER if "odds" not in names else MODEL


def against(change: Change) -> list[str]:
    """The names of the guards that refuse an edit."""
    found = [one.name for one in PROPOSAL if change.by not in one.exempt and one.refuses(change)]
    return [never.named(change) if one == "never" else one for one in found]


@contextmanager
def none() -> Iterator[None]:
    """Without guards of proposals."""
    before = sentence.refusal
    sentence.refusal = lambda change: ""
    try:
        yield
    finally:
        sentence.refusal = before


if __name__ == "__main__":
    count()
