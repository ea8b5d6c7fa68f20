"""Faults that can be seen whatever the sentence says, a topic a file, and put right before the model reads it."""
