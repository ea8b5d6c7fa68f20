"""Reads and writes a model's folder as torch modules.

`opened.py` and `tensors.py` open the folder and refuse what cannot be used. `gec/engine` chooses devices and number
formats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.numpy import save_file
from torch import Tensor, nn

from gec import whole
from gec.model import names, opened, tensors
from gec.model.config import Config
from gec.model.folder import DEFAULT, find, read_config
from gec.model.heads import BlockHeads, EditHead, Starts
from gec.model.network import T5
from gec.model.opened import BLOCKS, STARTS, Opened
from gec.model.tokenizer import Tokenizer

__all__ = [
    "DEFAULT",
    "Checkpoint",
    "add",
    "find",
    "load",
    "read",
    "read_config",
    "tell",
    "to_hugging_face",
    "write",
]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything a folder holds, in float32 on the CPU."""

    path: Path
    config: Config
    network: T5
    tokenizer: Tokenizer
    edit_head: EditHead | None = None
    blocks: BlockHeads | None = None
    starts: Starts | None = None

    @property
    def additions(self) -> tuple[BlockHeads | Starts, ...]:
        """What has a file of its own."""
        return tuple(one for one in (self.blocks, self.starts) if one is not None)


def read(path: Path) -> Checkpoint:
    """The model in a folder, or a `ModelError` that says what is wrong with it."""
    return load(opened.read(path))


def load(model: Opened) -> Checkpoint:
    """The same of a folder that is already open."""
    found = model.parameters()  # before there is a network of the size that config.json says
    network = T5(model.config)
    _fill(network, {name: _floats(found.pop(name)) for name in [*found]})  # one by one: what was put together goes
    edit_head = None
    if (head := model.edit_head()) is not None:
        edit_head = EditHead(model.config.d_model)
        _fill(edit_head, {name: _floats(stored) for name, stored in head.items()})
    blocks = None
    if (ahead := model.blocks()) is not None:
        extras = model.config.extras
        blocks = BlockHeads(model.config.d_model, extras.blocks, fed=extras.pointer_feed)
        _fill(blocks, {name: _floats(stored) for name, stored in ahead.items()})
        blocks.eval()
    starts = None
    trained = model.config.extras.pipelined
    if trained and (begin := model.starts()) is not None:
        starts = Starts(model.config.d_model, trained.sub_max)
        _fill(starts, {name: _floats(stored) for name, stored in begin.items()})
    return Checkpoint(model.path, model.config, network.eval(), model.tokenizer, edit_head, blocks, starts)


def _floats(stored: tensors.Stored) -> Tensor:
    return torch.from_numpy(stored.floats())


def write(
    path: Path,
    config: Config,
    network: T5,
    tokenizer: Tokenizer | None,
    edit_head: EditHead | None = None,
    additions: Sequence[BlockHeads | Starts] = (),
    *,
    int8: bool = False,
    bits: int = 8,
) -> None:
    """A folder that `read` reads; of a plain T5, unless int8, transformers and CTranslate2 load it as it is, too.

    In int8 the numbers of the network and the edit head have so many bits, those of the embedding six at least."""
    path.mkdir(parents=True, exist_ok=True)
    state = to_hugging_face(network)
    if edit_head is not None:
        state |= {names.HEAD + name: value for name, value in edit_head.state_dict().items()}
    _save(state, path / "model.safetensors", int8, bits)
    for module in additions:
        _save(module.state_dict(), _beside(path, module), int8)
    (path / "config.json").write_text(json.dumps(config.to_json(), indent=2) + "\n", encoding="utf-8")
    if tokenizer is not None:
        tokenizer.write(path)


def add(path: Path, module: BlockHeads | Starts, **extras: Any) -> None:
    """Put block heads or starts, as int8, into a model's folder, whose weights stay as they are to the bit."""
    _save(module.state_dict(), _beside(path, module), int8=True)
    tell(path, **extras)  # last: from now on they are read


def tell(path: Path, **extras: Any) -> None:
    """Change what a model's config.json has for gec alone; its other parts stay as they are."""
    file = path / "config.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data.setdefault("gec", {}).update(extras)
    whole.save(file, json.dumps(data, indent=2) + "\n")


def _beside(path: Path, module: BlockHeads | Starts) -> Path:
    return path / (BLOCKS if isinstance(module, BlockHeads) else STARTS)


def _save(state: Mapping[str, Tensor], file: Path, int8: bool, bits: int = 8) -> None:
    arrays = {name: value.detach().float().cpu().contiguous().numpy() for name, value in state.items()}
    about = {"format": "pt"}
    if int8:
        stored = {name: tensors.Stored(value) for name, value in arrays.items()}
        arrays = dict(part for name, value in stored.items() for part in tensors.quantised(name, value, bits))
        if bits < 8:
            four = [name for name, value in stored.items() if tensors.bits_of(name, value, bits) == 4]
            about |= {"packed": tensors.PACKED, **({tensors.FOUR: " ".join(four)} if four else {})}
    save_file(arrays, file, metadata=about)


def to_hugging_face(network: T5) -> dict[str, Tensor]:
    """The network's parameters under Hugging Face's names."""
    state = network.state_dict()
    found: dict[str, Tensor] = {}
    for name, theirs in names.names(network.config):
        found |= dict(zip(theirs, state[name].chunk(len(theirs)), strict=True))
    return found


def _fill(module: nn.Module, values: Mapping[str, Tensor]) -> None:
    module.load_state_dict({name: values[name].float() for name in module.state_dict()}, assign=True)
