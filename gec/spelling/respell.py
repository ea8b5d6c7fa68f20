"""The sentence that the model reads: unknown words are replaced if another word was probably meant, and errors that a
rule finds (`gec/rules`) are corrected.

The model's proposals for that sentence are mapped back to the original one (`Respelled.original`). `choice.py` tells
how sure a replacement is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from operator import or_
from unicodedata import combining, normalize

from gec.edits.align import Proposal
from gec.edits.edit import Edit, apply
from gec.guards.sentence import allowed
from gec.language import lexicon
from gec.language.lexicon import COMMON_NAMES
from gec.language.misspelt import irregular, misspelt
from gec.language.written import PREFIXES, stands, table
from gec.rules.engine import faults
from gec.rules.fault import Fault
from gec.spelling.choice import PLAIN, SHORTEST, SURE, Unknown, choose

BEFORE = 3  # most characters before the first word of a sentence
LONGEST = 30  # letters of a word that is looked at
REGULAR = 3.0  # log-odds that a regular past of an irregular verb is wrong: teached

# Characters that make a word part of something larger: hyphens, combining marks, invisible characters, apostrophes.
_JOINTS = "\u00ad\u0300-\u036f\u200b-\u200d\u2010\u2011\u2060\ufeff`´′＇ʼ‘-"
_WORD = re.compile(
    rf"(?<![\w@#/\\.$<&=+~^'’{_JOINTS}])(?<!\w[(\[)\]])[A-Za-z]++(?:['’][A-Za-z]++)*+(?![\w@/\\=(>+^'’{_JOINTS}]|[.:]\w)"
)
# Two or three words with hyphens: fourty-two, a wierd-looking man. Shorter parts are not looked at.
_COMPOUND = re.compile(r"(?<![\w@#/\\.$<&=+~^'’`-])[a-z]{2,30}(?:-[a-z]{2,30}){1,2}+(?![\w@/\\=(>+^'’`-]|[.:]\w)")
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
NEAR, SPAN = 3, 60  # neighbouring words on each side, and the characters in which they are looked for
# A participle follows.
_PERFECT = re.compile(
    r"(?:\b(?:have|has|had|having|be|been|being|is|are|was|were)(?:n['’]t)?|['’]ve)"
    r"(?: [a-z]+ly| (?:not|never|already|just|also|ever|been))? \Z"
)
_POSSESSIVE = re.compile(r"'s?\Z")


@dataclass(frozen=True, slots=True)
class Respelled:
    """A sentence, the text that the model reads instead, and the replacements between them."""

    text: str
    read: str
    swaps: tuple[Proposal, ...] = ()

    def original(self, found: Sequence[Proposal]) -> list[Proposal]:
        """The model's proposals and the swaps together, as proposals for the original sentence. Those that overlap are
        joined."""
        if not self.swaps:
            return list(found)
        placed = _placed(self.swaps)
        joined = (self._joined(some, placed) for some in _overlapping([*(one[0] for one in placed), *found]))
        return [one for one in joined if one is not None]

    def _joined(self, some: Sequence[Proposal], placed: Sequence[tuple[Proposal, int]]) -> Proposal | None:
        """One proposal for several that overlap in the text that is read. None if nothing changes, or if the model
        deletes a respelled word, because the respelling may have been wrong."""
        if any(self._deletes(word, one) for word in some if word.spelling is not None for one in some):
            return None
        low, high = some[0].start, max(one.end for one in some)
        said, done = [], low
        for one in some:
            if one.odds is not None:
                said += [self.read[done : one.start], one.replacement]
                done = one.end
        replacement = "".join([*said, self.read[done:high]])
        start, end = _original(low, placed), _original(high, placed)
        if replacement == self.text[start:end]:
            return None
        odds, spelling, fault = (_least(getattr(one, name) for one in some) for name in ("odds", "spelling", "fault"))
        rule = next((one.rule for one in some if one.rule), "")
        return Proposal(start, end, replacement, odds, spelling, fault, rule)

    def _deletes(self, word: Proposal, one: Proposal) -> bool:
        """Whether a proposal deletes a respelled word."""
        if one.odds is None or not one.start <= word.start < word.end <= one.end or " " in word.replacement:
            return False
        old, new = self.read[one.start : one.end].split(), one.replacement.split()
        return len(new) < len(old) and word.replacement not in new


def _placed(swaps: Sequence[Proposal]) -> list[tuple[Proposal, int]]:
    """The swaps at their places in the text that is read, each with the shift of the text after it."""
    found, shift = [], 0
    for swap in swaps:
        start = swap.start + shift
        shift += len(swap.replacement) - (swap.end - swap.start)
        found.append((replace(swap, start=start, end=swap.end + shift), shift))
    return found


def _original(at: int, placed: Sequence[tuple[Proposal, int]]) -> int:
    """The place in the original sentence of a place in the text that is read, not inside a swap."""
    before = bisect_right(placed, at, key=lambda one: one[0].end)
    return at - (placed[before - 1][1] if before else 0)


def _overlapping(found: Iterable[Proposal]) -> Iterator[list[Proposal]]:
    """Groups of proposals that overlap, in order."""
    group: list[Proposal] = []
    reach = -1
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        if one.start >= reach and group:
            yield group
            group = []
        group.append(one)
        reach = max(reach, one.end)
    if group:
        yield group


def _least(odds: Iterable[float | None]) -> float | None:
    return min((one for one in odds if one is not None), default=None)


def respelled(text: str) -> Respelled:
    """The sentence with its misspelt words replaced and the errors that rules find corrected."""
    found = faults(text)
    swaps = [one for one in _misspelt(text) if not any(_mended(text, one, fault) for fault in found)]
    borders = [place for one in swaps for place in (one.start, one.end)]
    for one in found:
        low, high = bisect_left(borders, one.start), bisect_right(borders, one.end)
        separate = low == high and low % 2 == 0
        swap = Proposal(one.start, one.end, one.replacement, None, fault=one.odds, rule=one.rule)
        if separate and allowed(text, swap):
            swaps.append(swap)
    swaps.sort(key=lambda one: one.start)
    read = apply(text, [Edit(one.start, one.end, one.replacement) for one in swaps])
    return Respelled(text, read, tuple(swaps))


def _mended(text: str, one: Proposal, fault: Fault) -> bool:
    """Whether a rule corrects a misspelt word, alone or with its neighbours: Dont, many informations."""
    wider = fault.start <= one.start and one.end <= fault.end
    return wider and text[one.start : one.end] not in fault.replacement


def _misspelt(text: str) -> Iterator[Proposal]:
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
        past = irregular(one.word, _PERFECT.search(text, max(0, one.start - LONGEST), one.start) is not None)
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
    before = [*_LETTERS.finditer(text, max(0, one.start - SPAN), one.start)][-NEAR:]
    behind = [*islice(_LETTERS.finditer(text, one.end, one.end + SPAN), NEAR)]
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
    for match in _WORD.finditer(text):
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
        if not SHORTEST <= len(word) <= LONGEST or not (written.islower() or titled) or word in lexicon.CLITICS:
            continue
        head, _, tail = word.partition("'")
        if word not in wrong and (stands(word) or (f"'{tail}" in lexicon.CLITICS and stands(head))):
            continue
        if not _is_no_prose(text, start, match.end()):
            found.append(Unknown(start, start + len(word), word, titled))
    return sorted([*found, *_parts(text)], key=lambda one: one.start) if "-" in text else found


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
