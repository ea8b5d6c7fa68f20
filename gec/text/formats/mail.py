"""Plain text with lines that are not the writer's prose: e-mail, single or in an mbox, commit messages, subtitles.
Quotes, headers, encoded parts and the like are skipped. Paragraphs are as in plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain, dropwhile, groupby, pairwise, takewhile, zip_longest

from gec.text.formats import listings
from gec.text.formats.assemble import Marks, assemble
from gec.text.formats.assemble import lines as lines_of
from gec.text.formats.plain import SIGNED, SIGNED_END
from gec.text.prose import Block, Span
from gec.text.view import visible

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
_LONGEST = 40  # spans of a sentence over several subtitles
_TRAILER = re.compile(
    r"[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?i:by|to|id):[ \t]|(?:Cc|Bug):[ \t]"
    r"|(?:Closes|Fixes|Refs|Cc|Link|See):?[ \t]+(?:[#<h]|[0-9a-f]{7})"
)
_COMMIT_TRAILER = re.compile(r"(?:Clos|Fix|Resolv)(?:es|ed):[ \t]|(?:Refs?|References|Related|Link|Issues?|See):[ \t]")
_MERGE = re.compile(  # the subject of a merge as git or its hosts write it: only names
    r"Merge (?:(?:remote-tracking )?branch(?:es)?|tags?|commits?)"
    r" \S+(?:(?:, | and )\S+)*(?: of \S+)?(?: into \S+)?\s*\Z"
    r"|Merge pull request #\d+ from \S+\s*\Z"
)
_MARKS = "#;@!$%^&|:"  # what may begin git's comments, as core.commentChar says
_SCISSORS = re.compile(rf"^([{_MARKS}]) -{{3,}} ?>8 ?-{{3,}}", re.MULTILINE)
_BLANK_COMMENT = re.compile(rf"^([{_MARKS}])[^\S\n]*\n\1", re.MULTILINE)  # git writes such a line among its comments
_SUBJECT_MARK = re.compile(r"(?:[a-z]+(?:\([\w./, -]{1,60}\))?!?: )?")
_FIXUPS = ("fixup! ", "squash! ", "amend! ")  # the subject of another commit follows, by which git finds it
_CUE = re.compile(r"\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{1,3}\s*-->")
_NEXT_CUE = re.compile(rf"(?:[ \t]*\d+[ \t]*(?:\r\n|[\r\n]))?(?![\r\n]){_CUE.pattern}")  # with its number
_UP_TO_CUE = re.compile(rf"\s*+(?:[^\r\n]++(?:\r\n|[\r\n]))?{_CUE.pattern}[^\r\n]*")  # a cue may have a name above
_NOTE = re.compile(r"NOTE(?=\s|\Z)")
_STYLE = re.compile(
    r"(?P<foreign><lang(?:\.[^\s<>]*)?[ \t]+(?!en\b)[^<>\n]*>)[^\0]*?(?P<end></lang>|\Z)"
    r"|<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}|(?P<entity>&(?:\#x?[\da-fA-F]{1,7}|[A-Za-z]\w{1,31});)"
    r"|(?P<border>^[ \t]*-[ \t]*(?=\S))",  # another speaker
    re.MULTILINE,
)
_SET = r"(?:[ \t-]|<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\})*+"  # markup at the beginning or end of a line
_SIGN = re.compile(rf"(?P<first>^{_SET})?[♩♪♫♬]+(?P<last>{_SET}(?=[\r\n]|\Z))?", re.MULTILINE)  # of a song


def blocks(text: str, format: str) -> list[Block]:
    prose = {"email": _email, "mbox": _mbox, "gitcommit": _commit, "subtitles": _subtitles}[format]
    return list(prose(text))


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    if format == "subtitles":
        return list(_notes(text))
    if format != "gitcommit":
        return []
    marks = _comment_marks(text)
    lines = ((start, start + len(text[start:end].rstrip("\r\n"))) for start, end in lines_of(text, 0, len(text)))
    return [(start, end, text[start + 1 : end].strip()) for start, end in lines if text.startswith(marks, start)]


def _notes(text: str) -> Iterator[tuple[int, int, str]]:
    """The notes of WebVTT. Each reaches to the cue below it: a remark that ignores the next line means that cue."""
    for written, lines in groupby(lines_of(text, 0, len(text)), lambda line: bool(text[slice(*line)].strip())):
        (start, end), *more = lines
        if written and _NOTE.match(text, start, end):
            last = more[-1][1] if more else end
            below = _UP_TO_CUE.match(text, last)
            yield start, below.end() if below else last, text[start + 4 : last].strip()


def _runs(text: str, kept: Iterator[Span]) -> Iterator[Block]:
    """Consecutive lines as one block, split at lines of code."""
    begin = done = 0
    for start, end in chain(kept, [(len(text) + 1, len(text) + 1)]):
        if start != done:
            yield from (Block((span,)) for span in listings.prose(text, begin, done))
            begin = start
        done = end


def _email(text: str) -> Iterator[Block]:
    yield from _message(text, list(lines_of(text, 0, len(text))))


def _mbox(text: str) -> Iterator[Block]:
    """The messages of an mbox. Each begins after a `From ` line."""
    lines = list(lines_of(text, 0, len(text)))
    begins = [
        number
        for number, (start, end) in enumerate(lines)
        if _POSTMARK.match(text, start, end) and (not number or not text[slice(*lines[number - 1])].strip())
    ]
    for first, last in pairwise([*begins, len(lines)]):
        yield from _message(text, lines[first + 1 : last])


def _message(text: str, lines: list[Span]) -> Iterator[Block]:
    if not lines or not _HEADER.match(text, lines[0][0]):
        yield from _runs(text, _own_words(text, lines))
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
        yield from _runs(text, _own_words(text, lines))


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
            line.lstrip().startswith((">", "|")) or _ATTRIBUTION.match(line) or _TRAILER.match(line)
        ):
            yield start, end


def _commit(text: str) -> Iterator[Block]:
    lines = []
    fence, marks = "", _comment_marks(text)
    for start, end in lines_of(text, 0, len(text)):
        if _SCISSORS.match(text, start, end) or text.startswith("diff --git ", start):
            break
        if text.startswith(fence or ("```", "~~~"), start):
            fence = "" if fence else text[start : start + 3]
        elif fence:
            continue
        elif not text.startswith((*marks, "    ", "\t"), start) and not _is_from_tool(text[start:end]):
            lines.append((start, end))
    lines = list(dropwhile(lambda line: not text[slice(*line)].strip(), lines))
    if lines:
        start, end = lines[0]
        mark = _SUBJECT_MARK.match(text, start, end)
        if not text.startswith(_FIXUPS, start):
            yield Block(((mark.end() if mark else start, end),), flows=True)
        yield from _runs(text, iter(lines[1:]))


def _comment_marks(text: str) -> tuple[str, ...]:
    """What the comments of a commit message begin with, judged by the comments that git wrote."""
    found = _BLANK_COMMENT.search(text) or _SCISSORS.search(text)
    return ("#", found[1]) if found else ("#",)


def _is_from_tool(line: str) -> bool:
    """Whether a line of a commit message is written or read by tools."""
    return any(one.match(line) for one in (_TRAILER, _COMMIT_TRAILER, _MERGE))


def _subtitles(text: str) -> Iterator[Block]:
    """One block for each speaker in a cue. A sentence may go on in the next cue."""
    before: Block | None = None
    for cue in _cues(text):
        if before and _goes_on(text, before, cue[0]):
            cue[0] = _joined(before, cue[0])
        elif before:
            yield before
        yield from cue[:-1]
        before = cue[-1]
    if before:
        yield before


def _goes_on(text: str, before: Block, after: Block) -> bool:
    ending, following = (visible(text, block.spans).strip() for block in (before, after))
    return bool(ending) and ending[-1] not in ".!?…:;\"'”’" and following[:1].islower() and len(before.spans) < _LONGEST


def _joined(one: Block, other: Block) -> Block:
    return Block((*one.spans, *other.spans), (*one.kept, *other.kept), (*one.shown, *other.shown))


def _cues(text: str) -> Iterator[list[Block]]:
    """The blocks of each cue."""
    lines = list(lines_of(text, 0, len(text)))
    for i, (start, end) in enumerate(lines):
        if not _CUE.match(text, start, end):
            continue
        last = i
        while last + 1 < len(lines) and _goes_on_below(text, lines[last + 1]):
            last += 1
        if last > i and (spoken := list(_spoken(text, end, lines[last][1]))):
            yield spoken


def _goes_on_below(text: str, line: Span) -> bool:
    """Whether a line belongs to the cue above it: it is neither blank nor the number or time of another cue."""
    return bool(text[slice(*line)].strip()) and not _NEXT_CUE.match(text, line[0])


def _spoken(text: str, start: int, end: int) -> Iterator[Block]:
    marks, at = Marks(), start
    songs = list(_songs(text, start, end))
    for low, high in songs:
        _styles(text, at, low, marks)
        marks.split(low, high)
        at = high
    _styles(text, at, end, marks)
    if _begins_anew(text, start, end) or (songs and not text[start : songs[0][0]].strip()):
        yield Block(((start, start),))  # so that no sentence goes on in this cue
    yield from assemble(start, end, marks)
    if songs and not text[at:end].strip():
        yield Block(((end, end),))


def _begins_anew(text: str, start: int, end: int) -> bool:
    style = _STYLE.match(text, start, end)
    return style is not None and style["border"] is not None


def _styles(text: str, start: int, end: int, marks: Marks) -> None:
    for style in _STYLE.finditer(text, start, end):
        low, high = style.span()
        if style["entity"] and len(character := unescape(style.group())) == 1 and character not in "<>":
            marks.show(low, high, character)
        elif style["entity"]:
            marks.keep(low, high)
        elif style["foreign"]:
            marks.keep(low, high, len(style["foreign"]), len(style["end"]))
        elif style["border"]:
            marks.split(low, high)
        else:
            marks.hide(low, high)


def _songs(text: str, start: int, end: int) -> Iterator[Span]:
    """The songs in a cue: from a sign to the next one that does not begin a line, or to the end. If a song began in an
    earlier cue, up to a sign at the end of a line."""
    begin, done = -1, start
    for sign in _SIGN.finditer(text, start, end):
        opens = sign["first"] is not None or sign["last"] is None
        if begin < 0 and opens:
            begin = sign.start()
        elif sign["first"] is None:
            yield (begin if begin >= 0 else done), sign.end()
            begin, done = -1, sign.end()
    if begin >= 0:
        yield begin, end
