"""Opens and checks a model's folder without torch: config, tokenizer, and tensors that stay in their files.

An unusable folder gives an error of one line that names the file and what to do. `folder.py` finds the folder and reads
`config.json`. `checkpoint.py` makes a network of the tensors, and `gec/engine` the graphs of the int8 engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gec.errors import ModelError
from gec.model import tensors
from gec.model.config import Config
from gec.model.folder import read_config
from gec.model.names import EMBEDDING, HEAD, OUTPUT, beyond, block_shapes, head_shapes, parts, shape
from gec.model.tensors import Stored, stacked
from gec.model.tokenizer import Tokenizer

# Optional additions have files of their own:
BLOCKS = "blocks.safetensors"  # the block heads
STARTS = "starts.safetensors"  # the sentence starts for the pipelined decoder


@dataclass(frozen=True, slots=True)
class Opened:
    """The contents of a folder, with tensors still in their files."""

    path: Path
    config: Config
    tokenizer: Tokenizer
    tensors: Mapping[str, Stored]  # with Hugging Face's names

    @property
    def int8(self) -> bool:
        """Whether the matrices are stored in int8."""
        return any(stored.scale is not None for stored in self.tensors.values())

    def parameters(self) -> dict[str, Stored]:
        """The tensors under our names."""
        found = {}
        for name, some in parts(self.tensors, self.config, self.path):
            rows, *columns = shape(name, self.config)
            self._checked(some, dict.fromkeys(some, (rows // len(some), *columns)), "")
            found[name] = stacked(list(some.values()))
        if more := next((name for name in self.tensors if beyond(name, self.config)), None):
            raise ModelError(f"{self.path}: a tensor {more!r} in it; config.json describes a model of fewer layers")
        return found

    def edit_head(self) -> dict[str, Stored] | None:
        if not self.config.extras.edit_head:
            return None
        found = {name.removeprefix(HEAD): stored for name, stored in self.tensors.items() if name.startswith(HEAD)}
        return self._checked(found, head_shapes(self.config.d_model), HEAD)

    def blocks(self) -> dict[str, Stored] | None:
        """The block heads, if config.json mentions them."""
        extras = self.config.extras
        if not extras.blocks:
            return None
        return self._beside(BLOCKS, block_shapes(self.config.d_model, extras.blocks, fed=extras.pointer_feed))

    def starts(self) -> dict[str, Stored] | None:
        """The pipelined decoder's starts, if config.json mentions them."""
        trained = self.config.extras.pipelined
        if trained is None:
            return None
        shape_of_table = (trained.sub_max, self.config.d_model)
        return self._beside(STARTS, {"table.weight": shape_of_table})

    def _beside(self, name: str, shapes: dict[str, tuple[int, ...]]) -> dict[str, Stored]:
        if not (self.path / name).is_file():
            raise ModelError(f"{self.path}: no {name} in it, but its config.json speaks of it; copy the whole folder")
        return self._checked(tensors.read_files([self.path / name], self.config.most_bytes), shapes, "")

    def _checked(self, found: dict[str, Stored], shapes: dict[str, tuple[int, ...]], prefix: str) -> dict[str, Stored]:
        for name, wanted in shapes.items():
            if name not in found:
                raise ModelError(f"{self.path}: no tensor {prefix + name!r} in it; config.json describes another model")
            if found[name].shape != wanted:
                raise ModelError(
                    f"{self.path}: tensor {prefix + name!r} has the shape {list(found[name].shape)}, config.json asks "
                    f"for {list(wanted)}"
                )
        return found


def read(path: Path) -> Opened:
    """The model in a folder. Raises `ModelError` if it cannot be used."""
    config = read_config(path)
    if not (path / "tokenizer.json").exists() and (path / "spiece.model").is_file():
        from gec.model import hub

        hub.make_tokenizer(path)
    tokenizer = Tokenizer.read(path, config.eos, config.vocab_size)
    if len(tokenizer) > config.vocab_size:
        raise ModelError(
            f"{path / 'tokenizer.json'}: {len(tokenizer)} tokens, but the model has {config.vocab_size} "
            "embeddings; the file belongs to another model"
        )
    if tokenizer.piece_of(config.eos) is None:
        raise ModelError(
            f"{path / 'tokenizer.json'}: no token {config.eos} in it, which ends every text for this model"
        )
    found = tensors.read(path, config.most_bytes)
    if config.tied and _own_output(found):  # newer files call every T5 tied; the tensors show whether it is
        config = replace(config, tied=False)
    return Opened(path, config, tokenizer, found)


def _own_output(found: Mapping[str, Stored]) -> bool:
    output = found.get(OUTPUT)
    shared = next((found[name] for name in EMBEDDING if name in found), None)
    return output is not None and shared is not None and not np.array_equal(output.floats(), shared.floats())
