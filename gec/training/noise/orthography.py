"""Capitals, hyphens, and words split or run together."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Change, Sentence

PROPER = frozenset(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "english", "french", "german", "spanish", "italian", "chinese", "japanese", "russian", "american", "british", "european", "indian", "african", "asian", "christmas", "easter", "internet", "god", "london", "paris", "england", "america", "europe", "china", "india", "france", "germany"]
)
SPLIT = {
    "everyday": "every day", "everyone": "every one", "everything": "every thing", "everybody": "every body", "someone": "some one",
    "something": "some thing", "sometimes": "some times", "somewhere": "some where", "anyone": "any one", "anything": "any thing",
    "anyway": "any way", "nobody": "no body", "nothing": "no thing", "without": "with out", "within": "with in", "into": "in to",
    "onto": "on to", "another": "an other", "together": "to gether", "however": "how ever", "whatever": "what ever",
    "whenever": "when ever", "although": "al though", "already": "all ready", "altogether": "all together", "maybe": "may be",
    "myself": "my self", "himself": "him self", "yourself": "your self", "themselves": "them selves", "weekend": "week end",
    "classroom": "class room", "bedroom": "bed room", "bathroom": "bath room", "homework": "home work", "football": "foot ball",
    "website": "web site", "online": "on line", "nowadays": "now a days", "today": "to day", "tonight": "to night",
    "outside": "out side", "inside": "in side", "upstairs": "up stairs", "airport": "air port", "newspaper": "news paper",
    "notebook": "note book", "birthday": "birth day", "afternoon": "after noon", "background": "back ground", "furthermore": "further more",
    "nevertheless": "never the less", "therefore": "there fore", "moreover": "more over", "overall": "over all", "throughout": "through out",
    "grandmother": "grand mother", "grandfather": "grand father", "girlfriend": "girl friend", "boyfriend": "boy friend",
    "lifestyle": "life style", "worldwide": "world wide", "widespread": "wide spread", "understand": "under stand",
    "schoolmate": "school mate", "teamwork": "team work", "database": "data base", "password": "pass word", "screenshot": "screen shot",
    "software": "soft ware", "network": "net work", "feedback": "feed back", "keyboard": "key board", "smartphone": "smart phone",
    "housework": "house work", "playground": "play ground", "sunlight": "sun light", "seafood": "sea food", "cannot": "can not",
}  # fmt: skip
JOINED = {
    ("a", "lot"): "alot", ("in", "front"): "infront", ("every", "day"): "everyday", ("at", "least"): "atleast",
    ("as", "well"): "aswell", ("each", "other"): "eachother", ("of", "course"): "ofcourse", ("any", "more"): "anymore",
    ("some", "one"): "someone", ("all", "right"): "alright", ("in", "case"): "incase", ("may", "be"): "maybe", ("in", "fact"): "infact",
    ("no", "one"): "noone", ("in", "spite"): "inspite", ("high", "school"): "highschool", ("thank", "you"): "thankyou",
    ("up", "to"): "upto", ("a", "while"): "awhile", ("all", "ready"): "already", ("in", "to"): "into", ("on", "to"): "onto",
    ("even", "though"): "eventhough", ("next", "door"): "nextdoor", ("any", "one"): "anyone", ("some", "times"): "sometimes",
    ("log", "in"): "login", ("set", "up"): "setup", ("back", "up"): "backup", ("a", "part"): "apart", ("a", "way"): "away",
    ("some", "time"): "sometime", ("every", "one"): "everyone", ("ice", "cream"): "icecream", ("bus", "stop"): "busstop",
}  # fmt: skip
JOINED_FIRST = frozenset(first for first, _ in JOINED)


def lowered(s: Sentence, i: int, rng: Random) -> Change | None:
    """english, monday, i; a sentence that opens small."""
    word = s.words[i]
    if not word[0].isupper() or (word.isupper() and len(word) > 1) or not word.isascii():
        return None
    if s.first(i) and rng.random() < 0.6:
        return None
    return Change(
        s.start[i],
        s.end[i],
        word.lower() if word[1:].islower() or len(word) == 1 else word[0].lower() + word[1:],
    )


def raised(s: Sentence, i: int, rng: Random) -> Change | None:
    """A Capital for importance, mostly on nouns."""
    word = s.words[i]
    if not word.islower() or s.first(i) or (lexicon.share(word, "N") < 80 and rng.random() < 0.9):
        return None
    return Change(s.start[i], s.end[i], word.upper() if rng.random() < 0.05 else word[0].upper() + word[1:])


def split(s: Sentence, i: int, rng: Random) -> Change | None:
    """every one, with out."""
    return s.swap(i, SPLIT[s.low[i]])


def joined(s: Sentence, i: int, rng: Random) -> Change | None:
    """alot, infront."""
    new = JOINED.get((s.low[i], s.at(i + 1)))
    return s.swap(i, new, i + 2) if new and s.spaced(i) else None


def glued(s: Sentence, i: int, rng: Random) -> Change | None:
    """A blank missed between two words or after a comma, or one too many before a mark."""
    if not s.spaced(i):
        return None
    if s.low[i] in {",", ";"}:
        return Change(
            s.start[i], s.start[i + 1], pick((s.words[i], f" {s.words[i]} ", f" {s.words[i]}"), rng)
        )
    if rng.random() < 0.15 and len(s.low[i]) < 5 and s.low[i].isalpha() and s.at(i + 1).isalpha():
        return Change(s.end[i], s.start[i + 1], "")
    return None


def hyphen(s: Sentence, i: int, rng: Random) -> Change | None:
    """well known, or wellknown, for well-known."""
    return Change(s.start[i], s.end[i], s.words[i].replace("-", pick((" ", " ", ""), rng)))


def hyphen_added(s: Sentence, i: int, rng: Random) -> Change | None:
    """a well-dressed-man kind of hyphen: adverb or noun tied to what follows."""
    if not s.spaced(i) or lexicon.share(s.at(i + 1), "N") < 80 or s.words[i + 1][0].isupper():
        return None
    return Change(s.end[i], s.start[i + 1], "-")


FAMILIES = (
    Family(
        "case.lowered", "R:ORTH", 3, lambda w: w in PROPER or w == "i" or lexicon.share(w, "P") > 50, lowered
    ),
    Family("case.sentence", "R:ORTH", 1, lambda w: w[:1].isalpha(), lowered),
    Family("case.raised", "R:ORTH", 1, lambda w: w.isalpha() and len(w) > 3, raised),
    Family("spacing.split", "R:ORTH", 1.2, SPLIT.__contains__, split),
    Family("spacing.joined", "R:ORTH", 1.2, JOINED_FIRST.__contains__, joined),
    Family("spacing.glued", "R:ORTH", 0.6, lambda w: w[:1].isalpha() or w in {",", ";"}, glued),
    Family("hyphen.lost", "R:ORTH", 1.5, lambda w: "-" in w[1:-1], hyphen),
    Family(
        "hyphen.added",
        "R:ORTH",
        0.4,
        lambda w: lexicon.share(w, "A") > 70 or lexicon.share(w, "N") > 90,
        hyphen_added,
    ),
)
