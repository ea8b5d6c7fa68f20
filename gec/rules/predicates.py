"""Classes of words that are tests instead of lists: parts of speech and forms, from the lexicon.

Each test gets one word without its context. So *work* is a noun as well as a verb; `{mostly-noun}` and `{mostly-verb}`
test what a word is most of the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from gec.language import agreement, forms, lexicon, numerals, sound, word_set
from gec.language.written import frequency, stands

_NUMERALS = frozenset((*numerals.UNITS, *numerals.TENS, *numerals.SCALES)) - {"zero"}


def _numeral(word: str) -> bool:
    """Whether a word is a number in digits or in words, but not a compound such as 20-page."""
    return word[-1:].isdigit() if word[:1].isdigit() else _NUMERALS.issuperset(word.lower().split("-"))


def _small(test: Callable[[str], object]) -> Callable[[str], bool]:
    """The same test of the word in lower case, with a cache. A function that returns a form or None works as a test."""

    @lru_cache(maxsize=4096)
    def tested(word: str) -> bool:
        return word.replace("'", "").isalpha() and bool(test(word.lower()))

    return tested


def _of(kind: str, most: int | None = None) -> Callable[[str], bool]:
    """A test whether a kind is among the `most` most frequent kinds of a word, or among all of them."""
    return lambda word: word in lexicon.table() and word not in lexicon.CLOSED and kind in lexicon.kinds(word)[:most]


def _form(form: str, kind: str) -> Callable[[str], bool]:
    return lambda word: any(one == form and kind in lexicon.kinds(base) for base, one in lexicon.analyses(word))


def _finite(word: str) -> bool:
    """Whether a word can be the verb of a clause: went, goes, isn't, but not going or be."""
    if word in lexicon.AUXILIARIES:
        return word not in ("be", "been", "being", "having")
    return word.endswith("n't") or ("VERB" in lexicon.kinds(word) and not word.endswith("ing"))


def _countable(word: str) -> bool:
    """Whether a word is a singular noun whose plural is frequent enough."""
    kinds = lexicon.kinds(word) if len(word) > 2 and word in lexicon.table() else []
    if word in lexicon.CLOSED or kinds[:1] != ["NOUN"] or "ADJ" in kinds:
        return False
    if agreement.plural(word) or _NOT_ONE.search(word):
        return False
    many = forms.third(word) if word not in _IRREGULAR else _IRREGULAR[word]
    return many != word and frequency(many) > max(0.0, frequency(word) - _RARER)


_IRREGULAR = {base: plural for plural, base in lexicon.PLURALS.items()}
_NOT_ONE = re.compile(r"(?:[^s]s|(?<!th)ing|i|ae|ia|men|people|fish)\Z")  # plurals, activities and groups
_RARER = 2.0  # how much rarer than the singular the plural may be, as a logarithm


def _sounds(test: Callable[[str], bool]) -> Callable[[str], bool]:
    """The same test for words that are read as words, not letter by letter as in an `ssh` key."""
    return lambda word: len(word) > 1 and stands(word) and not _VOWELS.isdisjoint(word) and test(word)


_VOWELS = frozenset("aeiou")

Listed = tuple[str, frozenset[str]]  # the meaning of a word list, and its words

# Word lists of the lexicon, beside those in `classes.toml`.
LISTS: Mapping[str, Listed] = {
    "mid-adverb": (
        "adverbs between subject and verb",
        lexicon.BETWEEN - {"not", "n't"} | {"sometimes", "usually"},
    ),
    "tens": ("twenty, thirty, ...", frozenset(numerals.TENS)),
    "ones": ("one to nine", frozenset(numerals.UNITS[1:10])),
    "name": (
        "names of countries, languages, days, months and the like, written small",
        frozenset(f"{name}{end}" for name in lexicon.COMMON_NAMES - lexicon.UNSURE_NAMES for end in ("", "'s")),
    ),
}

_BASES = lexicon.BASE_AUXILIARIES
_SIGNS = frozenset("=<>|`[]{}\\/+*^~@#$&_%")

# Classes that are tests, each with its meaning.
KINDS: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "word": ("any word", lambda word: word[:1].isalpha()),
    "number": ("a word that begins with a digit", lambda word: word[:1].isdigit()),
    "numeral": ("a number in digits or words: 20, twenty, twenty-five", _numeral),
    "mark": ("a mark, without letters and digits", lambda word: not any(map(str.isalnum, word))),
    "sign": ("a sign that is common in programs: = | < `", lambda word: word in _SIGNS),
    "year": ("a year: 1998, 2024", lambda word: len(word) == 4 and word[:2] in ("18", "19", "20") and word.isdigit()),
    "capital": (
        "a word with a capital, but not I",
        lambda word: word[:1].isupper() and word[:2] not in ("I", "I'"),
    ),
    "small": ("a word without a capital letter", lambda word: word[:1].islower()),
    "noun": ("a word that can be a noun", _small(_of("NOUN"))),
    "verb": ("a word that can be a verb", _small(_of("VERB"))),
    "adj": ("a word that can be an adjective", _small(_of("ADJ"))),
    "adv": ("a word that can be an adverb", _small(_of("ADV"))),
    "mostly-noun": ("a word that is a noun most of the time", _small(_of("NOUN", 1))),
    "mostly-verb": ("a word that is a verb most of the time", _small(_of("VERB", 1))),
    "mostly-adj": ("a word that is an adjective most of the time", _small(_of("ADJ", 1))),
    "base": ("only the base form of a verb: go, not put", _small(lambda one: forms.bare(one) or one in _BASES)),
    "past": ("the past of a verb: went", _small(lambda word: forms.base_of_past(word) or word in ("was", "were"))),
    "third": ("the third person singular of a verb: goes", _small(forms.base_of_third)),
    "ing": ("the -ing form of a verb: going", _small(forms.base_of_ing)),
    "participle": ("a past participle: gone", _small(forms.base_of_participle)),
    "finite": ("a finite verb: went, goes, isn't", _small(_finite)),
    "singular-verb": ("a form that is only singular: is, hasn't, wants", _small(agreement.of_many)),
    "plural-verb": ("a form that is only plural: are, haven't, want", _small(agreement.of_one)),
    "plural": ("a plural noun: dogs, children", _small(agreement.plural)),
    "singular": ("a singular noun: dog, kettle", _small(agreement.single)),
    "group": ("a noun with is or are, or that looks plural: team, news", _small(agreement.GROUPS.__contains__)),
    "countable": ("a singular noun with a usual plural: dog, reason", _small(_countable)),
    "vowel-sound": ("a word that begins with a vowel sound: hour, apple", _small(_sounds(sound.vowel))),
    "consonant-sound": ("a word that begins with a consonant sound: user, one", _small(_sounds(sound.consonant))),
    "comparative": ("an adjective in -er: bigger", _small(_form("comparative", "ADJ"))),
    "superlative": ("an adjective in -est: biggest", _small(_form("superlative", "ADJ"))),
    "owner": ("a word with 's: Anna's, today's", lambda word: word[-2:] == "'s" and word[:-2].isalpha()),
    "closed": (
        "an article, pronoun, preposition, conjunction or auxiliary",
        _small(lexicon.FUNCTION_WORDS.__contains__),
    ),
}
PREDICATES = {name: test for name, (_, test) in KINDS.items()}
VERBS = word_set("verb mostly-verb base past third ing participle finite singular-verb plural-verb")
NOUNS = word_set("noun mostly-noun plural singular countable group")


def is_verb(word: str) -> bool:
    """Whether a word is a verb that is not a noun as well: *went*, *is*, but not *work*."""
    verb = word in lexicon.AUXILIARIES or word.endswith("n't") or PREDICATES["verb"](word)
    return verb and not PREDICATES["noun"](word)


# --- forms for `becomes`


def first_form(word: str) -> str:
    """The base form of a verb, or else the word itself."""
    if word in lexicon.AUXILIARY_FORMS:
        return lexicon.AUXILIARY_FORMS[word][0]
    found = forms.base_of_past(word) or forms.base_of_third(word) or forms.base_of_ing(word)
    return found or forms.base_of_lone_participle(word) or word


def _plural(word: str) -> str | None:
    if PREDICATES["plural"](word) or word in lexicon.ONE_FORM or is_verb(word):
        return None  # a rule must not find its own result again
    return _IRREGULAR.get(word) or forms.third(word)


def _singular(word: str) -> str | None:
    bases = (base for base, form in lexicon.analyses(word) if form == "s" and base != word)
    return None if is_verb(word) else next(bases, None)


def _compared(ending: str) -> Callable[[str], str | None]:
    """A function for the form of an adjective in -er or -est."""
    irregular = {(base, form): word for word, (base, form) in lexicon.DEGREES.items()}

    def formed(word: str) -> str | None:
        form = "comparative" if ending == "er" else "superlative"
        word = next((base for base, one in lexicon.analyses(word) if one in ("comparative", "superlative")), word)
        if (word, form) in irregular:
            return irregular[word, form]
        stems = (word.removesuffix("e"), word + word[-1], word.removesuffix("y") + "i" if word[-1] == "y" else word)
        known = [stem + ending for stem in (*stems, word) if lexicon.known(stem + ending)]
        return max(known, key=frequency) if known else None

    return formed


def _verb(form: Callable[[str], str | None]) -> Callable[[str], str | None]:
    return lambda word: form(first_form(word))


_OBJECTS = {"I": "me", "he": "him", "she": "her", "we": "us", "they": "them"}
_SUBJECTS = {theirs: ours for ours, theirs in _OBJECTS.items()}

FORMS: Mapping[str, Callable[[str], str | None]] = {
    "base": first_form,
    "past": lambda word: "were" if word in ("are", "were") else forms.past(first_form(word)),
    "participle": _verb(forms.participle),
    "third": _verb(forms.third),
    "ing": _verb(forms.ing),
    "many": lambda word: agreement.of_many(word) or word,
    "one": lambda word: agreement.of_one(word) or word,
    "plural": _plural,
    "singular": _singular,
    "more": _compared("er"),
    "most": _compared("est"),
    "object": lambda word: "me" if word == "i" else _OBJECTS.get(word, word),
    "subject": lambda word: _SUBJECTS.get(word, word),
    "unowned": lambda word: word.removesuffix("'s"),
    "small": str.lower,
    "inside": lambda word: word if word == "I" or word[:2] == "I'" else word.lower(),
    "capital": lambda word: word[:1].upper() + word[1:],
}


def like(word: str, verb: str) -> str | None:
    """Another verb in the form that a word has: *make* like *did* is *made*."""
    found = {form for _, form in lexicon.analyses(word)}
    if word in lexicon.BASE_AUXILIARIES or forms.mostly_verb(word):
        return verb
    for form, named in (("ing", "ing"), ("past", "past"), ("participle", "participle"), ("s", "third")):
        if form in found:
            return FORMS[named](verb)
    return verb
