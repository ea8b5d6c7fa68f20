"""Words that deny something."""

from __future__ import annotations

from gec.language import word_set

NEGATIONS = word_set("""
    not no never nobody nothing nowhere none neither nor cannot without dont doesnt didnt isnt arent wasnt werent wont
    cant couldnt wouldnt shouldnt hasnt havent hadnt mustnt aint donnot noone
""")


def negates(word: str) -> bool:
    """Whether a word in small letters, with a straight apostrophe if any, denies something."""
    return word in NEGATIONS or word.endswith(("'t", "'nt"))
