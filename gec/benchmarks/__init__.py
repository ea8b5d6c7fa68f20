"""Measures what `gec bench` shows: what decoding costs, and how good its output is."""
