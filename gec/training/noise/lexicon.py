"""Knowledge of single words: inflections, likely parts of speech, misspellings, confusions.

The tables are read once a process. `mine.py` makes the compressed ones, and `words.toml` is written by hand.
"""

from __future__ import annotations

import json
import lzma
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from gec.training.noise.family import Weighted

TABLES = Path(__file__).parent / "tables"
FIRST_PERSON = re.compile(r"\bi\b")
VerbForms = tuple[str, str, str, str, str]  # base, third person, past, participle, gerund


def rows(name: str) -> list[list[str]]:
    path = TABLES / f"{name}.tsv.xz"
    text = lzma.decompress(path.read_bytes()).decode("utf-8")
    return [line.split("\t") for line in text.splitlines()]


@cache
def by_hand() -> dict[str, dict[str, Any]]:
    return tomllib.loads((TABLES / "words.toml").read_text(encoding="utf-8"))


def word_set(module: str, name: str) -> frozenset[str]:
    return frozenset(by_hand()[module][name].split())


def word_map(module: str, name: str) -> dict[str, str]:
    return dict(by_hand()[module][name])


def word_lists(module: str, name: str) -> dict[str, tuple[str, ...]]:
    return {word: tuple(others) for word, others in by_hand()[module][name].items()}


def word_weights(module: str, name: str) -> dict[str, dict[str, float]]:
    return {word: dict(others) for word, others in by_hand()[module][name].items()}


@cache
def reach() -> dict[str, float]:
    """The reach of each family, measured by `reach.py`."""
    path = TABLES / "reach.json"
    return {name: float(value) for name, value in json.loads(path.read_text(encoding="utf-8")).items()}


@cache
def tags() -> dict[str, str]:
    """Word -> its most frequent part of speech."""
    return {word: code[0] for word, code in rows("tags")}


@cache
def shares() -> dict[str, dict[str, int]]:
    """Part of speech -> word -> per cent. The tables are flat, because they are read a hundred times a sentence."""
    tables: dict[str, dict[str, int]] = {tag: {} for tag in "NPVARX"}
    for word, code in rows("tags"):
        for tag, per_cent in re.findall(r"([A-Z])(\d+)", code):
            tables[tag][word] = int(per_cent)
    return tables


def share(word: str, tag: str) -> int:
    """How often, in per cent, the word is a noun N, name P, verb V, adjective A, adverb R or other X."""
    return shares()[tag].get(word, 0)


def main_tag(word: str) -> str:
    """The most frequent part of speech of a word; "?" if it is not in the table."""
    return tags().get(word, "?")


@cache
def inflections() -> tuple[dict[str, VerbForms], dict[str, str], dict[str, str], dict[str, tuple[str, str]]]:
    """Verb form -> its five forms; singular -> plural; plural -> singular; adjective -> its degrees."""
    verbs: dict[str, VerbForms] = {}
    plurals: dict[str, str] = {}
    singulars: dict[str, str] = {}
    degrees: dict[str, tuple[str, str]] = {}
    for letter, first, *rest in rows("inflections"):
        if letter == "V":
            forms = (first, rest[0], rest[1], rest[2], rest[3])
            for form in dict.fromkeys(forms):
                verbs.setdefault(form, forms)
        elif letter == "N":
            plurals.setdefault(first, rest[0])
            singulars.setdefault(rest[0], first)
        else:
            degrees[first] = (rest[0], rest[1])
    return verbs, plurals, singulars, degrees


def verb(word: str) -> VerbForms | None:
    """The five forms of the verb that a word is a form of."""
    return inflections()[0].get(word)


def plural(word: str) -> str | None:
    return inflections()[1].get(word)


def singular(word: str) -> str | None:
    return inflections()[2].get(word)


def degrees(word: str) -> tuple[str, str] | None:
    """Comparative and superlative of an adjective; "" if there is none in one word."""
    return inflections()[3].get(word)


@cache
def misspellings() -> dict[str, tuple[str, ...]]:
    return {right: tuple(wrong) for right, *wrong in rows("misspellings")}


@cache
def occurrences() -> dict[str, int]:
    """How often each word that learners got wrong occurs in the corrected texts."""
    return {cells[0]: int(cells[1]) for letter, *cells in rows("confusions") if letter == "W"}


@cache
def swaps() -> dict[str, Weighted]:
    """What people wrote instead of a word or phrase, with counts."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for letter, *cells in rows("confusions"):
        if letter == "S":
            right, wrong, count = cells
            found[right][FIRST_PERSON.sub("I", wrong)] = float(count)
    return {right: Weighted(wrongs) for right, wrongs in found.items()}
