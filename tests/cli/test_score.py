"""`gec score`, `gec annotate` and `gec eval` as people run them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gec.cli import group

REFERENCE = """S She go to the school every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""
HYPOTHESIS = """S She go to the school every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN|||class|||REQUIRED|||-NONE-|||0

S Fine .
A 0 1|||R:ADJ|||<b>Good|||REQUIRED|||-NONE-|||0

"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(group, [str(argument) for argument in arguments])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    reference, hypothesis = tmp_path / "ref.m2", tmp_path / "hyp.m2"
    reference.write_text(REFERENCE)
    hypothesis.write_text(HYPOTHESIS)
    return reference, hypothesis


def test_json_holds_counts_intervals_and_types(files: tuple[Path, Path]) -> None:
    result = run("score", *files, "--json", "--by-type")
    assert result.exit_code == 0
    (system,) = json.loads(result.stdout)["systems"]
    correction, detection = system["rows"]
    assert correction["counts"] == detection["counts"] == [1, 2, 2]
    assert correction["precision"] == pytest.approx(1 / 3)
    assert set(correction["bounds"]) == {"P", "R", "F"}
    assert {row["name"]: row["counts"] for row in system["types"]} == {
        "R:ADJ": [0, 1, 0],
        "R:NOUN": [0, 1, 0],
        "R:NOUN:NUM": [0, 0, 1],
        "R:VERB:SVA": [1, 0, 0],
        "U:DET": [0, 0, 1],
    }


def test_the_table_shows_both_systems_and_their_difference(files: tuple[Path, Path]) -> None:
    reference, hypothesis = files
    result = run("score", reference, hypothesis, reference, "--bootstrap", "0")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["correction", "1", "2", "2", "33.33", "33.33", "33.33"] in rows
    assert ["correction", "3", "0", "0", "100.00", "100.00", "100.00"] in rows
    assert "second against first" in result.stdout


def test_the_page_is_self_contained_and_escaped(files: tuple[Path, Path], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("score", *files, "--html", page).exit_code == 0
    text = page.read_text()
    assert "<b>Good" not in text and "&lt;b&gt;Good" in text
    assert 'class="fp"><del>school</del> <ins>class</ins><small>R:NOUN</small>' in text
    assert 'class="fn"><del>the</del> <small>U:DET</small>' in text
    assert "http" not in text and "src=" not in text


def test_the_page_shows_what_its_mode_counts(files: tuple[Path, Path], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    other = tmp_path / "other.m2"
    other.write_text(HYPOTHESIS.replace("|||goes|||", "|||went|||"))
    assert run("score", files[0], other, "--html", page).exit_code == 0
    assert 'class="fp"><del>go</del> <ins>went</ins>' in page.read_text()
    assert run("score", files[0], other, "--html", page, "--mode", "detection").exit_code == 0
    assert 'class="tp"><del>go</del> <ins>went</ins>' in page.read_text()
    other.write_text(HYPOTHESIS.replace("R:ADJ", "Wrong word"))
    assert run("score", files[0], other, "--html", page).exit_code == 0
    assert 'data-types="fp:Wrong word"' in page.read_text() and r'types.split("\n")' in page.read_text()
    reference = tmp_path / "unknown.m2"
    reference.write_text(REFERENCE.replace("R:VERB:SVA", "UNK"))
    assert run("score", reference, other, "--html", page).exit_code == 0
    assert 'class="uncounted"><del>go</del>' in page.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ["--metric", "m2", "--mode", "detection"],
        ["--metric", "gleu", "--beta", "1"],
        ["--metric", "gleu", "--bootstrap", "9"],
        ["--metric", "m2", "--processes", "2"],
        ["--metric", "gleu", "--processes", "2"],
        ["--processes", "2"],
        ["--spacy-model", "en"],
        ["--beta", "nan"],
        ["--beta", "1e200"],
        ["--bootstrap", "100000000000"],
    ],
)
def test_an_option_that_means_nothing_is_refused(files: tuple[Path, Path], words: list[str]) -> None:
    result = run("score", *files, *words)
    assert result.exit_code == 2 and words[-2] in result.output


@pytest.mark.parametrize("metric", ["errant", "m2", "gleu"])
def test_m2_of_another_text_is_refused(files: tuple[Path, Path], metric: str) -> None:
    reference, other = files
    other.write_text(HYPOTHESIS.replace("S She go", "S He go"))
    said = run("score", reference, other, "--metric", metric).stderr
    assert said.startswith(f"error: {other}: sentence 1 is 'He go to the school every days .', and in {reference}")


def test_maxmatch_and_gleu_take_plain_text(files: tuple[Path, Path], tmp_path: Path) -> None:
    reference, _ = files
    text = tmp_path / "hyp.txt"
    text.write_text("She goes to school every day .\nFine .\n")
    result = run("score", reference, text, "--metric", "m2", "--json")
    assert json.loads(result.stdout)["systems"][0]["rows"][0]["counts"] == [3, 0, 0]
    result = run("score", reference, text, "--metric", "gleu", "--json")
    assert json.loads(result.stdout)["systems"][0]["gleu"] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("short.txt", b"One .\n", "1 sentence, but"),
        ("empty.txt", b"", "the file is empty"),
        ("latin.txt", "Fine .\ncafé\n".encode("latin-1"), "line 2: not UTF-8"),
        ("far.m2", b"S a b\nA 0 9|||R:OTHER|||c|||REQUIRED|||-NONE-|||0\n", "line 2: offsets 0 9"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    files: tuple[Path, Path], tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = run("score", files[0], path)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_lines_without_a_partner_are_named(tmp_path: Path) -> None:
    source, correction = tmp_path / "src.txt", tmp_path / "cor.txt"
    source.write_text("She go home.\nFine.\n")
    correction.write_text("She goes home.\n")
    said = run("annotate", source, correction).stderr
    assert f"{correction}: 1 sentence, but {source} has 2, so that number 2 is in one alone; write one" in said


@pytest.mark.slow
def test_annotate_writes_what_score_reads(tmp_path: Path) -> None:
    pytest.importorskip("errant", reason="the score extra is not installed")
    source, correction, out = tmp_path / "src.txt", tmp_path / "cor.txt", tmp_path / "out.m2"
    source.write_text("She go home.\n\nOk.\n")
    correction.write_text("She goes home.\n\nOk.\n")
    result = run("annotate", source, correction, source, "-o", out, "--tokenise")
    assert result.exit_code == 0, result.stderr
    assert "2 sentences, 1 edit, 1 line without a source left out; ERRANT" in result.stderr
    assert out.read_text().splitlines()[:3] == [
        "S She go home .",
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0",
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("token", ["goes|||home", "goes|"])
def test_annotate_refuses_corrections_that_m2_cannot_hold(tmp_path: Path, token: str) -> None:
    pytest.importorskip("errant", reason="the score extra is not installed")
    source, correction, out = tmp_path / "src.txt", tmp_path / "cor.txt", tmp_path / "out.m2"
    source.write_text("\nFine ||| or a| .\nShe go .\n")
    correction.write_text(f"\nFine ||| or a| .\nShe {token} .\n")
    result = run("annotate", source, correction, "-o", out)
    assert (result.exit_code, out.exists()) == (2, False)
    said = f"error: {correction}, line 3: M2 cannot say '{token}', because ||| separates its fields; remove the line"
    assert result.stderr == f"{said}\n"
    assert run("annotate", source, source, "-o", out).exit_code == 0
    assert run("score", out, out).exit_code == 0


def test_eval_needs_exactly_one_test_set() -> None:
    assert run("eval").exit_code == 2


@pytest.mark.parametrize("words", [["--bootstrap", "9"], ["--spacy-model", "en"], ["--by-type"]])
def test_eval_with_jfleg_refuses_options_without_effect(tmp_path: Path, words: list[str]) -> None:
    result = run("eval", "--jfleg", tmp_path, *words)
    assert (result.exit_code, result.stderr) == (2, f"error: GLEU does not use {words[0]}; leave {words[0]} out\n")


@pytest.mark.parametrize("words", [["score", "no.m2", "no.txt"], ["annotate", "no.txt", "no.txt"], ["eval", "no.m2"]])
def test_a_missing_file_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (result.exit_code, result.stderr) == (
        2,
        f"error: {words[1]}: no such file or directory; name a file that can be read\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        ["score", "{0}", "{1}", "--html"],
        ["bench", "decode", "{0}", "--plot"],
        ["bench", "passages", "{0}", "--plot"],
        ["train", "words", "{0}", "--list", "{0}", "--treebank", "{0}", "-o"],
    ],
)
def test_an_unwritable_output_is_refused_before_the_work(
    files: tuple[Path, Path], tmp_path: Path, words: list[str]
) -> None:
    for target in (tmp_path / "none" / "page.html", tmp_path):
        result = run(*(word.format(*files) for word in words), target)
        assert result.exit_code == 2
        assert result.stdout == "" and str(target) in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["annotate", "src.txt", "cor.txt", "-o", "{}"],
        ["score", "src.txt", "cor.txt", "--html", "{}"],
        ["eval", "src.txt", "--html", "{}"],
        ["eval", "src.txt", "--save", "{}"],
        ["eval", "--jfleg", "folder", "--save", "{}"],
        ["batch", "src.txt", "-o", "out", "--html", "{}"],
        ["bench", "decode", "src.txt", "--plot", "{}"],
        ["bench", "passages", "src.txt", "--plot", "{}"],
        ["train", "words", "src.txt", "--list", "cor.txt", "--treebank", "cor.txt", "-o", "{}"],
        ["train", "words", "cor.txt", "--list", "src.txt", "--treebank", "cor.txt", "-o", "{}"],
        ["train", "corrupt", "default", "cor.txt", "--learner", ".", "-o", "{}"],
        ["train", "corrections", "src.txt", "cor.txt", "-o", "{}"],
    ],
)
def test_no_output_overwrites_an_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("src.txt", "cor.txt"):
        Path(name).write_text(REFERENCE)
    Path("folder").mkdir()
    Path("link.txt").symlink_to("src.txt")
    for name in ("hard.txt", "folder/dev.src"):
        Path(name).hardlink_to("src.txt")
    for name in ("src.txt", "link.txt", "hard.txt"):
        result = run(*(word.format(name) for word in words))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.endswith(f"{name}: is an input and would be overwritten; write to another file\n")
        assert result.stderr.count("\n") == 1
        assert Path("src.txt").read_text() == REFERENCE
    assert not Path("out").exists()


def test_one_output_does_not_replace_another(files: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    result = run("eval", files[0], "--save", target, "--html", target)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {target}: is named for two outputs; write them to two files\n"
    assert not target.exists()


def test_fluency_against_one_reference_has_no_interval(files: tuple[Path, Path]) -> None:
    result = run("score", *files, "--metric", "gleu")
    assert result.exit_code == 0
    assert "one reference" in " ".join(result.stdout.split()) and "to" not in result.stdout.splitlines()[-1]


def test_errors_in_the_m2_of_a_system_name_the_line(files: tuple[Path, Path]) -> None:
    reference, hypothesis = files
    hypothesis.write_text(HYPOTHESIS.replace("A 4 5", "A 4"))
    result = run("score", reference, hypothesis)
    assert result.exit_code == 2
    assert f"{hypothesis}, line 3: expected 'A start end" in result.stderr
