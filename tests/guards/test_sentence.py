"""From what was proposed for a sentence to its edits."""

from __future__ import annotations

import pytest

from gec.edits.align import Proposal
from gec.edits.confidence import features
from gec.edits.edit import Edit
from gec.guards.sentence import allowed, candidates, surer
from gec.rules.engine import faults, known

TEXT = "She recieve two letter every week."


def test_an_edit_has_a_type_and_features() -> None:
    spelling, number = candidates(TEXT, [Proposal(4, 11, "receives", 6.0), Proposal(16, 22, "letters", 12.0)], {})
    assert number.edit.type == "R:NOUN:NUM"
    of_its_type = {"R", "R:NOUN:NUM", "usage R:NOUN:NUM"}
    assert {*of_its_type, "alike", "odds", "usage", "company", "words", "always"} == set(number.features)
    assert "old unknown" in spelling.features
    assert "new unknown" not in spelling.features
    assert number.features["odds"] == 2 * spelling.features["odds"]


def test_frequent_neighbours_raise_the_confidence() -> None:
    said = "He depends of his wife."
    right, wrong = (candidates(said, [Proposal(11, 13, word, 2.0)], {})[0].features["usage"] for word in ("on", "at"))
    assert right > 0 > wrong


def test_a_finding_of_a_rule_has_one_feature() -> None:
    text = "I think i am late."
    alone, agreed = (candidates(text, [Proposal(8, 9, "I", odds, fault=3.0)], {})[0] for odds in (None, 4.0))
    assert set(alone.features) == {"fault odds"}
    assert alone.edit.confidence == pytest.approx(0.9526)
    assert "odds" in agreed.features


def test_a_finding_of_a_rule_passes_guards_for_guesses() -> None:
    examples = [one.wrong for rule in known().values() for one in rule.examples if one.wrong != one.right]
    found = [(text, fault) for text in examples for fault in faults(text)]
    spared = [
        (text, one.rule)
        for text, one in found
        if not allowed(text, Proposal(one.start, one.end, one.replacement, None, fault=one.odds, rule=one.rule))
    ]
    assert not spared


def test_without_weights_the_odds_of_the_model_decide() -> None:
    even, surer, sure = (candidates(TEXT, [Proposal(16, 22, "letters", odds)], {})[0].edit for odds in (0.0, 1.0, 40.0))
    assert even.confidence == 0.5
    assert surer.confidence == pytest.approx(0.7311)
    assert sure.confidence > 0.9999


def test_an_unknown_word_is_replaced_only_by_a_similar_one() -> None:
    proposed = [Proposal(0, 6, "Get", 30.0), Proposal(13, 17, "a lot", 30.0)]
    found = candidates("fsspec reads alot of zarrs.", proposed, {})
    assert [one.edit.replacement for one in found] == ["a lot"]


def test_implausible_corrections_are_no_candidates() -> None:
    assert not (candidates(TEXT, [Proposal(4, 34, "", 30.0)], {}))


def test_the_spellers_odds_are_a_feature() -> None:
    found = [Proposal(4, 11, "receive", None, 3.0), Proposal(16, 22, "letters", 12.0)]
    spelling, other = candidates(TEXT, found, {"spelling odds": 12.0, "odds": 12.0})
    assert spelling.features["spelling"] == spelling.features["spelling alone"] == 1.0
    assert "odds" not in spelling.features
    assert spelling.edit.confidence == pytest.approx(0.9526, abs=1e-4)
    assert other.edit.confidence > 0.9999


def test_a_dependent_edit_has_at_most_the_confidence_of_the_other() -> None:
    weights = {"spelling odds": 12.0, "odds": 12.0}
    found = [Proposal(0, 4, "They", None, 0.5), Proposal(5, 7, "are", 9.0)]
    name, verb = candidates("Thuy is my friend.", found, weights)
    assert name.edit.confidence == verb.edit.confidence < 0.7
    comma = Proposal(4, 4, ",", 9.0)
    assert candidates("Thuy is my friend.", [found[0], comma], weights)[1].edit.confidence > 0.99


def test_a_respelling_is_kept_if_the_models_edit_is_refused_or_far_less_certain() -> None:
    """*I recieve mail* is read as *I receive mail*, of which a small model makes *I am coming by*."""
    text = "I recieve mail."
    swap = Proposal(2, 9, "receive", None, 6.0)

    def shown(told: Proposal) -> list[str]:
        return [one.edit.replacement for one in surer(text, candidates(text, [told], {}), [told], [swap], {})]

    assert shown(Proposal(2, 14, "am coming by", 2.0, 6.0)) == ["receive"]
    assert shown(Proposal(2, 9, "am receiving", -9.0, 6.0)) == ["receive"]
    assert shown(Proposal(2, 9, "received", 9.0, 6.0)) == ["received"]


def test_a_word_that_the_model_writes_as_it_was_stays() -> None:
    assert surer("I recieve mail.", [], [], [Proposal(2, 9, "receive", None, 6.0)], {}) == []


def test_few_respellings_are_weighed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence full of misspellings that would cost as much as the first time."""
    asked: list[Edit] = []
    monkeypatch.setattr("gec.guards.sentence.features", lambda *about: (asked.append(about[1]), features(*about))[1])
    text = "recieve " * 40
    swaps = [Proposal(start, start + 7, "receive", None, 6.0) for start in range(0, len(text), 8)]
    told = Proposal(80, 95, "receiving", 9.0, 6.0)  # takes two of them along
    found = surer(text, [], [told], swaps, {})
    assert [(one.edit.start, one.features["company"]) for one in found] == [(80, 1.0), (88, 1.0)]
    assert [edit.start for edit in asked] == [72, 80, 88, 96]


def test_half_of_a_move_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """*where was the station* becomes *where was the station was* where a guard takes away one half."""
    text = "He asked where was the station."
    away, back = Proposal(15, 19, "", 9.0), Proposal(30, 30, " was", 9.0)
    monkeypatch.setattr("gec.guards.sentence.refusal", lambda change: "" if change.new else "some guard")
    assert candidates(text, [back], {"odds": 1.0})
    assert not candidates(text, [away, back], {"odds": 1.0})


def test_both_halves_of_a_move_have_one_confidence() -> None:
    away, back = Proposal(0, 7, "", 9.0), Proposal(11, 11, "always ", 1.0)
    first, second = candidates("Always she go there.", [away, back], {"odds": 1.0})
    assert first.edit.confidence == second.edit.confidence < 0.55
