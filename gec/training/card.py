"""Writes CARD.md, the facts about trained weights: data and licences, how they were made, how good they are, and their
limits. The facts come from the run. No training text is quoted.
"""

from __future__ import annotations

import csv
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from pathlib import Path

from gec.edits.message import many
from gec.errors import GecError
from gec.training import hardware, plot
from gec.training.calibrate import Calibration
from gec.training.loop import TrainingRun
from gec.training.recipe import MixSource, Recipe

# Credits for files, by pattern.
CREDITS = {
    "text/clean*": "Clean sentences of Wikipedia (CC BY-SA), Standard Ebooks (public domain, CC0), podcasts, "
    "technical, health and government texts; sources below",
    "text/wiki*": "Sentences of the English Wikipedia, by its contributors (CC BY-SA)",
    "text/passages*": "Passages of the same sources as the clean sentences",
    "pairs/commits-core*": "Corrections mined from documentation histories of permissively licensed projects",
    "pairs/commits-wording*": "Wording fixes mined from the same histories",
    "pairs/commits-sharealike*": "Corrections mined from documentation under CC BY-SA",
    "pairs/commits-unchanged*": "Sentences of the same documentation that nobody changed",
    "pairs/commits-esl*": "Corrections by and for non-native developers, mined from documentation histories "
    "(Apache-2.0, MIT, CC BY 4.0, BSD, 143 pairs CC BY-SA 3.0)",
    "pairs/corrected-*": "With corrections of this project: learners' texts of the Israeli Learner Corpus of Written "
    "English (ILCoWE, University of Haifa), CC BY-SA 4.0, and of REALEC (HSE University), CC BY-SA 4.0 as "
    "MultiGED-2023 states of the corpus; web texts of the Universal Dependencies treebank English-EWT, CC BY-SA 4.0; "
    "blogs and documentation of the repositories in corpora/corrections/web-sources.tsv.xz, under free licences",
    "pairs/rewritten-*": "Learners' texts of ILCoWE and REALEC (both CC BY-SA 4.0) as this project rewrote them",
    "pairs/realec/*": "Essays of Russian learners with corrections of REALEC (HSE University), CC BY-SA 4.0 as "
    "MultiGED-2023 states of the corpus",
    "drawn/*": "Errors that a model made in such sentences",
    "pairs/harper-tests*": "Test sentences of the Harper grammar checker (Apache-2.0)",
    "pairs/chat-learners*": "Conversations of learners with corrections (MIT)",
    "pairs/tetra-paragraphs*": "TETRA: expert edits of scientific abstracts (CC BY 4.0)",
    "pairs/ewt-typos*": "Typos marked in the English Web Treebank (CC BY-SA 4.0)",
    "*learner/*": "Learner and careless-native texts with corrections, written for this project (Apache-2.0)",
    "*rewrite/*": "Poor paragraphs and their rewriting, written for this project (Apache-2.0)",
}
LIMITS = """\
- English only. It was trained on edited prose, invented learner texts and errors made by rules; real writers make
  others.
- Unless it is asked for paragraphs, it sees one sentence at a time: a pronoun or a tense that only the sentence before
  could settle is left alone or guessed.
- Names, quotations, dialect, verse and jargon may be "corrected". Look at every edit before you accept it.
- Facts are not checked, and a fluent sentence can be wrong. Confidence says how often such edits were right on
  held-out texts of the kind above, not how sure you may be on yours."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    recipe: Recipe
    parameters: int
    hardware: str
    processes: int
    minutes: float
    steps: int
    tokens: int
    pairs: int
    fed: bool  # has a pointer feed
    sources: tuple[str, ...]  # a line each
    calibration: Calibration | None
    best: float | None = None  # the minute of the weights, if not the last

    @classmethod
    def of(
        cls, run: TrainingRun, folders: Sequence[Path], calibration: Calibration | None, best: float | None = None
    ) -> CardFacts:
        return cls(
            run.recipe,
            sum(one.numel() for one in run.parameters),
            hardware.describe(run.device),
            run.world.size,
            run.place.seconds / 60,
            run.place.step,
            run.place.tokens,
            run.place.pairs,
            run.objective.network.pointer is not None,
            tuple(sources(run.recipe, folders)),
            calibration,
            best,
        )


def text(facts: CardFacts, *, int8: bool) -> str:
    """The whole card."""
    recipe = facts.recipe
    stages = "\n".join(
        f"| {stage.name} | {stage.share:g} | {stage.keep:g} | {', '.join(_named(stage.mix))} |"
        for stage in recipe.stages
    )
    form = "int8 with one scale a row" if int8 else "float32"
    shape = (
        "with an edit head, its decoder fed by its pointer (gec alone runs it)" if facts.fed else "with an edit head"
    )
    kept = "Weights are an average over the last steps."
    if facts.best is not None:
        kept = f"Weights are an average over the steps before minute {facts.best:.1f}, the best measured."
    if facts.best == 0:
        kept = "Nothing that was learned did better on what was held out, so the weights are still those."
    together = recipe.passages
    in_passages = (
        f"{100 * together.share:.0f} % of the sentences were read in passages of up to {together.sentences}. "
        if together.share
        else ""
    )
    begun = in_passages + (f"The run went on from the weights of `{recipe.start_from}`. " if recipe.start_from else "")
    return f"""# {recipe.name}

A grammar corrector for English: a T5 {shape}, {facts.parameters / 1e6:.1f} M parameters in all, stored as {form}.
`gec correct --model DIR` uses it; `gec train finetune --from DIR` goes on from it.

## How it was made
Recipe `{recipe.name}` (`recipe.json` beside this card), seed {recipe.seed}, {facts.minutes:.1f} minutes of training in
{many(facts.processes, "process")} on {facts.hardware}: {facts.steps:,} steps, {facts.pairs:,} pairs,
{facts.tokens / 1e6:,.1f} M tokens. {begun}{kept}

| stage | share of the time | unchanged tokens in the loss | mix (weight) |
|---|---|---|---|
{stages}

![loss and F0.5 against time]({plot.CURVES})

## How good it is
{_scores(facts.calibration)}

## What it was trained on
{chr(10).join(f"- {line}" for line in facts.sources)}

No text of these sources is part of the model's folder. Attribution: the works above remain under their own licences.

## Limits
{LIMITS}
"""


def _named(mix: Iterable[MixSource]) -> list[str]:
    return [f"{source.kind}{' ' + source.register if source.register else ''} {source.weight:g}" for source in mix]


def _scores(found: Calibration | None) -> str:
    if found is None:
        return "Not measured by the run; `gec eval` scores it with ERRANT."
    error = "too few edits to say" if math.isnan(found.error) else f"{found.error:.3f}"
    rows = "\n".join(
        f"| {name} | {found.presets[name]:.2f} | {100 * p.precision:.1f} "
        f"| {100 * p.recall:.1f} | {100 * p.f05:.1f} | {p.alarms_per_1000:.1f} |"
        for name, p in found.after.items()
    )
    return f"""On learner sentences of this project that were held out of training (word-level edits, not ERRANT; `gec
eval` gives ERRANT's figures), by the confidence that each preset asks of an edit:

| preset | confidence | P | R | F0.5 | edits in 1,000 words that needed none |
|---|---|---|---|---|---|
{rows}

Without calibration F0.5 was {100 * found.before.f05:.1f}. The keep bias is {found.keep_bias:g}, and what the speller
and the rules find is {"mended before it reads" if found.respell else "left to it"}. Confidences were
fitted to half of these sentences and judged by the other, both ways; their expected error is {error}.

![how often edits are right, by confidence]({plot.RELIABILITY})"""


def sources(recipe: Recipe, folders: Sequence[Path]) -> list[str]:
    """A line for each kind of file that the recipe names, and the sources and licences of the manifests."""
    patterns = {pattern for stage in recipe.stages for source in stage.mix for pattern in source.files}
    if recipe.passages.share:
        patterns |= {*recipe.passages.learner, *recipe.passages.rewrite, *recipe.passages.clean}
    if any(pattern.startswith("drawn/") for pattern in patterns):
        patterns |= {*recipe.drawn.clean, *recipe.drawn.learner}
    lines = []
    for known, words in CREDITS.items():
        if any(fnmatch(pattern, known) for pattern in patterns):
            lines.append(words)
    unknown = sorted(pattern for pattern in patterns if not any(fnmatch(pattern, known) for known in CREDITS))
    lines += [f"`{pattern}`: the trainer's own" for pattern in unknown]
    if any(pattern.startswith("text/") for pattern in patterns):
        lines += _manifest(folders, "text-manifest.tsv")
    if any(pattern.startswith("pairs/commits") for pattern in patterns):
        lines += _licences(folders, "pairs/commits-sources.tsv")
    return lines


def _rows(folders: Sequence[Path], name: str, *columns: str) -> list[dict[str, str]]:
    path = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if path is None:
        return []
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", restval="")
        if lacking := set(columns).difference(rows.fieldnames or ()):
            raise GecError(f"{path}:1: no column {min(lacking)!r}, for the card; add it")
        return list(rows)


def _manifest(folders: Sequence[Path], name: str) -> list[str]:
    rows = _rows(folders, name, "source", "repo", "licence")
    return [f"{row['source']} ({row['repo']}): {row['licence']}" for row in rows if row.get("in_mix", "0") != "0"]


def _licences(folders: Sequence[Path], name: str) -> list[str]:
    """A summary of the mined projects by licence. The data's manifest has the long list."""
    rows = _rows(folders, name, "repo", "license")
    count = Counter(row["license"] for row in rows)
    biggest = ", ".join(row["repo"] for row in rows[:12])
    if not rows:
        return []
    families = ", ".join(f"{licence} ({number})" for licence, number in count.most_common(12))
    return [f"Mined documentation: {len(rows)} projects, among them {biggest}; licences by projects: {families}"]


def recipe_json(recipe: Recipe) -> str:
    return json.dumps(asdict(recipe), indent=2) + "\n"
