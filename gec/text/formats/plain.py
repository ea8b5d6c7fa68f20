"""Plain text: all of it is prose but what its writer has signed as it stands, and it has no comments. Paragraphs are
`segment.py`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.text.prose import Block

SIGNED, SIGNED_END = "-----BEGIN PGP SIGNED MESSAGE-----", "-----END PGP SIGNATURE-----"
_SIGNED = re.compile(rf"^{SIGNED}.*?(?:^{SIGNED_END}|\Z)", re.MULTILINE | re.DOTALL)


def blocks(text: str, format: str) -> list[Block]:
    return list(_between_signed(text)) if SIGNED in text else [Block(((0, len(text)),))]


def _between_signed(text: str) -> Iterator[Block]:
    at = 0
    for low, high in [*(found.span() for found in _SIGNED.finditer(text)), (len(text), len(text))]:
        if at < low:
            yield Block(((at, low),))
        at = high


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []
