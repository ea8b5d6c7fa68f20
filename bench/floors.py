"""The lower bounds on decoding time on a device: for reading from memory, and for computing."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import torch

from gec.model.config import Config
from gec.training import hardware

# Bytes per second from the device's memory, from data sheets.
BANDWIDTHS = {
    "B200": 8.0e12,
    "H200": 4.8e12,
    "H100": 3.35e12,
    "A100": 2.0e12,
    "RTX 4090": 1.01e12,
    "L40S": 0.864e12,
    "A10": 0.6e12,
    "L4": 0.3e12,
}


@dataclass(frozen=True, slots=True)
class Work:
    """The work of decoding some sentences."""

    sentences: int
    batch: int
    read: int  # source tokens
    steps: int  # decoder passes over all slots
    fed: int  # tokens given to the decoder


@dataclass(frozen=True, slots=True)
class Floors:
    """Milliseconds per sentence."""

    memory: float  # every weight is read once per encoded batch and per pass
    arithmetic: float  # two operations for each token and weight


def floors(config: Config, work: Work, bandwidth: float, peak: float, width: int = 2) -> Floors:
    """The bounds for weights of `width` bytes. Attention's own products and caches are left out; they are small for
    sentences."""
    encoder, decoder = weights(config)
    bytes_read = width * (ceil(work.sentences / work.batch) * encoder + work.steps * decoder)
    operations = 2 * (work.read * encoder + work.fed * decoder)
    return Floors(1000 * bytes_read / bandwidth / work.sentences, 1000 * operations / peak / work.sentences)


def weights(config: Config) -> tuple[int, int]:
    """Number of weights of the encoder, with what is computed once per source, and of the decoder with the output
    layer."""
    feed = config.d_ff * config.d_model * (3 if config.gated else 2)
    attention = 4 * config.d_model * config.inner
    memory = config.num_decoder_layers * attention // 2  # keys and values of the source
    decoder = config.num_decoder_layers * (attention + attention // 2 + feed)
    return config.num_layers * (attention + feed) + memory, decoder + config.vocab_size * config.d_model


def bandwidth(device: torch.device) -> float:
    """Bytes per second, or 0 if unknown."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else ""
    return next((value for known, value in BANDWIDTHS.items() if known in name), 0.0)


def told(config: Config, work: Work, ms: float, device: torch.device) -> str:
    """A line on how near a time is to the bounds; "" on an unknown device."""
    if not (bandwidth(device) and hardware.peak(device)):
        return ""
    least = floors(config, work, bandwidth(device), hardware.peak(device))
    return (
        f"Aggressive decoding could take {1000 * least.memory:.1f} µs a sentence if only memory counted and"
        f" {1000 * least.arithmetic:.1f} if only arithmetic did: it reaches {least.memory / ms:.1%} of the memory's"
        f" bandwidth and {least.arithmetic / ms:.1%} of the peak.\n"
    )
