"""Score a corrector on a test set: join the tokens, correct natural text, take the edits back to tokens, compare.

`corrected` needs only something that corrects texts; `errant_score` is the quick answer that training asks for. The
joining is `natural.py`'s, the comparing `spans.py`'s and `gleu.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from gec.edits.edit import Edit
from gec.scoring import errant, m2, spans
from gec.scoring.lines import same_length
from gec.scoring.natural import natural, tokens_after


class Corrected(Protocol):
    @property
    def edits(self) -> tuple[Edit, ...]: ...


class Corrects(Protocol):
    def correct_many(self, texts: Iterable[str], /) -> Iterable[Corrected]: ...


def texts(sources: Sequence[Sequence[str]]) -> list[str]:
    """The natural texts of tokenised sentences, as a corrector gets to see them."""
    return [natural(tokens).text for tokens in sources]


def corrected(sources: Sequence[Sequence[str]], corrector: Corrects) -> list[list[str]]:
    """The tokens of every sentence once the corrector has been over its natural text."""
    return applied(sources, [result.edits for result in corrector.correct_many(texts(sources))])


def applied(sources: Sequence[Sequence[str]], edits: Sequence[Iterable[Edit]]) -> list[list[str]]:
    """The tokens of every sentence after edits of its natural text."""
    same_length("the corrector", edits, "the test set", sources)
    return [tokens_after(natural(tokens), changes) for tokens, changes in zip(sources, edits, strict=True)]


def errant_score(
    reference: Path,
    edits: Sequence[Iterable[Edit]],
    limit: int | None = None,
    mode: spans.Mode = "correction",
    processes: int | None = 1,
) -> spans.Counts:
    """ERRANT's counts, with their precision, recall and F, for edits of the natural texts of an M2 file.

    The texts are those of `texts`; `limit` takes the first sentences of the file alone.
    """
    gold = m2.read(reference)[:limit]
    sources = [sentence.tokens for sentence in gold]
    found = errant.annotate(sources, [applied(sources, edits)], processes=processes)
    return spans.compare(gold, found, mode).counts
