"""How the tests of guards write an edit: *He {go->goes} home.*"""

from __future__ import annotations

import re

from gec.edits.classify import classify
from gec.edits.edit import Edit

_MARKED = re.compile(r"\{([^{}]*?)->([^{}]*?)\}")


def marked(written: str) -> tuple[str, Edit]:
    """The text before the edit that is written into it, and the edit."""
    found = _MARKED.search(written)
    assert found is not None
    start, (old, new) = found.start(), found.groups()
    text = f"{written[:start]}{old}{written[found.end() :]}"
    return text, Edit(start, start + len(old), new, classify(text, start, start + len(old), new))
