"""Measures block heads in the terms of Stern et al. (2018), table 1: `python bench/blocks.py SENTENCES MODEL...`.

SENTENCES has one per line; each MODEL is a folder with heads p2..p8. For blocks of 2, 4, 6 and 8 tokens, it shows the
tokens per pass of blockwise decoding, and how many sentences differ from greedy decoding, in float32.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gec.decoding.verify import DecodingSettings, Output, decode
from gec.loading import load
from gec.proposer import SentenceProposer
from gec.text.document import read

BLOCKS = (2, 4, 6, 8)


def main(sentences: str, *folders: str) -> None:
    lines = [line for line in read(Path(sentences)).text.splitlines() if line.strip()]
    print("| model | " + " | ".join(f"k = {block}" for block in BLOCKS) + " | differ |")
    print("|" + "---|" * (len(BLOCKS) + 2))
    for folder in folders:
        proposer = load(folder, "cpu", "float").proposer
        encoded = (one.ids for one in proposer.tokenizer.encode_many(lines))
        fitting = [[*proposer.marks, *ids, proposer.engine.eos] for ids in encoded if len(ids) <= proposer.window]
        rows = sorted(fitting, key=len, reverse=True)
        greedy = [one.ids for one in said(proposer, rows, DecodingSettings(mode="greedy", head=False))]
        cells, differ = [], 0
        for block in BLOCKS:
            found = said(proposer, rows, DecodingSettings(mode="blockwise", head=False, longest_draft=block - 1))
            cells.append(sum(len(one.ids) for one in found) / sum(one.passes for one in found))
            differ += sum(one.ids != other for one, other in zip(found, greedy, strict=True))
        print(f"| {folder} | " + " | ".join(f"{cell:.2f}" for cell in cells) + f" | {differ} of {4 * len(rows)} |")


def said(proposer: SentenceProposer, rows: list[list[int]], settings: DecodingSettings) -> list[Output]:
    done = dict(decode(proposer.engine, proposer.tokens, rows, settings, marks=len(proposer.marks)))
    return [done[number] for number in range(len(rows))]


if __name__ == "__main__":
    main(*sys.argv[1:])
