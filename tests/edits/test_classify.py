"""The built-in classifier names the everyday edits as ERRANT would, however small the edit is cut."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.classify import classify


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("She [go|goes] home", "R:VERB:SVA"),
        ("She go[|es] home", "R:VERB:SVA"),
        ("two cat[|s] here", "R:NOUN:NUM"),
        ("We [was|were] late", "R:VERB:SVA"),
        ("He [like|likes] cats", "R:VERB:SVA"),
        ("people who [likes|like] it", "R:VERB:SVA"),
        ("I [dont|don't] know", "R:CONTR"),
        ("my [brother in law|brother-in-law] is", "R:PUNCT"),
        ("it [wont|won’t] do", "R:CONTR"),
        ("I [eat|ate] it yesterday", "R:VERB:TENSE"),
        ("I have [ate|eaten] it", "R:VERB:FORM"),
        ("I enjoy [to swim|swimming] here", "R:VERB:FORM"),
        ("I want [|to ]sleep", "M:VERB:FORM"),
        ("I [|have ]seen it", "M:VERB:TENSE"),
        ("in [the |]school", "U:DET"),
        ("I saw [|a ]dog", "M:DET"),
        ("I bought [a|an] apple", "R:DET"),
        ("depend [of|on] it", "R:PREP"),
        ("listen [|to ]me", "M:PREP"),
        ("However[|,] I left", "M:PUNCT"),
        ("It is late[,|.]", "R:PUNCT"),
        ("He left[|.]", "M:PUNCT"),
        ("[i|I] left", "R:ORTH"),
        ("any[ |]one came", "R:ORTH"),
        ("[teh|the] end", "R:SPELL"),
        ("an [intresting|interesting] film", "R:SPELL"),
        ("the [more better|better] one", "U:ADV"),
        ("it is [big|bigger] than that", "R:ADJ:FORM"),
        ("my friend[|'s] car", "M:NOUN:POSS"),
        ("they [are always|always are] late", "R:WO"),
        ("a [beauty|beautiful] day", "R:MORPH"),
        ("[He|She] left", "R:PRON"),
        ("tea [and|or] coffee", "R:CONJ"),
    ],
)
def test_everyday_edits(marks: str, expected: str) -> None:
    source, start, end, replacement = marked(marks)
    assert classify(source, start, end, replacement) == expected


def marked(text: str) -> tuple[str, int, int, str]:
    """`a [b|c] d` -> the text before, the span and its replacement."""
    head, rest = text.split("[")
    change, tail = rest.split("]")
    old, new = change.split("|")
    return head + old + tail, len(head), len(head) + len(old), new


@given(st.text(max_size=30), st.text(max_size=8), st.data())
def test_every_edit_has_a_type(source: str, replacement: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    operation, _, category = classify(source, start, end, replacement).partition(":")
    assert operation in {"M", "U", "R"} and category


def test_the_type_does_not_depend_on_how_sets_are_ordered() -> None:
    code = "from gec.edits.classify import classify; print(classify('He was writed a letter.', 7, 13, 'writing'))"
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(5)
    ]
    assert len(set(said)) == 1


def test_importing_loads_no_heavy_module() -> None:
    heavy = "{'numpy', 'spacy', 'torch', 'click', 'rich'}"
    code = f"import sys, gec.edits.classify; print(*{heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
