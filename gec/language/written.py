"""The words and names that people write, and how often. This tells a misspelling from a rare word.

The table, `words.txt.gz`, has a line for each level of frequency in clean text, and one for names and words that are
only known from a list. A line has the character of its level and the words in lower case, separated by tabs. The table
is read on first use. `gec train spelling` makes it.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path

from gec.language import lexicon, word_set
from gec.language.dialect import variant

TABLE = Path(__file__).with_name("words.txt.gz")
UNCOUNTED = "!"  # the character of names and of words that are only listed
SHORTEST, COMMON = 4, 2.0  # least letters of a part of a word, and least logarithm of its frequency
STEPS = 2  # levels for each doubling of the frequency
ONCE = ord("A")  # the character of words seen once

LOGS = {chr(ONCE + step): step / STEPS * math.log(2) for step in range(60)} | {UNCOUNTED: -1.0}

PREFIXES = word_set("""
    un re over under non pre mis dis anti inter co micro multi sub super de out up mini bio eco auto semi post cyber
    hyper meta e photo geo neuro poly mono cross counter fore off in milli centi kilo mega giga tera nano pico quasi
    pseudo proto trans ultra infra intra extra macro tri bi omni para hydro electro thermo aero psycho socio techno
    crypto retro
""")
# Endings that any word may take, the longest first.
FORMS = sorted(
    word_set("""
    s es d ed ing ly er ers ness less like able ist ists ism ity ish ship ful wise y ee ees ize izes ized izing izer
    izers ization izations ise ises ised ising iser isation isations ability ably lessness hood dom esque ward wards
    ment ments ify ifies ified ifying ology ological
"""),
    key=lambda ending: (-len(ending), ending),
)
WHOLE = word_set(
    "less like ness wise ship hood dom ward wards"
)  # before these endings a word may be one letter shorter


def packed(counts: Mapping[str, int], uncounted: Iterable[str]) -> bytes:
    """The table of words with their counts, and of names and words that are only listed."""
    lines = {UNCOUNTED: sorted(uncounted)}
    for word, count in sorted(counts.items()):
        lines.setdefault(chr(ONCE + round(STEPS * math.log2(count))), []).append(word)
    text = "\n".join("\t".join([mark, *words]) for mark, words in sorted(lines.items()))
    return gzip.compress(text.encode(), mtime=0)


@cache
def table() -> Mapping[str, float]:
    """Every word with the natural logarithm of its frequency. Names and words that are only listed have a negative
    number."""
    found: dict[str, float] = {}
    for line in gzip.decompress(TABLE.read_bytes()).decode().split("\n"):
        mark, *words = line.split("\t")
        found.update(zip(words, repeat(LOGS[mark])))
    return found


def frequency(word: str) -> float:
    """The logarithm of the frequency of a lower-case word; 0 if it was never seen."""
    return max(0.0, table().get(word, 0.0))


@lru_cache(maxsize=8192)
def stands(word: str) -> bool:
    """Whether a lower-case word exists: a word, a name, or a word in the spelling of another dialect."""
    if word in table() or lexicon.known(word):
        return True
    both = variant(word)
    return both is not None and (both.american in table() or both.british in table())


def inflected(word: str) -> bool:
    """Whether a word looks like a regular form of a known word: saturations, advisees, orphanized."""
    return bool(stems(word))


@lru_cache(maxsize=8192)
def stems(word: str) -> tuple[str, ...]:
    """The known words of which a word may be a regular form: *tab* for *tabless*."""
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
    """Whether a word looks like a known word with a prefix: overbooked, upregulated."""
    return any(word.startswith(part) and _common(word[len(part) :]) for part in PREFIXES)


def compound(word: str) -> bool:
    """Whether a word looks like a compound of two known words: kitesurfing, trashcans."""
    return any(_common(word[:at]) and _common(word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))


def _common(word: str) -> bool:
    return len(word) >= SHORTEST and frequency(word) >= COMMON
