"""Compares our sentence splitter with others: `python bench/segmenters.py FILE` joins a file of one sentence per line
to documents, of twenty sentences or as separated by empty lines, and compares where each splitter ends sentences.
Others are included if they are installed (`pip install nupunkt pysbd syntok spacy`). Prints a Markdown table; speed is
in millions of characters per second of processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

Split = Callable[[str], list[int]]  # text -> ends of its sentences
TOGETHER = 20


def placed(text: str, pieces: Iterable[str]) -> list[int]:
    """Where the pieces of a text end."""
    ends, at = [], 0
    for piece in pieces:
        start = text.find(piece.strip(), at)
        if start >= 0:
            at = start + len(piece.strip())
            ends.append(at)
    return ends


def ours() -> Split:
    from gec.text.segment import sentences

    return lambda text: [end for _, end in sentences(text)]


def nupunkt() -> Split:
    from nupunkt import sent_tokenize

    return lambda text: placed(text, sent_tokenize(text))


def spacy_sentencizer() -> Split:
    import spacy

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    return lambda text: [sentence.end_char for sentence in pipeline(text).sents]


def pysbd() -> Split:
    from pysbd import Segmenter

    segmenter = Segmenter(language="en", clean=False)
    return lambda text: placed(text, segmenter.segment(text))


def syntok() -> Split:
    from syntok import segmenter

    return lambda text: [
        sentence[-1].offset + len(sentence[-1].value) for paragraph in segmenter.analyze(text) for sentence in paragraph
    ]


def row(name: str, split: Split, documents: list[list[str]]) -> str:
    right = found_in_all = there = characters = 0
    seconds = 0.0
    split("Once before the clock runs. Twice.")
    for lines in documents:
        text = " ".join(lines)
        ends = set(placed(text, lines)[:-1])
        begin = time.process_time()
        found = set(split(text)[:-1])
        seconds += time.process_time() - begin
        right, there, found_in_all = right + len(ends & found), there + len(ends), found_in_all + len(found)
        characters += len(text)
    precision, recall = right / max(found_in_all, 1), right / max(there, 1)
    both = 2 * precision * recall / max(precision + recall, 1e-9)
    return f"| {name} | {precision:.1%} | {recall:.1%} | {both:.1%} | {characters / seconds / 1e6:.2f} |"


def main(path: str) -> None:
    documents = [part.splitlines() for part in Path(path).read_text(encoding="utf-8").strip().split("\n\n")]
    if len(documents) == 1:
        [lines] = documents
        documents = [lines[first : first + TOGETHER] for first in range(0, len(lines), TOGETHER)]
    print("| splitter | precision | recall | F1 | speed |\n|---|---|---|---|---|")
    for make in (ours, nupunkt, spacy_sentencizer, pysbd, syntok):
        try:
            print(row(make.__name__.replace("_", " "), make(), documents), flush=True)
        except ImportError as error:
            print(f"{make.__name__}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
