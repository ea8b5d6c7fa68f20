"""Emoji, pictographs and smileys. They never change, and the model reads a dash in their place, because it has seldom
seen them.
"""

from __future__ import annotations

import re

DASH, UNSEEN = "–", "\u2060"

# Arrows, technical and geometric signs, dingbats, emoji. Variation selectors and joiners may follow.
_PICTURE = "\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u27f0-\u27ff\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff"
_VARIED = "\ufe0e\ufe0f\u200d\u20e3\U000e0020-\U000e007f"
_SMILEY = r"(?:[:;=][-'’^~]{0,2}[()\[\]DPpOo3/\\|*$@]{1,5}|<3|</3|\^[_.-]*\^|[xX]D|:'\()"
_SYMBOLS = re.compile(rf"[0-9#*]\ufe0f?\u20e3|[{_PICTURE}][{_PICTURE}{_VARIED}]*|(?<!\S){_SMILEY}(?=[\s.,!?]|\Z)")
_MAY_BE = re.compile(rf"[:;=<^xX\u20e3{_PICTURE}]")  # each symbol has one of these; most sentences have none
_BLANKS_BEFORE_WORDS = re.compile(r"\s++(?=.*\w)")


def dashed(shown: str) -> tuple[str, list[tuple[int, int]]]:
    """The sentence with a dash for each run of symbols, and where the runs are. Runs at the beginning or end become
    invisible characters. The length stays the same."""
    found = [match.span() for match in _SYMBOLS.finditer(shown)] if _MAY_BE.search(shown) else []
    if not found:
        return shown, found
    if found[0][0] == 0 and (blanks := _BLANKS_BEFORE_WORDS.match(shown, found[0][1])):
        found[0] = (0, blanks.end())
    if found and found[-1][1] == len(shown) and (last := shown[: found[-1][0]].rstrip())[-1:].isalnum():
        found[-1] = (len(last), len(shown))
    pieces, done = [], 0
    for start, end in found:
        pieces += [shown[done:start], _stand_in(shown, start, end)]
        done = end
    return "".join([*pieces, shown[done:]]), found


def _stand_in(shown: str, start: int, end: int) -> str:
    """A dash with a space towards a word, padded with invisible characters to the same length. Where that does not
    fit, a space between two words, else nothing."""
    before = " " if shown[start - 1 : start].isalnum() else ""
    behind = " " if shown[end : end + 1].isalnum() else ""
    around = shown[start].isspace() or shown[end - 1].isspace()
    dash = "" if around else f"{before}{DASH}{behind}"
    if len(dash) > end - start:
        dash = before and behind
    return dash.ljust(end - start, UNSEEN)
