"""Maps our names of parameters to Hugging Face's names of tensors.

Our parameters are one or more of their tensors, stacked: queries, keys and values are one matrix, and so are a gate and
what it gates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from gec.errors import ModelError
from gec.model.config import Config

T = TypeVar("T")

HEAD = "edit_head."  # prefix of tensors that only gec has
POINTER = "pointer_feed.weight"  # also only in gec
EMBEDDING = ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight")  # one tensor, three names
OUTPUT = "lm_head.weight"


def names(config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each of our parameters, with the Hugging Face tensors that are stacked in it."""
    yield "embedding.weight", (EMBEDDING[0],)
    if not config.tied:
        yield "output.weight", (OUTPUT,)
    if config.extras.pointer_feed:
        yield "pointer.weight", (POINTER,)
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


def parts(tensors: Mapping[str, T], config: Config, path: Path) -> Iterator[tuple[str, dict[str, T]]]:
    """Each of our parameters, with its tensors by name; `path` names the folder in errors."""
    aliases = {EMBEDDING[0]: EMBEDDING[1:]}
    for name, theirs in names(config):
        found = {}
        for part in theirs:
            known = next((one for one in (part, *aliases.get(part, ())) if one in tensors), None)
            if known is None:
                raise ModelError(f"{path}: no tensor {part!r} in it; config.json describes another model")
            found[known] = tensors[known]
        yield name, found


def beyond(name: str, config: Config) -> bool:
    """Whether a tensor belongs to a layer that the network does not have."""
    stack, _, rest = name.partition(".block.")
    layers = {"encoder": config.num_layers, "decoder": config.num_decoder_layers}.get(stack)
    number = rest.partition(".")[0]
    return layers is not None and number.isdecimal() and int(number) >= layers


def shape(name: str, config: Config) -> tuple[int, ...]:
    """The shape of one of our parameters. Those not listed are norms."""
    d, inner = config.d_model, config.inner
    shapes = {
        "embedding": (config.vocab_size, d),
        "output": (config.vocab_size, d),
        "pointer": (2 * d, d),
        "bias.table": (config.buckets, config.num_heads),
        "attention.project": (3 * inner, d),
        "attention.out": (d, inner),
        "cross.memory": (2 * inner, d),
        "cross.query": (inner, d),
        "cross.out": (d, inner),
        "feed.wide": (config.d_ff * (2 if config.gated else 1), d),
        "feed.narrow": (d, config.d_ff),
    }
    return shapes.get(".".join(name.removesuffix(".weight").split(".")[-2:]), (d,))


def head_shapes(size: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the edit head's parameters."""
    return {
        "operation.weight": (3, size),
        "operation.bias": (3,),
        "insertion.weight": (1, size),
        "insertion.bias": (1,),
        "replacing.weight": (size, size),
        "inserting.weight": (size, size),
    }


def block_shapes(size: int, block: int, *, fed: bool) -> dict[str, tuple[int, ...]]:
    """The shapes of the block heads' parameters."""
    wide = (block - 1) * size
    shapes = {"wide.weight": (wide, size), "wide.bias": (wide,), "narrow.weight": (wide, wide), "narrow.bias": (wide,)}
    return {**shapes, "feed.weight": (size, 2 * size)} if fed else shapes
