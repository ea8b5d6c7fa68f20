"""Between the tokens of a test set and what a corrector sees: natural texts out, and its edits back to tokens.

Correcting is the caller's; joining one sentence is `natural.py`'s, comparing `spans.py`'s and `gleu.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gec.edits.edit import Edit
from gec.scoring.lines import same_length
from gec.scoring.natural import natural, tokens_after


def texts(sources: Sequence[Sequence[str]]) -> list[str]:
    """The natural texts of tokenised sentences, as a corrector gets to see them."""
    return [natural(tokens).text for tokens in sources]


def applied(sources: Sequence[Sequence[str]], edits: Sequence[Iterable[Edit]]) -> list[list[str]]:
    """The tokens of every sentence after edits of its natural text."""
    same_length("the corrector", edits, "the test set", sources)
    return [tokens_after(natural(tokens), changes) for tokens, changes in zip(sources, edits, strict=True)]
