"""Lines of code and rows of data in plain text are not read, but the prose beside them is."""

from __future__ import annotations

import pytest

from gec.text.formats import prose_of


def read(text: str) -> str:
    return "|".join(view.text for view in prose_of(text).views())


@pytest.mark.parametrize(
    "listing",
    [
        "def recieve(self, childs):\n    return [one for one in childs if one.adress]\n",
        'class Childs:\n    """They goes to school."""\n\n    def go(self): pass\n',
        "for (int i = 0; i < lenght; i++) {\n    sum += childs[i];\n}\n",
        "const adress = persons.map(p => p.adress);\n",
        "import { childs } from './informations';\n",
        "#include <informations.h>\n",
        "std::vector<int> childs;\nint lenght;\n",
        "x = childs + 3\n",
        "recieve(adress)\n",
        ">>> childs = 2\n",
        "$ recieve --all childs\n",
        '<div class="childs">They goes to school.</div>\n',
        "id,name,adress\n1,Ann,teh street\n2,Bob,teh town\n",
        "name;adress;childs\nAnn;teh street;\n",
    ],
)
def test_listings_are_left_alone(listing: str) -> None:
    assert read(listing) == ""
    assert read(f"It is so.\n\n{listing}\nAnd so on.\n") == "It is so.|And so on."


@pytest.mark.parametrize("format", ["markdown", "mdx", "rst", "asciidoc", "org", "html", "notebook"])
def test_code_that_is_not_marked_as_code_is_left_alone_in_markup(format: str) -> None:
    wrapped = {
        "html": "<p>It is so.</p><p>recieve(childs, adress);</p>",
        "notebook": '{"cells": [{"cell_type": "markdown", "source": ["It is so.\\n", "\\n", "x = childs + 3"]}]}',
    }
    text = wrapped.get(format, "It is so.\n\ndef recieve(childs): pass\nrecieve(childs, adress)\n")
    assert [view.text for view in prose_of(text, format).views()] == ["It is so."]


@pytest.mark.parametrize(
    "text",
    [
        "n = number of childs",
        "We have apples,pears,plums and go home.",
        "Dear Ann,\nDear Bob,\nwe was late;\nyou was not.",
        "It costs (as they says) 3 = three.",
        "They says x = 3 is right.",
        "Return it (or not) to me;",
        "For example (see below):",
        "If you (or they) was late, go.",
        "import goods from China",
        "Let me know.",
        "I (we) was late",
        "note (a)",
        "one,two\nthree,four",
    ],
)
def test_prose_that_has_such_signs_is_read(text: str) -> None:
    assert read(text).replace("|", " ").split() == text.split()


def test_a_line_of_a_program_within_a_paragraph_is_read_with_it() -> None:
    assert read("We was late, since\nx = childs + 3\nis so.") == "We was late, since x = childs + 3 is so."
