"""Verbs: tense, agreement with the subject, and the form that a neighbouring word requires."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

SINGULAR = lexicon.word_set("verbs", "singular")
PLURAL = lexicon.word_set("verbs", "plural")
MODALS = lexicon.word_set("verbs", "modals")
DO = frozenset(["do", "does", "did", "don't", "doesn't", "didn't"])
HAVE = lexicon.word_set("verbs", "have")
BE = lexicon.word_set("verbs", "be")
PREPOSITIONS = lexicon.word_set("verbs", "prepositions")
GERUND_AFTER = lexicon.word_set("verbs", "gerund_after")
GERUND_OR_TO = lexicon.word_set("verbs", "gerund_or_to")
AGREEMENT = lexicon.word_lists("verbs", "agreement")
SHIFTED = lexicon.word_lists("verbs", "shifted")
PAST, PRESENT = {"past", ""}, {"present", ""}
TIMES = lexicon.word_map("verbs", "times")
MADE_UP = lexicon.word_map("verbs", "made_up")


def is_verb(word: str) -> bool:
    return lexicon.verb(word) is not None and lexicon.share(word, "V") >= 45


def past(word: str) -> bool:
    forms = lexicon.verb(word)
    return forms is not None and word == forms[2] != forms[0] and word not in HAVE and word not in BE and is_verb(word)


def present(word: str) -> bool:
    forms = lexicon.verb(word)
    return forms is not None and word in forms[:2] and word not in AGREEMENT and is_verb(word) and word != "be"


def subject(s: TokenSentence, i: int) -> str:
    """The number of the subject before the verb at i: "s" singular, "p" plural, "" if unclear."""
    k = i - 1
    while k > 0 and lexicon.share(s.low[k], "R") > 70:
        k -= 1
    word = s.at(k)
    if word in SINGULAR:
        return "s"
    if word in PLURAL:
        return "p"
    if lexicon.share(word, "N") < 70 or s.at(k - 1) in {"to", "and"}:
        return ""
    return "p" if lexicon.singular(word) else "s"


def agreement(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """he go; people is."""
    word = s.low[i]
    if word in AGREEMENT:
        if s.at(i - 1) in MODALS or s.at(i - 1) in {"to", "let", "not"}:
            return None
        return s.swap(i, pick(AGREEMENT[word], rng))
    forms = lexicon.verb(word)
    number = subject(s, i)
    if forms is None or not number or s.words[i][0].isupper():
        return None
    if number == "s" and word == forms[1]:
        return s.swap(i, forms[0])
    return s.swap(i, forms[1]) if number == "p" and word == forms[0] and word != forms[2] else None


@lru_cache(maxsize=100_000)
def voice(word: str) -> str:
    return TIMES.get(word) or ("past" if past(word) else "")


def told_in(s: TokenSentence, i: int) -> str:
    """ "past" or "present" if all other verbs and adverbs of time agree, else ""."""
    voices = {voice(word) for k, word in enumerate(s.low) if k != i}
    return "past" if voices == PAST else "present" if voices == PRESENT else ""


def shifted(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """When I arrived he is cooking: an auxiliary in another tense than the other verbs."""
    word = s.low[i]
    time = told_in(s, i)
    if (not time and rng.random() < 0.75) or (time != TIMES.get(word, "past") and rng.random() < 0.5):
        return None
    return s.swap(i, pick(SHIFTED[word], rng))


def tense(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """When I arrived he says: a main verb in another tense than the other verbs."""
    word, before = s.low[i], s.at(i - 1)
    forms = lexicon.verb(word)
    if forms is None or before in BE or before in HAVE or before == "to" or s.words[i][0].isupper():
        return None
    number = subject(s, i)
    if not number and rng.random() < 0.6:
        return None
    time = told_in(s, i)
    if word == forms[2]:
        if time != "past" and rng.random() < 0.8:
            return None
        if number and rng.random() < 0.12:
            return s.swap(i, f"{'has' if number == 's' and before not in PLURAL else 'have'} {forms[3]}")
        return s.swap(i, forms[1] if number == "s" and rng.random() < 0.6 else forms[0])
    return s.swap(i, forms[2]) if number and (time == "present" or rng.random() < 0.15) else None


def perfect(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I live here since 2010: a simple tense instead of the perfect or the future."""
    after = s.at(i + 1)
    forms = lexicon.verb(after)
    if forms is None or not s.spaced(i):
        return None
    word = s.low[i]
    if word in {"have", "has", "had"} and after == forms[3] and after != "had":
        return s.swap(i, pick((forms[2], forms[1] if word == "has" else forms[0]), rng), i + 2)
    if word == "will" and after == forms[0]:
        return s.swap(i, pick((f"going to {after}", forms[0], f"will {forms[4]}", f"will to {after}"), rng), i + 2)
    return None


def form(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """to going; must to go; interested in learn; he is work."""
    word, before = s.low[i], s.at(i - 1)
    forms = lexicon.verb(word)
    if forms is None or i == 0:
        return None
    base, third, simple, participle, gerund = forms
    others: tuple[str, ...] = ()
    if word == base and (before == "to" or before in MODALS or before in DO):
        others = (gerund, gerund, simple, simple if before == "to" else third)
    elif word == gerund and (before in PREPOSITIONS or before in GERUND_AFTER):
        others = (base, base, f"to {base}")
    elif word == gerund and before in GERUND_OR_TO:
        others = (base,)
    elif word == gerund and before in BE:
        others = (base, third)
    elif word == participle and before in BE:
        others = (simple, base, gerund)
    elif word == participle and before in HAVE:
        others = (simple, base)
    return s.swap(i, pick(others, rng)) if others else None


def made_up(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """goed, writting."""
    return s.swap(i, MADE_UP[s.low[i]])


def to_dropped(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I want go."""
    return s.drop(i) if is_verb(s.at(i + 1)) and not s.first(i) else None


def to_added(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I must to go."""
    after = s.at(i + 1)
    forms = lexicon.verb(after)
    return s.insert(i + 1, "to") if forms and after == forms[0] and s.spaced(i) else None


FAMILIES = (
    Family("verb.agreement", "R:VERB:SVA", 1, lambda w: w in AGREEMENT or present(w), agreement),
    Family("verb.shifted", "R:VERB:TENSE", 2, SHIFTED.__contains__, shifted),
    Family("verb.tense", "R:VERB:TENSE", 2, lambda w: past(w) or present(w), tense),
    Family("verb.perfect", "R:VERB:TENSE", 1, frozenset({"have", "has", "had", "will"}).__contains__, perfect),
    Family("verb.form", "R:VERB:FORM", 1, is_verb, form),
    Family("verb.made_up", "R:VERB:INFL", 1, MADE_UP.__contains__, made_up),
    Family("verb.to_dropped", "M:VERB:FORM", 1, frozenset({"to"}).__contains__, to_dropped),
    Family(
        "verb.to_added",
        "U:VERB:FORM",
        1,
        (MODALS | {"let", "make", "makes", "made", "me", "him"}).__contains__,
        to_added,
    ),
)
