"""Converts between the tokens of a test set and natural text: texts for the corrector, and its edits mapped back to
tokens.

The sentences of a test set are one document, in their order, since what a writer does elsewhere counts; they can also
be given one by one. Several can make a paragraph. They are scored one by one all the same.
Correcting is the caller's; joining one sentence is `natural.py`'s, comparing `spans.py`'s and `gleu.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from gec.edits.edit import Edit
from gec.scoring.lines import same_length
from gec.scoring.natural import natural, tokens_after


def texts(sources: Sequence[Sequence[str]]) -> list[str]:
    """The natural texts of tokenised sentences, as a corrector gets to see them."""
    return [natural(tokens).text for tokens in sources]


def paragraphs(sentences: Sequence[str], size: int) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """So many sentences at a time as one text, and where each stands in it."""
    for first in range(0, len(sentences), size):
        some = sentences[first : first + size]
        ends = list(accumulate(len(one) + 1 for one in some))
        yield " ".join(some), [(end - 1 - len(one), end - 1) for one, end in zip(some, ends, strict=True)]


def document(paragraphs: Iterable[tuple[str, list[tuple[int, int]]]]) -> tuple[str, list[tuple[int, int]]]:
    """Paragraphs as one text with blank lines between them, and where each sentence stands in it."""
    pieces, places, at = [], [], 0
    for text, own in paragraphs:
        pieces.append(text)
        places += [(at + low, at + high) for low, high in own]
        at += len(text) + 2
    return "\n\n".join(pieces), places


def parted(edits: Iterable[Edit], places: Sequence[tuple[int, int]]) -> Iterator[list[Edit]]:
    """A paragraph's edits, sentence by sentence; one that reaches over an end is nobody's."""
    edits = list(edits)
    for low, high in places:
        yield [
            replace(edit, start=edit.start - low, end=edit.end - low)
            for edit in edits
            if low <= edit.start and edit.end <= high
        ]


def applied(sources: Sequence[Sequence[str]], edits: Sequence[Iterable[Edit]]) -> list[list[str]]:
    """The tokens of every sentence after edits of its natural text."""
    same_length("the corrector", edits, "the test set", sources)
    return [tokens_after(natural(tokens), changes) for tokens, changes in zip(sources, edits, strict=True)]
