"""What gec's guards would take from another system's edits: how many wrong ones, and how many right ones.

python bench/guards.py bea-dev.m2 OUTPUT.m2 ...
"""

from __future__ import annotations

from pathlib import Path

import click

from gec.edits.edit import Edit
from gec.edits.plausible import plausible
from gec.scoring import m2
from gec.scoring.m2 import Sentence, TokenEdit
from gec.scoring.natural import Natural, natural
from gec.scoring.spans import Counts, compare

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
BEFORE = ".,;:?!"  # what stands right behind the word before it


@click.command()
@click.argument("reference", type=FILE)
@click.argument("outputs", type=FILE, nargs=-1, required=True)
def count(reference: Path, outputs: tuple[Path, ...]) -> None:
    gold = m2.read(reference)
    for path in outputs:
        theirs = m2.read(path)
        before = compare(gold, theirs).counts
        after = compare(gold, [guarded(one) for one in theirs]).counts
        print(f"{path.name}: {_said(before)}, guarded {_said(after)}", end="; ")
        print(f"gone are {before.fp - after.fp} wrong edits and {before.tp - after.tp} right ones")


def guarded(sentence: Sentence) -> Sentence:
    """The sentence with those edits that a guard lets through."""
    text = natural(sentence.tokens)
    return Sentence(
        sentence.tokens,
        {
            who: tuple(one for one in edits if plausible(text.text, _in_text(text, one)))
            for who, edits in sentence.annotators.items()
        },
    )


def _in_text(text: Natural, edit: TokenEdit) -> Edit:
    """The edit in characters of the natural text."""
    new = natural(edit.tokens).text
    if edit.start < edit.end:
        start = text.spans[edit.start][0] if new or not edit.start else text.spans[edit.start - 1][1]
        return Edit(start, text.spans[edit.end - 1][1], new, edit.type)
    if not edit.start:
        return Edit(0, 0, f"{new} ", edit.type)
    behind = text.spans[edit.start - 1][1]
    return Edit(behind, behind, new if new in BEFORE else f" {new}", edit.type)


def _said(counts: Counts) -> str:
    return f"P {100 * counts.precision:.1f} R {100 * counts.recall:.1f} F0.5 {100 * counts.f():.1f}"


if __name__ == "__main__":
    count()
