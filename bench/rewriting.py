"""Measures rewriting on poor paragraphs: `python bench/rewriting.py FILE... [--all] [--model DIR]`.

Each FILE has rewrite records (`< ` poor sentences, `> ` better ones). Only records that no recipe trains on are used,
or with --all every one. It shows GLEU against the better paragraphs for the poor ones as they are, corrected, rewritten
sentence by sentence, and rewritten with the pipelined decoder; how many numbers, names and negations were lost
(`gec/rewriting/facts.py`); and what was left out of rewritings because it would have lost some.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gec.loading import load
from gec.rewriting.facts import changed, facts
from gec.scoring import gleu
from gec.training import texts
from gec.training.records import held_out

TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
WAYS = (
    ("corrected", "correct", "auto"),
    ("rewritten", "rewrite", "auto"),
    ("rewritten, pipelined", "rewrite", "pipelined"),
)


def main(files: Sequence[Path], model: str | None, every: bool, save: Path | None) -> None:
    records = (one for file in files for one in texts.rewrites(file) if every or held_out(one[0]))
    found = [(" ".join(poor), " ".join(better)) for poor, better in records]
    poor, better = ([pair[side] for pair in found] for side in (0, 1))
    print(f"{len(found)} paragraphs\n")
    print("| | GLEU | changed | numbers, names, negations lost |")
    print("|---|---|---|---|")
    row("as they are", poor, better, poor)
    held = {}
    for name, task, decode in WAYS:
        corrector = load(model, "cpu", decode=decode, task=task)
        done = [corrector.settled(text).text for text in poor]
        row(name, poor, better, done)
        held[name] = corrector.proposer.held
        if save and (task, decode) == ("rewrite", "auto"):
            save.write_text("".join(f"< {a}\n> {b}\n= {c}\n\n" for a, b, c in zip(poor, better, done, strict=True)))
    print()
    for name, one in held.items():
        if name != "corrected":
            print(f"{name}: {one}")


def row(name: str, poor: Sequence[str], better: Sequence[str], done: Sequence[str]) -> None:
    sources, wanted, said = ([TOKEN.findall(text) for text in side] for side in (poor, better, done))
    lost: Counter[str] = Counter()
    for before, after in zip(poor, done, strict=True):
        lost.update(kind for kind, _ in changed(facts(before), facts(after)))
    score = 100 * gleu.score(sources, [wanted], said).mean
    differ = sum(one != other for one, other in zip(poor, done, strict=True))
    print(
        f"| {name} | {score:.1f} | {differ} | {', '.join(f'{kind}: {many}' for kind, many in lost.items()) or 'none'} |"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--all", action="store_true", dest="every")
    parser.add_argument("--model")
    parser.add_argument("--save", type=Path, help="Poor, better and rewritten paragraphs, to read.")
    main(**vars(parser.parse_args()))
