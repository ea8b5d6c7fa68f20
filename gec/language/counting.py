"""Recognises the letter *i* as a number in a sentence: row i, the i-th, as long as i < n. The rule that makes it *I*
(`gec/rules/code/capitals.py`) asks this first. The guard in `gec/guards/terms.py` asks what the rest of the text says.
"""

from __future__ import annotations

import re
from functools import cache

_BE = "(?:is|was|(?:should|must|will|can|could|would|cannot|may|has|had) (?:(?:never|not|always) )?be(?:en)?)"
_THINGS = "[Rr]ow|[Cc]olumn|[Ii]ndex|[Cc]ounter|[Ii]teration|[Vv]ertex|[Nn]ode|[Vv]ariable|[Ee]lement"


def counts(text: str) -> bool:
    """Whether *i* is a number in a sentence, not the pronoun."""
    return _pattern().search(text) is not None


@cache
def _pattern() -> re.Pattern[str]:
    """Compiled on first use: most texts have no lone *i*."""
    return re.compile(
        r"(?<![\w'’.])i(?:-?th\b| ?[=<>+≤≥]| (?:equals|ranges)\b)|[=<>+≤≥] ?i\b"
        rf"|(?<![\w'’.])i {_BE} (?:(?:never|not|always|still|then|also|first) )?"
        r"(?:(?:(?:in|de)cremented|initiali[sz]ed|reset|undefined|unset|zero|equal to"
        r"|an? (?:index|integer|counter|variable)|the (?:index|number))\b|(?:set|odd|even)(?:[.,;]|\Z| to \d)|\d"
        r"|(?:less|greater|smaller|larger) than (?:or |\d|[a-z]\b|the (?:length|size|number)))"
        r"|(?:\A\W{0,3}|[,;:.] |\b(?i:of|in|for|at|if|from|to|and|or|each|every|when|while|where|with|between|swap) )"
        rf"(?:{_THINGS}) i\b"
        rf"|\b(?:{_THINGS}|than|to|and|or|by|equals) [jkn]"
        r"(?=[.,;:)]|\Z| (?:is|are|and|or|if|for|be|in|with|when|must|should|will|can)\b)"
    )
