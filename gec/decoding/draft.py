"""Drafts of the next tokens: from the source, from the edit head, from earlier output, or none.

Each guess depends on the source and the tokens said so far alone. A wrong one costs time and never changes the
output, because `verify.py` keeps only what greedy decoding says; so these rules are chosen by counting passes. But a
network with a pointer feed was trained with the pointer's places: how it moves must stay as it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gec.model.config import Config
    from gec.model.tokenizer import Tokenizer

AHEAD, BACK = 14, 32  # how far from the pointer a re-alignment is looked for
NEAR = 3  # ... and how far if only the last token agrees
LONGEST_SUFFIX = 4  # tokens of agreement beyond which more does not count
ECHO = 3  # tokens that must repeat before the output's own past is a draft


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the pointer must know of ids: which begin a word, and which, unasked for, often come between others."""

    starts_word: Sequence[bool]
    inserts: frozenset[int] = frozenset()

    @classmethod
    def of(cls, tokenizer: Tokenizer, config: Config) -> Tokens:
        return cls(tokenizer.starts_word, frozenset(config.extras.inserts))


class Pointer:
    """The place in a reference (the source, or an edited source) that corresponds to the next token said."""

    __slots__ = ("at", "locked", "places", "reference", "tokens")

    def __init__(self, reference: Sequence[int], tokens: Tokens) -> None:
        self.reference = reference
        self.tokens = tokens
        self.at = 0
        self.locked = True  # the last token said stands just before the pointer
        self.places: dict[int, list[int]] | None = None

    def copy(self) -> Pointer:
        other = Pointer(self.reference, self.tokens)
        other.at, other.locked, other.places = self.at, self.locked, self.places
        return other

    def token(self) -> int | None:
        """What keeping would say next."""
        return self.reference[self.at] if self.at < len(self.reference) else None

    def push(self, said: Sequence[int], token: int) -> None:
        """`token` was said after `said`: move behind its counterpart."""
        if self.at < len(self.reference) and self.reference[self.at] == token:
            self.at += 1
            self.locked = True
            return
        match = self._match(said, token)
        self.locked = match is not None
        if match is not None:
            self.at = match + 1
        elif self.tokens.starts_word[token] and not self._comes_between(token):
            self._pass_word()

    def _comes_between(self, token: int) -> bool:
        """Whether a token is inserted rather than said for what stands at the pointer: that would be of its kind."""
        here, inserts = self.token(), self.tokens.inserts
        return token in inserts and here not in inserts

    def _match(self, said: Sequence[int], token: int) -> int | None:
        """Where the longest suffix of what was said stands near the pointer; ties go to the nearest."""
        if self.places is None:
            self.places = {}
            for place, one in enumerate(self.reference):
                self.places.setdefault(one, []).append(place)
        best, best_score = None, (0, 0)
        places = self.places.get(token, [])
        for place in places[bisect_left(places, self.at - BACK) : bisect_right(places, self.at + AHEAD)]:
            length = 1
            while (
                length < LONGEST_SUFFIX
                and length <= min(place, len(said))
                and self.reference[place - length] == said[-length]
            ):
                length += 1
            if length == 1 and abs(place - self.at) > NEAR:
                continue
            score = (length, -abs(place - self.at))
            if best is None or score > best_score:
                best, best_score = place, score
        return best

    def _pass_word(self) -> None:
        """A substitution: behind the word at the pointer, but never behind the end."""
        last = len(self.reference) - 1
        at = self.at
        if at < last:
            at += 1
            while at < last and not self.tokens.starts_word[self.reference[at]]:
                at += 1
        self.at = min(at, max(last, 0))

    def ahead(self, limit: int) -> list[int]:
        return list(self.reference[self.at : self.at + limit])


def track(reference: Sequence[int], said: Sequence[int], tokens: Tokens) -> Iterator[int]:
    """Where the pointer stands before each token said, and behind the last."""
    pointer, size = Pointer(reference, tokens), len(reference)
    yield 0
    for place, token in enumerate(said):
        at = pointer.at
        if at < size and reference[at] == token:  # most tokens are copies: the way of `push`, without its cost
            pointer.at, pointer.locked = at + 1, True
        else:
            pointer.push(said[max(place - LONGEST_SUFFIX, 0) : place], token)
        yield pointer.at


def astray(reference: Sequence[int], said: Sequence[int], tokens: Tokens) -> tuple[int, int]:
    """How much of the reference, and of what was said, stands before the first step back: who goes back to what was
    copied already comes by the same place again and again."""
    before = 0
    for done, place in enumerate(track(reference, said, tokens)):
        if place < before:
            return before, done - 1
        before = place
    return before, len(said)


def echo(said: Sequence[int], limit: int) -> list[int]:
    """What followed the last time the same few tokens were said, over and over: who repeats goes on repeating."""
    if len(said) < 2 * ECHO:
        return []
    end = tuple(said[-ECHO:])
    for place in range(len(said) - ECHO - 1, -1, -1):
        if tuple(said[place : place + ECHO]) == end:
            return list(islice(cycle(said[place + ECHO :]), limit))
    return []
