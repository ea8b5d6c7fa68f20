"""Guards for what was right as it stood: gerunds, participles, possessives, orders, appositions, marks that are a
matter of style; those of agreement are in `agreement.py`. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import WORD, Change
from gec.usage.phrases import shipped
from gec.words import lexicon, word_set

PERSONS = word_set("i you we they he she who")
NEEDING = word_set("need needs needed require requires required deserve deserves deserved")
BEING = word_set("am is are was were")
# What somebody brings about, and what may be so where something else is not.
EFFECTED = word_set("""
    change changes repair repairs sale sales transfer transfers payment payments cure delivery entry escape rescue
    merger conversion purchase transition exchange removal settlement reform reforms improvement improvements service
""")
WHERE = word_set("""
    prohibited permitted allowed possible applicable necessary appropriate available needed required noted indicated
    stated specified relevant
""")
OPENED = {"'re": "are", "'ll": "will", "'m": "am", "'ve": "have"}
CONTRACTED = word_set("i'm you're we're they're he's she's")

_ELLIPSIS = re.compile(r"\.{3,}|…|\.(?: \.){2,}")
_STRESSED = re.compile(r"[?!]{2,}")
_OWNERS = re.compile(r"\b[A-Z]\w*s['’](?!\w)")
_OWNER = re.compile(r"\b[A-Z]\w*['’]s\b")
_IS_IS = re.compile(r"\bis is\b")
_APPOSED = re.compile(r"\w, (?:the|an?|my|your|his|her|our|their|its) (?:[\w'’-]+ ){0,4}[\w'’-]+\Z")
_ABSOLUTE = re.compile(
    r"(?:\A|[.!?] )\W*(?:there|(?:the|an?|my|your|his|her|our|their|its|this|that) (?:[a-z]+ )?[a-z]+(?<!s)(?<!ed))"
    r" (?:having|being)(?: [\w'’-]+){1,5}\Z",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?:\A|[.;:!?] )\W*(?:the|my|your|his|her|our|their|its|these|those) [a-z]+s \Z", re.IGNORECASE)
DOING = word_set("for of by without about")
LETTING = word_set("let lets letting make makes making made")
LINKING = word_set("be seem look feel become get sound taste smell remain stay keep make find grow turn appear go")
DEGREE = word_set("very so too quite more most really as less rather pretty")
MADE = word_set("""
    mistake decision choice noise progress effort plan friend money mess change suggestion reservation call appointment
    excuse list speech difference offer promise complaint party cake coffee tea dinner breakfast lunch bed fun sense use
    profit impression contribution arrangement comparison attempt point sure agreement discovery comment note
    conclusion error fault living fire face joke war peace love music video film movie sound statement request home
    possible impossible easier difficult clear
""")  # what is made, not done
MANY = word_set("""
    two three four five six several many some all these those both few different various other multiple following our
    their its main certain
""")
WISHING = word_set("want need like love try have learn start begin hope decide agree seem")  # ... to do something
SUCH = word_set("""
    based focused specific related dependent oriented driven centric aware agnostic friendly facing olds
""")  # file-based
VERBS = word_set("based focused facing")  # of these
_LETTING = "let's"
_INSIDE = re.compile(r"[.;:!?,]\s|\b(?:and|or|but|if|when|that|which|who)\b")
_SMILEY = re.compile(r"\s*[:;=8]['o-]?[)(DPp](?!\w)")
_RAISED = re.compile(r"\s+(?:`|(?:when|if|while|by)\b|(?:an?|the|this|that|my|your|his|her|its|our|their)\b)")


def _trailing(change: Change) -> bool:
    """*Loading...* loses dots, or another mark comes for them."""
    was, now = (len(_ELLIPSIS.findall(side)) for side in change.around(3))
    return now < was


def _stressed(change: Change) -> bool:
    """*Really?!* becomes *Really?*: that is style."""
    was, now = (_STRESSED.findall(side) for side in change.around(2))
    return bool(was) and was != now


def _smiling(change: Change) -> bool:
    """*I wrote it myself :)* gets a full stop before what ends it."""
    return change.edit.type == "M:PUNCT" and change.edit.replacement == "." and bool(_SMILEY.match(change.right))


def _goes_on(change: Change) -> bool:
    """A line of verse, or of a list, that ends with a comma, ends with a full stop, or a string with none."""
    if change.old.strip() != "," or change.right.strip():
        return False
    new = change.edit.replacement.strip()
    return new == "." or (not new and change.left[-1:] in ("'", '"', "”", "’"))


def _gerund(change: Change) -> bool:
    """*Specifying a host overrides it* becomes *Specifies*."""
    pair = change.pair
    if pair is None or not pair[0].endswith("ing") or not change.opens:
        return False
    return any(form == "s" and base in lexicon.bases(pair[0]) for base, form in lexicon.analyses(pair[1]))


def _needing(change: Change) -> bool:
    """*the tyres need replacing* becomes *need to replace*."""
    if change.new[:1] != ["to"] or not change.gone or not change.gone[0].endswith("ing") or len(change.before) < 2:
        return False
    return change.before[-1] in NEEDING and change.before[-2] not in PERSONS


def _active(change: Change) -> bool:
    """*If you are installing it* becomes *you are installed*, where somebody does what is said."""
    pair, before = change.pair, [word.replace("’", "'") for word in change.before[-2:]]
    does = before[-1:] != [] and (before[-1] in CONTRACTED or (before[0] in PERSONS and before[-1] in BEING))
    does |= before[-1:] == ["be"] and before[0] in lexicon.AUXILIARIES and change.before[-3:-2] == ["you"]
    if pair is None or not does or not pair[0].endswith("ing") or lexicon.kind(pair[0]) == "ADJ":
        return False
    forms = {form for base, form in lexicon.analyses(pair[1]) if base in lexicon.bases(pair[0])}
    return not forms.isdisjoint(("past", "participle"))


def _attributive(change: Change) -> bool:
    """*with write access* becomes *written access*, though people write the former, and more than the latter."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    if pair is None or not behind or behind[0] in lexicon.CLOSED or "NOUN" not in lexicon.kinds(behind[0]):
        return False
    forms = {form for base, form in lexicon.analyses(pair[1]) if base == pair[0]}
    led = lexicon.CLOSED.get(change.before[-1]) if change.before else None
    if led not in ("DET", "PREP") or change.before[-1] == "than" or forms.isdisjoint(("ing", "past", "participle")):
        return False
    written, instead = (shipped().log_count(f"{word} {behind[0]}") for word in pair)
    return written is not None and (instead is None or instead < written)


def _able(change: Change) -> bool:
    """What can be done becomes what was done, or the other way round: *installable* and *installed*, *accessed* and
    *accessible*, *depended upon* and *dependent*."""
    if change.pair is None:
        return False
    able, done = sorted(change.pair, key=_done)
    ending = ("able", "ible", "ent") if done == change.pair[0] else ("able", "ible")
    return able.endswith(ending) and _done(done) and (able != change.pair[1] or able[:4] == done[:4])


def _done(word: str) -> bool:
    return word.endswith("ed") or any(form in ("past", "participle") for _, form in lexicon.analyses(word))


def _until(change: Change) -> bool:
    """*It stays there until read* becomes *until reading*."""
    pair = change.pair
    return (
        pair is not None
        and change.before[-1:] in (["until"], ["once"], ["unless"], ["if"])
        and pair[1].endswith("ing")
        and bool({*lexicon.bases(pair[0]), pair[0]} & {*lexicon.bases(pair[1])})
    )


def _its(change: Change) -> bool:
    """*Its exact place depends on it* becomes *It's exact place*, and *its `name` says* becomes *it's*."""
    if change.gone != ["its"] or change.new[:1] not in (["it's"], ["it’s"]):
        return False
    if change.right.lstrip().startswith("`"):
        return True
    first, second, third = [*WORD.findall(change.right.lower()), "", "", ""][:3]
    does = third in lexicon.AUXILIARIES or (third.endswith("s") and lexicon.verb_form(third))
    return lexicon.kind(first) == "ADJ" and lexicon.kind(second) == "NOUN" and does


def _for_doing(change: Change) -> bool:
    """*used for labelling keys* becomes *for label keys*."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    if pair is None or not pair[0].endswith("ing") or pair[1] not in lexicon.bases(pair[0]) or not behind:
        return False
    things = behind[0].endswith("s") and "NOUN" in lexicon.kinds(behind[0])
    return things and not DOING.isdisjoint(change.before[-1:])


def _verbless(change: Change) -> bool:
    """*His leeks stand in rows* becomes *standing in rows*, which is no sentence."""
    pair = change.pair
    doing = pair is not None and pair[1].endswith("ing") and pair[0] != pair[1] and pair[0] in lexicon.bases(pair[1])
    return doing and _SUBJECT.search(change.left) is not None


def _as_of(change: Change) -> bool:
    """*as of a given version* loses its *of*."""
    return change.gone == ["of"] and not change.new and change.before[-1:] == ["as"]


def _paired(change: Change) -> bool:
    """*we, the pip team, would like* loses the second comma."""
    return (
        change.old.strip() == "," and not change.edit.replacement.strip() and _APPOSED.search(change.left) is not None
    )


def _shouted(change: Change) -> bool:
    """*on an "as is" basis, WITHOUT ANY WARRANTY* gets a full stop before the capitals, or before *or*; or *The cat
    having been fed, we left* gets a semicolon."""
    if change.old.strip() != "," or change.edit.replacement.strip() not in (".", ";") or not change.behind:
        return False
    word = change.behind[0]
    return (len(word) > 1 and word.isupper()) or word.lower() in ("or", "nor") or bool(_ABSOLUTE.search(change.left))


def _shared(change: Change) -> bool:
    """*direct or contributory infringement* becomes *directly or contributory infringement*."""
    if change.pair is None or change.pair[1] not in (f"{change.pair[0]}ly", f"{change.pair[0]}ally"):
        return False
    joint, other, thing = [*WORD.findall(change.right.lower()), "", "", ""][:3]
    return joint in ("and", "or") and lexicon.kind(other) == "ADJ" and lexicon.kind(thing) == "NOUN"


def _ordered(change: Change) -> bool:
    """*Fork the repository* becomes *For the repository*, *To only read it* becomes *For only read it*."""
    pair = change.pair
    if pair == ("to", "for"):
        return any(lexicon.kind(word.lower()) == "VERB" for word in change.behind[:2])
    return (
        pair is not None
        and change.opens
        and lexicon.CLOSED.get(pair[1]) == "PREP"
        and "VERB" in lexicon.kinds(pair[0])
        and pair[0] not in lexicon.CLOSED
    )


def _predicate(change: Change) -> bool:
    """*Backslashes are literal unless* becomes *are literally unless*, where no adverb goes with what follows."""
    pair, behind = change.pair, [word.lower() for word in change.behind[:1]]
    if pair is None or pair[1] not in (f"{pair[0]}ly", f"{pair[0]}ally") or change.before[-1:] == []:
        return False
    led = any(word not in lexicon.CLOSED and {"VERB", "ADJ"} & {*lexicon.kinds(word)} for word in behind)
    return change.before[-1] in BEING and not led


def _risen(change: Change) -> bool:
    """*raise an error* becomes *rise an error*, and *the error raised when it fails* becomes *rose*."""
    if change.pair is None or not _RAISED.match(change.right):
        return False
    return "raise" in lexicon.bases(change.pair[0]) and "rise" in lexicon.bases(change.pair[1])


def _possessive(change: Change) -> bool:
    """*the Smiths' car* becomes *the Smith's car*."""
    return _OWNERS.search(change.around(1)[0]) is not None and _OWNER.search(change.around(1)[1]) is not None


def _halved(change: Change) -> bool:
    """*along side* loses *side*, though both are one word."""
    if change.new or len(change.gone) != 1 or change.old.strip() != change.gone[0] or change.gone[0] == "be":
        return False
    if not change.left.rstrip()[-1:].isalnum() or change.before[-1] in ("a", "an"):
        return False
    joined = f"{change.before[-1]}{change.gone[0]}"
    return joined in lexicon.CLOSED or joined == "cannot" or (lexicon.known(joined) and lexicon.kind(joined) == "ADV")


def _repeated(change: Change) -> bool:
    """*very, very* loses its comma."""
    if "," not in change.old or "," in change.edit.replacement or change.gone or change.new:
        return False
    return change.before[-1:] == [word.lower() for word in change.behind[:1]] != []


def _being(change: Change) -> bool:
    """*What it is is unclear* loses a verb."""
    was, now = (len(_IS_IS.findall(side)) for side in change.around(4))
    return now < was and any(word in change.before for word in ("what", "who", "where", "how", "all"))


def _not(change: Change) -> bool:
    """*tell it to not run* loses its *to*."""
    return change.gone == ["to"] and not change.new and change.behind[:1] == ["not"]


def _lets(change: Change) -> bool:
    """*Lets users log in* becomes *Let's*: somebody lets others do something, who are named next."""
    if change.gone[:1] != ["lets"] or change.new[:1] != [_LETTING]:
        return False
    following = [*change.gone[1:], *map(str.lower, change.behind)][:1]
    return not following or (lexicon.kind(following[0]) != "VERB" and following[0] not in ("not", "all", "just", "be"))


def _opened(change: Change) -> bool:
    """*What're they doing* becomes *What are*: short for the same."""
    return change.new == [OPENED.get(change.old.replace("’", "'"))]


def _dropping(change: Change) -> bool:
    """*what you doin' here* becomes *doing*: one word is mended, and another goes."""
    kept, mended = change.gone, change.new
    if len(mended) != 1 or len(kept) != 2 or kept[0] == mended[0]:
        return False
    return kept[1] in lexicon.CLOSED and not lexicon.known(kept[0]) and kept[0].rstrip("'") in mended[0]


def _clause(change: Change) -> bool:
    """*Its fast, it's small* becomes *It's small*: what goes with a comma said something."""
    if "," not in change.old or len(change.new) >= len(change.gone) - 1:
        return False
    said = [word for word in change.gone if word not in lexicon.CLOSED and word not in lexicon.AUXILIARIES]
    return any(len(word) > 2 and word not in change.new and "'" not in word for word in said)


def _effected(change: Change) -> bool:
    """*Repairs were effected by the crew* becomes *affected*."""
    return change.pair == ("effected", "affected") and not EFFECTED.isdisjoint(change.before[-4:])


def _where(change: Change) -> bool:
    """*Void where prohibited* becomes *were prohibited*."""
    return change.pair == ("where", "were") and not WHERE.isdisjoint(word.lower() for word in change.behind[:1])


def _causing(change: Change) -> bool:
    """*Let the result be known* becomes *Let the result to be known*."""
    if change.gone or [*change.new] != ["to"]:
        return False
    said = _INSIDE.split(change.left.lower())[-1]
    words = WORD.findall(said)[-4:]
    return not LETTING.isdisjoint(words[:-1]) and WISHING.isdisjoint(lexicon.bases(words[-1]))


def _compounded(change: Change) -> bool:
    """*for file based access* becomes *files based*: the two are one word without their hyphen."""
    pair = change.pair
    if pair is None or change.edit.type != "R:NOUN:NUM" or len(pair[0]) > len(pair[1]):
        return False
    such, *others = [word.lower() for word in change.behind] or [""]
    verb = such in VERBS and any(lexicon.CLOSED.get(word) in {"PREP", "DET"} for word in others)  # focused on the child
    return such in SUCH and not verb


def _made(change: Change) -> bool:
    """*do random checks* becomes *make random checks*, though one does them."""
    pair = change.pair
    if pair is None or "do" not in lexicon.bases(pair[0]) or "make" not in lexicon.bases(pair[1]):
        return False
    following = WORD.findall(change.right.lower())[:6]
    if following[:1] == ["note"]:  # do note that
        return True
    return MADE.isdisjoint(base for word in following for base in (word, *lexicon.bases(word)))


def _criterion(change: Change) -> bool:
    """*the stopping criterion* becomes *criteria*."""
    return change.pair == ("criterion", "criteria") and MANY.isdisjoint(change.before[-4:])


def _manner(change: Change) -> bool:
    """*can be done very naturally* becomes *very natural*, *it lands cleanly* becomes *clean*."""
    pair = change.pair
    if pair is None or not _adverb_of(*pair):
        return False
    before = [word for word in change.before if word not in DEGREE]
    if before[-1:] in (["and"], ["or"]) and before[-2:-1] and before[-2].endswith(("er", "ly")):  # faster and more
        return lexicon.kind(before[-2]) in ("ADV", "ADJ")
    before = before[-1:]
    if not before or before[0] in lexicon.CLOSED or before[0] in lexicon.AUXILIARIES:
        return False
    return "VERB" in lexicon.kinds(before[0]) and LINKING.isdisjoint((before[0], *lexicon.bases(before[0])))


def _adverb_of(word: str, base: str) -> bool:
    forms = (f"{base}ly", f"{base}ally", f"{base[:-1]}y" if base.endswith("le") else f"{base[:-1]}ily")
    return word in forms


def _owned(change: Change) -> bool:
    """*the parent's canPlace* becomes *parents canPlace*, *the field's SELinux context* becomes *fields*."""
    pair = change.pair
    if pair is None or pair[0].replace("’", "'").replace("'", "") != pair[1] or not change.behind:
        return False
    return "'" in pair[0].replace("’", "'") and any(map(str.isupper, change.behind[0][1:]))


def _two_ways(change: Change) -> bool:
    """*out of or in connection with it* loses its *of*."""
    if change.new or len(change.gone) != 1 or change.before[-1:] == [*change.gone]:
        return False
    joint, other = [*(word.lower() for word in change.behind), "", ""][:2]
    ways = (word == "to" or lexicon.CLOSED.get(word) == "PREP" for word in (change.gone[0], other))
    return joint in ("or", "and") and all(ways)


def _preferred(change: Change) -> bool:
    """*I prefer tea to coffee* becomes *tea for coffee*."""
    preferred = {"prefer", "prefers", "preferred", "preferring"}
    return change.pair is not None and change.pair[0] == "to" and not preferred.isdisjoint(change.before[-4:])


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _being, _not, _lets, _opened, _dropping, _clause, _effected, _where, _trailing, _stressed, _gerund, _needing,
    _active, _attributive, _able, _until, _its, _ordered, _for_doing, _verbless, _as_of, _paired, _shouted, _shared,
    _predicate, _risen, _possessive, _halved, _repeated, _causing, _compounded, _two_ways, _preferred, _made,
    _criterion, _manner, _owned, _smiling, _goes_on,
)  # fmt: skip
