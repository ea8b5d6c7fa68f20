"""Respelling: replaces misspelt words by the intended words before the model reads a sentence."""
