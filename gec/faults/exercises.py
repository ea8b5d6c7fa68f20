"""What exercises of grammar ask for, each in a place where nothing else can be meant: *suggested me to go*, *the book
who I read*, *made me coughing*, *so crowded so we left*, *Both he as well as she*, *unless you don't hurry*, *Who did
paint it?*, *going to lay down*, *I going home*.

A row says which letters a text must have, where to look, and what the group `at` becomes; groups of some names must be
words of that kind. Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was
taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.agreeing import plural
from gec.faults.fault import FREE, LIKELY, Fault, any_of, beginning, behind_none, late
from gec.faults.forms import (
    PARTICIPLES,
    PASTS,
    base_of_ing,
    base_of_past,
    base_of_third,
    mostly_verb,
    participle,
    past,
    verb,
)
from gec.faults.relatives import THINGS
from gec.words import lexicon

_END = r"(?=[.,;!?](?: |\Z)|\Z)"
_CLAUSE = beginning("and|but|because|so")
_SUBJECT = {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "you": "you"}
_KIN = "mother|father|mum|mom|dad|parents|brother|sister|friends?|boss|teacher|wife|husband|son|daughter|neighbou?rs?"
_BED = "bed|floor|sofa|couch|beach|grass|sand|ground|sun|hammock|road|street|carpet|back|side|stomach"
_MASS = "sugar|salt|milk|water|money|time|rice|bread|butter|flour|homework|traffic|food|fat|stress|noise|information"
_WEATHER = "hot|cold|warm|rainy|windy|humid|dangerous|difficult|easy|common|normal|important|possible|impossible|hard"
# There is not much people can do.
_SAY = "can|could|should|would|will|might|must|do|don['’]t|did|didn['’]t|says?|said|like|want|need|know"
_SAY += "|knew|think|take|had to"
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


def _finite(word: str) -> bool:
    """Whether a word may be what somebody does or did."""
    return word in lexicon.AUXILIARIES or base_of_past(word) is not None or base_of_third(word) is not None


def _being(found: re.Match[str]) -> str | None:
    who = found["who"].lower()
    base = base_of_ing(found["ing"])
    return None if base is None or base == "be" else " am" if who == "i" else " is" if who in ("he", "she") else " are"


_ROWS: tuple[tuple[str, str, str | Callable[[re.Match[str]], str | None]], ...] = (
    ("uggest", rf"{FREE}[Ss]uggest(?:s|ed|ing)? (?P<at>(?P<who>me|him|her|us|them|you) to (?P<verb>[a-z]+))\b", _that),
    (" who ", rf"(?:\A\W{{0,3}}|(?<!from )(?<!in )(?<!of )(?<!for )(?<!on )(?<!at )(?<![\w'’]))(?:[Tt]he|an?|this"
     r"|that|my|his|her)"
     rf" (?:{any_of(THINGS)}) (?P<at>who) (?:I|you|we|they|is|are|was|were|has|have|had|costs?|hit|broke|crashed"
     r"|happened|happens)\b", "that"),
    (" which ", r"\A\W{0,3}(?:My|His|Her|Our|Their|The) (?:[a-z]+ )?(?:brother|sister|mother|father|friend"
     r"|neighbou?r|boss"
     r"|teacher|cousin|aunt|uncle|wife|husband|doctor|nurse|colleague|manager|secretary|daughter|son), (?P<at>which)\b",
     "who"),
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
    ("ing", r"\A\W{0,3}(?P<who>I|He|She|We|They|You)(?P<at>) (?P<ing>[a-z]+ing) (?:to|for|at|in|on|with|my|the|an?"
     r"|home|now|English|very|you|it|this|here|there|tomorrow|today)\b(?![^?]*\?)", _being),
    ("ing", r"\A\W{0,3}(?:My|His|Her|Our|Their) (?:best |little |younger |older |big )?(?:brother|sister|mother|father"
     r"|mum|mom|dad|cousin|uncle|aunt|friend|wife|husband|boss|neighbou?r|grandmother|grandfather|teacher)"
     r"(?P<at>) (?P<ing>[a-z]+ing) (?:to|for|at|in|on|with|my|the|an?|English|very|now) (?P<rest>[a-z ]{1,30})[.!]\Z",
     lambda found: None if any(map(_finite, found["rest"].split())) or not base_of_ing(found["ing"]) else " is"),
    (" lay", rf"{FREE}(?:to|should|must|can|could|will|[Ll]et['’]s) (?P<at>lay) (?:down(?=[.,!?]|\Z| (?:for|on|in|and"
     rf"|because|before|after|when|here|there|next|until)\b)|in bed|on (?:the|my|his|her|your|our|their) (?:{_BED}))\b",
     "lie"),
    (" laying", rf"{FREE}(?:am|is|are|was|were|been|just|I['’]m|(?:he|she|it)['’]s|(?:we|they"
     r"|you)['’]re) (?P<at>laying)"
     r" (?:down(?=[.,!?]|\Z| (?:on|in|for|and|when)\b)|in bed|there|around"
     rf"|(?:on|in) (?:the|my|his|her|an?|your|our|their) (?:[a-z]+ )?(?:{_BED}))\b", "lying"),
    (" good ", rf"{FREE}(?:did|do|does|done|doing)(?: (?:so|very|really|pretty))? (?P<at>good) (?:on|in|at) (?:my"
     r"|your|his|her"
     r"|our|their|the|that|this) (?:[a-z]+ )?(?:tests?|exams?|quiz|interview|race|competition|class)\b", "well"),
    (" badly", rf"{FREE}(?:feel|feels|felt)(?: (?:so|very|really|pretty|too))? (?P<at>badly) (?:about|for)\b", "bad"),
    ("ich is ", r"\A\W{0,3}(?P<at>Which) (?:is|was) (?:the (?:capital|meaning|name|purpose|population|price|currency)"
     r"|your (?:name|job|address|phone number))\b(?=[^.!,]*\?)", "what"),
    ("f I were ", r"\A\W{0,3}If I were (?:you|him|her|them|in your [a-z]+),? I (?P<at>will)\b", "would"),
    ("ewer ", rf"{FREE}(?P<at>[Ff]ewer) (?:{_MASS})\b(?!['’-]| [a-z]+s\b)", "less"),
    ("air", rf"{FREE}[Pp]airs? of (?:new |old |good |black |nice )?(?:(?:scissor|trouser|jean|pant|shoe|sock|boot"
     r"|glove|sunglass(?P<e>))(?=[.,;!?](?: |\Z)|\Z| (?:and (?:an?|the|two|some|I|we|he|she|they)|for|with|in|at|on|to"
     r"|that|which|because|but)\b)|short(?=[.!?](?: |\Z)|\Z| (?:for|at|to)\b))(?P<at>)",
     lambda found: "s" if found["e"] is None else "es"),
    ("grew in", rf"{FREE}(?:I|[Hh]e|[Ss]he|[Ww]e|[Tt]hey|who) (?P<at>grew) in (?:an?|the) (?:[a-z]+ )?(?:town"
     r"|village|city"
     r"|family|house|countryside|farm|suburbs?|neighbou?rhood|environment|place|country)\b", "grew up"),
    ("ay ", rf"{FREE}(?:to|[Pp]lease|can|will|could|would|must|should|n['’]t) (?P<at>say) (?:your|my|his|her|our|their)"
     rf" (?:{_KIN}) (?:that|to|about|how|where|what|why|when|if)\b", "tell"),
    (" took up", rf"{FREE}(?:[Pp]lane|[Ff]light|helicopter) (?P<at>took up)(?=[.,!?](?: |\Z)|\Z| (?:at|from|on|late"
     r"|early|an hour|(?:[a-z]+|\d+) (?:minutes|hours) late)\b)",
     "took off"),
    (" form", rf"{FREE}[Ff]ill(?:ed|ing|s)?(?P<at>) (?:this|the|that|your|an?|my|these"
     rf"|those) (?:[a-z]+ )?forms?{_END[:-1]}"
     r"| (?:and|for|to|before|with|online|below|at|on)\b)", " in"),
    (" is ", rf"{_CLAUSE}(?:I|[Ww]e) (?:think|thought|believe|hope|guess|feel)(?P<at>) is (?:better|good"
     r"|important|necessary"
     r"|possible|impossible|very|a good|the best|not|difficult|easy|too|really)\b", " it"),
    (" is ", rf"\A\W{{0,3}}In (?:my|our|this|the) (?:country|city|town|village|region"
     r"|area)(?P<at>),? is (?:(?:very|too|so"
     rf"|really|usually|always|often|not|quite) )?(?:{_WEATHER})(?=[.,]|\Z| (?:to|that|in|and|but|when"
     r"|because)\b)", ", it"),
    ("a fun", rf"{FREE}(?P<at>[Aa] fun)(?=[.!?](?: |\Z)|\Z| (?:at|with|in|on|there|together|because|when"
     r"|yesterday|last)\b)",
     "fun"),
    (" to can ", rf"(?<!who ){FREE}(?:like|want|wants|wanted|need|needs|hope|hopes|hoped|order|wish|love|possible"
     r"|happy)"
     r" (?P<at>to can) (?P<verb>[a-z]+)\b", "to be able to"),
    (" appreciate", r"(?P<at> (?:am|are|is) (?:very|really|so) appreciate)\b", " really appreciate"),
    ("t to ", rf"{FREE}(?:must|should|could|would|need|ca|wo)n['’]t (?P<at>to (?P<any>[a-z]+))\b(?!['’-])",
     lambda found: found["any"] if verb(found["any"]) else None),
    ("better to ", rf"{FREE}(?:I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he)['’]d better (?P<at>to (?P<any>[a-z]+))\b",
     lambda found: found["any"] if verb(found["any"]) else None),
    ("on to ", rf"{FREE}(?P<at>(?P<plan>plan(?:s|ned|ning)?) on to) (?P<verb>[a-z]+)\b", r"\g<plan> to"),
    ("agree", r"\A\W{0,3}(?:Wh[a-z]+ )?(?P<at>[Aa]re|[Ww]ere) (?:you|they|we) agree\b",
     lambda found: "do" if found["at"].lower() == "are" else "did"),
    ("o you can", r"\A\W{0,3}(?P<at>Do (?P<who>you|we|they) can) [a-z]+(?=[^.!]*\?)", r"can \g<who>"),
    ("mean", r"\A\W{0,3}What (?P<do>does|do|did) (?P<at>mean (?P<what>[^?]{2,40}))(?=\?)", r"\g<what> mean"),
    ("there some", r"\A\W{0,3}(?P<at>Are there (?:some|any)) (?:news|information|advice|furniture|luggage|homework"
     r"|progress)\b(?! [a-z]+s\b)", "is there any"),
    ("ecause of", r"\b(?:am|is|are|was|were|did|had|have|could|couldn['’]t"
     r"|can['’]t) [^,;.]*(?P<at>because of) (?:the|my|our"
     r"|his|her|their) (?P<noun>[a-z]+) (?:was|were) (?:very |too |so )?[a-z]+" + _END, "because"),
    (" in it", rf"{FREE}where (?:I|we|you|they|he|she) (?P<at>(?P<any>[a-z]+) (?:in|at) it)\b", r"\g<any>"),
    ("years-old", rf"{FREE}(?:am|is|are|was|were|turned|be|s?he['’]s|I['’]m) (?P<at>(?P<n>\d\d?|[a-z]+)-years-old)"
     r"(?=[.,!?]|\Z| (?:and|but|when|now)\b)", r"\g<n> years old"),
    ("state of the art ", rf"{FREE}(?:some|our|their|its|with|using|new|most|uses?|has|have) (?P<at>state of the art)"
     r" (?P<noun>[a-z]+)\b", "state-of-the-art"),
    ("he ", rf"\A\W{{0,3}}(?:The|My|His|Her|Your) (?P<at>(?P<what>{_COLOURED}) (?P<how>{_COLOURS}))(?= (?:is|was"
     r"|are|were|has)\b)",
     r"\g<how> \g<what>"),
    (" a", rf"{FREE}(?:have|has|had|bought|buy|wears?|wore|wearing|wants?|wanted) an? (?P<at>(?P<what>{_COLOURED})"
     rf" (?P<how>{_COLOURS}))(?=[.!](?: |\Z)|\Z)", r"\g<how> \g<what>"),
    ("as you ", r"\A\W{0,3}(?:(?:Where|When|Why|How|Who|What) )?(?P<at>[Ww]as|[Ii]s) (?:you|they|we)\b(?=[^.!]*\?)",
     lambda found: "were" if found["at"].lower() == "was" else "are"),
    ("ave you ", rf"{FREE}[Hh]ave (?:you|they|we|I) (?:(?:ever|already|just"
     r"|never) )?(?P<at>(?P<past>[a-z]+))\b(?=[^.!]*\?)",
     _seen),
    (" of ", rf"{FREE}(?:could|should|would|must|might)(?:n['’]t)? of (?P<at>(?P<past>[a-z]+))\b", _seen),
    ("espite ", rf"{FREE}(?P<at>[Dd]espite) (?:I|he|she|we|they|you|it) (?:was|were|is|are|am|had|has|have|did"
     r"|didn['’]t|do"
     r"|don['’]t|doesn['’]t|can['’]t|couldn['’]t)\b", "although"),
    ("uring ", rf"{FREE}(?P<at>[Dd]uring) (?:I|he|she|we|they|you|it) (?:was|were|am|is|are)\b", "while"),
    ("hy don", r"\A\W{0,3}Why don['’]t (?:you|we|they) (?P<at>(?P<ing>[a-z]+ing))\b(?=[^.!]*\?)", _base),
    (" can", rf"{FREE}(?:I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (?P<at>(?:don|doesn)['’]t can)\b(?= [a-z]+)", "can't"),
    (" me ", rf"{FREE}(?P<at>learned|learnt) (?:me|him|her|us|them) (?:how|to|that|about|English|a lot)\b", "taught"),
    (" who ", rf"{FREE}(?:girl|boy|man|woman|friend|person|people|guy|student|child|teacher|neighbou?r|lady)"
     r" (?P<at>who (?:her|his|their)) [a-z]+ (?:is|are|was|were|has|had|works?)\b", "whose"),
    ("ssist", rf"{FREE}(?P<at>assist(?P<end>ed|s|ing)? to) (?:the|a|my|this|our) (?:concert|class|classes|meeting"
     r"|lesson"
     r"|course|party|wedding|match|school|event|conference|lecture)\b", r"attend\g<end>"),
    (" rung", rf"{FREE}(?:bells?|phone|telephone|alarm(?: clock)?) (?P<at>rung)\b(?! by\b)", "rang"),
    ("d difficult", rf"{_CLAUSE}(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) (?:find|finds|found)(?P<at>)"
     r" (?:very |really |quite |so )?(?:difficult|hard|easy|impossible|useful|strange) to [a-z]+", " it"),
    ("opened", rf"{FREE}(?:(?:shop|store|office|museum|bank|restaurant|caf[eé]|pool|market|supermarket)s?"
     r"|librar(?:y|ies)|pharmac(?:y|ies)|it|we|they) (?:is|are) (?P<at>opened) (?:until|till|every|all day"
     r"|on (?:weekdays|Sundays|Saturdays|Mondays)"
     r"|at night|daily|24)\b", "open"),
    ("he both ", rf"{FREE}(?P<at>[Tt]he both) (?P<many>[a-z]+)\b", "both"),
    ("What are you ", r"\A\W{0,3}What are you (?:talking|thinking|complaining|dreaming)(?P<at>)\?", " about"),
    ("What are you ", r"\A\W{0,3}What are you (?:waiting|looking)(?P<at>)\?", " for"),
    (" are ", r"\A\W{0,3}(?:Mathematics|Maths|Physics|Economics|Gymnastics) (?P<at>are) (?:my|an?|the|very|not|so"
     r"|really)\b",
     "is"),
    ("x ", rf"{FREE}(?P<at>[Ee]x (?P<who>husband|wife|boyfriend|girlfriend))\b", r"ex-\g<who>"),
    (" of ", r"\A\W{0,3}(?P<at>(?P<some>Some|Many|Several|Few) of) (?!(?:our|your|her|their)s)(?P<many>[a-z]+) (?:is"
     r"|are|was|were|have|had|do|did|can"
     r"|will|would|like|want)\b", r"\g<some>"),
    (" are", r"(?:(?:\A\W{0,3}|[,;] |\b(?:that|but|and|because) )[Nn]ot|, (?:and|but|so|because)"
     r"|\A\W{0,3}(?:In|At|On) (?:my|our|this|the|that) [a-z]+) (?:every(?:body|one|thing)|nobody) (?P<at>are)\b", "is"),
    ("uch people", rf"(?:{FREE}(?:[Tt]oo|not|(?:is|are|was|were|have|has|had|with|of|for)(?: (?:so|very))?) |n['’]t "
     rf"|\A\W{{0,3}}So |{beginning('and|but|because')})(?P<at>[Mm]uch) people\b(?!['’-]| (?:{_SAY})\b)", "many"),
    ("ow much people", rf"{FREE}[Hh]ow (?P<at>much) people (?:is|was|has|there|came|died|lives|works|buys|goes|comes"
     r"|wants|had (?:come|died|gone)|(?:are|were) (?:there|in|at|on|coming|going))\b", "many"),
    (" for to ", rf"{_PLANNED}(?<=[a-z] )(?P<at>for to (?P<any>(?!be\b)[a-z]+))\b(?!['’-])",
     lambda found: f"to {found['any']}" if mostly_verb(found["any"]) else None),
    ("or than", r"\b(?<!more )(?<!less )(?:senior|junior|superior|inferior) (?P<at>than)\b", "to"),
    (" up with ", rf"{FREE}cop(?:e|es|ed|ing) (?P<at>up with)\b", "with"),
    ("ing since ", rf"{FREE}(?P<at>(?P<it>[Ii]t)(?:['’]s| is)) (?:raining|snowing) since\b", r"\g<it> has been"),
    (" success", rf"{FREE}(?:hopes?|hoped|wants?|wanted|try|tried|trying|able) to (?P<at>success)\b", "succeed"),
    ("lmost ", rf"{beginning('and|but|because|that|so')}(?P<at>[Aa]lmost)"
     r"(?= people\b(?!-)| of (?:the|my|our|us|them|these)\b)", "most"),
    (" f", rf"{FREE}(?:feel|feels|felt)(?P<at> (?:me|myself)) (?:very |so |really )?(?:bad|good|happy|sad|tired|sick"
     r"|ill|better|great|lonely|nervous|comfortable)\b", lambda found: ""),
    ("mans", rf"{FREE}(?:(?i:two|three|four|five|many|some|these|those|several|few)|\d+) (?P<at>mans|womans)\b(?!['’])",
     lambda found: found["at"].replace("mans", "men")),
    ("very people ", rf"{FREE}(?P<at>[Ee]very people)(?= [a-z]+s\b)", "everyone"),
    ("nother people ", r"\A\W{0,3}(?P<at>Another people)\b(?!['’])", "other people"),
    ("f I was ", rf"{beginning('and|but|because|that|it|this')}[Ii]f I (?P<at>was)"
     r" (?:you|(?:him|her|them)(?=[.,]))\b(?!['’])", "were"),
    (" advise", rf"{FREE}(?P<at>an? (?P<adj>good|bad|great|useful|helpful|important) advise)\b", r"\g<adj> advice"),
    ("here ", rf"{beginning('and|but|because|that|so')}(?P<at>[Tt]here) (?:house|car|parents|mother|father|children|dog"
     r"|cat|son|daughter|teachers?|friends?|names?|clothes|kids|baby)(?= (?:is|are|was|were|has|have|had)\b)", "their"),
    (" use to ", rf"{FREE}(?:I|[Ww]e|[Yy]ou|[Tt]hey|[Hh]e|[Ss]he) (?P<at>(?:was|were) use) to\b", "used"),
    ("xist", r"\A\W{0,3}(?P<at>Exists?) (?:many|some|several|a lot of|different|two|no)\b",
     lambda found: f"there {found['at'].lower()}"),
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
