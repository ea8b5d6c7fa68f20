"""Continues from a trained model: with a user's own pairs, or as a student of a teacher's outputs.

Both write the pairs they train on into the run's folder and train by a recipe made here, so that they resume and end
as any run does (`build.py`). Reading the users' pair files is here too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from gec import whole
from gec.errors import GecError
from gec.model import checkpoint, convert
from gec.training import folder, texts
from gec.training.build import Plan, Say
from gec.training.progress import Pair
from gec.training.recipe import Measure, Optimizer, Recipe, Shape, Source, Stage

HELD_OUT = 20  # one pair in so many is kept for measuring, but no more than MOST and, if there are, as many as FEWEST
MOST, FEWEST = 500, 10
MEASURED, SELDOM = 10, 20.0  # times in a run, but not after fewer seconds: the best of them is kept
TOGETHER = 2000  # lines a teacher corrects between two signs of life


def read(path: Path) -> list[Pair]:
    """The pairs of a file: .jsonl with src and tgt, .m2, or .txt with inline corrections `[wrong|right]`."""
    name = texts.unpacked(path.name)
    if name.endswith(".jsonl"):
        pairs = list(texts.read_pairs(path))
    elif name.endswith(".m2"):
        pairs = list(_annotated(path))
    elif name.endswith(".txt"):
        pairs = [texts.expand(line) for line in texts.read_lines(path) if line.strip() and not line.startswith("# ")]
    else:
        raise GecError(f"{path}: pairs are read from .jsonl (src and tgt), .m2, or .txt with [wrong|right] inline")
    found = [pair for pair in pairs if pair[0].strip() and pair[1].strip()]
    if not found:
        raise GecError(f"{path}: no pairs in it; give one with [wrong|right] inline, with src and tgt, or an M2 file")
    return found


def _annotated(path: Path) -> Iterator[Pair]:
    from gec.scoring import m2
    from gec.scoring.natural import natural

    for sentence in m2.read(path):
        for annotator in sentence.annotators:
            yield natural(sentence.tokens).text, natural(sentence.corrected(annotator)).text


def finetune(plan: Plan, files: Sequence[Path], base: str) -> Plan:
    """The plan with the user's pairs as its data; one pair in twenty is held out to measure on."""
    begin = checkpoint.find(base)
    folder.refuse_another(plan.out, resume=plan.resume, inputs=(*files, begin))
    folder.refuse_another_prefix(plan.out, plan.prefix)
    window = checkpoint.read_config(begin).extras.window  # a model that is none is told before anything is written
    pairs = [pair for path in files for pair in read(path)]
    random.Random(0).shuffle(pairs)
    count = _kept_back(len(pairs))
    if len(pairs) < 2:
        raise GecError(f"{files[0]}: a single pair; fine-tuning needs some hundreds")
    if not (plan.resume and (plan.out / "pairs.jsonl").exists()):
        _lay_down(plan, pairs[count:], pairs[:count])
    elif pairs[count:] != list(texts.read_pairs(plan.out / "pairs.jsonl")):
        raise GecError(f"{plan.out}: was begun with other pairs; continue with those, or give another --out")
    held_out = list(texts.read_pairs(plan.out / "held-out.jsonl"))
    recipe = _recipe("finetune", begin, window, (0.002, 0.0004), keep=1.0, best=True)
    rhythm = replace(plan.rhythm, pause=max(SELDOM, 60 * plan.budget.minutes / MEASURED))
    plan = replace(plan, recipe=recipe, rhythm=rhythm)
    return replace(plan, folders=(plan.out,), held_out=tuple(held_out), calibrated=False)


def distil(plan: Plan, teacher: str, files: Sequence[Path], layers: int, say: Say) -> Plan:
    """The plan of a student with so many of the teacher's decoder layers, taught by what the teacher says."""
    begin = checkpoint.find(teacher)
    folder.refuse_another(plan.out, resume=plan.resume, inputs=(*files, begin))
    folder.refuse_another_prefix(plan.out, plan.prefix)
    loaded = checkpoint.read(begin)
    loaded = replace(loaded, config=loaded.config.prefixed(plan.prefix))
    keep = convert.kept(loaded.config.num_decoder_layers, layers, None)
    if not (plan.resume and (plan.out / "pairs.jsonl").exists()):
        folder.begin(plan.out, prefix=plan.prefix)
        pairs = list(_taught(plan, teacher, files, say))
        count = _kept_back(len(pairs))
        student = convert.shallow(loaded, keep)
        checkpoint.write(plan.out / "start", student.config, student.network, student.tokenizer, student.edit_head)
        _lay_down(plan, pairs[count:], pairs[:count])
    held_out = list(texts.read_pairs(plan.out / "held-out.jsonl"))
    recipe = _recipe("distil", plan.out / "start", loaded.config.extras.window, (0.004, 0.0008), keep=1.0)
    return replace(plan, recipe=recipe, folders=(plan.out,), held_out=tuple(held_out), calibrated=False)


def _taught(plan: Plan, teacher: str, files: Sequence[Path], say: Say) -> Iterator[Pair]:
    """The lines of the files, and what the teacher makes of each."""
    from gec.loading import load

    corrector = load(teacher, device=plan.device, prefix=plan.prefix)
    lines = (line for path in files for line in texts.read_lines(path) if line.strip())
    done = 0
    while group := list(islice(lines, TOGETHER)):
        yield from zip(group, (one.text for one in corrector.correct_many(group)), strict=True)
        done += len(group)
        say(f"the teacher has corrected {done} lines")
    if done < 2:
        raise GecError(f"{files[0]}: fewer than two lines; a student needs thousands")


def _kept_back(pairs: int) -> int:
    """How many of so many are held out: of few a fourth, for one alone says nothing of which weights do best."""
    return min(MOST, max(pairs // HELD_OUT, min(FEWEST, pairs // 4), 1))


def _lay_down(plan: Plan, pairs: Sequence[Pair], held_out: Sequence[Pair]) -> None:
    """The run's own data: the pairs, their targets as sentences that stand, and what is held out."""
    folder.begin(plan.out, prefix=plan.prefix)
    try:
        whole.write(plan.out / "unchanged.txt", "".join(f"{target}\n" for _, target in pairs).encode())
        texts.write_pairs(plan.out / "held-out.jsonl", held_out)
        texts.write_pairs(plan.out / "pairs.jsonl", pairs)  # last: its presence says that all stands
    except OSError as trouble:
        raise GecError(f"{plan.out}: cannot be written: {trouble.strerror}") from None


def _recipe(name: str, begin: Path, window: int, rates: tuple[float, float], keep: float, best: bool = False) -> Recipe:
    mix = (Source("jsonl", ("pairs.jsonl",), 0.85), Source("unchanged", ("unchanged.txt",), 0.15))
    return Recipe(
        name=name,
        shape=Shape(),
        stages=(Stage(name, 1.0, (1.0, 0.05), mix, keep),),
        optimizer=Optimizer(matrix_rate=rates[0], vector_rate=rates[1], warmup=20, average=0.99),
        measure=Measure(sentences=MOST, best=best),
        longest=min(window, 128) + 2,
        batch_tokens=4096,
        start_from=str(begin),
    )
