"""Texts: their bytes, their sentences, and what the model reads of each sentence."""
