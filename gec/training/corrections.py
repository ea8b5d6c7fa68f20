"""Corrections of texts that are not ours to keep: a file says for each text what changes where, and not what it is.

Each line is a JSON object: `text` names the text, `crc` is its CRC-32, `edits` are `[skipped, length, replacement]` in
characters, each counted from the end of the one before, and `left_out` are places of sentences without a correction
(`[skipped, length]`). `leads` are what must have stood before lines whose beginning is lost (`[skipped, lead]`). With
the texts they become lines for training, with `[wrong|right]` inline.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from gec.edits.align import changes
from gec.errors import GecError
from gec.scoring.natural import natural
from gec.text import segment
from gec.text.document import not_utf8
from gec.training import texts

WORDS = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
MARKS = re.compile(r"[\[\]|]")
NAMED = re.compile(r"\bsource=(\S+)")

Change = tuple[int, int, str]  # start, end, replacement


@dataclass(frozen=True, slots=True)
class Corrected:
    """What changes in one text."""

    text: str
    crc: int
    edits: tuple[Change, ...]
    left_out: tuple[tuple[int, int], ...] = ()
    leads: Mapping[int, str] = field(default_factory=dict)  # by the places of lines; each with its blank behind


def differences(source: str, target: str) -> list[Change]:
    """The changes that make `target` of `source`, word by word. Blanks stay where no word beside them changes."""
    ours, theirs = ([one.span() for one in WORDS.finditer(side)] for side in (source, target))
    words = (
        [(side[low:high], low > 0 and not side[low - 1].isspace()) for low, high in spans]
        for side, spans in ((source, ours), (target, theirs))
    )
    found = []
    for one in changes(*words):
        start, end = _stretch(source, ours, one.start, one.end)
        low, high = _stretch(target, theirs, one.new_start, one.new_end)
        same = _alike_ends(source[start:end], target[low:high])
        found.append((start + same[0], end - same[1], target[low + same[0] : high - same[1]]))
    return found


def _stretch(side: str, words: Sequence[tuple[int, int]], first: int, last: int) -> tuple[int, int]:
    """From the end of the word before to the beginning of the word behind."""
    return (words[first - 1][1] if first else 0), (words[last][0] if last < len(words) else len(side))


def _alike_ends(one: str, other: str) -> tuple[int, int]:
    """How many blanks both begin with, and then both end with."""
    short = min(len(one), len(other))
    head = next((at for at in range(short) if one[at] != other[at] or not one[at].isspace()), short)
    left = short - head
    tail = next((at for at in range(left) if one[-1 - at] != other[-1 - at] or not one[-1 - at].isspace()), left)
    return head, tail


def compared(name: str, text: str, corrected: Mapping[tuple[int, int], str | None]) -> Corrected:
    """What changes in a text, from the correction of each sentence that changes. None means that it has none."""
    edits, left_out = [], []
    for (start, end), target in sorted(corrected.items()):
        if target is None:
            left_out.append((start, end))
        else:
            found = differences(text[start:end], target)
            edits += [(start + low, start + high, new) for low, high, new in found]
    return Corrected(name, zlib.crc32(text.encode()), tuple(edits), tuple(left_out))


def as_lines(some: Iterable[Corrected]) -> bytes:
    return "".join(json.dumps(_row(one), ensure_ascii=False, separators=(",", ":")) + "\n" for one in some).encode()


def _row(one: Corrected) -> dict[str, object]:
    row: dict[str, object] = {"text": one.text, "crc": one.crc}
    row["edits"] = [[*place, new] for place, (_, _, new) in zip(_skips(one.edits), one.edits, strict=True)]
    row["left_out"] = [*_skips(one.left_out)]
    if one.leads:
        places = _skips((at, at) for at in one.leads)
        row["leads"] = [[skipped, lead] for (skipped, _), lead in zip(places, one.leads.values(), strict=True)]
    return row


def _skips(places: Iterable[Sequence[Any]]) -> Iterator[tuple[int, int]]:
    """Each place as its distance from the end of the one before, and its length."""
    last = 0
    for start, end, *_ in places:
        yield start - last, end - start
        last = end


def _places(skips: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = 0
    for skipped, length in skips:
        yield at + skipped, at + skipped + length
        at += skipped + length


def read(path: Path) -> Iterator[Corrected]:
    for number, row in texts.read_json(path):
        try:
            places = _places((int(skipped), int(length)) for skipped, length, _ in row["edits"])
            edits = tuple((*place, str(new)) for place, (_, _, new) in zip(places, row["edits"], strict=True))
            left_out = tuple(_places((int(skipped), int(length)) for skipped, length in row["left_out"]))
            leads = row.get("leads", [])
            begins = (start for start, _ in _places((int(skipped), 0) for skipped, _ in leads))
            named = {at: str(lead) for at, (_, lead) in zip(begins, leads, strict=True)}
            yield Corrected(str(row["text"]), int(row["crc"]), edits, left_out, named)
        except (KeyError, TypeError, ValueError):
            raise GecError(
                f"{path}:{number}: corrections have the keys text, crc, edits ([skipped, length, new]) and left_out"
            ) from None


def texts_of(source: Path) -> dict[str, str]:
    """The texts of a folder by the names of their files, or of a file: a treebank, labelled tokens, or inline
    corrections, whose sources are taken."""
    if source.is_dir():
        return {path.stem: _read(path) for path in sorted(source.glob("*.txt"))}
    if ".conllu" in source.suffixes:
        return _treebank(source)
    if ".tsv" in source.suffixes:
        return {source.name.partition(".")[0]: "\n".join(_labelled(source))}
    found: dict[str, list[str]] = {}
    name = ""
    for line in texts.read_lines(source):
        if line.startswith("# "):
            named = NAMED.search(line)
            name = named[1] if named else line[2:]
        elif line.strip():
            found.setdefault(name, []).append(texts.tidy(texts.expand(line)[0]))  # as their CRC was counted
    return {name: "\n".join(lines) for name, lines in found.items()}


def _treebank(source: Path) -> dict[str, str]:
    """The texts of a treebank in CoNLL-U, one sentence per line; a sentence's id is its text's with a number."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in texts.read_lines(source):
        if line.startswith("# sent_id = "):
            name = line.removeprefix("# sent_id = ").rpartition("-")[0]
        elif line.startswith("# text = "):
            found.setdefault(name, []).append(line.removeprefix("# text = "))
    return {name: "\n".join(lines) for name, lines in found.items()}


def _labelled(source: Path) -> Iterator[str]:
    """The sentences of a file with a token and its label on each line."""
    tokens: list[str] = []
    for line in chain(texts.read_lines(source), [""]):
        if line.strip():
            tokens.append(line.split("\t")[0])
        elif tokens:
            yield natural(tokens).text
            tokens = []


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as trouble:
        raise GecError(not_utf8(path, trouble)) from None


def joined(path: Path, source: Path, rewrite: bool = False) -> tuple[list[str], int]:
    """The corrected texts, one sentence per line, each text under a line that names it, and how many edits are in no
    line. With `rewrite`, the lines of a rewrite file: sentences as they were written behind `< `, and as they are now
    behind `> `."""
    every = texts_of(source)
    found: list[str] = []
    lost = 0
    for one in read(path):
        text = every.get(one.text)
        if text is None or zlib.crc32(text.encode()) != one.crc:
            how = "missing" if text is None else "another"
            raise GecError(f"{source}: the text {one.text!r} is {how}; {path.name} is for another version of them")
        ends = [0, *(at for start, end, _ in one.edits for at in (start, end)), len(text)]
        if ends != sorted(ends):
            raise GecError(f"{path}: edits of the text {one.text!r} overlap or are outside it; make the file again")
        lines = [*inline(text, one)]
        lost += len(one.edits) - len(texts.INLINE.findall(" ".join(lines)))
        found += [f"# source={one.text}", *(_both_sides(lines) if rewrite else lines), ""]
    return found, lost


def _both_sides(lines: Sequence[str]) -> Iterator[str]:
    pairs = [texts.expand(line) for line in lines]
    yield from (f"< {written}" for written, _ in pairs)
    yield from (f"> {now}" for _, now in pairs)


def inline(text: str, corrected: Corrected) -> Iterator[str]:
    """The sentences of a text with `[wrong|right]`, without those that have no correction."""
    for start, end in _sentences(text, corrected.edits):
        edits = [one for one in corrected.edits if start <= one[0] and one[1] <= end]
        marked = MARKS.search("".join([text[start:end], *(new for _, _, new in edits)]))
        if marked or any(low < end and start < high for low, high in corrected.left_out):
            continue
        parts, at = [], start
        for low, high, new in edits:
            parts += [text[at:low], f"[{text[low:high]}|{new}]"]
            at = high
        line = " ".join("".join([corrected.leads.get(start, ""), *parts, text[at:end]]).split())
        if texts.expand(line)[1]:
            yield line


def _sentences(text: str, edits: Sequence[Change]) -> Iterator[tuple[int, int]]:
    """The sentences of each line, joined where an edit reaches over the end of one or is between two."""
    begin = 0
    for line in text.split("\n"):
        held: tuple[int, int] | None = None
        for low, high in segment.sentences(line):
            here = (begin + low, begin + high)
            if held and any(
                (start < here[0] and held[1] < end) or start == end == held[1] == here[0] for start, end, _ in edits
            ):
                here = (held[0], here[1])
            elif held:
                yield held
            held = here
        if held:
            yield held
        begin += len(line) + 1
