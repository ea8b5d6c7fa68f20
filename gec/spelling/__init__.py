"""Misspelt words, before the model reads a sentence: what nobody writes is replaced by the word that was meant."""
