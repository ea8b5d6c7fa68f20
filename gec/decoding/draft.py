"""Drafts of the next tokens: from the source, from the edit head, from earlier output, or none.

A draft depends only on the source and on the output so far. A wrong draft costs time but never changes the output,
because `verify.py` keeps only the tokens of greedy decoding. So these rules were chosen by counting passes. The
pointer's moves are an exception: a network with a pointer feed was trained with them, so they must not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gec.model.config import Config
    from gec.model.tokenizer import Tokenizer

AHEAD, BACK = 14, 32  # distance from the pointer in which a new match is searched
ONE_TOKEN_REACH = 3  # the same if only the last token agrees
LONGEST_SUFFIX = 4  # more agreeing tokens do not count
ECHO = 3  # tokens that must be repeated before earlier output is a draft


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the pointer needs to know about ids: which begin a word, and which are often insertions."""

    starts_word: Sequence[bool]
    inserts: frozenset[int] = frozenset()

    @classmethod
    def of(cls, tokenizer: Tokenizer, config: Config) -> Tokens:
        return cls(tokenizer.starts_word, frozenset(config.extras.inserts))


class Pointer:
    """The place in a reference (the source, or an edited source) that corresponds to the next output token."""

    __slots__ = ("at", "locked", "reference", "tokens")

    def __init__(self, reference: Sequence[int], tokens: Tokens) -> None:
        self.reference = reference
        self.tokens = tokens
        self.at = 0
        self.locked = True  # whether the last output token is the one before the pointer

    def copy(self) -> Pointer:
        other = Pointer(self.reference, self.tokens)
        other.at, other.locked = self.at, self.locked
        return other

    def token(self) -> int | None:
        """The next token if the source is copied."""
        return self.reference[self.at] if self.at < len(self.reference) else None

    def push(self, said: Sequence[int], token: int) -> bool:
        """Move the pointer after `token` was added to the output `said`. Returns whether it is a copy."""
        if self.at < len(self.reference) and self.reference[self.at] == token:
            self.at += 1
            self.locked = True
            return True
        match = self._match(said, token)
        self.locked = match is not None
        if match is not None:
            self.at = match + 1
        elif self.tokens.starts_word[token] and not self._comes_between(token):
            self._pass_word()
        return False

    def follow(self, said: Sequence[int], tokens: Sequence[int]) -> list[int]:
        """Move the pointer over tokens that were added to the output `said`. Returns its place before the first of
        them, and after each."""
        reference, size, at = self.reference, len(self.reference), self.at
        places = [at]
        for number, token in enumerate(tokens):
            if at < size and reference[at] == token:  # most tokens are copies; this is `push` without its cost
                at = self.at = at + 1
                self.locked = True
            else:
                last = tokens[max(number - LONGEST_SUFFIX, 0) : number]
                self.push(last if number >= LONGEST_SUFFIX else [*said[-LONGEST_SUFFIX:], *last], token)
                at = self.at
            places.append(at)
        return places

    def _comes_between(self, token: int) -> bool:
        """Whether a token is an insertion. If the token at the pointer is one of `inserts` too, it is a
        substitution."""
        here, inserts = self.token(), self.tokens.inserts
        return token in inserts and here not in inserts

    def _match(self, said: Sequence[int], token: int) -> int | None:
        """The place near the pointer with the longest suffix of the output; the nearest one if several are equal."""
        best, best_score = None, (0, 0)
        near = range(max(self.at - BACK, 0), min(self.at + AHEAD + 1, len(self.reference)))
        for place in [place for place in near if self.reference[place] == token]:
            length = 1
            while (
                length < LONGEST_SUFFIX
                and length <= min(place, len(said))
                and self.reference[place - length] == said[-length]
            ):
                length += 1
            if length == 1 and abs(place - self.at) > ONE_TOKEN_REACH:
                continue
            score = (length, -abs(place - self.at))
            if best is None or score > best_score:
                best, best_score = place, score
        return best

    def _pass_word(self) -> None:
        """Move behind the word at the pointer, as for a substitution, but never behind the end."""
        last = len(self.reference) - 1
        at = self.at
        if at < last:
            at += 1
            while at < last and not self.tokens.starts_word[self.reference[at]]:
                at += 1
        self.at = min(at, max(last, 0))

    def ahead(self, limit: int) -> list[int]:
        return list(self.reference[self.at : self.at + limit])


def track(reference: Sequence[int], said: Sequence[int], tokens: Tokens) -> list[int]:
    """The place of the pointer before each token of the output, and after the last."""
    return Pointer(reference, tokens).follow((), said)


def astray(reference: Sequence[int], said: Sequence[int], tokens: Tokens) -> tuple[int, int]:
    """How much of the reference and of the output comes before the first step back. An output that goes back to what it
    has copied already usually does so again and again."""
    before = 0
    for done, place in enumerate(track(reference, said, tokens)):
        if place < before:
            return before, done - 1
        before = place
    return before, len(said)


def echo(said: Sequence[int], limit: int) -> list[int]:
    """The tokens after the last earlier occurrence of the output's end, repeated: repetition usually continues."""
    if len(said) < 2 * ECHO:
        return []
    end = tuple(said[-ECHO:])
    for place in range(len(said) - ECHO - 1, -1, -1):
        if tuple(said[place : place + ECHO]) == end:
            return list(islice(cycle(said[place + ECHO :]), limit))
    return []
