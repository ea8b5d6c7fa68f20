"""Two sentences with a mere comma between them: *I like it, it is cheap*.

A rule sees it where both halves begin as a main clause does: a subject with its verb, and nothing before that which
would make one half depend on the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import Fault, late
from gec.words import lexicon, word_set

ODDS = 0.8  # two in three are mended so; most of the others in another way (bench/faults.py --pairs)
BESIDE = 200  # characters on both sides that are looked at
FEWEST = 3  # words of a clause that may stand for itself
SHORT = 5  # words of one that may be said in passing

_PRONOUNS = "it he she they we this there these those i you"
_AUXILIARIES = """
    is are was were has have had can could will would should must do does did am isn't aren't wasn't weren't hasn't
    haven't can't couldn't won't wouldn't shouldn't don't doesn't didn't cannot
"""
_CLITICS = "(?:['’](?:s|re|m|ve|ll|d))"
# What makes a clause depend on another, or report it.
_BINDING = """
    if when whenever because although though as since while whilst after before unless until till what how why where who
    whom whose which whatever wherever even once despite said says say saying think thinks thought believe know hope
    guess suppose mean feel felt so for than whether both either neither not only more less no never turns
"""
_TAGS = "know see think guess believe suppose hope mean say said remember understand"

_BOUND = late(rf"\b(?:{'|'.join(_BINDING.split())}|\w+n['’]t)\b|.\bthat\b", re.IGNORECASE)
# A sentence that begins so may go on behind any comma: If you may (as you said), you should.
_LED = late(
    r"\W*(?:and |but |so )?"
    r"(?:(?:if|when|whenever|while|although|though|because|since|as|after|before|once|unless|until|where)\b|however )",
    re.IGNORECASE,
)
_COMMA = late(
    rf"(, )((?:{'|'.join(_PRONOUNS.split())}))(?={_CLITICS} [a-z]| (?:{'|'.join(_AUXILIARIES.split())}) [a-z]"
    rf"| (?!(?:{'|'.join(_TAGS.split())})\b)([a-z]+) [a-z])",
    re.IGNORECASE,
)
_SUBJECT = late(
    r"(?:(?:and|but|so|also|then|now|today|however|sometimes|usually) )?"
    r"(?:i|he|she|it|we|they|you|this|there|that|these|those|people|everyone|everybody|nobody|somebody"
    r"|(?:my|the|his|her|our|their|your|this|these|those|that|some|many|an?) (?:[a-z]+ ){0,2}?[a-z]+)"
    rf"(?:{_CLITICS}| (?:also |really |always |often |usually |never |still |just )?([a-z]+(?:n['’]t)?))(?= [a-z])",
    re.IGNORECASE,
)
_OWNED = late(r"it['’]s [a-z]+ (?:is|was|has|are|were)\b", re.IGNORECASE)  # it's name is
_VERBS = word_set(_AUXILIARIES)
_PARTS = late(r"[,;:.!?()\"“”–—]")
# What goes on from an *and* leads to the clause behind the comma: It was a success and in May, we moved.
_LEADS_ON = late(
    r"\b(?:and|but|or) (?:to|in|on|at|for|by|with|from|during|after|before|under|since|until|without|as|given)\b"
    r"[^,]*\Z",
    re.IGNORECASE,
)
_AND = late(
    r", (?:and|or) | and (?=(?:i|he|she|it|we|they|you|there|my|the|his|her|our|their|your|all|an?|no)\b)",
    re.IGNORECASE,
)
# What is said in passing, or of what was said: he told me, I would argue, I am sorry.
_ASIDE = late(
    r"\w+ (?:(?:would|must|should|have to|want to|am|['’]m) )*(?:told|tells?|asked|argue|say|add|admit|guess|sorry"
    r"|sure|afraid"
    r"|glad|convinced|promise|swear|bet|(?:has to|must|should|can) be (?:said|noted|added|admitted|told)\b"
    r"|(?<=it )(?:seems|seemed|appears|appeared|turns|turned)(?! (?:like|as)\b)\b)",
    re.IGNORECASE,
)
# By then, the survivors told us, they had lost all hope. The rich are different, he used to say.
_TOLD = late(r"\b(?:told|wrote|warned|reminded|assured|informed|argued|added|admitted)\b", re.IGNORECASE)
_USED_TO_SAY = late(r"\w+ (?:used to|liked? to|loved? to|likes to|loves to|was fond of|is fond of) (?:say|tell|remark)")
_QUOTES = late(r"[\"“”‘«»]|['’](?!\w)|(?<!\w)['’]")


def _splice(text: str) -> Iterator[Fault]:
    if "," not in text or _QUOTES.search(text) or _LED.match(text):
        return
    for found in _COMMA.finditer(text):
        if (found[3] is None or _finite(found[3], found[2])) and _two_sentences(text, found):
            word = found[2]
            yield Fault(found.start(), found.end(), f". {word[0].upper()}{word[1:]}", ODDS)


def _two_sentences(text: str, comma: re.Match[str]) -> bool:
    """Whether what stands before the comma is a sentence, too, and neither is a part of the other or of a row."""
    *earlier, clause = map(str.strip, _PARTS.split(text[max(0, comma.start() - BESIDE) : comma.start()]))
    following, *beyond = _PARTS.split(text[comma.end(1) : comma.end(1) + BESIDE], maxsplit=1)
    if min(clause.count(" "), following.count(" ")) < FEWEST - 1 or _led_on(clause):
        return False
    if earlier and earlier[-1].lower().startswith(f"{comma[2].lower()} ") and _begins_alike(clause, comma[2]):
        return False  # I pressed it, I held it, I begged it
    if beyond and text[comma.end(1) + len(following)] == "," and following.count(" ") < SHORT:
        return False
    subject = _SUBJECT.match(clause)
    if subject is None or (subject[1] and not _finite(subject[1].lower(), "")):
        return False
    told = _USED_TO_SAY.match(following) or (any(earlier) and _TOLD.search(clause))
    if told or _OWNED.match(following) or any(_ASIDE.match(side) for side in (following, clause)):
        return False
    return not _continued(clause, following, text[comma.end() : comma.end() + BESIDE])


def _led_on(clause: str) -> bool:
    """Whether another clause belongs to it, or to its end."""
    return bool(_BOUND.search(clause) or _LEADS_ON.search(clause)) or clause.endswith(" of")


def _begins_alike(clause: str, word: str) -> bool:
    return re.match(rf"{word}\b", clause, re.IGNORECASE) is not None


def _finite(verb: str, subject: str) -> bool:
    """Whether a word is a verb's form that has a subject."""
    if verb.replace("’", "'") in _VERBS:
        return True
    if subject.lower() in ("this", "there", "these", "those"):
        return False
    return lexicon.kind(verb) == "VERB" and not verb.endswith("ing")


def _continued(clause: str, following: str, rest: str) -> bool:
    """Whether the clauses are two of a row, as in *I came, I saw and I left* or *It is slow, it is hot*."""
    one, other = (side.lower().split(" ", 2)[:2] for side in (clause, following))
    again = re.search(rf", {re.escape(other[0])}\b", rest, re.IGNORECASE)
    return one == other or _AND.search(rest) is not None or again is not None


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_splice,)
