"""Tokens become natural text, and edits of that text are mapped back to tokens."""

from pathlib import Path

import pytest

from gec.edits.edit import Edit
from gec.scoring import evaluate, m2, sources
from gec.scoring.natural import natural, tokens_after

SHARED = Path(__file__).parents[3] / "shared" / "data" / "eval"


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("However , I do n't know .", "However, I don't know."),
        ('He said , " I am ( almost ) ready . "', 'He said, "I am (almost) ready."'),
        ("`` No '' , she said .", '"No", she said.'),
        ("My parents ' well - known and / or old car", "My parents' well-known and/or old car"),
        ("We can not pay $ 5 or 10 % .", "We cannot pay $5 or 10%."),
        ("It 's Ann 's - I think .", "It's Ann's-I think."),
    ],
)
def test_tokens_are_joined_as_they_would_be_written(tokens: str, text: str) -> None:
    joined = natural(tokens.split())
    assert joined.text == text
    assert len(joined.spans) == len(joined.tokens)


@pytest.mark.parametrize(
    ("tokens", "old", "new", "expected"),
    [
        ("I like cat", "cat", "cats.", "I like cats ."),
        ("However I do n't know", "However", "However,", "However , I do n't know"),
        ("I do n't know", "don't", "do not", "I do not know"),
        ("any one can come", " one", "one", "anyone can come"),
        ("a well - known thing", "known", "loved", "a well - loved thing"),
        ("the the end", "the ", "", "the end"),
        ("my friend car", "friend", "friend's", "my friend 's car"),
        ("i am ( old )", "old", "young", "i am ( young )"),
        ("He said `` hi '' to her", "hi", "Hello", "He said `` Hello '' to her"),
        ("Ask e.g . me", "me", "us", "Ask e.g . us"),
    ],
)
def test_edits_come_back_as_tokens(tokens: str, old: str, new: str, expected: str) -> None:
    joined = natural(tokens.split())
    start = joined.text.index(old)
    assert " ".join(tokens_after(joined, [Edit(start, start + len(old), new)])) == expected


def test_several_edits_of_one_sentence() -> None:
    joined = natural(["i", "has", "two", "cat", "."])
    edits = [Edit(0, 1, "I"), Edit(2, 5, "have"), Edit(13, 13, "s"), Edit(13, 14, "!")]
    assert tokens_after(joined, edits) == ["I", "have", "two", "cats", "!"]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not beside this checkout")
@pytest.mark.parametrize("name", ["bea-dev.m2", "CWEB-G.dev.m2", "CWEB-S.dev.m2", "jfleg-dev"])
def test_the_round_trip_alone_adds_no_edit(name: str) -> None:
    path = SHARED / name
    tokens = [s.tokens for s in m2.read(path)] if path.suffix == ".m2" else sources.fluent(path).sources
    assert evaluate.applied(tokens, [()] * len(tokens)) == [list(sentence) for sentence in tokens]


def test_sentences_of_a_paragraph_get_back_their_own_edits() -> None:
    sentences = ["She go.", "We was.", "He is."]
    [(text, places), (last, _)] = evaluate.paragraphs(sentences, 2)
    assert (text, last) == ("She go. We was.", "He is.")
    edits = [Edit(4, 6, "goes"), Edit(6, 8, "; "), Edit(11, 14, "were")]
    assert list(evaluate.by_sentence(edits, places)) == [[Edit(4, 6, "goes")], [Edit(3, 6, "were")]]
