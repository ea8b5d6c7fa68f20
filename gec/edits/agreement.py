"""Guards for verbs that agree already: with *data* or *police*, with the one of *one of my friends*, with the effects
in *the effects of the drug*. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.words import lexicon, word_set

# Subjects that look like plurals, that look like singulars, and that are used as both.
SINGULAR = word_set("physics politics athletics mathematics economics linguistics news measles")
PLURAL = word_set("police people cattle")
EITHER = word_set("""
    data media staff family government team crew committee audience jury council board band club crowd majority
    minority couple army navy orchestra choir squad parliament cabinet
""")
# Before such a subject: it is no subject, or said to be one or many.
BOUND = word_set("""
    of in on for about with and or to from by a an this that each every one another these those both many few
""")
_MADE_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
_OWN = "the|my|your|his|her|our|their|its|these|those"

# A form of *be* that *been* would stand behind.
_BEING = re.compile(r"\b(?:am|is|are|was|were)(?:n['’]t| not| never| also| always| just| still)* \Z", re.IGNORECASE)
_ONE_OF = re.compile(rf"\b(?:one|each) of (?:{_OWN})(?: [a-z]+)? [a-z]+s \Z", re.IGNORECASE)
# The effects of the drug, a number of students.
_MANY_OF = re.compile(
    rf"(?:\A|[.,;] )(?:(?:{_OWN}|some|many|most|several) )?([a-z]+(?<![sui])s) of (?:{_OWN}|an?) [a-z]+ \Z",
    re.IGNORECASE,
)
_NUMBER_OF = re.compile(
    r"\ba (?:number|range|handful|couple|majority|minority|variety|series|few) of (?:[a-z]+ )?[a-z]+s \Z", re.IGNORECASE
)
# Registering pools is free; ways of the web that work.
_DOING_THAT = re.compile(r"(?:\A|[.!?:;\n•] )\W*[A-Z][a-z]+ing(?: [a-z'’-]+){1,5} \Z")
_THAT = re.compile(
    rf"\b([a-z]{{3,}}s)(?:(?: [a-z]+)? (?:on|in|for|from|with|at|along|near|outside(?: of)?|within|across)"
    rf" (?:(?:{_OWN}|an?) )?(?:[a-z]+ )?[a-z]+)?,? (?:that|which|who) \Z",
    re.IGNORECASE,
)
# Interface and operation affect it.
_BOTH = re.compile(
    rf"(?:\A|[.;:!?,] (?:and )?|\bthat )\W*(?:(?:{_OWN}|this|that) )?(?:[a-z]+ )?([a-z]+)"
    rf" and (?:(?:{_OWN}|this|that) (?:[a-z]+ )?)?([a-z]+) (?:[a-z]+ly )?\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\bthe number of (?:(?!(?:who|that|which)\b)[\w'’-]+ ){1,3}\Z", re.IGNORECASE)
_IT = re.compile(r"\b(?:because|that|if|when|as|since|until|while) (?:it|he|she) \Z", re.IGNORECASE)
_VALUES = re.compile(r"\b[a-z]+s [\w'’-]+, (?:[\w'’-]+, )*(?:and )?[\w'’-]+ \Z")
_ADVERB = re.compile(r"(?:\A|[.!?:;\n•] )\W*(?:[A-Z][a-z]+ly|Then|Also|Now|Always|Never|Otherwise|Just),? \Z")
_ANYONE = re.compile(
    r"(?:\b(?:when|if|as|that|which|what|how|where|because|since|until) |(?:\A|[.,;:!?] )\W*)"
    r"one (?:(?:first|then|also|still|often|always|never|only) )?\Z",
    re.IGNORECASE,
)
# The sea, the sky and the air are; Leeds and Bradford are; of what were called cells; Arsenal have won.
_LISTED = re.compile(
    rf"(?:\A|[.;:!?] )\W*(?:[A-Z][\w'’-]*|(?:{_OWN}) (?:[a-z]+ )?[a-z]+),"
    rf" (?:(?:(?:{_OWN}) )?(?:[a-z]+ )?[a-z]+, ?){{0,4}}and (?:(?:{_OWN}) )?(?:[a-z]+ )?([a-z]+) \Z"
)
_NAMES_BOTH = re.compile(r"(?<!between )(?<!of )\b[A-Z][\w'’-]+ and (?:[A-Z][\w'’-]+ ){1,3}\Z")
_WHAT = re.compile(r"\w+[ ,]+what \Z", re.IGNORECASE)
_TEAM = re.compile(
    r"(?:\A|[.;:!?(] |(?:, |\b([a-z]+) |\b(?:The|When|While|As|That|In [A-Z]\w+) ))((?:[A-Z][\w'’-]+ )+)\Z"
)
_BLESSING = re.compile(r"\W*(?:God|Heavens?|Long)\s+\Z")
# What somebody sees, hears, lets or makes somebody do.
_DOING = re.compile(
    r"\b(?:sees?|saw|seen|seeing|hears?|heard|hearing|watch(?:es|ed|ing)?|ha(?:ve|s|d|ving)|felt|notic(?:es?|ed|ing)|lets?|letting"
    rf"|mak(?:es?|ing)|made|helps?|helped|helping) (?:it|him|her|them|me|us|(?:{_OWN}|an?) [a-z]+) \Z",
    re.IGNORECASE,
)
_MAKING = re.compile(
    r"\b(?:mak(?:es?|ing)|made|lets?|letting) (?!.*\b(?:and|or|but|that|which|who|if|when)\b)(?:[a-z]+ ){1,4}\Z"
)
# Two things that are one.
_ONE_DISH = re.compile(
    r"\b(?:fish and chips|bacon and eggs|ham and eggs|bread and butter|mac(?:aroni)? and cheese|rice and beans"
    r"|spaghetti and meatballs|gin and tonic|trial and error|research and development|bed and breakfast"
    r"|health and safety|law and order|rock and roll|supply and demand) \Z",
    re.IGNORECASE,
)


# Each host carries; a class that enables.
_SINGLE = re.compile(
    r"(?:(?:\A|[.;:!?,(] )\W*|\b(?:that|if|when|as|because|where|since|while|until|once|so) )"
    r"(?:(?:each|every) (?!of )(?:[a-z-]+ )?([a-z]+)"
    r"|(?:an?|each|every|this) (?!of )(?:(?!of )[a-z-]+ ){0,2}([a-z]+) (?:that|which|who)) \Z",
    re.IGNORECASE,
)
# A string that holds small letters; a lot, or a pair, may be many.
_ONE_THAT = re.compile(
    r"(?:\A|[.!?] )\W*(?:An?|Each|Every) (?!lot |couple |few |pair |group |number |majority |variety )"
    r"(?:(?!of |and )[a-z-]+ ){0,2}([a-z]+) (?:that|which|who|with) (?:(?!and |or )[\w'’-]+ ){1,7}\Z"
)
# Five minutes was enough; there is three feet of snow; two bedrooms is the limit.
_MEASURE = "(?:minutes|hours|days|weeks|months|years|feet|inches|yards|miles|met(?:re|er)s|pounds|dollars|euros)"
_MANY = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|a hundred)"
_THERE = re.compile(r"\bthere \Z", re.IGNORECASE)
_LEFT = re.compile(rf" (?:only |about |just |over |nearly |still )?{_MANY} {_MEASURE}\b", re.IGNORECASE)
_AMOUNT = re.compile(rf"(?:\A|[.;:!?,(] |\b(?:that|think|because|but|and|if) )\W*{_MANY} [a-z]+s \Z", re.IGNORECASE)
_ENOUGH = re.compile(
    r" (?:(?:more than|not|just|easily) )?(?:enough|plenty|too (?:much|many|few)|a lot|the (?:limit|most|least))\b"
)
# Everyone but you has paid.
_BUT = re.compile(
    r"\b(?:every|any|no ?)(?:one|body)(?: else)? (?:but|except) (?:you|me|us|them|(?:my|your|our) [a-z]+) \Z",
    re.IGNORECASE,
)
_IF = re.compile(r"(?:\A|[.!?:;•] )\W*(?:If|When|Unless|Otherwise|By default)\b[^.!?;,]*, \Z")


def _either(change: Change) -> bool:
    """The verb of *physics*, *data* or *police* is made to agree, and did already."""
    before = [word for word in change.before if word not in lexicon.BETWEEN]
    if change.pair is None or not before or not BOUND.isdisjoint(before[-3:-1]):
        return False
    one, many = _made_singular(change), _made_plural(change)
    if not one and not many:
        return False
    return before[-1] in EITHER or before[-1] in (PLURAL if one else SINGULAR)


def _one(change: Change) -> bool:
    """*one of my friends lives here*: it is the one who lives. *When one types it* is said of anyone."""
    return _made_plural(change) and any(found.search(change.left) for found in (_ONE_OF, _ANYONE))


def _many(change: Change) -> bool:
    """*the effects of the drug last*: it is the effects that last, and a number of people that do. In *shops in the
    town that close* it may be the shops that do."""
    if not _made_singular(change):
        return False
    found = _MANY_OF.search(change.left) or _THAT.search(change.left)
    return (found is not None and _plural(found[1].lower())) or _NUMBER_OF.search(change.left) is not None


def _both(change: Change) -> bool:
    """*interface and operation affect it* becomes *affects*."""
    found = _BOTH.search(change.left) if _made_singular(change) else None
    return found is not None and all("NOUN" in lexicon.kinds(word.lower()) for word in found.groups())


def _listed(change: Change) -> bool:
    """*The sea, the sky and the air are blue* becomes *is blue*, and so do *Leeds and Bradford*."""
    if not _made_singular(change):
        return False
    found = _LISTED.search(change.left)
    noun = found is not None and "NOUN" in lexicon.kinds(found[1].lower())
    return noun or _NAMES_BOTH.search(change.left) is not None


def _what(change: Change) -> bool:
    """*of what were called cells* becomes *was called*."""
    return change.gone[:1] in (["are"], ["were"]) and _made_singular(change) and _WHAT.search(change.left) is not None


def _team(change: Change) -> bool:
    """*Arsenal were founded here* becomes *was*: a team, a band or a people may be one or many."""
    if not _made_singular(change) or change.gone[0] not in ("are", "were", "have"):
        return False
    found = _TEAM.search(change.left)
    if found is None or found[1] in BOUND:
        return False
    names = found[2].lower().split()
    led = lexicon.CLOSED.get(names[0])
    names = names[1:] if led else names
    if len(names) < (2 if led == "PREP" else 1) or (led is None and len(names) == 1 and lexicon.known(names[0])):
        return False
    forms = {form for word in change.behind for _, form in lexicon.analyses(word.lower())}
    return change.gone[0] != "have" or not forms.isdisjoint(("past", "participle"))


def _plural(word: str) -> bool:
    bases = (one for one in lexicon.bases(word) if one != word and lexicon.known(one))
    return word not in SINGULAR and "NOUN" in lexicon.kinds(word) and any(bases)


def _single(change: Change) -> bool:
    """*as each host carries one* becomes *carry*, and so does *a host that carries one*; *A host that has doors was
    here* becomes *were*."""
    if not _made_plural(change):
        return False
    found = _SINGLE.search(change.left) or _ONE_THAT.search(change.left)
    heads = [word.lower() for word in found.groups("") if word] if found else []
    return any(head not in PLURAL and not _plural(head) for head in heads)


def _named(change: Change) -> bool:
    """A name that ends in s, such as a program's, is taken for a plural; but *my frends* may be a misspelt one."""
    *others, last = change.before or [""]
    if not last.endswith("s") or "'" in last or any(map(lexicon.known, lexicon.bases(last))):
        return False
    named = not others or lexicon.CLOSED.get(others[-1]) != "DET"
    return _be_made_plural(change) or (named and _made_plural(change))


def _attributive(change: Change) -> bool:
    """*an equals sign* becomes *an equal sign*, *a goods train* a *good train*: behind an article stands no verb."""
    if change.edit.type != "R:VERB:SVA" or change.before[-1:] not in (["a"], ["an"]):
        return False
    return any("NOUN" in lexicon.kinds(word.lower()) for word in change.behind[:1])


def _blessed(change: Change) -> bool:
    """*God save the King* becomes *God saves*."""
    return change.edit.type == "R:VERB:SVA" and _BLESSING.fullmatch(change.text, 0, change.edit.start) is not None


def _done(change: Change) -> bool:
    """*I heard it rain* becomes *it rains*."""
    pair = change.pair
    plain = pair is not None and pair[0] != pair[1] and pair[0] in lexicon.bases(pair[1])
    doing = _DOING.search(change.left) or (_made_singular(change) and _MAKING.search(change.left))
    return plain and bool(doing)


def _dish(change: Change) -> bool:
    """*Fish and chips is a dish* becomes *are*."""
    return _made_plural(change) and _ONE_DISH.search(change.left) is not None


def _doing_that(change: Change) -> bool:
    """*Registering pools is free* becomes *are free*."""
    return _be_made_plural(change) and _DOING_THAT.search(change.left) is not None


def _coded(change: Change) -> bool:
    """*`entities` is small* becomes *are small*: what code names may be one or many."""
    return change.edit.type == "R:VERB:SVA" and change.left.rstrip().endswith("`")


def _unsaid(change: Change) -> bool:
    """*Doesn't disable it*, said of something that was named above, becomes *Don't disable it*, and *If it is there,
    uses it* becomes *use it*; the order *Optionally start it* becomes *starts*."""
    was, now = (word[:1] for word in (change.gone, change.new))
    does = change.opens and was != [] != now and was[0][:5] == "doesn" and now[0][:3] == "don"
    ordered = _made_singular(change) and _ADVERB.search(change.left) is not None
    return does or ordered or (_made_plural(change) and _IF.search(change.left) is not None)


def _made_singular(change: Change) -> bool:
    return change.pair is not None and _agreeing(change.pair[1], change.pair[0])


def _made_plural(change: Change) -> bool:
    return change.pair is not None and _agreeing(*change.pair)


def _had(change: Change) -> bool:
    """*if he had regrets* becomes *had regret*: what is had agrees with nothing."""
    return change.edit.type == "R:VERB:SVA" and change.before[-1:] in (["have"], ["has"], ["had"], ["having"])


def _half(change: Change) -> bool:
    """*It is not working* becomes *is not been working*: the verb before it has to become *has* first."""
    return not change.gone and list(change.new) == ["been"] and _BEING.search(f"{change.left.rstrip()} ") is not None


def _be_made_plural(change: Change) -> bool:
    return change.pair is not None and _MADE_PLURAL.get(change.pair[0]) == change.pair[1]


def _agreeing(one: str, many: str) -> bool:
    """Whether these are a verb's form of the third person and its plain one."""
    return _MADE_PLURAL.get(one) == many or any(form == "s" and base == many for base, form in lexicon.analyses(one))


def _amount(change: Change) -> bool:
    """*Two bedrooms is enough* and *There was five minutes left* become *are* and *were*: one amount."""
    if not _be_made_plural(change):
        return False
    if _THERE.search(change.left):
        return _LEFT.match(change.right) is not None
    return _AMOUNT.search(change.left) is not None and _ENOUGH.match(change.right) is not None


def _but(change: Change) -> bool:
    """*Everyone but you has paid* becomes *have paid*."""
    return _made_plural(change) and _BUT.search(change.left) is not None


def _number(change: Change) -> bool:
    """*The number of players here includes both* becomes *include both*."""
    return change.edit.type == "R:VERB:SVA" and _made_plural(change) and _NUMBER.search(change.left) is not None


def _it_does(change: Change) -> bool:
    """*because it casts spells* becomes *it cast*."""
    return change.edit.type == "R:VERB:SVA" and _made_plural(change) and _IT.search(change.left) is not None


def _values(change: Change) -> bool:
    """*The values x, y, z depend on it* becomes *depends*."""
    return change.edit.type == "R:VERB:SVA" and _made_singular(change) and _VALUES.search(change.left) is not None


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _either, _one, _many, _single, _named, _blessed, _done, _dish, _doing_that, _both, _listed, _what,
    _team, _attributive, _coded, _unsaid, _had, _half, _number, _it_does, _values, _amount,
    _but,
)  # fmt: skip
