"""Wrong question tags: *You haven't seen it, did you?*, *You're from Lisbon, isn't it?*, *It's late, isn't it.*

A tag repeats the auxiliary of the sentence, or *do* for another verb, and is negative if the sentence is positive. The
verb is at the beginning and the tag at the end, with any number of words in between. No pattern can express that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gec.language import word_set
from gec.language.forms import base_of_past, base_of_third, mostly_verb, past
from gec.language.forms import verb as is_verb
from gec.rules.fault import LIKELY, SURE, Fault
from gec.rules.match import sentence_of

_DO = word_set("do does did")
_HAVE = word_set("have has had")
_VERBS = _DO | _HAVE | word_set("am is are was were can could will would should must might")
_ONE, _MANY = word_set("he she it this that"), word_set("you we they")
_WHO = _ONE | _MANY | word_set("i there")
_SHORT = {"'m": "am", "'re": "are", "'ll": "will", "'ve": "have", "'s": "is", "'d": ""}
_BARE = {"wo": "will", "ca": "can", "ai": ""}  # of won't, can't and ain't
_DENIED = {"am": "aren't", "will": "won't", "can": "can't"}
_OF_ONE = {"do": "does", "are": "is", "were": "was", "have": "has"}
_OF_MANY = {one: many for many, one in _OF_ONE.items()}
_NO = word_set("not no nothing nobody never hardly nowhere none seldom rarely few little")
_PARTS = {",", ";", "but", "—"}  # separate clauses, and the tag belongs to the last one
# Words before a subordinate clause, to which the tag may belong.
_INNER = word_set(
    """
    that who which what where when how if because sure think thought suppose expect believe guess know knew hope bet say
    said reckon imagine mean feel
    """
)


def question_tag(text: str) -> Iterator[Fault]:
    """Find a wrong tag, and a full stop after a tag."""
    if "," not in text:
        return
    sentence = sentence_of(text)
    words, end = sentence.low, sentence.last
    if end - sentence.first < 5 or end == len(words) or words[end - 3] != "," or words[end - 1] not in _WHO:
        return
    verb, denied = _apart(words[end - 2])
    who, stop = sentence.words[end - 1], words[end]
    if verb not in (*_VERBS, "") or stop not in "?." or (stop == "." and not denied):
        return
    main = words[sentence.first : end - 3]
    if main[0] == "let's":
        wanted, odds = ("shall we" if stop == "?" and who == "we" else ""), SURE
    else:
        wanted, odds = _wanted(main, verb, denied, who) or _mended(verb, denied, who), LIKELY
    start, close = sentence.spans[end - 2][0], sentence.spans[end - 1][1]
    if stop == ".":
        yield Fault(*sentence.spans[end], "?", LIKELY)
    if wanted and wanted != text[start:close].replace("’", "'"):
        yield Fault(start, close, wanted.replace("'", "’") if "’" in text else wanted, odds)


def _apart(word: str) -> tuple[str, bool]:
    """The verb without n't, and whether it had n't."""
    bare = word.removesuffix("n't")
    return _BARE.get(bare, bare) if bare != word else word, bare != word


def _wanted(main: Sequence[str], said: str, denied: bool, tag: str) -> str:
    """The right tag for a sentence: the one it has if that is fine; empty if it is unclear."""
    subject, apostrophe, ending = main[0].partition("'")
    first = apostrophe + ending
    who = "it" if subject in ("this", "that") else "I" if subject == "i" else subject
    verb, no = (_SHORT.get(first, ""), False) if first else _apart(main[1])
    rest = main[1:] if first else main[2:]
    if (
        subject not in _WHO
        or tag not in ("it", who)
        or not _PARTS.isdisjoint(main)
        or not _INNER.isdisjoint([*rest, verb])
    ):
        return ""
    if first == "'s" and said == "has":
        verb = "has"
    elif verb not in _VERBS and not first:
        verb = _done(verb, who)
    guessed = (verb == "must" and rest[:1] and rest[0][:2] in ("be", "ha")) or (main[1] == "got" and rest[:1] == ["to"])
    if not verb or guessed or (verb in _HAVE and said in _DO and not no):
        return ""
    verb, no = _agreeing(verb, who), no or _denies(rest)
    if (said, tag) == (verb, who) and not (no and denied):
        return f"{_no(said) if denied else said} {tag}"
    return f"{verb if no else _no(verb)} {who}"


def _no(verb: str) -> str:
    return _DENIED.get(verb, f"{verb}n't")


def _denies(rest: Sequence[str]) -> bool:
    """Whether the main clause is negative, not only a clause inside it."""
    for before, word in zip(["", *rest], rest[:4], strict=False):
        if word in _WHO or word == "if":
            return False
        if word in _NO and not (before == "a" and word in ("few", "little")):
            return True
    return False


def _done(verb: str, who: str) -> str:
    """The form of *do* that stands for another verb; empty if its past may be the same as its base form."""
    if base_of_past(verb) or past(verb) == verb:
        return "" if past(verb) == verb or mostly_verb(verb) else "did"
    if who in _ONE:
        return "does" if base_of_third(verb) else ""
    return "do" if is_verb(verb) else ""


def _agreeing(verb: str, who: str) -> str:
    """The form of a verb that agrees with a pronoun: do, she -> does."""
    forms = _OF_ONE if who in _ONE else _OF_MANY if who in _MANY else {}
    return forms.get(verb, verb)


def _mended(verb: str, denied: bool, who: str) -> str:
    """The tag with a verb that agrees with its pronoun; empty for ain't."""
    verb = _agreeing(verb, who)
    return f"{_no(verb) if denied else verb} {who}" if verb and verb != "am" else ""
