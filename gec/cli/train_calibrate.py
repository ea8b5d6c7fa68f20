"""`gec train calibrate`: tell a trained model how sure its edits are.

What is chosen and fitted is `gec.training.calibrate`'s business; this page gathers the pairs and says what came of it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from gec.cli.options import Number, given, how
from gec.errors import ModelError, OptionError

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("calibrate", short_help="Fit confidences and thresholds to texts.")
@click.argument("model", metavar="MODEL_DIR")
@click.option("--data", type=FOLDER, required=True, metavar="DIR",
              help="A folder of learner texts with [wrong|right] inline; a twentieth of them is held out.")  # fmt: skip
@click.option("--unseen", is_flag=True, help="Take the other texts, which the model is yet to learn.")  # fmt: skip
@click.option(
    "--also",
    type=FILE,
    multiple=True,
    help="Pairs of other kinds of text, as for finetune; sentences without [wrong|right] stand as they are.",
)
@click.option("--sentences", default=1200, show_default=True, type=click.IntRange(1),
              help="Of each kind of text, at most.")  # fmt: skip
@click.option("--towards", metavar="MODEL_DIR",
              help="Begin with this model's confidences, which were fitted to more.")  # fmt: skip
@click.option("--keep-bias", type=Number(-20, 20), help="Take this one, instead of trying some.")
@given(*how("prefix", "device", default="auto"))
def command(
    model: str,
    data: Path,
    unseen: bool,
    also: tuple[Path, ...],
    sentences: int,
    towards: str | None,
    keep_bias: float | None,
    prefix: str | None,
    device: str,
) -> None:
    """Choose whether misspellings are mended first, and the keep bias, and fit the confidences; written into the
    model's config.json. How often edits of each confidence are right is drawn beside it (reliability.svg)."""
    from gec.corrector import Corrector, usual
    from gec.decoding.verify import Settings
    from gec.edits.confidence import PLAIN
    from gec.engine.choose import engine_for
    from gec.model import checkpoint, folder, opened
    from gec.training import calibrate, plot, tune

    at = folder.find(model)
    if at == folder.DEFAULT and not Path(model).exists():
        raise OptionError(f"{model}: is the model that ships, whose settings would be lost; calibrate a copy of {at}")
    loaded = opened.read(at)
    loaded = replace(loaded, config=loaded.config.prefixed(prefix))
    begin = opened.read(folder.find(towards)).config.extras.confidence if towards else PLAIN
    kinds = [_learners(data, unseen), *(tune.read(file) for file in also)]
    for pairs in kinds:
        random.Random(0).shuffle(pairs)
    ours, *others = (pairs[:sentences] for pairs in kinds)

    def run(told: opened.Opened) -> Corrector:
        engine = engine_for(told, device)
        return Corrector(told, engine, Settings(), max_tokens=usual(engine.about.device))

    found = calibrate.calibrate(loaded, run, ours, list(chain.from_iterable(others)), begin, keep_bias)
    if not found.fitted:
        raise ModelError(
            f"{model}: no proposals to fit in {len(ours)} texts of {data}; give more texts, or train it first"
        )
    checkpoint.tell(at, **found.extras, tasks=dict(loaded.config.extras.tasks))
    plot.reliability(found.reliability, at)
    click.echo(f"respelling {'yes' if found.respell else 'no'}, keep bias {found.keep_bias:.2f}")
    click.echo(f"{'without':10} {found.before}")
    for name, figures in found.after.items():
        enough = found.presets[name]
        click.echo(f"{name:10} {figures}, from confidence {enough.alone:.2f} on, beside others {enough.beside:.2f}")
    click.echo(f"confidence of {len(found.confidence)} signs, expected error {found.error:.3f}")


def _learners(data: Path, unseen: bool) -> list[tuple[str, str]]:
    """The pairs of a folder of texts: those that are held out of training, or those that are yet to be learned."""
    from gec.training import records, texts

    files = sorted(data.glob("learner/*.txt*")) or sorted(data.glob("*.txt*"))
    if not files:
        raise OptionError(f"{data}: no .txt files in it; give a folder of learner texts, such as corpora/learner")
    pairs = [texts.expand(line) for line in records.learner_lines(files)] if unseen else records.held_out_pairs(files)
    if not pairs:
        raise OptionError(f"{data}: no text of it is {'not ' * unseen}held out; give more texts")
    return pairs
