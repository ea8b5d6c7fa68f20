"""Realistic English errors for clean text: `Noiser(register)(sentence, rng)` gives the sentence as a person might
have written it. The text it was given is the correction."""

from gec.training.noise.noiser import REGISTERS, Noiser
from gec.training.noise.profile import Profile

__all__ = ["REGISTERS", "Noiser", "Profile"]
