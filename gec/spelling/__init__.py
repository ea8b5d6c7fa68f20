"""Respelling: replaces words that nobody writes by the intended words, before the model reads a sentence."""
