"""M2 files are read and written without changes, and errors are reported with the line."""

from pathlib import Path

import pytest

from gec.scoring import lines, m2
from gec.scoring.lines import ScoringError

GOOD = """S She go to the school every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


def parsed(text: str) -> list[m2.AnnotatedSentence]:
    return list(m2.parse(text.split("\n"), "x.m2"))


def test_reading_and_writing_gives_the_same_file() -> None:
    assert "".join(m2.write(parsed(GOOD))) == GOOD


def test_white_space_that_is_a_token_stays_one() -> None:
    tokens = (
        "She",
        " ",
        "go",
        "\xa0",
        "home",
        "   ",
        ".",
    )  # errant_parallel -tok writes two spaces, a space token, and four spaces
    edits = (m2.TokenEdit(2, 3, "R:VERB:SVA", "goes"), m2.TokenEdit(5, 6, "R:OTHER", "today \xa0"))
    (sentence,) = parsed("".join(m2.write([m2.AnnotatedSentence(tokens, {0: edits})])))
    assert (sentence.tokens, sentence.annotators[0]) == (tokens, edits)
    assert sentence.corrected() == ["She", " ", "goes", "\xa0", "home", "today", "\xa0", "."]
    assert parsed("S  She  goes . \n")[0].tokens == ("She", "goes", ".")


def test_corrections_apply_for_each_annotator() -> None:
    first, second = parsed(GOOD)
    assert " ".join(first.corrected(0)) == "She goes to school every day ."
    assert " ".join(first.corrected(1)) == "She go to the school every days ."
    assert second.annotators == {0: ()}


def test_insertions_at_one_place_stand_in_their_order_and_of_overlapping_edits_the_first_holds() -> None:
    rows = ["S A B C", "A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0", "A 1 1|||M:ADV|||however|||REQUIRED|||-NONE-|||0"]
    (sentence,) = m2.parse(rows, "a.m2")
    assert " ".join(sentence.corrected()) == "A , however B C"
    rows = ["S A B C", "A 0 2|||R:OTHER|||x|||REQUIRED|||-NONE-|||0", "A 1 2|||R:OTHER|||y|||REQUIRED|||-NONE-|||0"]
    (sentence,) = m2.parse(rows, "a.m2")
    assert " ".join(sentence.corrected()) == "x C"


def test_a_sentence_without_annotations_was_left_alone() -> None:
    assert parsed("S Nothing here .\n")[0].annotators == {0: ()}


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("S a b\nA 0 3|||R:OTHER|||c|||REQUIRED|||-NONE-|||0", 2, "offsets 0 3"),
        ("S a b\nA 1 0|||R:OTHER|||c|||REQUIRED|||-NONE-|||0", 2, "offsets 1 0"),
        ("S a b\nA 0|||R:OTHER|||c|||REQUIRED|||-NONE-|||0", 2, "expected 'A start end"),
        ("S a b\nA 0 1|||R:OTHER|||c|||0", 2, "expected 'A start end"),
        ("S a b\nA 0 1|||R:OTHER|||c|||REQUIRED|||-NONE-|||me", 2, "expected 'A start end"),
        ("S a b\nS c d", 2, "empty line"),
        ("\n\nA 0 1|||R:OTHER|||c|||REQUIRED|||-NONE-|||0", 3, "before any S line"),
        ("S a b\n\nplain text", 3, "begins with 'S '"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(text: str, line: int, hint: str) -> None:
    with pytest.raises(ScoringError, match=rf"x\.m2, line {line}: .*{hint}"):
        parsed(text)


def test_other_encodings_and_empty_files_are_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("fine\ncafé\n".encode("latin-1"))
    with pytest.raises(ScoringError, match="line 2: not UTF-8"):
        lines.read(latin)
    empty = tmp_path / "empty.txt"
    empty.write_text("\n")
    with pytest.raises(ScoringError, match="empty"):
        lines.read(empty)


def test_only_newlines_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "separators.txt"
    path.write_bytes("\ufeffone\u2028two\x0bthree\r\nfour\n".encode())
    assert lines.read(path) == ["one\u2028two\x0bthree", "four"]
