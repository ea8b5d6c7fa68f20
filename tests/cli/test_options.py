"""Error messages for wrong options: one line with the option, the given value, and the expected values."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from asked import FAULTY, gec

WRONG = [
    ("--select", "nope", "nope is not a type of edit; the types are ADJ"),
    ("--ignore", "VERB,r:spel", "r:spel is not a type of edit or a rule; do you mean R:SPELL?"),
    ("--select", "", "an empty name is not a type of edit"),
    ("--dialect", "fr", "'fr' is not one of us, gb, au, ca"),
    ("--format", "xml", "'xml' is not one of text, json"),
    ("--decode", "nope", "'nope' is not one of greedy, aggressive"),
    ("--engine", "nope", "'nope' is not one of auto, float, int8"),
    ("--min-confidence", "x", "'x' is not a number from 0 to 1"),
    ("--min-confidence", "1.5", "1.5 is not a number from 0 to 1"),
    ("--jobs", "x", "'x' is not a whole number of at least 1"),
    ("--max-line", "0", "0 is not a whole number of at least 1"),
    ("--encoding", "klingon", "klingon: no such encoding; try utf-8"),
    ("--encoding", "", "an empty name: no such encoding"),
    ("--include", "[", "'[' is not a glob; expected one as in .gitignore"),
    ("--model", "", "the name is empty"),
    ("--baseline", "", "the path is empty"),
]


@pytest.mark.parametrize(("option", "value", "said"), WRONG)
def test_a_wrong_value_gets_one_line_with_the_option_and_valid_values(option: str, value: str, said: str) -> None:
    line = gec("correct", option, value, "-", code=2).stderr
    assert line.startswith(f"error: {option}: {said}")
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--model=", "--model: the name is empty; leave the option out to use the model that ships with gec"),
        ("--engine=nope", "--engine: 'nope' is not one of auto, float, int8"),
        ("--decode=nope", "--decode: 'nope' is not one of greedy, aggressive, blockwise, auto"),
    ],
)
def test_all_commands_have_the_same_options_for_correcting(words: str, said: str) -> None:
    commands = ["correct -", "batch - -o out", "serve", "lsp", "eval x.m2", "bench decode x", "bench passages x"]
    without = {"--engine=nope": 6, "--decode=nope": 5}  # commands that measure have ways of their own
    for command in commands[: without.get(words, 7)]:
        assert gec(*command.split(), words, code=2).stderr.startswith(f"error: {said}"), command


@pytest.mark.parametrize("command", ["correct -", "batch - -o out", "serve --port 0", "lsp"])
@pytest.mark.parametrize(
    "words", ["--precision --min-confidence 0.0", "--min-confidence 0.2 --precision", "--recall --min-confidence 1"]
)
def test_two_thresholds_are_refused(command: str, words: str) -> None:
    found = gec(*command.split(), *words.split(), code=2)
    preset = "recall" if "recall" in words else "precision"
    said = f"error: --{preset} and --min-confidence both set the threshold; use only one of them\n"
    assert (found.stderr, found.stdout) == (said, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--rewrite --jobs 2", "--rewrite or --decode pipelined does not use --jobs"),
        ("--decode pipelined --jobs 2", "--rewrite or --decode pipelined does not use --jobs"),
        ("--precision --min-confidence 0.5", "--precision and --min-confidence both set the threshold"),
        ("--diff --statistics", "--diff shows changes, and --statistics only counts"),
        *(
            (f"--explain {words}", f"--explain needs a list of findings, and {name} prints none")
            for words, name in [
                ("--check --statistics", "--statistics"),
                ("--check --format sarif", "--format sarif"),
                ("--diff", "--diff"),
                ("--write", "--write"),
                ("--interactive", "--interactive"),
                ("--write-baseline", "--write-baseline"),
            ]
        ),
        ("--explain --check --format json", "--format json has an explanation in each `why`; leave --explain out"),
        ("--explain --watch --format jsonl", "--format jsonl has an explanation in each `why`; leave --explain out"),
        ("--nope", "no such option: --nope"),
        ("--jobs", "Option '--jobs' requires an argument"),
        ("--check=yes", "Option '--check' does not take a value"),
    ],
)
def test_contradicting_options_are_refused_in_one_line(words: str, said: str, project: Path) -> None:
    (project / "a.txt").write_text("They was happy.")
    line = gec("correct", "a.txt", *words.split(), code=2).stderr
    assert line.startswith(f"error: {said}")
    assert line.count("\n") == 1
    assert (project / "a.txt").read_text() == "They was happy."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("completion tcsh", "'tcsh' is not one of"),
        ("dictionary add 1234", "'1234' has no letter"),
        ("dictionary add 'two words'", "'two words' is not a single word"),
        ("train run --minutes inf a.toml", "--minutes: 'inf' is not a number above 0"),
        ("serve --decode pipelined", "'pipelined' is not one of"),
        ("correct --min-confidence nan -", "--min-confidence: 'nan' is not a number from 0 to 1"),
        ("correct --exclude [ a.txt", "--exclude: '[' is not a glob"),
        ("correct --interactive -", "--interactive needs files"),
        ("correct --interactive --write a.txt", "use only one of them"),
        ("correct --interactive --check a.txt", "--check does not; use only one of them"),
        ("correct --interactive --format json a.txt", "--interactive is for people"),
        ("correct --write -", "--write (--fix) needs files"),
        ("correct --write", "--write (--fix) needs files"),
        ("correct --write ''", "the path is empty; use . for this folder"),
        ("correct --fix --check a.txt", "--write (--fix) changes files, and --check does not"),
        ("correct --write --diff a.txt", "use only one of them"),
        ("correct --write --write-baseline a.txt", "--write-baseline does not"),
        ("correct --write-baseline --format jsonl a.txt", "--write-baseline accepts findings"),
        ("correct --diff --format json a.txt", "use only one of them"),
        ("correct --format junit --statistics a.txt", "--statistics prints only text or JSON"),
        ("correct --watch", "--watch needs files or folders"),
        ("correct --watch --write a.txt", "--watch prints only lists"),
        ("correct --precision --recall a.txt", "use only one of them"),
        ("correct --recall --precision a.txt", "use only one of them"),
        ("correct --stdin-filename a.md a.txt", "the name of stdin, but stdin is not read; add -"),
    ],
)
def test_impossible_options_are_refused(words: str, said: str) -> None:
    run = gec(*shlex.split(words), code=2)
    assert run.stderr.startswith("error: ")
    assert said in run.stderr
    assert run.stdout == ""


def test_a_missing_table_is_told_with_the_line_that_names_it(project: Path) -> None:
    (project / ".gec.toml").write_text('# mine\nrules = ["no.toml"]\n')
    (project / "a.txt").write_text(FAULTY)
    assert ".gec.toml:2: rules: " in gec("correct", "a.txt", code=2).stderr


def test_a_rule_of_the_project_can_be_named(project: Path) -> None:
    (project / ".gec.toml").write_text('rules = ["house.toml"]')
    rule = '[[rule]]\nid = "house.plain"\nwhy = "Plain."\nrows = "utilize -> use"\nexamples = ["[utilize|use] it"]'
    (project / "house.toml").write_text(rule)
    (project / "a.txt").write_text("They utilize it.\n")
    assert gec("correct", "--ignore", "house.plain", "a.txt").stdout == "They utilize it.\n"
