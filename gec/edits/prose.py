"""Guards for what stories, letters, old books and talk have, and learners' essays have not: archaic words, dialect,
verbs with little words that belong to them, words of which either order will do. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.words import lexicon, word_set

# Nobody writes these by mistake.
_OLD = re.compile(
    r"\b(?:thou|thee|thy|thine|hath|doth|hast|dost|shalt|wilt|unto|whence|thence|hither|thither"
    r"|cometh|goeth|saith|maketh|giveth|taketh|forsooth|methinks)\b|(?<!\w)['’]t(?:is|was)\b",
    re.IGNORECASE,
)
_DIALECT = re.compile(
    r"\b(?:ain['’]t|y['’]all|gwine|wuz|yer|nothin|somethin|goin|comin|doin|gettin|tellin|lookin)\b"
    r"|(?<!\w)['’](?:em|ere|im|er)\b|\w+in['’](?!\w)|\b(?:o|th|an|wi)['’](?= )",
    re.IGNORECASE,
)
SPOKEN = ("VERB", "ADV", "ADJ", "PRON", "MORPH", "NOUN:NUM", "DET")  # what dialects have of their own
LEADS_TO = {"see": "to", "saw": "to", "attend": "to", "reach": "for"}
ATTENDED = word_set("""
    him her it them us me you this these that those his their its business matters things details needs wounds guests
    all every
""")
EITHER_ORDER = word_set("also often usually generally still probably")
BEFORE_THESE = word_set("is are was were has have may can will")
_ASPIRATED = re.compile(r"\s+[\"“‘]?(?:histor[iy]|heroi|heredit|habitu|hotel|hypoth|hyster|horrif|hallucin)")
_THANKS = re.compile(r"\bthank(?:s| you)(?: \w+){0,2} \Z", re.IGNORECASE)
_SETS = re.compile(r"\b(?:re)?set(?:s|ting)?(?: [\w'’-]+){1,4} \Z", re.IGNORECASE)
_EASED = re.compile(r"\b(?:(?:rest|breathe|sleep)(?:s|ing)?|(?:take|takes|took|taking) it) \Z", re.IGNORECASE)
_FOLLOWING = re.compile(r"\s*following (?:the|an?|this|that|these|those|your|our|my|his|her|their|its)\b")
_APPOSED = re.compile(r",[^,.;:]{2,60}, ?\Z")
_INSERTED = re.compile(
    r", (?:no doubt|perhaps|of course|it (?:is|was|seems|seemed) [a-z]+|as [^,]{3,40}"
    r"|(?:I|he|she|they|we) (?:had|have|was|were) [^,]{0,20}told)\Z"
)


def _archaic(change: Change) -> bool:
    """*Whence comest thou?* gets a word of today."""
    return bool(change.gone) and _near(change, _OLD) and change.edit.type[2:] not in ("ORTH", "PUNCT")


def _dialect(change: Change) -> bool:
    """*She always say I ain't no good* gets some of the standard's grammar."""
    return change.edit.type[2:].startswith(SPOKEN) and _near(change, _DIALECT)


def _near(change: Change, words: re.Pattern[str]) -> bool:
    return any(words.search(side) for side in (change.left, change.old, change.right))


def _led_by(change: Change) -> bool:
    """*I'll see to the bill*, *to attend to him*, *he reached for it* lose what makes them what they are."""
    if change.new or len(change.gone) != 1 or not change.before:
        return False
    bases = {change.before[-1], *lexicon.bases(change.before[-1])}
    verbs = {verb for verb in bases if LEADS_TO.get(verb) == change.gone[0]}
    behind = [word.lower() for word in change.behind[:2]]
    return bool(verbs) and ("attend" not in verbs or not ATTENDED.isdisjoint(behind))


def _in_at(change: Change) -> bool:
    """*in at the death*, *come in at the eleventh hour* lose a word."""
    return change.gone == ["at"] and not change.new and change.before[-1:] == ["in"]


def _ticketed(change: Change) -> bool:
    """*tickets to the match* becomes *for the match*."""
    return change.pair == ("to", "for") and change.before[-1:] in (["ticket"], ["tickets"])


def _ordered(change: Change) -> bool:
    """*It also is cheap* becomes *is also*, *to not go* *not to go*, and *a half point* *half a point*."""
    gone = change.gone
    if len(gone) != 2 or [*reversed(gone)] != [*change.new]:
        return False
    return (gone[0] in EITHER_ORDER and gone[1] in BEFORE_THESE) or gone in (["to", "not"], ["a", "half"])


def _aspirated(change: Change) -> bool:
    """*an historian* becomes *a historian*: some do not sound the letter where its syllable has no stress."""
    return change.pair == ("an", "a") and _ASPIRATED.match(change.right) is not None


def _that_one(change: Change) -> bool:
    """*older music, by Bach and Handel, that was lost* becomes *which was lost*: the comma ends what was put in."""
    return change.pair == ("that", "which") and _APPOSED.search(change.left) is not None


def _put_in(change: Change) -> bool:
    """*It was a pity, no doubt, that it rained* loses the second comma."""
    lost = change.old.strip() == "," and not change.edit.replacement.strip()
    return lost and _INSERTED.search(change.left) is not None


def _lot_of_the(change: Change) -> bool:
    """*a lot of the things we make* loses its *the*."""
    return change.gone == ["the"] and not change.new and change.before[-3:-1] in (["a", "lot"], ["a", "bunch"])


def _further(change: Change) -> bool:
    """*Further, it is cheap* becomes *Furthermore*."""
    return change.pair == ("further", "furthermore")


def _either_owner(change: Change) -> bool:
    """*the farmers' market* becomes *the farmer's market*: who is meant is not the language's to say."""
    old, new = (side.strip().lower().replace("’", "'") for side in (change.old, change.edit.replacement))
    if not old.endswith("s'") or not new.endswith("'s"):
        return False
    many, one = old[:-1], new[:-2]
    return many not in (f"{plural}s" for plural in lexicon.PLURALS) and one in lexicon.bases(many)


def _thanked(change: Change) -> bool:
    """*Thank you to all who came* becomes *Thank you for all*."""
    return change.pair == ("to", "for") and _THANKS.search(change.left) is not None


def _set_to(change: Change) -> bool:
    """*Set the date to the first day* becomes *for the first day*."""
    return change.pair == ("to", "for") and _SETS.search(change.left) is not None


def _its_best(change: Change) -> bool:
    """*It tries its best* becomes *tries it's best*."""
    doing = change.before[-1:] != [] and not {"try", "do"}.isdisjoint(lexicon.bases(change.before[-1]))
    return doing and change.gone == ["its"] and change.new[:1] in (["it's"], ["it’s"])


def _if_so(change: Change) -> bool:
    """*and stop if so* becomes *is so*."""
    return change.pair == ("if", "is") and change.behind[:1] in (["so"], ["not"], ["any"])


def _easy(change: Change) -> bool:
    """*rest easy*, *take it easy* become *rest easily*."""
    return change.pair == ("easy", "easily") and _EASED.search(change.left) is not None


def _following_the(change: Change) -> bool:
    """*Build it following the rules* becomes *the following the rules*."""
    return change.edit.type == "M:DET" and not change.gone and _FOLLOWING.match(change.right) is not None


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _archaic, _dialect, _led_by, _in_at, _ticketed, _ordered, _aspirated, _that_one, _put_in, _lot_of_the, _further,
    _either_owner, _thanked, _set_to, _its_best, _if_so, _easy, _following_the,
)  # fmt: skip
