"""Tokens that, if they are not copies, are often insertions. `gec/decoding/draft.py` uses them to move its pointer.

They are counted before training and kept with the model, because a pointer that feeds the decoder must move in use as
it did in training.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gec.edits.align import changes
from gec.model.tokenizer import Tokenizer

RARE = 10  # least insertions of a token
SHARE = 0.3  # ... and their least share of its occurrences that are no copies


def insertions(pairs: Iterable[tuple[str, str]], tokenizer: Tokenizer) -> tuple[int, ...]:
    """Count these tokens in pairs."""
    inserted: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    differing = [pair for pair in pairs if pair[0] != pair[1] and pair[0] and pair[1]]
    ids = tokenizer.ids_many([side for pair in differing for side in pair])
    for source, target in zip(ids[::2], ids[1::2], strict=True):
        for change in changes(source, target):
            new = target[change.new_start : change.new_end]
            seen.update(new)
            if change.start == change.end:
                inserted.update(new)
    return tuple(sorted(token for token, count in inserted.items() if count >= RARE and count >= SHARE * seen[token]))
