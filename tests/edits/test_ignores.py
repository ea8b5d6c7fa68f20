"""An author's remarks hide what they say and nothing else, and those that hide nothing are told."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit
from gec.edits.ignores import Remark, hidden, ignores
from gec.edits.policy import Policy
from tests.linear import linear, seconds

TEXT = """one
# gec: off
two
# gec: on
three
# gec: ignore-next-line

four
five
"""


def remarks(text: str) -> list[Remark]:
    found, place = [], 0
    for line in text.splitlines(keepends=True):
        if line.startswith("#"):
            found.append((place, place + len(line.rstrip()), line[1:].strip()))
        place += len(line)
    return found


def edits(text: str, *words: str, kind: str = "R:SPELL") -> list[Edit]:
    return [Edit(text.index(word), text.index(word) + len(word), "x", kind) for word in words]


def left(text: str, kind: str = "R:SPELL", policy: Policy | None = None) -> list[str]:
    words = [line for line in text.splitlines() if line and not line.startswith("#")]
    passed = (policy or Policy()).filter(text, edits(text, *words, kind=kind), remarks(text))
    return [text[edit.start : edit.end] for edit in passed.edits]


def idle(text: str, *words: str, policy: Policy | None = None) -> list[str]:
    passed = (policy or Policy()).filter(text, edits(text, *words), remarks(text))
    return [one.said for one in passed.idle]


def test_off_on_and_the_next_line() -> None:
    assert left(TEXT) == ["one", "three", "five"]


@pytest.mark.parametrize("text", ["# gec: ignore-next-line\nHe go home\n", "# gec: off\nHe go home"])
def test_an_insertion_after_the_last_word_is_hidden_too(text: str) -> None:
    place = text.index("home") + 4
    passed = Policy().filter(text, [Edit(place, place, ".", "M:PUNCT")], remarks(text))
    assert (passed.edits, passed.idle) == ((), ())


def test_off_without_on_holds_to_the_end() -> None:
    assert left("one\n# gec: off\ntwo\nthree\n") == ["one"]


@pytest.mark.parametrize(("kind", "hidden"), [("R:SPELL", True), ("M:DET", True), ("R:VERB:SVA", False)])
def test_types_may_be_named(kind: str, hidden: bool) -> None:
    assert ("two" in left("one\n# gec: off SPELL, det\ntwo\n", kind)) is not hidden


def test_a_mistake_may_be_named_as_messages_name_it() -> None:
    text = "# gec: off confused-words\nbigger then you, and teh rest\n"
    then, teh = text.index("then"), text.index("teh")
    edits = [
        Edit(then, then + 4, "than", "R:SPELL", original="then"),
        Edit(teh, teh + 3, "the", "R:SPELL", original="teh"),
    ]
    away, idle = hidden(edits, ignores(text, [(0, 25, "gec: off confused-words")]))
    assert (away, idle) == ({edits[0]}, ())


def test_remarks_that_hide_nothing_are_told() -> None:
    assert idle(TEXT, "two", "four") == []
    assert idle(TEXT, "one") == ["gec: off", "gec: ignore-next-line"]
    # Whoever looks at verbs alone does not want to hear that a spelling remark is idle.
    assert idle(TEXT, "two", "four", policy=Policy(select=("VERB",))) == []


@pytest.mark.parametrize("said", ["gec: of", "gec: off VRB", "gec:", "gec: ignore-next-lines"])
def test_a_remark_that_cannot_be_understood_hides_nothing(said: str) -> None:
    text = f"# {said}\none\n"
    (one,) = ignores(text, remarks(text))
    assert one.trouble
    assert left(text) == ["one"]
    place = text.index("\n")
    put_in = [Edit(place, place, ".", "M:PUNCT")]  # right behind it
    assert list(Policy().filter(text, put_in, remarks(text)).edits) == put_in


def test_other_comments_are_no_remarks() -> None:
    text = "# see gec: off\n# about gec\n#\none\n"
    assert ignores(text, remarks(text)) == ()


def test_the_last_line_has_no_next() -> None:
    assert ignores("# gec: ignore-next-line", remarks("# gec: ignore-next-line"))[0].start == 23


def test_nested_remarks_hide_the_types_that_they_name() -> None:
    text = "one\n# gec: off\ntwo\n# gec: off SPELL\n# gec: ignore-next-line\nthree\n# gec: on\n# gec: off DET\nfour\n"
    assert left(text) == ["one", "four"]
    assert left(text, "M:DET") == ["one"]
    assert idle(text, "two") == ["gec: off SPELL", "gec: ignore-next-line", "gec: off DET"]
    assert idle(text, "three") == ["gec: off DET"]


def test_time_grows_with_the_remarks_and_not_with_their_square() -> None:
    def took(size: int) -> float:
        text = "# gec: off\n" * size + "one\n" * size
        own = [(place, place + 10, "gec: off") for place in range(0, 11 * size, 11)]
        found = [Edit(place, place + 3, "two", "R:SPELL") for place in range(11 * size, 15 * size, 4)]
        own[0] = (0, 10, f"gec: off SPELL,{' ' * 9 * size}R:SPELL")

        def filtered() -> None:
            passed = Policy().filter(text, found, own)
            assert (passed.edits, passed.idle) == ((), ())

        return seconds(filtered)

    assert seconds(ignores, "x", [(0, 1, f"gec: off SPELL{' ' * 50_000}DET")]) < 1
    assert linear(took, 500, 4_000, room=3, least=0.002)
