"""Why an edit is right, as people are told it."""

from __future__ import annotations

from gec.edits import message
from gec.edits.edit import Edit
from gec.rules import engine


def reason(edit: Edit, original: str) -> str:
    """What the user's rule says, or else what gec's rule says, or else what its type says."""
    return edit.why or engine.why(edit.rule) or message.why(edit.type, original, edit.replacement)
