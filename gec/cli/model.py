"""`gec model info` describes a checkpoint, as a table for people or JSON for programs. It opens and checks the
checkpoint in the same way as a correction, so a model that is described here also runs. It does not need torch.
`gec model export` writes a checkpoint for other programs. `gec model average` makes one model from several.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec.cli.render import emit, tell
from gec.errors import OptionError

if TYPE_CHECKING:
    from gec.model.tensors import Stored


@click.group("model")
def command() -> None:
    """Describe, export or average models."""


@command.command(short_help="Describe a checkpoint.")
@click.argument("source", metavar="[DIR_OR_HUB_ID]", required=False)
@click.option("--format", "layout", type=click.Choice(["text", "json"]), default="text", show_default=True)
def info(source: str | None, layout: str) -> None:
    """Describe a checkpoint: shape, size, tokenizer, and additions to a plain T5."""
    facts = _facts(source)
    if layout == "json":
        emit(json.dumps(facts, indent=2) + "\n")
        return
    for name, fact in facts.items():
        tell(f"{name.replace('_', ' '):<16} {_for_people(fact)}\n")


@command.command(short_help="Write a plain T5 for other programs.")
@click.argument("source", metavar="[DIR_OR_HUB_ID]", required=False)
@click.option(
    "--float",
    "target",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DST",
    help="The folder to write: float32, in Hugging Face's layout.",
)
@click.option("--force", is_flag=True, help="Write into a folder that is not empty.")
def export(source: str | None, target: Path, force: bool) -> None:
    """Write a model as a plain T5 for transformers and CTranslate2, without the parts that only gec uses."""
    from gec.model import checkpoint, convert, folder

    convert.write(convert.plain(checkpoint.read(folder.find(source))), target, force=force)


@command.command(short_help="Write the mean of several runs' weights.")
@click.argument("sources", metavar="DIR DIR...", nargs=-1, required=True)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, metavar="DST", help="The folder to write.")
@click.option("--force", is_flag=True, help="Write into a folder that is not empty.")
def average(sources: tuple[str, ...], out: Path, force: bool) -> None:
    """Write the mean of the weights of runs that started from one model; calibrate it with `gec train calibrate`."""
    if len(sources) < 2:
        raise OptionError(f"{sources[0]}: is only one model; give at least two folders")
    from gec.model import checkpoint, convert, folder

    read = [checkpoint.read(folder.find(one)) for one in sources]
    convert.write(convert.mean(read), out, force=force, also_read=[one.path for one in read])


def _facts(source: str | None) -> dict[str, Any]:
    from gec.model import folder, opened

    path = folder.find(source)
    loaded = opened.read(path)
    config, extras = loaded.config, loaded.config.extras
    files = sorted(path.glob("*.safetensors"))
    gate = "gated " if config.gated else ""
    network = _numbers(loaded.parameters())
    heads = sum(_numbers(one) for one in (loaded.edit_head(), loaded.blocks(), loaded.starts()) if one is not None)
    return {
        "path": str(path),
        "kind": config.model_type,
        "encoder_layers": config.num_layers,
        "decoder_layers": config.num_decoder_layers,
        "width": config.d_model,
        "heads": config.num_heads,
        "head_width": config.d_kv,
        "feed_forward": config.d_ff,
        "activation": f"{gate}{config.activation}",
        "vocabulary": config.vocab_size,
        "tokens": len(loaded.tokenizer),
        "tied_embeddings": config.tied,
        "parameters": heads + network,
        "head_parameters": heads,  # included in the parameters
        "stored_as": _number_formats(files),
        "bytes": sum(file.stat().st_size for file in files),
        "tasks": dict(extras.tasks),
        "prefixes": folder.prefixes(path),
        "window": extras.window,
        "edit_head": extras.edit_head,
        "block_heads": extras.blocks,
        "passages": extras.pipelined.sub_max if extras.pipelined else 0,
        "pointer_feed": extras.pointer_feed,
        "respell": extras.respell,
        "keep_bias": extras.keep_bias,
    }


def _numbers(stored: Mapping[str, Stored]) -> int:
    return sum(math.prod(one.shape) for one in stored.values())


def _for_people(fact: Any) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, dict):  # quoted, because most prefixes end in a space
        return ", ".join(f"{name!r}: {said!r}" for name, said in fact.items()) or "none"
    return f"{fact:,}" if isinstance(fact, int) else str(fact)


def _number_formats(files: list[Path]) -> str:
    """The number formats of the tensors, the most frequent first."""
    from safetensors import safe_open

    formats: Counter[str] = Counter()
    for file in files:
        with safe_open(file, framework="numpy") as opened:
            formats.update(str(opened.get_slice(name).get_dtype()) for name in opened.keys())  # noqa: SIM118
    return ", ".join(name for name, _ in formats.most_common())
