"""Finds lines of code and rows of data that no markup sets apart. Their names may look misspelt and must not change.
Prose that looks like them is rare, and is not corrected either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from gec.text.formats.assemble import lines
from gec.text.prose import Span
from gec.text.remember import Remembered

MAX_CODE_LINE = 400  # characters of a line of code
ROWS = 2  # the fewest rows of data in a run

_HINT = re.compile(r"""[;{}=<>()\[\]]|\$ |import|,\S|"{3}""")  # a quick test: every listing has one of these
_CODE = re.compile(
    r"""[ \t]*+(?:
      (?:async[ ])?def[ ]\w+\(.* | class[ ]\w+(?:\(.*\))?[ ]?[:{]
    | function\b[ ]?\w*\(.* | fn[ ]\w+\(.* | func[ ]\w+\(.*
    | from[ ][\w.]+[ ]import[ ].* | import[ ].*[ ]from[ ]['"].* | import[ ]\w+(?:\.\w+)+;?
    | \#include\b.* | \#define[ ]\w+[ ].* | "{3}[^"]*(?:"{3})?
    | (?:export[ ](?:default[ ])?)?(?:const|let|var|auto|val)[ ][\w{\[][^.!?]*=.*
    | (?:if|for|while|switch|catch|foreach|else[ ]if)[ ]?\(.*\).*[;{}]
    | return\b[^!?]*(?:;|[\w'"]\]|\w\(.*\))
    | [})\]]++[;,)]* | (?:\}[ ])?else[ ]?\{
    | [^\s;{}][^;{}]*(?:=|\w\((?!s\))|\[\w*\]|::|->|<\w+>)[^;{}]*[;{}]+
    | [\w:<>,*&.]+[ ][*&]?\w+;
    | [a-z_$@][\w.$]*(?:\[[^\[\]]*\])*[ ]?[-+*/|&%]?=(?![=>])[ ]?(?:\S+|[^.!?]*[-+*/()\[\]{}'"<>][^.!?]*)
    | [A-Za-z_][\w.]*\([^()]*\);? | >>>[ ].* | \$[ ][a-z][\w./-]*\b.*
    | <[A-Za-z/!][^<>]*>(?:.*>)?
    )[ \t]*""",
    re.VERBOSE,
)
_CELL = re.compile(r"[,;](?=[^\s,;])|[,;](?=[,;]|\Z)")
_SPACED = re.compile(r"[,;][ ]")
_STOPPED = re.compile(r"[.!?][\"'”’)]*\Z")


@Remembered
def has_no_prose(text: str) -> bool:
    """Whether the visible part of a text with markup is a listing only. Tags belong to the markup."""
    return text[:1] not in ("", "<") and next(prose(text, 0, len(text)), None) is None


def prose(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretches of prose between listings."""
    done = start
    for low, high in _listed(text, start, end):
        if done < low:
            yield done, low
        done = high
    if done < end:
        yield done, end


def _listed(text: str, start: int, end: int) -> Iterator[Span]:
    """The listings. In a paragraph, a listing of code reaches from the first line of code to the last. A single line of
    code counts only if it is the whole paragraph."""
    if not _HINT.search(text, start, end):
        return
    for blank, some in groupby(lines(text, start, end), lambda line: text[slice(*line)].isspace()):
        if not blank:
            paragraph = list(some)
            yield from _program(text, paragraph) or _rows(text, paragraph)


def _program(text: str, paragraph: list[Span]) -> list[Span]:
    code = [number for number, line in enumerate(paragraph) if _is_code(text, *line)]
    if not code or (len(code) == 1 < len(paragraph)):
        return []
    return [(paragraph[code[0]][0], paragraph[code[-1]][1])]


def _is_code(text: str, start: int, end: int) -> bool:
    line = text[start:end].rstrip()
    return len(line) <= MAX_CODE_LINE and _CODE.fullmatch(line) is not None


def _rows(text: str, paragraph: list[Span]) -> list[Span]:
    """Runs of lines with the same number of values between commas or semicolons."""
    found = []
    for cells, some in groupby(paragraph, lambda line: _cells(text[slice(*line)].rstrip())):
        rows = list(some)
        if cells > 1 and len(rows) >= ROWS:
            found.append((rows[0][0], rows[-1][1]))
    return found


def _cells(line: str) -> int:
    """How many marks separate the values of a row; 0 if the line may be a sentence."""
    if _STOPPED.search(line) or _SPACED.search(line):
        return 0
    return len(_CELL.findall(line))
