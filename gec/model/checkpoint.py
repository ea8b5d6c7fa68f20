"""Reads and writes a model's folder as torch modules.

`opened.py` and `tensors.py` open and check the folder. `gec/engine` chooses devices and number formats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.numpy import save
from torch import Tensor, nn

from gec import atomic
from gec.model import names, opened, tensors
from gec.model.config import Config
from gec.model.heads import BlockHeads, EditHead, Starts
from gec.model.network import T5
from gec.model.opened import BLOCKS, STARTS, Opened
from gec.model.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The contents of a folder, in float32 on the CPU."""

    path: Path
    config: Config
    network: T5
    tokenizer: Tokenizer
    edit_head: EditHead | None = None
    blocks: BlockHeads | None = None
    starts: Starts | None = None

    @property
    def additions(self) -> tuple[BlockHeads | Starts, ...]:
        """The modules that have a file of their own."""
        return tuple(one for one in (self.blocks, self.starts) if one is not None)


def read(path: Path) -> Checkpoint:
    """The model in a folder. Raises `ModelError` if it cannot be used."""
    return load(opened.read(path))


def load(model: Opened) -> Checkpoint:
    """The checkpoint of an opened folder."""
    found = model.parameters()  # checked before a network of the size in config.json is allocated
    network = T5(model.config)
    _fill(network, {name: _floats(found.pop(name)) for name in [*found]})  # `pop` frees merged tensors one by one
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
    """Write a folder that `read` can read. transformers and CTranslate2 can load it too if it is a plain T5 in floats.

    `bits` is the number of bits for int8 weights of the network and the edit head. The embedding has at least six.
    """
    path.mkdir(parents=True, exist_ok=True)
    (path / "config.json").unlink(missing_ok=True)  # it is written last: no reader sees new weights under an old one
    state = to_hugging_face(network)
    if edit_head is not None:
        state |= {names.HEAD + name: value for name, value in edit_head.state_dict().items()}
    _save(state, path / "model.safetensors", int8, bits)
    for module in additions:
        _save(module.state_dict(), _beside(path, module), int8)
    if tokenizer is not None:
        tokenizer.write(path)
    atomic.write(path / "config.json", f"{json.dumps(config.to_json(), indent=2)}\n".encode())


def add(path: Path, module: BlockHeads | Starts, **extras: Any) -> None:
    """Add block heads or starts, as int8, to a model's folder. The other weights do not change."""
    _save(module.state_dict(), _beside(path, module), int8=True)
    tell(path, **extras)  # last, because config.json decides whether they are read


def tell(path: Path, **extras: Any) -> None:
    """Change values in the `gec` section of a model's config.json."""
    file = path / "config.json"
    data = json.loads(file.read_text(encoding="utf-8-sig"))
    data.setdefault("gec", {}).update(extras)
    atomic.save(file, json.dumps(data, indent=2) + "\n")


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
    atomic.write(file, _in_order(save(arrays, metadata=about)))


def _in_order(file: bytes) -> bytes:
    """A file of safetensors with its metadata in order. The library writes them in a random one, and then the same
    weights would be other bytes each time."""
    begin = 8 + int.from_bytes(file[:8], "little")
    header = json.loads(file[8:begin])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    ordered = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    padded = ordered + b" " * (-len(ordered) % 8)
    return len(padded).to_bytes(8, "little") + padded + file[begin:]


def to_hugging_face(network: T5) -> dict[str, Tensor]:
    """The network's parameters with Hugging Face's names."""
    state = network.state_dict()
    found: dict[str, Tensor] = {}
    for name, theirs in names.names(network.config):
        found |= dict(zip(theirs, state[name].chunk(len(theirs)), strict=True))
    return found


def _fill(module: nn.Module, values: Mapping[str, Tensor]) -> None:
    module.load_state_dict({name: values[name].float() for name in module.state_dict()}, assign=True)
