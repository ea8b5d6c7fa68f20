"""Substitutions are counted if the words look nothing alike."""

from __future__ import annotations

from pathlib import Path

from gec.training import swaps

PAIRS = [
    ("He said me it.", "He told me it."),  # once
    ("She arrived to Rome.", "She arrived in Rome."),
    ("She arrived to Rome at noon.", "She arrived in Rome at noon."),
    ("I was to Rome.", "I was in Rome."),
    ("They went to school.", "They go to school."),  # forms of one word
    ("It is quiet nice.", "It is quite nice."),  # alike
]


def test_a_frequent_substitution_is_kept() -> None:
    found = [swap for pair in PAIRS for swap in swaps.swaps(*pair)]
    assert sorted(found) == [("said", "told"), ("to", "in"), ("to", "in"), ("to", "in")]
    assert swaps.lines([*found, ("to", "at")] * swaps.OFTEN) == ["said told", "to at in"]


def test_deletions_and_insertions_must_be_more_frequent() -> None:
    pairs = [("I go to home.", "I go home."), ("I am nurse.", "I am a nurse.")]
    found = [swap for pair in pairs for swap in swaps.swaps(*pair)]
    assert found == [("to", "-"), ("-", "a")]
    assert swaps.lines(found * swaps.OFTEN) == []
    assert swaps.lines(found * swaps.FREELY) == ["- a", "to -"]


def test_both_kinds_of_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "learner.txt").write_text("# level=B1\nI [was|went] home.\n", encoding="utf-8")
    (tmp_path / "pairs.jsonl").write_text('{"src": "He said me.", "tgt": "He told me."}\n', encoding="utf-8")
    found = [pair for name in ("learner.txt", "pairs.jsonl") for pair in swaps.pairs(tmp_path / name)]
    assert found == [("I was home.", "I went home."), ("He said me.", "He told me.")]
