"""The replacement for the changed part of a pattern: fixed words, and words of the sentence in another form.

`{v}` is the word with the name `v` in the pattern, `{v.past}` is this word in another form, and `{make as v}` is
another verb in the form that this word has. If a word has no such form, the rule finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gec.rules.nodes import PatternError
from gec.rules.pattern import Pattern
from gec.rules.predicates import FORMS, like

_PART = re.compile(r"\{\s*([a-z][\w-]*)\s*(?:\.\s*([a-z]+)|\s+as\s+([a-z][\w-]*))?\s*\}")


@dataclass(frozen=True, slots=True)
class Part:
    """A word that depends on the sentence: a named word, perhaps in another form, or another verb in its form."""

    name: str
    form: str = ""
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """Fixed text and parts, in order."""

    said: str
    pieces: tuple[str | Part, ...]

    @property
    def small(self) -> bool:
        """Whether it begins with `{name.small}`, so that its first letter never becomes a capital."""
        first = self.pieces[0] if self.pieces else ""
        return isinstance(first, Part) and first.form == "small"

    def filled(self, words: Mapping[str, str]) -> str | None:
        """The text with the named words of a sentence filled in; None if one of them has no such form."""
        done = []
        for piece in self.pieces:
            text = piece if isinstance(piece, str) else _word(piece, words.get(piece.name))
            if text is None:
                return None
            done.append(text)
        return " ".join("".join(done).split())


def _word(part: Part, word: str | None) -> str | None:
    if word is None:  # the name is in an alternative that did not match
        return ""
    if part.verb:
        return like(word.lower(), part.verb)
    if not part.form:
        return word
    return FORMS[part.form](word if part.form in ("small", "capital", "inside", "unowned") else word.lower())


def template(said: str, pattern: Pattern) -> Template:
    """Parse a template. Raises an error for names that the pattern does not have and for unknown forms."""
    pieces: list[str | Part] = []
    done = 0
    for found in _PART.finditer(said):
        pieces.append(said[done : found.start()])
        done = found.end()
        first, form, other = found.groups()
        name = other or first
        if name not in pattern.names:
            names = ", ".join(sorted(pattern.names)) or "no word that has one"
            raise PatternError(f"becomes: the pattern has no name {name!r}; it has {names}")
        if form and form not in FORMS:
            raise PatternError(f"becomes: unknown form {form!r}; known are {', '.join(FORMS)}")
        if form in ("plural", "singular") and name in pattern.verbs:
            agreeing = "many" if form == "plural" else "one"
            raise PatternError(f"becomes: {name} is a verb and has no {form}; write {{{name}.{agreeing}}}")
        pieces.append(Part(name, form or "", first if other else ""))
    pieces.append(said[done:])
    if re.search(r"[{}<>|]", "".join(piece for piece in pieces if isinstance(piece, str))):
        raise PatternError(f"becomes: {said!r} has a sign of patterns in it; write words, {{name}} and {{name.form}}")
    return Template(said, tuple(piece for piece in pieces if piece))
