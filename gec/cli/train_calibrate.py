"""`gec train calibrate`: fits the confidences and thresholds of a trained model.

This file collects the pairs and prints the result; `gec.training.calibrate` does the work.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import click

from gec.cli.options import Number, given, how
from gec.errors import ModelError, OptionError

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
PATH = click.Path(exists=True, path_type=Path)


@click.command("calibrate", short_help="Fit confidences and thresholds to texts.")
@click.argument("model", metavar="MODEL_DIR")
@click.option(
    "--data",
    type=PATH,
    required=True,
    multiple=True,
    metavar="PATH",
    help="Learner texts with [wrong|right] inline, a folder or file. Those that are held out (one in twenty) are used.",
)
@click.option("--unseen", is_flag=True, help="Use the other texts, which the model has not learned yet.")  # fmt: skip
@click.option(
    "--also",
    type=FILE,
    multiple=True,
    help="Other kinds of text: .txt like those of --data, where a text begins after each line that starts with '# ';"
    " or unrelated pairs, as for finetune.",
)
@click.option("--sentences", default=1200, show_default=True, type=click.IntRange(1),
              help="Maximum number of sentences from each kind of text.")  # fmt: skip
@click.option("--towards", metavar="MODEL_DIR",
              help="Begin with the confidences of this model, which were fitted to more texts.")  # fmt: skip
@click.option("--keep-bias", type=Number(-20, 20), help="Use this keep bias instead of trying several.")
@given(*how("prefix", "device", default="auto"))
def command(
    model: str,
    data: tuple[Path, ...],
    unseen: bool,
    also: tuple[Path, ...],
    sentences: int,
    towards: str | None,
    keep_bias: float | None,
    prefix: str | None,
    device: str,
) -> None:
    """Choose the keep bias, and whether the speller and the rules mend before the model reads, and fit the confidences.

    Writes them into the model's config.json, and draws how often edits of each confidence are right (reliability.svg).
    """
    from gec.decoding.budget import usual_tokens
    from gec.decoding.verify import DecodingSettings
    from gec.edits.confidence import PLAIN
    from gec.engine.choose import engine_for
    from gec.model import checkpoint, folder, opened
    from gec.proposer import SentenceProposer
    from gec.training import calibrate, plot

    at = folder.find(model)
    if at == folder.DEFAULT and not Path(model).exists():
        raise OptionError(
            f"{model}: is the model that ships, and its settings would be overwritten; calibrate a copy of {at}"
        )
    loaded = opened.read(at)
    loaded = replace(loaded, config=loaded.config.prefixed(prefix))
    begin = opened.read(folder.find(towards)).config.extras.confidence if towards else PLAIN
    ours = [text for one in data for text in _some(_learners(one, unseen), sentences)]
    others = [text for one in also for text in _some(_others(one), sentences)]

    def run(told: opened.Opened) -> SentenceProposer:
        engine = engine_for(told, device)
        return SentenceProposer(told, engine, DecodingSettings(), max_tokens=usual_tokens(engine.about.device))

    found = calibrate.calibrate(loaded, run, ours, others, begin, keep_bias)
    if not found.fitted:
        raise ModelError(
            f"{model}: no proposals in {len(ours)} texts of {data[0]}; give more texts, or train the model first"
        )
    checkpoint.tell(at, **found.extras, tasks=dict(loaded.config.extras.tasks))
    plot.reliability(found.reliability, at)
    click.echo(f"speller and rules {'yes' if found.respell else 'no'}, keep bias {found.keep_bias:.2f}")
    click.echo(f"{'without':10} {found.before}")
    for name, figures in found.after.items():
        click.echo(f"{name:10} {figures}, from confidence {found.presets[name]:.2f} on")
    click.echo(f"{len(found.confidence)} features, slope of a writer's mistakes {found.writer:.2f}")
    click.echo(f"expected error of the confidences {found.error:.3f}")


def _learners(data: Path, unseen: bool) -> list[list[tuple[str, str]]]:
    """The texts of a folder or a file: those held out of training, or those not trained on yet."""
    from gec.training import records

    files = [data] if data.is_file() else sorted(data.glob("learner/*.txt*")) or sorted(data.glob("*.txt*"))
    if not files:
        raise OptionError(f"{data}: no .txt files in it; give a folder of learner texts, such as corpora/learner")
    found = records.held_out_texts(files, others=unseen)
    if not found:
        raise OptionError(f"{data}: no text in it is {'not ' * unseen}held out; give more texts")
    return found


def _others(file: Path) -> list[list[tuple[str, str]]]:
    """The texts of a file. Each pair counts as a text if the file has only pairs."""
    from gec.training import texts, tune

    if texts.unpacked(file.name).endswith(".txt"):
        return [[texts.expand(line) for line in text] for text in texts.learner_texts(file)]
    return [[pair] for pair in tune.read(file)]


def _some(found: list[list[tuple[str, str]]], sentences: int) -> list[list[tuple[str, str]]]:
    """A random choice of texts with so many sentences. The last one is cut."""
    random.Random(0).shuffle(found)
    begins = accumulate(map(len, found), initial=0)
    return [text[: sentences - begin] for text, begin in zip(found, begins, strict=False) if begin < sentences]
