"""Measures peak memory and time of `gec correct` by the length of a book. Memory must not grow with the pages.

    python bench/book.py 10 80

A book is one Markdown file: chapters of paragraphs of sentences from corpora/. In each sentence one word is replaced by
another, so that no two are the same and the cache does not help. A page has 500 words.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import click

ROOT = Path(__file__).parents[1]
TEXTS = ("sentences.txt", "standing.txt", "passages.txt")
PAGE, CHAPTER, PARAGRAPH = 500, 40, 5  # words, paragraphs, sentences


def book(pages: int) -> str:
    """A text of this many pages, always the same."""
    chance = random.Random(0)
    lines = [line for name in TEXTS for line in (ROOT / "corpora" / name).read_text(encoding="utf-8").splitlines()]
    sentences = [line for line in lines if line.endswith((".", "?", "!"))]
    words = sorted({word for line in sentences for word in line.split() if word.isalpha() and word.islower()})
    parts: list[str] = []
    written = 0
    for number in count():
        if number % CHAPTER == 0:
            parts.append(f"# Chapter {number // CHAPTER + 1}")
        paragraph = " ".join(_varied(chance, chance.choice(sentences), words) for _ in range(PARAGRAPH))
        parts.append(paragraph)
        written += len(paragraph.split())
        if written >= pages * PAGE:
            return "\n\n".join(parts) + "\n"
    raise AssertionError("numbers do not end")


def _varied(chance: random.Random, sentence: str, words: list[str]) -> str:
    said = sentence.split()
    said[chance.randrange(1, len(said) - 1) if len(said) > 2 else 0] = chance.choice(words)
    return " ".join(said)


@click.command()
@click.argument("pages", type=click.IntRange(1), nargs=-1, required=True)
def measure(pages: tuple[int, ...]) -> None:
    """Correct books with these numbers of pages, and print the memory and time that each took."""
    click.echo("| pages | words | peak memory, MB | seconds |\n|---|---|---|---|")
    with TemporaryDirectory() as place:
        for many in pages:
            text = book(many)
            file = Path(place, f"{many}.md")
            file.write_text(text, encoding="utf-8")
            began = time.monotonic()
            words = [sys.executable, str(ROOT / "cli.py"), "correct", "--no-cache", "--isolated", str(file)]
            with subprocess.Popen(words, stdout=subprocess.DEVNULL) as run:
                _, status, used = os.wait4(run.pid, 0)
                run.returncode = os.waitstatus_to_exitcode(status)
            assert run.returncode == 0
            took = time.monotonic() - began
            click.echo(f"| {many} | {len(text.split()):,} | {used.ru_maxrss / 1024:.0f} | {took:.0f} |")


if __name__ == "__main__":
    measure()
