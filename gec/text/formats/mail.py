"""E-mail, single or in an mbox. Headers except the subject, quotes, patches and signatures are skipped, and so are
parts that are encoded, signed or not plain text. Paragraphs are as in plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile, zip_longest

from gec.text.formats.assemble import lines as lines_of
from gec.text.formats.commit_message import TRAILER
from gec.text.formats.plain import SIGNED, SIGNED_END, blocks_of_lines
from gec.text.prose import Block, Span

_HEADER = re.compile(  # the first line of a message; some begin with x-store-info:4r51
    r"[A-Z][A-Za-z0-9-]{0,60}:[ \t]|[A-Za-z][A-Za-z0-9]*-[A-Za-z0-9-]{1,60}:|(?i:from|to|subject|date):|From "
)
_POSTMARK = re.compile(r"From (?:\S+ +)?.*\d\d:\d\d.*\b(?:19|20)\d\d\b")  # begins a message of an mbox
_SUBJECT = re.compile(r"Subject:[ \t]++(?:(?:(?:re|fwd?|aw)(?:\[\d+\])?:|\[[^\]\r\n]{1,60}\])[ \t]*+)*", re.IGNORECASE)
_ATTRIBUTION = re.compile(r"(?:On|Am|Le) .{4,200} (?:wrote|schrieb|a écrit)\s?:\s*\Z")
_DATED = re.compile(r"(?:On|Am|Le) [^\r\n]*\d")  # how an attribution begins that goes on in the next line
_END = re.compile(  # the rest of a message are the words of others, a patch, or a key
    r"-{2,} ?(?:Original|Forwarded) |diff --git |--- a/|-----BEGIN PGP (?!SIGNED)| \S[^|\r\n]* \|\s+(?:\d+ [+-]|Bin\b)"
)
_FROM = re.compile(r"\*?From:\*?[ \t]")  # begins a header as Outlook quotes it
_NEXT_HEADER = re.compile(r"\*?(?:Sent|Date|To|Cc|Subject):")
_BOUNDARY = re.compile(r'boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))', re.IGNORECASE)
_DEEPEST = 5  # nested parts


def blocks(text: str, format: str) -> list[Block]:
    lines = list(lines_of(text, 0, len(text)))
    return list(_mbox(text, lines) if format == "mbox" else _message(text, lines))


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []


def _mbox(text: str, lines: list[Span]) -> Iterator[Block]:
    """The messages of an mbox. Each begins after a `From ` line."""
    begins = [
        number
        for number, (start, end) in enumerate(lines)
        if _POSTMARK.match(text, start, end) and (not number or not text[slice(*lines[number - 1])].strip())
    ]
    for first, last in pairwise([*begins, len(lines)]):
        yield from _message(text, lines[first + 1 : last])


def _message(text: str, lines: list[Span]) -> Iterator[Block]:
    if not lines or not _HEADER.match(text, lines[0][0]):
        yield from blocks_of_lines(text, _own_words(text, lines))
        return
    headers, body = _headers(text, lines)
    for number, line in enumerate(lines[: len(lines) - len(body)], 1):
        if subject := _SUBJECT.match(text, *line):
            folded = takewhile(lambda line: text[line[0]] in " \t" and text[slice(*line)].strip(), lines[number:])
            end = max((line[1] for line in folded), default=line[1])
            if "=?" not in text[subject.end() : end]:  # not encoded
                yield Block(((subject.end(), end),), flows=True)  # as of a heading
    yield from _part(text, headers, body)


def _headers(text: str, lines: list[Span]) -> tuple[dict[str, str], list[Span]]:
    """The headers, by their names in lower case, and the lines after them."""
    found: dict[str, list[str]] = {}
    name, body = "", len(lines)
    for number, line in enumerate(lines):
        value = text[slice(*line)]
        if not value.strip():
            body = number + 1
            break
        if not value[0].isspace():
            name, _, value = value.partition(":")
        found.setdefault(name.lower(), []).append(value.strip())
    return {name: " ".join(value) for name, value in found.items()}, lines[body:]


def _part(text: str, headers: dict[str, str], lines: list[Span], depth: int = 0) -> Iterator[Block]:
    """The prose of a part or of the parts in it. A part that is encoded, signed or not plain text is skipped."""
    kind = headers.get("content-type", "text/plain")
    if kind.lower().startswith("multipart/signed"):
        return
    boundary = _BOUNDARY.search(kind)
    if boundary and depth < _DEEPEST:
        ends = [f"--{boundary[1] or boundary[2]}{more}" for more in ("", "--")]
        borders = [number for number, line in enumerate(lines) if text[slice(*line)].rstrip() in ends]
        for first, last in pairwise(borders):
            yield from _part(text, *_headers(text, lines[first + 1 : last]), depth + 1)
    coding = headers.get("content-transfer-encoding", "8bit").lower()
    attached = headers.get("content-disposition", "").lower().startswith("attachment")
    plain = kind.lower().startswith("text/plain") and coding in ("7bit", "8bit", "binary")
    if plain and not boundary and not attached:
        yield from blocks_of_lines(text, _own_words(text, lines))


def _own_words(text: str, lines: list[Span]) -> Iterator[Span]:
    """The lines that are no quote, no attribution of one, not PGP-signed, and not below the dashes of a signature."""
    attributed = -1  # where a second line of an attribution ends
    signed = False
    for (start, end), (_, behind) in zip_longest(lines, lines[1:], fillvalue=(0, 0)):
        line, following = text[start:end], text[end:behind]
        if signed or line.startswith(SIGNED):
            signed = not line.startswith(SIGNED_END)
            continue
        if line.rstrip("\r\n") == "-- " or _END.match(line) or (_FROM.match(line) and _NEXT_HEADER.match(following)):
            return
        if _DATED.match(line) and _ATTRIBUTION.match(f"{line.rstrip()} {following}"):
            attributed = behind
        elif end != attributed and not (
            line.lstrip().startswith((">", "|")) or _ATTRIBUTION.match(line) or TRAILER.match(line)
        ):
            yield start, end
