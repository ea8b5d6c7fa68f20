"""Blanks beside marks: *home .*, *Yes !*, *late.The*, *red,and*. The patterns of tables see words and not the blanks
between them. In texts about programs a mark may be what the sentence talks of, or part of a name, which is why the
words beside it have to be ones that stand there in prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.language.written import stands
from gec.rules.fault import Fault, late
from gec.rules.table import classes

_BEFORE = late(
    r"(?P<sign>(?<!\S)[:$-])?(?<![A-Za-z])(?P<last>[A-Za-z]{2,})(?P<said> (?P<mark>[,;?!.]))"
    r"(?:(?P<blank> ?)(?P<next>[A-Za-z]+)|\Z)"
)
_BESIDE = late(r"\w[\"'”’)]?[,;?!.](?: |\Z)")
_AFTER = late(
    r"(?<![\w./@_:-])(?P<last>[A-Za-z]{2,})(?P<said>(?P<mark>[.?!,]))"
    r"(?P<next>[A-Za-z]+)\b(?![\w(/@_:=]|[.,]\w)"
)
_GOES_ON = late(r"(?: [a-z]{2,}|['’][a-z]+)[ ,.]")


def before_mark(text: str) -> Iterator[Fault]:
    """A mark with a blank before it, but for the marks of a text that has them all so."""
    found = [one for one in _BEFORE.finditer(text) if _misplaced(one)]
    if _BESIDE.search(text) or (len(found) < 2 and all(one["mark"] != "." for one in found)):
        yield from (Fault(*one.span("said"), one["mark"] + " " * (one["blank"] == "")) for one in found)


def _misplaced(found: re.Match[str]) -> bool:
    last, mark, following = found["last"].lower(), found["mark"], found["next"]
    if found["sign"] or last in classes()["names-mark"] or (mark in ".,;" and last in classes()["leads-to-mark"]):
        return False
    if following is None or mark == ",":
        return following is None or found["blank"] == " " or "`" not in found.string
    if mark == ".":
        begins = found["blank"] == "" and following[0].isupper() and following.lower() in classes()["resuming"]
        return begins and _GOES_ON.match(found.string, found.end()) is not None
    return following[0].isupper() if mark in "?!" else following.lower() in classes()["subject"]


def after_mark(text: str) -> Iterator[Fault]:
    """A mark with none behind it."""
    for found in _AFTER.finditer(text):
        mark, following = found["mark"], found["next"]
        low = following.lower()
        if mark == ",":
            due = not classes()["linked"].isdisjoint((found["last"].lower(), low)) and stands(low)
        elif following[0].isupper():
            due = mark != "." or low in classes()["resuming"]
        else:
            due = low in classes()["resuming"] and low not in classes()["endings"]
            due = due and _GOES_ON.match(text, found.end()) is not None
        if due and (mark in "?!" or stands(found["last"].lower())):
            new = following if mark == "," else following[0].upper() + following[1:]
            yield Fault(found.start("said"), found.end("next"), f"{mark} {new}")
