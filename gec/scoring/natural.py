"""Converts tokens to natural text and back, because test sets are tokenised and a corrector needs natural text.

`natural` joins tokens and keeps the characters of each. `tokens_after` applies edits of that text to the tokens: tokens
that no edit touches stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gec.edits.edit import Edit
from gec.edits.edit import apply as apply_edits
from gec.errors import extra
from gec.scoring.lines import ScoringError

CLOSING = re.compile(r"[.,;:!?%)\]}”…]+|'(?:s|m|re|ve|ll|d)|n't|’(?:s|m|re|ve|ll|d)|n’t|''", re.IGNORECASE)
OPENING = re.compile(r"[(\[{“$£€#]+|``")
JOINING = {"/", "-", "–", "@", "_"}
# The two halves of words that tokenisers split.
SPLIT = {("gon", "na"), ("wan", "na"), ("got", "ta"), ("gim", "me"), ("lem", "me"), ("can", "not")}
PRINTED = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}


@dataclass(frozen=True, slots=True)
class Natural:
    """A text, and the range of characters of each token."""

    text: str
    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def natural(tokens: Sequence[str]) -> Natural:
    """Join tokens into natural text."""
    pieces, spans, end = list[str](), list[tuple[int, int]](), 0
    open_quotes: set[str] = set()
    glue = True
    for place, token in enumerate(tokens):
        shown = PRINTED.get(token, token)
        before = tokens[place - 1] if place else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        if shown in {'"', "'"}:
            closing = shown in open_quotes or (shown == "'" and _possessive(before, after))
            open_quotes ^= {shown} if shown in open_quotes or not closing else set()
            attached, following = closing, not closing
        else:
            attached, following = _attached(token, before, after), _holds_next(token, before, after)
        if not (glue or attached):
            pieces.append(" ")
            end += 1
        pieces.append(shown)
        spans.append((end, end + len(shown)))
        end += len(shown)
        glue = following
    return Natural("".join(pieces), tuple(tokens), tuple(spans))


def _possessive(before: str, after: str) -> bool:
    """Whether a lone apostrophe ends a possessive plural. Otherwise it opens a quotation."""
    return before.lower().endswith("s") and after[:1].isalpha()


def _attached(token: str, before: str, after: str) -> bool:
    """Whether no space stands before a token."""
    if CLOSING.fullmatch(token) or (before.lower(), token.lower()) in SPLIT:
        return True
    return token in JOINING and _between_words(before, after)


def _holds_next(token: str, before: str, after: str) -> bool:
    """Whether no space stands after a token."""
    return bool(OPENING.fullmatch(token)) or (token in JOINING and _between_words(before, after))


def _between_words(before: str, after: str) -> bool:
    return before[-1:].isalnum() and after[:1].isalnum()


def tokens_after(source: Natural, edits: Iterable[Edit]) -> list[str]:
    """The tokens of the edited text. Tokens that no edit touches stay the same, and the rest is tokenised by spaCy."""
    tokens: list[str] = []
    done = 0
    for first, last, changes in _regions(source, sorted(edits)):
        tokens += source.tokens[done:first]
        tokens += _retokenised(source, first, last, changes)
        done = last
    return [*tokens, *source.tokens[done:]]


def _regions(source: Natural, edits: Sequence[Edit]) -> list[tuple[int, int, list[Edit]]]:
    """Ranges of tokens that have to be tokenised again, each with its edits."""
    found: list[tuple[int, int, list[Edit]]] = []
    for edit in edits:
        first, last = _touched(source, edit)
        if found and first < found[-1][1]:
            before, until, changes = found.pop()
            found.append((before, max(until, last), [*changes, edit]))
        else:
            found.append((first, last, [edit]))
    return found


def _touched(source: Natural, edit: Edit) -> tuple[int, int]:
    """The tokens that an edit changes, and those joined to them or to the new text without a space."""
    following = (edit.replacement + source.text[edit.end :])[:1]
    before = (source.text[: edit.start] + edit.replacement)[-1:]
    first = sum(end < edit.start or (end == edit.start and not following.strip()) for _, end in source.spans)
    last = len(source.spans) - sum(
        start > edit.end or (start == edit.end and not before.strip()) for start, _ in source.spans
    )
    spans, last = source.spans, max(first, last)
    while 0 < first < last and spans[first - 1][1] == spans[first][0]:
        first -= 1
    while first < last < len(spans) and spans[last - 1][1] == spans[last][0]:
        last += 1
    return first, last


def _retokenised(source: Natural, first: int, last: int, edits: Sequence[Edit]) -> list[str]:
    """The tokens of a range after its edits. At its ends, original tokens are kept if possible."""
    spans = source.spans[first:last]
    start = min([edits[0].start, *(span[0] for span in spans[:1])])
    end = max([edits[-1].end, *(span[1] for span in spans[-1:])])
    shifted = [Edit(e.start - start, e.end - start, e.replacement) for e in edits]
    text = apply_edits(source.text[start:end], shifted)
    found = [(token.idx, token.idx + len(token), token.text) for token in _tokenizer()(text) if not token.is_space]
    cuts = {place for token in found for place in token[:2]}
    growth = len(text) - (end - start)
    head = [span[1] - start for span in spans if span[1] <= edits[0].start and span[1] - start in cuts]
    kept = len([span for span in spans if head and span[1] - start <= head[-1]])
    tail = [
        span[0] - start + growth
        for span in spans[kept:]
        if span[0] >= edits[-1].end and span[0] - start + growth in cuts
    ]
    left = len([span for span in spans[kept:] if tail and span[0] - start + growth >= tail[0]])
    low, high = head[-1] if head else 0, tail[0] if tail else len(text)
    own = source.tokens[first:last]
    middle = [word for begin, stop, word in found if begin >= low and stop <= high]
    return [*own[:kept], *middle, *own[len(own) - left :]]


@cache
def _tokenizer() -> Any:
    try:
        import spacy
    except ImportError as error:
        raise ScoringError(f"spaCy is not installed; {extra('score')}") from error
    return spacy.blank("en").tokenizer
