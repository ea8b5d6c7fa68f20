"""Which nouns are singular or plural, and the verb forms that agree with them."""

from __future__ import annotations

import re
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.language.forms import PARTICIPLES, PASTS, base_of_third, mostly_verb, third

# Nouns that may be singular or plural, or look like the other number.
GROUPS = word_set(
    """
    number majority minority lot couple group variety range series rest half third quarter percentage proportion pair
    team bunch kind type sort amount handful host set total mass crowd army family average dozen trio part portion
    quantity abundance array plethora multitude selection mixture mix cluster fraction bulk remainder staff crew board
    committee band panel class gang sequence string wealth score combination bit any all most some none plenty swath
    slew raft myriad smattering assortment spate generation breed population fleet flock herd pack pile row line kinds
    types use lack sum club choir infantry cavalry gentry clergy nobility proletariat bourgeoisie duo quartet quintet
    orchestra cast company firm government opposition council jury audience public press media data side squad enemy
    police folk kin fry cattle poultry livestock vermin personnel offspring cod trout salmon squid shrimp sheep deer
    moose antelope bison swine sperm aircraft spacecraft species means headquarters crossroads barracks works news odds
    bellows sales proceeds spectra ova atria rich poor young elderly dead latter former opposite other others one ones
    hundred thousand million billion few little many things hair water progeny dice cannot faculty management
    leadership administration prosecution foundation defense defence emu parliament senate school university
    department church bank community industry nation country village town world brethren matzot innings ethics biceps
    triceps links agency airline electorate youth battalion midfield attack household brass race ministry union network
    label gas lens mechanics statistics athletics economics mathematics physics politics woods premises contents atlas
    bias canvas chaos billiards darts draughts dominoes mumps genera momenta curricula fruit woodwind establishment
    """
)
_NO_PLURALS = word_set(
    """
    news series species means business progress less this as is crossroads barracks headquarters gallows innings ethics
    politics
    """
)
_PREFIX = re.compile(r"\A(?:over|under|with|out|fore|re|mis|up)")  # oversaw
_MANY = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_ONE = {"are": "is", "were": "was", "have": "has", "do": "does"}


@lru_cache(maxsize=4096)
def plural(word: str) -> bool:
    if word in ("people", "children", "men", "women"):
        return True
    known = (base for base, form in lexicon.analyses(word) if form == "s" and base in lexicon.table())
    return (
        any("NOUN" in lexicon.kinds(base) for base in known)
        and word not in _NO_PLURALS
        and not word.endswith(("ss", "us"))
    )


@lru_cache(maxsize=4096)
def single(noun: str) -> bool:
    """Whether a word is surely a singular noun."""
    if noun in GROUPS or noun in lexicon.FUNCTION_WORDS:
        return False
    if noun.endswith(("i", "ae", "ia", "men", "people", "fish")) or re.search(r"(?<!s)s\Z", noun):
        return False
    kinds = lexicon.kinds(noun)
    return kinds[:1] == ["NOUN"] and "ADJ" not in kinds and lexicon.known(noun) and not plural(noun)


@lru_cache(maxsize=4096)
def of_many(verb: str) -> str | None:
    """The plural form of a singular verb: *are* for *is*, *haven't* for *hasn't*, *like* for *likes*."""
    if verb.endswith("n't"):
        bare = _MANY.get(verb[:-3])
        return bare and f"{bare}n't"
    return _MANY.get(verb) or base_of_third(verb)


@lru_cache(maxsize=4096)
def of_one(verb: str) -> str | None:
    """The singular form of a plural verb: *is* for *are*, *hasn't* for *haven't*, *likes* for *like*."""
    if verb.endswith("n't"):
        bare = _ONE.get(verb[:-3])
        return bare and f"{bare}n't"
    if verb in _ONE:
        return _ONE[verb]
    forms = {verb, _PREFIX.sub("", verb)}
    first = mostly_verb(verb) and forms.isdisjoint(PASTS | PARTICIPLES | lexicon.AUXILIARIES)
    return third(verb) if first else None
