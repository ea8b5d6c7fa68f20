"""Builds the word table of `gec/language/lexicon.py`: which words are English, and their open classes.

A word is English if it is frequent in lower case in clean texts, or is in them and in a word list. Its classes are
those it has in treebanks, or in WordNet's tables if treebanks lack it.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from gec import atomic
from gec.training.tagger import tables
from gec.training.texts import read_lines, read_pairs
from gec.training.treebank import sentences

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LETTERS = {"NOUN": "n", "VERB": "v", "ADJ": "j", "ADV": "r"}
SEEN = 3  # least occurrences of a form
FREQUENT = 30  # least occurrences of a word that is in no list
IN_LOWER_CASE = 0.02  # a word with a lower ratio of lower case to capitals is a name, unless it is listed
SHARE = 0.12  # least share of a class in a word's occurrences
ADJECTIVE_ENDINGS = ("ous", "ful", "able", "ible", "ive", "less", "ish", "ic", "al", "y")


@dataclass(frozen=True, slots=True)
class WordNet:
    """The base forms of each class, by its letter, and the irregular forms of nouns and verbs."""

    bases: Mapping[str, frozenset[str]]
    irregular: Mapping[str, frozenset[str]]

    @classmethod
    def load(cls) -> WordNet:
        """WordNet's tables from spacy-lookups-data."""
        found = tables("lemma_index", "lemma_exc")
        index, exceptions = found.get_table("lemma_index"), found.get_table("lemma_exc")
        names = {letter: name.lower() for name, letter in LETTERS.items()}
        return cls(
            {letter: frozenset(index[name]) for letter, name in names.items()},
            {letter: frozenset(exceptions[names[letter]]) for letter in "nv"},
        )

    @property
    def words(self) -> frozenset[str]:
        return frozenset().union(*self.bases.values(), *self.irregular.values())

    def classes(self, word: str) -> str:
        """The letters of a word's classes. The word may be a base or an inflected form."""
        letters = "".join(letter for letter in LETTERS.values() if word in self.bases[letter])
        if letters in {"", "n"}:
            letters = self._form(word, letters)
        if {"j", "n"} <= set(letters) and word.endswith(ADJECTIVE_ENDINGS):
            return "j" + letters.replace("j", "")
        return letters

    def _form(self, word: str, letters: str) -> str:
        def of(letter: str, *endings: str) -> bool:
            return any(base in self.bases[letter] for ending in endings for base in regular_bases(word, ending))

        if word in self.irregular["v"] or of("v", "ed", "ing"):
            return "v" + letters
        if word.endswith("s") and not letters:
            return "n" * of("n", "s") + "v" * of("v", "s")
        return "n" if word in self.irregular["n"] else letters


def regular_bases(word: str, ending: str) -> list[str]:
    """The forms that a regular ending may have been added to, known or not."""
    if not word.endswith(ending):
        return []
    stem = word.removesuffix(ending)
    bases = [stem]
    if ending != "s":
        bases.append(stem + "e")
    if len(stem) > 2 and stem[-1] == stem[-2]:
        bases.append(stem[:-1])
    if stem.endswith("i"):
        bases.append(stem[:-1] + "y")
    if ending == "s" and stem.endswith("ie"):
        bases.append(stem[:-2] + "y")
    if ending == "s" and stem.endswith("e"):
        bases.append(stem[:-1])
    return bases


def build(texts: Iterable[Path], listed: Path, treebanks: Iterable[Path], out: Path) -> int:
    """Write the table, one word a line, compressed with xz. Returns the number of its words."""
    small, capital = occurrences(texts)
    known = {line.partition(",")[0].strip() for line in read_lines(listed)}
    tagged, wordnet = tags(treebanks), WordNet.load()
    words = sorted(word for word in small if english(word, small[word], capital[word], word in known))
    table = ((word, frequent_classes(tagged[word]) or wordnet.classes(word)) for word in words)
    text = "\n".join(f"{word} {letters}".strip() for word, letters in table)
    atomic.save(out, lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return len(words)


def occurrences(
    texts: Iterable[Path], *, apostrophes: bool = False, seen: int = SEEN
) -> tuple[Counter[str], Counter[str]]:
    """How often each word occurs in lower case, and with capitals. Words with apostrophes are counted only on request.
    The first word of a sentence is not counted, because it always has a capital."""
    forms: Counter[str] = Counter()
    for path in texts:
        for line in standing_lines(path):
            forms.update(WORD.findall(line)[1:])
    small, capital = Counter[str](), Counter[str]()
    for form, count in forms.items():
        if count >= seen and (form.isalpha() or apostrophes):
            (small if form.islower() else capital)[form.lower().replace("’", "'")] += count
    return small, capital


def standing_lines(path: Path) -> Iterator[str]:
    """The lines of a text, or the corrected sides of pairs."""
    if ".jsonl" in path.suffixes:
        return (better for _, better in read_pairs(path))
    return read_lines(path)


def english(word: str, small: int, capital: int, listed: bool) -> bool:
    return word.isascii() and (listed or (small >= FREQUENT and small >= capital * IN_LOWER_CASE))


def tags(treebanks: Iterable[Path]) -> defaultdict[str, Counter[str]]:
    """How often each word of the treebanks has each open class."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in treebanks:
        for row in chain.from_iterable(sentences(path)):
            if row[3] in LETTERS and row[1].isalpha():
                found[row[1].lower()][LETTERS[row[3]]] += 1
    return found


def frequent_classes(counts: Counter[str]) -> str:
    return "".join(letter for letter, count in counts.most_common() if count >= SHARE * counts.total())
