"""How fast decoding could be at most on a device: what must be read from its memory, and what must be computed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import torch

from gec.model.config import Config
from gec.training import hardware

# Bytes a second from the device's own memory, from the makers' data sheets.
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
    """What decoding some sentences asked for."""

    sentences: int
    batch: int
    read: int  # source tokens
    steps: int  # passes of the decoder over all slots
    fed: int  # tokens given to the decoder


@dataclass(frozen=True, slots=True)
class Floors:
    """Milliseconds a sentence."""

    memory: float  # every weight once for each batch encoded and each pass
    arithmetic: float  # two operations for each weight that a token meets


def floors(config: Config, work: Work, bandwidth: float, peak: float, width: int = 2) -> Floors:
    """With weights of so many bytes. Attention's own products and caches are left out: of sentences they are little."""
    encoder, decoder = weights(config)
    bytes_read = width * (ceil(work.sentences / work.batch) * encoder + work.steps * decoder)
    operations = 2 * (work.read * encoder + work.fed * decoder)
    return Floors(1000 * bytes_read / bandwidth / work.sentences, 1000 * operations / peak / work.sentences)


def weights(config: Config) -> tuple[int, int]:
    """How many the encoder has, and what goes with it once a source, and how many the decoder and its output layer."""
    feed = config.d_ff * config.d_model * (3 if config.gated else 2)
    attention = 4 * config.d_model * config.inner
    memory = config.num_decoder_layers * attention // 2  # keys and values of the source
    decoder = config.num_decoder_layers * (attention + attention // 2 + feed)
    return config.num_layers * (attention + feed) + memory, decoder + config.vocab_size * config.d_model


def bandwidth(device: torch.device) -> float:
    """Bytes a second; 0 where nobody wrote it down."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else ""
    return next((value for known, value in BANDWIDTHS.items() if known in name), 0.0)


def told(config: Config, work: Work, ms: float, device: torch.device) -> str:
    """A line on how near to the floors so many milliseconds a sentence are; nothing on an unknown device."""
    if not (bandwidth(device) and hardware.peak(device)):
        return ""
    least = floors(config, work, bandwidth(device), hardware.peak(device))
    return (
        f"Aggressive decoding could take {1000 * least.memory:.1f} µs a sentence if only memory counted and"
        f" {1000 * least.arithmetic:.1f} if only arithmetic did: it reaches {least.memory / ms:.1%} of the memory's"
        f" bandwidth and {least.arithmetic / ms:.1%} of the peak.\n"
    )
