"""Guards for what is said in as few words as possible: entries of changelogs, cells of tables, what options do. Such a
line has no articles at all, or none behind the verb that it begins with, and a model takes each for a slip.
`guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change, word_set
from gec.words import lexicon

SHORT = 14  # words of a sentence that has no articles because it is terse
# Who writes one of these does not write tersely.
TOLD = word_set("""
    a an the this that these those my your his her its our their some any each every no all both i you he she it we they
    there who which what
""")
# What was done, as changelogs say it.
CHANGES = word_set("""
    add allow bump change create deprecate disable drop enable expose fix handle implement improve introduce merge move
    refactor remove rename replace support update
""")
_FIRST = re.compile(r"\W*([A-Za-z]+) ?\Z")
_POINTING = re.compile(r"\s*(?:following|same)\b")  # which are not written without it
_MARKED = re.compile(r"\s*end of (?:life|files?|lines?|text|streams?|input|transmission|support)\b")


def _entered(change: Change) -> bool:
    """*Fix bug in parser* becomes *Fix bugs*, and *Add option for it* gets an article."""
    found = _FIRST.match(change.text, 0, change.edit.start)
    if found is None or found[1].lower() not in CHANGES:
        return False
    if change.edit.type == "M:DET":
        return not change.gone
    return change.pair is not None and change.edit.type == "R:NOUN:NUM" and len(change.pair[1]) > len(change.pair[0])


def _purpose(change: Change) -> bool:
    """*fix the crash on start* becomes *To fix the crash*."""
    return change.opens and not change.gone and [*change.new] == ["to"]


def _telegraphic(change: Change) -> bool:
    """*Pointer to next line* becomes *Pointer to the next line*, in a line that has no article at all; but *Use option
    `x`* gets one, and *one of following options*."""
    if change.gone or change.edit.type != "M:DET" or _POINTING.match(change.right):
        return False
    if _FIRST.match(change.text, 0, change.edit.start):
        return False
    words = WORD.findall(change.text.lower())
    return len(words) <= SHORT and TOLD.isdisjoint(words) and lexicon.AUXILIARIES.isdisjoint(words)


def _point(change: Change) -> bool:
    """*It reaches end of life in May* gets an article."""
    return change.edit.type == "M:DET" and not change.gone and _MARKED.match(change.right) is not None


GUARDS: tuple[Callable[[Change], bool], ...] = (_entered, _purpose, _telegraphic, _point)
