"""Trees of folders and boxes drawn with characters are not read, but the prose around them is."""

from __future__ import annotations

import pytest

from gec.text.formats import prose_of

DRAWN = {
    "box": "recieve\n├── mains.rs\n│   └── parsr.rs   # they parses it\n└── README.md\n",
    "a note that goes on": "├── mains   they parses,\n│           they reads\n└── utils   he go\n           home\n",
    "ascii": "recieve\n|-- src\n|   |-- mains.py   they reads it\n|   `-- utils\n|\n\\-- setup.cfg\n",
    "plus": "recieve\n+-- bin\n|   +-- strt.sh   starts all service\n|   \\-- stp.sh\n+-- lib\n",
    "windows": "C:.\n+---recieve\n|   \\---childs\n\\---lib\n",
    "boxes": "┌────────┐     ┌────────┐\n│ he go  │────▶│ it go  │\n└────────┘     └────────┘\n",
}


def read(text: str, format: str) -> list[str]:
    return [view.text for view in prose_of(text, format).views()]


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("format", ["plain", "markdown", "email", "gitcommit", "rst"])
def test_drawings_are_left_alone(drawn: str, format: str) -> None:
    text = f"Subject: The files\n\nIt is so.\n\n{drawn}\nAnd so on.\n"
    assert read(text, format)[-2:] == ["It is so.", "And so on."]


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_drawings_in_programs_are_left_alone(drawn: str) -> None:
    commented = "".join(f"# {line}\n" for line in drawn.splitlines())
    text = f'"""It is so.\n\n{drawn}\nAnd so on."""\n\n# Here too.\n#\n{commented}#\n# The end.\nx = 1\n'
    assert read(text, "python") == ["It is so.", "And so on.", "Here too.", "The end."]


def test_what_stands_close_to_a_drawing_is_read() -> None:
    assert read("It looks like this:\n├── src\n└── docs\nThey are folders.\n", "plain") == [
        "It looks like this:",
        "They are folders.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "- It goes.\n- They go.\n",
        "`--check` lists it.\n`--write` does it.\n",
        "| A cell. | Another. |\n|---------|---|\n| A third. | More. |\n",
        "|--check|It lists all.|\n|--write|It does all.|\n",
        "+- 5 mm is enough.\n\nIt is so.\n",
        "── The parts ──\n\nIt is so.\n",
        "We go home | they stay.\n",
    ],
)
def test_prose_with_lines_and_dashes_is_read(text: str) -> None:
    words = [word for word in text.replace("|", " ").split() if word.strip(".").isalpha()]
    assert set(" ".join(read(text, "plain")).replace("|", " ").split()) >= set(words)


def test_a_line_that_holds_a_page_is_no_drawing() -> None:
    said = "It goes on and on. " * 40
    assert len(read(f"<p>A │ B</p><p>{said}</p>", "html")) > 20
