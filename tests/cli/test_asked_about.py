"""What the program says about itself: similar commands, types of edits, and settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from asked import FAULTY, gec

from gec.edits.message import NAMES


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("corect x", "no such command or file: corect; do you mean gec correct x?"),
        ("check a.txt", "no such command: check; do you mean gec correct --check a.txt?"),
        ("fix", "no such command: fix; do you mean gec correct --fix FILE?"),
        ("a.txt", "a.txt is not a command; to correct it: gec correct a.txt"),
        (". --check", ". is not a command; to correct it: gec correct . --check"),
        ("a.tx", "no such command or file: a.tx; do you mean gec correct a.txt?"),
        ("x.md", "no such command or file: x.md; gec --help lists the commands\n"),
        ("rule list", "no such command: rule; do you mean gec rules list or gec correct rule list?"),
        ("evals", "no such command or file: evals; do you mean gec eval or gec correct evils?"),
        ("correct a.tx", "a.tx: no such file; do you mean a.txt?"),
        ("frobnicate", "no such command or file: frobnicate; gec --help lists the commands\n"),
        ("rules lst x", "no such command: lst; do you mean gec rules list?"),
        ("explain verbes", "verbes is not a type of edit or a rule; do you mean VERB?"),
        ("config nope", "nope: no such file or folder; give one that exists"),
        ("rules test nope", "nope: no such file; give one that exists"),
        ("rules test .", ".: is a folder; name a file"),
        ("explain", "missing argument 'TYPE|RULE|NAME...'; "),
        (
            "correct --select confused-wrds a.txt",
            "--select: confused-wrds is not a type of edit or a rule; do you mean ",
        ),
        ("explain blue", "blue is not a type of edit or a rule; gec types and gec rules"),
    ],
)
def test_a_wrong_word_costs_one_line_that_says_what_was_meant(project: Path, words: str, said: str) -> None:
    for name in ("a.txt", "rule", "evils"):
        (project / name).write_text(FAULTY)
    assert gec(*words.split(), code=2).stderr.startswith(f"error: {said}")


@pytest.mark.parametrize("words", ["check --format jsonl", "corect", "types", "a.txt", "a.tx", "x" * 200])
def test_a_hint_stays_one_short_line_whatever_was_given(project: Path, words: str) -> None:
    (project / "a.txt").write_text(FAULTY)
    said = gec(*words.split(), *(f"chapter{number}.txt" for number in range(300)), code=2).stderr
    assert len(said) < 180
    assert said.count("\n") == 1
    assert "..." in said


def test_a_text_instead_of_a_file_is_told_of_stdin(project: Path) -> None:
    said = gec("I has an apple.", code=2).stderr
    assert said == "error: no such command or file: I has an apple.; gec correct - reads a text from stdin\n"


def test_every_command_explains_itself() -> None:
    for line in gec("--help").stdout.partition("Commands:\n")[2].splitlines():
        command = line.split()[0]
        assert gec(command, "--help").stdout.startswith(f"Usage: gec {command} [OPTIONS]")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_for_the_shell(shell: str) -> None:
    assert f"_GEC_COMPLETE={shell}_complete" in gec("completion", shell).stdout


def test_every_type_is_listed_and_explained(project: Path) -> None:
    listed = [line.split()[0] for line in gec("types").stdout.splitlines()]
    assert listed == list(NAMES)
    said = gec("explain", *listed).stdout
    assert all(f"{kind}: {name}\n" in said for kind, name in NAMES.items())
    assert "The list of names are long. → The list of names is long." in gec("explain", "r:verb:sva").stdout
    assert "U:DET: unnecessary" in gec("explain", "det").stdout
    assert "verbs.gerund  Use the -ing form" in gec("explain", "verbs").stdout


def test_all_that_a_finding_shows_can_be_typed_back(project: Path) -> None:
    """Its type, its rule, and the name of the mistake in brackets, with blanks or hyphens."""
    (project / "a.txt").write_text(
        "Their is a dog there.\nHe go to school yesterday.\nIt is bigger then me.\nI recieve it.\n"
        "I am agree with you.\nThe the dog is here.\nHe has many informations.\nIts raining, and he dont know it.\n"
    )
    said = gec("correct", "--check", "--explain", "a.txt", code=1).stdout.splitlines()
    names = set()
    for finding, explained in zip(said[::2], said[1::2], strict=True):
        place, kind, _ = finding.split(" ", 2)
        [mistake] = re.findall(r"\(([^()]+)\) \[[\d.]+\]$", finding)
        rule = re.findall(r"\[([\w.-]+)\]$", explained)
        groups = [one.partition(".")[0] for one in rule]
        for name in (kind, kind[2:], mistake, mistake.replace(" ", "-"), *rule, *groups):
            names.add(name)
            assert place in gec("correct", "--check", "--select", name, "a.txt", code=1).stdout
            assert f"{place} {kind}" not in gec("correct", "--ignore", name, "--check", "a.txt", code=1).stdout
            assert gec("explain", name).stdout
    assert {"confused words", "verb tense", "R:SPELL", "phrases.agree"} <= names


def test_a_rule_is_explained_as_a_type_is(project: Path) -> None:
    said = gec("explain", "possessives.apostrophe").stdout
    rule, why, example = said.splitlines()
    assert (rule, why) == ("possessives.apostrophe", "  Use an apostrophe to show possession: today's paper.")
    assert example == "  Todays weather is fine. → Today's weather is fine."


def test_settings_are_shown_with_their_origin(project: Path) -> None:
    (project / ".gec.toml").write_text('\nignore = ["PUNCT"]\nmin-confidence = 0.5\n')
    (project / ".gec-words").write_text("frob\n")
    (project / "below").mkdir()
    rows = {line.split()[0]: line for line in gec("config", "below").stdout.splitlines()}
    place = project / ".gec.toml"
    assert rows["ignore"].split() == ["ignore", "PUNCT", f"{place}:2"]
    assert rows["min-confidence"].split() == ["min-confidence", "0.5", f"{place}:3"]
    assert rows["comments"].split() == ["comments", "false", "default"]
    assert rows["dictionary"].split() == ["dictionary", "1", "word", str(project / ".gec-words")]


def test_fix_is_the_same_as_write_and_quiet_prints_nothing(project: Path) -> None:
    (project / "a.md").write_text(f"{FAULTY}\n<!-- gec: offf -->\n")
    run = gec("correct", "--fix", "a.md")
    assert run.stderr == "warning: a.md:3: “gec: offf”: offf is not a remark that gec knows; do you mean off?\n" + (
        "2 corrections in 1 of 1 file\n"
    )
    (project / "a.md").write_text(f"{FAULTY}\n<!-- gec: offf -->\n")
    assert gec("correct", "--write", "--quiet", "a.md").stderr == ""
    assert "They were happy." in (project / "a.md").read_text()


def test_accepted_findings_are_counted(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    gec("correct", "--write-baseline", "a.txt")
    assert gec("correct", "--check", "a.txt").stderr == "nothing to correct in 1 file, 2 accepted\n"
    (project / "a.txt").write_text(f"{FAULTY}It stop at every station.\n")
    assert gec("correct", "--check", "a.txt", code=1).stderr == "1 correction in 1 of 1 file, 2 accepted\n"
