"""From what was proposed for a sentence to its edits."""

from __future__ import annotations

import pytest

from gec.edits.align import Proposal
from gec.guards.sentence import allowed, candidates, surer
from gec.rules.engine import faults, known

TEXT = "She recieve two letter every week."


def test_an_edit_has_a_type_and_a_confidence() -> None:
    found = [Proposal(4, 11, "receives", 6.0), Proposal(16, 22, "letters", 12.0)]
    spelling, number = (one.edit for one in candidates(TEXT, found, {"odds": 4.0}))
    assert (spelling.type, number.type) == ("R:SPELL", "R:NOUN:NUM")
    assert number.confidence > spelling.confidence > 0.5  # the model is twice as sure
    spelling, number = (one.edit for one in candidates(TEXT, found, {"old unknown": 2.0}))
    assert spelling.confidence > number.confidence == 0.5


def test_frequent_neighbours_raise_the_confidence() -> None:
    said, weights = "He depends of his wife.", {"usage": 12.0}
    right, wrong = (candidates(said, [Proposal(11, 13, word, 2.0)], weights)[0].edit for word in ("on", "at"))
    assert right.confidence > 0.5 > wrong.confidence


def test_a_finding_of_a_rule_has_the_confidence_of_the_rule() -> None:
    text, weights = "I think i am late.", {"fault odds": 12.0, "odds": 12.0, "always": -9.0}
    alone, agreed = (candidates(text, [Proposal(8, 9, "I", odds, fault=3.0)], weights)[0] for odds in (None, 4.0))
    assert alone.edit.confidence == pytest.approx(0.9526)
    assert agreed.edit.confidence < 0.5  # what the model finds as well is weighed like other edits


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


def test_the_odds_of_the_speller_decide_about_its_edits() -> None:
    found = [Proposal(4, 11, "receive", None, 3.0), Proposal(16, 22, "letters", 12.0)]
    spelling, other = candidates(TEXT, found, {"spelling odds": 12.0, "odds": 12.0})
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


def test_only_the_respellings_that_a_refused_edit_includes_come_back() -> None:
    text = "recieve " * 40
    swaps = [Proposal(start, start + 7, "receive", None, 6.0) for start in range(0, len(text), 8)]
    told = Proposal(80, 95, "receiving", 9.0, 6.0)  # includes two of them
    found = [one.edit for one in surer(text, [], [told], swaps, {})]
    assert [(edit.start, edit.replacement) for edit in found] == [(80, "receive"), (88, "receive")]


def test_half_of_a_move_is_dropped() -> None:
    """A guard refuses to delete *still*, so it is not inserted elsewhere."""
    text = "They still go there now."
    away, back = Proposal(5, 11, "", 9.0), Proposal(20, 20, "still ", 9.0)
    assert candidates(text, [back], {"odds": 1.0})
    assert not candidates(text, [away, back], {"odds": 1.0})


def test_both_halves_of_a_move_have_one_confidence() -> None:
    away, back = Proposal(0, 7, "", 9.0), Proposal(11, 11, "always ", 1.0)
    first, second = candidates("Always she go there.", [away, back], {"odds": 1.0})
    assert first.edit.confidence == second.edit.confidence < 0.55
