"""A second run finds nothing: changed sentences are read again until nothing changes, or left as they were."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.correction import FirstReading, corrections, let_through, settled
from gec.edits.edit import Edit, apply
from gec.edits.policy import Policy
from gec.text.formats import prose_of
from gec.text.prose import Prose

STEPS = {"one": "two", "two": "three", "ping": "pong", "pong": "ping", "a": "b", "b": "c", "c": "d", "d": "e"}


def propose(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
    """Every word with a successor becomes it. Some chains end, some never do, and some are too long."""
    for text in texts:
        places = [(text.index(word), word) for word in STEPS if f" {word} " in f" {text.rstrip('.')} "]
        found = [(at, word) for at, word in places if f" {text.rstrip('.')} ".index(f" {word} ") == at]
        yield tuple(Edit(at, at + len(word), STEPS[word]) for at, word in sorted(found))


def run(text: str, format: str = "plain") -> str:
    prose = prose_of(text, format)
    [first] = corrections([prose], propose)
    [edits] = settled([FirstReading(prose, first.edits)], [first.edits], propose)
    return apply(text, edits)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Take one now.", "Take three now."),
        ("Say ping now. Take one now.", "Say ping now. Take three now."),
        ("Have a now.", "Have a now."),  # needs four rounds
        ("Have b now.", "Have e now."),
        ("Nothing here.", "Nothing here."),
        ("", ""),
    ],
)
def test_changed_sentences_are_read_again_until_nothing_changes(text: str, expected: str) -> None:
    assert run(text) == expected
    assert run(expected) == expected


@given(st.lists(st.sampled_from(["one", "ping", "x", "b", "a", "end.", "So", "\n\n", "**", "`two`"]), max_size=30))
def test_correcting_the_result_again_finds_nothing(words: list[str]) -> None:
    for format in ("plain", "markdown"):
        after = run(" ".join(words), format)
        assert run(after, format) == after


def test_footnotes_are_read_again_too() -> None:
    text = "A" + "\\footnote{Put one.}" * 4 + "\n\nTake one.\n"
    assert run(text, "latex") == text.replace("one", "three")


def test_lines_that_become_sentences_of_their_own_are_read_again() -> None:
    def steps(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        for text in texts:
            first = {"Take one now.": Edit(5, 8, "two"), "so": Edit(0, 2, "So")}
            yield tuple(edit for start, edit in first.items() if text.startswith(start))

    prose = prose_of("Take one now.\nIt is fine.\nso it is here\nTake one now.\n", "markdown")
    [found] = corrections([prose], steps)
    [edits] = settled([FirstReading(prose, found.edits)], [found.edits], steps)
    assert apply(prose.text, edits) == "Take two now.\nIt is fine.\nSo it is here\nTake two now.\n"


def test_no_sentence_is_read_twice_while_a_text_is_settled() -> None:
    asked: list[str] = []

    def noted(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        asked.extend(texts)
        return propose(texts)

    prose = prose_of("Have b now. Take two now. Take two now.")
    [found] = corrections([prose], propose)
    settled([FirstReading(prose, found.edits)], [found.edits], noted)
    assert asked == ["Have c now.", "Take three now.", "Have d now.", "Have e now."]


def test_edits_that_the_user_hides_stay_hidden_in_later_rounds() -> None:
    prose = prose_of("Take one now.")
    [first] = corrections([prose], propose)
    two = [FirstReading(prose, first.edits)]
    [only_two] = settled(
        two,
        [one.edits for one in two],
        propose,
        lambda _, edits, others: tuple(e for e in edits if e.replacement == "two"),
    )
    assert apply(prose.text, only_two) == "Take two now."


def test_policy_and_caller_filter_the_edits_of_every_round() -> None:
    text = 'Take one now. He said "take one now" to me. Say ping now.\n\n<!-- gec: off -->\n\nTake one now.\n'
    prose = prose_of(text, "markdown")
    found = [FirstReading(prose, one.edits) for one in corrections([prose], propose)]
    assert len(found[0].edits) == 4

    def no_three(now: Prose, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        return tuple(edit for edit in edits if edit.replacement != "three")

    [once] = let_through(found, Policy(), again=None)
    assert apply(text, once.edits) == text.replace("one now", "two now", 1).replace("ping", "pong")
    [rested] = let_through(found, Policy(), again=propose)
    assert apply(text, rested.edits) == text.replace("one now", "three now", 1)
    [kept] = let_through(found, Policy(), again=propose, also=no_three)
    assert apply(text, kept.edits) == text.replace("one now", "two now", 1)


WORDS = st.sampled_from(["one", "ping", "x", "b", "a", "end."])


@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=5))
def test_texts_read_together_have_the_same_result_as_alone(texts: list[str]) -> None:
    rounds: list[int] = []

    def counted(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        rounds.append(len(sentences))
        return propose(sentences)

    proses = [prose_of(text) for text in texts]
    first = [FirstReading(prose, one.edits) for prose, one in zip(proses, corrections(proses, propose), strict=True)]
    together = let_through(first, Policy(), again=counted)
    assert len(rounds) <= 3 + max((len(one.edits) for one in first), default=0)
    assert together == [passed for one in first for passed in let_through([one], Policy(), again=propose)]


def stop(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
    """Add a stop to sentences without one."""
    for text in texts:
        yield () if text.endswith(".") else (Edit(len(text), len(text), "."),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A heading\n\n- an item\n- another one\n", "# A heading\n\n- an item\n- another one\n"),
        ("| a | cell |\n|---|---|\n| and | another |\n", "| a | cell |\n|---|---|\n| and | another |\n"),
        ("It rains. We stay *here*\n", "It rains. We stay *here*.\n"),  # a paragraph ends in a sentence
    ],
)
def test_cells_items_and_headings_need_no_stop(text: str, expected: str) -> None:
    [found] = corrections([prose_of(text, "markdown")], stop)
    assert found.text == expected
    [plain] = corrections(["I am here"], stop)
    assert plain.text == "I am here."


def test_an_edit_is_in_its_sentence_also_at_the_end_of_markup() -> None:
    text = "*Look at the* **red car**\n\nIt is here. Go.\n"

    def stop(texts: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
        return ((Edit(0, 0, '"'), Edit(len(one), len(one), '"')) for one in texts)

    [found] = corrections([prose_of(text, "markdown")], stop)
    assert found.text == '"*Look at the* **red car**"\n\n"It is here." "Go."\n'
    for start, end in found.sentences:
        assert sum(start <= edit.start and edit.end <= end for edit in found.edits) == 2


LONG = """
import resource, sys
from gec.correction import FirstReading, corrections, let_through
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.text.formats import prose_of

def propose(texts):
    for text in texts:
        yield (Edit(3, 10, "receive", "R:SPELL", 0.95),) if text.startswith("We recieve") else ()

[found] = corrections([prose := prose_of("We recieve letters\\nand more. They go.\\n" * int(sys.argv[1]))], propose)
[passed] = let_through([FirstReading(prose, found.edits)], Policy(), again=propose)
assert len(passed.edits) == int(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@pytest.mark.slow
def test_a_long_text_full_of_errors_takes_little_memory() -> None:
    def megabytes(lines: int) -> float:
        run = subprocess.run([sys.executable, "-c", LONG, str(lines)], capture_output=True, text=True, check=True)
        return float(run.stdout)

    few, many = 10_000, 40_000
    text = (many - few) * len("We recieve letters\nand more. They go.\n") / 1e6
    assert (megabytes(many) - megabytes(few)) / text < 40  # megabytes per megabyte of text
