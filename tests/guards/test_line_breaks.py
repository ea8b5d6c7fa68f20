"""What stands behind a line break stays, if the line before it ends without a mark."""

from __future__ import annotations

import pytest

from gec.correction import corrections
from gec.edits.edit import Edit
from gec.guards.stages import of_document
from gec.text.formats import prose_of


@pytest.mark.parametrize(
    ("text", "old", "new", "kept"),
    [
        ("i think you are right\nwhat is for lunch", "\nwhat", ",\nwhich", False),
        ("she lives next door\nwe like her", "door\nwe like", "door.\nI like", False),
        ("he has lost it\nA new one costs ten", "has lost it\nA", "lost it\na", False),
        ("he said so\nOf course we laughed", "\nOf", ",\nof", False),
        ("she lives next door\nshe say it is loud", "\nshe say", ".\nShe says", True),
        ("she lives next door\nshe is loud", "\nshe", ".\nShe", True),
        ("he lives next door,\nwhat is loud", ",\nwhat", ",\nwhich", True),
        ("this is the number of\nour account", "number of\nour account", "account\nnumber", True),
    ],
)
@pytest.mark.parametrize("format", ["plain", "markdown"])
def test_the_next_line_keeps_its_first_word(format: str, text: str, old: str, new: str, kept: bool) -> None:
    start = text.index(old)
    edit = Edit(start, start + len(old), new)
    assert of_document(prose_of(text, format), [edit]) == ((edit,) if kept else ())


def test_lines_are_not_joined() -> None:
    text = "My uncle can play the guitar\nand he is more\nnice than we are."
    start = text.index("more")
    edit = Edit(start, start + 9, "nicer")
    [found] = corrections([prose_of(text)], lambda texts: [[edit]] * len(texts))
    assert found.text == "My uncle can play the guitar\nand he is\nnicer than we are."
