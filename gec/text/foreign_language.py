"""Decides whether a sentence is English. Sentences in another language are left alone.

A sentence is foreign if most of its letters are of another script, or if its small words (articles, pronouns,
prepositions) are those of another language and hardly any are English. A short sentence is foreign if no small word is
English. In both cases at least a third of all words must be unknown in English. In doubt a sentence is English: even a
learner's worst sentence has "the" and "I". A sentence without English words is foreign if one beside it is
(`has_no_english`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from gec.language import word_set
from gec.text.remember import Remembered

_ELIDED = r"(?:[cdjlmnst]|qu|all|dall|dell|nell|sull|un)['’](?=[^\W\d_]{2})"  # l'eau, dell'anno
_WORD = re.compile(rf"\b{_ELIDED}|[^\W\d_]+(?:['’][^\W\d_]+)?", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff\ufb00-\ufb06]")

SMALL_ENGLISH = """
    a about after all also an and any are as at be because been but by can could did do does don't down each
    even every for from get go had has have he her here him his how i i'm if in into is it it's its just know
    like make many may me more most much my never no not now of off on one only or other our out over people
    said see she should so some such than that the their them then there these they this those time to two up us
    very was we were what when where which who why will with would you your
"""

# Small words of other languages, including those that are also English words.
OTHERS = {
    "German": """
        der die das den dem des ein eine einen einem einer und ist nicht ich du er sie wir ihr mit auf für von zu
        zum zur sich auch aus bei nach wie wenn dass daß haben hat wird werden sind oder aber noch nur über kann
        mich mir dir uns war waren sein seine kein keine schon sehr immer mehr hier dort heute gestern morgen diese
        dieser
        im am in an was man wo wer vom beim bin bist dich euch unser unsere ihre ihren meine deine keinen guten
        danke bitte ja nein
    """,
    "French": """
        le la les un une des du et est que qui dans pour pas ne ce cette il elle je tu nous vous ils elles sur avec
        plus par au aux mais ou où son sa ses leur leurs mon ma mes être avoir fait sont était très bien aussi comme
        tout tous cela ça c'est qu'il d'un d'une n'est j'ai l'on chez entre sans sous
        merci bonjour votre notre vos nos te toi moi lui oui non si suis sommes êtes avez ai a ont à y en dont
        même peu quel quelle l' d' c' j' m' n' s' t' qu' c est
    """,
    "Spanish": """
        el la los las un una unos unas y es en que de del al por para con no se su sus lo le les pero más como muy
        este esta estos estas ese esa eso yo tú él ella nosotros ustedes ellos mi tu hay está están son era fue ser
        cuando donde porque también todo todos nada qué cómo desde hasta sobre entre sin ya a si vamos
        gracias me te nos mis tus tiene tengo eres soy estoy usted ustedes señor sí gran otro otra cada
    """,
    "Italian": """
        il lo la gli le un una uno e è di che non per con del della dei delle dello nel nella sono ha ho hai hanno
        si sua suo suoi questo questa questi quello ma come più anche io tu lui lei noi voi loro mi ti ci vi al alla
        allo dal dalla sul sulla perché quando dove molto tutto tutti essere era stato stata c'è a in so da
        grazie sei siamo nostro nostra vostro mio mia tuo tua suoi alle agli ai nei negli quale ogni buono l'
        un' d' c' all' dall' dell' nell' sull'
    """,
    "Portuguese": """
        o os as um uma uns umas e é em que de do da dos das no na nos nas por para com não se seu sua seus mas mais
        como muito este esta isso eu tu ele ela nós você vocês eles meu minha há está estão são era foi ser quando
        onde porque também tudo todos já até sobre entre sem ao aos à pelo pela
        obrigado obrigada me te lhe nosso nossa pelos pelas dele dela sou tem tenho aqui bom boa
    """,
    "Dutch": """
        de het een en van ik je jij hij zij wij we jullie dat die dit deze niet is op te voor met zijn er maar om
        aan ook als bij nog naar uit dan wel geen heeft hebben was waren wordt worden zou kan kunnen mijn jouw haar
        hun ons onze over door tot al heel veel meer wat waar wie hoe
        dank mij u ben bent onder zonder tegen goed graag hallo nee ja in
    """,
    "Latin": """
        et in est non ad ut cum sed qui quae quod ex ab de sunt per nec si autem enim esse atque aut ac hic haec hoc
        lorem ipsum dolor sit amet sine pro post inter ante tempor magna labore dolore nisi quis erat vel
    """,
    "Swedish": """
        och att det som en ett den är på av för med till inte jag du han hon vi ni de har hade var kan ska om men så
        från eller vid när där här också mycket bara efter upp ut sig sin sitt sina mig dig oss dem detta denna
        dessa vara blir blev kommer finns
    """,
    "Danish": """
        og i at det som en et den er på af for med til ikke jeg du han hun vi de har havde var kan skal vil om men
        så fra eller ved når der her også meget kun efter op ud sig sin sit sine mig dig os dem dette denne disse
        være bliver blev kommer findes
    """,
    "Norwegian": """
        og i at det som en et den er på av for med til ikke jeg du han hun vi de har hadde var kan skal vil om men
        så fra eller ved når der her også mye bare etter opp ut seg sin sitt sine meg deg oss dem dette denne disse
        være blir ble kommer finnes
    """,
    "Finnish": """
        ja on ei se hän minä sinä me te he että mutta kun niin myös vain jos tai joka jotka ovat oli olla tämä nämä
        minun sinun hänen mitä missä miksi nyt vielä kuin ole olen olet olemme en et eivät sekä ennen jälkeen
    """,
    "Polish": """
        i na do nie się to jest że jak ale po co tak za od czy są był była było być ja ty on ona my wy oni dla przez
        przy tego tym ten ta te który która które tylko już jeszcze może bardzo gdy kiedy gdzie jego jej ich mnie mi
        ci go
    """,
    "Czech": """
        a na je se že to s do i jako ale po za by jsem jsi jsme jste jsou byl byla bylo být já ty on ona my vy oni
        pro při ten ta tento tato toto který která které jen už ještě může velmi když kde jeho její jejich mě mi ne
        není bude budou jestli aby
    """,
    "Turkish": """
        ve bir bu da de için ile çok ne var yok değil ben sen o biz siz onlar ama gibi daha en kadar sonra önce mi
        mı mu mü olarak olan oldu her şey diye benim senin bizim nasıl neden nerede şimdi ki ya
    """,
    "Indonesian": """
        yang dan di ini itu dengan untuk tidak dari dalam akan pada ke juga saya kamu dia kami kita mereka ada
        adalah bisa sudah telah oleh karena atau seperti lebih sangat hanya saat banyak orang kepada bagi tetapi
    """,
    "Romanian": """
        și în la de cu pe nu este sunt un o că mai din pentru care ce se să a am ai au fost era eu tu el ea noi voi
        ei ele dar sau dacă când unde cum foarte acest această aceste lui lor mea meu după până
    """,
    "Hungarian": """
        a az és hogy nem is egy van volt lesz de ha csak már még mert vagy mint én te ő mi ti ők ez ezt azt meg ki
        be fel le el nagyon minden itt ott most majd akkor kell lehet vannak voltak
    """,
    "Catalan": """
        el la els les un una uns unes i és en que de del dels al als per amb no es seu seva però més com molt aquest
        aquesta jo tu ell ella nosaltres vosaltres ells hi ha són era va ser quan on perquè també tot tots a si
    """,
    "Vietnamese": """
        và là của có không tôi bạn anh chị em nó chúng ta được cho với trong một những các này đó khi thì mà đã sẽ
        đang rất cũng như để người về từ ở ra vào
    """,
    "Esperanto": """
        la kaj estas en de al mi vi li ŝi ĝi ni ili ne ke kiu kio kiel por kun sed aŭ ankaŭ tre pli plej tiu tio
        tiuj estis estos havas povas devas sur sub ĝis
    """,
}

ENOUGH = 2_000  # characters are enough to tell the language
MIN_WORDS = 4
SHARE = 0.2  # of all words that must be small words of the other language
TIMES = 3  # as many of them as English small words, not counting words of both languages


@Remembered
def foreign(sentence: str) -> bool:
    """Whether a sentence is certainly in another language."""
    sentence = sentence[:ENOUGH]
    if not sentence.isascii():
        letters = "".join(filter(str.isalpha, sentence))
        if 2 * len(_LATIN.findall(letters)) < len(letters):
            return not _is_maths(letters)
    if sum(map(_beginnings().__contains__, map(str.lower, _LETTERS.findall(sentence)))) < 2:
        return False  # nearly every English sentence ends here
    found = list(_WORD.finditer(sentence))
    # A small word with a capital inside a sentence is part of a name: Los Alamos.
    words = [_normalized(match) for match in found if not _is_name(match)]
    if len(_not_english().intersection(words)) < 2:
        return False
    english = [word for word in words if word in _english()]
    enough = len(words) >= MIN_WORDS and 2 * len(english) <= len(words)
    is_other = any((enough and _outnumber(small, words, english)) or _alone(small, words) for small in _others())
    return is_other and _unknown([_normalized(match) for match in found])


def has_no_english(sentence: str) -> bool:
    """Whether nothing in a sentence is English, so that it is foreign if a sentence beside it is."""
    words = [_normalized(match) for match in _WORD.finditer(sentence[:ENOUGH])]
    return _english().isdisjoint(set(words).difference(*_others())) and _unknown(words)


def _normalized(word: re.Match[str]) -> str:
    return word.group().lower().replace("’", "'")


def _is_name(word: re.Match[str]) -> bool:
    return word.start() > 0 and word.group()[0].isupper()


def _outnumber(small: frozenset[str], words: list[str], english: list[str]) -> bool:
    """Whether the small words of another language clearly outnumber the English ones."""
    theirs = [word for word in words if word in small]
    alone = [word for word in theirs if word not in _english()]
    against = sum(word not in small for word in english)
    return len(theirs) >= SHARE * len(words) and len(set(alone)) > 1 and len(alone) > TIMES * against


def _alone(small: frozenset[str], words: list[str]) -> bool:
    """Whether at least two words are small words of another language, and none is one of English only."""
    alone = {word for word in words if word in small and word not in _english()}
    return len(alone) > 1 and all(word in small or word not in _english() for word in words)


def _unknown(words: list[str]) -> bool:
    """Whether at least a third of the words are unknown in English."""
    from gec.language import lexicon  # loaded late: English sentences do not need this table

    return 0 < len(words) <= 3 * sum(not lexicon.known(word) for word in words)


def _is_maths(letters: str) -> bool:
    """Whether at least half of the letters are Latin ones or styled variants of them, as in mathematics."""
    styled = sum(unicodedata.name(one, "").startswith(("MATHEMATICAL", "LATIN", "FULLWIDTH")) for one in letters)
    return 2 * styled >= len(letters)


@cache
def _english() -> frozenset[str]:
    return word_set(SMALL_ENGLISH)


@cache
def _not_english() -> frozenset[str]:
    """The small words of other languages that are not small words of English."""
    return frozenset().union(*_others()) - _english()


@cache
def _beginnings() -> frozenset[str]:
    """These words up to an apostrophe."""
    return frozenset(word.partition("'")[0] for word in _not_english())


@cache
def _others() -> tuple[frozenset[str], ...]:
    return tuple(word_set(words) for words in OTHERS.values())
