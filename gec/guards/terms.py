"""Terms: names of packages, options and variables in a text that look like misspellings. Edits that replace them are
dropped.

A word that is unknown, or known and rare (seq, obj), is one of them if it also stands in the text's code, or if the
text repeats it, or has it as a part of a name in its code, and it is no sure misspelling. An edit that replaces such a
word is dropped. A word is no term if a list knows what was meant (alot, dont), or if it surely is a small word with its
letters swapped (teh, becuase).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from gec.edits.edit import Edit
from gec.guards.markup import around
from gec.language import LETTER_WORD, lexicon
from gec.text.prose import Prose

REPEATED = 2  # times that few misspelt words come
SURE = 0.42  # how sure a misspelling is that somebody makes again and again
RARE = 6.0  # as a logarithm, how often a word is written that people know rather from code

_NAME = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
TOGETHER = 3  # parts of a name in code that may be one word in prose


def without_term_changes(prose: Prose, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits without those that change terms."""
    text = prose.text
    lost = [_lost(text, edit) for edit in edits]
    asked = set().union(*lost)
    if not asked:
        return tuple(edits)
    names = {name for part in around(prose) for name in _NAME.findall(part)}
    coded = asked.intersection(map(str.lower, names))
    built = asked.intersection(word for name in names for word in _parts(name))
    seen = Counter(filter(asked.__contains__, map(str.lower, LETTER_WORD.findall(text))))
    repeated = {word: times for word, times in seen.items() if times >= REPEATED or word in built}
    misspelt = _surely_misspelt(edits, lost, repeated)
    often = repeated.keys() - misspelt.keys()
    kept = [edit for edit, words in zip(edits, lost, strict=True) if not _of_terms(edit, words, coded, often)]
    return tuple(_as_sure(text, edit, misspelt) for edit in kept) if misspelt else tuple(kept)


def _parts(name: str) -> Iterator[str]:
    """The parts of a name in code, and up to three consecutive parts joined: *root*, *rootfs*, *fs* and so on, of
    *rootFsPath*."""
    parts = _PART.findall(name)
    for at in range(len(parts)):
        yield from ("".join(parts[at:end]).lower() for end in range(at + 1, at + 1 + TOGETHER))


def _surely_misspelt(
    edits: Sequence[Edit], lost: Sequence[frozenset[str]], repeated: Mapping[str, int]
) -> Mapping[str, float]:
    """The repeated words that are certainly misspelt, each with the mean confidence of its edits: a word is corrected
    everywhere or nowhere. A word does not count if less than half of its occurrences are corrected, as in sentences
    that are read again."""
    sure: dict[str, list[float]] = {}
    places = Counter(word for words in lost for word in words)
    for edit, words in zip(edits, lost, strict=True):
        for word in words & repeated.keys() if _respelt(edit, words) else ():
            sure.setdefault(word, []).append(edit.confidence)
    means = {word: sum(confidences) / len(confidences) for word, confidences in sure.items()}
    return {word: mean for word, mean in means.items() if mean >= SURE and 2 * places[word] >= repeated[word]}


def _as_sure(text: str, edit: Edit, misspelt: Mapping[str, float]) -> Edit:
    """The edit with the mean confidence of all edits of its word."""
    words = _lost(text, edit)
    means = [misspelt[word] for word in words & misspelt.keys()] if _respelt(edit, words) else []
    return replace(edit, confidence=min(means)) if means else edit


def _respelt(edit: Edit, words: frozenset[str]) -> bool:
    return edit.type == "R:SPELL" or edit.replacement.replace(" ", "").lower() in words


def _of_terms(edit: Edit, words: frozenset[str], coded: set[str], often: Collection[str]) -> bool:
    return (_respelt(edit, words) and not words.isdisjoint(often)) or not coded.isdisjoint(words)


def _lost(text: str, edit: Edit) -> frozenset[str]:
    """The words that an edit deletes or replaces and that could be terms, in lower case."""
    old, new = (LETTER_WORD.findall(side.lower()) for side in (text[edit.start : edit.end], edit.replacement))
    gone = frozenset(word for word in old if word not in new and _could_be_name(word, new))
    return gone if gone and not _slip(gone, edit) else frozenset()


def _could_be_name(word: str, new: Sequence[str]) -> bool:
    """Whether a word is unknown, or is rare and not replaced by another form of itself (*objs* for *obj*)."""
    if not lexicon.known(word):
        return True
    if word in lexicon.CLOSED:  # code may have a variable called a
        return False
    from gec.language.written import frequency

    return frequency(word) < RARE and not any(word in lexicon.bases(one) for one in new)


def _slip(gone: frozenset[str], edit: Edit) -> bool:
    """Whether it is clear that the deleted words are misspelt: the replacement is their listed correction, or a
    function word with the same letters."""
    from gec.language.misspelt import by_rule, usually

    new = edit.replacement.lower()
    small = new in lexicon.CLOSED and edit.confidence >= SURE
    turned = small and any(sorted(word) == sorted(new) for word in gone)
    return turned or any(usually(word) and by_rule(word) == new.replace("’", "'") for word in gone)
