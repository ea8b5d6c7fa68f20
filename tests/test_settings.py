"""Where settings come from, and that wrong ones are reported."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gec import dictionary, settings
from gec.cli import baseline
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.edits.threshold import Presets, Threshold
from gec.errors import GecError, OptionError
from gec.rules import own as rules
from gec.settings import KEYS, Settings

EVERYTHING = """
[tool.gec]
select = ["VERB", "r:spell"]
ignore = ["PUNCT"]
min-confidence = 0.5
dialect = "gb"
words = ["frobnicate"]
quotes = true
rules = ["style.toml"]
include = ["*.md"]
exclude = ["drafts/"]
comments = true
encoding = "latin1"
max-line = 5000
baseline = ".gec-baseline.json"
model = "models/mine"
prefix = "grammar: "
preset = "precision"
device = "cpu"
engine = "float"
decode = "greedy"
task = "rewrite"
"""


def test_the_users_own_settings_do_not_matter_where_a_project_has_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (mine := tmp_path / "gec" / "settings.toml").parent.mkdir()
    mine.write_text('dialect = "au"\n')
    (project := tmp_path / "project").mkdir()
    wrong: list[GecError] = []
    (project / ".gec.toml").write_text("colour = 1\n")
    assert settings.nearest_readable(project, wrong.append).dialect == "au"
    mine.write_text("colour = 2\n")
    assert settings.nearest_readable(project, wrong.append).dialect == ""
    assert len({str(error) for error in wrong}) == 2
    (project / ".gec.toml").write_text('dialect = "gb"\n')
    assert settings.nearest(project).dialect == "gb"


def test_every_key_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(EVERYTHING)
    (style := tmp_path / "style.toml").touch()
    found = settings.nearest(tmp_path)
    assert found == Settings(
        ("VERB", "R:SPELL"), ("PUNCT",), 0.5, "precision", "gb", ("frobnicate",), True, ("style.toml",), ("*.md",),
        ("drafts/",), True, "iso8859-1", 5000, ".gec-baseline.json", str(tmp_path / "models/mine"), "grammar: ", "cpu",
        "float", "greedy", "rewrite", tmp_path,
    )  # fmt: skip
    assert {key.replace("-", "_") for key in KEYS} == set(Settings.__dataclass_fields__) - {"root", "said", "lines"}
    policy = found.policy()
    words, tables = frozenset({"frobnicate"}), (str(style),)
    assert policy == Policy(("VERB", "R:SPELL"), ("PUNCT",), Threshold(0.5), "gb", words, True, tables)


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    below = tmp_path / "docs" / "guide"
    below.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.gec]\ndialect = "us"\nquotes = true\n')
    assert settings.nearest(below).dialect == "us"
    (tmp_path / "docs" / ".gec.toml").write_text('dialect = "gb"\n')
    found = settings.nearest(below)
    assert (found.dialect, found.quotes, found.root) == ("gb", False, tmp_path / "docs")
    (tmp_path / "docs" / "pyproject.toml").write_text('[tool.gec]\ndialect = "ca"\n')
    assert settings.nearest(below).dialect == "gb"
    (below / "pyproject.toml").write_text('[tool.other]\nname = "gec"\n')
    assert settings.nearest(below).dialect == "gb"


def test_a_model_that_a_project_names_is_a_folder_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("mine", "someone/model", "m" * 300):
        (tmp_path / ".gec.toml").write_text(f'model = "{name}"\n')
        assert settings.nearest(tmp_path).model == str(tmp_path / name)
    (tmp_path / ".gec.toml").write_text('model = "default"\n')
    assert settings.nearest(tmp_path).model == "default"


@pytest.mark.parametrize("key", ["model", "baseline", "rules"])
@pytest.mark.parametrize("name", ["../other", "/etc", "link", "link/x", "mine/../../other"])
def test_no_path_of_a_project_leads_out_of_it(tmp_path: Path, key: str, name: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "link").symlink_to(tmp_path)
    (project / ".gec.toml").write_text(f"quotes = true\n{key} = {[name] if key == 'rules' else name!r}\n")
    with pytest.raises(OptionError, match=rf"toml:2: {key}: {name} is outside this project; (name a|copy) "):
        settings.nearest(project)


def test_the_user_s_own_settings_hold_where_no_project_has_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    mine = tmp_path / "config" / "gec" / "settings.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text('model = "someone/model"\ndialect = "gb"\n')
    project = tmp_path / "project"
    project.mkdir()
    assert (settings.nearest(project).model, settings.nearest(project).dialect) == ("someone/model", "gb")
    (project / ".gec.toml").write_text('dialect = "us"\n')
    assert (settings.nearest(project).model, settings.nearest(project).dialect) == ("", "us")
    mine.write_text('dialect = "gb"\nexclude = ["a"]\n')
    with pytest.raises(OptionError, match=r"settings.toml:2: exclude: is for the settings of a project"):
        settings.nearest(tmp_path)


def test_options_override_settings() -> None:
    given = Settings(dialect="gb", min_confidence=0.5).over({"dialect": "us", "min_confidence": None})
    assert (given.dialect, given.min_confidence) == ("us", 0.5)
    presets = Presets({"recall": 0.2}, 0.3)
    assert Settings(min_confidence=0.9).over({"preset": "recall"}).policy(presets=presets).threshold == Threshold(
        0.2, 0.3
    )
    assert Settings(min_confidence=0.9).over({"preset": "recall", "min_confidence": 0.5}).min_confidence == 0.5
    mine = Settings(model="mine", prefix="fix: ")
    assert [mine.over(one).prefix for one in ({"model": "x"}, {"model": "x", "prefix": ""}, {})] == [None, "", "fix: "]


def test_a_confidence_of_the_user_overrides_a_preset_of_the_model() -> None:
    presets = Presets({"balanced": 0.6}, 0.3)
    assert Settings(min_confidence=0.5).policy(presets=presets).threshold == Threshold(0.5, 0.3)
    assert Settings(min_confidence=0.0).policy(presets=presets).threshold == Threshold(0.0, 0.3)
    assert Settings().policy(presets=presets).threshold == Threshold(0.6, 0.3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dialct = 'gb'", "unknown key 'dialct'; do you mean dialect?"),
        ("colour = 'red'", "unknown key 'colour'; known keys are select, ignore"),
        ("dialect = 'klingon'", "dialect: expected one of us, gb, au, ca"),
        ("select = 'VERB'", "select: expected a list of strings"),
        ("select = ['VRB']", "select: VRB is not a type of edit"),
        ("min-confidence = 2", "min-confidence: expected a number from 0 to 1"),
        ("min-confidence = true", "min-confidence: expected a number from 0 to 1"),
        ("max-line = 0", "max-line: expected a whole number above 0"),
        ("preset = 'bold'", "preset: expected one of balanced, precision, recall"),
        ("comments = 1", "comments: expected true or false"),
        ("encoding = 'klingon'", "encoding: klingon: no such encoding"),
        ("words = ['two words']", "words: 'two words' is not a single word"),
        ("include = ['*.md', '[']", "include: '[' is not a glob; expected one as in .gitignore"),
        ("exclude = ['[a-z']", "exclude: '[a-z' is not a glob"),
        ("exclude = ['']", "exclude: '' is not a glob"),
        ("model = 3", "model: expected a string"),
        ("model = ''", "model: expected a name"),
        ("baseline = ''", "baseline: expected a name"),
        ("decode = 'agressive'", "decode: expected one of greedy, aggressive"),
        ("device = 'gpu'", "device: expected auto, cpu, cuda or"),
        ("engine = 'fast'", "engine: expected one of auto, float, int8"),
    ],
)
def test_a_wrong_key_or_value_names_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / ".gec.toml"
    path.write_text(f"# ours\n\n{line}\n")
    with pytest.raises(OptionError) as error:
        settings.nearest(tmp_path)
    assert str(error.value).startswith(f"{path}:3: {said}")
    (tmp_path / "pyproject.toml").write_text(f"[tool.gec]\n{line}\n")
    path.unlink()
    with pytest.raises(OptionError, match=r"pyproject\.toml:2: "):
        settings.nearest(tmp_path)


@pytest.mark.parametrize("header", ["[tool.gec]", "[ tool . 'gec' ] # ours"])
def test_errors_name_the_line_in_the_table_of_gec(tmp_path: Path, header: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.ruff]\nselect = ['E']\n\n{header}\nselect = ['VRB']\n")
    with pytest.raises(OptionError, match=r"pyproject\.toml:5: select"):
        settings.nearest(tmp_path)
    (tmp_path / "pyproject.toml").write_text("\n" * 300_000 + f"[tool.ruff]\n{header}\nselect = ['VRB']\n")
    with pytest.raises(OptionError, match=r"pyproject\.toml:300003: select"):
        settings.nearest(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\nselect = ['E']\n\n[tool]\ngec = {select = ['VRB']}\n")
    with pytest.raises(OptionError, match=r"pyproject\.toml: select"):
        settings.nearest(tmp_path)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"max-line = " + b"9" * 5000, "thousands of digits"),
        (b"select = " + b"[" * 3000, "brackets as deep"),
        (b"\na" + b" . 'a'" * 100_000 + b" = 1", ":2: a key has over 100 parts"),
        (b" " * 300_000 + b"\ndialct = 'gb'", ":2: unknown key 'dialct'"),
        (b'baseline = "x\\u0000y"', ":1: baseline: expected a string without NUL"),
    ],
)
def test_hostile_values_are_reported_in_one_line(tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / ".gec.toml").write_bytes(raw)
    with pytest.raises(OptionError, match=said):
        settings.nearest(tmp_path)


@pytest.mark.parametrize("name", [".gec.toml", ".gec/rules/a.toml"])
def test_pipes_and_devices_are_not_read_as_settings(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.write_bytes(b"#" * 5_000_000)):
        make(path)
        with pytest.raises(OptionError, match=r"toml: cannot be read: it (is a pipe|has more than)"):
            rules.loaded(settings.nearest(tmp_path).policy(tmp_path).rules)
        path.unlink()


def test_invalid_toml_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".gec.toml").write_bytes(b"a = [\n")
    with pytest.raises(OptionError, match=f"{tmp_path}/.gec.toml:1: not"):
        settings.nearest(tmp_path)
    (tmp_path / ".gec.toml").unlink()
    (tmp_path / "pyproject.toml").write_bytes(b"[tool]\ngec = 3\n")
    with pytest.raises(OptionError, match="must be a table"):
        settings.nearest(tmp_path)


def test_unreadable_settings_are_reported_with_advice(tmp_path: Path) -> None:
    path = tmp_path / ".gec.toml"
    path.write_bytes(b"# ours\nselect = ['\xff']\n")
    with pytest.raises(OptionError) as error:
        settings.nearest(tmp_path)
    assert str(error.value) == f"{path}:2: 0xff is not UTF-8; save the file as UTF-8"
    path.unlink()
    path.mkdir()
    with pytest.raises(OptionError) as error:
        settings.nearest(tmp_path)
    assert (
        str(error.value)
        == f"{path}: cannot be read: it is a pipe, a device or a folder; make it a readable file or move it"
    )


@contextmanager
def as_anybody() -> Iterator[None]:
    """Root may read everything, so the tests run as another user for a while."""
    who = os.geteuid()
    os.seteuid(who or 65534)
    try:
        yield
    finally:
        os.seteuid(who)


def test_only_settings_in_readable_folders_are_reported() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        (folder / "closed" / "docs").mkdir(parents=True)
        (folder / "closed" / ".gec.toml").write_text("quotes = true\n")
        (folder / "closed").chmod(0)
        with as_anybody():
            assert settings.nearest(folder / "closed" / "docs") == settings.nearest(folder)
            assert dictionary.nearest(folder / "closed" / "docs") is None
            assert baseline.place(Settings(), folder / "closed" / "docs") is None
        (folder / ".gec.toml").touch(0)
        with as_anybody(), pytest.raises(OptionError) as error:
            settings.nearest(folder)
    assert (
        str(error.value)
        == f"{folder / '.gec.toml'}: cannot be read: Permission denied; make it a readable file or move it"
    )


# --- dictionaries


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


def test_words_of_both_dictionaries_are_right(home: Path, tmp_path: Path) -> None:
    below = tmp_path / "project" / "docs"
    below.mkdir(parents=True)
    assert dictionary.words(below) == frozenset()
    dictionary.add(dictionary.personal(), ["mine"])
    dictionary.add(tmp_path / "project" / ".gec-words", ["ours"])
    assert dictionary.personal() == home / "gec" / "words"
    assert dictionary.words(below) == {"mine", "ours"}
    assert Settings(words=("more",)).policy(below).words == {"mine", "ours", "more"}


def test_adding_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / ".gec-words"
    path.write_text("# Names\nWojciech # the baker\n\nfrob")
    path.chmod(0o600)
    assert dictionary.add(path, ["frob", "Zoë", "Zoë"]) == ["Zoë"]
    assert path.read_text(encoding="utf-8") == "# Names\nWojciech # the baker\n\nfrob\nZoë\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert dictionary.read(path) == ["Wojciech", "frob", "Zoë"]
    assert dictionary.remove(path, ["Wojciech", "nobody"]) == ["Wojciech"]
    assert path.read_text(encoding="utf-8") == "# Names\n\nfrob\nZoë\n"


def test_a_dictionary_keeps_its_mark_and_the_ends_of_its_lines(tmp_path: Path) -> None:
    path = tmp_path / ".gec-words"
    path.write_bytes(b"\xef\xbb\xbffrob\r\nmine # ours\r\nlast")
    dictionary.add(path, ["more"])
    assert path.read_bytes() == b"\xef\xbb\xbffrob\r\nmine # ours\r\nlast\r\nmore\r\n"
    dictionary.remove(path, ["frob", "last"])
    assert path.read_bytes() == b"\xef\xbb\xbfmine # ours\r\nmore\r\n"


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    (tmp_path / ".gec-words").write_bytes("\ufefffrob\nZoë\n".encode())
    assert dictionary.read(tmp_path / ".gec-words") == ["frob", "Zoë"]
    (tmp_path / ".gec.toml").write_bytes('\ufeffignore = ["SPELL"]\n'.encode())
    assert settings.nearest(tmp_path).ignore == ("SPELL",)


@pytest.mark.parametrize(
    ("word", "kept", "text"),
    [
        ("goverment's", "goverment's", "The goverment’s plan."),
        ("ect.", "ect", "Pens, ink, ect."),
        ("dont'", "dont", "I dont know."),
        ("“frob”,", "frob", "A frob is here."),
        ("C++", "C++", "They use (C++) here."),
        ("recieve.js", "recieve.js", "Open **Recieve.js**, please."),
        (".NET", ".NET", "It is for .NET alone."),
        ("Zoe\u0301", "Zoé", "This is Zoé here."),
        ("Zoé", "Zoé", "This is Zoe\u0301 here."),
        ("zero\u200bwidth", "zerowidth", "It is zerowidth now."),
        ("recieved", "recieved", "It was reci\u00adeved."),
        ("o’clock", "o'clock", "It is ten o’clock."),
        ("नमस्ते", "नमस्ते", "They say नमस्ते, then go."),
    ],
)
def test_an_added_word_counts_in_every_way_to_type_it(
    tmp_path: Path, home: Path, word: str, kept: str, text: str
) -> None:
    path = tmp_path / ".gec-words"
    taken = [edit for edit in (Edit(at, at + 1, "x") for at in range(len(text))) if text[edit.start].isalpha()]
    assert Settings().policy(tmp_path).filter(text, taken).edits == tuple(taken)
    assert dictionary.add(path, [word]) == [kept]
    assert dictionary.add(path, [kept]) == []
    left = Settings().policy(tmp_path).filter(text, taken).edits
    assert left == Settings(words=(dictionary.checked(word),)).policy().filter(text, taken).edits
    inside = min(set(taken) - set(left), key=lambda edit: edit.start).start
    assert 0 < len(taken) - len(left) <= len(text[inside:].split(maxsplit=1)[0])
    path.write_text(f"{word}\n", encoding="utf-8")  # written by hand
    assert Settings().policy(tmp_path).filter(text, taken).edits == left
    assert dictionary.remove(path, [kept]) == [kept]
    assert dictionary.read(path) == []


def test_a_word_with_a_mark_inside_is_a_word_of_its_own() -> None:
    policy = Settings(words=tuple(map(dictionary.checked, ("C++", "Node.js", "it's")))).policy()
    for text in ("See C or so.", "Use node.js now.", "A ChartNode.js is it.", "I like it here."):
        edits = tuple(Edit(at, at + 1, "x") for at in range(len(text)) if text[at].isalpha())
        assert policy.filter(text, edits).edits == edits


@pytest.mark.parametrize("word", ["", "  ", "two words", "a#b", "caf\udce9", "bell\x07", "...", "+++", "\u200b"])
def test_values_that_are_no_words_are_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(GecError, match=r"not a single word|not written in UTF-8|has no letter or digit"):
        dictionary.add(tmp_path / "words", [word])


def test_an_unreadable_dictionary_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".gec-words").write_bytes(b"frob\ncaf\xe9\n")
    with pytest.raises(GecError, match=r"\.gec-words:2: 0xe9 is not UTF-8; save the file as UTF-8"):
        dictionary.words(tmp_path)
