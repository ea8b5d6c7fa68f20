"""The hardware of a run: its name, its peak speed, and the operations that a token needs."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

import torch
from torch import Tensor

from gec.model.config import Config

# Dense bfloat16 operations a second, from the makers' data sheets.
PEAKS = {
    "B200": 2250e12,
    "H200": 989e12,
    "H100": 989e12,
    "L40S": 362e12,
    "A100": 312e12,
    "RTX 4090": 165e12,
    "A10": 125e12,
    "L4": 121e12,
}
SAID = 0.5  # share of target tokens that reach the output layer, about
TRIED = 512  # rows and columns of the matrices for comparing number formats
ROUNDS = 12
CLEARLY = 1.25  # bfloat16 is not used if it takes so many times as long as float32


def peak(device: torch.device) -> float:
    """Operations a second in bfloat16; 0 if unknown."""
    if device.type != "cuda":
        return 0.0
    name = torch.cuda.get_device_name(device)
    return next((value for known, value in PEAKS.items() if known in name), 0.0)


def numbers(device: torch.device) -> torch.dtype:
    """The number format of products: bfloat16, or float32 on a processor without units for bfloat16, where it takes
    clearly longer."""
    if device.type != "cpu":
        return torch.bfloat16
    narrow, wide = (torch.ones(TRIED, TRIED, dtype=kind) for kind in (torch.bfloat16, torch.float32))
    turns = [(_duration(narrow), _duration(wide)) for _ in range(ROUNDS)]  # alternating, because other programs may run
    slow = min(one for one, _ in turns) > CLEARLY * min(other for _, other in turns)
    return torch.float32 if slow else torch.bfloat16


def _duration(matrix: Tensor) -> float:
    """Seconds of one product."""
    begun = time.perf_counter()
    torch.mm(matrix, matrix)
    return time.perf_counter() - begun


def effort(config: Config) -> float:
    """Operations of training for a token, the mean of source and target: six for each parameter that it passes.

    The products inside attention are left out; for sentences they are a few per cent.
    """
    feed = config.d_ff * config.d_model * (3 if config.gated else 2)
    attention = 4 * config.d_model * config.inner
    encoder = config.num_layers * (attention + feed)
    decoder = config.num_decoder_layers * (2 * attention + feed)
    return 6 * (encoder + decoder + SAID * config.vocab_size * config.d_model) / 2


def describe(device: torch.device) -> str:
    if device.type == "cuda":
        return f"{torch.cuda.get_device_name(device)}, torch {torch.__version__}"
    return f"{_processor()} ({os.cpu_count()} cores, {torch.get_num_threads()} used), torch {torch.__version__}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
