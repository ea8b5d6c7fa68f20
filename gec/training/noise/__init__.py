"""Realistic English errors for clean text: `Noiser(register)(sentence, rng)` gives a sentence as a person
might have written it, and what it was given is the correction."""

from gec.training.noise.noiser import REGISTERS, Noiser
from gec.training.noise.profile import Profile

__all__ = ["REGISTERS", "Noiser", "Profile"]
