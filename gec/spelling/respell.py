"""Finds the unknown words of a sentence, and proposes what was probably meant. `choice.py` tells how sure that is.

`gec/before_model.py` puts it in the place of what was written before the model reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import islice
from operator import or_
from unicodedata import combining, normalize

from gec.edits.align import Proposal
from gec.guards.sentence import allowed
from gec.language import lexicon
from gec.language.lexicon import COMMON_NAMES
from gec.language.misspelt import irregular, misspelt
from gec.language.written import PREFIXES, stands, table
from gec.spelling.choice import PLAIN, SHORTEST, SURE, Unknown, choose

BEFORE = 3  # most characters before the first word of a sentence
MAX_LETTERS = 30  # letters of a word that is looked at
REGULAR = 3.0  # log-odds that a regular past of an irregular verb is wrong: teached

# Characters that make a word part of something larger: hyphens, combining marks, invisible characters, apostrophes.
_JOINTS = "\u00ad\u0300-\u036f\u200b-\u200d\u2010\u2011\u2060\ufeff`´′＇ʼ‘-"
_WORD = re.compile(
    rf"(?<![\w@#/\\.$<&=+~^'’{_JOINTS}])(?<!\w[(\[)\]])[A-Za-z]++(?>(?:['’][A-Za-z]++)*)(?![\w@/\\=(>+^'’{_JOINTS}]|[.:]\w)"
)
_RUNS = re.compile(r"[A-Za-z]++(?>(?:['’][A-Za-z]++)*)")  # the same, whatever stands beside it
# Two or three words with hyphens: fourty-two, a wierd-looking man. Shorter parts are not looked at.
_COMPOUND = re.compile(r"(?<![\w@#/\\.$<&=+~^'’`-])[a-z]{2,30}(?>(?:-[a-z]{2,30}){1,2})(?![\w@/\\=(>+^'’`-]|[.:]\w)")
SHORTEST_PART = 5
_BROKEN = re.compile(r"[^\W\d_][-\u2010] \Z")  # the first half of a word hyphenated at a line end
_GENUS = re.compile(r"(?<!\w)[A-Z]\. \Z")  # of a species: C. elegans
_LABEL = re.compile(r":(?:\s|\Z)| [-–—] ")  # of a list: ddate: print the date
_VERSION = re.compile(r" v?\d+\.\d")  # of a program: zlib 1.3
# Words of other languages. A word beside them is likely foreign too: pains au chocolat.
_FOREIGN = re.compile(
    r"(?:au|aux|de|du|des|les|le|la|el|los|las|del|della|delle|di|da|il|gli|der|das|dem|und|ist|nicht|ein|eine|von|zum|zur"
    r"|mit|auf|et|est|une|sur|dans|pour|chez|que|qui|con|por|para|una|muy|como|vin|och|het|een|van"
    r"|je|ne|pas|vous|nous|sont|ik|zijn|mijn|voor|wir|ich|mein)"
    r"|(?=[^\W\d_]*[^\x00-\x7f])[^\W\d_]+"  # or a word with non-ASCII letters
)
_DONE = re.compile(r"['’]s\b| (?:also |then |later |never |once )?([a-z]+(?:ed|s))\b")
_LETTERS = re.compile(r"[^\W\d_]+")
NEIGHBOURS, SPAN = 3, 60  # neighbouring words on each side, and the characters in which they are looked for
# A participle follows.
_PERFECT = re.compile(
    r"(?:\b(?:have|has|had|having|be|been|being|is|are|was|were)(?:n['’]t)?|['’]ve)"
    r"(?: [a-z]+ly| (?:not|never|already|just|also|ever|been))? \Z"
)
_POSSESSIVE = re.compile(r"'s?\Z")


def respellings(text: str) -> Iterator[Proposal]:
    """What replaces the misspelt words of a sentence, in order, without what the guards refuse."""
    words = unknown(text)
    found = [choose(text, one) for one in words]
    unwritten = {word.start for word, meant in zip(words, found, strict=True) if meant is None}
    for one, meant in zip(words, found, strict=True):
        if (
            meant is None
            or _cut_off(text, one, *meant)
            or _is_name(text, one, *meant)
            or _among_foreign_words(text, one, meant[1], unwritten)
        ):
            continue
        past = irregular(one.word, _PERFECT.search(text, max(0, one.start - MAX_LETTERS), one.start) is not None)
        new = _like(text[one.start : one.end], past or meant[0])
        spelling, fault = (None, REGULAR) if past else (meant[1], None)
        swap = Proposal(one.start, one.end, new, None, spelling, fault)
        if allowed(text, swap):
            yield swap


def _cut_off(text: str, unknown: Unknown, meant: str, odds: float) -> bool:
    """Whether dots may stand for the rest of a word: worki..."""
    return text.startswith(("..", "…"), unknown.end) and (odds < SURE or meant.startswith(unknown.word))


def _is_name(text: str, unknown: Unknown, meant: str, odds: float) -> bool:
    """Whether the first word is likely a name, with a verb or possessive after it: *Waith sees it*, *Offred's name*."""
    if not unknown.named or odds >= PLAIN or lexicon.CLOSED.get(meant, "PREP") != "PREP":
        return False
    following = _DONE.match(text, unknown.end)
    if following is None or following[1] is None:
        return following is not None
    return following[1] in lexicon.AUXILIARIES or lexicon.kind(following[1]) == "VERB"


def _among_foreign_words(text: str, one: Unknown, odds: float, unwritten: Set[int]) -> bool:
    """Whether a word is likely foreign, because words near it are: they look foreign, or are unknown without a likely
    correction. If the word is surely misspelt, two such words are needed."""
    before = [*_LETTERS.finditer(text, max(0, one.start - SPAN), one.start)][-NEIGHBOURS:]
    behind = [*islice(_LETTERS.finditer(text, one.end, one.end + SPAN), NEIGHBOURS)]
    looks = [_FOREIGN.fullmatch(word[0]) is not None and not _is_loanword(word[0]) for word in (*before, *behind)]
    beside = [word.start() in unwritten for word in (*before, *behind)]
    if sum(map(or_, looks, beside)) > 1:
        return True
    touching = (word.start() in unwritten for word in (*before[-1:], *behind[:1]))
    return odds < SURE and (any(looks) or any(touching))


def _is_loanword(word: str) -> bool:
    """Whether a word with accents is also written without them in English, or may be a name: café, José."""
    plain = "".join(one for one in normalize("NFD", word) if not combining(one))
    return plain != word and (plain in table() or word[0].isupper())


def unknown(text: str) -> list[Unknown]:
    """The unknown words of a sentence, without those that have a capital and are not the first word."""
    found, known, wrong = [], table(), misspelt()
    for match in () if _all_known(text) else _WORD.finditer(text):
        start, written = match.start(), match.group()
        if written in known and written not in wrong:
            continue
        titled = (
            start <= BEFORE
            and written[0].isupper()
            and written[1:].islower()
            and not any(map(str.isalnum, text[:start]))
        )
        word = _POSSESSIVE.sub("", written.lower().replace("’", "'"))
        if not SHORTEST <= len(word) <= MAX_LETTERS or not (written.islower() or titled) or word in lexicon.CLITICS:
            continue
        head, _, tail = word.partition("'")
        if word not in wrong and (stands(word) or (f"'{tail}" in lexicon.CLITICS and stands(head))):
            continue
        if not _is_no_prose(text, start, match.end()):
            found.append(Unknown(start, start + len(word), word, titled))
    return sorted([*found, *_parts(text)], key=lambda one: one.start) if "-" in text else found


def _all_known(text: str) -> bool:
    """Whether a quick look shows that no word can be unknown, as in most sentences."""
    known, wrong = table(), misspelt()
    runs = _RUNS.findall(text[: BEFORE + 1].lower() + text[BEFORE + 1 :])
    if runs and "'" in runs[0]:
        return False
    return not any(word.islower() for word in runs if word not in known or word in wrong)


def _is_no_prose(text: str, start: int, end: int) -> bool:
    """Whether a word is the label of a list or a program with its version, or belongs to the word before it."""
    if start <= BEFORE and text[start:end].islower() and not text[:start].strip("-*• ") and _LABEL.match(text, end):
        return True
    led = any(one.search(text, max(0, start - BEFORE - 1), start) for one in (_BROKEN, _GENUS))
    return led or _VERSION.match(text, end) is not None


def _parts(text: str) -> Iterator[Unknown]:
    """The unknown part of each compound, if only one part is unknown."""
    for match in _COMPOUND.finditer(text):
        parts = match[0].split("-")
        wrong = [
            number
            for number, part in enumerate(parts)
            if not (stands(part) or (_several(part) if number else part in PREFIXES))
        ]
        if len(wrong) == 1 and len(word := parts[wrong[0]]) >= SHORTEST_PART:
            start = match.start() + sum(len(part) + 1 for part in parts[: wrong[0]])
            yield Unknown(start, start + len(word), word, named=False)


def _several(part: str) -> bool:
    """Whether a last part is the plural of an adverb: work-arounds, get-togethers."""
    return part.endswith("s") and "ADV" in lexicon.kinds(part[:-1])


def _like(old: str, new: str) -> str:
    """The new word with the capital and the apostrophe of the old one."""
    new = new.replace("'", "’") if "’" in old else new
    if new in COMMON_NAMES or new.startswith(("i'", "i’")):
        return new[0].upper() + new[1:]
    return new[0].upper() + new[1:] if old[0].isupper() else new
