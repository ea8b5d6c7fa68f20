"""The table of words has English words with their classes, from texts, a list and treebanks."""

import lzma
from pathlib import Path

import pytest

from gec.training import wordlist

pytest.importorskip("spacy_lookups_data", reason="the tagger extra is not installed")


@pytest.fixture(scope="module")
def wordnet() -> wordlist.WordNet:
    return wordlist.WordNet.load()


@pytest.mark.parametrize(
    ("word", "classes"),
    [
        ("baker", "n"),
        ("went", "v"),
        ("hopped", "v"),
        ("geese", "n"),
        ("carries", "nv"),
        ("musical", "jn"),
        ("zzq", ""),
    ],
)
def test_wordnet_knows_forms_as_well_as_bases(wordnet: wordlist.WordNet, word: str, classes: str) -> None:
    assert wordnet.classes(word) == classes


def test_a_table_from_texts(tmp_path: Path) -> None:
    text, listed, trees, out = (tmp_path / name for name in ("t.txt", "list.csv", "t.conllu", "out.xz"))
    often = "We saw a quince near Lyon .\n" * wordlist.FREQUENT
    text.write_text(often + "It was spry .\n" * wordlist.SEEN + "It was spryish .\n" * wordlist.SEEN)
    listed.write_text("spry\n")
    trees.write_text("\t".join(["1", "near", "near", "ADV", "RB", "_", "0", "root", "_", "_"]) + "\n\n")
    count = wordlist.build([text], listed, [trees], out)
    table = lzma.decompress(out.read_bytes()).decode().splitlines()
    # "we" and "it" only begin sentences, "Lyon" is a name, "spryish" is rare and on no list.
    assert table == ["a n", "near r", "quince n", "saw nv", "spry j"]
    assert count == len(table)
