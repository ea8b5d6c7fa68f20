"""What looks like a small model's guess: corrections that were wrong whenever readers of other people's texts met them,
and hardly ever right. Each guard says why in one line; those for documents are in `technical.py` and `terse.py`, those
for what was right as it stood in `right.py`, `forms.py`, `idiom.py`, `misled.py`, `meaning.py`, `talk.py` and
`prose.py`, and `plausible.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gec.edits import agreement, forms, idiom, meaning, prose, right, swaps, technical
from gec.edits.change import WORD, Change
from gec.edits.classify import similarity
from gec.edits.edit import Edit
from gec.language import lexicon, word_set
from gec.language.lexicon import COMMON_NAMES
from gec.language.phrases import shipped

OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV", "OTHER", "MORPH"})  # types of words that mean something
LONG, ALIKE = 6, 0.3  # letters of such a word, and how much of it must be left
LITTLE_LONG = 3  # letters of words that say little


# Behind these an infinitive may stand: *easy to read*, *want to read*, *told him to read*.
INFINITIVE = word_set("""
    want wants wanted like likes liked love loves loved hate hates hated prefer prefers preferred try tries tried trying
    need needs needed have has had having hope hopes hoped hoping decide decides decided promise promised agree agreed
    refuse refused offer offered plan plans planned learn learned learnt forget forgot remember remembered seem seems
    seemed begin begins began start starts started continue continued going able unable ready happy glad sad sorry easy
    hard difficult important necessary possible impossible good better best nice time way chance order used how where
    what when whether who me him her them us you it people everyone
""")
LITTLE = word_set("to of for in on at with by from the a an his her their its my our your")
JOINING = word_set("and or but than not nor")
# Words of which a small model takes one for the other, and is wrong.
_TAKEN_FOR = """
    if/of pastes/past pasted/past dent/dentist damages/damage contest/context relating/related life/live as/us
    same/some traces/tracks signals/signs mins/mines mins/minutes suffice/suffer yea/yeah iff/if threw/through
    lost/loose pasted/passed go/to know/now goodly/good belie/believe lateral/later until/by till/by
    economical/economic chemist/chemistry italic/italian italics/italian falsey/false truthy/true
    misspelt/missing misspelled/missing dependee/dependency dependees/dependencies conformant/conforming
    currency/current exited/omitted zeroed/zero
"""
NEVER = frozenset((old, new) for old, new in (two.split("/") for two in _TAKEN_FOR.split()))
WHOM = word_set("me you him her us them it")
# Words of which a small model takes one for the other, where these are behind.
UNLESS = {
    ("told", "said"): WHOM,
    ("during", "in"): word_set("addition"),
    ("look", "see"): word_set("at for in into there"),
}
OF = word_set("out instead because and")  # behind which *off* may be meant as *of*


_IF = re.compile(r"\b(?:if|when|once|unless|whenever)\b", re.IGNORECASE)
# What stands before a word inside a sentence.
_INSIDE = re.compile(r"[^\W\d_][^.!?:;…|\n•]*(?:[^\W_][,;\s]|[^\W\d_]{2}[)\"”],?\s)\s*\Z")


def guessed(text: str, edit: Edit, gone: Sequence[str], new: Sequence[str]) -> bool:
    change = Change(text, edit, gone, new)
    return any(guard(change) for guard in GUARDS)


def _unlike(change: Change) -> bool:
    """A long word makes way for words that have nothing of it."""
    gone, new = change.gone, change.new
    if change.edit.type[2:] not in OPEN or len(gone) != 1 or len(gone[0]) < LONG or not new:
        return False
    return similarity(gone[0], " ".join(new)) < ALIKE


def _invented(change: Change) -> bool:
    """Words make way for others of which one has nothing of them: *search them outside* becomes *am looking for*; or
    for a single one that has nothing of one of them: *the constructive exchange* becomes *the construction*."""
    gone, new = change.gone, change.new
    if len(gone) < 2 or not new:
        return False
    if len(new) == 1:
        lost = (word for word in gone if len(word) > LONG and lexicon.kind(word) == "NOUN")
        return any(similarity(word, new[0]) < 2 * ALIKE for word in lost)
    content = [word for word in new if len(word) > LITTLE_LONG and lexicon.CLOSED.get(word) is None]
    return any(max(similarity(old, word) for old in gone) < ALIKE for word in content)


def _unheard(change: Change) -> bool:
    """A known word makes way for another that hardly anybody ever corrected it to: *watch* becomes *see*."""
    return change.pair is not None and swaps.unlike(*change.pair) and not swaps.common(*change.pair)


def _uncalled(change: Change) -> bool:
    """Words go, or come, that hardly anybody ever left out or put in, and that are not said twice."""
    gone, new = " ".join(change.gone), " ".join(change.new)
    if bool(gone) == bool(new) or not (gone + new).replace(" ", "").isalpha():
        return False
    beside = {*change.before[-1:], *map(str.lower, change.behind[:1])}
    return gone not in beside and not swaps.common(gone or swaps.NOTHING, new or swaps.NOTHING)


def _bereft(change: Change) -> bool:
    """*what I lent him is all I had* loses its verb, *had he not been wearing one* and *to be found* a part of it."""
    if change.new or len(change.gone) != 1:
        return False
    following = change.behind[0].lower() if change.behind else ""
    if change.gone[0] in ("been", "being"):
        return following.endswith("ing")
    if change.gone[0] == "be" and change.before[-1:] in (["to"], ["not"]):
        return "VERB" not in lexicon.kinds(following) or lexicon.bases(following) != {following}
    verb = lexicon.verb_form(following) or following in lexicon.AUXILIARIES
    return change.gone[0] in right.BEING and not verb and right.BEING.isdisjoint(change.before[-2:])


def _raised(change: Change) -> bool:
    """A common word gets a capital inside a sentence."""
    old, new = change.old, change.edit.replacement
    if old == new or old.lower() != new.lower() or not old.islower() or old == "i" or old in COMMON_NAMES:
        return False
    return lexicon.known(old) and _INSIDE.search(change.left) is not None


def _begun(change: Change) -> bool:
    """Inside a sentence a small word makes way for another with a capital: *users, your rights*, *users, You're*."""
    gone, new = change.gone, change.new
    if not gone or not new or gone[0] == new[0] or not change.old.lstrip()[:1].islower():
        return False
    first = WORD.search(change.edit.replacement)
    raised = first is not None and first[0][0].isupper() and first[0][:2] not in ("I", "I'", "I’")
    return (
        raised
        and lexicon.known(new[0].partition("'")[0])
        and new[0] not in COMMON_NAMES
        and bool(_INSIDE.search(change.left))
    )


def _after_to(change: Change) -> bool:
    """*an alternative to adding* becomes *to add*."""
    gone, new, before = [*change.gone], [*change.new], change.before
    if gone[:1] == new[:1] == ["to"]:
        gone, new, before = gone[1:], new[1:], [*before, "to"]
    if len(gone) != 1 or len(new) != 1 or not gone[0].endswith("ing") or before[-1:] != ["to"]:
        return False
    return new[0] in lexicon.bases(gone[0]) and not (len(before) > 1 and before[-2] in INFINITIVE)


def _mistaken(change: Change) -> bool:
    """*and* for *an*, *off* for *of* and their like, where the words beside them say otherwise."""
    pair, behind = change.pair, change.behind[:1]
    if pair in NEVER:
        return True
    if pair == ("and", "an"):
        return not behind or behind[0][0].lower() not in "aeiouh" or lexicon.kind(behind[0].lower()) == "VERB"
    if pair == ("an", "and"):
        return bool(behind) and behind[0][0].lower() in "aeiouh"
    if pair == ("then", "them"):  # if they match then both are used
        return _IF.search(change.left) is not None
    if pair in UNLESS:
        return not UNLESS[pair].isdisjoint(map(str.lower, behind))
    return pair == ("off", "of") and change.before[-1:] not in [[word] for word in OF]


def _parted(change: Change) -> bool:
    """A word becomes two that nobody writes beside each other, or takes the place of the next: *is setup on it*."""
    gone, new = change.gone, change.new
    if len(gone) == len(new) == 2 and "".join(new) == gone[0]:
        return True
    return len(gone) == 1 and len(new) == 2 and "".join(new) == gone[0] and shipped().log_count(" ".join(new)) is None


def _parallel(change: Change) -> bool:
    """*to him and to her* loses the second *to*."""
    if change.new or len(change.gone) != 1 or change.gone[0] not in LITTLE:
        return False
    return change.before[-1:] != [] and change.before[-1] in JOINING and change.gone[0] in change.before[-13:-1]


def _adverb(change: Change) -> bool:
    """*nationally known* becomes *national known*."""
    pair, behind = change.pair, change.behind[:1]
    if pair is None or pair[0] not in (f"{pair[1]}ly", f"{pair[1]}ally") or not behind:
        return False
    following = behind[0].lower()
    return following.endswith(("ed", "ing", "wn", "en")) or lexicon.kind(following) == "ADJ"


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _unlike,
    _invented,
    _unheard,
    _uncalled,
    _bereft,
    _raised,
    _begun,
    _after_to,
    _mistaken,
    _parted,
    _parallel,
    _adverb,
    *agreement.GUARDS,
    *right.GUARDS,
    *forms.GUARDS,
    *idiom.GUARDS,
    *meaning.GUARDS,
    *prose.GUARDS,
    *technical.GUARDS,
)
