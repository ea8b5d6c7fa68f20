"""Words beside code, a formula or a reference: articles, prepositions, *its* and nouns before it, verbs after it. The
model does not see the marks around code, so it takes code for a word: *to `worker`* becomes *to the `worker`*, *use
`useLog`* loses its verb, *its `get` returns* becomes *it's*, *`settings` is read* becomes *are read*. For articles, a
word in italics or bold counts as code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from gec.edits.edit import Edit
from gec.edits.kinds import AGREEING
from gec.language import lexicon
from gec.text.prose import Prose, Span

ARTICLE = "M:DET"
NOUNS = ("R:NOUN:NUM", "R:NOUN:POSS")
SMALL = ("M:PREP", "M:VERB:FORM")  # a preposition, or *to* before a verb
MAX_CHARACTERS_TO_CODE = 200  # most characters, such as spaces and markup, between an edit and the code beside it

_APART = re.compile(r"[^\W_]|[.!?;:,]|\n\s*\n")  # what ends a sentence, or is a word of it
_WORD = re.compile(r"[^\W\d_]+")
# The word behind code, or behind several pieces of it, or a link.
_NEXT = re.compile(r"(?:(?:[/,]| and| or) ?`[^`]+`)*_?[\"'”’*]*(?:\](?:\([^()]*\))?)?\*?\s+([A-Za-z]+)")
_STRESSED = re.compile(r"\s*(\*{1,2}|_{1,2})[a-z]\w*\1(?!\w)")  # one word in lower case: if *other* is a constant


def without_words_beside_code(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that take code for a word: articles before code, unless a noun follows the code;
    prepositions, *its* and nouns before code, and a dropped verb; verbs after code."""
    asked = {
        edit
        for edit in edits
        if edit.type in (ARTICLE, AGREEING, *NOUNS, *SMALL)
        or _its(prose.text, edit)
        or _drops_s(prose.text, edit)
        or _drops_verb(prose.text, edit)
    }
    if not asked:
        return list(edits)
    kept = sorted(span for block in prose.blocks for span in block.kept)
    shown = sorted(span for block in prose.blocks for span in block.spans)
    return [edit for edit in edits if edit not in asked or not _beside(prose.text, edit, kept, shown)]


def _beside(text: str, edit: Edit, kept: Sequence[Span], shown: Sequence[Span]) -> bool:
    """Whether an edit depends on code beside it."""
    if edit.type == AGREEING or _drops_s(text, edit):
        return _follows(text, edit, kept)
    return _leads(text, edit, kept, shown) or (edit.type == ARTICLE and _stressed(text, edit))


def _unnamed(text: str, end: int) -> bool:
    """Whether no noun follows code that ends here, as *option* does in *the `x` option*."""
    following = _NEXT.match(text, end)
    return following is None or not _named_by(following[1].lower())


def _named_by(word: str) -> bool:
    """Whether a word after code gives it an article: a noun (the `x` option), or *of* (the `x` of it)."""
    if word in lexicon.FUNCTION_WORDS:
        return word == "of"
    return "NOUN" in lexicon.kinds(word) or not word.endswith(("s", "ed"))


def _stressed(text: str, edit: Edit) -> bool:
    """Whether a single word in italics or bold follows the edit, and no noun follows that word."""
    found = _STRESSED.match(text, edit.end)
    return found is not None and _unnamed(text, found.end())


def _follows(text: str, edit: Edit, kept: Sequence[Span]) -> bool:
    """Whether the edit directly follows code or the like."""
    last = bisect_right(kept, edit.start, key=lambda span: span[1]) - 1
    if last < 0 or edit.start - kept[last][1] > MAX_CHARACTERS_TO_CODE:
        return False
    between = _WORD.sub(_without_adverb, text[kept[last][1] : edit.start])
    return _APART.search(between) is None


def _without_adverb(word: re.Match[str]) -> str:
    """Nothing for an adverb, which may stand before its verb: `x` also returns."""
    return "" if lexicon.kind(word[0].lower()) == "ADV" else word[0]


def _drops_s(text: str, edit: Edit) -> bool:
    """Whether an edit changes *writes* to *write*, whatever its exact type is."""
    return edit.type.startswith("R:VERB") and text[edit.start : edit.end] == f"{edit.replacement}s"


def _drops_verb(text: str, edit: Edit) -> bool:
    """Whether an edit drops a verb, and not one that is repeated."""
    verb = text[edit.start : edit.end].strip()
    before = text[max(0, edit.start - MAX_CHARACTERS_TO_CODE) : edit.start].rstrip()
    return edit.type.startswith("U:VERB") and not before.lower().endswith(verb.lower())


def _its(text: str, edit: Edit) -> bool:
    return text[edit.start : edit.end].lower() == "its"


def _leads(text: str, edit: Edit, kept: Sequence[Span], shown: Sequence[Span]) -> bool:
    """Whether the edit is directly before code or the like. An article counts only if no noun follows the code."""
    following = bisect_left(kept, (edit.end, edit.end))
    if following == len(kept):
        return False
    start, end = kept[following]
    between = start - edit.end > MAX_CHARACTERS_TO_CODE or next(_written(text, edit.end, start, shown), "")
    if between or not next(_written(text, start, end, shown), "").isalpha():
        return False
    if edit.type != ARTICLE and _APART.search(text, edit.end, start):
        return False
    return edit.type != ARTICLE or _unnamed(text, end)


def _written(text: str, start: int, end: int, shown: Sequence[Span]) -> Iterator[str]:
    """The visible letters and digits of a stretch."""
    first = bisect_right(shown, start, key=lambda span: span[1])
    last = bisect_left(shown, end, key=lambda span: span[0])
    for low, high in (shown[at] for at in range(first, last)):
        yield from filter(str.isalnum, text[max(low, start) : min(high, end)])
