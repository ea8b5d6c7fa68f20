"""The table of phrases is counted in sentences, and no phrase crosses the end of one."""

from __future__ import annotations

import lzma
from math import log
from pathlib import Path

import pytest

from gec.errors import GecError
from gec.language.phrases import TABLE, Phrases
from gec.training import phrases


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Phrases:
    folder = tmp_path_factory.mktemp("phrases")
    (folder / "a.txt").write_text("We're late.\n" * 40 + "He paid 25.\n" * 3)
    with lzma.open(folder / "b.txt.xz", "wt") as file:
        file.write("He paid 7.\n" * 5)
    assert phrases.write([folder / "a.txt", folder / "b.txt.xz"], folder) == 8 + 8 + 7
    return Phrases((folder / TABLE).read_bytes())


@pytest.mark.parametrize(
    ("phrase", "times"), [("late", 40), ("<s> we're late", 40), ("late . </s>", 40), ("paid 0", 8), (".", 48)]
)
def test_frequent_phrases_are_counted(counted: Phrases, phrase: str, times: int) -> None:
    assert counted.log_count(phrase) == pytest.approx(log(times), abs=0.3)


@pytest.mark.parametrize("phrase", ["</s> <s>", ". </s> <s>", "25", "paid late"])
def test_other_phrases_are_not(counted: Phrases, phrase: str) -> None:
    assert counted.log_count(phrase) is None


def test_words_are_counted(counted: Phrases) -> None:
    assert counted.words == 40 * 5 + 8 * 6


@pytest.mark.parametrize("text", ["", "\n\n", "We're late.\n"])
def test_texts_without_a_phrase_replace_no_table(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / TABLE).write_text("the one before")
    with pytest.raises(GecError, match="no word occurs 5 times"):
        phrases.write([tmp_path / "a.txt"], tmp_path)
    assert (tmp_path / TABLE).read_text() == "the one before"
