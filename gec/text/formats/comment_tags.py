r"""The tags of documentation in comments, JSDoc's, Javadoc's and Doxygen's: `@param x`, `\defgroup x`, `\f$ x \f$`.
Names and types after them are not prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.text.prose import Span

_LINES = r"""(?:authors?|copyright|license|default(?:value)?|type|lends|borrows|overload|fn|def|(?:dont)?include\w*
    |snippet\w*|verbinclude|htmlinclude|image|dotfile|mscfile|diafile|headerfile)"""  # tags without prose
_NAMED = r"""(?:module|name|namespace|class|struct|enum|union|interface|package|event|fires|emits|listens|memberof!?
    |member|method|function|func|constant|const|callback|alias|external|host|requires|extends|augments|implements|mixin
    |mixes|access|kind|category|defgroup|addtogroup|ingroup|weakgroup|page|subpage|section|subsection|subsubsection|anchor
    |if|ifnot|elseif|cond|relates|concept|variation|version|since)"""
_WITHIN = r"(?:ref|p|c|a|e|em|b|cite|copydoc|copybrief|copydetails)"  # tags inside a sentence
_TYPE = r"(?:[ \t]+\{[^{}\n]*\})"

MARK = re.compile(  # a tag or the mark of a list item
    rf"""(?:[-*+•]|\d{{1,3}}[.)])[ \t]+(?=\S)
    |[@\\](?:throws|exception)\b(?:{_TYPE}|[ \t]+[\w.$#]+)?(?:[ \t]+-)?[ \t]*
    |[@\\](?:param|arg|argument|prop|property|tparam|retval|template|typedef|var|field)\b
        (?:[ \t]*\[[\w, ]+\])?{_TYPE}?(?:[ \t]+(?:\[[^\]\n]*\]|[\w.$#]+)(?:[ \t]+-)?)?[ \t]*
    |[@\\]{_LINES}\b[^\r\n]*
    |[@\\]{_NAMED}(?!\w){_TYPE}?(?:[ \t]+[\w.$\#~:/]+(?:-[\w.$\#~:/]+)*)?(?:[ \t]+-)?[ \t]*
    |[@\\]file\b(?:[ \t]+[\w./-]+\.\w+)?[ \t]*
    |[@\\](?:see|sa)\b(?:[ \t]+[\w.\#:()]+[ \t]*\Z)?[ \t]*
    |[@\\](?!{_WITHIN}\b|f[$(\[{{])[A-Za-z]+{_TYPE}?[ \t]*""",
    re.VERBOSE,
)
_NAME = re.compile(rf"(?<![\w@\\])([@\\]{_WITHIN}[ \t]+)\S*[\w)]")
_FORMULA = re.compile(r"\\f(?:\$[^\0]{0,1000}?\\f\$|\[[^\0]{0,3000}?\\f\]|\([^\0]{0,1000}?\\f\)|\{[^\0]{0,3000}?\\f\})")
_FORMULA_MARK = re.compile(r"\\f([$\[\](){}])")
_CLOSING = {"$": "$", "[": "]", "(": ")", "{": "}"}


def kept(text: str, start: int, end: int) -> Iterator[tuple[Span, int, int]]:
    """The stretches of a paragraph to keep, with the lengths of their opening and closing marks."""
    for name in _NAME.finditer(text, start, end):
        yield name.span(), len(name[1]), 0
    for formula in _FORMULA.finditer(text, start, end):
        yield formula.span(), 3, 3


def unclosed(line: str, closing: str) -> str:
    """The closing mark of the formula that is open after a line, else empty. `closing` is the same for before it."""
    for mark in _FORMULA_MARK.findall(line):
        if not closing:
            closing = _CLOSING.get(mark, "")
        elif mark == closing:
            closing = ""
    return closing
