"""Abbreviations, and whether the full stop behind a word ends its sentence."""

from __future__ import annotations

import re

from gec.language import word_set

_STARTER = re.compile(
    r"(?:The|A|An|This|That|These|Those|It|He|She|We|You|They|I|There|Here|My|Your|His|Her|Its|Our|Their|In|On|At"
    r"|By|For|From|To|With|After|Before|When|While|If|As|But|And|So|Or|Yet|However|Although|Because|Since|Then"
    r"|What|Who|Why|How|Where|Which|Is|Are|Was|Were|Do|Does|Did|Please|No|Not|Some|Many|Most|All|Both)\b"
)

# Abbreviations that come before a name, a number or a list, and never end a sentence.
BEFORE_MORE = word_set(
    """mr mrs ms mx dr prof gen rep sen gov pres lt col capt maj cmdr sgt rev hon messrs mt ft fr e.g i.e eg
    ie v vs cf viz approx ca incl excl resp fig figs eq eqs vol vols pp eds sect"""
)
# Abbreviations only before a number; elsewhere these are words.
_MONTHS = word_set("jan feb mar apr jun jul aug sep sept oct nov dec")
_BEFORE_NUMBER = _MONTHS | word_set("no nos op p art")
# Abbreviations that may end a sentence; the next word decides.
_EITHER = word_set(
    """etc al inc ltd co corp jr sr bc ad am pm st ave blvd rd phd ph.d esp ed ch sec tab min max temp est
    tel ext dept govt univ assn bros misc"""
)
_INITIALS = re.compile(r"[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]")


def stop_ends(text: str, word: str, after: int) -> bool:
    """Whether the stop behind a word ends its sentence, by what stands at a place after it."""
    low, following = word.lower(), text[after : after + 1]
    if low in BEFORE_MORE:
        return False
    if low in _BEFORE_NUMBER and following.isdigit():
        return False
    if low in _EITHER or _INITIALS.fullmatch(word):
        if low in ("etc", "am", "pm", "a.m", "p.m"):
            return following.isupper()
        return _STARTER.match(text, after) is not None
    if following.islower():
        return len(word) > 2 and word.isalpha() and low not in _MONTHS
    return not (following.isdigit() and word.isdigit())


def abbreviation(word: str, following: str = "") -> bool:
    """Whether a word with a stop behind it is mostly an abbreviation."""
    low = word.lower()
    known = low in BEFORE_MORE or low in _EITHER - {"am"} or (low in _BEFORE_NUMBER and following.isdigit())
    return known or (len(word) > 1 and _INITIALS.fullmatch(word) is not None)
