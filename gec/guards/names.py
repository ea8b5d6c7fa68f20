"""Names of people, packages and things stay as they are written. A name is a word with capitals that is no known
English word. An edit may add or remove its apostrophe or its *s*, and may change `i` to `I`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gec.edits.change import Change
from gec.guards.copied import region
from gec.language import lexicon
from gec.language.similarity import name_similarity

AROUND = 60  # characters on both sides that show whether everything is in capitals
MIN_LETTERS, MIN_SIMILARITY = 8, 0.8  # of a misspelt word with a capital that is no name, and its correction

_NAME = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INITIAL = re.compile(r" [A-Z]\. ?[A-Z]")  # follows a first name
_START = re.compile(r"(?:\A|[.!?…:;•\n])[\"'“‘”’»()\[\]\s*_>#-]*\Z")


def changes_name(change: Change) -> bool:
    """Whether an edit deletes or changes a name."""
    text, edit = change.text, change.edit
    start, end = region(text, edit) or (edit.start, edit.end)
    names = [*_names(text, start, end)]
    if not names:
        return False
    new = text[start : edit.start] + edit.replacement + text[edit.end : end]
    kept = {bare(word) for word in _NAME.findall(new)}
    return not all(bare(name) in kept or _mends(name, kept) for name in names)


def recases_part(change: Change) -> bool:
    """Whether only capitals change in the first part of a longer name: google-auth, google.auth."""
    text, edit = change.text, change.edit
    old, behind = text[edit.start : edit.end], text[edit.end : edit.end + 2]
    if old == edit.replacement or old.lower() != edit.replacement.lower() or not behind[1:].isalnum():
        return False
    return behind[0] in "._/" or (behind[0] == "-" and not begins_sentence(text, edit.start))


def _names(text: str, start: int, end: int) -> Iterator[str]:
    """The words from `start` to `end` that are names."""
    for found in _NAME.finditer(text, start, end):
        word = found.group()
        low = bare(word).lower()
        if word[:2] in ("I'", "I’"):
            continue
        if not any(map(str.isupper, word)) or lexicon.known(low) or lexicon.known(low.removesuffix("s")):
            continue
        if word.isupper() and shouted(text[max(0, start - AROUND) : end + AROUND]):
            continue
        inside = not begins_sentence(text, found.start())
        if inside or any(map(str.isupper, word[1:])) or _INITIAL.match(text, found.end()):
            yield word


def begins_sentence(text: str, at: int) -> bool:
    """Whether a sentence, an item or the part after a colon begins at a place."""
    return _START.search(text, max(0, at - 10), at) is not None


def shouted(text: str) -> bool:
    """Whether most letters are capitals, so that capitals do not show names."""
    return sum(map(str.isupper, text)) > sum(map(str.islower, text))


def bare(word: str) -> str:
    """A word without the ending of a possessive."""
    return re.sub(r"['’]s?\Z", "", word)


def _mends(name: str, kept: Collection[str]) -> bool:
    """Whether one of the kept words is the name with another ending or apostrophe, or the name is a misspelling of it
    or of a common name."""
    owner = bare(name)
    return any(
        word in (f"{owner}s", owner.removesuffix("s"))
        or word.lower() in lexicon.COMMON_NAMES
        or _misspelt(owner, word)
        or (word[:2] in ("I'", "I’") and f"I{word[2:]}" == owner)
        or (word[-2:] in ("'t", "’t") and f"{word[:-2]}t" == owner)
        for word in kept
    )


def _misspelt(name: str, word: str) -> bool:
    """Whether a long word with a capital is a misspelling of a known English word."""
    near = len(name) >= MIN_LETTERS and lexicon.known(word.lower())
    return near and name_similarity(name.lower(), word.lower()) > MIN_SIMILARITY
