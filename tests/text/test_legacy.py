"""Older encodings are told from damaged files, and such texts are written back unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit
from gec.errors import TextError
from gec.text.document import read

WORDS = st.sampled_from(
    ["the", "café", "It’s", "“Yes,”", "naïve", "São", "£5", "2004–2006", "résumé", "word", "—", "A"]
)


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("It’s the café’s “best” résumé – or so they say.", "cp1252"),
        ("It’s the café’s “best” résumé – or so they say.", "mac_roman"),
        ("The war — he said — was over, but not quite.", "mac_roman"),
        ("Señor Núñez paid £5 for the naïve façade of the house.", "cp1252"),
        ("He said: “Émile is 18°C warm…” and left © 2004.", "cp1252"),
    ],
)
def test_an_older_text_is_read_in_its_encoding(text: str, codec: str) -> None:
    document = read(text.encode(codec))
    assert (document.text, document.encoding) == (text, codec)
    assert document.with_edits([Edit(0, 2, "Xy")]) == ("Xy" + text[2:]).encode(codec)


@pytest.mark.parametrize(
    "raw",
    [
        "Ночь, улица, фонарь, аптека.".encode("koi8-r"),
        "これは日本語です。 Some English words stand beside it.".encode("shift-jis"),
        "Price of 中文 in English texts is high.".encode("gbk") + "很多很多的中文".encode("gbk"),
        "The Łódź line and its żółty sign.".encode("iso8859-2"),
        "“Curly” quotes ’ and ".encode() + b"one caf\xe9 in Latin-1.",  # two encodings in one file
        b"Cut in the middle of a quo" + "”".encode()[:2],
        b"It is caf\xc3",
        b"caf\xe9 and \x01 control",
        "Été déjà vu où ça élève à côté, là où l'été était né.".encode("latin-1"),
    ],
)
def test_other_scripts_and_damaged_texts_are_refused(raw: bytes) -> None:
    with pytest.raises(TextError, match=r"line 1, byte \d+: 0x.. is not utf-8; .*--encoding"):
        read(raw)


def test_a_given_encoding_is_not_overruled() -> None:
    with pytest.raises(TextError, match="is not utf-8"):
        read(b"The caf\xe9 is closed today.", "utf-8")
    assert read("The café.".encode(), None).encoding == "utf-8"


@given(st.lists(WORDS, min_size=8, max_size=30), st.sampled_from(["cp1252", "mac_roman"]))
def test_bytes_come_back(words: list[str], codec: str) -> None:
    raw = ("There is a lot of plain English text before it, and some behind. " * 3 + " ".join(words)).encode(codec)
    try:
        document = read(raw)
    except TextError:
        return
    assert document.text.encode(document.encoding) == raw
