"""The default tokenizer is lossless, knows the place of every token, and ignores special tokens in the text."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as Fast
from tokenizers import decoders, models, pre_tokenizers

from gec.edits.align import proposals
from gec.errors import ModelError
from gec.model.tokenizer import CORRECT, EOS, PAD, REWRITE, UNK, Tokenizer

MARKS = (PAD, EOS, UNK, CORRECT, REWRITE)
PIECES = [
    *MARKS, "He go to school", "don’t", " ", "  ", "\n", "\t", "\r\n", "\u00a0", "\u0000", "\u001b[31m", "\x7f",
    "e\u0301", "\u0301", "👩‍👩‍👧", "🇬🇧", "ﬁ", "…", "Ĝ", "Ġ", "▁", "\ufeff", "\ufffd", "\u202e", "漢字", "שלום",
    "12,345.67", "ACGT" * 50, "\U0010ffff", "\ue000",
]  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4))).map("".join))


@given(TEXTS)
def test_any_text_round_trips(words: Tokenizer, text: str) -> None:
    assert words.decode(words.encode(text).ids) == text


@given(TEXTS)
def test_spans_are_in_order_and_cover_the_text(words: Tokenizer, text: str) -> None:
    spans = words.encode(text).spans
    assert spans == sorted(spans)
    assert {place for start, end in spans for place in range(start, end)} == set(range(len(text)))


@given(TEXTS)
def test_marks_are_never_read_from_a_text(words: Tokenizer, text: str) -> None:
    marks = {words.id_of(mark) for mark in MARKS}
    assert None not in marks
    assert not marks & set(words.encode(text).ids)


def test_encoding_a_mark_does_not_affect_texts_in_other_threads(words: Tokenizer) -> None:
    text, mark = f"say {EOS} now", f"{CORRECT} text:"
    alone, expected = words.encode(text).ids, words.ids_of_mark(mark)
    assert words.eos not in alone and expected[0] == words.id_of(CORRECT)
    with ThreadPoolExecutor(1) as other:
        read = other.map(lambda _: words.ids_of_mark(mark), range(500))
        assert all(words.encode(text).ids == alone for _ in range(500))
        assert list(read) == [expected] * 500


@given(TEXTS, st.data())
def test_a_text_cut_before_a_word_is_the_text(words: Tokenizer, text: str, data: st.DataObject) -> None:
    ids = words.encode(text).ids
    places = [place for place in range(1, len(ids)) if words.starts_word[ids[place]]]
    cut = data.draw(st.sampled_from([0, *places]))
    assert words.middle(ids[:cut]) + words.middle(ids[cut:]) == (" " + text if text else "")


@pytest.mark.parametrize(
    "text",
    ["a" * 50_000, "word " * 20_000, " " * 20_000, "\u0301" * 20_000, "😀" * 20_000, "1" * 20_000],
    ids=["letters", "words", "blanks", "marks", "emoji", "digits"],
)
def test_very_long_texts_round_trip(words: Tokenizer, text: str) -> None:
    assert words.decode(words.encode(text).ids) == text


def test_texts_encoded_together_are_as_alone(words: Tokenizer, lines: list[str]) -> None:
    some = ["", *lines[:20], "<pad>", ""]
    assert words.encode_many(some) == [words.encode(text) for text in some]


def test_a_word_has_the_same_token_at_the_beginning_and_inside(words: Tokenizer) -> None:
    """The first word of a sentence is the same token as in the middle of one."""
    assert words.encode("the school").ids == words.encode("to the school").ids[-len(words.encode("the school").ids) :]


def test_a_word_starts_at_blanks_and_marks_and_not_inside(words: Tokenizer) -> None:
    ids = words.encode("unquestionably, don’t 漢字").ids
    starts = [words.starts_word[one] for one in ids]
    assert starts[0]
    assert not all(starts)
    assert words.leads(ids[0])
    comma = words.encode(",").ids[-1]
    assert words.starts_word[comma]
    assert not words.leads(comma)


def test_it_is_the_same_when_written_and_read(words: Tokenizer, tmp_path: Path, lines: list[str]) -> None:
    words.write(tmp_path)
    again = Tokenizer.read(tmp_path)
    assert len(again) == len(words)
    assert again.encode_many(lines) == words.encode_many(lines)
    assert again.encode("a <pad> b") == words.encode("a <pad> b")


@pytest.mark.parametrize("text", ["\ud800", "He go \udcff to school.", "\udc00\ud800"])
def test_half_characters_are_encoded_too(words: Tokenizer, text: str) -> None:
    """Python makes lone surrogates from undecodable bytes and file names. They have places in a text too."""
    spans = words.encode(text).spans
    assert {place for start, end in spans for place in range(start, end)} == set(range(len(text)))


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ('{"tokenizer_class": "ByT5Tokenizer"}', "a ByT5 model, whose tokenizer is bytes"),
        ('{"tokenizer_class": "T5Tokenizer"}', "save_pretrained"),
        ("{}", "save_pretrained"),
        ("[]", "save_pretrained"),
        ("{", "save_pretrained"),
    ],
)
def test_a_missing_tokenizer_gives_only_advice_that_helps(told: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "tokenizer_config.json").write_text(told)
    with pytest.raises(ModelError, match=said):
        Tokenizer.read(tmp_path)


WORDS = ["▁He", "▁goes", "▁home", ".", "▁go"]
SPECIAL = ["<pad>", "</s>", "[UNK]"]


def foreign(kind: str, unknown: str | None = "[UNK]", more: tuple[str, ...] = ()) -> Fast:
    """A tokenizer of five words, made by another library."""
    names = [*SPECIAL, *WORDS, *more]
    if kind == "unigram":
        place = names.index(unknown) if unknown else None
        made = Fast(models.Unigram([(name, -1.0) for name in names], place, False))
    else:
        made = Fast(models.WordLevel({name: place for place, name in enumerate(names)}, unk_token=unknown))
    made.pre_tokenizer, made.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    made.add_special_tokens(SPECIAL)
    return made


@pytest.mark.parametrize("kind", ["unigram", "words"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("He go Žižkov home .", [3, 4, 5]),  # it cannot read this word
        ("He go home", [3, 2, 5]),  # it cannot write this id
        ("He go home", [3, 0, 5]),
    ],
)
def test_tokens_without_text_delete_none(kind: str, text: str, said: list[int]) -> None:
    words = Tokenizer(foreign(kind), room=20)
    assert proposals(text, words.encode(text), said, [9.0] * len(said), words) == []


def test_a_tokenizer_that_fails_on_unknown_text_is_refused(tmp_path: Path) -> None:
    foreign("unigram", unknown=None).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ModelError, match=r"tokenizer.json: reads no letter that it does not know: .*; set its unk_id"):
        Tokenizer.read(tmp_path)


def test_a_token_without_a_name_stands_for_nothing() -> None:
    words = Tokenizer(foreign("words", more=("",)))
    assert [words.starts_word[one] for one in words.encode("He go .").ids] == [True, True, True]
