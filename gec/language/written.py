"""The words and names that people write, and how often. This tells a misspelling from a rare word.

The table, `words.txt.gz`, has a line for each of the characters that say how often clean text has a word, and one for
names and words that are known from a list alone: the character, then the words in small letters, parted by tabs. It is
read once, when first asked for; `gec train spelling` makes it.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from gec.language import lexicon, word_set
from gec.language.dialect import variant

TABLE = Path(__file__).with_name("words.txt.gz")
UNCOUNTED = "!"  # the character of names, and of words that are only listed
SHORTEST, COMMON = 4, 2.0  # letters of a part of a word, and how often, as a logarithm, it is written
STEPS = 2  # characters for each doubling of how often a word is seen
ONCE = ord("A")  # the character of a word seen once

LOGS = {chr(ONCE + step): step / STEPS * math.log(2) for step in range(60)} | {UNCOUNTED: -1.0}

PREFIXES = word_set("""
    un re over under non pre mis dis anti inter co micro multi sub super de out up mini bio eco auto semi post cyber
    hyper meta e photo geo neuro poly mono cross counter fore off in milli centi kilo mega giga tera nano pico quasi
    pseudo proto trans ultra infra intra extra macro tri bi omni para hydro electro thermo aero psycho socio techno
    crypto retro
""")
# What is put to any word, and makes another of it: the longest first.
FORMS = sorted(
    word_set("""
    s es d ed ing ly er ers ness less like able ist ists ism ity ish ship ful wise y ee ees ize izes ized izing izer
    izers ization izations ise ises ised ising iser isation isations ability ably lessness hood dom esque ward wards
    ment ments ify ifies ified ifying ology ological
"""),
    key=lambda ending: (-len(ending), ending),
)
WHOLE = word_set("less like ness wise ship hood dom ward wards")  # behind these parts a short word is known again


def packed(counts: Mapping[str, int], uncounted: Iterable[str]) -> bytes:
    """The table of words with how often each was seen, and of names and words that are only listed."""
    lines = {UNCOUNTED: sorted(uncounted)}
    for word, count in sorted(counts.items()):
        lines.setdefault(chr(ONCE + round(STEPS * math.log2(count))), []).append(word)
    text = "\n".join("\t".join([mark, *words]) for mark, words in sorted(lines.items()))
    return gzip.compress(text.encode(), mtime=0)


@cache
def table() -> Mapping[str, float]:
    """Every word with the natural logarithm of how often it was seen; names, and words that are only listed, have
    none, and are below 0."""
    found: dict[str, float] = {}
    for line in gzip.decompress(TABLE.read_bytes()).decode().split("\n"):
        mark, *words = line.split("\t")
        found.update(dict.fromkeys(words, LOGS[mark]))
    return found


def frequency(word: str) -> float:
    """The logarithm of how often a lower-case word is seen; 0 for one that is not."""
    return max(0.0, table().get(word, 0.0))


@lru_cache(maxsize=8192)
def stands(word: str) -> bool:
    """Whether a lower-case word is written so: a word, a name, or a word as another dialect spells it."""
    if word in table() or lexicon.known(word):
        return True
    both = variant(word)
    return both is not None and (both.american in table() or both.british in table())


def inflected(word: str) -> bool:
    """Whether a word looks like a regular form of one that is written: saturations, advisees, orphanized."""
    return bool(stems(word))


@lru_cache(maxsize=8192)
def stems(word: str) -> tuple[str, ...]:
    """The words that are written of which a word looks like a regular form: *tab* of *tabless*."""
    found = []
    for ending in FORMS:
        stem = word[: -len(ending)]
        if word.endswith(ending) and len(stem) >= SHORTEST - (ending in WHOLE):
            bases = [stem]
            if ending[0] in "aeiouy":
                bases += [f"{stem}e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]
            if stem.endswith("i"):
                bases.append(f"{stem[:-1]}y")
            found += [base for base in bases if frequency(base) >= COMMON]
    return tuple(dict.fromkeys(found))


def prefixed(word: str) -> bool:
    """Whether a word looks like one that is written with something before it: overbooked, upregulated."""
    return any(word.startswith(part) and _common(word[len(part) :]) for part in PREFIXES)


def compound(word: str) -> bool:
    """Whether a word looks made of two that are written: kitesurfing, trashcans."""
    return any(_common(word[:at]) and _common(word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))


def _common(word: str) -> bool:
    return len(word) >= SHORTEST and frequency(word) >= COMMON
