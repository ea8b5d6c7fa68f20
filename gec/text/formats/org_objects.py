"""The inside of an Org paragraph: code, links, times, formulas, footnotes, macros and emphasis marks."""

from __future__ import annotations

import re

from gec.text.formats.assemble import Marks
from gec.text.formats.markdown_inline import URL

MAX_LINK_TEXT = 1_000  # characters of the text of a link

_BEFORE = r"(?<![^\s\-–—({'\"])"  # allowed before an opening mark
_BEHIND = r"(?![^\s\-–—.,;:!?'\")}\\\[])"  # allowed after a closing one
_WITHIN = r"[^\n]{0,300}?(?:\n[^\n]{0,300}?)?"  # one line break at most
_PLACE = (
    r"(?:file|mailto|doi|id|info|help|news|irc|elisp|shell|attachment)(?:\+\w+)?:[^\s()<>\[\]]+[^\s()<>\[\].,;:!?'\"]"
)
_TOKEN = re.compile(
    rf"""
    (?P<verbatim>{_BEFORE}(?P<mark>[=~])(?=\S){_WITHIN}(?<=\S)(?P=mark){_BEHIND})
  | (?P<link>\[\[[^\[\]\n]{{1,1000}}(?:\\[\[\]][^\[\]\n]{{0,1000}})*\]\[)
  | (?P<bare>\[\[[^\[\]]{{1,1000}}\]\])
  | (?P<note>\[(?:fn:|cite[/:])(?:[^\[\]]{{0,1000}}\])?)
  | (?P<cookie>\[\d*(?:/\d*|%)\])
  | (?P<time>[<\[]\d{{4}}-\d\d-\d\d[^<>\[\]\n]{{0,60}}[>\]])
  | (?P<angle><(?:[A-Za-z][\w+.-]*:[^<>\n]{{1,500}}|<{{1,2}}[^<>\n]{{1,200}}>{{1,2}})>)
  | (?P<macro>\{{\{{\{{[A-Za-z][\w-]*(?:\([^\n]{{0,500}}?\))?\}}\}}\}})
  | (?P<snippet>@@[\w-]+:(?:[^@]|@(?!@)){{0,1000}}@@)
  | (?P<source>\bsrc_[^\s\[{{]{{1,40}}(?:\[[^\]\n]{{0,200}}\])?\{{[^{{}}\n]{{0,500}}\}})
  | (?P<call>\bcall_[^\s(\[]{{1,80}}(?:\[[^\]\n]{{0,200}}\])?\([^()\n]{{0,300}}\))
  | (?P<maths>\\\((?s:.){{1,500}}?\\\)|\\\[(?s:.){{1,1500}}?\\\]|\$\$[^$]{{1,3000}}\$\$)
  | (?P<dollars>(?<!\$)\$(?=[^\s.,;$])[^$]{{0,500}}(?<=[^\s.,])\$(?![\w$]))
  | (?P<command>\\[A-Za-z]+\*?(?:\[[^\[\]\n]{{0,200}}\]|\{{[^{{}}\n]{{0,300}}\}})*)
  | (?P<break>\\\\(?=[ \t]*(?:[\r\n]|\Z)))
  | (?P<script>\w{{0,100}}[\w\])}}][_^](?:\{{[^{{}}\n]{{0,100}}\}}|\w+)+)
  | (?P<url>(?<![^\W_])(?:{URL}|{_PLACE}))
  | (?P<emphasis>[*/_+])
    """,
    re.VERBOSE,
)
_OPENS = re.compile(rf"{_BEFORE}[*/_+](?=\S)")
_CLOSES = re.compile(rf"(?<=\S)[*/_+]{_BEHIND}")
_ADDRESS = re.compile(rf"\s*(?:{URL}|[\w.+-]+:\S*)\s*")


def marks(text: str, start: int, end: int) -> Marks:
    """The markup and code of a paragraph."""
    found = Marks()
    waiting: dict[str, tuple[int, int]] = {}
    paragraph = text[start:end]  # patterns must not see the text around it
    at = 0
    while token := _TOKEN.search(paragraph, at):
        low, at = token.span()
        here, there = start + low, start + at
        match token.lastgroup:
            case "emphasis":
                mark = token.group()
                if mark in waiting and _CLOSES.match(paragraph, low):
                    found.hidden += [waiting.pop(mark), (here, there)]
                elif _OPENS.match(paragraph, low) and mark not in waiting:
                    waiting[mark] = (here, there)
                else:
                    found.keep(here, there)
            case "link":
                closing = _closing(paragraph, at)
                if closing < 0 or _ADDRESS.fullmatch(paragraph, at, closing):
                    at = closing + 2 if closing >= 0 else at
                    found.keep(here, start + at, there - here, 2 if closing >= 0 else 0)
                else:
                    found.hide(here, there)
                    found.hide(start + closing, start + closing + 2)
            case "verbatim":
                found.keep(here, there, 1, 1)
            case "bare":
                found.keep(here, there, 2, 2)
            case "break":
                found.split(here, there)
            case _:
                found.keep(here, there)
    found.kept += waiting.values()
    return found


def _closing(paragraph: str, at: int) -> int:
    """Where the text of a link ends, or -1."""
    closing = paragraph.find("]]", at, at + MAX_LINK_TEXT)
    return closing if closing > at and paragraph.find("[[", at, closing) < 0 else -1
