"""Reads Universal Dependencies treebanks in the form that ERRANT needs: PTB tags are kept, trees are in ClearNLP's
style.

ERRANT was written for a parser that makes prepositions and copulas heads (`prep`, `pobj`, `acomp`) and calls an
infinitive's "to" an auxiliary. `read` makes such trees from CoNLL-U files, and `tagger.py` trains on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from gec.errors import GecError
from gec.training.texts import read_lines

LABELS = {
    "root": "ROOT",
    "obj": "dobj",
    "iobj": "dative",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "aux:pass": "auxpass",
    "compound:prt": "prt",
    "nmod:poss": "poss",
    "nmod:desc": "compound",
    "nmod:unmarked": "npadvmod",
    "obl": "npadvmod",
    "obl:unmarked": "npadvmod",
    "obl:agent": "agent",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "acl:relcl": "relcl",
    "advcl:relcl": "advcl",
    "discourse": "intj",
    "vocative": "npadvmod",
    "goeswith": "compound",
    "flat": "compound",
    "list": "appos",
    "cop": "aux",
    "orphan": "dep",
    "reparandum": "dep",
    "dislocated": "dep",
}
TO_COPULA = {
    *("nsubj", "nsubj:outer", "csubj", "csubj:outer", "aux", "mark", "cc", "punct", "advcl", "discourse"),
    *("vocative", "parataxis", "expl", "advmod", "cc:preconj"),
}


@dataclass(slots=True)
class Tree:
    """One sentence, whose heads and labels are changed in place. The head of the root is -1."""

    words: list[str]
    spaces: list[bool]
    tags: list[str]
    heads: list[int]
    labels: list[str]

    def children(self, head: int, label: str = "") -> list[int]:
        return [i for i, h in enumerate(self.heads) if h == head and (not label or self.labels[i] == label)]

    def attach(self, child: int, head: int, label: str = "") -> None:
        self.heads[child] = head
        self.labels[child] = label or self.labels[child]

    def take_place(self, new: int, old: int, label: str = "") -> None:
        """Attach `new` to the head of `old`. The caller attaches `old` again."""
        self.attach(new, self.heads[old], label or self.labels[old])


def read(path: Path) -> Iterator[Tree]:
    """The sentences of a CoNLL-U file in ClearNLP's style."""
    for rows in sentences(path):
        try:
            yield convert(_tree(rows))
        except ValueError as trouble:
            raise GecError(f"{path}: ids and heads of {' '.join(row[1] for row in rows)!r}: {trouble}") from None


def sentences(path: Path) -> Iterator[list[list[str]]]:
    """The rows of each sentence of a CoNLL-U file, which may be compressed."""
    rows: list[list[str]] = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            if rows:
                yield rows
            rows = []
        elif not line.startswith("#"):
            rows.append(_columns(line, path, number))
    if rows:
        yield rows


def _columns(line: str, path: Path, number: int) -> list[str]:
    columns = line.split("\t")
    if len(columns) != 10:
        raise GecError(f"{path}, line {number}: {len(columns)} columns where CoNLL-U has 10; is this a treebank?")
    return columns


def _tree(rows: list[list[str]]) -> Tree:
    """The words of a sentence. The space after a joined word such as "don't" belongs to its last part."""
    unspaced: set[int] = set()
    for row in rows:
        if "-" in row[0] and "." not in row[0]:
            first, last = map(int, row[0].split("-"))
            unspaced |= set(range(first, last))
            if "SpaceAfter=No" in row[9]:
                unspaced.add(last)
        elif "SpaceAfter=No" in row[9]:
            unspaced.add(int(float(row[0])))
    words = [row for row in rows if row[0].isdigit()]
    return Tree(
        words=[row[1] for row in words],
        spaces=[int(row[0]) not in unspaced for row in words],
        tags=[row[4] for row in words],
        heads=[int(row[6]) - 1 for row in words],
        labels=[row[7] for row in words],
    )


def convert(tree: Tree) -> Tree:
    """Rebuild a Universal Dependencies tree in ClearNLP's style, in place."""
    _names_headed_by_their_last_word(tree)
    _chained_conjuncts(tree)
    _copulas_as_heads(tree)
    _prepositions_as_heads(tree)
    for i, label in enumerate(tree.labels):
        tree.labels[i] = _label(tree, i, label)
    return tree


def _names_headed_by_their_last_word(tree: Tree) -> None:
    for first in range(len(tree.words)):
        parts = tree.children(first, "flat")
        if not parts:
            continue
        last = parts[-1]
        tree.take_place(last, first)
        for child in tree.children(first):
            tree.attach(child, last, "compound" if child in parts else "")
        tree.attach(first, last, "compound")


def _chained_conjuncts(tree: Tree) -> None:
    """UD attaches all conjuncts to the first, and "and" to the one after it. ClearNLP chains the conjuncts, and
    attaches "and" to the one before it."""
    for first in range(len(tree.words)):
        previous = first
        for conjunct in tree.children(first, "conj"):
            tree.attach(conjunct, previous)
            for child in tree.children(conjunct):
                if child < conjunct and tree.labels[child] in {"cc", "punct"}:
                    tree.attach(child, previous)
            previous = conjunct


def _copulas_as_heads(tree: Tree) -> None:
    for copula, label in enumerate(tree.labels):
        if label != "cop":
            continue
        predicate = tree.heads[copula]
        tree.take_place(copula, predicate)
        clausal = bool(tree.children(predicate, "nsubj:outer") or tree.children(predicate, "csubj:outer"))
        for child in tree.children(predicate):
            kind = tree.labels[child]
            if clausal and kind not in {"nsubj:outer", "csubj:outer", "punct"} and child > copula:
                continue
            clause = kind in {"conj", "advmod"} and (
                child < copula or tree.children(child, "cop") or tree.children(child, "nsubj")
            )
            if clause or (kind in TO_COPULA and (kind != "advmod" or child < copula or _negation(tree, child))):
                tree.attach(child, copula)
        tree.attach(predicate, copula, "ccomp" if clausal else _complement(tree.tags[predicate]))


def _complement(tag: str) -> str:
    if tag.startswith("JJ") or tag in {"VBN", "VBG"}:
        return "acomp"
    return "advmod" if tag.startswith("RB") or tag == "WRB" else "attr"


def _prepositions_as_heads(tree: Tree) -> None:
    for noun in range(len(tree.words)):
        cases = [i for i in tree.children(noun, "case") if tree.tags[i] != "POS"]
        marks = tree.children(noun, "mark")
        gerund = tree.tags[noun] == "VBG" and not tree.children(noun, "nsubj")
        if gerund and tree.labels[noun] in {"advcl", "acl"} and not cases:
            cases = [i for i in marks if tree.tags[i] == "IN"]
        if not cases:
            continue
        kept = {"conj": "conj", "root": "root", "obl:agent": "agent"}
        tree.take_place(cases[0], noun, kept.get(tree.labels[noun], "prep"))
        for upper, lower in pairwise(cases):
            tree.attach(lower, upper, "prep")
        tree.attach(noun, cases[-1], "pcomp" if gerund else "pobj")


def _label(tree: Tree, i: int, label: str) -> str:
    """ClearNLP's label for a word."""
    tag, head = tree.tags[i], tree.heads[i]
    if label == "advmod":
        quantity = head >= 0 and tree.tags[head] == "CD"
        return "neg" if _negation(tree, i) else "quantmod" if quantity else "advmod"
    if label == "xcomp":
        return _open_complement(tree, i)
    if label == "fixed":
        return {"IN": "prep", "RB": "advmod", "JJ": "amod"}.get(tag, "dep")
    existential = label == "nsubj" and any(tree.tags[other] == "EX" for other in tree.children(head))
    for applies, name in (
        (label == "mark" and tag == "TO", "aux"),
        (label == "expl" and tag != "EX", "nsubj"),
        (existential, "attr"),
    ):
        if applies:
            return name
    return LABELS.get(label, label.partition(":")[0])


def _open_complement(tree: Tree, i: int) -> str:
    """The label of "happy" in "seems happy", of "doctor" in "became a doctor" and "called him one", or of a clause."""
    tag = tree.tags[i]
    if not tree.children(i, "mark") and not tree.children(i, "aux"):
        if tag.startswith("JJ"):
            return "acomp"
        if tag.startswith(("NN", "PRP")):
            return "oprd" if tree.children(tree.heads[i], "dobj") else "attr"
    return "xcomp"


def _negation(tree: Tree, i: int) -> bool:
    return tree.words[i].lower() in {"not", "n't", "n’t", "never"}
