"""Plain text: all of it is prose, and it has no comments. Paragraphs are `segment.py`'s business."""

from __future__ import annotations

from gec.text.prose import Block


def blocks(text: str, format: str) -> list[Block]:
    return [Block(((0, len(text)),))]


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []
