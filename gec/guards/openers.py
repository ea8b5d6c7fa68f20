"""A comma behind the opener of a sentence is often a matter of taste."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gec.edits.edit import Edit
from gec.guards.fragments import PLAIN
from gec.language import LETTER_WORD, word_set
from gec.text.prose import Prose

# Openers of a sentence behind which standing documentation often has no comma: currently 37 %, in this case 19 %, other
# words behind *in* 28 %. Behind `FIRM` it is one in ten at most.
OPENERS = word_set(
    "after at before by during for from in on under with within without also currently first here hence instead later"
    " next normally now often otherwise overall recently sometimes then therefore thus usually"
)
FIRM = re.compile(
    r"(?:in (?:short|contrast|fact|other words|addition|conclusion)|for (?:example|instance|th(?:is|ese) reasons?)"
    r"|by the way|first of all|on the (?:other|one) hand)\b",
    re.IGNORECASE,
)
SHORT = 4  # words of such an opener
HABIT = 2  # openers with a comma that make a habit


def of_taste(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without commas behind a short opener that many write without one, unless the text has the habit. Plain
    text is left out: learners write it, and files of sentences have many writers."""
    asked = {edit for edit in edits if _ends_opener(prose.text, edit)} if prose.format not in PLAIN else set()
    if not asked:
        return list(edits)
    seen = Counter(with_comma for view in prose.views() if (with_comma := _comma_behind_opener(view.text)) is not None)
    habit = seen[True] >= max(HABIT, 2 * (seen[False] - len(asked)))
    return list(edits) if habit else [edit for edit in edits if edit not in asked]


def _ends_opener(text: str, edit: Edit) -> bool:
    """Whether an edit puts a comma behind the first few words of a sentence, and these are an opener of taste."""
    if edit.replacement != "," or edit.original or not edit.part_of:
        return False
    begun = text[edit.part_of[0] : edit.start]
    return 0 < len(LETTER_WORD.findall(begun)) <= SHORT and _opens(begun)


def _comma_behind_opener(sentence: str) -> bool | None:
    """Whether a comma stands behind the opener of taste that begins a sentence; None if none begins it."""
    if not _opens(sentence):
        return None
    begun, comma, _ = sentence.partition(",")
    return bool(comma) and len(LETTER_WORD.findall(begun)) <= SHORT


def _opens(words: str) -> bool:
    first = LETTER_WORD.search(words)
    return first is not None and first[0].lower() in OPENERS and not FIRM.match(words, first.start())
