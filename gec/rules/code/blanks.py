"""Blanks beside marks: *home .*, *Yes !*, *late.The*, *red,and*, *me ,too*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.language.written import stands
from gec.rules.fault import NEAR, Fault, any_of, late

# What a sentence begins with, if its full stop stands at the word before without a blank.
_BEHIND_STOPS = """
    the this that these those it i we he she they you there my our his her their in on at for but and so if when what
    how why who where also then as a an after before because however
"""
# ... small besides; neither the end of an address (in, it, at, as, so, my) nor a method's name (then, after).
_RESUMING = """
    the this that these those i we they there he she you our his her their but and because if when what how why where
    also before however some most many people
"""
# Words of which one stands beside a comma inside a sentence, but in no list of values.
_LINKED = word_set(
    """
    the and but so or because that this it they we he she you i in on at for with from to of as when if then there
    which who is are was were my our his her their
    """
)
# Behind these a mark is what the sentence talks of: *followed by ; or*, *the character !*.
_NAMES_MARK = word_set(
    """
    a an the and or nor by as like than with called named is are word words character characters char sign symbol mark
    marks operator letter token string pattern prefix suffix separator delimiter punctuation colon semicolon comma
    period dot stop point bang expression command key between either using uses containing contains
    """
)
# Behind these something is missing that was a link, an example or a mark.
_LEADS = word_set("at in on of to for from into per via use using see press type enter")
# With these a question begins.
_ASKING = "what who whom where when which why how is are was were do does did can"
_STOPPED = word_set(_BEHIND_STOPS)
_MARK = late(r"(?:(?<=[a-z]{2})|(?<=[A-Z]{2}))[?!](?=(?:I|[A-Z][a-z]+)\b)")
_STOP = late(r"(?<![\w./@-])([a-z]{2,})\.(I|[A-Z][a-z]+)\b(?![.(/@_:=]\w)")
_RUN_ON = late(rf"(?<![\w./@:_-])([A-Za-z][a-z]{{2,}})([.?!]({any_of(_RESUMING)}))(?= [a-z]{{2,}}[ ,.])")
_BEFORE_STOP = late(rf"(?<=[a-z]{{2}})( ([.?!]))(?=(?:{any_of(_BEHIND_STOPS.title())}) [a-z])")
_COMMA = late(r"(?<![\w./@(\[{,-])([A-Za-z]{2,}),([A-Za-z]+)\b(?![\w,(/@_:=])")
# Inside a sentence a full stop may be anything, and one of the others has a word behind it.
_APART = late(r"(?<=[A-Za-z]{2})( ([,;?!.]))(?:(?= [A-Za-z])(?<!\.)(?<!!(?= [a-z]))|(?=\Z))")
_CHOICE = late(r" [^?.!]{1,60} : ")  # of two values: x ? y : z
_SEPARATED = late(r" ; (?:\S+ ){1,2}; ")  # commands in a line, fields
_ASKED = late(rf"(?:\A\W*|[.!?:;] )(?:{any_of(_ASKING)}|{any_of(_ASKING.title())})\b")
_SHELL = late(r" (?:do|done|then|else|elif|fi|esac)\b")  # behind a semicolon
_LAST = late(r"(?P<sign>(?<!\S)[:$-])?[A-Za-z]+\Z")  # also :write, $here
_MOVED = late(r"(?<=[a-z]{2})( ,)(?=(?:[a-z]{2,}|I|a)(?:[ .!?]|['’][a-z]|\Z))")
_BESIDE_WORD = late(r"\w[\"'”’)]?[,;?!.](?: |\Z)")


def _apart(text: str) -> Iterator[Fault]:
    """A mark with a blank before it, but for the marks of a text that has them all so."""
    marks = [found for found in _APART.finditer(text) if not _talked_of(text, found)]
    if _BESIDE_WORD.search(text) or (len(marks) < 2 and all(found[2] != "." for found in marks)):
        yield from (Fault(*found.span(), found[2]) for found in marks)
    if "`" not in text:  # where a comma may stand for an unquoted name
        yield from (Fault(*found.span(), ", ") for found in _MOVED.finditer(text))


def _talked_of(text: str, mark: re.Match[str]) -> bool:
    """Whether a sentence speaks of the mark, as the word before it says."""
    found = _LAST.search(text, max(0, mark.start() - NEAR), mark.start())
    last = found[0].lower() if found else ""
    if found and found["sign"]:
        return True
    if mark[2] == "?" and _CHOICE.match(text, mark.end()):
        return True
    near = max(0, mark.start() - NEAR), mark.end() + NEAR
    goes_on = mark[2] == "?" and last in _LEADS and text[mark.end() + 1 : mark.end() + 2].islower()
    if goes_on and not _ASKED.search(text, near[0], mark.start()):  # lists of ? and *
        return True
    shell = mark[2] == ";" and bool(_SHELL.match(text, mark.end()) or _SEPARATED.search(text, *near))
    return shell or last in _NAMES_MARK or (mark[2] in ".,;" and last in _LEADS)


def _blank(text: str) -> Iterator[Fault]:
    yield from (Fault(found.end(), found.end(), " ") for found in _MARK.finditer(text))
    for found in _STOP.finditer(text):
        if found[2].lower() in _STOPPED and stands(found[1]):
            yield Fault(found.start(2), found.start(2), " ")
    for found in _RUN_ON.finditer(text):
        if stands(found[1].lower()):
            mark, word = found[2][0], found[3]
            yield Fault(*found.span(2), f"{mark} {word.capitalize()}")
    yield from (Fault(*found.span(1), f"{found[2]} ") for found in _BEFORE_STOP.finditer(text))
    for found in _COMMA.finditer(text):
        words = found[1].lower(), found[2].lower()
        if not _LINKED.isdisjoint(words) and all(map(stands, words)):
            yield Fault(found.start(2), found.start(2), " ")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_apart, _blank)
