"""Little words that are missing, or too many: *in morning*, *for first time*, *listen music*, *wait you*, *by the bus*,
*the public transport*, *ask to me*, *go to home*, *in last year*, *on July*,
*in 5 o'clock*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import FREE, LIKELY, TASTE, Fault, any_of, behind_none, late
from gec.words import word_set

_ENDS = r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|with|when|if|to|for|in|on|I|we|by|every|last|yesterday)\b)"
_PLACES = """
    cinema beach gym park doctor dentist theatre theater bank supermarket station airport zoo library museum mountains
    swimming_pool seaside toilet post_office hairdresser city_centre countryside
"""
_WHOLES = "time way thing day place problem age year city reason house class school level kind type opinion idea room"
_PAID = """
    ticket tickets food meal meals trip insurance parking hotel damage service services transport course studies
    education petrol drinks dinner lunch
"""
_FOR_A_WHILE = "minute moment second while bit few long couple day week month year lot little hour"
_NOT_FAR = behind_none("trip go went came come drive drove way close travel journey")  # able to coast
# First time buyers, same day delivery.
_NEWCOMERS = (
    "(?:home ?)?buyers?|visitors?|users?|(?:grand)?parents?|players?|mothers?|mums?|moms?|voters?|readers?|owners?"
)
_SERVICES = "delivery|deliveries|dispatch|despatch|shipping|service|appointments?|collection|payments?|results|repairs?"
# Where *the* is missing: the end of what is found.
_THE = late(
    rf"{FREE}(?:in (?=(?:morning|evening|afternoon)s?(?!, (?:afternoon|evening)){_ENDS})"
    rf"|(?!going to (?:bank|park)\b)(?:go|goes|went|going|come|came|walk|drive) to (?=(?:{any_of(_PLACES)}){_ENDS})"
    rf"|(?:in|at|for|with|of|has|have|had|on|by|from|to) (?=same (?:{any_of(_WHOLES)})\b(?! (?:{_SERVICES})\b))"
    rf"|for (?=(?:first|second|third|last) time\b(?! (?:{_NEWCOMERS})\b))"
    r"|(?:in|for|during|over) (?=(?:last|past|next) (?:two|three|four|five|ten|few|several|couple of|\d\d?)"
    r" (?:years|months|weeks|days|decades|hours)\b)"
    rf"|on (?=internet{_ENDS})"
    r"|(?!at first one\b)(?:than|in|on|at|from|is|was) (?=(?:first|second|third|fourth) (?:one|floor|lesson"
    r"|chapter)\b(?!-))"
    rf"|(?<!coast )(?!{_NOT_FAR}to coast\b)(?:to|at|near|from) (?=(?:coast|beach|seaside|airport|supermarket"
    rf"|countryside){_ENDS})"
    r"|[Oo]ne of (?=(?:most|best|biggest|largest|greatest|worst|oldest|highest) [a-z]+)"
    rf"|(?:in|from|to|visit|visited) (?=(?:USA|UK|UAE|Netherlands|Philippines){_ENDS}))"
)
# She stood by the car, and was hit by the bus.
_GOING = late(
    r"(?:\A|\b(?:travel(?:s|l?ed|l?ing)?|go|goes|going|went|gone|come|came|get|got|getting|arrived?|trip|journey"
    r"|there|here|home"
    r"|school|work|university|it|city|town|centre|center|hours?|minutes?|[A-Z][a-z]+) )\Z"
)
_NO_THE = late(
    rf"{FREE}(?:(?:go|goes|going|went) to the (?:school|work|bed|church|university|college)"
    r"|(?:sport|subject|hobby|game) (?:is|was) the"
    r" (?:football|basketball|tennis|volleyball|soccer|cricket|swimming|hockey|chess|baseball|history|music)"
    r"|play(?:s|ed|ing)? the (?:football|basketball|tennis|volleyball|soccer|cricket|golf|hockey|chess|baseball)"
    r"|by the (?:bus|car|train|plane|bike|bicycle|taxi)|(?:have|had|having|eat|ate) the (?:breakfast|lunch|dinner))"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|when|if|by|every|yesterday)\b)"
)
_PAST = late("went|had|ate")  # to what was spoken of before
# With something behind it that says which one, it may stand.
_TRANSPORT = late(
    rf"{FREE}the (?=public transport(?:ation)?"
    r"(?:[.,;!?](?: |\Z)|\Z"
    r"| (?:and|but|because|is|has|will|can|should|would|instead|than|as|to|for|if|when|with|more)\b))",
    re.IGNORECASE,
)
_TO = late(rf"{FREE}[Ll]isten(?:s|ed|ing)?() (?:music|me|you|him|us|them|the|my|your|his|her|their|songs|what)\b")
_FOR = (
    late(rf"{FREE}pay(?:s|ing)?() (?:the|a|my|their|your|our|his|her) (?:{any_of(_PAID)}){_ENDS}"),
    late(
        rf"{FREE}[Ww]ait(?:s|ed|ing)?() (?:me|you|him|us|them|your|my|his|her)\b(?! (?:{any_of(_FOR_A_WHILE)}|turn)\b)"
        rf"(?! [^.!?]{{0,40}}\b(?:turn|time)\b)"
    ),
)
_NOT_AS = behind_none(
    "[Aa]s was were been is be being story stories tale tales question questions thing things secret"
    " secrets lie lies joke jokes everything anything something nothing words fact facts truth"
)
# Nobody tells to somebody, goes to home or shopping, or does it in last year.
_NO_SUM = behind_none("salary money time weekend weekends income wages budget energy days")
_NO_TO = late(
    rf"{FREE}(?:(?:[Aa]sks?|asking|[Tt]ells?|(?=told|asked){_NOT_AS}(?:told|asked)"
    rf"|(?<!most )(?<!more )(?<!very )(?<!t['’]s )telling|visited|phoned|thank(?:ed)?"
    r"|(?:I|we|you|they|to|will|can) visit) to"
    r" (?:(?:me|him|us|you)\b(?! it\b)|(?:them|her)\b(?! [a-z]))"
    r"|(?:[Tt]o|[Ww]ill|can|could|would|should|must|may|might|['’]ll) visit to (?:[A-Z][a-z]|(?:my|his|our|their)\b)"
    rf"|(?:go|goes|went|going|come|came|coming|get|got|return|returned|drove|walk|walked)"
    rf"(?!(?<=drove)(?: to downtown)|(?<=walk) to d|(?<=walked) to d|(?<=g[eo]t) to d) to (?:home|abroad|downtown"
    rf"|upstairs|downstairs|outside){_ENDS}"
    rf"|{_NO_SUM}(?:go|goes|went|going) to (?:shopping|fishing|swimming|camping|dancing|skiing|hiking|jogging){_ENDS}"
    rf"|(?:go|goes|went|going|come|came|coming) to (?:here|there){_ENDS})"
)
# What went on last night, and who is in tomorrow.
_GONE = behind_none(
    "[Gg]o goes went [Cc]omes came moved move dropped turned handed logged checked set got gave stayed is are was were"
    " be still it them him himself herself s in hope [Bb]elieve [Ll]ive [Ff]ocus rely"
)
_LAST_YEAR = late(
    rf"(?<![Ll]ook )(?<![Ll]ooked )(?<!up )(?<![Cc]heck )(?<!come )(?<!ing )"
    rf"{FREE}([Aa]t|(?=[IiOo]n ){_GONE}(?:[Ii]n|[Oo]n)) ((?:last|next) "
    r"(?:week|month|year|night|weekend|summer|winter|spring|autumn|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
    r"|yesterday|tomorrow)"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:I|we|he|she|it|they|and|but|when|because|the|my|morning|evening)\b)"
)
# What goes on, and comes in, whatever day: he flew in yesterday, I left the lights on last night, based on last year.
_PARTICLE = word_set(
    """
    slept break broke fly flew let pop popped phone phoned call called ring rang come came drop roll rolled pour
    poured kick kicked blow blew walk walked opt opted tune tuned turn phased phase vote voted sworn fall fell cave
    caved chip chipped join joined dig dug put barge barged burst crept file filed fill filled settle settled weigh step
    stepped drive drove pull pulled book booked log sign signed straight early lights light TV heating radio oven
    music based Based base build built bet bets decide decided agree agreed concentrate
    concentrated reflect plan planned carry carried pass passed keep kept left improvement increase rise drop cent
    percent have anything nothing something good open rain rained hand handed stop stopped run ran bring brought send
    sent throw thrown take taken took win won tucked snow snowed
    """
)
_AT_HOME = {"in": frozenset({"you", "he", "she", "they", "we", "m", "re", "t", "not", "due"}), "on": frozenset({"s"})}
_BEFORE_IT = late(
    r"(?:\b(?P<verb>[Bb]ring|brought|hand(?:ed)?|[Tt]urn(?:ed)?|let|put|took|left|[Ss]witch(?:ed)?"
    r"|sent|[Cc]alled|moved)(?: [a-z]+){1,3}"
    r"|\b(?P<last>[A-Za-z]+)) \Z"
)
BESIDE = 40  # characters before it that are looked at
_OF = late(
    rf"{FREE}(?:(?!afraid for\b)(?:proud|afraid|jealous|aware|capable) (for|with|from|about)"
    r"|(?:take|takes|taking|took) care (about|for))"
    r" (?:the|my|our|your|his|her|it|them|him|me|us|you|their)\b"
)
_THEN = (" last ", " next ", " yesterday", " tomorrow")
# Sales were down on 2010, they settled on noon.
_RELIED = behind_none(
    "up down % based [Bb]ack improve improved improvement focus focuses focused relied rely insisted settled decided"
    " agreed spent crush fell increase"
)
_JULY = late(
    rf"{FREE}(?=[Oo]n ){_RELIED}([Oo]n) (?:January|February|April|June|July|August|September|October|November|December)"
    r"(?=[.;!?](?: [A-Za-z]|\Z)|\Z| (?:I|we|he|she|it|they|but|when|because|last|next|(?:19|20)\d\d)\b)"
)


def _article(text: str) -> Iterator[Fault]:
    for found in _NO_THE.finditer(text):
        if found.group()[0] == "b" and not _GOING.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        at = found.group().rindex(" the ") + found.start() + 1
        yield Fault(at, found.end(), text[at + 4 : found.end()], TASTE if _PAST.match(found.group()) else LIKELY)
    for found in _TRANSPORT.finditer(text):
        yield Fault(found.start(), found.end() + 6, "Public" if found.group()[0] == "T" else "public", TASTE)
    yield from (Fault(found.end(), found.end(), "the ") for found in _THE.finditer(text))


def _preposition(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span(1), " to", LIKELY) for found in _TO.finditer(text))
    yield from (Fault(*found.span(1), " for", LIKELY) for pattern in _FOR for found in pattern.finditer(text))
    for found in _NO_TO.finditer(text) if " to " in text else ():
        at = found.group().index(" to ") + found.start() + 1
        yield Fault(at, found.end(), text[at + 3 : found.end()])
    for found in _OF.finditer(text):
        yield Fault(*found.span(found.lastindex or 0), "of", LIKELY)
    for found in _JULY.finditer(text):
        yield Fault(*found.span(1), "In" if found[1] == "On" else "in", LIKELY)


def _no_preposition(text: str) -> Iterator[Fault]:
    for found in _LAST_YEAR.finditer(text) if any(word in text for word in _THEN) else ():
        new, before = found[2], _BEFORE_IT.search(text, max(0, found.start() - BESIDE), found.start())
        on = found[1].lower()
        if before and on != "at" and (before["verb"] or before["last"] in _PARTICLE or before["last"] in _AT_HOME[on]):
            continue
        yield Fault(*found.span(), new[0].upper() + new[1:] if found[1][0].isupper() else new, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_article, _preposition, _no_preposition)
