"""Converts between the tokens of a test set and natural text: texts for the corrector, and its edits mapped back to
tokens.

The sentences of a test set are one document by default, because the rest of a document affects confidences. They can
also be documents of their own, and several can be joined to a paragraph. Scores are always per sentence. `natural.py`
joins the tokens of one sentence; `spans.py` and `gleu.py` compare.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from gec.edits.edit import Edit
from gec.scoring.lines import same_length
from gec.scoring.natural import natural, tokens_after


def texts(sources: Sequence[Sequence[str]]) -> list[str]:
    """The natural texts of tokenised sentences."""
    return [natural(tokens).text for tokens in sources]


def paragraphs(sentences: Sequence[str], size: int) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Texts of `size` sentences each, with the places of the sentences."""
    for first in range(0, len(sentences), size):
        some = sentences[first : first + size]
        ends = list(accumulate(len(one) + 1 for one in some))
        yield " ".join(some), [(end - 1 - len(one), end - 1) for one, end in zip(some, ends, strict=True)]


def document(paragraphs: Iterable[tuple[str, list[tuple[int, int]]]]) -> tuple[str, list[tuple[int, int]]]:
    """One text of all paragraphs, with blank lines between them, and the places of the sentences."""
    pieces, places, at = [], [], 0
    for text, own in paragraphs:
        pieces.append(text)
        places += [(at + low, at + high) for low, high in own]
        at += len(text) + 2
    return "\n\n".join(pieces), places


def by_sentence(edits: Iterable[Edit], places: Sequence[tuple[int, int]]) -> Iterator[list[Edit]]:
    """The edits by sentence. An edit that crosses the end of a sentence is left out."""
    edits = sorted(edits)
    starts = [edit.start for edit in edits]
    for low, high in places:
        own = edits[bisect_left(starts, low) : bisect_right(starts, high)]
        yield [replace(edit, start=edit.start - low, end=edit.end - low) for edit in own if edit.end <= high]


def applied(sources: Sequence[Sequence[str]], edits: Sequence[Iterable[Edit]]) -> list[list[str]]:
    """The tokens of each sentence after the edits of its natural text."""
    same_length("the corrector", edits, "the test set", sources)
    return [tokens_after(natural(tokens), changes) for tokens, changes in zip(sources, edits, strict=True)]
