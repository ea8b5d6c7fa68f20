"""Guards for what documents have and learners' essays have not: code, file names, symbols, words broken at a line's
end. A model that has seen little of it takes it for bad English. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from unicodedata import category, name

from gec.edits.change import Change
from gec.edits.classify import similarity
from gec.edits.protect import COPIED
from gec.words import lexicon, word_set
from gec.words.lexicon import COMMON_NAMES
from gec.words.written import frequency, stands

OPENING = " \n\t[(*\"'“‘"  # what may stand before code
FRAGMENT = 30  # characters of half a word, with its hyphen and blank

APOSTROPHES = frozenset("`´")  # what is typed for one
USUAL = frozenset(".,;:!?'\"()…‚„′″，．：；！？、。")  # marks that may come and go, beside quotes and dashes
QUOTES = frozenset("'\"‘’“”")
SPOKEN = {"&": "and", "w/": "with", "w/o": "without", "w/out": "without", "b/c": "because"}  # what may be written out

_SHORT = re.compile(r"(?<!\w)(?:w ?/ ?(?:o|out)?|b ?/ ?c)(?!\w)|&", re.IGNORECASE)
_PARTED = re.compile(r"([^\W\d_]+)([-\u2010\u2011])\s+([^\W\d_]+)")
_CODE = re.compile(r"`[^`]+`")
# What of a program is called by a little word: the with block.
CALLED = word_set("block statement loop clause command keyword operator expression directive method function option")
# What programs have of options, settings, events: an options object.
OF_MANY = word_set("""
    object objects array hash dict dictionary map argument arguments parameter page pages menu panel dialog file files
    folder directory table tab window bag struct screen section field fields attribute attributes property properties
    list lists handler plugin module package key keys column columns type types
""")
# The word behind code, or behind several pieces of it, or a link.
_NEXT = re.compile(r"(?:(?:[/,]| and| or) ?`[^`]+`)*_?[\"'”’*]*(?:\](?:\([^()]*\))?)?\*?\s+([A-Za-z]+)")
_CALLED = re.compile(r"\w\(")
_LITERAL = "None|NaN|[Nn](?:ull|il|ULL)|[Tt]rue|TRUE|[Ff]alse|FALSE|undefined|void"  # of one language or another
_VALUE = re.compile(rf"(?:{_LITERAL})\b(?!\s+of\b)\s*(\w*)")
_COMPARED = re.compile(rf"\w+ (?:is|are|was|were|equals|returns|becomes|contains)(?: not)? (?:{_LITERAL})\b")
_LABEL = re.compile(r":(?:\s|\Z)| [-–—] ")
_ONE_NUMBER = re.compile(r" \d+(?=[.;:!?)]|\Z)")
_DOTTED = re.compile(r"\s+[`'\"]?\.[A-Za-z]")
_NUMBERED = re.compile(r"\s*(?!year|top )([a-z]+) #?(?:\d[\w.]*|[A-Z]{2,}\w*)(?!\w)")
_BY_CODE = re.compile(r"(?:\A|[^,\s]\s)(?<!\band )(?<!\bor )`[^`]+` \Z")
_FORMAT = re.compile(
    r"\s*(?:[A-Z][\w.-]* (?:format|syntax|mode|notation|encoding|form|style)"
    r"|(?:upper|lower|title|mixed|camel|snake)[ -]?case)\b"
)
ALIKE = 0.8  # how similar a word and what it becomes are, from which on it is likelier a slip than a name
_THANKED = re.compile(r"\bthanks to \Z", re.IGNORECASE)
_THAT_IS_ALL = re.compile(r"[).,;:!]|\Z| (?:for|on) ")
_SAID = re.compile(r"[^b-df-hj-np-tv-xz]")  # a vowel, or what is no letter of English
_CAMEL = re.compile(r"[a-z][A-Z]|\w_\w")
_OPERATOR = r"(?://|[%@*/+=<>^|&~])"
_OPERATED = re.compile(rf"\s*{_OPERATOR}\s"), re.compile(rf"\s{_OPERATOR}\s*\Z")
# Whom and who a letter is from and to: the to address.
LINES = word_set("address addresses field fields header headers line lines date and or clause")
RARE = 5.0  # as a logarithm, how often such an adjective is written at most
MADE = ("able", "ible", "ful", "less", "al", "ic", "y")  # what adjectives that are made of other words end in
_PRINTED = "Traceback (most recent call last)"


def _symbol(change: Change) -> bool:
    """A character that the model cannot say becomes another, or nothing."""
    old, new = change.old, change.edit.replacement
    said = [short for short in _SHORT.findall(old) if SPOKEN[short.lower().replace(" ", "")] in change.new]
    kept = Counter(filter(_rare, old)) - Counter("".join(said))
    return kept != Counter(filter(_rare, new))


def _rare(character: str) -> bool:
    """Whether it is no letter or digit that English is written in, and no usual mark."""
    kind = category(character)
    if character.isspace() or character in APOSTROPHES or character in USUAL or kind in ("Pi", "Pf", "Pd"):
        return False
    if character.isascii():
        return not character.isalnum()
    return kind[0] != "L" or not name(character, "").startswith("LATIN ")


def _broken(change: Change) -> bool:
    """Half a word that the end of a line has parted (*exe- cuted*) is taken for a word."""
    start, end = change.edit.start, change.edit.end
    if _letters(change.old) == _letters(change.edit.replacement):
        return False
    low = max(0, start - FRAGMENT)
    halves = _PARTED.finditer(change.text, low, end + FRAGMENT)
    return any(found.start() < end and start < found.end() and _one_word(found) for found in halves)


def _one_word(found: re.Match[str]) -> bool:
    if found[2] != "-":
        return True
    joined = f"{found[1]}{found[3]}".lower()
    return any(map(lexicon.known, lexicon.bases(joined)))


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def _code_led(change: Change) -> bool:
    """An article comes before code or the name of a file that no noun follows: *See the package.json*."""
    if change.edit.type != "M:DET":
        return False
    text = change.right.lstrip(OPENING)
    found = _CODE.match(text) or COPIED.match(text)
    if found is None or text[0].isdigit() or not any(map(str.isalpha, found.group())):
        return False
    return unnamed(text, found.end())


def _owning(change: Change) -> bool:
    """*its `size` grows*: what code names has an owner."""
    return {*change.gone} == {"its"} and _CODE.match(change.right.lstrip(OPENING)) is not None


def unnamed(text: str, end: int) -> bool:
    """Whether no noun behind code, which ends there, says what it is."""
    following = _NEXT.match(text, end)
    return following is None or not _named_by(following[1].lower())


def _numbered(change: Change) -> bool:
    """A noun that its number follows gets an article, or becomes many: *See policy CMP0074*, *note 4*; or the number of
    one that stands by another, or by code, changes."""
    if change.pair is not None and change.edit.type == "R:NOUN:NUM":
        one, many = sorted(change.pair, key=len)
        if many == change.pair[0] and not OF_MANY.isdisjoint(change.behind[:1]):  # an options object
            return many == f"{one}s"
        coded = _BY_CODE.search(change.left) is not None  # `a` elements, the `six` library
        return coded or (many == change.pair[1] and many.endswith("s") and _ONE_NUMBER.match(change.right) is not None)
    found = _NUMBERED.match(change.right) if change.edit.type == "M:DET" else None
    return found is not None and lexicon.kind(found[1]) == "NOUN"


def _extension(change: Change) -> bool:
    """*an .exe file* becomes *a .exe file*: some say the dot, others do not."""
    return {*change.gone, *change.new} == {"a", "an"} and _DOTTED.match(change.right) is not None


def _named_by(word: str) -> bool:
    """Whether a word behind code says what it is (the `x` option), or whose (the `x` of it)."""
    if word in lexicon.CLOSED or word in lexicon.AUXILIARIES:
        return word == "of"
    return "NOUN" in lexicon.kinds(word) or not word.endswith(("s", "ed"))


def _lifted(change: Change) -> bool:
    """A line begins with a name written small, which nobody knows as a word, and that gets a capital."""
    pair, old = change.pair, change.old.strip()
    if pair is None or pair[0] != pair[1] or not old.islower() or not change.opens:
        return False
    if change.right[:1] == "-" and change.behind and not lexicon.verb_form(change.behind[0]):  # google-auth
        return change.right[1:2].islower()
    known = pair[0] in COMMON_NAMES or any(map(lexicon.known, lexicon.bases(pair[0])))
    return not known and pair[0] not in change.edit.replacement


def _literal(change: Change) -> bool:
    """A value of a program gets an article, or a name of what has it: *If value is None*, *in JSON format*."""
    if change.edit.type != "M:DET":
        return False
    if change.before[-1:] == ["in"] and _FORMAT.match(change.right):
        return True
    text = change.right.lstrip(OPENING)
    found = _VALUE.match(text)
    if found and (not found[1] or "NOUN" not in lexicon.kinds(found[1].lower())):
        return True
    return _COMPARED.match(text) is not None


def _labelled(change: Change) -> bool:
    """What a line explains becomes another word: *os: access to the system*."""
    pair = change.pair
    if pair is None or pair[0] == pair[1] or not change.opens or not change.old.strip().islower():
        return False
    return _LABEL.match(change.right) is not None


def _hyphenated(change: Change) -> bool:
    """A word that is written as one gets a hyphen: *rebased* becomes *re-based*."""
    pair = change.pair
    return pair is not None and "-" in pair[1] and pair[1].replace("-", "") == pair[0] and frequency(pair[0]) > 0


def _program(change: Change) -> bool:
    """What is called by a name that nobody knows as a word becomes one: *built with slidejs*, *thanks to greycap*; but
    *thanks to tecnology* has a slip."""
    pair = change.pair
    if pair is None or pair[0] == pair[1] or any(map(lexicon.known, lexicon.bases(pair[0]))):
        return False
    thanked = _THANKED.search(change.left) is not None and _THAT_IS_ALL.match(change.right) is not None
    slip = similarity(*pair) >= ALIKE or sorted(pair[0]) == sorted(pair[1])
    return (thanked and not slip) or (pair[0].endswith("js") and len(pair[0]) > len("fjs"))


def _unticked(change: Change) -> bool:
    """*`a' from `b'* loses a mark that code begins with."""
    lost = change.old.count("`") > change.edit.replacement.count("`")
    return lost and not any(mark in change.edit.replacement for mark in "'’")


def _called(change: Change) -> bool:
    """A word gets a bracket, as if it were a function."""
    was, now = (len(_CALLED.findall(side)) for side in change.around(1))
    return now > was


def _little(change: Change) -> bool:
    """*leaving the with block* loses its *with*, which is the block's name."""
    if change.new or len(change.gone) != 1 or lexicon.CLOSED.get(change.gone[0]) != "PREP":
        return False
    behind = [word.lower() for word in change.behind[:1]]
    return change.before[-1:] in (["the"], ["a"], ["an"]) and not CALLED.isdisjoint(behind)


def _keyword(change: Change) -> bool:
    """*It uses the extend statement* becomes *the extended statement*."""
    pair = change.pair
    named = pair is not None and pair[1].endswith("ed") and pair[0] in lexicon.bases(pair[1])
    return named and change.before[-1:] in (["the"], ["a"], ["an"]) and not CALLED.isdisjoint(change.behind[:1])


def _listed(change: Change) -> bool:
    """*`this` and `that`* loses its *and*."""
    lost = change.gone in (["and"], ["or"]) and not change.new
    return lost and change.left.rstrip()[-1:] == "`" and change.right.lstrip()[:1] == "`"


def _quoted(change: Change) -> bool:
    """A quotation mark becomes one of another kind: that is style, but for an apostrophe within a word."""
    old, new = change.old.strip(), change.edit.replacement.strip()
    inside = change.left[-1:].isalnum() and change.right[:1].isalnum()
    return old != new and old in QUOTES and new in QUOTES and not inside


def _printed(change: Change) -> bool:
    """Something changes in what a program always prints in the same words."""
    at = change.text.rfind(_PRINTED, 0, change.edit.end + len(_PRINTED))
    return at >= 0 and change.edit.start < at + len(_PRINTED) and at < change.edit.end


def _abbreviated(change: Change) -> bool:
    """*rtn*, *shc*, *hdr* become words: what nobody knows, and nobody could say, is short for something."""
    pair = change.pair
    return pair is not None and change.edit.type == "R:SPELL" and len(pair[0]) > 2 and _SAID.search(pair[0]) is None


def _unmade(change: Change) -> bool:
    """*stateful closures* becomes *state closures*: a rare adjective what it was made of."""
    old, new = change.pair or ("", "")
    made = old.endswith(MADE) and old.startswith(new.removesuffix("e")) and len(new) < len(old)
    return made and stands(old) and frequency(old) < RARE


def _operand(change: Change) -> bool:
    """*a % b* loses its *a*, or gets another article."""
    behind, before = _OPERATED
    operated = behind.match(change.right) is not None or before.search(change.left) is not None
    return change.edit.type.endswith(":DET") and operated


def _addressed(change: Change) -> bool:
    """*the from address and the to address* lose what they are called by."""
    called = change.gone in (["from"], ["to"]) and change.before[-1:] == ["the"]
    return called and not LINES.isdisjoint(map(str.lower, change.behind[:1]))


def _titled(change: Change) -> bool:
    """*fix: teh parser* becomes *The parser*: what is misspelt has no capital yet, and is read again without it."""
    old, new = change.old.strip(), change.edit.replacement.strip()
    misspelt = change.edit.type == "R:SPELL" and change.pair is not None
    return misspelt and old.islower() and new[:1].isupper() and change.opens and new.lower() not in COMMON_NAMES


def _governed(change: Change) -> bool:
    """*related to `x`* loses its preposition, *the `listen` action* gets one: code may be a verb or a noun. Nor does
    code get somebody who does it."""
    if change.edit.type == "M:PRON":
        return change.right.lstrip().startswith("`")
    if change.edit.type == "M:PREP":
        return change.left.rstrip().endswith("`")
    cut = change.right.partition(" ")[0] if change.right[:1] == "_" else ""  # to_angle
    beside = change.left.rstrip().rpartition(" ")[2], change.right.lstrip().partition(" ")[0], change.old + cut
    lost = not change.new and len(change.gone) == 1 and lexicon.CLOSED.get(change.gone[0]) in ("PREP", "PART")
    return lost and any("`" in word or _CAMEL.search(word) for word in beside)


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _symbol, _broken, _code_led, _owning, _numbered, _extension, _literal, _labelled, _hyphenated, _lifted, _called,
    _program, _little, _keyword, _listed, _quoted, _unticked, _printed, _abbreviated, _unmade, _governed,
    _operand, _addressed, _titled,
)  # fmt: skip
