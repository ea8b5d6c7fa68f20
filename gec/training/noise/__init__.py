"""Realistic English errors for correct text: `Noiser(register)(sentence, rng)` returns a sentence as a person might
have written it. The original sentence is its correction.
"""

from gec.training.noise.noiser import REGISTERS, Noiser
from gec.training.noise.profile import Profile

__all__ = ["REGISTERS", "Noiser", "Profile"]
