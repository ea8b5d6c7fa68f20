"""Knowledge of English words without a tagger: closed classes, irregular forms (`irregular.toml`), a table of common
words.

The table, `lexicon.txt.xz`, has one word a line with its open classes, the most frequent one first. It is read on first
use.
"""

from __future__ import annotations

import lzma
import tomllib
from functools import cache, lru_cache
from pathlib import Path

from gec.language import word_set

OPEN = {"NOUN", "VERB", "ADJ", "ADV"}
UNNAMED = {"NUM", "INTJ", "SYM", "X"}
CLITICS = {"n't", "'m", "'re", "'ve", "'ll", "'d", "'s"}
CONTRACTED = ({"ca", "can"}, {"wo", "will"}, {"sha", "shall"})
LETTERS = {"n": "NOUN", "v": "VERB", "j": "ADJ", "r": "ADV"}

# Names of days, months, countries and the like. Unlike names of people, their spelling may be corrected.
COMMON_NAMES = word_set("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december christmas easter halloween thanksgiving ramadan internet english british
    american australian canadian irish scottish welsh french german spanish italian portuguese dutch belgian swiss
    austrian swedish norwegian danish finnish polish czech slovak hungarian romanian bulgarian greek turkish russian
    ukrainian chinese japanese korean vietnamese thai indian pakistani arabic arab african european asian mexican
    brazilian argentinian egyptian israeli iranian england britain scotland wales ireland america australia canada
    france germany spain italy portugal netherlands belgium switzerland austria sweden norway denmark finland poland
    hungary romania bulgaria greece turkey russia ukraine china japan korea vietnam thailand india pakistan africa
    europe asia mexico brazil argentina egypt israel iran london paris christian christianity muslim islam jewish
    catholic protestant buddhist hindu bible mediterranean atlantic pacific antarctica arctic facebook google youtube
    wikipedia instagram whatsapp
""")
# Those of them that are also other words, or that many write in lower case.
UNSURE_NAMES = word_set("""
    march may august polish turkey china internet bible catholic christian christianity protestant arctic facebook
    google youtube whatsapp instagram wikipedia french dutch swiss danish welsh arabic arab pacific atlantic
    thanksgiving
""")


def _table(entries: str) -> list[list[str]]:
    return [entry.split("/") for entry in entries.split()]


MODALS = word_set("""
    can could may might must shall should will would ca wo sha 'll 'd
""")
BASE_AUXILIARIES = {"be", "have", "do"}
AUXILIARIES = MODALS | word_set("""
    am is are was were be been being 'm 're have has had having 've do does did
""")
BETWEEN = word_set("""
    not n't never also always only just still often really already ever even
""")
SUBJECTS = word_set("i you he she it we they who")
# A determiner or a pronoun, depending on the next word.
DETERMINER_OR_PRONOUN = word_set("that this these those some any all both each such which what")

# The words of closed classes, except auxiliaries, which some guards treat like verbs.
CLOSED = {
    word: tag
    for tag, words in {
        "DET": """
            a an the this that these those every each some any no another all both either neither such
            half my your his her its our their whose which what whatever
        """,
        "PREP": """
            of in for on with at from by about as into like through after over between against during
            without before under around among since until till within along across behind beyond
            despite except towards toward upon near beside besides inside outside onto off above below
            beneath throughout via per than because if while although though whether unless whereas
            due amongst
        """,
        "PRON": """
            i you he she it we they me him us them mine yours hers ours theirs myself yourself himself
            herself itself ourselves yourselves themselves who whom someone somebody something anyone
            anybody anything everyone everybody everything nobody nothing none there oneself
        """,
        "CONJ": """
            and or but nor plus &
        """,
        "PART": """
            to not n't 's ' up out down away back
        """,
        "ADV": """
            when where why how very too so then here now again once twice however therefore moreover
            furthermore maybe perhaps quite rather almost soon later yet ago instead together
            everywhere somewhere anywhere anyway meanwhile otherwise nowadays tomorrow forever also
            always never often only just still really already ever even else
        """,
        "NUM": """
            one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty
            hundred thousand million billion
        """,
        "INTJ": """
            yes oh hello hi please ok okay wow hey goodbye thanks
        """,
    }.items()
    for word in words.split()
}

FUNCTION_WORDS = CLOSED.keys() | AUXILIARIES  # all other words are content words

# The irregular forms: verbs as (first form, past, participle), plurals with their singular, and others with what they
# are a form of, and which.
_FORMS = tomllib.loads(Path(__file__).with_name("irregular.toml").read_text(encoding="utf-8"))
IRREGULAR = _table(_FORMS["verbs"])
PLURALS: dict[str, str] = dict(_table(_FORMS["plurals"]))
ONE_FORM = word_set(_FORMS["one-form"])  # nouns without a plural, or with the same form for it
DEGREES, AUXILIARY_FORMS = (
    {word: (base, form) for word, base, form in _table(_FORMS[name])} for name in ("degrees", "auxiliaries")
)

ENDINGS = (("s", "s"), ("ed", "past"), ("ing", "ing"), ("er", "comparative"), ("est", "superlative"))


@cache
def table() -> dict[str, str]:
    """Every frequent word with the letters of its open classes, the most frequent one first."""
    packed = Path(__file__).with_name("lexicon.txt.xz").read_bytes()
    lines = lzma.decompress(packed).decode().splitlines()
    return {word: letters for word, _, letters in (line.partition(" ") for line in lines)}


def known(word: str) -> bool:
    """Whether a lower-case word is in the table or in a closed class."""
    return word in table() or word in FUNCTION_WORDS


def kinds(word: str) -> list[str]:
    """The open classes of a lower-case word, the most frequent one first; by its ending if it is not in the table."""
    letters = table().get(word)
    if letters:
        return [LETTERS[letter] for letter in letters]
    if word.endswith("ly"):
        return ["ADV"]
    if word.endswith(("ing", "ed", "ise", "ize", "ify")):
        return ["VERB"]
    if word.endswith(("ous", "ful", "able", "ible", "ive", "less", "ish", "ic", "al")):
        return ["ADJ"]
    return ["NOUN"]


def kind(word: str) -> str:
    """The most frequent open class of a lower-case word."""
    return kinds(word)[0]


def tag(word: str, last: str, following: str) -> str:
    """The coarse part of speech of a word between its two neighbours."""
    low, last, following = word.lower().replace("’", "'"), last.lower(), following.lower()
    if not any(char.isalnum() for char in low) and low not in {"'", "&", "$", "%", "+", "="}:
        return "PUNCT"
    if low in AUXILIARIES:
        return "AUX"
    if low in DETERMINER_OR_PRONOUN:
        return "DET" if following.isalpha() and kind(following) in {"NOUN", "ADJ"} else "PRON"
    if low == "to":
        return "PART" if following and "VERB" in kinds(following) else "PREP"
    return "NUM" if low[0].isdigit() else CLOSED.get(low) or _open_tag(kinds(low), last)


def _open_tag(choices: list[str], last: str) -> str:
    if len(choices) > 1:
        if "VERB" in choices and (last in SUBJECTS | MODALS or last in {"to", "n't", "not", "do", "did"}):
            return "VERB"
        if "NOUN" in choices and choices[0] == "VERB" and CLOSED.get(last) in {"DET", "PREP", "NUM"}:
            return "NOUN"
    return choices[0]


@lru_cache(maxsize=4096)
def analyses(word: str) -> tuple[tuple[str, str], ...]:
    """Every (base, form) that a lower-case word can be.

    A form is one of base, s, past, participle, ing, comparative and superlative.
    """
    if word in AUXILIARY_FORMS:
        return (AUXILIARY_FORMS[word],)
    found = [(word, "base")]
    if word in PLURALS:
        found.append((PLURALS[word], "s"))
    if word in DEGREES:
        found.append(DEGREES[word])
    found += _irregular_readings().get(word, ())
    for ending, form in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            found += [(base, form) for base in _stems(word[: -len(ending)], ending)]
    return tuple(found)


@cache
def _irregular_readings() -> dict[str, list[tuple[str, str]]]:
    readings: dict[str, list[tuple[str, str]]] = {}
    for base, past, *rest in IRREGULAR:
        readings.setdefault(past, []).append((base, "past"))
        for participle in rest:
            readings.setdefault(participle, []).append((base, "participle"))
    return readings


def _stems(stem: str, ending: str) -> list[str]:
    """The bases that a regular ending may have been added to."""
    if ending == "s":
        stems = [stem]
        if stem.endswith("ie"):
            stems.append(stem[:-2] + "y")
        if stem.endswith(("se", "xe", "che", "she", "oe", "ze")):
            stems.append(stem[:-1])
    else:
        stems = [stem, stem + "e"]
        if stem.endswith("i"):
            stems.append(stem[:-1] + "y")
        if len(stem) > 2 and stem[-1] == stem[-2]:
            stems.append(stem[:-1])
    if ending in {"er", "est"}:
        return [base for base in stems if "ADJ" in kinds(base) and base in table()]
    return [base for base in stems if base in table() or base in AUXILIARIES] or stems[:1]


def bases(word: str) -> set[str]:
    """Every base that a lower-case word may be a form of."""
    return {base for base, _ in analyses(word)}


def verb_form(word: str) -> bool:
    """Whether a lower-case word may be a form of a verb."""
    return any("VERB" in kinds(base) for base in bases(word) if base in table())


def same_family(a: str, b: str) -> bool:
    """Whether two words likely have the same stem: they begin alike and differ in a usual ending."""
    shared = 0
    while shared < min(len(a), len(b)) and a[shared] == b[shared]:
        shared += 1
    return shared >= 4 and shared >= min(len(a), len(b)) - 2 and max(len(a), len(b)) - shared <= 5
