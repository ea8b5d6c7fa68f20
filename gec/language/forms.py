"""Forms of verbs: the base forms of *went* and *works*, and the forms of *go*."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from gec.language import lexicon
from gec.language.dialect import spellings
from gec.language.written import frequency

COMMON_LOG_FREQUENCY = 5.0  # least logarithm of the frequency of the base of a third person

_OTHER_VERBS = frozenset({"bore", "bound", "ground", "lay", "wound"})  # pasts that are also base forms of other verbs
_BASES = {past: base for base, past, *_ in lexicon.IRREGULAR if past != base and past not in _OTHER_VERBS}
_PASTS = {base: past for base, past, *_ in lexicon.IRREGULAR} | {"be": "was"}
_PARTICIPLES = {base: rest[0] if rest else past for base, past, *rest in lexicon.IRREGULAR} | {"be": "been"}
_THIRDS = {"be": "is", "am": "is", "are": "is", "have": "has", "do": "does", "go": "goes"} | {
    "quiz": "quizzes", "redo": "redoes", "outdo": "outdoes", "forego": "foregoes"
}  # fmt: skip
_OWN_INGS = {"lie": "lying", "die": "dying", "tie": "tying", "vie": "vying", "dye": "dyeing", "singe": "singeing"}
_ALSO = {"be": ("am", "are", "were"), "hang": ("hanged",), "lie": ("lied",)}  # forms beside those of other verbs
_BASES_OF_INGS = {form: base for base, form in _OWN_INGS.items()}
_NEVER_ED = frozenset({"cast", "broadcast", "forecast"})  # the past is the same as the base form
_NO_VERBS = frozenset({"build", "fail", "leave", "like", "pay"})  # often no verbs: without fail, without build tools
_UNDOUBLED = re.compile(r"[^aeiou]{2}\Z|[aeiou]{2}[^aeiou]\Z")  # verbs that double no letter: sing, rout

PASTS = frozenset(_BASES)  # the irregular ones
PARTICIPLES = frozenset(_PARTICIPLES.values())


def verb(word: str) -> bool:
    return "VERB" in lexicon.kinds(word) or word in lexicon.BASE_AUXILIARIES


@lru_cache(maxsize=4096)
def mostly_verb(word: str) -> bool:
    """Whether a word is most often the base form of a verb."""
    first = all(base == word for base, _ in lexicon.analyses(word))
    return first and lexicon.kinds(word)[:1] == ["VERB"] and word not in {*_NO_VERBS, *lexicon.CLOSED}


@lru_cache(maxsize=4096)
def bare(word: str) -> bool:
    """Whether a word is most often the base form of a verb, and not a past."""
    if word in lexicon.AUXILIARIES or word in _NEVER_ED or not mostly_verb(word) or base_of_past(word) is not None:
        return False
    return past(word) not in (word, None) and ing(word) is not None


@lru_cache(maxsize=4096)
def ing(word: str) -> str | None:
    """The *ing* form of a verb; None if the word is no verb."""
    if word in _OWN_INGS:
        return _OWN_INGS[word]
    known = _written(word, "ing", "ing", (word.removesuffix("e"), word, f"{word.removesuffix('ie')}y"))
    return max(known, key=frequency) if known and verb(word) else None


@lru_cache(maxsize=4096)
def past(word: str) -> str | None:
    """The past of a base form."""
    known = _written(word, "ed", "past", (word.removesuffix("e"), f"{word.removesuffix('y')}i"))
    known += [_PASTS[word]] if word in _PASTS else []
    return max(known, key=frequency) if known else None


def _written(word: str, ending: str, form: str, stems: Iterable[str]) -> list[str]:
    """What people write of the regular forms of a verb: *hopped* of hop, since *hoped* is a form of hope."""
    doubled = f"{word}{word[-1]}{ending}"
    if f"{word}e" in lexicon.table() and frequency(doubled):
        stems = ()
    forms = (*(f"{stem}{ending}" for stem in stems), doubled)
    return [one for one in forms if frequency(one) and (word, form) in lexicon.analyses(one)]


@lru_cache(maxsize=4096)
def participle(word: str) -> str | None:
    return _PARTICIPLES.get(word) or past(word)


@lru_cache(maxsize=4096)
def third(word: str) -> str:
    """The third person singular of a base form."""
    if word in _THIRDS:
        return _THIRDS[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    often = word.endswith("o") and frequency(f"{word}es") > frequency(f"{word}s")  # echoes, but pianos
    return f"{word}es" if often or word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def every(base: str) -> tuple[str, ...]:
    """All forms of a verb, in every spelling: go, goes, went, gone, going."""
    found = (base, third(base), past(base), participle(base), ing(base), *_ALSO.get(base, ()))
    return tuple(dict.fromkeys(one for form in found if form for one in (form, *spellings(form))))


@lru_cache(maxsize=4096)
def base_of_past(word: str) -> str | None:
    """The base form of a past: of *went* and *worked*."""
    if word in _BASES:
        return _BASES[word]
    bases = [base for base in _first(lexicon.bases(word)) if base != word and frequency(base)]
    if not bases or not word.endswith("ed"):
        return None
    return word[:-1] if word[:-1] in bases else min(bases, key=len)


def _first(bases: Iterable[str]) -> list[str]:
    """The verbs among some words, without third persons, which the table has as well: *cares* beside caress."""
    return [base for base in bases if verb(base) and base_of_third(base) is None]


@lru_cache(maxsize=4096)
def base_of_participle(word: str) -> str | None:
    """The base form of a participle: of *gone* and *worked*."""
    return next((base for base, form in _PARTICIPLES.items() if form == word), None) or base_of_past(word)


@lru_cache(maxsize=4096)
def base_of_lone_participle(word: str) -> str | None:
    """The base form of a participle that is not also a past, such as *gone*."""
    base = base_of_participle(word)
    return base if base and past(base) != word else None


@lru_cache(maxsize=4096)
def base_of_third(word: str) -> str | None:
    """The base form of a third person: of *has*, *works* and *watches*."""
    if word in {"has", "does", "goes"}:
        return "have" if word == "has" else word[:-2]
    common = (base for base in lexicon.bases(word) if frequency(base) > COMMON_LOG_FREQUENCY)
    bases = [base for base in common if third(base) == word and verb(base)]
    usual = [base for base in bases if base != word and (base not in lexicon.CLOSED or f"{base}s" == word)]  # no toes
    return max(usual, key=frequency) if usual and word not in lexicon.AUXILIARIES else None


@lru_cache(maxsize=4096)
def base_of_ing(word: str) -> str | None:
    """The base form of an *ing* form: *scare* of scaring, since that of scar is scarring."""
    if word in _BASES_OF_INGS:
        return _BASES_OF_INGS[word]
    bases = _first(base for base, form in lexicon.analyses(word) if form == "ing")
    with_e = f"{word[:-3]}e"
    if with_e in bases and not any(_UNDOUBLED.search(base) for base in bases if base != with_e):
        return with_e
    return max(bases, key=frequency) if bases else None
