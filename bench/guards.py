"""Counts the edits that each guard refuses in real texts (`gec/guards/stages.py`).

    python bench/guards.py --data DATA --documents LIST [--model DIR] [--show NAME] > bench/guards.tsv

A proposer without guards proposes edits at the preset `recall`, and every guard checks each of them. The table has a
line for each guard, in their order, and one for each entry of `never.toml`. Its columns:

- wrong, right: refused edits in texts that people corrected; wrong ones they do not make, right ones they do
- alone wrong, alone right: those that no other guard refuses
- shown wrong, shown right: those with enough confidence for the default preset
- standing: refused edits in documents and clean sentences, in which nearly nothing should change

A set that people corrected is read as one document, as `gec eval` does. The line `needs` has edits that need a refused
one, `markup` those that would change markup, and `quotations` those that the user's default setting hides.
`guards.tsv` is the sum of two counts: `--sets bea-dev,cweb-g,cweb-s,realec-dev,commits --sample 2000`, and
`--sets documents,passages,clean --sample 1200`. A guard is deleted if it refuses nothing, or as many right edits as
wrong ones, unless it protects what is not prose.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import click
import nearer
import real_texts
import remembered
from real_texts import CORRECTED, STANDING

from gec.edits.change import MODEL, RULE, SPELLER, Change
from gec.edits.edit import Edit
from gec.edits.policy import reaching_into
from gec.edits.threshold import Presets, Threshold
from gec.guards import never, sentence
from gec.guards.markup import without_markup_changes
from gec.guards.sentence import Candidate
from gec.guards.stages import DOCUMENT, PROPOSAL
from gec.proposer import SentenceProposer
from gec.scoring import evaluate
from gec.text.formats import prose_of
from gec.text.prose import Prose
from gec.text.quotes import quotations
from gec.text.view import View

HEAD = ("guard", "wrong", "right", "alone wrong", "alone right", "shown wrong", "shown right", "standing")
BEHIND = ("needs", *(one.name for one in DOCUMENT), "markup", "quotations")  # the stages behind the proposal
TOGETHER = 64  # documents that the model reads together
Place = tuple[int, int, str]  # start, end and replacement
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class Text:
    """A document. If people corrected it, also the places of its sentences and their corrections."""

    prose: Prose
    places: Sequence[tuple[int, int]] = ()
    corrected: Sequence[tuple[str, ...]] = ()

    def is_right(self, edit: Edit) -> bool:
        """Whether an annotator made the same edit."""
        at = bisect_right(self.places, edit.start, key=lambda place: place[0]) - 1
        low, high = self.places[at]
        said = (self.prose.text[low:high], edit.start - low, edit.end - low, edit.replacement)
        return edit.end <= high and any(nearer.contains(*said, one) for one in self.corrected[at])


@dataclass(frozen=True, slots=True)
class Refused:
    """An edit that would be shown without guards, and the names of the guards that refuse it."""

    edit: Edit
    guards: Sequence[str]
    shown: bool  # at the default preset


@click.command()
@click.option("--data", type=FOLDER, required=True, help="The folder with eval, pairs and text.")
@click.option("--documents", type=FILE, required=True, help="A list of documents, a path a line.")
@click.option("--memory", type=click.Path(path_type=Path), default=Path("runs/outputs.db"), show_default=True)
@click.option("--model", metavar="DIR", help="Other weights than those shipped.")
@click.option("--sample", default=4_500, show_default=True, help="Sentences of a set, or ten times its documents.")
@click.option("--sets", default=",".join((*CORRECTED, *STANDING)), show_default=True, help="Texts to count in.")
@click.option("--show", default="", help="Print the edits that guards with this prefix refuse, instead of the table.")
def count(data: Path, documents: Path, memory: Path, model: str | None, sample: int, sets: str, show: str) -> None:
    """Count guards."""
    proposer = remembered.load(memory, model).proposer
    presets = Presets.of(proposer.model.config.extras)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name in sets.split(","):
        for text in _warmed(proposer, texts(name, data, documents, sample)):
            for one in refused(proposer, text, presets.threshold("recall"), presets.threshold("balanced")):
                column = "standing" if name in STANDING else "right" if text.is_right(one.edit) else "wrong"
                for guard in one.guards:
                    counts[guard][column] += 1
                    counts[guard][f"alone {column}"] += len(one.guards) == 1
                    counts[guard][f"shown {column}"] += one.shown
                    if show and guard.startswith(show):
                        click.echo(f"{guard}\t{name}\t{column}\t{one.shown}\t{around(text.prose.text, one.edit)}")
    for row in () if show else (HEAD, *_rows(counts)):
        click.echo("\t".join(map(str, row)))


def _rows(counts: dict[str, Counter[str]]) -> Iterator[tuple[str | int, ...]]:
    table = [rule.id for rule in never.guards().rules.values()]
    for name in (*(one.name for one in PROPOSAL if one.name != "never"), *table, *BEHIND):
        yield (name, *(counts[name][column] for column in HEAD[1:]))


def texts(name: str, data: Path, documents: Path, sample: int) -> Iterator[Text]:
    """The documents of a set."""
    if name in real_texts.WHOLE:
        for prose in islice(real_texts.proses(name, data, documents), sample // 10):
            yield Text(prose)
        return
    sentences = real_texts.read(name, data, documents)[:sample]
    if name in ("clean", "commits"):  # unrelated sentences
        for one in sentences:
            yield Text(prose_of(one.text), [(0, len(one.text))], [one.corrected])
        return
    joined, places = evaluate.document(evaluate.paragraphs([one.text for one in sentences], 1))
    yield Text(prose_of(joined), places, [one.corrected for one in sentences])


def _warmed(proposer: SentenceProposer, some: Iterable[Text]) -> Iterator[Text]:
    """The same texts, after the model has read many of them together, with and without guards. Its outputs are
    stored, so reading a single text again takes no time."""
    some = iter(some)
    while group := [*islice(some, TOGETHER)]:
        sentences = [view.text for one in group for view in one.prose.views()] if len(group) > 1 else []
        for guarded in (nullcontext(), none()):
            with guarded:
                deque(proposer.candidates(proposer.prepare(sentences)), maxlen=0)
        yield from group


def around(text: str, edit: Edit) -> str:
    """The line of an edit with the edit marked: {old->new}."""
    low, high = text.rfind("\n", 0, edit.start) + 1, text.find("\n", edit.end)
    high = len(text) if high < 0 else high
    return f"{text[low : edit.start]}{{{text[edit.start : edit.end]}->{edit.replacement}}}{text[edit.end : high]}"


def refused(proposer: SentenceProposer, text: Text, threshold: Threshold, default: Threshold) -> Iterator[Refused]:
    """The edits of a text that would be shown without guards, and that a guard refuses."""
    prose = text.prose
    views = [*prose.views()]
    with none():
        asked = dict(_proposed(proposer, views))
    passed = {_place(one) for one, _ in _proposed(proposer, views)}
    edits, length = sorted(asked), len(prose.text)
    changes = {_place(edit): change for edit, change in asked.items()}
    behind = _behind(prose, edits)
    shown = {_place(one) for one in default.passing(edits, length)}
    for edit in threshold.passing(edits, length):
        place = _place(edit)
        guards = against(changes[place]) or ["needs"] * (place not in passed)
        guards += [name for name, gone in behind.items() if place in gone]
        if guards:
            yield Refused(edit, guards, place in shown)


def _place(edit: Edit) -> Place:
    return edit.start, edit.end, edit.replacement


def _proposed(proposer: SentenceProposer, views: Sequence[View]) -> Iterator[tuple[Edit, Change]]:
    """The edits of a text, each with the change of its sentence that it is a part of."""
    found = proposer.candidates(proposer.prepare([one.text for one in views]))
    for view, some in zip(views, found, strict=True):
        by = {(one.edit.start, one.edit.end): one for one in some}
        parts = (replace(one.edit, part_of=(view.starts[0], one.edit.start, one.edit.end)) for one in some)
        for edit in view.to_text(parts):
            one = by[edit.part_of[1:]]  # type: ignore[index]  # each was given its part above
            yield edit, Change(view.text, one.edit, _proposer(one))


def _proposer(one: Candidate) -> str:
    names = {*one.features}
    return RULE if names == {"fault odds"} else SPELLER if "odds" not in names else MODEL


def _behind(prose: Prose, edits: Sequence[Edit]) -> dict[str, set[Place]]:
    """The edits that each stage after PROPOSAL drops if it gets all of them."""
    theirs = reaching_into(quotations(prose.text, prose.format))
    kept: dict[str, Iterable[Edit]] = {one.name: one.kept(prose, edits) for one in DOCUMENT}
    kept |= {"markup": without_markup_changes(prose, edits), "quotations": [edit for edit in edits if not theirs(edit)]}
    every = {*map(_place, edits)}
    return {name: every - {*map(_place, some)} for name, some in kept.items()}


def against(change: Change) -> list[str]:
    """The names of the guards of proposals that refuse an edit."""
    found = [one.name for one in PROPOSAL if change.by not in one.exempt and one.refuses(change)]
    return [never.named(change) if one == "never" else one for one in found]


@contextmanager
def none() -> Iterator[None]:
    """Turn off the guards of proposals."""
    before = sentence.refusal
    sentence.refusal = lambda change: ""
    try:
        yield
    finally:
        sentence.refusal = before


if __name__ == "__main__":
    count()
