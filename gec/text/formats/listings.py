"""Lines of programs and rows of data without any mark. Their names may look misspelt and must stay. Prose that looks
like them is rare, and stays too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from gec.text.formats.assemble import lines
from gec.text.prose import Span

LONGEST = 400  # characters of a line of a program
ROWS = 2  # of data, one below the other

_HINT = re.compile(r"""[;{}=<>()\[\]]|\$ |import|,\S|"{3}""")  # one of them is in all such text
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
_SAID = re.compile(r"[.!?][\"'”’)]*\Z")


def whole(text: str) -> bool:
    """Whether what is shown of a text with markup is nothing else; tags in it are that markup's."""
    return text[:1] not in ("", "<") and next(prose(text, 0, len(text)), None) is None


def prose(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretches between them."""
    done = start
    for low, high in _listed(text, start, end):
        if done < low:
            yield done, low
        done = high
    if done < end:
        yield done, end


def _listed(text: str, start: int, end: int) -> Iterator[Span]:
    """The runs of such lines. What stands between two of a program, in their paragraph, is of it as well; a lone line
    is one only if it is a paragraph."""
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
    return len(line) <= LONGEST and _CODE.fullmatch(line) is not None


def _rows(text: str, paragraph: list[Span]) -> list[Span]:
    """Lines below each other that as many commas, or semicolons, part, and nothing else."""
    found = []
    for cells, some in groupby(paragraph, lambda line: _cells(text[slice(*line)].rstrip())):
        rows = list(some)
        if cells > 1 and len(rows) >= ROWS:
            found.append((rows[0][0], rows[-1][1]))
    return found


def _cells(line: str) -> int:
    """How many marks part the values of a row; none if it may be a sentence."""
    if _SAID.search(line) or _SPACED.search(line):
        return 0
    return len(_CELL.findall(line))
