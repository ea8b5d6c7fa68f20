r"""Finds quotations in a text. They are the words of somebody else and are not corrected.

Quotation marks pair within a paragraph, in source code within a paragraph of a comment. Unpaired marks are ignored.
Marks in the spelling of a format count: `&ldquo;`, `\textquotedblleft`, AsciiDoc's `'`so`'`, roff's `\(lq`. Since a
straight single mark looks like an apostrophe, a pair of them quotes only what begins with a capital and ends in
punctuation, as speech does. What a format marks as a quotation counts as well: `<q>`, `<blockquote>`, `\enquote{}`,
LaTeX's `quote`, AsciiDoc's blocks between `____`. Markdown's `>` does not: notes and warnings are written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_PAIRED = re.compile(r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‹[^‹›]*›|‘[^‘]*?’(?!\w)|``[^`]*?''")
_STRAIGHT = re.compile(r'(?<![\w"])"(?=\S)([^"]*?)(?<=\S)"(?![\w"])')
_SPOKEN = re.compile(r"(?<![\w'’])'(?=[A-Z])(?:[^'\n]|\n(?!\s)|(?<=\w)'){1,600}?(?<=[,.!?…—–-])'(?!\w)")
_GAP = re.compile(r"\n[^\S\n]*\n|\r[^\S\n\r]*\r|\Z")
_MARKS = re.compile(r"[\"“„«‹‘`]|(?<!\w)'")

_ENTITY = re.compile(r"&(?:[lrb]dquo|[lr]aquo|[lr]saquo|[lr]squo|quot|#\d{1,7}|#[xX][\da-fA-F]{1,6});")
_COMMANDS = {
    "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "glqq": "„", "grqq": "“",
    "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»", "flqq": "«", "frqq": "»",
    "textquoteleft": "‘", "textquoteright": "’", "lq": "‘", "rq": "’",
}  # fmt: skip
_COMMAND = re.compile(rf"\\({'|'.join(_COMMANDS)})(?![A-Za-z@])(?:\{{\}})?")
_GLYPHS = {"lq": "“", "rq": "”", "oq": "‘", "cq": "’", "dq": '"', "Bq": "„", "Fo": "«", "Fc": "»", 'L"': "“", 'R"': "”"}
_GLYPH = re.compile(
    r"""\\\*?[(\[](?P<name>[lrocdB]q|F[oc]|[LR]")(?:(?<=\[..)\])?|^[.'][ \t]*(?P<macro>[DQ][oc])(?!\S)|\\\"""",
    re.MULTILINE,
)
_PAD = "\u2060"  # neither whitespace nor part of a word

_HTML = frozenset({"html", "markdown", "mdx", "subtitles"})
_ELEMENT = re.compile(
    r"""`[^`\n]*`|<(?P<end>/?)(?P<name>q|blockquote)(?=[\s>])(?>(?:[^<>"']++|"[^"]*+"|'[^']*+')*)>""", re.IGNORECASE
)
_ENVIRONMENT = re.compile(r"\\(?:begin|(?P<end>end))\s?\{(?P<name>quote|quotation|quoting|displayquote)\*?\}")
_BRACED = r"(?>(?:[^{}\\]++|\\.|\{(?>(?:[^{}\\]++|\\.|\{(?>(?:[^{}\\]++|\\.)*)\})*)\})*)"
_ENQUOTED = re.compile(rf"\\(?:enquote|textquote|blockquote)\*?(?>(?:\[[^\[\]]*+\])*)\{{{_BRACED}\}}", re.DOTALL)

_CURVED = re.compile(r"(?<![\w`])'`(?=\S)[^`]*(?<=\S)`'(?!\w)")
_QUOTING = re.compile(r'^(?:____|\[["\']?quote\b|"")', re.MULTILINE)


def quotations(text: str, format: str = "plain") -> tuple[tuple[int, int], ...]:
    """The spans of quotations with their marks, ordered by kind of mark."""
    spans = list(_marked(text, format))
    if format == "notebook":  # in JSON, quotation marks delimit strings
        return tuple(spans)
    text = _with_plain_marks(text, format)
    if not _MARKS.search(text):
        return tuple(spans)
    for low, high in _paragraphs(text, format):
        if _MARKS.search(text, low, high):
            for pattern in (_PAIRED, _STRAIGHT, _SPOKEN, *((_CURVED,) if format == "asciidoc" else ())):
                spans += [found.span() for found in pattern.finditer(text, low, high)]
    return tuple(spans)


def _with_plain_marks(text: str, format: str) -> str:
    """The text with quotation marks in place of their spelling in the format. Each is padded to the same length."""
    if format in _HTML and "&" in text:
        return _ENTITY.sub(lambda spelt: _padded(spelt.group(), unescape(spelt.group())), text)
    if format == "latex" and "\\" in text:
        return _COMMAND.sub(lambda spelt: _padded(spelt.group(), _COMMANDS[spelt[1]]), text)
    if format == "roff" and ("\\" in text or ".Do" in text or ".Qo" in text):
        return _GLYPH.sub(lambda spelt: _padded(spelt.group(), _glyph(spelt)), text)
    return text


def _glyph(spelt: re.Match[str]) -> str:
    """The mark that an escape or a macro stands for; empty for the escape that begins a comment."""
    if spelt["macro"]:
        return "“" if spelt["macro"].endswith("o") else "”"
    return _GLYPHS.get(spelt["name"] or "", "")


def _padded(spelt: str, mark: str) -> str:
    return mark.rjust(len(spelt), _PAD)


def _paragraphs(text: str, format: str) -> Iterator[tuple[int, int]]:
    from gec.text.formats import SOURCE, blocks  # loaded late: a text without marks does not need it

    # In programs quotation marks delimit strings. Manual pages have macros instead of blank lines.
    if format in SOURCE or format == "roff":
        for block in blocks(text, format):
            yield block.spans[0][0], block.spans[-1][1]
        return
    done = 0
    for gap in _GAP.finditer(text):
        yield done, gap.start()
        done = gap.end()


def _marked(text: str, format: str) -> Iterator[tuple[int, int]]:
    """What the format itself marks as a quotation."""
    if format in _HTML and "<" in text:
        yield from _closed(_ELEMENT, text)
    elif format == "latex" and "\\" in text:
        yield from _closed(_ENVIRONMENT, text)
        yield from (found.span() for found in _ENQUOTED.finditer(text))
    elif format == "asciidoc":
        from gec.text.formats.asciidoc import quoted

        yield from quoted(text) if _QUOTING.search(text) else ()
    elif format == "notebook":
        from gec.text.formats.notebook import quoted

        yield from quoted(text)
    elif format == "org":
        from gec.text.formats.org import quoted

        yield from quoted(text)


def _closed(mark: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """The spans from an opening mark to its closing mark. Marks without a partner are ignored."""
    waiting: dict[str, list[int]] = {}
    for found in mark.finditer(text):
        name = (found["name"] or "").lower()
        if name and not found["end"]:
            waiting.setdefault(name, []).append(found.start())
        elif name and waiting.get(name):
            yield waiting[name].pop(), found.end()
