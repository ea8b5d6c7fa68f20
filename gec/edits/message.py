"""An edit in words: what kind of mistake it mends and what to do about it, in one short line for people.

The table of names is also the list of the types there are. Which type an edit has is `classify.py`'s
business.
"""

from __future__ import annotations

from gec.edits.edit import Edit

NAMES = {
    "ADJ": "adjective",
    "ADJ:FORM": "form of the adjective",
    "ADV": "adverb",
    "CONJ": "conjunction",
    "CONTR": "contraction",
    "DET": "article or determiner",
    "MORPH": "form of the word",
    "NOUN": "noun",
    "NOUN:INFL": "inflection of the noun",
    "NOUN:NUM": "number of the noun",
    "NOUN:POSS": "possessive",
    "ORTH": "capitals or spacing",
    "OTHER": "wording",
    "PART": "particle",
    "PREP": "preposition",
    "PRON": "pronoun",
    "PUNCT": "punctuation",
    "SPELL": "spelling",
    "UNK": "unclear wording",
    "VERB": "verb",
    "VERB:FORM": "form of the verb",
    "VERB:INFL": "inflection of the verb",
    "VERB:SVA": "subject-verb agreement",
    "VERB:TENSE": "verb tense",
    "WO": "word order",
}


def message(original: str, edit: Edit) -> str:
    """For example `replace “go” by “goes” (subject-verb agreement)`."""
    old, new = _quoted(original), _quoted(edit.replacement)
    if not original.strip():
        said = f"insert {new}"
    elif not edit.replacement.strip():
        said = f"remove {old}"
    else:
        said = f"replace {old} by {new}"
    name = NAMES.get(edit.type[2:], "")
    return f"{said} ({name})" if name else said


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”" if text.strip() else "a space"
