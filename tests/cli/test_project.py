"""`gec correct` in a project: settings, dictionaries, remarks and the cache."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest
from asked import FAULTY, ROOT, gec, replaced

from gec import cache, dictionary
from gec.processes import cores
from gec.settings import KEYS
from tests.running import worked


def test_settings_of_the_nearest_file_hold_and_options_win(project: Path) -> None:
    (project / "docs").mkdir()
    for path in (project / "a.md", project / "docs" / "b.md"):
        path.write_text(FAULTY)
    assert replaced(".") == ["go", "was", "go", "was"]
    (project / "docs" / ".gec.toml").write_text("min-confidence = 1\n")
    assert replaced(".") == ["go", "was"]
    (project / "pyproject.toml").write_text('[tool.gec]\nignore = ["VERB"]\n')
    assert replaced(".") == []
    assert replaced(".", "--ignore", "PUNCT") == ["go", "was"]
    assert replaced(".", "--isolated") == ["go", "was", "go", "was"]
    (project / "pyproject.toml").write_text('[tool.gec]\nignored = ["VERB"]\n')
    said = gec("correct", "a.md", code=2).stderr
    assert said == f"error: {project / 'pyproject.toml'}:2: unknown key 'ignored'; do you mean ignore?\n"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("model", "./models/mine", "models/mine: no such folder; give a folder with"),
        ("device", "cuda:97", "'cuda:97': there is no such device here; known are auto, cpu"),
        ("baseline", "b.json", "b.json: no such baseline; make one with --write-baseline"),
    ],
)
def test_errors_name_the_line_or_option_that_caused_them(project: Path, key: str, value: str, said: str) -> None:
    (project / "a.md").write_text(FAULTY)
    for words in (["--jobs", "1"], ["--jobs", "2"]):
        line = gec("correct", "--no-cache", f"--{key}", value, *words, "a.md", code=2).stderr
        assert line.startswith(f"error: --{key}: ")
        assert said in line
    (project / ".gec.toml").write_text(f'ignore = ["PUNCT"]\n{key} = "{value}"\n')
    line = gec("correct", "--no-cache", "a.md", code=2).stderr
    assert line.startswith(f"error: {project / '.gec.toml'}:2: {key}: ")
    assert said in line
    if key in ("model", "device"):
        assert gec("serve", "--port", "0", code=2).stderr == line


def test_a_table_for_pyproject_in_another_file_is_reported_with_its_line(project: Path) -> None:
    (project / ".gec.toml").write_text('# ours\n[tool.gec]\nignore = ["VERB"]\n')
    line = gec("correct", "-", code=2).stderr
    assert line.startswith(
        f"error: {project / '.gec.toml'}:2: [tool.gec] belongs in pyproject.toml; leave that line out"
    )
    (project / ".gec.toml").write_text("\n[select]\nVERB = true\n")
    assert gec("correct", "-", code=2).stderr.startswith(f"error: {project / '.gec.toml'}:2: select: expected a list")


@pytest.mark.parametrize(("name", "before"), [(".gec.toml", ""), ("pyproject.toml", "[tool.gec]\n")])
def test_the_settings_that_the_manual_shows_hold_as_they_stand(project: Path, name: str, before: str) -> None:
    manual = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    sample = manual.partition("```toml\n")[2].partition("```")[0]
    (project / name).write_text(before + sample)
    (project / "a.md").write_text(FAULTY)
    assert replaced("a.md") == ["go", "was"]
    said = {line.lstrip("# ").partition(" = ")[0] for line in sample.splitlines() if " = " in line}
    assert said == set(KEYS)


@pytest.mark.parametrize("path", ["other/../a.md", "../here/other/../a.md"])
def test_settings_of_a_folder_that_a_path_only_passes_do_not_apply(
    project: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (project / "here" / "other").mkdir(parents=True)
    monkeypatch.chdir(project / "here")
    Path("a.md").write_text(FAULTY)
    Path("other/.gec.toml").write_text('ignore = ["VERB"]\n')
    Path("other/.gec-words").write_text("go\n")
    Path("other/.gec-baseline.json").write_text("{}")
    assert replaced(path) == replaced("a.md") == ["go", "was"]
    gec("correct", "--write-baseline", path)
    assert replaced(path) == replaced("a.md") == []


def test_the_threshold_can_be_set(project: Path) -> None:
    lines = (ROOT / "corpora" / "sentences.txt").read_text().splitlines()[:40]
    (project / "a.txt").write_text("\n".join(lines) + "\n" + FAULTY)
    few, more, most = replaced("a.txt", "--precision"), replaced("a.txt"), replaced("a.txt", "--recall")
    assert len(few) <= len(more) <= len(most)
    assert len(few) < len(most)
    (project / ".gec.toml").write_text('preset = "recall"\n')
    assert replaced("a.txt") == most
    assert replaced("a.txt", "--precision") == few


def test_words_of_the_dictionary_stay(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    assert gec("dictionary", "add", "go", "Wojciech").stdout == "".join(
        f"{project / '.gec-words'}: {word} added\n" for word in ("go", "Wojciech")
    )
    gec("dictionary", "add", "--personal", "was")
    assert gec("dictionary", "list").stdout == "go\nWojciech\n"
    assert replaced("a.txt") == []
    assert replaced("a.txt", "--isolated") == ["go", "was"]
    assert gec("dictionary", "remove", "--personal", "was").stdout.endswith("words: was removed\n")
    assert replaced("a.txt") == ["was"]


def test_only_the_words_that_are_named_leave_a_dictionary(project: Path) -> None:
    (path := project / ".gec-words").write_text("# names\n\ndon't\nZoë\n")
    told = gec("dictionary", "remove", "don’t", "", "zoë", "don't", code=2)
    assert told.stdout == f"{path}: don’t removed\n{path}: don't removed\n"
    assert told.stderr == f"error: {path}: has no '' 'zoë'; gec dictionary list shows its words\n"
    assert path.read_text() == "# names\n\nZoë\n"


def test_a_dictionary_that_is_not_there_or_not_utf_8_is_told(project: Path) -> None:
    path = project / ".gec-words"
    said = gec("dictionary", "remove", "go", code=2).stderr
    assert said == f"error: {path}: no such dictionary; add a word to create it\n"
    path.write_bytes(b"frob\ncaf\xe9\n")
    for words in (["add", "go"], ["remove", "go"], ["list"]):
        said = gec("dictionary", *words, code=2).stderr
        assert said == f"error: {path}:2: 0xe9 is not UTF-8; save the file as UTF-8\n"
    os.truncate(path, 2**23)  # a project may come from somebody else
    said = "cannot be read as a dictionary: it has more than 4,000,000 bytes; repair or move it"
    assert said in gec("correct", "-", stdin="Well.", code=2).stderr
    path.unlink()
    path.mkdir()
    assert "cannot be read as a dictionary" in gec("dictionary", "add", "go", code=2).stderr


def test_gec_works_without_a_home_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    (project / "a.txt").write_text(FAULTY)
    assert replaced("a.txt") == ["go", "was"]
    gec("dictionary", "add", "was")
    assert replaced("a.txt") == ["go"]
    for words in (["add", "--personal", "go"], ["list", "--personal"]):
        said = gec("dictionary", *words, code=2).stderr
        assert said.startswith("error: the home folder is unknown, so there is no personal dictionary; set HOME")


def test_a_relative_xdg_folder_is_ignored(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(project / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")
    assert cache.place() == project / "home/.cache/gec/edits.sqlite3"
    assert dictionary.personal() == project / "home/.config/gec/words"


def test_remarks_hide_findings_and_idle_ones_are_reported(project: Path) -> None:
    lines = [
        "<!-- gec: off -->",
        "",
        FAULTY,
        "<!-- gec: on -->",
        "",
        FAULTY,
        "<!-- gec: off SPELL -->",
        "",
        "Fine.",
        "",
    ]
    (project / "a.md").write_text("\n".join(lines))
    assert replaced("a.md") == ["go", "was"]
    assert gec("correct", "--check", "a.md", code=1).stderr == "2 corrections in 1 of 1 file\n"
    said = gec("correct", "--check", "--ignore", "VERB", "--idle-remarks", "a.md", code=1).stderr
    assert said.splitlines()[0] == "warning: a.md:9: “gec: off SPELL”: hides nothing; delete it"


def test_paths_for_programs_open_their_files(project: Path) -> None:
    for name in ("line\nbreak.txt", 'a "b".txt', "back\\slash.txt"):
        (project / name).write_text(FAULTY)
    told = [json.loads(line)["path"] for line in gec("correct", "--format", "jsonl", ".").stdout.splitlines()]
    assert {Path(path).read_text() for path in told} == {FAULTY}
    named = gec("correct", "--check", "--stdin-filename", "n\nl.md", "-", stdin=FAULTY, code=1).stdout
    assert named.startswith("n\\nl.md:1:15:")


def test_files_that_only_look_like_texts_are_named_or_skipped(project: Path) -> None:
    for name in ("CMakeLists.txt", "requirements-dev.txt", "robots.txt", "LICENSE.txt", "Copying.md", "a.txt"):
        (project / name).write_text(FAULTY)
    assert gec("correct", "--check", ".", code=1).stderr == "2 corrections in 1 of 1 file\n"
    assert replaced("LICENSE.txt") == ["go", "was"]
    assert replaced("--force-exclude", "LICENSE.txt") == []


def test_named_but_excluded_files_are_reported_in_one_line(project: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (project / name).write_text(FAULTY)
    words = ["correct", "--check", "--force-exclude", "--exclude", "*.txt"]
    told = "excluded and not read, because of --force-exclude\n"
    assert gec(*words, "a.txt").stderr == f"warning: a.txt: {told}"
    assert gec(*words, "a.txt", "b.txt").stderr == f"warning: a.txt, and 1 more: {told}"


def test_source_code_without_comments_says_why_nothing_is_found(project: Path) -> None:
    (project / "a.py").write_text(f"# {FAULTY}")
    said = gec("correct", "--check", "a.py").stderr
    assert said == "a.py: is source code; --comments reads its comments\n1 file not read\n"
    (project / "a.txt").write_text("We go.\n")
    assert gec("correct", "--check", "a.txt", "a.py").stderr.endswith("\nnothing to correct in 1 file, 1 not read\n")
    assert json.loads(gec("correct", "--format", "json", "a.py").stdout)["files"] == []
    assert replaced("--comments", "a.py") == ["go", "was"]


def test_a_file_that_is_no_text_is_reported_and_not_changed(project: Path) -> None:
    (project / "settings.yaml").write_text("seperator: recieve\nsaid: They was happy.\n")
    before = (project / "settings.yaml").read_bytes()
    said = gec("correct", "--write", "settings.yaml").stderr
    assert "settings.yaml: is code, data or markup that gec does not read; to read it as plain text, use stdin" in said
    assert (project / "settings.yaml").read_bytes() == before
    assert gec("correct", "--check", ".").stderr.startswith("warning: .: has no text in a format that gec knows")
    (project / "lost.ipynb").write_text('{"cells": [<<<<<<< HEAD {"cell_type": "markdown", "source": ["They was."]}]}')
    assert "lost.ipynb: is not JSON" in gec("correct", "--check", "lost.ipynb").stderr
    assert "warning: settings.yaml: excluded" in gec("correct", "--write", "--force-exclude", "settings.yaml").stderr
    assert gec("correct", "-", stdin="They was happy.\n").stdout == "They were happy.\n"


def test_sentences_in_other_languages_are_left_alone(project: Path) -> None:
    (project / "a.txt").write_text("Ich weiß nicht, ob er heute noch kommt. They was happy. Je ne sais pas pourquoi.\n")
    assert replaced("a.txt") == ["was"]


def test_quoted_text_is_left_alone(project: Path) -> None:
    (project / "a.txt").write_text("“Yes. They was happy. No.” They was happy.\n")
    assert replaced("a.txt") == ["was"]
    assert replaced("a.txt", "--quotes") == ["was", "was"]
    (project / "a.html").write_text("<p>&ldquo;They was happy.&rdquo;</p><q>They was happy.</q><p>They was happy.</p>")
    assert replaced("a.html") == ["was"]
    assert replaced("a.html", "--quotes") == ["was", "was", "was"]
    (project / "a.py").write_text('def f():\n    "She go home."\n')
    assert replaced("--comments", "a.py") == ["go"]


def test_statistics_count(project: Path) -> None:
    (project / "a.txt").write_text(FAULTY)
    counted = "1 R:VERB:SVA   subject-verb agreement\n1 R:VERB:TENSE verb tense\n"
    assert gec("correct", "--statistics", "a.txt").stdout == counted
    data = json.loads(gec("correct", "--statistics", "--format", "json", "a.txt").stdout)
    assert data == {"files": 1, "edits": 2, "types": {"R:VERB:SVA": 1, "R:VERB:TENSE": 1}}


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_a_second_run_finds_nothing(project: Path, name: str) -> None:
    path = project / name
    letter = (ROOT / "corpora" / "letter.txt").read_text()
    path.write_text(f"# A *title*\n\n{letter}\n{FAULTY}\n- [They was here](was.html)\n")
    gec("correct", "--write", "--recall", name)
    assert "(was.html)" in path.read_text()
    assert "They were happy" in path.read_text()
    gec("correct", "--check", "--recall", name)


# --- processes


def program(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})


def test_a_terminal_with_ascii_only_gets_output(project: Path) -> None:
    (project / "a.txt").write_text("She go to the café every day.\n", encoding="utf-8")
    ascii_alone = {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii:strict", "PYTHONCOERCECLOCALE": "0"}
    told = program(str(ROOT / "cli.py"), "correct", "--diff", "a.txt", **ascii_alone, FORCE_COLOR="1")
    assert (told.returncode, told.stderr) == (0, "")
    assert "café every day." in told.stdout
    (project / "é.m2").write_text("S All is well .\n\n")
    told = program(str(ROOT / "cli.py"), "score", "é.m2", "é.m2", **ascii_alone)
    assert (told.returncode, told.stderr, told.stdout.startswith("é.m2")) == (0, "", True)


def test_unchanged_texts_load_no_model(project: Path) -> None:
    (project / "a.md").write_text(FAULTY)
    first = gec("correct", "a.md")
    again = program("-X", "importtime", str(ROOT / "cli.py"), "correct", "a.md")
    assert again.stdout == first.stdout
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in again.stderr.splitlines()}
    assert "sqlite3" in loaded
    assert not loaded & {"torch", "numpy", "tokenizers", "safetensors", "transformers", "rich", "tree_sitter"}


@pytest.mark.slow
def test_an_unchanged_folder_takes_little_time(project: Path) -> None:
    for number in range(300):
        folder = project / "notes" / str(number % 10)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.md").write_text("# A note\n\n" + f"All is well here. <!-- {number} -->\n\n" * 20)
    gec("correct", "--check", "notes")
    check = [sys.executable, str(ROOT / "cli.py"), "correct", "--check"]
    start = min(worked([*check, "notes/0/0.md"]) for _ in range(3))
    assert min(worked([*check, "notes"]) for _ in range(3)) < start + 0.3


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing(project: Path) -> None:
    (project / "a.txt").write_text((ROOT / "corpora" / "letter.txt").read_text())
    cli = str(ROOT / "cli.py")
    one = program(cli, "correct", "--no-cache", "a.txt")
    two = program(cli, "correct", "--no-cache", "--jobs", "2", "a.txt")
    assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    wrong = program(cli, "correct", "--no-cache", "--jobs", "2", "--device", "abacus", "a.txt")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("error: --device: 'abacus'")


DYING = """
import os
from gec.cli import jobs, main
if __name__ == "__main__":
    main()
else:  # in a process of --jobs
    jobs.loader = lambda *model: os._exit(9)
"""


def test_a_killed_process_is_reported_in_one_line(project: Path) -> None:
    (project / "dying.py").write_text(DYING)
    for name in ("a.txt", "b.txt"):
        (project / name).write_text(FAULTY)
    told = program("dying.py", "correct", "--check", "--no-cache", "--jobs", "2", ".", PYTHONPATH=str(ROOT))
    said = "error: a process of --jobs was killed; if there is too little memory, use fewer --jobs\n"
    assert (told.returncode, told.stdout, told.stderr) == (2, "", said)


COUNTING = """
import os
from gec.cli import jobs, main
from gec.errors import GecError
if __name__ == "__main__":
    main()
else:  # in a process of --jobs
    def loader(*model):
        raise GecError(f"threads: {os.environ['OMP_NUM_THREADS']}")
    jobs.loader = loader
"""


def test_processes_share_the_cores_by_default(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "counting.py").write_text(COUNTING)
    (project / "a.txt").write_text(FAULTY)
    words = ("counting.py", "correct", "--no-cache", "--jobs", "2", "a.txt")
    assert program(*words, PYTHONPATH=str(ROOT), OMP_NUM_THREADS="3").stderr == "error: threads: 3\n"
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert program(*words, PYTHONPATH=str(ROOT)).stderr == f"error: threads: {max(1, cores() // 2)}\n"


@pytest.mark.parametrize(
    ("name", "content"), [(".gec.toml", "bogus = 1\n"), (".gec-words", b"caf\xe9\n"), (".gec-baseline.json", "{")]
)
def test_an_error_in_one_folder_does_not_stop_the_others(project: Path, name: str, content: str | bytes) -> None:
    for folder in ("x", "y"):
        (project / folder).mkdir()
        (project / folder / "a.txt").write_text(FAULTY)
    (project / "x" / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    found = gec("correct", "--check", ".", code=2)
    assert found.stderr.count("error:") == 1
    assert name in found.stderr
    assert "y/a.txt:1:34" in found.stdout
