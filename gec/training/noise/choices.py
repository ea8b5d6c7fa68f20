"""One real word for another: look-alikes, wrong collocations, and what learners were seen to write instead."""

from __future__ import annotations

from functools import cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, Weighted, pick
from gec.training.noise.prepositions import CONFUSED
from gec.training.noise.sentence import Change, Sentence

ALIKE = {
    "its": ("it's",), "it's": ("its",), "their": ("there", "they're"), "there": ("their",), "they're": ("their", "there"),
    "your": ("you're",), "you're": ("your",), "whose": ("who's",), "who's": ("whose",), "than": ("then",), "then": ("than",),
    "too": ("to",), "to": ("too",), "two": ("to",), "lose": ("loose",), "losing": ("loosing",), "loses": ("looses",),
    "loose": ("lose",), "affect": ("effect",), "affects": ("effects",), "affected": ("effected",), "effect": ("affect",),
    "effects": ("affects",), "accept": ("except",), "except": ("accept",), "advice": ("advise",), "advise": ("advice",),
    "quite": ("quiet",), "quiet": ("quite",), "were": ("where", "we're"), "where": ("were",), "we're": ("were",),
    "which": ("witch", "wich"), "weather": ("whether",), "whether": ("weather",), "have": ("of",), "of": ("off",), "off": ("of",),
    "passed": ("past",), "past": ("passed",), "lead": ("led",), "led": ("lead",), "principal": ("principle",),
    "principle": ("principal",), "complement": ("compliment",), "stationary": ("stationery",), "practice": ("practise",),
    "hear": ("here",), "here": ("hear",), "know": ("now", "no"), "now": ("know",), "knew": ("new",), "new": ("knew",),
    "no": ("know",), "write": ("right",), "right": ("write",), "whole": ("hole",), "piece": ("peace",), "peace": ("piece",),
    "threw": ("through",), "through": ("threw", "trough", "though"), "though": ("through", "tough"), "thought": ("though",),
    "thing": ("think",), "think": ("thing",), "things": ("thinks",), "breath": ("breathe",), "breathe": ("breath",),
    "choose": ("chose",), "chose": ("choose",), "clothes": ("cloths",), "desert": ("dessert",), "dessert": ("desert",),
    "success": ("succeed",), "live": ("leave", "life"), "leave": ("live",), "life": ("live",), "lives": ("lifes",),
    "by": ("buy",), "buy": ("by",), "break": ("brake",), "brake": ("break",), "wear": ("where",), "our": ("are",),
    "are": ("our",), "i'm": ("am", "im"), "been": ("being",), "being": ("been",), "bored": ("boring",), "boring": ("bored",),
    "tired": ("tiring",), "interested": ("interesting",), "interesting": ("interested",), "excited": ("exciting",),
    "exciting": ("excited",), "surprised": ("surprising",), "surprising": ("surprised",), "confused": ("confusing",),
    "from": ("form",), "form": ("from",), "some": ("same",), "same": ("some",), "heard": ("herd",), "meet": ("meat",),
    "week": ("weak",), "weak": ("week",), "one": ("won",), "son": ("sun",), "our's": ("ours",), "sight": ("site",),
    "site": ("sight",), "role": ("roll",), "seen": ("scene",), "scene": ("seen",), "wait": ("weight",), "weight": ("weigh",),
    "allowed": ("aloud",), "bare": ("bear",), "council": ("counsel",), "ensure": ("insure",), "fourth": ("forth",),
    "forth": ("fourth",), "altogether": ("all together",), "already": ("all ready",), "personal": ("personnel",),
    "precede": ("proceed",), "moral": ("morale",), "sense": ("since",), "since": ("sense",), "thank": ("thanks",),
    "and": ("an",), "an": ("and",), "if": ("of",), "is": ("it",), "on": ("one",), "as": ("has", "us"), "has": ("as",),
    "this": ("the",), "them": ("then",), "they": ("the",), "that": ("than",), "you": ("your",), "with": ("whit",),
    "but": ("bat",), "for": ("four",), "he": ("the",), "not": ("no",), "did": ("dit",), "us": ("as",), "definitely": ("defiantly",),
}  # fmt: skip
RARELY = frozenset(["of", "to", "and", "is", "on", "as", "this", "they", "that", "you", "with", "but", "for", "he", "if", "are", "by", "no", "from", "one"])
COLLOCATIONS = {
    "make": ("do",), "makes": ("does",), "made": ("did",), "making": ("doing",), "do": ("make",), "did": ("made",),
    "does": ("makes",), "doing": ("making",), "say": ("tell", "speak"), "says": ("tells",), "said": ("told", "talked"),
    "tell": ("say",), "told": ("said",), "tells": ("says",), "speak": ("talk", "say"), "talk": ("speak",), "look": ("see", "watch"),
    "see": ("look", "watch"), "watch": ("see", "look"), "saw": ("watched", "looked"), "watched": ("saw", "looked"),
    "looked": ("saw",), "watching": ("seeing", "looking"), "win": ("earn", "gain"), "earn": ("win", "gain"), "earned": ("won",),
    "gain": ("win",), "beat": ("won",), "big": ("large", "great"), "large": ("big", "wide"), "great": ("big",),
    "high": ("tall", "big"), "tall": ("high", "long"), "strong": ("hard", "powerful"), "heavy": ("strong", "hard"),
    "small": ("little", "short"), "little": ("small", "few"), "fast": ("quick",), "quickly": ("fast", "fastly"), "job": ("work",),
    "work": ("job",), "trip": ("travel", "journey"), "journey": ("travel",), "way": ("manner", "road"), "travel": ("trip",),
    "bring": ("take", "carry"), "take": ("bring", "get"), "took": ("brought", "got"), "brought": ("took",), "borrow": ("lend",),
    "lend": ("borrow",), "borrowed": ("lent",), "rise": ("raise",), "raise": ("rise",), "rose": ("raised",), "raised": ("rose",),
    "learn": ("study", "know"), "learned": ("knew", "studied"), "teach": ("learn",), "taught": ("learned",), "spend": ("pass",),
    "spent": ("passed", "expended"), "remember": ("remind",), "remind": ("remember",), "know": ("meet",), "met": ("knew",),
    "meet": ("know",), "hear": ("listen",), "listen": ("hear",), "heard": ("listened",), "wear": ("use", "dress"),
    "open": ("switch on",), "close": ("turn off",), "turn": ("open",), "get": ("take", "have"), "have": ("get", "make"),
    "gave": ("made",), "give": ("make",), "play": ("make",), "hope": ("wish",), "wish": ("hope",), "let": ("make",),
    "increase": ("raise", "grow"), "increased": ("raised", "grew"), "house": ("home",), "home": ("house",), "people": ("persons",),
    "woman": ("lady",), "subject": ("matter",), "chance": ("possibility",), "opportunity": ("possibility",),
    "possibility": ("opportunity",), "place": ("site",), "problem": ("trouble",), "also": ("too",), "alone": ("lonely",),
    "lonely": ("alone",), "ago": ("before",), "still": ("yet",), "yet": ("still",), "already": ("yet",), "ever": ("never",),
    "very": ("much", "too"), "so": ("very", "such"), "really": ("very",), "too": ("very",), "however": ("but",), "even": ("also",),
    "only": ("just",), "especially": ("specially",), "especial": ("special",), "last": ("latest",), "near": ("next",),
    "next": ("near",), "such": ("so",), "enough": ("too",), "almost": ("most",), "most": ("almost",), "maybe": ("may be",),
    "well": ("good",), "good": ("well",), "hard": ("hardly",), "lot": ("much",), "opinion": ("mind",), "view": ("look",),
    "reason": ("cause",), "cause": ("reason", "make"), "result": ("resultat",), "solution": ("resolution",), "fun": ("funny",),
    "funny": ("fun",), "sensitive": ("sensible",), "sensible": ("sensitive",), "economic": ("economical",), "historic": ("historical",),
    "current": ("actual",), "currently": ("actually",), "eventually": ("finally",), "finally": ("at last",), "receive": ("take",),
    "find": ("meet",), "found": ("met",), "reach": ("arrive",), "reached": ("arrived",), "arrive": ("reach", "come"), "come": ("go",),
    "go": ("come",), "went": ("came", "gone"), "came": ("went",), "become": ("get",), "became": ("got",), "keep": ("hold",),
    "kept": ("held",), "hold": ("keep",), "ask": ("demand",), "asked": ("demanded",), "answer": ("response",), "happen": ("pass",),
    "happened": ("passed",), "agree": ("accord",), "try": ("prove",), "visit": ("go",), "drive": ("conduct",), "pay": ("spend",),
    "cost": ("price",), "price": ("cost",), "prices": ("costs",), "cheap": ("low",), "expensive": ("high",), "low": ("cheap", "small"),
}  # fmt: skip


@cache
def seen(word: str) -> Weighted | None:
    """What learners wrote for this word, when it was another word and not another form of the same one."""
    table = lexicon.swaps().get(word)
    if table is None or word in CONFUSED:
        return None
    kept: dict[str, float] = {}
    below = 0.0
    forms = lexicon.verb(word) or (word,)
    for wrong, bound in zip(table.items, table.bounds, strict=True):
        same = wrong in forms or lexicon.singular(word) == wrong or lexicon.plural(word) == wrong
        if wrong and not same and (wrong in lexicon.tags() or " " in wrong):
            kept[wrong] = bound - below
        below = bound
    return Weighted(kept) if kept else None


def observed(s: Sentence, i: int, rng: Random) -> Change | None:
    """win money for earn money; what the corrected texts hold."""
    table = seen(s.low[i])
    return s.swap(i, table.draw(rng)) if table else None


@cache
def phrases() -> dict[str, tuple[tuple[tuple[str, ...], Weighted], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], Weighted]]] = {}
    for right, wrong in lexicon.swaps().items():
        words = tuple(right.split())
        if len(words) > 1:
            found.setdefault(words[0], []).append((words, wrong))
    return {first: tuple(rest) for first, rest in found.items()}


def phrase(s: Sentence, i: int, rng: Random) -> Change | None:
    """Several words at once: "how it looks" becomes "how looks it"."""
    fitting = [(ws, t) for ws, t in phrases()[s.low[i]] if tuple(s.low[i : i + len(ws)]) == ws]
    if not fitting:
        return None
    words, table = pick(fitting, rng)
    return s.swap(i, table.draw(rng), i + len(words))


def alike(s: Sentence, i: int, rng: Random) -> Change | None:
    """its/it's, then/than, lose/loose."""
    word = s.low[i]
    if word in RARELY and rng.random() < 0.93:
        return None
    if word == "have" and s.at(i - 1) not in {"could", "should", "would", "must", "might"}:
        return None
    return s.swap(i, pick(ALIKE[word], rng))


def collocation(s: Sentence, i: int, rng: Random) -> Change | None:
    """do a mistake, say me."""
    if s.low[i] in {"do", "does", "did", "have"} and s.at(i + 1) not in {
        "the",
        "a",
        "it",
        "some",
        "my",
        "his",
    }:
        return None
    return s.swap(i, pick(COLLOCATIONS[s.low[i]], rng))


@cache
def observable(tags: str) -> frozenset[str]:
    """The words of these parts of speech that learners replaced by others."""
    return frozenset(word for word in lexicon.swaps() if lexicon.main_tag(word) in tags and seen(word))


@cache
def colliding(tag: str) -> frozenset[str]:
    return frozenset(word for word in COLLOCATIONS if lexicon.main_tag(word) == tag)


FAMILIES = (
    Family("choice.alike", "R:OTHER", 4, ALIKE.__contains__, alike),
    Family("choice.phrase", "R:OTHER", 3, lambda w: w in phrases(), phrase),
    Family("choice.observed", "R:OTHER", 3, lambda w: w in observable("XP"), observed),
    Family("choice.noun", "R:NOUN", 2, lambda w: w in observable("N"), observed),
    Family("choice.noun", "R:NOUN", 1, lambda w: w in colliding("N"), collocation),
    Family("choice.verb", "R:VERB", 2, lambda w: w in observable("V"), observed),
    Family("choice.verb", "R:VERB", 2, lambda w: w in colliding("V"), collocation),
    Family("choice.adjective", "R:ADJ", 2, lambda w: w in observable("A"), observed),
    Family("choice.adjective", "R:ADJ", 1, lambda w: w in colliding("A"), collocation),
    Family("choice.adverb", "R:ADV", 2, lambda w: w in observable("R"), observed),
    Family("choice.adverb", "R:ADV", 1, lambda w: w in colliding("R"), collocation),
)
