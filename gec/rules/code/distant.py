"""Verbs that agree with the nearest noun and not with their own: *the box of photos were*, *a number of complaints
has*, *the dog and the cat is*, *neither of the twins are*, *both of them was*, *this kind of mushrooms are*, *these is
my friends*, *the furniture in the waiting room are*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.rules.code.agreeing import MEASURED, of_many, of_one, plural
from gec.rules.code.forms import lone
from gec.rules.fault import LIKELY, TASTE, Fault, any_of, beginning, has, late

_ARE = r"(?P<verb>(?:are|were|have|do)(?:n['’]t)?)\b(?! been to\b)"
_IS = r"(?P<verb>(?:is|was|has|does)(?:n['’]t)?)\b"
# Of many things as of one, or of what they are many of.
SEVERAL = word_set(
    """
    number majority minority lot couple group variety range series rest half third quarter percentage proportion pair
    team bunch kind type sort amount handful host set total mass crowd army family average dozen trio part portion
    quantity abundance array plethora multitude selection mixture mix cluster fraction bulk remainder staff crew board
    committee band panel class gang sequence string wealth score combination bit any all most some none plenty
    swath slew raft myriad smattering assortment spate
    generation breed population fleet flock herd pack pile row line kinds types mother father president use lack sum
    """
)
_UNCOUNTED = """
    information furniture luggage baggage advice homework equipment news knowledge traffic software machinery jewellery
    jewelry
"""
_MASS = "weather research money bread rice hair food work"
_LED = "(?:The|This|That|My|Your|His|Her|Our|Their)"
_SAID = beginning(
    "and|but|because|if|when|while|so|that|since|until|before|after|than|though|although|thinks?|know|says?|where"
)
_BOX = late(
    rf"\A\W{{0,3}}(?:{_LED}|A|An|Every|Each|One) (?:[a-z]+ )?(?P<noun>[a-z]+) of (?:(?:the|my|his|her|our|their|these"
    rf"|those|your) )?(?:(?!wh|how)[a-z]+ )?(?P<many>[a-z]+s) {_ARE}"
)
_NUMBER = late(rf"\A\W{{0,3}}A (?:large |growing |small |great )?number of (?:[a-z]+ )?[a-z]+s {_IS}")
_AND = late(
    r"\A\W{0,3}(?:The|My|Your|His|Her|Our|Their) (?P<one>[a-z]+) and (?:the|my|your|his|her|our|their)"
    rf" (?P<other>[a-z]+) {_IS}"
)
_AUXILIARY = late(r"(?:are|were|have|do)(?:n['’]t)?\Z")
_THEM = "(?:(?:the|my|your|his|her|our|their|these|those)(?: two)? (?P<noun>[a-z]+s)|them|us|you)"
_NEITHER = late(
    rf"{_SAID}(?:[Nn]either|[Ee]ach) of {_THEM} (?P<verb>(?:are|were|have|do)(?:n['’]t)?|(?!try\b)[a-z]+)\b"
    r"(?!['’-]| been to\b)"
)
_WATER = late(
    rf"\A\W{{0,3}}(?:{_LED}|All the|Some) (?:[a-z]+ )?(?:(?:{any_of(_UNCOUNTED)})s?|{any_of(_MASS)})(?: (?:on|in"
    r"|at|from|about|for) (?:(?:the|my"
    rf"|your|his|her|our|their|this) )?(?:[a-z]+ )?[a-z]+)? {_ARE}(?! (?:and|or)\b)"
)
_WHERES = late(
    rf"\A\W{{0,3}}(?P<is>(?:Where|Here)['’]s|There['’]s)(?! {MEASURED})"
    r"(?= (?:(?:my|your|his|her|our|their|the) (?:other |new |old )?(?:trousers|scissors|jeans|shorts|glasses"
    r"|sunglasses|keys|kids|children|shoes|socks|boots|gloves|parents|tickets)|(?:too|so) many|many|several|two|three"
    r"|four|five|six|ten|a few)\b)"
)
_NOUNS = word_set(  # by their form alone
    """
    works news series species means gas lens mechanics statistics ethics athletics economics mathematics woods premises
    headquarters contents atlas bias canvas chaos billiards darts draughts dominoes mumps
    """
)


@lru_cache(maxsize=4096)
def _thing(word: str) -> bool:
    if word in SEVERAL or word in lexicon.CLOSED or word not in lexicon.table():
        return False
    return lexicon.kind(word) == "NOUN" and not plural(word)


def _said(many: str) -> bool:
    """Whether that is what many do, and no noun."""
    return lone(many) or _AUXILIARY.match(many) is not None


def _one(text: str) -> Iterator[Fault]:
    """*The box of photos were*, *neither of the twins are*."""
    box = _BOX.match(text) if " of " in text else None
    if box and _thing(box["noun"]) and plural(box["many"]):
        yield Fault(*box.span("verb"), of_one(box["verb"]) or "", LIKELY)
    for neither in _NEITHER.finditer(text) if has(text, ("either of ", "ach of ")) else ():
        if _said(neither["verb"]) and (one := of_one(neither["verb"])):
            yield Fault(*neither.span("verb"), one, LIKELY)
    if water := _WATER.match(text):
        yield Fault(*water.span("verb"), of_one(water["verb"]) or "")


def _several(text: str) -> Iterator[Fault]:
    """*The dog and the cat is*, *my sister and I goes*, *my trousers is*, *where's the scissors*."""
    for pattern in (_NUMBER, _AND):
        found = pattern.match(text) if has(text, (" of ", " and ")) else None
        if found and (pattern is _NUMBER or (found["one"] not in _NOUNS and not plural(found["one"]))):
            yield Fault(*found.span("verb"), of_many(found["verb"]) or "", LIKELY)
    if found := _WHERES.match(text):
        yield Fault(*found.span("is"), f"{found['is'][:-2]} are", TASTE if found["is"][0] == "T" else LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _one,
    _several,
)
