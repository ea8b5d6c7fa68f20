"""What an author says to gec counts where it is said, and not where it is shown."""

from __future__ import annotations

import pytest

from gec.text.formats import remarks

SHOWN = [
    "```markdown\n<!-- gec: off -->\n```\n",
    "~~~\n<!-- gec: off -->\n~~~\n",
    "Write `<!-- gec: off -->` there.\n",
    "A paragraph.\n\n    <!-- gec: off -->\n",
    "> ```\n> <!-- gec: off -->\n> ```\n",
]


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_shown_as_an_example_says_nothing(text: str) -> None:
    assert remarks(text, "markdown") == []
    [(start, end, said)] = remarks(f"{text}\n<!-- gec: on -->\n{text}", "markdown")
    assert (start, end - start, said) == (len(text) + 1, len("<!-- gec: on -->"), " gec: on ")


def test_comments_between_words_count() -> None:
    assert [said for *_, said in remarks("One `two` <!-- gec: off --> three.", "markdown")] == [" gec: off "]
