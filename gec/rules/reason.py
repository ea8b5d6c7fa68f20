"""Why an edit is right, as people are told it."""

from __future__ import annotations

from gec.edits import message
from gec.edits.edit import Edit
from gec.rules import engine


def of_rule(edit: Edit) -> str:
    """What the user's rule says, or else what gec's rule says; nothing if no rule found the edit."""
    return edit.why or engine.why(edit.rule)


def reason(edit: Edit, original: str) -> str:
    """What a rule says of an edit, or else what its type says."""
    return of_rule(edit) or message.why(edit.type, original, edit.replacement)
