"""Loads a corrector: checks the options, finds the model, and puts it on a device."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import UnionType

from gec.corrector import Corrector
from gec.decoding.budget import usual_tokens
from gec.decoding.route import MODES, PIPELINED, REWRITE, WAYS
from gec.decoding.verify import DecodingSettings, check
from gec.edits.threshold import Presets
from gec.engine import EXACT, Lenience
from gec.engine.choose import engine_for
from gec.errors import OptionError
from gec.model import folder, opened
from gec.model.config import PRESETS, TASKS, Task, is_text
from gec.proposer import SentenceProposer, require_task


def load(
    model: str | Path | None = None,
    device: str = "auto",
    engine: str = "auto",
    decode: str = "auto",
    *,
    task: str = "correct",
    preset: str = "balanced",
    min_confidence: float | None = None,
    prefix: str | None = None,
    max_tokens: int | None = None,
    lenience: Lenience = EXACT,
) -> Corrector:
    """Load a corrector for the shipped model, a folder, or a T5 checkpoint on the Hugging Face hub.

    It proposes edits with at least `min_confidence`, or with the model's threshold for the preset. `max_tokens` is the
    number of tokens to decode at a time. It changes speed and memory; in int8 and float32 never the output.
    `task` says what to write, and `decode` how: task="rewrite" writes sentences anew, and decode="pipelined" reads
    whole paragraphs. decode="rewrite" is short for that task with decode="auto", the fastest way with the output of
    greedy decoding. A `lenience` needs decode="blockwise", and makes the output differ from greedy decoding.
    """
    asked = dict(locals())
    if decode == REWRITE:
        decode, task = "auto", "rewrite"
    mode = next((mode for mode in WAYS if mode == decode), None)
    if mode is None and decode != PIPELINED:  # works for unhashable values too
        raise OptionError(f"decode={decode!r}: known ways are {', '.join(MODES)}")
    do = _task(task)
    _check_rest(preset, min_confidence, prefix, max_tokens, lenience)
    if prefix is not None and (mode is None or do != "correct"):
        said = f"decode={decode!r} reads paragraphs" if mode is None else f"task={task!r} has one of its own"
        raise OptionError(f"prefix={prefix!r} is for sentences to correct; {said}, and takes none", of="prefix")
    if mode is None and not lenience.lossless:
        raise OptionError(f"decode={decode!r} takes no lenience; that is for sentences")
    found = opened.read(folder.find(model))
    require_task(found, do)
    threshold = Presets.of(found.config.extras).threshold(preset, min_confidence)
    if mode is None:
        from gec.rewriter import rewriter

        made: Corrector = rewriter(found, device, engine, do, threshold, max_tokens)
    else:
        if engine == "auto" and not lenience.lossless:
            engine = "float"  # int8 has no lenience
        runs = engine_for(found, device, engine)
        settings = DecodingSettings(mode=mode, lenience=lenience)
        check(runs, settings)
        together = max_tokens or usual_tokens(runs.about.device)
        proposer = SentenceProposer(found, runs, settings, task=do, prefix=prefix, max_tokens=together)
        made = Corrector(proposer, threshold)
    made.anew = partial(load, **{**asked, "model": str(found.path.absolute())})
    return made


def _task(said: str) -> Task:
    found = next((task for task in TASKS if task == said), None)
    if found is None:
        raise OptionError(f"task={said!r}: known tasks are {', '.join(TASKS)}", of="task")
    return found


def _check_rest(
    preset: str, min_confidence: float | None, prefix: str | None, max_tokens: int | None, lenience: Lenience
) -> None:
    """Check the options that need no model."""
    if preset not in PRESETS:
        raise OptionError(f"preset={preset!r}: known presets are {', '.join(PRESETS)}")
    if prefix is not None and not is_text(prefix):
        raise OptionError(f"prefix={prefix!r}: it is a text, put before every sentence", of="prefix")
    if min_confidence is not None and not (_counts(min_confidence, int | float) and 0 <= min_confidence <= 1):
        raise OptionError(f"min_confidence={min_confidence!r}: it is a number from 0 to 1")
    if max_tokens is not None and not (_counts(max_tokens, int) and max_tokens >= 1):
        raise OptionError(f"max_tokens={max_tokens!r}: it is a number of tokens, 1 or more")
    if not isinstance(lenience, Lenience):
        raise OptionError(f"lenience={lenience!r}: it is a gec.Lenience; leave it out for none")


def _counts(value: object, kind: type | UnionType) -> bool:
    """Whether it is a number. Python counts True as one."""
    return isinstance(value, kind) and not isinstance(value, bool)
