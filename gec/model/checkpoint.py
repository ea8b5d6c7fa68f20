"""A folder with a model in it, in Hugging Face's layout, read and written.

`config.json`, `tokenizer.json` and safetensors: float, or int8 with one scale a row. Nothing is unpickled, whatever
a file is called. What cannot be loaded is refused with one line that names the file and what to do. Names from the
hub are `hub.py`'s; devices and number formats of the arithmetic are `gec/engine`'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from gec.errors import ModelError
from gec.model.config import Config
from gec.model.folder import DEFAULT, find, read_config
from gec.model.heads import BlockHeads, EditHead
from gec.model.network import T5
from gec.model.tokenizer import Tokenizer

__all__ = [
    "DEFAULT",
    "Checkpoint",
    "add_blocks",
    "find",
    "from_hugging_face",
    "read",
    "read_config",
    "read_tensors",
    "to_hugging_face",
    "write",
]

SCALE = ".scale"  # suffix of the row scales of an int8 matrix
EMBEDDING = ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight")  # one tensor, three names
BLOCKS = "blocks.safetensors"  # the block heads: a file of their own, added to a folder and left out at will


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything a folder holds, in float32 on the CPU."""

    path: Path
    config: Config
    network: T5
    tokenizer: Tokenizer
    edit_head: EditHead | None = None
    blocks: BlockHeads | None = None


def read(path: Path) -> Checkpoint:
    """The model in a folder, or a `ModelError` that says what is wrong with it."""
    config = read_config(path)
    if not (path / "tokenizer.json").exists() and (path / "spiece.model").exists():
        from gec.model import hub

        hub.make_tokenizer(path)
    tokenizer = Tokenizer.read(path, config.eos, config.vocab_size)
    if len(tokenizer) > config.vocab_size:
        raise ModelError(
            f"{path / 'tokenizer.json'}: {len(tokenizer)} tokens, but the model has {config.vocab_size} "
            "embeddings; the file belongs to another model"
        )
    tensors = read_tensors(path)
    if config.tied and _own_output(tensors):  # newer files say "tied" of every T5; the tensors tell
        config = replace(config, tied=False)
    network = T5(config)
    edit_head = EditHead(config.d_model) if config.extras.edit_head else None
    _fill(network, _from_hugging_face(tensors, config, path), path)
    if edit_head is not None:
        _fill(edit_head, _section(tensors, "edit_head."), path)
    return Checkpoint(path, config, network.eval(), tokenizer, edit_head, _read_blocks(path, config))


def _read_blocks(path: Path, config: Config) -> BlockHeads | None:
    if not config.extras.blocks:
        return None
    if not (path / BLOCKS).exists():
        raise ModelError(f"{path}: no {BLOCKS} in it, but its config.json says blocks: {config.extras.blocks}")
    blocks = BlockHeads(config.d_model, config.extras.blocks)
    _fill(blocks, _tensors([path / BLOCKS]), path)
    return blocks.eval()


def _own_output(tensors: Mapping[str, Tensor]) -> bool:
    output = tensors.get("lm_head.weight")
    shared = next((tensors[name] for name in EMBEDDING if name in tensors), None)
    return output is not None and shared is not None and not torch.equal(output, shared)


def write(
    path: Path,
    config: Config,
    network: T5,
    tokenizer: Tokenizer | None,
    edit_head: EditHead | None = None,
    blocks: BlockHeads | None = None,
    *,
    int8: bool = False,
) -> None:
    """A folder that `read` reads and, unless int8, that transformers and CTranslate2 load as they are."""
    path.mkdir(parents=True, exist_ok=True)
    tensors = to_hugging_face(network)
    if edit_head is not None:
        tensors |= {f"edit_head.{name}": value for name, value in edit_head.state_dict().items()}
    _save(tensors, path / "model.safetensors", int8)
    if blocks is not None:
        _save(blocks.state_dict(), path / BLOCKS, int8)
    (path / "config.json").write_text(json.dumps(config.to_json(), indent=2) + "\n", encoding="utf-8")
    if tokenizer is not None:
        tokenizer.write(path)


def add_blocks(path: Path, blocks: BlockHeads) -> None:
    """Put block heads, as int8, into a model's folder, whose weights stay as they are to the bit."""
    _save(blocks.state_dict(), path / BLOCKS, int8=True)
    file = path / "config.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data.setdefault("gec", {})["blocks"] = blocks.block
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    fresh.replace(file)  # last: from now on the heads are read


# --- tensors in files


def read_tensors(path: Path) -> dict[str, Tensor]:
    """All tensors of a folder's network and edit head, one file or shards, int8 matrices multiplied out."""
    return _tensors(_files(path))


def _tensors(files: Sequence[Path]) -> dict[str, Tensor]:
    tensors: dict[str, Tensor] = {}
    for file in files:
        _refuse_pickle(file)
        try:
            with safe_open(file, framework="pt") as opened:
                tensors |= {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
        except (SafetensorError, OSError) as trouble:
            raise ModelError(f"{file}: cut short or damaged ({trouble}); copy it again") from None
    scales = {name: tensors.pop(name) for name in [name for name in tensors if name.endswith(SCALE)]}
    for name, scale in scales.items():
        matrix = name.removesuffix(SCALE)
        if matrix not in tensors or tensors[matrix].shape[:1] != scale.shape:
            raise ModelError(f"{files[0]}: tensor {name!r} scales nothing; the file is not one that gec wrote")
        tensors[matrix] = tensors[matrix].float() * scale.float()[:, None]
    return tensors


def _files(path: Path) -> list[Path]:
    whole, index = path / "model.safetensors", path / "model.safetensors.index.json"
    if whole.exists():
        return [whole]
    if index.exists():
        try:
            shards = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as trouble:
            raise ModelError(f"{index}: not readable as a list of shards: {trouble!r}; copy it again") from None
        missing = sorted(shard for shard in shards if not (path / shard).exists())
        if missing:
            raise ModelError(f"{path}: the shards {missing} named in {index.name} are missing")
        return sorted(path / shard for shard in shards)
    if any(path.glob("*.bin")) or any(path.glob("*.pt")) or any(path.glob("*.pth")):
        raise ModelError(
            f"{path}: only pickled weights; gec reads safetensors alone, because a pickle can run code: convert it "
            "with transformers' `save_pretrained` in a place you trust"
        )
    raise ModelError(f"{path}: no model.safetensors in it")


def _refuse_pickle(file: Path) -> None:
    with file.open("rb") as opened:
        head = opened.read(10)
    if head[:2] in (b"PK", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05") and head[8:9] != b"{":
        raise ModelError(f"{file}: a pickle under another name; gec reads safetensors alone, a pickle can run code")


def _save(tensors: Mapping[str, Tensor], file: Path, int8: bool) -> None:
    tensors = {name: value.detach().float().cpu().contiguous() for name, value in tensors.items()}
    if int8:
        tensors = dict(_quantised(tensors))
    save_file(tensors, file, metadata={"format": "pt"})


def _quantised(tensors: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """Matrices as int8 with one scale a row; vectors and the small bias tables stay float."""
    for name, value in tensors.items():
        if value.ndim == 2 and "relative_attention_bias" not in name:
            scale = (value.abs().amax(1) / 127).clamp(min=1e-12)
            yield name, (value / scale[:, None]).round().clamp(-127, 127).to(torch.int8)
            yield name + SCALE, scale
        else:
            yield name, value


# --- names: ours and Hugging Face's


def _names(config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each of our parameters and the Hugging Face tensors that, one above the other, make it."""
    yield "embedding.weight", ("shared.weight",)
    if not config.tied:
        yield "output.weight", ("lm_head.weight",)
    wide = ("wi_0", "wi_1") if config.gated else ("wi",)
    for stack, layers in (("encoder", config.num_layers), ("decoder", config.num_decoder_layers)):
        yield (
            f"{stack}.bias.table.weight",
            (f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight",),
        )
        yield f"{stack}.norm.weight", (f"{stack}.final_layer_norm.weight",)
        for number in range(layers):
            ours, theirs = f"{stack}.layers.{number}", f"{stack}.block.{number}.layer"
            feed = 1 if stack == "encoder" else 2
            yield f"{ours}.attention_norm.weight", (f"{theirs}.0.layer_norm.weight",)
            yield (
                f"{ours}.attention.project.weight",
                tuple(f"{theirs}.0.SelfAttention.{part}.weight" for part in "qkv"),
            )
            yield f"{ours}.attention.out.weight", (f"{theirs}.0.SelfAttention.o.weight",)
            if stack == "decoder":
                yield f"{ours}.cross_norm.weight", (f"{theirs}.1.layer_norm.weight",)
                yield f"{ours}.cross.query.weight", (f"{theirs}.1.EncDecAttention.q.weight",)
                yield (
                    f"{ours}.cross.memory.weight",
                    tuple(f"{theirs}.1.EncDecAttention.{part}.weight" for part in "kv"),
                )
                yield f"{ours}.cross.out.weight", (f"{theirs}.1.EncDecAttention.o.weight",)
            dense = f"{theirs}.{feed}.DenseReluDense"
            yield f"{ours}.feed_norm.weight", (f"{theirs}.{feed}.layer_norm.weight",)
            yield f"{ours}.feed.wide.weight", tuple(f"{dense}.{part}.weight" for part in wide)
            yield f"{ours}.feed.narrow.weight", (f"{dense}.wo.weight",)


def _from_hugging_face(tensors: Mapping[str, Tensor], config: Config, path: Path) -> dict[str, Tensor]:
    aliases = {EMBEDDING[0]: EMBEDDING[1:]}
    ours = {}
    for name, theirs in _names(config):
        parts = []
        for part in theirs:
            found = next((one for one in (part, *aliases.get(part, ())) if one in tensors), None)
            if found is None:
                raise ModelError(f"{path}: no tensor {part!r} in it; config.json describes another model")
            parts.append(tensors[found])
        ours[name] = parts[0] if len(parts) == 1 else torch.cat(parts)
    return ours


def to_hugging_face(network: T5) -> dict[str, Tensor]:
    """The network's parameters under Hugging Face's names."""
    state = network.state_dict()
    tensors: dict[str, Tensor] = {}
    for name, theirs in _names(network.config):
        tensors |= dict(zip(theirs, state[name].chunk(len(theirs)), strict=True))
    return tensors


def from_hugging_face(tensors: Mapping[str, Tensor], config: Config, path: Path = Path("state dict")) -> T5:
    """A network out of a Hugging Face state dict."""
    network = T5(config)
    _fill(network, _from_hugging_face(tensors, config, path), path)
    return network.eval()


def _section(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _fill(module: nn.Module, tensors: Mapping[str, Tensor], path: Path) -> None:
    wanted = module.state_dict()
    for name, value in wanted.items():
        if name not in tensors:
            raise ModelError(f"{path}: no tensor {name!r} in it; config.json describes another model")
        if tensors[name].shape != value.shape:
            raise ModelError(
                f"{path}: tensor {name!r} has the shape {list(tensors[name].shape)}, config.json asks for "
                f"{list(value.shape)}"
            )
    module.load_state_dict({name: tensors[name].float() for name in wanted}, assign=True)
