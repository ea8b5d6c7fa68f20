"""Lessons, which explain corrections: what is wrong, the rule of the language in one sentence, and an example. One
table is for types of edits, another one for words that are often confused.
"""

from __future__ import annotations

from typing import NamedTuple

from gec.language import lexicon
from gec.language.forms import base_of_third, mostly_verb


class Lesson(NamedTuple):
    """One kind of mistake, explained to a learner."""

    wrong: str
    rule: str
    before: str = ""
    after: str = ""
    name: str = ""  # a name of the mistake, if the name of its type is too general

    def __str__(self) -> str:
        said = f"{self.wrong} {self.rule}"
        return f"{said} Example: {self.before} → {self.after}" if self.before else said


# By category, or by type if the lesson depends on the operation: M missing, R replaced, U unnecessary.
TYPE_LESSONS = {
    "ADJ": Lesson(
        "A different adjective is needed here.",
        "Many nouns go with certain adjectives and not with others of similar meaning.",
        "a big rain", "a heavy rain",
    ),
    "M:ADJ": Lesson(
        "An adjective is missing.", "The sentence is incomplete without it.", "The soup is very.",
        "The soup is very hot."
    ),
    "U:ADJ": Lesson(
        "This adjective is not needed.", "Leave out an adjective that adds nothing or repeats another word.",
        "a new innovation", "an innovation",
    ),
    "ADJ:FORM": Lesson(
        "The comparative or superlative is wrong.",
        "Use -er and -est with short adjectives, and more and most with long ones, but never both.",
        "This road is more shorter.", "This road is shorter.",
    ),
    "ADV": Lesson(
        "A different word is needed here, usually an adverb.",
        "An adverb says how, when, where or how much; use an adverb, not an adjective, to describe a verb.",
        "She sings beautiful.", "She sings beautifully.",
    ),
    "M:ADV": Lesson(
        "An adverb is missing.", "Short adverbs such as so, too, not, up or away can change the meaning.",
        "I am tired to walk.", "I am too tired to walk.",
    ),
    "U:ADV": Lesson(
        "This adverb is not needed.", "Leave out an adverb that adds nothing or repeats another word.",
        "return back home", "return home",
    ),
    "CONJ": Lesson(
        "A different conjunction is needed here.",
        "And adds, but contrasts, because gives a reason, or gives a choice; both goes with and, either with or.",
        "both tea or coffee", "both tea and coffee",
    ),
    "M:CONJ": Lesson(
        "A conjunction is missing.", "Use a word such as and, but, so or because to join two clauses.",
        "I was tired, I went home.", "I was tired, so I went home.",
    ),
    "U:CONJ": Lesson(
        "This conjunction is not needed.", "One conjunction is enough for two clauses: use although or but, not both.",
        "Although it rained, but we went.", "Although it rained, we went.",
    ),
    "CONTR": Lesson(
        "A contraction is missing, wrong or not needed here.",
        "In a contraction, an apostrophe replaces the missing letters.",
        "dont", "don't",
    ),
    "DET": Lesson(
        "An article or another determiner is missing or wrong.",
        "A singular countable noun usually needs a, the, my, this or another determiner before it.",
        "I bought book.", "I bought a book.",
    ),
    "R:DET": Lesson(
        "A different determiner or pronoun is needed here.",
        "For example, a and an mean one of many, the means a known one, and these and those go with plural nouns.",
        "this books", "these books",
    ),
    "U:DET": Lesson(
        "No article or other determiner is needed here.",
        "Most names, and plural and uncountable nouns used in a general sense, take no article.",
        "The life is short.", "Life is short.",
    ),
    "MORPH": Lesson(
        "A different form of this word is needed here.",
        "Related nouns, verbs, adjectives and adverbs have different forms: success, succeed, successful.",
        "I wish you succeed.", "I wish you success.",
    ),
    "NOUN": Lesson(
        "A different noun is needed here.", "Nouns of similar meaning are often used in different contexts.",
        "I made a travel to Rome.", "I made a trip to Rome.",
    ),
    "M:NOUN": Lesson(
        "A noun is missing.", "An adjective or a determiner usually needs a noun after it.",
        "I had a good.", "I had a good time.",
    ),
    "U:NOUN": Lesson(
        "This noun is not needed.", "Leave out a noun that adds nothing or repeats another word.",
        "at 8 p.m. in the evening", "at 8 p.m.",
    ),
    "NOUN:INFL": Lesson(
        "This form of the word does not exist or is not usual.",
        "For example, some plurals are irregular, and uncountable nouns have no plural.",
        "two childs, many informations", "two children, much information",
    ),
    "NOUN:NUM": Lesson(
        "The noun should be plural instead of singular, or singular instead of plural.",
        "Use the plural after numbers above one, many, these and several, and the singular after a, each and every.",
        "two book", "two books",
    ),
    "NOUN:POSS": Lesson(
        "A possessive form is missing, wrong or not needed here.",
        "A singular noun takes 's, a plural in -s takes only an apostrophe, and other plurals take 's: children's.",
        "my sisters room", "my sister's room",
    ),
    "ORTH": Lesson(
        "A capital letter or a space is missing, wrong or not needed here.",
        "Sentences and the names of people, places, days, months and languages begin with a capital letter.",
        "on monday", "on Monday",
    ),
    "OTHER": Lesson(
        "A different wording is needed here.",
        "Many expressions are fixed, so learn a word together with the words that go with it.",
        "Open the light.", "Turn on the light.",
    ),
    "PART": Lesson(
        "A different particle or preposition is needed here.",
        "The particle of a phrasal verb determines its meaning: look after, look for, look up.",
        "She looks out her children.", "She looks after her children.",
    ),
    "M:PART": Lesson(
        "A particle is missing.", "A phrasal verb is incomplete without its particle.",
        "Please fill this form.", "Please fill in this form.",
    ),
    "U:PART": Lesson(
        "No particle is needed here.", "Many verbs already express what the particle would add.",
        "She raised up her hand.", "She raised her hand.",
    ),
    "PREP": Lesson(
        "A different preposition is needed here.",
        "The verb, noun or time expression determines the preposition: depend on, interest in, at noon, on Monday.",
        "It depends of you.", "It depends on you.",
    ),
    "M:PREP": Lesson(
        "A preposition is missing.", "Many verbs and time expressions need a preposition before a noun.",
        "We waited the bus.", "We waited for the bus.",
    ),
    "U:PREP": Lesson(
        "No preposition is needed here.",
        "Some verbs and time expressions take no preposition: discuss, enter, last week, next year.",
        "on next Friday", "next Friday",
    ),
    "PRON": Lesson(
        "A different pronoun is needed here.",
        "Use I, he, she, we and they as subjects, and me, him, her, us and them after verbs and prepositions.",
        "My sister and me live here.", "My sister and I live here.",
    ),
    "M:PRON": Lesson(
        "A pronoun is missing.", "A clause needs a subject, and many verbs need an object.",
        "Is raining.", "It is raining.",
    ),
    "U:PRON": Lesson(
        "This pronoun is not needed.", "Do not repeat a subject or an object with a pronoun.",
        "My brother he lives here.", "My brother lives here.",
    ),
    "PUNCT": Lesson(
        "The punctuation is wrong here.",
        "A full stop ends a statement, a question mark ends a question, and a comma alone does not join two sentences.",
        "Where do you live.", "Where do you live?",
    ),
    "M:PUNCT": Lesson(
        "A punctuation mark is missing.",
        "Put a comma after a clause or phrase that opens a sentence, and around words that could be left out.",
        "If it rains we stay at home.", "If it rains, we stay at home.",
    ),
    "U:PUNCT": Lesson(
        "This punctuation mark is not needed.", "Do not put a comma between a verb and its subject or object.",
        "He told me, that he was ill.", "He told me that he was ill.",
    ),
    "SPELL": Lesson(
        "This word is misspelt, or a different word is needed here.",
        "English spelling often differs from pronunciation, so look up a word if you are not sure.",
        "recieve, untill", "receive, until",
    ),
    "UNK": Lesson(
        "The meaning is not clear here.", "A reader must be able to tell what each word refers to.", "", ""
    ),
    "VERB": Lesson(
        "A different verb is needed here.",
        "Many nouns go with a particular verb: make a mistake, do homework, take a photo.",
        "I did a mistake.", "I made a mistake.",
    ),
    "M:VERB": Lesson(
        "A verb is missing.", "Every sentence needs a verb, often a form of be, have or do.",
        "She very tired.", "She is very tired.",
    ),
    "U:VERB": Lesson(
        "This verb is not needed.", "For example, the present simple is formed without be.", "I am agree.", "I agree."
    ),
    "VERB:FORM": Lesson(
        "A different form of the verb is needed here.",
        "For example, use the base form after can, the -ing form after enjoy and the past participle after have.",
        "I look forward to see you.", "I look forward to seeing you.",
    ),
    "VERB:INFL": Lesson(
        "This form of the verb does not exist or is not usual.",
        "Some verbs have irregular forms, and some regular verbs double a letter: stop, stopped.",
        "She maked a cake.", "She made a cake.",
    ),
    "VERB:SVA": Lesson(
        "The verb does not agree with its subject.",
        "A singular subject takes a singular verb, and a plural subject takes a plural verb.",
        "The list of names are long.", "The list of names is long.",
    ),
    "VERB:TENSE": Lesson(
        "A different tense or auxiliary verb is needed here.",
        "For example, use the past simple for a finished time, and the present perfect for a time up to now.",
        "Yesterday I see him.", "Yesterday I saw him.",
    ),
    "WO": Lesson(
        "The word order is wrong.",
        "The subject usually comes before the verb, the object after it, and often or always before the main verb.",
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

# By the pair of confused words.
PAIRS = {
    "a an": Lesson(
        "The article does not fit the next sound.", "Use an before a vowel sound and a before a consonant sound.",
        "a hour, an university", "an hour, a university",
    ),
    "its it's its'": Lesson(_MIXED, _ITS, "The dog lost it's ball.", "The dog lost its ball.", _CONFUSED),
    "whose who's": Lesson(
        _MIXED, "Who's is short for who is or who has; whose shows possession.",
        "Who's book is it?", "Whose book is it?", _CONFUSED,
    ),
    "your you're yours your's": Lesson(
        _MIXED, "You're is short for you are; your and yours show what belongs to you.",
        "Thanks for you're letter.", "Thanks for your letter.", _CONFUSED,
    ),
    "their there they're theirs there's": Lesson(
        _MIXED, "They're is short for they are; their shows possession; there is a place, or begins there is.",
        "They lost there keys.", "They lost their keys.", _CONFUSED,
    ),
    "then than": Lesson(
        _MIXED, "Use than in comparisons; then means at that time.", "bigger then a cat", "bigger than a cat",
        _CONFUSED,
    ),
    "to too two": Lesson(
        _MIXED, "Too means also or more than enough; two is a number; to goes before a verb or a noun.",
        "It is to late.", "It is too late.", _CONFUSED,
    ),
    "lets let's": Lesson(
        _MIXED, "Let's is short for let us; lets means allows.", "Lets go.", "Let's go.", _CONFUSED
    ),
    "lose loose": Lesson(
        _MIXED, "To lose is to have no longer; loose means not tight.", "Don't loose it.", "Don't lose it.", _CONFUSED
    ),
    "affect effect": _AFFECT,
    "affects effects": _AFFECT,
    "advice advise": Lesson(
        _MIXED, "Advice is a noun; advise is a verb.", "He gave me an advise.", "He gave me advice.", _CONFUSED
    ),
    "accept except": Lesson(
        _MIXED, "To accept is to take what is offered; except means not including.", "I except your offer.",
        "I accept your offer.", _CONFUSED,
    ),
    "quite quiet": Lesson(
        _MIXED, "Quiet means without noise; quite means rather or completely.", "Be quite!", "Be quiet!", _CONFUSED
    ),
    "few little": Lesson(
        "The word does not fit the noun.", "Use few with plural nouns and little with uncountable nouns.",
        "few water", "little water",
    ),
    "much many": Lesson(
        "The word does not fit the noun.", "Use many with plural nouns and much with uncountable nouns.",
        "how much people", "how many people",
    ),
    "less fewer": Lesson(
        "The word does not fit the noun.", "Use fewer with plural nouns and less with uncountable nouns.",
        "less cars", "fewer cars",
    ),
}  # fmt: skip

ALIKE_WORDS = Lesson(
    _MIXED, "Both are English words, but only one of them fits here.", "a peace of cake",
    "a piece of cake", _CONFUSED,
)  # fmt: skip
TWICE = Lesson("A word is written twice.", "Leave out one of the two.", "the the house", "the house", "repeated word")
SHORT = Lesson(
    "The apostrophe is missing.", "In a contraction, an apostrophe replaces the letters left out.",
    "whats, Im", "what's, I'm", _APOSTROPHE,
)  # fmt: skip
PLURAL = Lesson(
    "A plural has no apostrophe.", "An apostrophe shows possession, or that letters are left out.",
    "two cat's, the 1980's", "two cats, the 1980s", _APOSTROPHE,
)  # fmt: skip
OWNER = Lesson(
    "This pronoun has no apostrophe.", "Hers, ours, yours and theirs are possessive without one, like his and mine.",
    "It is her's.", "It is hers.", _APOSTROPHE,
)  # fmt: skip
VERB = Lesson(
    "A verb has no apostrophe before its -s.", "In the present simple, the verb after he, she or it simply ends in -s.",
    "She want's it.", "She wants it.", _APOSTROPHE,
)  # fmt: skip
END = Lesson(
    "The mark at the end of the sentence is missing.", "A full stop ends a statement, and a question mark a question.",
    "Where do you live", "Where do you live?",
)  # fmt: skip
NO_END = Lesson(
    "This mark is not needed.", "Use one full stop, question mark or exclamation mark, and only where a sentence ends.",
    "Is it late?.", "Is it late?",
)  # fmt: skip
SPACES = Lesson(
    "A space is missing, or is not needed here.",
    "Leave one space between words and after a comma or a full stop, but none before these marks.",
    "Yes ,of course", "Yes, of course", "spacing",
)  # fmt: skip
JOINED = Lesson(
    "This is wrongly joined or separated.",
    "Some compounds are one word, some are two and some have a hyphen; a dictionary shows which.",
    "alot, every thing, well known author", "a lot, everything, well-known author",
)  # fmt: skip
_OF_WORDS = (*dict.fromkeys(PAIRS.values()), ALIKE_WORDS, TWICE, SHORT, PLURAL, OWNER, VERB, SPACES)
OWN_NAMES = tuple(dict.fromkeys(one.name for one in _OF_WORDS if one.name))  # of mistakes that several types include
_ENDING = {"M:PUNCT": END, "U:PUNCT": NO_END}  # of what puts in or takes away . ? or !
_OWNERS = frozenset({"hers", "ours", "yours", "theirs"})
_ENDS = ("'s", "'m", "'re", "'ve", "'ll", "'d")


def named(name: str) -> list[Lesson]:
    """The lessons about a mistake with a name of its own."""
    return [one for one in _OF_WORDS if one.name == name]


def lesson(kind: str, old: str = "", new: str = "") -> Lesson:
    """The lesson for an edit: the one for its words if there is one, else the one for its type."""
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
