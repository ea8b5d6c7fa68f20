"""Every example of every table, and what nobody wrote down: each word of a class, quotations, lists, long sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.message import NAMES
from gec.language import lexicon
from gec.rules.engine import RuleSet, faults, known
from gec.rules.examine import corrected, failures
from gec.rules.files import Place
from gec.rules.match import Sentence
from gec.rules.rule import Example, Rule, RuleRow, check
from gec.rules.table import classes
from tests.linear import linear, seconds

TABLES = [rule for rule in known().values() if not rule.code]
FRAMES = ("“{}”", "- {}", "As we all know, {}", "It is true: {}", "({})", "A letter from home; {}", "{} And so on.")
# First forms that are also the past of another verb, and what they are said of.
FIRST_FORMS = {
    "found": "a school", "fell": "the old tree", "saw": "the wood", "felt": "the wool", "lay": "the table",
    "wound": "the deer", "bore": "the audience", "ground": "the plane",
}  # fmt: skip
BEHIND = (
    "They did not", "We didn't", "She can", "He could", "We want to", "Let them", "He made us", "They must",
    "You should not", "Did you", "They don't", "I told him to", "She will never", "Who wants to",
)  # fmt: skip
PIECES = [
    "the ", "a, ", "more ", "in ", "“", "us us ", "didn't ", "ab ; ", "people who ", "there is a lot of ", "nobody ",
    "  ", "was ", "the cats of ", ", my cats is ", "if the cats in a ", "a", "tell me what is ", "i ", "a.", "A,", "?",
    "a ,", " .", "yesterday I have ", "wish ", "to to ", "it was was ",
]  # fmt: skip
WORDS = sorted({word for rule in TABLES for row in rule.rows for word in row.find.anchor})


def test_every_pattern_can_be_compiled_and_every_example_holds() -> None:
    for rule in known().values():
        check(rule)
    assert not list(failures(known().values()))


def test_every_rule_says_why() -> None:
    assert not [rule.id for rule in known().values() if len(rule.why.split()) < 3 or rule.why[-1] not in ".?"]
    assert not [rule.id for rule in known().values() if rule.id.partition(".")[0].upper() in NAMES]


def test_no_two_rules_have_the_same_row() -> None:
    rows = sorted((row.said, rule.id) for rule in TABLES for row in rule.rows if not (rule.unless or rule.when))
    assert not [pair for pair in pairwise(rows) if pair[0][0] == pair[1][0]]


@pytest.mark.parametrize("frame", FRAMES)
def test_an_example_is_found_wherever_it_stands(frame: str) -> None:
    """What is wrong is found between other words, as far as its rule asks for no edge there; what is right stands."""
    behind = frame.endswith("{}") and not frame.startswith("-")
    for rule in TABLES:
        alone, said = RuleSet.of([rule]), " ".join(row.said for row in rule.rows)
        for one in rule.examples:
            if (behind and "^" in said) or ("$" in said and frame.startswith("{}")) or one.wrong == one.right:
                continue
            wrong, right = map(frame.format, _inside(one) if behind else (one.wrong, one.right))
            assert corrected(alone, wrong) == right, rule.id
            assert not faults(right), rule.id


def _inside(one: Example) -> tuple[str, str]:
    """The two sides of an example behind other words, where only names keep their capitals."""
    first, _, rest = one.wrong.partition(" ")
    if first.lower() not in lexicon.CLOSED or first == "I":
        return one.wrong, one.right
    wrong, right = (side[0].lower() + side[1:] for side in (one.wrong, one.right))
    name = one.right.partition(" ")[0]
    return wrong, one.right if name == "I" or name in rest.split() else right


def test_each_word_of_a_class_stands_for_another() -> None:
    """Where an example has a word of a class, it is found with the other words of this class as well."""
    draw = random.Random(0)
    for rule in TABLES:
        alone = RuleSet.of([rule])
        for one in (one for one in rule.examples if one.wrong != one.right):
            for other in _swapped(alone, one.wrong, draw):
                assert corrected(alone, other) != other, rule.id


def _swapped(rules: RuleSet, text: str, draw: random.Random) -> Iterator[str]:
    sentence = Sentence(text)
    for match, _, row in rules.index.matches(sentence):
        for name, at in match.names.items():
            words = sorted(filter(str.isalpha, row.classes.get(name, ()))) if f"{{{name}}}" in row.said else []
            start, end = sentence.spans[at]
            loud = text[start].isupper() and sentence.low[at] != sentence.words[at]
            for word in draw.sample(words, min(5, len(words))):
                yield text[:start] + (word[0].upper() + word[1:] if loud else word) + text[end:]


@pytest.mark.parametrize("verb", FIRST_FORMS)
def test_a_base_form_that_is_also_a_past_is_not_changed(verb: str) -> None:
    """They did not fell the tree; they did not found that school."""
    tables = RuleSet.of(TABLES)
    for before in BEHIND:
        assert not tables.faults(f"{before} {verb} {FIRST_FORMS[verb]}."), before


def test_each_word_of_a_list_is_found_as_its_neighbours_are() -> None:
    """A word list that a pattern names finds each of its words, in every case that it may stand in."""
    for name, words in classes().items():
        found = RuleSet.of([_rule(f"{{{name}}} <zzz>", "yyy")])
        for word in words:
            if not word.startswith("'"):
                assert corrected(found, f"so {word} zzz.") == f"so {word} yyy.", (name, word)


def _rule(find: str, becomes: str) -> Rule:
    place = Place("test", int)
    return Rule("x", "Because.", 3.0, place, (RuleRow(find, becomes, classes(), place),))


@given(
    st.lists(st.sampled_from([*WORDS, ",", ".", "?", "“", "I", "3"]), max_size=12).map(" ".join) | st.text(max_size=60)
)
def test_findings_do_not_overlap_and_change_something(text: str) -> None:
    found = faults(text)
    assert all(one.end < other.start for one, other in pairwise(found))
    assert all(
        one.replacement and text[one.start : one.end] != one.replacement and one.rule in known() for one in found
    )


def test_long_lines_take_linear_time() -> None:
    """Four times as long a line takes four times as long, or nearly so; sixteen times would be too much."""

    def took(piece: str, letters: int) -> float:
        return seconds(faults, piece * (letters // len(piece)))

    assert not [piece for piece in PIECES if not linear(partial(took, piece), 5_000, 20_000, room=2, least=0.0125)]


def test_patterns_with_many_ways_to_match_take_linear_time() -> None:
    """Twice as long a pattern takes eight times as long, or nearly so; if all ways were tried it would be 256 times."""

    def took(optional: int) -> float:
        rules = RuleSet.of([_rule("<b> " + "a? " * optional + "zzz", "c")])
        text = ("b " + "a " * (optional + 1) + "zzz ") * 20
        assert rules.faults(text) == []  # it compiles
        return min(seconds(rules.faults, text) for _ in range(2))

    assert took(16) < 40 * took(8)
