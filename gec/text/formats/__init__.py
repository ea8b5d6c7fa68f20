"""Which format a file has, and where its prose is: one module a format, loaded when a text of it comes.

A format answers two questions and no others: where the prose is (`blocks`), and which comments the writer could
talk to us in (`remarks`). What prose alone cannot tell is told here: cells, items and headings need no final stop
(`open_ended`) and no capital (`begun_small`), and `harmless` has the last word: edits after which the markup does not
stand as it stood are left out.
"""

from __future__ import annotations

import importlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, islice
from pathlib import PurePath

from gec.edits.edit import Edit, alike, apply
from gec.errors import OptionError
from gec.text import segment
from gec.text.prose import Block, Prose, Span
from gec.text.segment import WIDE
from gec.words.lexicon import COMMON_NAMES

__all__ = ["FORMATS", "SOURCE", "Block", "Prose", "around", "begun_small", "blocks", "format_of", "harmless",
           "of_language", "open_ended", "prose_of", "remarks", "suffixes"]  # fmt: skip

# Formats by the module that reads them, with their file endings.
_MODULES: dict[str, dict[str, str]] = {
    "plain": {"plain": "txt text"},
    "markdown": {"markdown": "md markdown mkd mdown qmd rmd", "mdx": "mdx"},
    "latex": {"latex": "tex ltx latex"},
    "html": {"html": "html htm xhtml"},
    "rst": {"rst": "rst rest"},
    "mail": {"subtitles": "srt vtt", "email": "eml", "gitcommit": ""},
    "source": {
        "python": "py pyi pyw",
        "javascript": "js jsx mjs cjs",
        "typescript": "ts mts cts",
        "tsx": "tsx",
        "rust": "rs",
        "go": "go",
        "c": "c h",
        "java": "java",
    },
}
FORMATS = tuple(format for formats in _MODULES.values() for format in formats)
_MODULE = {format: module for module, formats in _MODULES.items() for format in formats}
_SUFFIXES = {
    f".{end}": format for formats in _MODULES.values() for format, ends in formats.items() for end in ends.split()
}
_NAMES = dict.fromkeys(("COMMIT_EDITMSG", "MERGE_MSG", "TAG_EDITMSG", "SQUASH_MSG"), "gitcommit")
_PLAIN = frozenset({"plain", "email"})
_LINE = re.compile(r"\r\n|[\n\r]")
_RETURN = re.compile(r"\r(?!\n)")
_OPENING = "\"'“‘("
_LETTER = re.compile(r"[^\W\d_]")
_MARKER = re.compile(r"(?:\A|[\n\r])[^\S\n\r]*(?:[-–—*+•‣◦▪·]|\(?\d{1,3}[.)])[^\S\n\r]+\Z")  # of an item
_MARKS_BETWEEN = re.compile(r"(?<![^\w\s])([^\w\s]++)\s++\S")
_STOPS = frozenset(".!?…")
_ENDS = ".!?…:;,"
_SCRIPT = re.compile(r"#![^\n]*\b(python|node)")
_LANGUAGES = {  # of editors, where they are not called as the format is
    "plaintext": "plain", "text": "plain", "quarto": "markdown", "rmd": "markdown", "tex": "latex",
    "plaintex": "latex", "xhtml": "html", "restructuredtext": "rst", "git-commit": "gitcommit", "mail": "email",
    "eml": "email", "subrip": "subtitles", "srt": "subtitles", "javascriptreact": "javascript",
    "typescriptreact": "tsx",
}  # fmt: skip
SOURCE = frozenset(_MODULES["source"])
_MARKUP = frozenset("*_`[]<>{}\\|$#~&^@%=")  # what no correction of prose puts in a text with markup
_PARSES = 64  # of a text whose edits harm its markup, before all that is left of them is dropped


def format_of(name: str, text: str = "") -> str:
    """The format of a file, by its name and, where that says nothing, by how it begins; plain when unknown."""
    path = PurePath(name)
    if path.name in _NAMES:
        return _NAMES[path.name]
    if not path.suffix and text.startswith("#!") and (script := _SCRIPT.match(text)):
        return "python" if script[1] == "python" else "javascript"
    return _SUFFIXES.get(path.suffix.lower(), "plain")


def of_language(language_id: str) -> str:
    """The format of an editor's language id; plain when unknown."""
    language = language_id.lower()
    return _LANGUAGES.get(language, language if language in _MODULE else "plain")


def suffixes(*, comments: bool = False) -> frozenset[str]:
    """The file endings that a walk through a folder takes up, those of source code only for its comments."""
    return frozenset(end for end, format in _SUFFIXES.items() if comments or format not in SOURCE)


def blocks(text: str, format: str, *, comments: bool = True) -> list[Block]:
    """The prose of a text, in the order in which it begins; of source code only the comments, if at all."""
    silent = format in SOURCE and not comments
    found: list[Block] = [] if silent else _module(format).blocks(_with_newlines(text), format)
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    """The comments of a text that talks to us: where each starts and ends, and what it says."""
    if "gec:" not in text:
        return []
    found: list[tuple[int, int, str]] = _module(format).remarks(_with_newlines(text), format)
    return found


def prose_of(text: str, format: str = "plain", *, comments: bool = True) -> Prose:
    """A text as the corrector takes it."""
    return Prose(text, tuple(blocks(text, format, comments=comments)), format)


def _with_newlines(text: str) -> str:
    """The text with a newline for each carriage return that ends a line by itself, as old programs wrote them: the
    formats, and the grammars of programs, need to know one of them only, and every place stays where it is."""
    return _RETURN.sub("\n", text) if "\r" in text else text


def harmless(prose: Prose, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits after which all markup stands as it stood: a text is read again with the edits in it."""
    if prose.format == "plain" or not edits:
        return tuple(edits)
    left = [edit for edit in edits if not _adds_markup(prose.text, edit)]
    parts = _parts(prose.blocks)
    before = _around(prose.text, parts)
    for _ in range(_PARSES):
        after = skeleton(apply(prose.text, left), prose.format)
        if after == before:
            return tuple(left)
        first = alike(before, after)
        last = len(before) - 1 - alike(before[::-1], after[::-1])
        suspects = {*_near(left, parts, first), *_near(left[::-1], parts, last)}
        left = [edit for edit in left if edit not in suspects]
    return ()


def open_ended(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the marks they put behind a cell, an item or a heading: it need not be a sentence."""
    ends = frozenset(edit.end for edit in edits if _ends_sentence(prose.text, edit))
    fragments = set(_fragments(prose, ends)) if ends else set()
    return [one for edit in edits if (one := _open(prose.text, edit, fragments))]


def _open(text: str, edit: Edit, fragments: Set[int]) -> Edit | None:
    """The edit without a mark behind a fragment; none if nothing is left of it."""
    if edit.end not in fragments or not _ends_sentence(text, edit):
        return edit
    left = edit.replacement.rstrip(_ENDS)
    return None if left == text[edit.start : edit.end] else replace(edit, replacement=left)


def begun_small(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the capitals, or articles with one, that they put at the beginning of an item, a comment or a
    paragraph that goes on after a formula; in plain text, of an item, of a line that is indented or goes on from the
    one above, and behind a tab."""
    raising = {edit for edit in edits if _raises(edit, prose.text)}
    if not raising:
        return list(edits)
    if prose.format in _PLAIN:
        return [edit for edit in edits if not (edit in raising and _goes_on(prose.text, edit.start))]
    begins = {_first_letter(prose.text, block) for block in prose.blocks}
    return [edit for edit in edits if not (edit in raising and edit.start in begins)]


def _raises(edit: Edit, text: str) -> bool:
    """Whether an edit does nothing but give a word a capital that is no name's, or puts an article before it."""
    old, new = edit.original, edit.replacement
    if edit.type == "M:DET" and not old:
        return new[:1].isupper() and text[edit.end : edit.end + 1].islower()
    return old != new and old.lower() == new.lower() and old.islower() and old not in COMMON_NAMES and old != "i"


def _goes_on(text: str, place: int) -> bool:
    before = text[max(0, place - WIDE) : place].rstrip(_OPENING)
    if _MARKER.search(before):
        return True
    above = before.rstrip()
    indent, *breaks = _LINE.split(before[len(above) :])[::-1]
    if not breaks:
        return "\t" in indent and above[-1:] not in _STOPS
    return bool(indent or (above and len(breaks) == 1 and above[-1] not in _STOPS))


def _first_letter(text: str, block: Block) -> int:
    found = (_LETTER.search(text, low, high) for low, high in block.spans)
    return next((one.start() for one in found if one), -1)


def _fragments(prose: Prose, ends: Set[int]) -> Iterator[int]:
    """Where blocks end that hold one sentence at most, of the places given."""
    ordered = sorted(ends)
    for block in prose.blocks:
        if len(block.spans) == 1 and not block.flows:
            [(start, end)] = block.spans
            if near := ordered[bisect_left(ordered, start) : bisect_right(ordered, end)]:
                inside = [place - start for place in near]
                yield from (start + place for place in segment.fragments(prose.text[start:end], inside))
        elif here := ends & set(_behind(prose.text, block)):
            text = "".join(prose.text[low:high] for low, high in _changeable(block))
            if all(_STOPS.isdisjoint(marks) for marks in _MARKS_BETWEEN.findall(text)):
                yield from here


def _behind(text: str, block: Block) -> Iterator[int]:
    """The places behind a block's last word, in front of markup or behind it."""
    for low, high in reversed(block.spans):
        yield from (low + len(text[low:high].rstrip()), high)
        if not text[low:high].isspace() and low < high:
            return


def _ends_sentence(text: str, edit: Edit) -> bool:
    """Whether an edit puts a mark where none was."""
    old, new = text[edit.start : edit.end], edit.replacement
    return new != new.rstrip(_ENDS) and old == old.rstrip(_ENDS)


def skeleton(text: str, format: str) -> list[str]:
    """All of a text that is no prose, cut where prose stands."""
    return _around(text, _parts(blocks(text, format)))


def around(prose: Prose) -> Iterator[str]:
    """What of a text is no prose or stands as it is: markup, code, formulas."""
    yield from _around(prose.text, _parts(prose.blocks))


def _parts(some: Iterable[Block]) -> list[Span]:
    return sorted(part for block in some for part in _changeable(block))


def _around(text: str, parts: Sequence[Span]) -> list[str]:
    borders = [0, *(place for part in parts for place in part), len(text)]
    return [text[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True)]


def _near(edits: Sequence[Edit], parts: Sequence[Span], piece: int) -> list[Edit]:
    """The edits beside a piece of markup, or if there are none the next beyond it, in the order they come in."""
    first, last = (min(max(place, 0), len(parts) - 1) for place in (piece - 1, piece))
    low, high = parts[first][0], parts[last][1]
    backwards = len(edits) > 1 and edits[0] > edits[1]
    beside = [edit for edit in edits if low <= edit.start and edit.end <= high]
    beyond = (edit for edit in edits if (edit.start < low if backwards else edit.end > high))
    return beside or list(islice(chain(beyond, edits), 1))


def _adds_markup(text: str, edit: Edit) -> bool:
    old, new = text[edit.start : edit.end], edit.replacement
    return any(new.count(mark) > old.count(mark) for mark in _MARKUP.intersection(new))


def _changeable(block: Block) -> Iterator[Span]:
    """A block's spans without what is kept of them; an empty part is where something may be inserted."""
    first = 0
    for start, end in block.spans:
        while first < len(block.kept) and block.kept[first][1] <= start and block.kept[first][0] < start:
            first += 1
        low, at = start, first
        while at < len(block.kept) and block.kept[at][0] < end:
            if block.kept[at][0] >= low:
                yield low, block.kept[at][0]
            low, at = block.kept[at][1], at + 1
        if low <= end:
            yield low, end


def _module(format: str):  # type: ignore[no-untyped-def]  # a module that has `blocks` and `remarks`
    try:
        return importlib.import_module(f"{__name__}.{_MODULE[format]}")
    except KeyError:
        raise OptionError(f"{format}: no such format; known are {', '.join(FORMATS)}") from None
