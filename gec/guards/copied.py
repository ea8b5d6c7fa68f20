"""Numbers, addresses, identifiers, citations, hashes, emoji and code are copied letter by letter.

`changes_copied` compares the words that an edit touches before and after it: all such stretches must still be there, in
the same order. So an edit may insert a comma after a number. `names.py` protects names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category

from gec.edits.change import Change
from gec.edits.edit import Edit

_TOP = "com|org|net|edu|gov|mil|int|io|dev|app|co|uk|ca|au|nz|ie|de|fr|es|nl|eu|ch|se|dk|fi|pl|jp|cn|br"
_ENDING = (
    "txt|md|rst|tex|html?|css|json|ya?ml|toml|xml|csv|tsv|sql|py|js|mjs|tsx?|jsx|rs|go|c|h|cc|cpp|hpp|java|kt|rb|sh|pdf"
    "|png|jpe?g|gif|svg|zip|gz|xz|tar|exe|docx?|xlsx?|pptx?|ini|cfg|conf|log|lock|dll"
)
_FIRST = r"(?<![^\W\d_])"  # what fits behind a letter fits at that letter, too: long words are read once
_FEW = "{0,64}+"  # characters of a name: from each place no more are read, so a long word takes no quadratic time
# Whatever is copied letter by letter; the first pattern that fits a place wins.
COPIED = re.compile(
    rf"""
      {_FIRST}[A-Za-z][A-Za-z0-9+.-]{_FEW}://[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’]    # URLs
    | www\.[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’]
    | {_FIRST}[\w.+-][\w.+-]{_FEW}@[\w-]+(?:\.[\w-]+)*                    # e-mail addresses, name@version
    | (?<![\w.])[a-z][\w.-]{_FEW}\([1-9][a-z]{{0,2}}\)                      # pages of manuals: open(2)
    | (?<![\w.])(?:[\w-][\w-]{_FEW}\.){{1,64}}(?:{_TOP})\b(?:/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’])?  # domains
    | (?<![\w/])(?:\.{{0,2}}|~)/[\w.+-]+(?:/[\w.+-]+)*/?(?:\#[\w:.-]*\w)?     # paths
    | (?<!\w)(?:[A-Za-z]:|\\)\\[\w.$+-]+(?:\\[\w.$+-]+)*                  # paths of Windows
    | (?<![\w.])[\w-][\w-]{_FEW}(?:\.[\w-][\w-]{_FEW}){{0,64}}\.(?:{_ENDING})\b(?:\#[\w:.-]*\w)?   # file names
    | (?<![\w.-])(?:lib[\w+-]++\.so\b|[\w-]++\.so(?=\.\d))(?:\.\d+)*      # libraries
    | (?<!\w)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{{7,64}}(?!\w)         # hashes
    | (?<![\w&])[@\#]\w(?:[\w:.-]*\w)?                                    # mentions, tags, references
    | \{{++[^{{}}\s]++\}}+ | %\(\w+\)[a-z] | (?<!\w)%\w+% | <[A-Za-z][\w.-]*>  # places for values
    | (?<!\w)(?:--[a-z][\w-]+|-[a-z])(?:=\S+)?(?=[\s,;)]|\Z)                    # options of programs
    | (?<!\w)\$\{{?[A-Za-z_]\w*\}}?                                         # variables
    | (?<![\w=])[A-Za-z_][\w.-]{_FEW}=[\w./-]*[\w/-]                         # key=value
    | '\\\w{{1,4}}' | `[^`\s]+` | "[\w-]+"[a-z]+ | (?<!\w):?\w+\[[A-Za-z]+\](?:\[!\])? # code, "-q"uiet, redr[aw][!]
    | (?<!\w):[a-z][a-z_]+ | (?<![\w|])\|[^\s|]+\|(?![\w|])               # :noremap, |client-server|
    | {_FIRST}_*+[^\W_][^\W_]{_FEW}_++[^\W_]\w*                           # snake_case
    | (?<!\w)_+[A-Za-z]\w*
    | \b[A-Za-z_]\w*+(?:(?:\.|::|->)[A-Za-z_]\w*+){_FEW}\(\)                # calls()
    | \b[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*){{2,}}                         # a.b.c
    | \[[^\[\]\s]*\d[^\[\]\s]*\] | \[@[^\[\]]+\]                         # [12], [Doe99], [@doe]
    | \#\#+(?!\w)                                                       # of a heading: ##/etc
    | ([=_~*\#+.|-])\1{{3,}} | {_FIRST}\w\w{_FEW}\+\+(?!\w) | \blib[a-z]*\d[a-z\d]*\b       # rules, C++, libxml2
    | [:;=8][-^o']?[)(DPpO/\\|*\]\[](?!\w)                               # :-)
    | \d+(?:[.,:/]\d+)*                                                  # numbers
    | [\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\uFE0F\u200D\u20E3]+   # emoji
    | [\uFFFD\uD800-\uDFFF]+                                             # undecodable characters
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(r"(?>(?:[^\W\d_]|[\s,!?'’\"“”])*)")  # of these signs alone, nothing that is copied consists
IN_BACKTICKS = re.compile(r"`[^`]*`")
# const zlib = require('zlib'), (x) => x, x => f(x), 'a' => 1
_CALL = re.compile(r"\w\s?=\s?[\w.]+\(|[)\"']\s?=>|=>\s?(?:[({]|[\w.]+\()")
_OR = re.compile(r"\s\|\s")  # [all | ID...]
_MORE = re.compile(r"\] ?\.\.\.|\.\.\. ?\]")  # [FLAG]...
_QUERY = re.compile(  # SQL
    r"\W*(?:SELECT\s.*\sFROM\s|INSERT\s+INTO\s|UPDATE\s.*\sSET\s|DELETE\s+FROM\s|(?:CREATE|ALTER|DROP)\s+[A-Z]{4,}\s)",
    re.DOTALL,
)
_STATEMENT = re.compile(r"\w\((?!s\))|\w\)?\s?[-+*/|]?=\s?[^\s=]|\$[A-Za-z]|->\w")  # in a line that ends in a semicolon
IN_PARENTHESES = re.compile(r"\([^()]*+\)")
IN_BRACKETS = re.compile(r"\[[^\[\]]*+\]")
_LETTER = re.compile(r"\b[^\W\d_]")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?")
_LAST_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\]\Z")
_FILLED_IN = re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*?%\}|<%[^<>]*?%>|[$#]\{[^{}]*\}|\[%[^\[\]]*?%\]")  # in templates
JOINER = "\u200d"
_BETWEEN = 60  # characters around an edit that are searched for a citation
_WITHIN = 200  # characters around an edit that are searched for template code
WIDEST = 500  # characters without a space; more of them are data


def changes_copied(change: Change) -> bool:
    """Whether the edit changes something that must be copied letter by letter."""
    place = region(change.text, change.edit)
    if place is None:
        return True
    text, edit, (start, end) = change.text, change.edit, place
    return _copied(text[start:end]) != _copied(text[start : edit.start] + edit.replacement + text[edit.end : end])


def in_program(change: Change) -> bool:
    return _program(change.text)


@lru_cache(maxsize=64)
def _program(text: str) -> bool:
    """Whether a sentence is a line of a program or a synopsis of a command that is not marked as code."""
    text = IN_BACKTICKS.sub("", text)
    ended = text.rstrip().endswith(";") and _STATEMENT.search(text)
    return bool(ended or ("=" in text and _CALL.search(text)) or _synopsis(text) or _QUERY.match(text))


def _synopsis(text: str) -> bool:
    """Whether a text is the synopsis of a command: [all | ID...] [FLAG]..."""
    return _MORE.search(text) is not None or any(_OR.search(found[0]) for found in IN_BRACKETS.finditer(text))


def _copied(text: str) -> list[str]:
    return [] if _PLAIN.fullmatch(text) else [found.group() for found in COPIED.finditer(text)]


def parts_character(change: Change) -> bool:
    """Whether an edit separates an accent from its letter, or splits what a reader sees as one character."""
    text, edit = change.text, change.edit
    if text[max(0, edit.start - 1) : edit.end + 1].isascii() and edit.replacement.isascii():
        return False
    borders = (edit.start, edit.end)
    if any(0 < at < len(text) and (_follows(text[at]) or text[at - 1] == JOINER) for at in borders):
        return True
    return [*filter(_follows, text[edit.start : edit.end])] != [*filter(_follows, edit.replacement)]


def _follows(character: str) -> bool:
    """Whether a character belongs to the one before it: an accent, a variant of an emoji, a joiner."""
    return not character.isascii() and (category(character).startswith("M") or character == JOINER)


@lru_cache(maxsize=8)  # several guards call it for the same edit
def region(text: str, edit: Edit) -> tuple[int, int] | None:
    """The span of the edit, widened to the next spaces. None if they are so far away that the text is data."""
    start = edit.start - _before(text[max(0, edit.start - WIDEST - 1) : edit.start])
    end = edit.end + _behind(text[edit.end : edit.end + WIDEST + 1])
    return None if end - start > edit.end - edit.start + WIDEST else (start, end)


def _before(text: str) -> int:
    """The number of characters after the last space."""
    return len(text.rsplit(None, 1)[-1]) if text and not text[-1].isspace() else 0


def _behind(text: str) -> int:
    """The number of characters before the first space."""
    return len(text.split(None, 1)[0]) if text and not text[0].isspace() else 0


def _inside(change: Change, spans: Iterable[tuple[int, int]], low: int = 0) -> bool:
    """Whether the edit overlaps one of the spans, which are counted from `low`."""
    return any(start + low < change.edit.end and change.edit.start < end + low for start, end in spans)


def in_citation(change: Change) -> bool:
    """Whether the edit is inside a citation such as (Doe, 1999)."""
    low = max(0, change.edit.start - _BETWEEN)
    around = change.text[low : change.edit.end + _BETWEEN]
    cited = [found for found in IN_PARENTHESES.finditer(around) if cites(found[0])]
    cited += (found for found in IN_BRACKETS.finditer(around) if _LAST_YEAR.search(found[0]))
    return _inside(change, (found.span() for found in cited if any(map(str.isupper, found[0]))), low)


def cites(parentheses: str) -> bool:
    """Whether these parentheses have a year after a word: (Doe, 1999)."""
    letter = _LETTER.search(parentheses)
    return letter is not None and _YEAR.search(parentheses, letter.end()) is not None


def in_template(change: Change) -> bool:
    """Whether the edit is inside code of a template: {{ user.name }}, {% for one in all %}, <%= price %>."""
    low = max(0, change.edit.start - _WITHIN)
    around = change.text[low : change.edit.end + _WITHIN]
    return _inside(change, (found.span() for found in _FILLED_IN.finditer(around)), low)
