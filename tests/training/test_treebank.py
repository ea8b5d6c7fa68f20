"""Universal Dependencies trees are converted as ERRANT's rules expect, and bad files are named with the line."""

import lzma
from pathlib import Path

import pytest

from gec.errors import GecError
from gec.training import tagger, treebank


def conllu(sentence: str) -> str:
    """Rows from `form/TAG/head/label`, heads counted from 1."""
    rows = []
    for number, word in enumerate(sentence.split(), 1):
        form, tag, head, label = word.rsplit("/", 3)
        rows.append("\t".join([str(number), form, form.lower(), "X", tag, "_", head, label, "_", "_"]))
    return "\n".join(rows) + "\n\n"


def ties(tmp_path: Path, sentence: str) -> set[tuple[str, str, str]]:
    """Every word with its label and its head after conversion."""
    path = tmp_path / "one.conllu"
    path.write_text("# a comment\n" + conllu(sentence))
    (tree,) = treebank.read(path)
    heads = [tree.words[head] if head >= 0 else "" for head in tree.heads]
    return set(zip(tree.words, tree.labels, heads, strict=True))


def test_prepositions_head_their_nouns(tmp_path: Path) -> None:
    found = ties(tmp_path, "We/PRP/2/nsubj talked/VBD/0/root to/IN/4/case neighbours/NNS/2/obl")
    assert {("to", "prep", "talked"), ("neighbours", "pobj", "to"), ("We", "nsubj", "talked")} <= found


def test_copulas_head_their_clauses(tmp_path: Path) -> None:
    found = ties(tmp_path, "Soup/NN/3/nsubj is/VBZ/3/cop hot/JJ/0/root now/RB/3/advmod ././3/punct")
    assert {("is", "ROOT", ""), ("hot", "acomp", "is"), ("Soup", "nsubj", "is"), (".", "punct", "is")} <= found


def test_the_to_of_infinitives_is_an_auxiliary(tmp_path: Path) -> None:
    found = ties(tmp_path, "They/PRP/2/nsubj want/VBP/0/root to/TO/4/mark leave/VB/2/xcomp")
    assert {("to", "aux", "leave"), ("leave", "xcomp", "want")} <= found


def test_conjuncts_are_chained(tmp_path: Path) -> None:
    found = ties(tmp_path, "Pears/NNS/0/root ,/,/3/punct plums/NNS/1/conj and/CC/5/cc figs/NNS/1/conj")
    assert {("plums", "conj", "Pears"), ("figs", "conj", "plums"), ("and", "cc", "plums")} <= found


@pytest.mark.parametrize(
    ("label", "expected"), [("compound:prt", "prt"), ("aux:pass", "auxpass"), ("obj", "dobj"), ("nmod:poss", "poss")]
)
def test_labels_are_those_that_errant_reads(tmp_path: Path, label: str, expected: str) -> None:
    assert ("x", expected, "y") in ties(tmp_path, f"y/VB/0/root x/RP/1/{label}")


def test_joined_words_keep_their_space(tmp_path: Path) -> None:
    path = tmp_path / "joined.conllu.xz"
    rows = ["1-2\tdon't" + "\t_" * 8, *conllu("do/VBP/3/aux n't/RB/3/advmod go/VB/0/root").splitlines()]
    path.write_bytes(lzma.compress("\n".join(rows).encode()))
    (tree,) = treebank.read(path)
    assert (tree.words, tree.spaces) == (["do", "n't", "go"], [False, True, True])


def test_a_file_that_is_no_treebank_is_named(tmp_path: Path) -> None:
    path = tmp_path / "prose.conllu"
    path.write_text("# fine\nplain prose\n")
    with pytest.raises(GecError, match=r"prose\.conllu, line 2: 1 columns where CoNLL-U has 10"):
        list(treebank.read(path))
    path.write_text(conllu("He/PRP/_/nsubj"))
    with pytest.raises(GecError, match=r"prose\.conllu: ids and heads of 'He'"):
        list(treebank.read(path))


def test_a_pipeline_is_not_written_among_other_files(tmp_path: Path) -> None:
    trees, out, work = (tmp_path / name for name in ("t.conllu", "mine", "work"))
    trees.write_text(conllu("He/PRP/2/nsubj goes/VBZ/0/root"))
    out.mkdir()
    (out / "config.cfg").write_text("of another program\n")
    with pytest.raises(GecError, match=r"mine: holds config\.cfg and no pipeline; give a new or an empty folder"):
        tagger.train([trees], trees, out, work)
    with pytest.raises(GecError, match=r"t\.conllu: cannot be written: File exists"):
        tagger.train([trees], trees, trees, work)
    assert not work.exists()
