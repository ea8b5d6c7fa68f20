"""Plain text: all of it is prose but what its writer has signed as it stands, and what looks like lines of a program or
rows of data (`listings.py`). It has no comments. Paragraphs are `segment.py`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.text.formats import listings
from gec.text.prose import Block, Span

SIGNED, SIGNED_END = "-----BEGIN PGP SIGNED MESSAGE-----", "-----END PGP SIGNATURE-----"
_SIGNED = re.compile(rf"^{SIGNED}.*?(?:^{SIGNED_END}|\Z)", re.MULTILINE | re.DOTALL)


def blocks(text: str, format: str) -> list[Block]:
    unsigned = _between_signed(text) if SIGNED in text else [(0, len(text))]
    found = [Block((span,)) for stretch in unsigned for span in listings.prose(text, *stretch)]
    return found or [Block(((0, 0),))]


def _between_signed(text: str) -> Iterator[Span]:
    at = 0
    for low, high in [*(found.span() for found in _SIGNED.finditer(text)), (len(text), len(text))]:
        if at < low:
            yield at, low
        at = high


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []
