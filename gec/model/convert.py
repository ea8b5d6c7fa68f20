"""Makes one checkpoint of others: with fewer decoder layers (a fast student), in int8 (small), in floats (for other
programs), or the mean of several.

`checkpoint.py` reads what is written, and transformers as well if it is a plain T5 in floats.
"""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch
from safetensors import SafetensorError
from torch import nn

from gec.errors import ModelError, OptionError
from gec.model import checkpoint, start
from gec.model.checkpoint import Checkpoint
from gec.model.config import Config, Extras
from gec.model.tokenizer import EOS, PAD, UNK

BESIDE = (  # files beside the weights that are copied as they are
    "tokenizer.json",
    "tokenizer_config.json",
    "spiece.model",
    "special_tokens_map.json",
    "added_tokens.json",
    "generation_config.json",
)


def spaced(have: int, want: int) -> tuple[int, ...]:
    """The numbers of `want` of `have` layers, evenly spaced, with the first and the last."""
    if want == 1:
        return (0,)
    return tuple(round(place * (have - 1) / (want - 1)) for place in range(want))


def kept(have: int, want: int | None, keep: Sequence[int] | None) -> tuple[int, ...]:
    """The numbers of the decoder layers to keep."""
    if keep is not None:
        if want not in (None, len(keep)):
            raise OptionError(f"{want} decoder layers, but {len(keep)} to keep; give one of the two")
        if list(keep) != sorted(set(keep)) or not keep or not 0 <= keep[0] <= keep[-1] < have:
            raise OptionError(f"layers {list(keep)} to keep: give some of 0 to {have - 1}, in order, each once")
        return tuple(keep)
    if want is None:
        return tuple(range(have))
    if not 1 <= want <= have:
        raise OptionError(f"{want} decoder layers: the model has {have}, so give 1 to {have}")
    return spaced(have, want)


def shallow(loaded: Checkpoint, keep: Sequence[int]) -> Checkpoint:
    """The checkpoint with only these decoder layers."""
    if len(keep) == loaded.config.num_decoder_layers:
        return loaded
    extras = replace(loaded.config.extras, blocks=0, pipelined=None)  # trained on the states of all layers
    config = replace(loaded.config, num_decoder_layers=len(keep), extras=extras)
    network = copy.deepcopy(loaded.network)
    network.decoder.layers = nn.ModuleList(network.decoder.layers[layer] for layer in keep)
    network.config = config
    return replace(loaded, config=config, network=network, blocks=None, starts=None)


def plain(loaded: Checkpoint) -> Checkpoint:
    """The checkpoint without the parts that only gec uses."""
    if loaded.config.extras.pointer_feed:
        raise ModelError(
            f"{loaded.path}: its pointer feeds its decoder, so it is not a plain T5; other programs run models "
            "trained with pointer_feed = false"
        )
    config = replace(loaded.config, extras=replace(loaded.config.extras, edit_head=False, blocks=0, pipelined=None))
    return replace(loaded, config=config, edit_head=None, blocks=None, starts=None)


def mean(models: Sequence[Checkpoint]) -> Checkpoint:
    """The first checkpoint with the mean of the weights of all. The mean of runs that started from one model is often
    better than each of them. A shallower model is first made as deep as the first one."""
    first = models[0]
    models = [_as_deep(one, first.config.num_layers) for one in models]
    for other in models[1:]:
        if _shape(other) != _shape(first) or _words(other) != _words(first):
            raise ModelError(
                f"{other.path}: of another shape, or with other tokens, than {first.path}; so they have no mean"
            )
    starts = copy.deepcopy(first.starts)
    others = [one.starts for one in models if one.starts is not None]
    if starts is not None and len(others) == len(models) and {one.most for one in others} == {starts.most}:
        _average(starts, others)
    else:
        starts = None
    pipelined = first.config.extras.pipelined if starts is not None else None
    # block heads fit only the model they were trained with
    config = replace(first.config, extras=replace(first.config.extras, blocks=0, pipelined=pipelined))
    network, edit_head = copy.deepcopy(first.network), copy.deepcopy(first.edit_head)
    _average(network, [one.network for one in models])
    heads = [one.edit_head for one in models if one.edit_head is not None]
    if edit_head is not None:
        _average(edit_head, heads)
    return replace(first, config=config, network=network, edit_head=edit_head, blocks=None, starts=starts)


def _as_deep(model: Checkpoint, layers: int) -> Checkpoint:
    if model.config.num_layers >= layers:
        return model
    network = start.deeper(model.network, layers)
    return replace(model, config=replace(model.config, num_layers=layers), network=network)


def _shape(model: Checkpoint) -> Config:
    """The parts of a config that must agree, without the calibration."""
    extras = model.config.extras
    return replace(model.config, extras=Extras(edit_head=extras.edit_head, pointer_feed=extras.pointer_feed))


def _words(model: Checkpoint) -> bytes:
    return (model.path / "tokenizer.json").read_bytes()


def _average(module: nn.Module, of: Sequence[nn.Module]) -> None:
    states = [one.state_dict() for one in of]
    module.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})


def write(
    loaded: Checkpoint,
    target: Path,
    *,
    int8: bool = False,
    bits: int = 8,
    force: bool = False,
    also_read: Sequence[Path] = (),
) -> None:
    """Write a folder with the checkpoint, the files of its tokenizer, and what transformers needs. Refuse a folder that
    the checkpoint was read from."""
    _refuse((loaded.path, *also_read), target, force)
    made = {
        "tokenizer_config.json": _tokenizer_config(loaded),
        "generation_config.json": _generation_config(loaded.config),
    }
    try:
        target.mkdir(parents=True, exist_ok=True)
        (target / "config.json").unlink(missing_ok=True)  # it is written last
        for name in BESIDE:
            if (loaded.path / name).is_file():
                shutil.copyfile(loaded.path / name, target / name)
            elif name in made:
                (target / name).write_text(json.dumps(made[name], indent=2) + "\n", encoding="utf-8")
        network, head, added = loaded.network, loaded.edit_head, loaded.additions
        checkpoint.write(target, loaded.config, network, None, head, added, int8=int8, bits=bits)
    except (OSError, SafetensorError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
        raise ModelError(f"{target}: cannot be written: {reason}") from None


def _refuse(sources: Sequence[Path], target: Path, force: bool) -> None:
    if target.exists() and not target.is_dir():
        raise ModelError(f"{target}: is a file; give the name of a folder to write")
    if target.exists() and target.resolve() in (source.resolve() for source in sources):
        raise ModelError(f"{target}: is the model itself; give another folder to write")
    if not force and target.exists() and any(target.iterdir()):
        raise ModelError(f"{target}: not empty; give another folder, or --force to overwrite it")


def _tokenizer_config(loaded: Checkpoint) -> dict[str, object]:
    known = {"pad_token": PAD, "eos_token": EOS, "unk_token": UNK}
    marks = {name: mark for name, mark in known.items() if loaded.tokenizer.id_of(mark) is not None}
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        **marks,
        "model_max_length": loaded.config.extras.window,
        "clean_up_tokenization_spaces": False,  # decoding must give exactly the text that was encoded
    }


def _generation_config(config: Config) -> dict[str, object]:
    return {
        "decoder_start_token_id": config.start,
        "eos_token_id": config.eos,
        "pad_token_id": config.pad,
        "max_new_tokens": 2 * config.extras.window,
    }
