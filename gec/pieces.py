"""Cuts the sentence that the model reads into pieces that it can decode, and finds proposals in the output of a piece.

Mostly a sentence is one piece. A sentence that is longer than the model's window is cut. One that seems to lack its
full stop is read with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gec.decoding.draft import Tokens, astray
from gec.decoding.verify import Output
from gec.edits.align import Proposal, proposals
from gec.language.ending import with_stop
from gec.model.tokenizer import Encoded, Tokenizer

CUT_AFTER = ";:,.!?)—–"  # marks after which a sentence that is too long for the model is preferably cut


@dataclass(frozen=True, slots=True)
class Piece:
    """One source for the decoder: a sentence, or a part of a sentence that is too long for the model."""

    text: str  # the whole sentence as the model reads it
    encoded: Encoded
    cut_before: bool = False
    cut_after: bool = False
    end: int | None = None  # if a full stop was added for the model: the end of the sentence before it
    of_end: bool = False  # this piece has no added stop, and counts only for edits at the end of the sentence


def pieces_of(text: str, encoded: Encoded, tokenizer: Tokenizer, window: int) -> list[Piece]:
    """The pieces of a sentence. If it seems to lack its full stop, the model reads it with one, because it was trained
    on few sentences without. Then the last piece is also read as it is, to find whether the stop is missing."""
    pieces, whole = _cut(text, encoded, tokenizer, window), with_stop(text)
    if whole == text or not pieces:
        return pieces
    read = _cut(whole, tokenizer.encode(whole), tokenizer, window)
    return [*(replace(one, end=len(text)) for one in read), replace(pieces[-1], of_end=True)]


def _cut(text: str, encoded: Encoded, tokenizer: Tokenizer, window: int) -> list[Piece]:
    """The sentence as one piece, or cut at safe places if it is longer than the model's window. No pieces if it has no
    letter, or if the tokenizer drops all of it."""
    if not encoded.ids or not any(character.isalpha() for character in text):
        return []
    if len(encoded.ids) <= window:
        return [Piece(text, encoded)]
    cuts = _cuts(text, encoded, window, tokenizer.starts_word)
    borders = [0, *cuts, len(encoded.ids)]
    return [
        Piece(
            text,
            Encoded(encoded.ids[start:end], encoded.spans[start:end]),
            cut_before=start > 0,
            cut_after=end < len(encoded.ids),
        )
        for start, end in pairwise(borders)
        if any(tokenizer.starts_word[one] for one in encoded.ids[start + 1 : end])
    ]


def _cuts(text: str, encoded: Encoded, window: int, starts: Sequence[bool]) -> list[int]:
    """Where to cut a long text: after a mark in the second half of the window, else between words, else anywhere."""
    cuts: list[int] = []
    begin = 0
    while len(encoded.ids) - begin > window:
        late = range(begin + window, begin + window // 2, -1)
        words = [place for place in late if starts[encoded.ids[place]]]
        marked = (
            place
            for place in words
            if text[encoded.spans[place - 1][1] - 1] in CUT_AFTER and text[encoded.spans[place][0]].isspace()
        )
        begin = next(marked, words[0] if words else begin + window)
        cuts.append(begin)
    return cuts


def proposals_of(piece: Piece, output: Output, tokenizer: Tokenizer, tokens: Tokens) -> list[Proposal]:
    """The proposals in the output for a piece."""
    said = output.ids[:-1]
    if said == piece.encoded.ids:
        return []
    if not output.finished:  # it ran away: only what it says before is worth something
        read, done = astray(piece.encoded.ids, said, tokens)
        if not read:
            return []
        encoded = Encoded(piece.encoded.ids[:read], piece.encoded.spans[:read])
        piece, said = replace(piece, encoded=encoded, cut_after=True), said[:done]
    first, last = piece.encoded.spans[0][0], piece.encoded.spans[-1][1]
    return [
        one
        for one in proposals(piece.text, piece.encoded, said, output.odds, tokenizer)
        # at a cut, the model believes that the sentence begins or ends there
        if not (piece.cut_before and one.start <= first) and not (piece.cut_after and one.end >= last)
        if (piece.end is None or one.start < piece.end >= one.end) and not (piece.of_end and one.start < last)
    ]
