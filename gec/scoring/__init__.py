"""Scoring: finds the changes between two texts, and compares them with those of annotators.

`m2.py` reads and writes annotated sentences, `errant.py` makes them from two texts, `spans.py`,
`maxmatch.py` and `gleu.py` compare, `natural.py` goes from tokens to natural text and back, `report.py` and
`page.py` show.
"""
