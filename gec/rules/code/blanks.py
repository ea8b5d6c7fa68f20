"""Wrong spaces beside punctuation marks: *home .*, *Yes !*, *late.The*, *red,and*. The patterns of tables see words and
marks, but not the spaces between them. A text about programs may mention a mark or have it in a name. So the words
beside the mark must be words that are usual there in prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.language import word_set
from gec.language.written import stands
from gec.rules.fault import Fault

# Quick tests, because most sentences have neither.
_APART, _JOINED = re.compile(" [,;?!.]"), re.compile("[.?!,][A-Za-z]")
_BEFORE = re.compile(
    r"(?P<last>[A-Za-z](?<![A-Za-z].)[A-Za-z]++)(?P<said> (?P<mark>[,;?!.]))"
    r"(?:(?P<blank> ?)(?P<next>[A-Za-z]+)|\Z)"
)
_BESIDE = re.compile(r"\w[\"'”’)]?[,;?!.](?: |\Z)")
_AFTER = re.compile(
    r"(?<![\w./@_:-])(?P<last>[A-Za-z]{2,})(?P<said>(?P<mark>[.?!,]))"
    r"(?P<next>[A-Za-z]+)\b(?![\w(/@_:=]|[.,]\w)"
)
_SIGNS = frozenset(":$-")
_SUBJECTS = word_set("you he she it we they")  # i is a part of i.e. as well
# Words that resume behind a stop; of these some also end addresses and names of programs: news.it, window.after
_RESUMING = word_set("""
    the this that these those it i we he she they you there my our his her their in on at for but and so if when what
    how why who where also then as an a after before because however some most many people
""")
_ENDINGS = word_set("it in on at for so my as a an who then after")
# Words that stand beside a comma in a sentence, but not in a list of values.
_LINKED = word_set("""
    the and but so or because that this it they we he she you i in on at for with from to of as when if then there which
    who is are was were my our his her their
""")
# After these words the sentence mentions the mark itself: followed by ; or, the character !
_NAMES_MARK = word_set("""
    a an the and or nor by as like than with called named is are word words character characters char sign symbol mark
    marks operator letter token string pattern prefix suffix separator delimiter punctuation colon semicolon comma
    period dot stop point bang expression command key between either using uses containing contains
""")
# After these words a link or an example is missing before the mark.
_LEADS_TO_MARK = word_set("at in on of to for from into per via use using see press type enter")
_GOES_ON = re.compile(r"(?: [a-z]{2,}|['’][a-z]+)[ ,.]")


def before_mark(text: str) -> Iterator[Fault]:
    """Find marks with a space before them, unless all marks of the text are written like this."""
    if not _APART.search(text):
        return
    found = [one for one in _BEFORE.finditer(text) if _misplaced(one)]
    if _BESIDE.search(text) or (len(found) < 2 and all(one["mark"] != "." for one in found)):
        for one in found:
            if not _in_code(text, one.start()):
                yield Fault(*one.span("said"), one["mark"] + " " * (one["blank"] == ""))


def _in_code(text: str, at: int) -> bool:
    return text.count("`", 0, at) % 2 == 1


def _misplaced(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - 2) : found.start()]
    signed = before[-1:] in _SIGNS and not before[:-1].strip()  # :name, $name, -name
    last, mark, following = found["last"].lower(), found["mark"], found["next"]
    if signed or last in _NAMES_MARK or (mark in ".,;" and last in _LEADS_TO_MARK):
        return False
    if following is None or mark == ",":
        return following is None or found["blank"] == " " or "`" not in found.string
    if mark == ".":
        begins = found["blank"] == "" and following[0].isupper() and following.lower() in _RESUMING
        return begins and _GOES_ON.match(found.string, found.end()) is not None
    if mark == ";":
        return following.lower() in _SUBJECTS
    wikis = found["blank"] == "" and following[1:] != following[1:].lower()  # wikis write !HowTo to avoid a link
    return following[0].isupper() and not wikis


def after_mark(text: str) -> Iterator[Fault]:
    """Find marks without a space after them."""
    if not _JOINED.search(text):
        return
    for found in _AFTER.finditer(text):
        mark, following = found["mark"], found["next"]
        low = following.lower()
        if mark == ",":
            due = not _LINKED.isdisjoint((found["last"].lower(), low)) and stands(low)
        elif following[0].isupper():
            due = mark != "." or low in _RESUMING
        else:
            due = low in _RESUMING and low not in _ENDINGS
            due = due and _GOES_ON.match(text, found.end()) is not None
        if due and (mark in "?!" or stands(found["last"].lower())) and not _in_code(text, found.start()):
            new = following if mark == "," else following[0].upper() + following[1:]
            yield Fault(found.start("said"), found.end("next"), f"{mark} {new}")
