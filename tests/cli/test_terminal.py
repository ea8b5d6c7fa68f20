"""`gec correct` on a terminal: questions and answers, --watch, the progress line."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from asked import FAULTY, ROOT, gec, put, replaced


class Terminal:
    """The program on its own terminal."""

    def __init__(self, *words: str) -> None:
        self.screen, inner = pty.openpty()
        command = [sys.executable, str(ROOT / "cli.py"), *words]
        self.program = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(inner, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # closing it sends SIGHUP
        )
        os.close(inner)
        self.said = ""

    def until(self, done: Callable[[str], bool], patience: float = 120) -> str:
        """Read until the output is enough, or the program ends."""
        end = time.monotonic() + patience
        while not done(self.said):
            assert time.monotonic() < end, self.said
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:
                    break
        return self.said

    def press(self, key: str) -> None:
        os.write(self.screen, key.encode())

    def end(self) -> int:
        self.until(lambda said: False)
        os.close(self.screen)
        return self.program.wait(120)


def answer(keys: str, *words: str, before_last: Callable[[], object] = lambda: None) -> Terminal:
    """Press each key at its question. Before the last one, something else happens."""
    terminal = Terminal("correct", "--interactive", *words)
    for number, key in enumerate(keys, 1):
        terminal.until(lambda said, number=number: said.count("[q] quit") >= number)  # type: ignore[misc]
        if number == len(keys):
            before_last()
        terminal.press(key)
    return terminal


def test_each_correction_is_asked_about(project: Path) -> None:
    path = project / "a.txt"
    path.write_text(f"{FAULTY}I like to recieve mail. We recieve a lot of it.\n")
    assert replaced("a.txt") == ["go", "was", "recieve", "recieve"]
    terminal = Terminal("correct", "--interactive", "a.txt")
    for number, key in enumerate(["e", "w", "y", "n", "w"]):
        terminal.until(lambda said, number=number: said.count("[q] quit") >= max(1, number - 1))  # type: ignore[misc]
        terminal.press(key)
    assert terminal.end() == 0
    assert path.read_text().startswith(FAULTY.replace(" go ", " went "))
    assert "A different tense or auxiliary verb is needed here" in terminal.said
    assert (project / ".gec-words").read_text() == "recieve\n"
    assert terminal.said.count("[w]") == 1
    assert replaced("a.txt") == ["was"]


def test_a_users_rule_explains_its_finding(project: Path) -> None:
    (project / "a.txt").write_text("All is well here.\n")
    (project / ".gec/rules").mkdir(parents=True)
    put(project / ".gec/rules/a.toml", '[[rule]]\nid = "a"\nwhy = "So we say."\nrows = "well here -> well"\n')
    terminal = answer("e", "a.txt")
    terminal.until(lambda said: "So we say." in said, 30)
    terminal.press("q")
    assert terminal.end() == 0


def test_an_ignored_finding_stays_ignored_beside_accepted_ones(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("She go to school every day, and they was happy.\n")
    assert replaced("a.txt") == ["go", "was"]
    terminal = answer("yi", "a.txt")
    assert terminal.end() == 0
    path.write_text(f"All is well here.\n\n{path.read_text()}")
    assert replaced("a.txt") == []


@pytest.mark.parametrize("keys", ["yy", "aa"])
def test_new_findings_after_corrections_are_asked_about(project: Path, keys: str) -> None:
    path = project / "a.txt"
    path.write_text("The system is not working since the beginning of December.\n")
    terminal = answer(keys, "--min-confidence", "0.1", "a.txt")
    assert terminal.end() == 0
    assert path.read_text() == "The system has not been working since the beginning of December.\n"


def test_a_skipped_finding_is_asked_about_once(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("She go to school every day, and they was happy.\n")
    terminal = answer("ny", "a.txt")
    assert terminal.end() == 0
    assert terminal.said.count("[q] quit") == 2
    assert path.read_text() == "She go to school every day, and they were happy.\n"


def test_accepted_edits_that_harm_markup_are_left_out(project: Path) -> None:
    path = project / "a.rst"
    text = f"They was at the the market\n{'=' * 26}\n"
    path.write_text(text)
    terminal = answer("yn", "a.rst")
    assert terminal.end() == 0
    assert "a.rst: left out 1 correction that would have changed its markup" in terminal.said
    assert path.read_text() == text


def test_a_word_that_is_right_stays_when_all_else_is_accepted(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("I recieve mail. She go to school every day. We recieve mail.\n")
    assert replaced("a.txt") == ["recieve", "go", "recieve"]
    terminal = answer("wa", "a.txt")
    assert terminal.end() == 0
    assert path.read_text() == "I recieve mail. She goes to school every day. We recieve mail.\n"


@pytest.mark.parametrize(("last", "code"), [("q", 2), ("", 130)])
def test_a_changed_file_loses_no_other_answers(project: Path, last: str, code: int) -> None:
    path, text = project / "a.txt", f"{FAULTY}I like to recieve mail. It help a lot.\n"
    path.write_text(text)
    (project / "b.txt").write_text(FAULTY)
    assert replaced("a.txt") == ["go", "was", "recieve", "help"]
    terminal = answer(f"yiw{last}", "a.txt", "b.txt", before_last=lambda: path.write_text(f"New. {text}"))
    terminal.until(lambda said: said.count("[q] quit") == 4)
    if not last:
        terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == code
    assert "a.txt: has changed since it was read, so gec did not change it; run gec again" in terminal.said
    assert terminal.said.count("[q] quit") == 4
    assert path.read_text() == f"New. {text}"
    path.write_text(text)
    assert (project / ".gec-words").read_text() == "recieve\n"
    assert replaced("a.txt") == ["go", "help"]


def test_an_unwritable_baseline_loses_no_other_answers(project: Path) -> None:
    path = project / "a.txt"
    path.write_text(f"{FAULTY}I like to recieve mail.\n")
    terminal = answer("yiw", "a.txt", before_last=lambda: (project / ".gec-baseline.json").write_text("mine"))
    assert terminal.end() == 2
    assert ".gec-baseline.json: is not a baseline of gec, or is damaged" in terminal.said
    assert " went " in path.read_text()
    assert (project / ".gec-words").read_text() == "recieve\n"


def test_a_word_is_added_without_invisible_characters(project: Path) -> None:
    path = project / "a.txt"
    path.write_text("I reci\u00adeved mail. She go to school every day. We recieved mail.\n")
    assert replaced("a.txt") == ["reci\u00adeved", "go", "recieved"]
    assert answer("wn", "a.txt").end() == 0
    assert (project / ".gec-words").read_text() == "recieved\n"
    assert replaced("a.txt") == ["go"]


def test_asking_needs_a_terminal(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    assert "stdin is not one" in gec("correct", "-i", "a.txt", code=2).stderr


def test_quitting_keeps_what_was_accepted(project: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (project / name).write_text(FAULTY)
    terminal = answer("yq", "a.txt", "b.txt")
    assert terminal.end() == 0
    assert (project / "a.txt").read_text() == FAULTY.replace(" go ", " went ")
    assert (project / "b.txt").read_text() == FAULTY


def test_an_interrupt_keeps_what_was_accepted(project: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (project / name).write_text(FAULTY)
    terminal = Terminal("correct", "--interactive", "a.txt", "b.txt")
    terminal.until(lambda said: "[q] quit" in said)
    terminal.press("y")
    terminal.until(lambda said: said.count("[q] quit") == 2)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert (project / "a.txt").read_text() == FAULTY.replace(" go ", " went ")
    assert (project / "b.txt").read_text() == FAULTY


@pytest.mark.parametrize(("end", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (None, 129)])
def test_sigterm_keeps_the_answers(project: Path, end: signal.Signals | None, code: int) -> None:
    path = project / "a.txt"
    path.write_text(f"{FAULTY}I like to recieve mail.\n")
    terminal = answer("yi", "a.txt")
    terminal.until(lambda said: said.count("[q] quit") == 3)
    if end:
        terminal.program.send_signal(end)
        terminal.program.send_signal(end)  # the shell and the system both report a closed terminal
    else:
        os.close(terminal.screen)
    assert terminal.program.wait(120) == code
    assert path.read_text() == f"{FAULTY.replace(' go ', ' went ')}I like to recieve mail.\n"
    assert replaced("a.txt") == ["recieve"]


def test_no_color_applies_to_questions(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.txt").write_text(FAULTY)
    monkeypatch.setenv("TERM", "xterm-256color")
    for wanted in (True, False):
        if not wanted:
            monkeypatch.setenv("NO_COLOR", "1")
        terminal = Terminal("correct", "--interactive", "a.txt")
        terminal.until(lambda said: "[q] quit" in said)
        terminal.press("q")
        assert terminal.end() == 0
        assert ("\x1b[1;36m" in terminal.said) == wanted
        assert bool(re.search(r"\x1b\[[\d;]*3\d", terminal.said)) == wanted


def test_the_end_of_input_ends_the_questions(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    terminal = Terminal("correct", "--interactive", "a.txt")
    terminal.until(lambda said: "[q] quit" in said)
    terminal.press("\x04")
    assert terminal.end() == 0
    assert (project / "a.txt").read_text() == FAULTY


def test_a_read_only_file_is_refused_before_any_question(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    (project / "a.txt").chmod(0o444)
    terminal = Terminal("correct", "--interactive", "a.txt")
    assert terminal.end() == 2
    assert "a.txt: is read-only" in terminal.said
    assert "[q] quit" not in terminal.said


@pytest.mark.slow
def test_watching_looks_again_when_a_file_changes(project: Path) -> None:
    (project / "a.txt").write_text("All is well here.\n")
    terminal = Terminal("correct", "--watch", ".")
    terminal.until(lambda said: "watching 1 file;" in said)
    put(project / "b.txt", FAULTY)
    terminal.until(lambda said: "b.txt:1:34" in said and "watching 2 files" in said)
    put(project / "c.txt", FAULTY)
    terminal.until(lambda said: "c.txt:1:34" in said and "watching 3 files" in said)
    assert terminal.said.count("b.txt:1:34") == 1
    (project / ".gec/rules").mkdir(parents=True)
    put(project / ".gec/rules/a.toml", '[[rule]]\nid = "a"\nwhy = "So."\nrows = "well here -> well"\n')
    terminal.until(lambda said: "a.txt:1:" in said)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130


def test_watching_one_file_lists_what_is_found_and_complains_once(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    (project / "empty").mkdir()
    terminal = Terminal("correct", "--watch", "a.txt", "empty")
    terminal.until(lambda said: "watching 1 file;" in said)
    put(project / "a.txt", f"\n{FAULTY}")
    terminal.until(lambda said: "a.txt:2:34" in said)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    first, again = re.split(r"--- \d\d:\d\d:\d\d, 2 findings\r?\n", terminal.said)
    assert "a.txt:1:34" in first
    assert "a.txt:2:34" in again
    assert FAULTY.strip() not in terminal.said
    assert terminal.said.count("has no text in") == 1


def test_watching_reads_settings_and_dictionaries_again(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    terminal = Terminal("correct", "--watch", ".")
    terminal.until(lambda said: "watching 1 file;" in said)
    assert terminal.said.count("a.txt:1:15") == terminal.said.count("a.txt:1:34") == 1
    put(project / ".gec-words", "go\n")
    terminal.until(lambda said: said.count("a.txt:1:34") == 2)
    put(project / ".gec-words", "go\nwas\n")
    put(project / ".gec.toml", "bogus = 1\n")
    terminal.until(lambda said: "unknown key 'bogus'" in said)
    put(project / ".gec.toml", "quotes = true\n")
    (project / ".gec-words").unlink()
    terminal.until(lambda said: said.count("a.txt:1:34") == 3)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.said.count("a.txt:1:15") == 2
    assert terminal.said.count("error:") == 1


def test_watching_finds_files_that_git_no_longer_ignores(project: Path) -> None:
    (project / ".git").mkdir()
    (project / ".gitignore").write_text("a.txt\n")
    for name in ("a.txt", "b.txt"):
        (project / name).write_text(FAULTY)
    terminal = Terminal("correct", "--watch", ".")
    terminal.until(lambda said: "watching 1 file;" in said)
    put(project / ".gitignore", "b.txt\n")
    terminal.until(lambda said: "a.txt:1:34" in said)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.said.count("b.txt:1:34") == terminal.said.count("a.txt:1:34") == 1


def test_watching_sees_a_file_that_takes_the_place_of_one_of_its_age_and_length(project: Path) -> None:
    for name in ("a.txt", "b"):
        (project / name).write_text(FAULTY)
        os.utime(project / name, (1_700_000_000, 1_700_000_000))
    terminal = Terminal("correct", "--watch", ".")
    terminal.until(lambda said: "watching 1 file;" in said)
    (project / "b").replace(project / "a.txt")
    terminal.until(lambda said: said.count("a.txt:1:34") == 2)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130


@pytest.mark.parametrize("words", [[], ["--baseline", "ours.json"]])
def test_watching_reads_a_baseline_that_is_set_again(project: Path, words: list[str]) -> None:
    (project / "a.txt").write_text(FAULTY)
    gec("correct", "--write-baseline", "--baseline", "ours.json", "a.txt")
    accepted = (project / "ours.json").read_text()
    (project / "ours.json").write_text(json.dumps({"files": {}}))
    if not words:
        (project / ".gec.toml").write_text('baseline = "ours.json"\n')
    terminal = Terminal("correct", "--watch", *words, "a.txt")
    terminal.until(lambda said: "watching 1 file;" in said)
    assert terminal.said.count("a.txt:1:34") == 1
    put(project / "ours.json", accepted)
    terminal.until(lambda said: "nothing to correct" in said)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130


def test_watching_reports_an_error_that_returns(project: Path) -> None:
    (project / "a.txt").write_bytes(b"caf\xe9\xe9\xe9\n")
    terminal = Terminal("correct", "--watch", ".")
    terminal.until(lambda said: "watching 1 file;" in said and "is not utf-8" in said)
    put(project / "a.txt", FAULTY)
    terminal.until(lambda said: "a.txt:1:34" in said)
    put(project / "a.txt", "caf\xe9\xe9\xe9\n", "latin-1")
    terminal.until(lambda said: said.count("is not utf-8") == 2)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130


def test_watching_a_file_that_is_not_there(project: Path) -> None:
    said = gec("correct", "--watch", "typo.txt", code=2).stderr
    assert said == "error: typo.txt: no such file; give a file that exists\n"


@pytest.mark.slow
def test_a_book_shows_how_far_it_is_and_can_be_interrupted(project: Path) -> None:
    words = [f"In year {number} she go to school, and they was happy about it." for number in range(2000)]
    book = "".join(f"## Chapter {i}\n\n{' '.join(words[i : i + 20])}\n\n" for i in range(0, 2000, 20))
    (project / "book.md").write_text(book)
    terminal = Terminal("correct", "--write", "book.md")
    terminal.until(lambda said: re.search(r"[1-9]%  book\.md", said) is not None)
    terminal.program.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert (project / "book.md").read_text() == book
    assert re.search(r"%  book\.md  \S+(?: left)?\r\x1b\[K\Z", terminal.said)


@pytest.mark.slow
def test_a_book_that_is_interrupted_stays_and_is_gone_on_with(project: Path) -> None:
    book = "".join(f"It was sentence number {number} of a long book.\n\n" for number in range(300)) + FAULTY
    path = project / "book.md"
    path.write_text(book)
    began = Terminal("correct", "--isolated", "--write", "book.md")
    began.until(lambda said: re.search(r"[2-9]\d%  book\.md", said) is not None)
    began.program.send_signal(signal.SIGINT)
    assert began.end() == 130
    assert path.read_text() == book
    resumed = Terminal("correct", "--isolated", "--write", "book.md")
    assert resumed.end() == 0
    shares = [int(share) for share in re.findall(r"([1-9]\d*)%  book\.md", resumed.said)]
    assert shares and shares[0] >= 20  # earlier proposals are in the cache
    assert path.read_text() != book
    last = resumed.said.rstrip().rpartition("\n")[2]
    assert re.fullmatch(r"(?:.*\x1b\[K)?[\d,]+ corrections in 1 of 1 file", last.strip("\r")), last
