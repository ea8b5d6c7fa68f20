"""Knowledge of English words without a tagger: closed classes, irregular forms, a table of common words.

The table, `lexicon.txt.xz`, holds one word a line with the open classes it occurs in, most frequent first; it is read
once, when first asked for. `gec/edits/classify.py` decides how words make up an edit.
"""

from __future__ import annotations

import lzma
from functools import cache, lru_cache
from pathlib import Path

from gec.language import word_set

OPEN = {"NOUN", "VERB", "ADJ", "ADV"}
UNNAMED = {"NUM", "INTJ", "SYM", "X"}
CLITICS = {"n't", "'m", "'re", "'ve", "'ll", "'d", "'s"}
CONTRACTED = ({"ca", "can"}, {"wo", "will"}, {"sha", "shall"})
LETTERS = {"n": "NOUN", "v": "VERB", "j": "ADJ", "r": "ADV"}

# Names that people misspell and that are no one's own: the way they are written may be mended.
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
# ... of which these are words besides, or written small by many.
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
# Which of these is a determiner and which a pronoun hangs on the next word.
DETERMINER_OR_PRONOUN = word_set("that this these those some any all both each such which what")

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

# base/past/participle; a missing third form equals the second.
IRREGULAR = _table("""
    arise/arose/arisen awake/awoke/awoken bear/bore/borne beat/beat/beaten become/became/become
    begin/began/begun bend/bent bind/bound bite/bit/bitten bleed/bled blow/blew/blown
    break/broke/broken bring/brought build/built burn/burnt buy/bought catch/caught
    choose/chose/chosen come/came/come cost/cost creep/crept cut/cut deal/dealt dig/dug do/did/done
    draw/drew/drawn dream/dreamt drink/drank/drunk drive/drove/driven eat/ate/eaten fall/fell/fallen
    feed/fed feel/felt fight/fought find/found flee/fled fly/flew/flown forbid/forbade/forbidden
    forget/forgot/forgotten forgive/forgave/forgiven freeze/froze/frozen get/got/gotten
    give/gave/given go/went/gone grow/grew/grown hang/hung have/had hear/heard hide/hid/hidden hit/hit
    hold/held hurt/hurt keep/kept know/knew/known lay/laid lead/led lean/leant learn/learnt leave/left
    lend/lent let/let lie/lay/lain light/lit lose/lost make/made mean/meant meet/met
    overcome/overcame/overcome pay/paid prove/proved/proven put/put quit/quit read/read
    ride/rode/ridden ring/rang/rung rise/rose/risen run/ran/run say/said see/saw/seen seek/sought
    sell/sold send/sent set/set shake/shook/shaken shine/shone shoot/shot show/showed/shown
    shrink/shrank/shrunk shut/shut sing/sang/sung sink/sank/sunk sit/sat sleep/slept slide/slid
    smell/smelt speak/spoke/spoken spell/spelt spend/spent spill/spilt spin/spun split/split
    spoil/spoilt spread/spread spring/sprang/sprung stand/stood steal/stole/stolen stick/stuck
    sting/stung strike/struck swear/swore/sworn sweep/swept swell/swelled/swollen swim/swam/swum
    swing/swung take/took/taken teach/taught tear/tore/torn tell/told think/thought throw/threw/thrown
    understand/understood undertake/undertook/undertaken wake/woke/woken wear/wore/worn
    weave/wove/woven weep/wept win/won wind/wound withdraw/withdrew/withdrawn write/wrote/written
""")
PLURALS: dict[str, str] = dict(
    _table("""
    men/man women/woman children/child people/person feet/foot teeth/tooth mice/mouse geese/goose
    lives/life wives/wife knives/knife leaves/leaf selves/self shelves/shelf halves/half wolves/wolf
    thieves/thief criteria/criterion phenomena/phenomenon media/medium data/datum analyses/analysis
    crises/crisis bases/basis hypotheses/hypothesis
""")
)
# Nouns that have no other form for many, or none at all.
ONE_FORM = word_set("""
    aircraft barracks bison cod crossroads deer fish grouse headquarters means offspring salmon series sheep shrimp
    spacecraft species squid swine trout works
    advice baggage equipment furniture homework housework information jewellery jewelry knowledge luggage machinery news
    progress software traffic weather athletics economics ethics linguistics mathematics maths measles physics politics
""")
DEGREES = {
    "better": ("good", "comparative"),
    "best": ("good", "superlative"),
    "worse": ("bad", "comparative"),
    "worst": ("bad", "superlative"),
    "further": ("far", "comparative"),
    "farther": ("far", "comparative"),
}
AUXILIARY_FORMS = {
    "am": ("be", "base"),
    "are": ("be", "base"),
    "is": ("be", "s"),
    "was": ("be", "past"),
    "were": ("be", "past"),
    "been": ("be", "participle"),
    "being": ("be", "ing"),
    "has": ("have", "s"),
    "had": ("have", "past"),
    "does": ("do", "s"),
}

ENDINGS = (("s", "s"), ("ed", "past"), ("ing", "ing"), ("er", "comparative"), ("est", "superlative"))


@cache
def table() -> dict[str, str]:
    """Every frequent word with the letters of its open classes, most frequent first."""
    packed = Path(__file__).with_name("lexicon.txt.xz").read_bytes()
    lines = lzma.decompress(packed).decode().splitlines()
    return {word: letters for word, _, letters in (line.partition(" ") for line in lines)}


def known(word: str) -> bool:
    """Whether a lower-case word is English as far as the table knows."""
    return word in table() or word in CLOSED or word in AUXILIARIES


def kinds(word: str) -> list[str]:
    """The open classes of a lower-case word, most frequent first; by its ending where the table is silent."""
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
    """Every (base, form) a lower-case word can be read as.

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
    """The bases a regular ending may have been added to."""
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
    """Every base a lower-case word may be a form of."""
    return {base for base, _ in analyses(word)}


def verb_form(word: str) -> bool:
    """Whether a lower-case word may be a form of a verb."""
    return any("VERB" in kinds(base) for base in bases(word) if base in table())


def same_family(a: str, b: str) -> bool:
    """Whether two words are derived from one stem: their beginning is the same up to a usual ending."""
    shared = 0
    while shared < min(len(a), len(b)) and a[shared] == b[shared]:
        shared += 1
    return shared >= 4 and shared >= min(len(a), len(b)) - 2 and max(len(a), len(b)) - shared <= 5
