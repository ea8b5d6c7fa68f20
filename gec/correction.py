"""Corrects a text: sends its sentences to a proposer, and turns the edits of sentences into edits of the text.

This file does not know the model, so cached results can be shown without loading one. A proposer is a corrector, a
cache in front of a corrector, or several processes with a corrector each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, starmap
from typing import TypeVar

from gec.edits.edit import Edit, apply, compose, places, shifted
from gec.edits.policy import Passed, Policy
from gec.guards.stages import of_document, without_dependents
from gec.rules import own as own_rules
from gec.text.formats import prose_of, remarks
from gec.text.prose import Prose
from gec.text.quotes import quotations
from gec.text.view import View

AHEAD = 512  # sentences that are sent to the proposer together
ROUNDS = 3  # readings of a changed sentence until it must be settled

T = TypeVar("T")

Edits = tuple[Edit, ...]
Propose = Callable[[Sequence[str]], Iterable[Edits]]  # the edits of each sentence, with offsets in that sentence
Keep = Callable[[Prose, Edits], Edits]  # a filter of the edits of a text
KeepBeside = Callable[[Prose, Edits, Edits], Edits]  # the same; the last argument are edits that count as evidence only


def every(prose: Prose, edits: Edits) -> Edits:
    """A filter that keeps all edits."""
    return edits


def every_beside(prose: Prose, edits: Edits, others: Edits) -> Edits:
    """The same, as a `KeepBeside`."""
    return edits


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence that the model read, and its place in the whole text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence, and its edits with offsets in the whole text."""

    sentence: ReadSentence
    edits: Edits


@dataclass(frozen=True, slots=True)
class FirstReading:
    """A text, and the edits that one reading found."""

    prose: Prose
    edits: Edits


@dataclass(frozen=True, slots=True)
class Correction:
    """One text, corrected."""

    text: str
    edits: Edits  # offsets are characters of the text that was given
    sentences: tuple[tuple[int, int], ...]


def corrections(texts: Iterable[str | Prose], propose: Propose, ahead: int = AHEAD) -> Iterator[Correction]:
    """The correction of each text after one reading, in order. Texts are read until there are `ahead` sentences, which
    are proposed for together. Of a longer text, only so many sentences are in memory at a time."""
    begun = (_begun(prose, ahead) for prose in proses(texts))
    for group in grouped(begun, lambda text: len(text.first), ahead):
        long = group.pop() if len(group[-1].first) == ahead else None
        sentences = [view.text for text in group for view in text.first]
        proposed = iter(propose(sentences) if sentences else ())
        for text in group:
            yield corrected(text.prose, zip(text.first, islice(proposed, len(text.first)), strict=True))
        if long:
            yield corrected(long.prose, _read(chain(long.first, long.rest), propose, ahead))


@dataclass(frozen=True, slots=True)
class _Begun:
    """A text with its sentences: the first ones, and an iterator over the rest."""

    prose: Prose
    first: list[View]
    rest: Iterator[View]


def _begun(prose: Prose, ahead: int) -> _Begun:
    views = prose.views()
    return _Begun(prose, list(islice(views, ahead)), views)


def _read(views: Iterator[View], propose: Propose, ahead: int) -> Iterator[tuple[View, Edits]]:
    """Sentences with their proposals, computed `ahead` sentences at a time."""
    while share := list(islice(views, ahead)):
        yield from zip(share, propose([view.text for view in share]), strict=True)


def corrected(prose: Prose, found: Iterable[tuple[View, Sequence[Edit]]]) -> Correction:
    """The correction of a text, from the proposals for its sentences or for some of them."""
    kept, read = _reading(prose, starmap(_placed, found))
    return Correction(apply(prose.text, kept), kept, tuple([(one.start, one.end) for one in read]))


def _reading(prose: Prose, placed: Iterable[Placed]) -> tuple[Edits, list[ReadSentence]]:
    """One reading of a text: the edits that the guards of the document let pass, and the sentences. A sentence is
    widened to its edits, which may lie beyond it at the end of markup. The stages of the user come later
    (`let_through`)."""
    edits: list[Edit] = []
    read: list[ReadSentence] = []
    for one in placed:
        edits += one.edits
        read.append(_widened(one) if one.edits else one.sentence)
    return of_document(prose, sorted(edits)), read


def _widened(placed: Placed) -> ReadSentence:
    one, edits = placed.sentence, placed.edits
    low, high = min(edit.start for edit in edits), max(edit.end for edit in edits)
    return ReadSentence(one.text, min(one.start, low), max(one.end, high))


def _placed(view: View, proposed: Sequence[Edit]) -> Placed:
    """A sentence and its proposals, both with places in the text."""
    return Placed(_sentence(view), _in_text(view, proposed))


def _in_text(view: View, proposed: Sequence[Edit]) -> Edits:
    """The proposals for a sentence, as edits of the text."""
    if not proposed:
        return ()
    return view.to_text(replace(one, part_of=(view.starts[0], one.start, one.end)) for one in proposed)


def let_through(
    found: Sequence[FirstReading],
    policy: Policy,
    *,
    again: Propose | None,
    wanted: Keep = every,
    also: Keep = every,
) -> list[Passed]:
    """The edits of each text that are shown: those of one reading that the policy and the caller let pass and that do
    not change markup. `wanted` filters within the policy's stages, `also` after them.

    With `again`, a proposer, changed sentences are read again until nothing more is found (`settled`), and new edits
    pass the same stages. Without it there is only one reading.
    """

    def passed(prose: Prose, edits: Edits, others: Edits = ()) -> Passed:
        said = remarks(prose.text, prose.format)
        if policy.rules:
            edits = _with_own(prose, edits, policy.rules)
        theirs = quotations(prose.text, prose.format) if edits and not policy.quotes else ()
        is_rule = partial(own_rules.is_rule, paths=policy.rules)
        first = policy.filter(prose.text, edits, said, theirs, lambda some: wanted(prose, some), others, is_rule)
        kept = also(prose, first.edits)
        return Passed(kept if kept == edits else without_dependents(prose, edits, kept), first.idle)

    once = [passed(one.prose, one.edits) for one in found]
    if again is None:
        return once
    rested = settled(found, [one.edits for one in once], again, lambda *asked: passed(*asked).edits)
    return [Passed(edits, one.idle) for edits, one in zip(rested, once, strict=True)]


def _with_own(prose: Prose, edits: Edits, tables: Sequence[str]) -> Edits:
    """The edits of a text and those of the user's own rules that leave its markup alone. Where two overlap, the user's
    rule wins, and an edit that needs the other one goes with it."""
    rules = own_rules.loaded(tables)
    theirs = sorted(edit for view in prose.views() for edit in view.to_text(own_rules.edits(rules, view.text)))
    spans = [(edit.start, edit.end) for edit in theirs]
    said = {(edit.start, edit.end, edit.replacement) for edit in theirs}
    apart = {edit for edit in edits if not _meet(spans, edit.start, edit.end)}
    made = [edit for edit in edits if edit in apart or (edit.start, edit.end, edit.replacement) in said]
    kept = edits if len(made) == len(edits) else without_dependents(prose, edits, made)
    every = tuple(sorted([*theirs, *(edit for edit in kept if edit in apart)]))
    return without_dependents(prose, every, every) if theirs else every


def settled(
    found: Sequence[FirstReading], kept: Sequence[Edits], propose: Propose, keep: KeepBeside = every_beside
) -> list[Edits]:
    """The kept edits of each text, extended until reading the corrected text finds nothing more.

    A sentence that still changes after three rounds is left as it was, so correcting the result again finds nothing.
    Only changed sentences are read again, and those that are split differently because a line has another length. Each
    round reads the sentences of all texts together. No sentence is read twice.
    """
    texts = [_settling(one, edits, keep) for one, edits in zip(found, kept, strict=True)]
    rested: dict[int, Edits] = {}
    known: dict[str, Edits] = {}  # the proposals for each sentence
    answers: Mapping[int, Sequence[Edits] | None] = dict.fromkeys(range(len(texts)))
    while answers:
        asked: dict[int, Sequence[str]] = {}
        for number, answer in answers.items():
            try:
                asked[number] = texts[number].send(answer)
            except StopIteration as done:
                rested[number] = done.value
        sentences = [text for text in dict.fromkeys(chain.from_iterable(asked.values())) if text not in known]
        # `list` reads the iterator to its end, where the cache writes
        known.update(zip(sentences, list(propose(sentences)) if sentences else (), strict=True))
        answers = {number: [known[text] for text in some] for number, some in asked.items()}
    return [rested[number] for number in range(len(texts))]


def _settling(
    found: FirstReading, edits: Edits, keep: KeepBeside
) -> Generator[Sequence[str], Sequence[Edits] | None, Edits]:
    """One text in `settled`, as a generator: it yields the sentences of a round and is sent their proposals. Edits of
    the first reading in sentences that are not read again remain evidence of the writer's mistakes."""
    prose = found.prose
    known = _fine(map(_sentence, prose.views()), edits) if edits else set()
    rounds = 0
    while edits:
        rounds += 1
        after = prose_of(apply(prose.text, edits), prose.format)
        changed = places(edits)
        views = (v for v in after.views() if v.text not in known or _meet(changed, v.starts[0], v.ends[-1]))
        placed: list[Placed] = []
        while share := list(islice(views, AHEAD)):
            proposed = yield [view.text for view in share]
            placed += map(_placed, share, proposed or ())
        new, read = _reading(after, placed)
        again = keep(after, new, _elsewhere(shifted(found.edits, edits), read))
        spans = _places(read)  # the user's rules run on the whole text, so they also find what was given up before
        again = tuple(edit for edit in again if _meet(spans, edit.start, edit.end))
        known |= _fine(read, again)
        if not again:
            break
        if rounds < ROUNDS:
            edits = compose(prose.text, edits, again)
        else:  # sentences that still change are left as they were and not read again
            known.update(view.text for view in prose.views())
            edits = _at_rest(prose, edits, read, again)
    return edits


def _sentence(view: View) -> ReadSentence:
    return ReadSentence(view.text, view.starts[0], view.ends[-1])


def _places(read: Iterable[ReadSentence]) -> list[tuple[int, int]]:
    """The spans of sentences, in order and merged where they overlap: a footnote may be inside another sentence."""
    found: list[tuple[int, int]] = []
    for low, high in sorted((one.start, one.end) for one in read):
        first, last = found.pop() if found and low <= found[-1][1] else (low, high)
        found.append((first, max(last, high)))
    return found


def _elsewhere(found: Iterable[Edit], read: Iterable[ReadSentence]) -> Edits:
    """The edits that are in none of these sentences."""
    spans = _places(read)
    return tuple(edit for edit in found if not _meet(spans, edit.start, edit.end))


def _fine(sentences: Iterable[ReadSentence], edits: Sequence[Edit]) -> set[str]:
    """The texts of sentences in which nothing was found. Texts are compared instead of places, because a sentence moves
    if the lines before it are split differently."""
    todo = [(edit.start, edit.end) for edit in edits]
    return {one.text for one in sentences if not _meet(todo, one.start, one.end)}


def _at_rest(prose: Prose, edits: Edits, read: Sequence[ReadSentence], again: Sequence[Edit]) -> Edits:
    """The edits of sentences in which nothing more was found. The edits of the other sentences are given up. The text
    is then read again in this form, which each time has fewer edits."""
    todo = [(edit.start, edit.end) for edit in again]
    restless = _places(one for one in read if _meet(todo, one.start, one.end))
    left = tuple(edit for edit, place in zip(edits, places(edits), strict=True) if not _meet(restless, *place))
    return without_dependents(prose, edits, left) if len(left) < len(edits) else ()


def _meet(spans: Sequence[tuple[int, int]], low: int, high: int) -> bool:
    """Whether one of the spans touches the place from `low` to `high`. The spans must be in order and must not
    overlap."""
    first = bisect_left(spans, low, key=lambda span: span[1])
    return first < len(spans) and spans[first][0] <= high


def as_prose(text: str | Prose) -> Prose:
    """The prose of a text. A string is read as plain text."""
    if not isinstance(text, str | Prose):
        raise TypeError(f"a text is a str, or what prose_of made of one, not {type(text).__name__}")
    return prose_of(text) if isinstance(text, str) else text


def proses(texts: Iterable[str | Prose]) -> Iterator[Prose]:
    """The prose of many texts. A single string is refused, because it would be read as many texts of one character."""
    if isinstance(texts, str | Prose):
        raise TypeError("correct_many takes many texts, not one; for one there is correct")
    return map(as_prose, texts)


def grouped(supply: Iterable[T], sentences: Callable[[T], int], ahead: int = AHEAD) -> Iterator[list[T]]:
    """Groups of texts with enough sentences to decode together. A group ends with the text that reaches the number."""
    group: list[T] = []
    count = 0
    for text in supply:
        group.append(text)
        count += sentences(text)
        if max(count, len(group)) >= ahead:
            yield group
            group, count = [], 0
    if group:
        yield group
