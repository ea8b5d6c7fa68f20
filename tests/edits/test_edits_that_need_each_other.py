"""An edit that needs another goes with it, and only that one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gec.correction import FirstReading, let_through
from gec.edits.classify import classify
from gec.edits.dependent import standing_alone
from gec.edits.edit import Edit, apply
from gec.edits.policy import Policy
from gec.edits.threshold import Threshold
from gec.text.formats import prose_of

_MARKED = re.compile(r"\{([^{}]*?)->([^{}]*?)\}")


def left(written: str, hidden: int) -> list[str]:
    """What is left of the edits of a sentence if one of them is hidden."""
    text = _MARKED.sub(lambda found: found[1], written)
    edits, shift = [], 0
    for found in _MARKED.finditer(written):
        start, (old, new) = found.start() - shift, found.groups()
        edits.append(Edit(start, start + len(old), new, classify(text, start, start + len(old), new)))
        shift += len(found[0]) - len(old)
    return [edit.replacement for edit in standing_alone(text, edits, [*edits[:hidden], *edits[hidden + 1 :]])]


@pytest.mark.parametrize(
    ("written", "hidden"),
    [
        ("He {is->has} always{-> been} late.", 0),
        ("He {is->has} always{-> been} late.", 1),
        ("{Is->Has} he {work->worked} there?", 0),
        ("I{ have->} quickly {go->went} home.", 0),
        ("He asked where{ was->} the station{-> was}.", 0),
        ("{Always ->}she {-> always }goes there.", 1),
        ("{Thuy->They} {is->are} here.", 0),
    ],
)
def test_half_of_a_correction_is_not_made(written: str, hidden: int) -> None:
    assert left(written, hidden) == []


@pytest.mark.parametrize(
    ("written", "hidden", "stays"),
    [
        ("He {is->has} always{-> been} late, and she {go->goes} home.", 0, "goes"),
        ("He {don't->doesn't} {likes->like} it.", 0, "like"),
        ("He {will->would} always {goes->go}.", 0, "go"),
        ("He {is->has} late, and{-> been} there.", 0, " been"),
        ("{Thuy->They} {is->are} here.", 1, "They"),
        ("It is {a->an} {aple->apple}.", 0, "apple"),
    ],
)
def test_independent_edits_are_made(written: str, hidden: int, stays: str) -> None:
    assert left(written, hidden) == [stays]


def passed(text: str, edits: list[Edit], policy: Policy) -> tuple[Edit, ...]:
    [through] = let_through([FirstReading(prose_of(text), tuple(edits))], policy, again=None)
    return through.edits


def test_an_edit_that_needs_a_hidden_one_is_dropped() -> None:
    text = "Thuy is my friend ."
    edits = [Edit(0, 4, "They", "R:SPELL", 0.8), Edit(5, 7, "are", "R:VERB:SVA", 0.9), Edit(17, 18, "", "U:PUNCT", 0.9)]
    assert len(passed(text, edits, Policy())) == 3
    for policy in (Policy(words=frozenset({"Thuy"})), Policy(ignore=("SPELL",)), Policy(threshold=Threshold(0.85))):
        assert passed(text, edits, policy) == (edits[2],)


def test_an_edit_that_needs_an_accepted_finding_is_dropped() -> None:
    """As where *is* became *has* and *been* was put in, and a baseline hides the first."""
    text = "He is always late."
    edits = (Edit(3, 5, "has", "R:VERB", 0.9), Edit(12, 12, " been", "M:VERB", 0.9))
    [through] = let_through(
        [FirstReading(prose_of(text), edits)], Policy(), again=None, wanted=lambda _, some: some[1:]
    )
    assert through.edits == ()


def test_an_article_depends_on_the_next_word_only() -> None:
    text = "He recieve a apple ."
    edits = [Edit(3, 10, "received", "R:SPELL", 0.9), Edit(11, 12, "an", "R:DET", 0.9)]
    for policy in (Policy(words=frozenset({"recieve"})), Policy(ignore=("SPELL",)), Policy(select=("DET",))):
        assert passed(text, edits, policy) == (edits[1],)
    umbrella = [Edit(3, 4, "an", "R:DET", 0.9), Edit(5, 12, "umbrella", "R:SPELL", 0.9)]
    assert passed("It a hombrel .", umbrella, Policy(ignore=("SPELL",))) == ()


@pytest.mark.parametrize(
    ("rule", "text"), [("is -> was", "He was always late."), ("is -> has", "He has always been late.")]
)
def test_an_edit_that_needs_one_replaced_by_a_users_rule_is_dropped(tmp_path: Path, rule: str, text: str) -> None:
    table = tmp_path / "house.toml"
    table.write_text(f'[[rule]]\nid = "house.is"\nwhy = "So."\nrows = "{rule}"\n')
    edits = [Edit(3, 5, "has", "R:VERB", 0.9), Edit(12, 12, " been", "M:VERB", 0.9)]
    assert apply("He is always late.", passed("He is always late.", edits, Policy(rules=(str(table),)))) == text
