"""Continues from a trained model: fine-tuning on a user's pairs, or distilling a student from a teacher's outputs.

Both write their pairs into the run's folder and make a recipe, so that `build.py` trains and resumes them like any run.
This file also reads users' pair files.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from gec import atomic
from gec.errors import GecError
from gec.model import checkpoint, convert
from gec.model.config import Extras
from gec.model.folder import find, read_config
from gec.training import folder, snapshots, texts
from gec.training.build import Say, TrainingPlan
from gec.training.recipe import Measure, MixSource, ModelShape, Optimizer, Recipe, Stage
from gec.training.records import Pair

HELD_OUT = 20  # one pair in so many is kept for measuring, but at most MOST and, if possible, at least FEWEST
MOST, FEWEST = 500, 10
MEASURED, SELDOM = 10, 20.0  # measurements in a run, and the fewest seconds between them; the best model is kept
TOGETHER = 2000  # lines that a teacher corrects between two lines of progress


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


def finetune(plan: TrainingPlan, files: Sequence[Path], base: str) -> TrainingPlan:
    """The plan with the user's pairs as its data; one source in twenty is held out to measure on."""
    begin = find(base)
    folder.refuse_another(plan.out, resume=plan.resume, inputs=(*files, begin))
    folder.refuse_another_prefix(plan.out, plan.prefix)
    folder.refuse_another_base(plan.out, base)
    plan = replace(plan, base=base)
    extras = read_config(begin).extras  # fails here, before anything is written, if this is no model
    pairs = [pair for path in files for pair in read(path)]
    random.Random(0).shuffle(pairs)
    learned, held_out = _split(pairs)
    if not learned:
        raise GecError(f"{files[0]}: a single sentence; fine-tuning needs some hundreds")
    if not (plan.resume and (plan.out / "pairs.jsonl").exists()):
        _write_data(plan, learned, held_out)
    elif learned != list(texts.read_pairs(plan.out / "pairs.jsonl")):
        raise GecError(f"{plan.out}: was begun with other pairs; continue with those, or give another --out")
    held_out = list(texts.read_pairs(plan.out / "held-out.jsonl"))
    recipe = _recipe("finetune", begin, extras, (0.002, 0.0004), keep=1.0, best=True)
    rhythm = replace(plan.rhythm, pause=SELDOM, pauses=MEASURED)
    plan = replace(plan, recipe=recipe, rhythm=rhythm)
    return replace(plan, folders=(plan.out,), held_out=tuple(held_out), calibrated=False)


def distil(plan: TrainingPlan, teacher: str, files: Sequence[Path], layers: int, say: Say) -> TrainingPlan:
    """The plan of a student with fewer decoder layers than the teacher, trained on the teacher's outputs."""
    begin = find(teacher)
    folder.refuse_another(plan.out, resume=plan.resume, inputs=(*files, begin))
    folder.refuse_another_prefix(plan.out, plan.prefix)
    loaded = checkpoint.read(begin)
    loaded = replace(loaded, config=loaded.config.prefixed(plan.prefix))
    keep = convert.kept(loaded.config.num_decoder_layers, layers, None)
    if not (plan.resume and (plan.out / "pairs.jsonl").exists()):
        folder.begin(plan.out, prefix=plan.prefix)
        pairs = list(_taught(plan, teacher, files, say))
        student = convert.shallow(loaded, keep)
        snapshots.export(student, plan.out / "start")
        _write_data(plan, *_split(pairs))
    held_out = list(texts.read_pairs(plan.out / "held-out.jsonl"))
    recipe = _recipe("distil", plan.out / "start", loaded.config.extras, (0.004, 0.0008), keep=1.0)
    return replace(plan, recipe=recipe, folders=(plan.out,), held_out=tuple(held_out), calibrated=False)


def _taught(plan: TrainingPlan, teacher: str, files: Sequence[Path], say: Say) -> Iterator[Pair]:
    """The lines of the files, each with the teacher's correction."""
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


def _split(pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The pairs to learn from, and those held out: all pairs of one source in twenty. Of few sources it is a quarter,
    because one pair cannot tell which weights are best."""
    sources = list(dict.fromkeys(source for source, _ in pairs))
    count = min(MOST, max(len(sources) // HELD_OUT, min(FEWEST, len(sources) // 4), 1))
    held_out = set(sources[:count])
    return [one for one in pairs if one[0] not in held_out], [one for one in pairs if one[0] in held_out]


def _write_data(plan: TrainingPlan, pairs: Sequence[Pair], held_out: Sequence[Pair]) -> None:
    """Write the run's data: the pairs, their targets as unchanged sentences, and the held-out pairs."""
    folder.begin(plan.out, prefix=plan.prefix, base=plan.base)
    try:
        targets = (" ".join(target.splitlines()) for _, target in pairs)
        atomic.write(plan.out / "unchanged.txt", "".join(f"{target}\n" for target in targets).encode())
        texts.write_pairs(plan.out / "held-out.jsonl", held_out)
        texts.write_pairs(plan.out / "pairs.jsonl", pairs)  # last: its presence means that all are complete
    except OSError as trouble:
        raise GecError(f"{plan.out}: cannot be written: {trouble.strerror}") from None


def _recipe(
    name: str, begin: Path, extras: Extras, rates: tuple[float, float], keep: float, best: bool = False
) -> Recipe:
    mix = (MixSource("jsonl", ("pairs.jsonl",), 0.85), MixSource("unchanged", ("unchanged.txt",), 0.15))
    return Recipe(
        name=name,
        shape=ModelShape(),
        stages=(Stage(name, 1.0, (1.0, 0.05), mix, keep),),
        optimizer=Optimizer(matrix_rate=rates[0], vector_rate=rates[1], warmup=20, average=0.99),
        measure=Measure(sentences=MOST, best=best),
        longest=min(extras.window, 128) + 2,
        batch_tokens=4096,
        respell=extras.respell,
        start_from=str(begin),
    )
