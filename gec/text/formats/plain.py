"""Plain text: all of it is prose, except for PGP-signed parts, lines of code or rows of data (`listings.py`), and
examples in Vim's help. It has no comments. `segment.py` finds the paragraphs. Mails and commit messages have
the same paragraphs (`blocks_of_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from gec.text.formats import listings
from gec.text.formats.assemble import lines
from gec.text.prose import Block, Span

SIGNED, SIGNED_END = "-----BEGIN PGP SIGNED MESSAGE-----", "-----END PGP SIGNATURE-----"
_HELP = re.compile(r"\*[\w.-]+\.txt\*")
_LEADS = re.compile(r"(?:(?<=\s)|^)>[a-z]*\s*\Z", re.MULTILINE)
_MODELINE = re.compile(r"[ \t]?vim:\S")
_SIGNED = re.compile(rf"^{SIGNED}.*?(?:^{SIGNED_END}|\Z)", re.MULTILINE | re.DOTALL)


def blocks(text: str, format: str) -> list[Block]:
    stretches: Iterable[Span] = [(0, len(text))]
    if SIGNED in text:
        stretches = _between(text, (found.span() for found in _SIGNED.finditer(text)))
    elif title := _HELP.match(text):
        stretches = _between(text, chain([title.span()], _examples(text)))
    found = [Block((span,)) for stretch in stretches for span in listings.prose(text, *stretch)]
    return found or [Block(((0, 0),))]


def blocks_of_lines(text: str, kept: Iterator[Span]) -> Iterator[Block]:
    """Consecutive lines as one block, split at lines of code."""
    begin = done = 0
    for start, end in chain(kept, [(len(text) + 1, len(text) + 1)]):
        if start != done:
            yield from (Block((span,)) for span in listings.prose(text, begin, done))
            begin = start
        done = end


def _between(text: str, others: Iterator[Span]) -> Iterator[Span]:
    at = 0
    for low, high in chain(others, [(len(text), len(text))]):
        if at < low:
            yield at, low
        at = high


def _examples(text: str) -> Iterator[Span]:
    """Modelines and the examples of Vim's help, from a `>` at the end of a line to the next unindented line."""
    begin = -1
    for start, end in lines(text, 0, len(text)):
        if begin >= 0 and text[start] not in " \t\r\n":
            yield begin, start + text.startswith("<", start)
            begin = -1
        if begin < 0 and (leads := _LEADS.search(text, start, end)):
            begin = leads.start()
        elif begin < 0 and _MODELINE.match(text, start, end):
            yield start, end
    if begin >= 0:
        yield begin, len(text)


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []
