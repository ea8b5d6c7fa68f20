"""Initial weights for training: an ordinary T5 that already copies its source.

An editor spends most of its training on learning to copy. Copying needs no data. Two encoder heads look one and two
tokens back and write what stands before each token. One decoder head does the same for the output. Cross-attention
looks where the two agree, and copies the token there. All of this is plain T5 weights, so any engine can run the
trained checkpoint. A pointer feed (`with_pointer`) copies in another way and needs our engines. All other weights start
small.

A trained network can be given a pointer, more layers (`deeper`) or wider ones (`wider`). At first its output does not
change.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor, nn

from gec.model.config import Config
from gec.model.network import T5, DecoderLayer, Embedding, EncoderLayer

LOOK_BACK = 9.0  # bias of a head for its one distance; the weight is e^9 against some thirty others
WRITTEN = 1.5  # size of what the heads write, relative to an embedding
AGREE = 0.5  # gain of the match: the softmax is clear, but gradients still flow
EARLIER = 0.6  # weight of the token before the last in the match
COPY = 3.0  # size of the copied embedding relative to the last token's own
QUIET = 2.0  # the same in a network that was trained without a pointer
RIDGE = 0.01  # of the ridge regression


def fresh(
    config: Config, seed: int, *, mark: int | None = None, copying: bool = True, vectors: Tensor | None = None
) -> T5:
    """A network to train. `mark` is the token before every source.

    `vectors` [vocabulary, fewer than the model's size] become the first dimensions of the embedding. They tell which
    tokens are alike. Copying uses the other dimensions, in which all tokens differ.
    """
    generator = torch.Generator().manual_seed(seed)
    network = T5(config)
    with torch.no_grad():
        _ordinary(network, config, generator)
        alike = 0
        if vectors is not None:
            alike = vectors.shape[1]
            known = vectors.abs().sum(1) > 0
            network.embedding.weight[known, :alike] = vectors[known]
        if copying and network.pointer is not None:
            # the output is the token at the pointer
            network.pointer.weight[config.d_model :] = COPY * torch.eye(config.d_model)
        elif copying:
            _copying(network, config, generator, alike)
            if mark is not None:  # the decoder's first input matches the token after the mark
                network.embedding.weight[mark] = network.embedding.weight[config.start]
    return network


@torch.no_grad()
def with_pointer(network: T5, sources: Sequence[Sequence[int]]) -> T5:
    """The same network with a pointer feed. At first it adds, after the last layer and with a small weight, the
    embedding of the token at the pointer. That comes from the best linear map from encoder states of the sources to
    embeddings."""
    if network.pointer is not None:
        return network
    config = replace(network.config, extras=replace(network.config.extras, pointer_feed=True))
    size = config.d_model
    square, cross = torch.zeros(size, size), torch.zeros(size, size)
    for source in sources:
        ids = torch.tensor([source])
        states = network.encode(ids, torch.tensor([len(source)]))[0]
        square += states.T @ states
        cross += states.T @ network.embedding(ids)[0]
    slack = RIDGE * sum(map(len, sources)) * torch.eye(size)
    feed = torch.zeros(2 * size, size)
    feed[size:] = QUIET * torch.linalg.solve(square + slack, cross).T
    fed = T5(config)
    fed.load_state_dict({**network.state_dict(), "pointer.weight": feed})
    return fed.train(network.training)


def deeper(network: T5, layers: int) -> T5:
    """The same network with more encoder layers: evenly spaced copies after their originals that add nothing at
    first."""
    have = network.config.num_layers
    if layers == have:
        return network
    config = replace(network.config, num_layers=layers)
    copies = [(place + 1) * (layers - have) // have - place * (layers - have) // have for place in range(have)]
    grown = T5(config)
    old, behind = copy.deepcopy(network.encoder.layers), []
    for layer, more in zip(old, copies, strict=True):
        behind += [layer, *(_silent(layer) for _ in range(more))]
    grown.load_state_dict(network.state_dict(), strict=False)
    grown.encoder.layers = nn.ModuleList(behind)
    return grown.train(network.training)


def wider(network: T5, d_ff: int, seed: int) -> T5:
    """The same network with wider feed-forward layers. The new units have inputs of the same size and no output at
    first."""
    config = replace(network.config, d_ff=d_ff)
    more, halves = d_ff - network.config.d_ff, 2 if config.gated else 1
    if not more:
        return network
    generator = torch.Generator().manual_seed(seed)
    state = network.state_dict()
    with torch.no_grad():
        for name, value in state.items():
            if name.endswith("feed.narrow.weight"):
                state[name] = torch.cat([value, value.new_zeros(len(value), more)], 1)
            elif name.endswith("feed.wide.weight"):
                drawn = torch.randn(halves, more, value.shape[1], generator=generator) * value.std()
                parts = zip(value.chunk(halves), drawn, strict=True)
                state[name] = torch.cat([rows for old, new in parts for rows in (old, new)])
    grown = T5(config)
    grown.load_state_dict(state)
    return grown.train(network.training)


def _silent(layer: nn.Module) -> nn.Module:
    """A copy of an encoder layer without any output."""
    assert isinstance(layer, EncoderLayer)
    fresh = copy.deepcopy(layer)
    with torch.no_grad():
        fresh.attention.out.weight.zero_()
        fresh.feed.narrow.weight.zero_()
    return fresh


def _ordinary(network: T5, config: Config, generator: torch.Generator) -> None:
    """T5's scales, but weights that write to the residual stream are zero."""
    for name, parameter in network.named_parameters():
        if name.endswith(("attention.out.weight", "cross.out.weight", "feed.narrow.weight", "pointer.weight")):
            parameter.zero_()
        elif name.endswith("norm.weight"):
            parameter.fill_(1.0)
        elif "bias.table" in name:
            parameter.normal_(0, 0.1, generator=generator)
        elif name == "embedding.weight":
            parameter.normal_(0, 1.0, generator=generator)
        elif name.endswith(("attention.project.weight", "cross.query.weight")):
            size = config.inner
            parameter.normal_(0, config.d_model**-0.5, generator=generator)
            parameter[:size] *= config.d_kv**-0.5
        else:
            parameter.normal_(0, config.d_model**-0.5, generator=generator)


def _copying(network: T5, config: Config, generator: torch.Generator, alike: int) -> None:
    size, width = config.d_model, config.d_kv
    read = torch.zeros(width, size)  # reads the part of an embedding in which all tokens differ
    read[:, alike:] = _frame(width, size - alike, generator)
    one, two, before = (_frame(width, size, generator) for _ in range(3))  # directions to write to
    turn = _frame(width, width, generator)  # rotates one of the two tokens in a match, to keep them apart

    encoder = network.encoder.layers[0]
    assert isinstance(encoder, EncoderLayer)
    _look_back(network.encoder.bias.table, head=0, bucket=1)
    _look_back(network.encoder.bias.table, head=1, bucket=2)
    _write_down(encoder.attention.project.weight, encoder.attention.out.weight, 0, read, one, config)
    _write_down(encoder.attention.project.weight, encoder.attention.out.weight, 1, read, two, config)

    decoder = network.decoder.layers[0]
    assert isinstance(decoder, DecoderLayer)
    _look_back(network.decoder.bias.table, head=0, bucket=1)
    _write_down(decoder.attention.project.weight, decoder.attention.out.weight, 0, read, before, config)
    query = read + EARLIER * (turn @ before)
    key = one + EARLIER * (turn @ two)
    whole = _frame(config.inner, size, generator) if config.inner <= size else _tall(config, generator)
    for head in range(config.num_heads):
        rows = slice(head * width, (head + 1) * width)
        decoder.cross.query.weight[rows] = AGREE * query
        decoder.cross.memory.weight[rows] = key
    decoder.cross.memory.weight[config.inner :] = whole
    decoder.cross.out.weight.copy_(COPY * whole.T)


def _look_back(table: Embedding, head: int, bucket: int) -> None:
    table.weight[:, head] = 0.0
    table.weight[bucket, head] = LOOK_BACK


def _write_down(project: Tensor, out: Tensor, head: int, read: Tensor, place: Tensor, config: Config) -> None:
    """Let this head's value be `read` of the token it looks at, and write it to `place`."""
    width, inner = config.d_kv, config.inner
    rows = slice(head * width, (head + 1) * width)
    project[rows] = 0.0  # no query, so that only the bias decides where to look
    project[2 * inner + head * width : 2 * inner + (head + 1) * width] = read
    out[:, rows] = WRITTEN * place.T


def _frame(rows: int, columns: int, generator: torch.Generator) -> Tensor:
    """A matrix with orthonormal rows."""
    orthonormal: Tensor = torch.linalg.qr(torch.randn(columns, rows, generator=generator)).Q
    return orthonormal.T


def _tall(config: Config, generator: torch.Generator) -> Tensor:
    """A matrix with orthonormal columns, for more rows than columns."""
    return _frame(config.d_model, config.inner, generator).T
