"""Corrections that are kept without their texts give those texts corrected, and refuse any other."""

from __future__ import annotations

import lzma
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from gec.cli import group
from gec.errors import GecError
from gec.training import corrections, texts
from gec.training.corrections import Corrected, compared, differences

WORD = st.sampled_from(["I", "has", "have", "a", "dog", "dogs", "don't", "ok", "2", ",", ".", "!", "'s", "(", ")"])
SENTENCE = st.lists(st.tuples(WORD, st.sampled_from(["", " "])), max_size=12).map(
    lambda parts: "".join(word + blank for word, blank in parts).strip()
)


def applied(source: str, edits: list[corrections.Change]) -> str:
    for start, end, new in reversed(edits):
        source = source[:start] + new + source[end:]
    return source


@given(SENTENCE, SENTENCE)
def test_the_differences_make_the_target(source: str, target: str) -> None:
    edits = differences(source, target)
    assert applied(source, edits) == target
    assert all(one[1] < other[0] for one, other in pairwise(edits))


def test_differences_are_few_and_short() -> None:
    assert differences("I has dog.", "I have a dog.") == [(2, 5, "have a")]
    assert differences("Hi Dan how are you", "Hi Dan, how are you?") == [(6, 6, ","), (18, 18, "?")]
    assert differences("As a parents in", "As parents in") == [(3, 5, "")]


TEXT = "My brother have  a car. He drive it\nevery day. Blah uh. I like  it."


def corrected() -> Corrected:
    at = TEXT.index
    targets = {
        (0, at(" He")): "My brother has a car.",
        (at("He"), at("\n")): "He drives it",
        (at("Blah"), at(" I like")): None,
    }
    return compared("7", TEXT, targets)


def folder(tmp_path: Path, text: str = TEXT) -> tuple[Path, Path]:
    (tmp_path / "essays").mkdir(exist_ok=True)
    (tmp_path / "essays/7.txt").write_text(text, encoding="utf-8")
    packed = tmp_path / "mine.jsonl.xz"
    packed.write_bytes(lzma.compress(corrections.as_lines([corrected()])))
    return packed, tmp_path / "essays"


def test_the_command_writes_lines_that_training_reads(tmp_path: Path) -> None:
    packed, essays = folder(tmp_path)
    out = tmp_path / "out.txt.xz"
    told = CliRunner().invoke(group, ["train", "corrections", str(packed), str(essays), "-o", str(out)])
    assert told.exit_code == 0 and "4 sentences" in told.stderr
    lines = ["My brother [have |has] a car.", "He [drive|drives] it", "every day.", "I like it."]
    assert [*texts.learner_texts(out)] == [lines]
    told = CliRunner().invoke(group, ["train", "corrections", str(packed), str(essays), "-o", str(essays / "7.txt")])
    assert "is an input" in told.stderr
    (essays / "8.txt").write_bytes(b"\xe9")
    with pytest.raises(GecError, match=r"8\.txt:1: 0xe9 is not UTF-8"):
        corrections.texts_of(essays)


def test_an_edit_over_the_end_of_a_sentence_joins_two_and_none_is_lost(tmp_path: Path) -> None:
    text = "We ate. Because we did.  I go. See [1]."

    def joined(*edits: corrections.Change) -> tuple[list[str], int]:
        packed, essays = folder(tmp_path, text)
        packed.write_bytes(lzma.compress(corrections.as_lines([Corrected("7", zlib.crc32(text.encode()), edits)])))
        return corrections.joined(packed, essays)

    lines = ["# source=7", "We ate[. Because| because] we did. [|So ] I go.", ""]
    assert joined((6, 15, " because"), (24, 24, "So "), (31, 34, "Read")) == (lines, 1)
    for edits in ([(3, 5, "a"), (4, 6, "b")], [(20, 99, "a")], [(5, 4, "a")]):
        with pytest.raises(GecError, match=r"mine\.jsonl\.xz: edits of the text '7' overlap"):
            joined(*edits)


def test_rewritten_texts_have_both_sides(tmp_path: Path) -> None:
    packed, essays = folder(tmp_path)
    out = tmp_path / "out.txt"
    told = CliRunner().invoke(
        group, ["train", "corrections", str(packed), str(essays), "-o", str(out), "--rewrite"], catch_exceptions=False
    )
    assert "4 sentences" in told.stderr
    (passage,) = texts.rewrite_passages(out)
    assert passage[:2] == [("My brother have a car.", "My brother has a car."), ("He drive it", "He drives it")]


def test_an_inline_file_gives_its_texts_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "essays.txt"
    path.write_text("# level=B2 source=X-1\nI [has|have] it.\nOk[ .|.]\n\n# source=X-2\nNo.\n", encoding="utf-8")
    assert corrections.texts_of(path) == {"X-1": "I has it.\nOk.", "X-2": "No."}


@pytest.mark.parametrize("text", [TEXT + " ", None])
def test_another_version_of_the_texts_is_refused(tmp_path: Path, text: str | None) -> None:
    packed, essays = folder(tmp_path, text or TEXT)
    if text is None:
        (essays / "7.txt").rename(essays / "8.txt")
    out = tmp_path / "out.txt"
    told = CliRunner().invoke(group, ["train", "corrections", str(packed), str(essays), "-o", str(out)])
    assert told.exit_code == 2 and "the text '7' is" in told.stderr and not out.exists()


@pytest.mark.parametrize("line", ['{"text": "1"}', '{"text": "1", "crc": 2, "edits": [[1]], "left_out": []}'])
def test_a_damaged_file_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(f" \n{line}\n", encoding="utf-8")
    with pytest.raises(GecError, match=r"mine\.jsonl:2: corrections have the keys"):
        [*corrections.read(path)]


def test_a_treebank_gives_its_texts_sentence_by_sentence(tmp_path: Path) -> None:
    path = tmp_path / "web.conllu.xz"
    rows = ["# sent_id = a-0001", "# text = I has it.", "1\tI\t_", "", "# sent_id = a-0002", "# text = Ok", ""]
    path.write_bytes(lzma.compress("\n".join([*rows, "# sent_id = b-x-0001", "# text = No."]).encode()))
    assert corrections.texts_of(path) == {"a": "I has it.\nOk", "b-x": "No."}


def test_a_sentence_without_its_beginning_gets_one_that_is_no_correction(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text("the\tc\nyear\tc\n2015\tc\nit\tc\nfall\ti\n.\tc\n\nNo\tc\n.\tc\n", encoding="utf-8")
    text = "the year 2015 it fall.\nNo."
    assert corrections.texts_of(path) == {"labels": text}
    targets = {(0, 22): "the year 2015, it fell.", (23, 26): None}
    one = replace(compared("labels", text, targets), leads={0: "In "})
    packed = tmp_path / "mine.jsonl"
    packed.write_bytes(corrections.as_lines([one]))
    assert [*corrections.read(packed)] == [one]
    assert corrections.joined(packed, path) == (["# source=labels", "In the year 2015[|,] it [fall|fell].", ""], 0)
