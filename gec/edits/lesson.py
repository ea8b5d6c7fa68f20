"""What a correction teaches: what is wrong, the rule of the language in one sentence, and an example. One table
is for types of edits, another for words that are often confused.
"""

from __future__ import annotations

from typing import NamedTuple

from gec.language import lexicon
from gec.language.forms import base_of_third, mostly_verb


class Lesson(NamedTuple):
    """One kind of mistake, in words for people who learn."""

    wrong: str
    rule: str
    before: str = ""
    after: str = ""
    name: str = ""  # of the mistake, where that of its type says too little

    def __str__(self) -> str:
        said = f"{self.wrong} {self.rule}"
        return f"{said} Example: {self.before} → {self.after}" if self.before else said


# By type, and where that depends on what is done also by type with its operation: M missing, R replaced, U unnecessary.
TYPE_LESSONS = {
    "ADJ": Lesson(
        "This adjective does not fit the noun.",
        "Many nouns go with certain adjectives and not with others of the same meaning.",
        "a big rain", "a heavy rain",
    ),
    "M:ADJ": Lesson(
        "An adjective is missing.", "The sentence needs it to be complete.",
        "The soup is very.", "The soup is very hot.",
    ),
    "U:ADJ": Lesson(
        "This adjective repeats what is already said.", "One word for one idea is enough.",
        "a new innovation", "an innovation",
    ),
    "ADJ:FORM": Lesson(
        "The adjective is compared in the wrong way.",
        "Short adjectives take -er and -est, long ones take more and most, and none takes both.",
        "This road is more shorter.", "This road is shorter.",
    ),
    "ADV": Lesson(
        "This adverb does not fit here.",
        "An adverb says how, when, where or how much; with a verb, use the adverb and not the adjective.",
        "She sings beautiful.", "She sings beautifully.",
    ),
    "M:ADV": Lesson(
        "An adverb is missing.", "Small words such as so, too, not, up or away carry part of the meaning.",
        "I am tired to walk.", "I am too tired to walk.",
    ),
    "U:ADV": Lesson(
        "This adverb adds nothing.", "Leave out an adverb that repeats what the verb already says.",
        "return back home", "return home",
    ),
    "CONJ": Lesson(
        "This conjunction joins the parts in the wrong way.",
        "And adds, but contrasts, because gives a reason, or gives a choice; both goes with and, either with or.",
        "both tea or coffee", "both tea and coffee",
    ),
    "M:CONJ": Lesson(
        "A conjunction is missing.", "Two clauses or two words are joined by a word such as and, but, or or because.",
        "I was tired, I went home.", "I was tired, so I went home.",
    ),
    "U:CONJ": Lesson(
        "There is one conjunction too many.", "One conjunction joins two clauses: use although or but, not both.",
        "Although it rained, but we went.", "Although it rained, we went.",
    ),
    "CONTR": Lesson(
        "The short form is not written correctly.", "An apostrophe stands where letters are left out.", "dont", "don't"
    ),
    "DET": Lesson(
        "A determiner before the noun is missing or wrong.",
        "A singular noun that can be counted needs a, the, my, this or the like before it.",
        "I bought book.", "I bought a book.",
    ),
    "R:DET": Lesson(
        "This determiner does not fit the noun.",
        "Use a or an for one of many, the for what the reader knows, this with one thing, and these with several.",
        "this books", "these books",
    ),
    "U:DET": Lesson(
        "No article is needed here.",
        "Names, and things in general that are plural or cannot be counted, take no article.",
        "The life is short.", "Life is short.",
    ),
    "MORPH": Lesson(
        "This is the wrong word of its family.",
        "English has different words for the noun, the verb, the adjective and the adverb.",
        "I wish you succeed.", "I wish you success.",
    ),
    "NOUN": Lesson(
        "This noun does not fit here.", "Words of nearly the same meaning are not always used in the same places.",
        "I made a travel to Rome.", "I made a trip to Rome.",
    ),
    "M:NOUN": Lesson(
        "A noun is missing.", "An adjective or a determiner needs a noun to go with.",
        "I had a good.", "I had a good time.",
    ),
    "U:NOUN": Lesson(
        "This noun is not needed.", "Leave out a noun that repeats what is already said.",
        "at 8 p.m. in the evening", "at 8 p.m.",
    ),
    "NOUN:INFL": Lesson(
        "The plural of this noun is formed differently.",
        "Some plurals are irregular, and some nouns have no plural at all.",
        "two childs, many informations", "two children, much information",
    ),
    "NOUN:NUM": Lesson(
        "The noun should be singular where it is plural, or plural where it is singular.",
        "Use the plural for more than one: after numbers from two on, and after many, these or several.",
        "two book", "two books",
    ),
    "NOUN:POSS": Lesson(
        "The apostrophe is missing or stands in the wrong place.",
        "One owner takes 's, several take s', and a plural without s takes 's: children's.",
        "my sisters room", "my sister's room",
    ),
    "ORTH": Lesson(
        "A capital letter or a space is wrong here.",
        "A sentence, a name, a day, a month and a language begin with a capital.",
        "on monday", "on Monday",
    ),
    "OTHER": Lesson(
        "These words do not go together in this way.",
        "Some expressions are fixed, and the pattern after a word has to be learned along with it.",
        "Open the light.", "Turn on the light.",
    ),
    "PART": Lesson(
        "The verb needs another particle.", "Verbs of two words have a fixed second word, and it decides the meaning.",
        "She looks out her children.", "She looks after her children.",
    ),
    "M:PART": Lesson(
        "The particle of the verb is missing.", "A verb of two words is not complete without the second.",
        "Please fill this form.", "Please fill in this form.",
    ),
    "U:PART": Lesson(
        "The verb needs no particle here.", "Many verbs already say what the second word would add.",
        "We discussed about it.", "We discussed it.",
    ),
    "PREP": Lesson(
        "Another preposition is used here.",
        "The verb, the noun or the time decides the preposition: depend on, interest in, at noon, on Monday, in May.",
        "It depends of you.", "It depends on you.",
    ),
    "M:PREP": Lesson(
        "A preposition is missing.", "Many verbs and most times need a preposition before the noun.",
        "We waited the bus.", "We waited for the bus.",
    ),
    "U:PREP": Lesson(
        "No preposition is needed here.", "Some verbs and some times take none: discuss, enter, last week, next year.",
        "on next Friday", "next Friday",
    ),
    "PRON": Lesson(
        "This pronoun has the wrong form or stands for the wrong thing.",
        "Use I, he, she, we and they as subjects, and me, him, her, us and them after verbs and prepositions.",
        "My sister and me live here.", "My sister and I live here.",
    ),
    "M:PRON": Lesson(
        "A pronoun is missing.", "English sentences name their subject, and many verbs their object.",
        "Is raining.", "It is raining.",
    ),
    "U:PRON": Lesson(
        "This pronoun repeats the subject or the object.", "Say it once, either with a noun or with a pronoun.",
        "My brother he lives here.", "My brother lives here.",
    ),
    "PUNCT": Lesson(
        "Another mark is used here.",
        "A full stop ends a sentence, a question mark a question, and a comma alone does not join two sentences.",
        "Where do you live.", "Where do you live?",
    ),
    "M:PUNCT": Lesson(
        "A mark is missing.",
        "Put a comma after a clause or a phrase that opens the sentence, and around what could be left out.",
        "If it rains we stay at home.", "If it rains, we stay at home.",
    ),
    "U:PUNCT": Lesson(
        "There is one mark too many.", "No comma stands between a verb and its subject or its object.",
        "He told me, that he was ill.", "He told me that he was ill.",
    ),
    "SPELL": Lesson(
        "The letters of this word are wrong: some are missing, doubled, exchanged or out of place.",
        "English spelling often does not follow the sound, so each such word has to be learned.",
        "recieve, untill", "receive, until",
    ),
    "UNK": Lesson(
        "The meaning is not clear here.", "A reader must be able to tell what each word refers to.", "", ""
    ),
    "VERB": Lesson(
        "This verb does not fit here.", "Many nouns go with one verb only: make a mistake, do homework, take a photo.",
        "I did a mistake.", "I made a mistake.",
    ),
    "M:VERB": Lesson(
        "A verb is missing.", "Every sentence needs a verb, often a form of be, have or do.",
        "She very tired.", "She is very tired.",
    ),
    "U:VERB": Lesson(
        "There is one verb too many.", "A clause has one main verb; is or do is not put before it without need.",
        "I am agree.", "I agree.",
    ),
    "VERB:FORM": Lesson(
        "The verb has the wrong form after the word before it.",
        "Use the plain form after can, will and must, -ing after enjoy and prepositions, the participle after have.",
        "I look forward to see you.", "I look forward to seeing you.",
    ),
    "VERB:INFL": Lesson(
        "This form of the verb does not exist.",
        "Irregular verbs have forms of their own, and regular ones sometimes double a letter.",
        "She maked a cake.", "She made a cake.",
    ),
    "VERB:SVA": Lesson(
        "The verb does not agree with its subject.",
        "In the present, he, she, it and any singular noun take a verb with -s, and plurals take one without.",
        "The list of names are long.", "The list of names is long.",
    ),
    "VERB:TENSE": Lesson(
        "The tense does not fit the time.",
        "Use the past for a time that is over (yesterday, last year), and have done for what still matters now.",
        "Yesterday I see him.", "Yesterday I saw him.",
    ),
    "WO": Lesson(
        "The words stand in the wrong order.",
        "English puts the subject before the verb, the object after it, and often and always before the main verb.",
        "I like very much tea.", "I like tea very much.",
    ),
}  # fmt: skip

_CONFUSED = "confused words"
_APOSTROPHE = "apostrophe"
_ITS = "It's is short for it is or it has; its shows what belongs to it."
_MIXED = "Two words that sound or look alike were confused."
_AFFECT = Lesson(
    _MIXED, "To affect is to change something; an effect is the change.", "It effects us all.", "It affects us all.",
    _CONFUSED,
)  # fmt: skip

# By the very words: each stands for the words that it tells apart.
PAIRS = {
    "a an": Lesson(
        "The article does not fit the next sound.", "Use an before the sound of a vowel and a before any other sound.",
        "a hour, an university", "an hour, a university",
    ),
    "its it's its'": Lesson(_MIXED, _ITS, "The dog lost it's ball.", "The dog lost its ball.", _CONFUSED),
    "whose who's": Lesson(
        _MIXED, "Who's is short for who is or who has; whose asks or says who owns something.",
        "Who's book is it?", "Whose book is it?", _CONFUSED,
    ),
    "your you're yours your's": Lesson(
        _MIXED, "You're is short for you are; your and yours show what belongs to you.",
        "Thanks for you're letter.", "Thanks for your letter.", _CONFUSED,
    ),
    "their there they're theirs there's": Lesson(
        _MIXED, "They're is short for they are; their shows what belongs to them; there says where something is.",
        "They lost there keys.", "They lost their keys.", _CONFUSED,
    ),
    "then than": Lesson(_MIXED, "Than compares; then says when.", "bigger then a cat", "bigger than a cat", _CONFUSED),
    "to too two": Lesson(
        _MIXED, "Too means also or more than enough; two is the number; to goes before a verb or a place.",
        "It is to late.", "It is too late.", _CONFUSED,
    ),
    "lets let's": Lesson(
        _MIXED, "Let's is short for let us; lets means allows.", "Lets go.", "Let's go.", _CONFUSED
    ),
    "lose loose": Lesson(
        _MIXED, "To lose is not to keep; loose is not tight.", "Don't loose it.", "Don't lose it.", _CONFUSED
    ),
    "affect effect": _AFFECT,
    "affects effects": _AFFECT,
    "advice advise": Lesson(
        _MIXED, "Advice is the noun, advise is the verb.", "He gave me an advise.", "He gave me advice.", _CONFUSED
    ),
    "accept except": Lesson(
        _MIXED, "To accept is to take what is offered; except means without.", "I except your offer.",
        "I accept your offer.", _CONFUSED,
    ),
    "quite quiet": Lesson(_MIXED, "Quiet is without noise; quite means rather.", "Be quite!", "Be quiet!", _CONFUSED),
    "few little": Lesson(
        "The word does not fit the noun.", "Few goes with what can be counted, little with what cannot.",
        "few water", "little water",
    ),
    "much many": Lesson(
        "The word does not fit the noun.", "Many goes with what can be counted, much with what cannot.",
        "how much people", "how many people",
    ),
    "less fewer": Lesson(
        "The word does not fit the noun.", "Fewer goes with what can be counted, less with what cannot.",
        "less cars", "fewer cars",
    ),
}  # fmt: skip

ALIKE_WORDS = Lesson(
    _MIXED, "Both are English words, but only one of them has the meaning that fits here.", "a peace of cake",
    "a piece of cake", _CONFUSED,
)  # fmt: skip
TWICE = Lesson("The word is written twice.", "Leave out one of the two.", "the the house", "the house", "repeated word")
SHORT = Lesson(
    "The apostrophe is missing.", "Where two words are written as one, an apostrophe stands for the letters left out.",
    "whats, Im", "what's, I'm", _APOSTROPHE,
)  # fmt: skip
PLURAL = Lesson(
    "A plural takes no apostrophe.", "The apostrophe shows what belongs to someone, or that letters are left out.",
    "two cat's, the 1980's", "two cats, the 1980s", _APOSTROPHE,
)  # fmt: skip
OWNER = Lesson(
    "This pronoun takes no apostrophe.", "Hers, ours, yours and theirs say whose something is, as his and mine do.",
    "It is her's.", "It is hers.", _APOSTROPHE,
)  # fmt: skip
VERB = Lesson(
    "A verb takes no apostrophe before its s.", "In the present, he, she and it take a verb with a plain -s.",
    "She want's it.", "She wants it.", _APOSTROPHE,
)  # fmt: skip
END = Lesson(
    "The sentence needs its mark at the end.", "A full stop ends a statement, and a question mark a question.",
    "Where do you live", "Where do you live?",
)  # fmt: skip
NO_END = Lesson(
    "There is one mark too many.", "A full stop or a question mark stands where a sentence ends, and one is enough.",
    "Is it late?.", "Is it late?",
)  # fmt: skip
SPACES = Lesson(
    "There is a space too many, or one is missing.",
    "One space stands between words and after a comma or a full stop, and none before these.",
    "Yes ,of course", "Yes, of course", "spacing",
)  # fmt: skip
JOINED = Lesson(
    "The word is joined or separated in the wrong way.",
    "Some words are written as one, some as two and some with a hyphen, which a dictionary tells.",
    "alot, every thing, well known author", "a lot, everything, well-known author",
)  # fmt: skip
_ENDING = {"M:PUNCT": END, "U:PUNCT": NO_END}  # of what puts in or takes away . ? or !
_OWNERS = frozenset({"hers", "ours", "yours", "theirs"})
_ENDS = ("'s", "'m", "'re", "'ve", "'ll", "'d")


def lesson(kind: str, old: str = "", new: str = "") -> Lesson:
    """The lesson for an edit: for its very words if there is one, else for its type."""
    category = kind[2:] if kind[1:2] == ":" else kind
    if kind in _ENDING and f"{old}{new}".strip() in (".", "?", "!"):
        return _ENDING[kind]
    before, after = (one.replace("’", "'").split() for one in (old, new))
    found = _of_words(category, before, after) if before and after else None
    return found or TYPE_LESSONS.get(kind) or TYPE_LESSONS.get(category, TYPE_LESSONS["OTHER"])


def _of_words(category: str, old: list[str], new: list[str]) -> Lesson | None:
    """The lesson that depends on the words, if there is one."""
    low, high = [one.lower() for one in old], [one.lower() for one in new]
    letters, same = ("".join(words).replace("-", "") for words in (low, high))
    if letters == same and (low != high or old == new):
        return JOINED if low != high and letters.isalnum() else SPACES
    if [one for one, last in zip(low, ["", *low], strict=False) if one != last] == high != low:
        return TWICE
    if len(low) == len(high) == 1 and low != high:
        return _of_pair(category, low[0], high[0])
    return None


def _of_pair(category: str, old: str, new: str) -> Lesson | None:
    """The lesson for one word in place of another, if there is one."""
    bare = old.replace("'", "")
    if bare == new in _OWNERS:
        return OWNER
    for words, found in PAIRS.items():
        if {old, new} <= {*words.split()}:
            return found
    if bare == new and old.endswith(("'s", "s'")) and new not in lexicon.CLOSED:
        return VERB if category.startswith("VERB") or mostly_verb(base_of_third(new) or "") else PLURAL
    first = new.partition("'")[0]
    if bare == new.replace("'", "") and new.endswith(_ENDS) and first in lexicon.CLOSED:
        return None if category == "NOUN:POSS" and first.endswith(("one", "body")) else SHORT
    return ALIKE_WORDS if category == "SPELL" and lexicon.known(old) and lexicon.known(new) else None
