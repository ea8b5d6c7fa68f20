"""Scoring: finds the changes between two texts, and compares them with those of annotators.

`m2.py` reads and writes annotated sentences, `errant.py` makes them from two texts. `spans.py`, `maxmatch.py` and
`gleu.py` compute the metrics. `natural.py` converts between tokens and natural text. `report.py` and `page.py` show the
scores.
"""
