"""`gec correct` on the shipped model: what it prints and writes, and its exit codes."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click.testing
import pytest

from gec.cli import group
from gec.edits.edit import Edit, apply

ROOT = Path(__file__).parents[2]
LETTER = ROOT / "corpora" / "letter.txt"
FAULTY = "Yesterday she go to school. They was happy.\r\nIt stop at every station."
CLEAN = "The children were playing in the garden.\n"


def gec(*words: str | Path, stdin: bytes = b"") -> click.testing.Result:
    result = click.testing.CliRunner().invoke(group, ["correct", *map(str, words)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.fixture(scope="module")
def corrected() -> str:
    """The model's correction of the faulty text, which has to differ for the tests below."""
    text = gec(stdin=FAULTY.encode()).stdout_bytes.decode()
    assert text != FAULTY
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "faulty.txt").write_bytes(FAULTY.encode())
    (tmp_path / "clean.text").write_text(CLEAN)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "Letter.TXT").write_bytes(LETTER.read_bytes())
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "faulty.txt").write_text(FAULTY)
    (tmp_path / "notes.xyz").write_text(FAULTY)
    return tmp_path


def test_stdin_and_one_file_print_the_corrected_text(corrected: str, folder: Path) -> None:
    assert gec("-", stdin=FAULTY.encode()).stdout_bytes.decode() == corrected
    alone = gec(folder / "faulty.txt")
    assert (alone.exit_code, alone.stdout_bytes.decode(), alone.stderr) == (0, corrected, "")
    assert gec(folder / "clean.text").stdout == CLEAN
    assert gec(folder / "notes.xyz").stdout_bytes.decode() == corrected


def test_several_files_print_findings(folder: Path) -> None:
    result = gec(folder)
    assert result.exit_code == 0
    places = {line.partition(":")[0] for line in result.stdout.splitlines()}
    assert places == {str(folder / "faulty.txt"), str(folder / "below" / "Letter.TXT")}
    assert f"{len(result.stdout.splitlines())} corrections in 2 of 3 files" in result.stderr


def test_a_rule_with_many_findings_is_named_with_how_to_hide_it(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text("We keep it in the data base.\n\n" * 20, encoding="utf-8")
    said = gec("--check", tmp_path / "many.txt").stderr
    assert "20 of them are findings of the rule compounds.joined; --ignore compounds.joined hides these\n" in said
    assert "of them" not in gec("--check", tmp_path / "many.txt", "--ignore", "compounds.joined").stderr


@pytest.mark.parametrize(
    ("words", "stdin", "code"),
    [
        ([], FAULTY, 0),
        (["--check"], FAULTY, 1),
        (["--check"], CLEAN, 0),
        (["--check", "--diff"], FAULTY, 1),
        (["--check", "--format", "json"], FAULTY, 1),
        (["--check", "--format", "json"], CLEAN, 0),
        (["--diff"], FAULTY, 0),
        (["--check", "--min-confidence", "1"], FAULTY, 0),
        (["--check", "missing.txt", "-"], FAULTY, 2),
        (["--check"], "", 0),
        (["--model", "nowhere/at-all"], FAULTY, 2),
    ],
)
def test_exit_codes(words: list[str], stdin: str, code: int) -> None:
    result = gec(*words, stdin=stdin.encode())
    assert result.exit_code == code, result.stderr
    assert ("error: " in result.stderr) == (code == 2)


def test_json_edits_lead_from_the_text_to_the_corrected_one(corrected: str) -> None:
    data = json.loads(gec("--format", "json", "--stdin-filename", "a b.txt", stdin=FAULTY.encode()).stdout)
    (file,) = data["files"]
    assert file["path"] == "a b.txt"
    edits = [Edit(one["start"], one["end"], one["replacement"]) for one in file["edits"]]
    assert apply(FAULTY, edits) == corrected
    for one in file["edits"]:
        assert FAULTY[one["start"] : one["end"]] == one["original"]
        assert 0 <= one["confidence"] <= 1
        assert one["type"][:2] in ("M:", "R:", "U:")


def test_write_changes_only_what_it_must(corrected: str, folder: Path) -> None:
    faulty, clean, link = folder / "faulty.txt", folder / "clean.text", folder / "link.txt"
    faulty.chmod(0o600)
    link.symlink_to("faulty.txt")
    before = clean.stat()
    result = gec("--write", link, clean)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "1 of 2 files" in result.stderr
    assert link.is_symlink()
    assert faulty.read_bytes().decode() == corrected
    assert stat.S_IMODE(faulty.stat().st_mode) == 0o600
    assert (clean.stat().st_ino, clean.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_encoding_mark_and_newlines_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for encoding, words in (("utf-8-sig", []), ("utf-16", []), ("cp1252", []), ("latin-1", ["--encoding", "latin-1"])):
        path.write_bytes(f"Café: {FAULTY}".encode(encoding))
        expected = gec(*words, path).stdout_bytes
        assert expected.decode(encoding).startswith("Café: ")
        assert "\r\nIt" in expected.decode(encoding)
        assert gec(*words, "--write", path).exit_code == 0
        assert path.read_bytes() == expected


def test_a_bad_file_does_not_stop_the_others(corrected: str, folder: Path) -> None:
    bad, fixed, closed = folder / "bad.txt", folder / "faulty.txt", folder / "closed.txt"
    bad.write_bytes(b"Not caf\xe9\xe9\xe9 utf-8.")
    closed.write_text(FAULTY)
    closed.chmod(0o444)
    result = gec("--write", folder / "missing.txt", bad, closed, fixed)
    assert result.exit_code == 2
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert [line.split(": ")[1] for line in errors] == [str(folder / "missing.txt"), str(bad), str(closed)]
    assert bad.read_bytes() == b"Not caf\xe9\xe9\xe9 utf-8."
    assert closed.read_bytes() == FAULTY.encode()
    assert fixed.read_bytes().decode() == corrected


def test_a_file_named_twice_is_corrected_once(corrected: str, folder: Path) -> None:
    faulty = folder / "faulty.txt"
    result = gec("--write", faulty, folder / "." / "faulty.txt", faulty)
    assert result.exit_code == 0
    assert faulty.read_bytes().decode() == corrected


def test_the_diff_of_a_file_can_be_applied(corrected: str, folder: Path) -> None:
    diff = gec("--diff", folder / "faulty.txt").stdout_bytes
    assert diff.startswith(f"--- {folder / 'faulty.txt'}\n+++ ".encode())
    assert gec("--diff", folder / "clean.text").stdout == ""
    added = b"".join(line[1:] for line in diff.splitlines(keepends=True)[2:] if line[:1] in b"+ ")
    assert added.removesuffix(b"\n").decode() == corrected


def test_types_and_confidence_choose(folder: Path) -> None:
    def kinds(*words: str) -> list[str]:
        data = json.loads(gec("--format", "json", *words, folder / "faulty.txt").stdout)
        return [one["type"] for one in data["files"][0]["edits"]]

    everything = kinds()
    assert kinds("--select", "VERB,DET", "--ignore", "DET") == [one for one in everything if "VERB" in one]
    assert kinds("--ignore", "M,R,U") == []
    assert kinds("--min-confidence", "0") == everything


def test_every_way_to_decode_gives_the_same_text() -> None:
    modes = {gec("--decode", mode, LETTER).stdout for mode in ("auto", "aggressive", "greedy")}
    assert len(modes) == 1


@pytest.mark.slow
def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(LETTER.read_text() * 3000)
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "correct", "--check", str(LETTER), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    program.stdout.readline()
    program.send_signal(signal.SIGINT)
    _, said = program.communicate()
    assert (program.returncode, said) == (130, b"")


@pytest.mark.slow
def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    for i in range(20):
        (tmp_path / f"{i}.txt").write_bytes(LETTER.read_bytes())
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "correct", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    program.stdout.readline()
    program.stdout.close()
    assert program.stderr is not None
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait() == 141


def test_it_runs_in_any_thread(project: Path) -> None:
    (project / "a.txt").write_text(CLEAN)
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(gec, "--check", "a.txt").result().exit_code == 0


def test_a_file_may_be_called_like_stdin(project: Path) -> None:
    (project / "-").write_text("She go to school every day.\n")
    assert gec("./-", stdin=b"They was happy.\n").stdout == "She goes to school every day.\n"
    assert gec("-", stdin=b"They was happy.\n").stdout == "They were happy.\n"
    gec("--write", "./-")
    assert (project / "-").read_text() == "She goes to school every day.\n"


def test_a_diff_that_patch_cannot_apply_says_so(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY, encoding="utf-16")
    (project / "b.txt").write_text(FAULTY)
    shown = gec("--diff", "a.txt", "b.txt")
    assert "+Yesterday she went" in shown.stdout
    assert shown.stderr == "a.txt: is utf-16-le, and its diff is UTF-8, so patch cannot apply it; use --write\n"
