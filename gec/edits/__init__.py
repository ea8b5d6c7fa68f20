"""Edits: made from the model's output, given a type and a confidence, and filtered by what the user wants."""
