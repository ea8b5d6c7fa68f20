"""A small network that copies with mistakes, so drafts are partly right and partly wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch

from gec.decoding.draft import Tokens
from gec.engine.float import FloatEngine
from gec.model.checkpoint import Checkpoint
from gec.model.config import Config, Extras
from gec.model.heads import BlockHeads, EditHead
from gec.model.network import T5
from gec.model.start import fresh
from gec.model.tokenizer import Tokenizer, train

VOCABULARY = 300
CONFIG = Config(vocab_size=VOCABULARY, d_model=32, d_kv=16, d_ff=48, num_heads=2, num_layers=2, num_decoder_layers=2)


@dataclass(frozen=True)
class Small:
    engine: FloatEngine
    tokens: Tokens


def blurred(seed: int, *, noise: float = 0.12, fed: bool = False) -> T5:
    network = fresh(replace(CONFIG, extras=Extras(pointer_feed=fed)), seed, mark=3)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator) * noise * parameter.std())
    return network.eval()


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return train(["A few words of my own, so that there are some merges in it."] * 20, VOCABULARY)


@pytest.fixture(scope="session")
def small(tokenizer: Tokenizer) -> Small:
    return with_heads(tokenizer, 4)


def with_heads(
    tokenizer: Tokenizer, block: int, *, fed: bool = False, noise: float = 0.12, known: float = 0.3
) -> Small:
    """The network with untrained heads, some of whose predictions are right by chance."""
    torch.manual_seed(5)
    blocks = BlockHeads(CONFIG.d_model, block, fed=fed)
    torch.nn.init.normal_(blocks.narrow.weight, std=known)
    network = blurred(1, noise=noise, fed=fed)
    checkpoint = Checkpoint(Path(), network.config, network, tokenizer, EditHead(CONFIG.d_model), blocks)
    starts = [token % 3 != 0 for token in range(VOCABULARY)]
    return Small(FloatEngine(checkpoint, torch.device("cpu")), Tokens(starts, frozenset(range(40, 60))))
