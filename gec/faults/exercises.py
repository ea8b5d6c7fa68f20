"""What exercises of grammar ask for, each in a place where nothing else can be meant: *suggested me to go*, *the book
who I read*, *made me coughing*, *so crowded so we left*, *Both he as well as she*, *unless you don't hurry*, *Who did
paint it?*, *going to lay down*, *I going home*.

A row says which letters a text must have, where to look, and what the group `at` becomes; groups of some names must be
words of that kind. Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was
taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.agreeing import plural
from gec.faults.fault import FREE, LIKELY, Fault, beginning, behind_none, late
from gec.faults.forms import (
    PARTICIPLES,
    PASTS,
    base_of_ing,
    base_of_past,
    mostly_verb,
    participle,
    past,
    verb,
)
from gec.words import lexicon

_CLAUSE = beginning("and|but|because|so")
_SUBJECT = {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "you": "you"}
_BED = "bed|floor|sofa|couch|beach|grass|sand|ground|sun|hammock|road|street|carpet|back|side|stomach"
_MASS = "sugar|salt|milk|water|money|time|rice|bread|butter|flour|homework|traffic|food|fat|stress|noise|information"
_WEATHER = "hot|cold|warm|rainy|windy|humid|dangerous|difficult|easy|common|normal|important|possible|impossible|hard"
# What somebody was looking for to be done, asked for to help, sent for.
_PLANNED = behind_none("""
    look looks looked looking fight fighting apply applies applied ask asks asked asking wait waits waited waiting send
    sends sent call calls called account accounted go goes except provide provides pay pays paid select care cared hope
    hoped wish wished stand stands long longed need needed allow allowed plan planned search searching work working
    strive and
""")
_COLOURS = "red|blue|green|black|white|yellow|brown|gr[ea]y|pink|purple"
_COLOURED = "car|house|dress|shirt|bag|hat|cat|dog|coat|jacket|shoes|flowers?|bike|pen|umbrella|skirt|sweater|t-shirt"


def _that(found: re.Match[str]) -> str:
    return f"that {_SUBJECT[found['who']]} {found['verb']}"


def _painted(found: re.Match[str]) -> str | None:
    return past(found["verb"])


def _base(found: re.Match[str]) -> str | None:
    return base_of_ing(found["ing"]) if lexicon.kind(found["ing"]) == "VERB" else None


def _seen(found: re.Match[str]) -> str | None:
    said = found["past"]
    return participle(base_of_past(said) or "") if said in PASTS - PARTICIPLES - {"got"} else None


_ROWS: tuple[tuple[str, str, str | Callable[[re.Match[str]], str | None]], ...] = (
    ("uggest", rf"{FREE}[Ss]uggest(?:s|ed|ing)? (?P<at>(?P<who>me|him|her|us|them|you) to (?P<verb>[a-z]+))\b", _that),
    (" which ", rf"{FREE}(?:secretary|engineer|actor|actress|singer|author|boss"
     r"|guys?|brother|sister|mother|father|uncle|aunt|cousin|customers?|president|officer|employees?|nurse)"
     r" (?P<at>which) (?:is|are|was|were|has|have|had|can|could|will|would|[a-z]+ed|lives|works|speaks?|likes|wants)\b",
     "who"),
    (" so ", rf"{FREE}so (?P<adj>[a-z]+) (?P<at>so) (?:I|we|he|she|it|they|you|nobody|no one|everyone|everybody)\b",
     "that"),
    ("Both ", r"\A\W{0,3}Both (?:[A-Za-z']+ ){1,4}(?P<at>as well as)\b", "and"),
    ("nless ", r"\A\W{0,3}Unless (?:I|you|we|they) (?P<at>do(?:n['’]t| not) (?P<any>hurry|rush|study|practi[sc]e"
     r"|listen))\b[^.;!?,]{0,60}, [^.;!?]{0,60}?(?:\b(?:will|won['’]t|can['’]t|cannot)|['’]ll)\b", r"\g<any>"),
    ("Who did ", r"\A\W{0,3}Who (?P<at>did (?P<verb>[a-z]+)) (?:the|this|that|my|your|his|her|our|their|these|it"
     r"|all)\b",
     _painted),
    ("ing", rf"{FREE}(?:[Mm]akes?|[Mm]ade|[Mm]aking|[Ll]ets?) (?:me|him|her|us|you) (?P<at>(?P<ing>[a-z]+ing))\b"
     r"(?!['’-])", _base),
    (" lay", rf"{FREE}(?:to|should|must|can|could|will|[Ll]et['’]s) (?P<at>lay) (?:down(?=[.,!?]|\Z| (?:for|on|in|and"
     rf"|because|before|after|when|here|there|next|until)\b)|in bed|on (?:the|my|his|her|your|our|their) (?:{_BED}))\b",
     "lie"),
    (" good ", rf"{FREE}(?:did|do|does|done|doing)(?: (?:so|very|really|pretty))? (?P<at>good) (?:on|in|at) (?:my"
     r"|your|his|her"
     r"|our|their|the|that|this) (?:[a-z]+ )?(?:tests?|exams?|quiz|interview|race|competition|class)\b", "well"),
    ("ich is ", r"\A\W{0,3}(?P<at>Which) (?:is|was) (?:the (?:capital|meaning|name|purpose|population|price|currency)"
     r"|your (?:name|job|address|phone number))\b(?=[^.!,]*\?)", "what"),
    ("f I were ", r"\A\W{0,3}If I were (?:you|him|her|them|in your [a-z]+),? I (?P<at>will)\b", "would"),
    ("ewer ", rf"{FREE}(?P<at>[Ff]ewer) (?:{_MASS})\b(?!['’-]| [a-z]+s\b)", "less"),
    ("grew in", rf"{FREE}(?:I|[Hh]e|[Ss]he|[Ww]e|[Tt]hey|who) (?P<at>grew) in (?:an?|the) (?:[a-z]+ )?(?:town"
     r"|village|city"
     r"|family|house|countryside|farm|suburbs?|neighbou?rhood|environment|place|country)\b", "grew up"),
    (" took up", rf"{FREE}(?:[Pp]lane|[Ff]light|helicopter) (?P<at>took up)(?=[.,!?](?: |\Z)|\Z| (?:at|from|on|late"
     r"|early|an hour|(?:[a-z]+|\d+) (?:minutes|hours) late)\b)",
     "took off"),
    (" is ", rf"{_CLAUSE}(?:I|[Ww]e) (?:think|thought|believe|hope|guess|feel)(?P<at>) is (?:better|good"
     r"|important|necessary"
     r"|possible|impossible|very|a good|the best|not|difficult|easy|too|really)\b", " it"),
    (" is ", rf"\A\W{{0,3}}In (?:my|our|this|the) (?:country|city|town|village|region"
     r"|area)(?P<at>),? is (?:(?:very|too|so"
     rf"|really|usually|always|often|not|quite) )?(?:{_WEATHER})(?=[.,]|\Z| (?:to|that|in|and|but|when"
     r"|because)\b)", ", it"),
    (" to can ", rf"(?<!who ){FREE}(?:like|want|wants|wanted|need|needs|hope|hopes|hoped|order|wish|love|possible"
     r"|happy)"
     r" (?P<at>to can) (?P<verb>[a-z]+)\b", "to be able to"),
    (" appreciate", r"(?P<at> (?:am|are|is) (?:very|really|so) appreciate)\b", " really appreciate"),
    ("t to ", rf"{FREE}(?:must|should|could|would|need|ca|wo)n['’]t (?P<at>to (?P<any>[a-z]+))\b(?!['’-])",
     lambda found: found["any"] if verb(found["any"]) else None),
    ("agree", r"\A\W{0,3}(?:Wh[a-z]+ )?(?P<at>[Aa]re|[Ww]ere) (?:you|they|we) agree\b",
     lambda found: "do" if found["at"].lower() == "are" else "did"),
    ("o you can", r"\A\W{0,3}(?P<at>Do (?P<who>you|we|they) can) [a-z]+(?=[^.!]*\?)", r"can \g<who>"),
    ("mean", r"\A\W{0,3}What (?P<do>does|do|did) (?P<at>mean (?P<what>[^?]{2,40}))(?=\?)", r"\g<what> mean"),
    ("there some", r"\A\W{0,3}(?P<at>Are there (?:some|any)) (?:news|information|advice|furniture|luggage|homework"
     r"|progress)\b(?! [a-z]+s\b)", "is there any"),
    (" in it", rf"{FREE}where (?:I|we|you|they|he|she) (?P<at>(?P<any>[a-z]+) (?:in|at) it)\b", r"\g<any>"),
    ("years-old", rf"{FREE}(?:am|is|are|was|were|turned|be|s?he['’]s|I['’]m) (?P<at>(?P<n>\d\d?|[a-z]+)-years-old)"
     r"(?=[.,!?]|\Z| (?:and|but|when|now)\b)", r"\g<n> years old"),
    ("state of the art ", rf"{FREE}(?:some|our|their|its|with|using|new|most|uses?|has|have) (?P<at>state of the art)"
     r" (?P<noun>[a-z]+)\b", "state-of-the-art"),
    (" a", rf"{FREE}(?:have|has|had|bought|buy|wears?|wore|wearing|wants?|wanted) an? (?P<at>(?P<what>{_COLOURED})"
     rf" (?P<how>{_COLOURS}))(?=[.!](?: |\Z)|\Z)", r"\g<how> \g<what>"),
    ("as you ", r"\A\W{0,3}(?:(?:Where|When|Why|How|Who|What) )?(?P<at>[Ww]as|[Ii]s) (?:you|they|we)\b(?=[^.!]*\?)",
     lambda found: "were" if found["at"].lower() == "was" else "are"),
    (" of ", rf"{FREE}(?:could|should|would|must|might)(?:n['’]t)? of (?P<at>(?P<past>[a-z]+))\b", _seen),
    ("espite ", rf"{FREE}(?P<at>[Dd]espite) (?:I|he|she|we|they|you|it) (?:was|were|is|are|am|had|has|have|did"
     r"|didn['’]t|do"
     r"|don['’]t|doesn['’]t|can['’]t|couldn['’]t)\b", "although"),
    ("uring ", rf"{FREE}(?P<at>[Dd]uring) (?:I|he|she|we|they|you|it) (?:was|were|am|is|are)\b", "while"),
    (" can", rf"{FREE}(?:I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (?P<at>(?:don|doesn)['’]t can)\b(?= [a-z]+)", "can't"),
    (" me ", rf"{FREE}(?P<at>learned|learnt) (?:me|him|her|us|them) (?:how|to|that|about|English|a lot)\b", "taught"),
    (" who ", rf"{FREE}(?:girl|boy|man|woman|friend|person|people|guy|student|child|teacher|neighbou?r|lady)"
     r" (?P<at>who (?:her|his|their)) [a-z]+ (?:is|are|was|were|has|had|works?)\b", "whose"),
    ("ssist", rf"{FREE}(?P<at>assist(?P<end>ed|s|ing)? to) (?:the|a|my|this|our) (?:concert|class|classes|meeting"
     r"|lesson"
     r"|course|party|wedding|match|school|event|conference|lecture)\b", r"attend\g<end>"),
    (" rung", rf"{FREE}(?:bells?|phone|telephone|alarm(?: clock)?) (?P<at>rung)\b(?! by\b)", "rang"),
    ("he both ", rf"{FREE}(?P<at>[Tt]he both) (?P<many>[a-z]+)\b", "both"),
    ("What are you ", r"\A\W{0,3}What are you (?:talking|thinking|complaining|dreaming)(?P<at>)\?", " about"),
    (" are ", r"\A\W{0,3}(?:Mathematics|Maths|Physics|Economics|Gymnastics) (?P<at>are) (?:my|an?|the|very|not|so"
     r"|really)\b",
     "is"),
    ("x ", rf"{FREE}(?P<at>[Ee]x (?P<who>husband|wife|boyfriend|girlfriend))\b", r"ex-\g<who>"),
    (" of ", r"\A\W{0,3}(?P<at>(?P<some>Some|Many|Several|Few) of) (?!(?:our|your|her|their)s)(?P<many>[a-z]+) (?:is"
     r"|are|was|were|have|had|do|did|can"
     r"|will|would|like|want)\b", r"\g<some>"),
    (" for to ", rf"{_PLANNED}(?<=[a-z] )(?P<at>for to (?P<any>(?!be\b)[a-z]+))\b(?!['’-])",
     lambda found: f"to {found['any']}" if mostly_verb(found["any"]) else None),
    ("lmost ", rf"{beginning('and|but|because|that|so')}(?P<at>[Aa]lmost)"
     r"(?= people\b(?!-)| of (?:the|my|our|us|them|these)\b)", "most"),
    ("nother people ", r"\A\W{0,3}(?P<at>Another people)\b(?!['’])", "other people"),
    ("f I was ", rf"{beginning('and|but|because|that|it|this')}[Ii]f I (?P<at>was)"
     r" (?:you|(?:him|her|them)(?=[.,]))\b(?!['’])", "were"),
    ("here ", rf"{beginning('and|but|because|that|so')}(?P<at>[Tt]here) (?:house|car|parents|mother|father|children|dog"
     r"|cat|son|daughter|teachers?|friends?|names?|clothes|kids|baby)(?= (?:is|are|was|were|has|have|had)\b)", "their"),
    ("t's ", rf"{FREE}(?P<at>[Ii]t['’]s) (?P<many>[a-z]+) (?:are|were|have)\b", "its"),
)  # fmt: skip
_KINDS: dict[str, Callable[[str], bool]] = {
    "verb": mostly_verb,
    "noun": lambda word: word in lexicon.table() and lexicon.kind(word) == "NOUN",
    "many": plural,
    "adj": lambda word: word in lexicon.table() and not {"ADJ", "ADV"}.isdisjoint(lexicon.kinds(word)),
}
_FOUND = tuple((letters, late(pattern), new) for letters, pattern, new in _ROWS)


def _row(text: str) -> Iterator[Fault]:
    for letters, pattern, new in _FOUND:
        for found in pattern.finditer(text) if letters in text else ():
            words = found.groupdict()
            if any(not fits(words[kind]) for kind, fits in _KINDS.items() if kind in words):
                continue
            meant = found.expand(new) if isinstance(new, str) else new(found)
            if meant is not None:
                whole = f"{meant[0].upper()}{meant[1:]}" if found["at"][:1].isupper() else meant
                yield Fault(*found.span("at"), whole, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_row,)
