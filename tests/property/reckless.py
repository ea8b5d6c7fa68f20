"""An editor that makes random edits anywhere, to test formats, and a check that the edits harmed nothing."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gec.correction import corrections
from gec.edits.edit import Edit, apply
from gec.guards.markup import skeleton
from gec.text.formats import prose_of
from gec.text.prose import Prose

NEW = ["the ", " the", "a", "went", "It", ".", ",", "-", "’s"]
UNSEEN = {0xAD, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x206A), 0xFEFF}
MARKUP = """* _ ` #  -  1.  > <b> & $ | \\ % { } [x](y) **bold** :: -- <!-- --> */ // ' " \\emph{x}"""


def propose(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
    """A few random edits for each sentence. They do not overlap, and are always the same for the same sentence."""
    for text in texts:
        chance = random.Random(zlib.crc32(text.encode("utf-8", "surrogatepass")))
        places = sorted(chance.randrange(len(text) + 1) for _ in range(2 * chance.randint(1, 3)))
        pairs = [(low, high) for low, high in zip(places[::2], places[1::2], strict=True)]
        yield tuple(
            Edit(low, high, _new(chance, low == high))
            for (low, high), before in zip(pairs, [(-1, -1), *pairs], strict=False)
            if low > before[1]
        )


def _new(chance: random.Random, inserting: bool) -> str:
    few = chance.randint(1 if inserting else 0, 2)
    return "".join(chance.choice(NEW if chance.random() < 0.7 else MARKUP.split(" ")) for _ in range(few))


def check(text: str, format: str) -> int:
    """Edit a text at random and check that nothing is harmed. Returns the number of edits that were made."""
    prose = prose_of(text, format)
    _are_in_order(prose)
    [corrected] = corrections([prose], propose)
    spans = sorted(span for block in prose.blocks for span in block.spans)
    kept = sorted(one for block in prose.blocks for one in block.kept)
    at = ahead = 0
    for edit in corrected.edits:
        while at + 1 < len(spans) and spans[at + 1][0] <= edit.start:
            at += 1
        near = spans[max(at - 1, 0) : at + 1]
        assert any(low <= edit.start and edit.end <= high for low, high in near), (edit, near)
        while ahead < len(kept) and kept[ahead][1] <= edit.start:
            ahead += 1
        assert ahead == len(kept) or edit.end <= kept[ahead][0], (edit, kept[ahead], text[slice(*kept[ahead])])
    assert apply(text, ()) == text
    if format != "plain":  # there an edit can make *$ ls* of *$x$ ls*, and only the next reading takes it for a command
        assert skeleton(corrected.text, format) == skeleton(text, format)
    assert _unseen(corrected.text) == _unseen(text)
    return len(corrected.edits)


def _unseen(text: str) -> list[str]:
    return [one for one in text if ord(one) in UNSEEN]


def _are_in_order(prose: Prose) -> None:
    for block in prose.blocks:
        assert block.spans
        for ranges in (block.spans, block.kept):
            assert all(0 <= low <= high <= len(prose.text) for low, high in ranges)
            assert all(one[1] <= other[0] for one, other in pairwise(ranges))
    spans = sorted(span for block in prose.blocks for span in block.spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
