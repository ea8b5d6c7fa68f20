"""One word for another: *lend* for *borrow*, *rob* for *steal*, *rise* for *raise*, *say* for *tell*, *win* for *beat*,
*remember* for *remind*, *do an effort*, *make an exam*, *open the light*, *economical crisis*, *strong rain*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.collocations import BESIDE, HAVING
from gec.faults.fault import FREE, LIKELY, Fault, late, words_of

_SOME = "an?|the|some|any|this|that|these|two|three|my|his|her|our|their|your|more|another|every|many|a lot of|lots of"
_ENDS = (
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|because|with|when|if|to|for|in|on|at|about|I|we|he|she|they|by|every|last"
    r"|yesterday"
    r"|tomorrow|today|so|three|twice|once|before|after|again|together)\b)"
)
_LIGHTS = "lights?|TV|television|radio|air conditioner|air conditioning|heater|fan|lamp|heating"
_KIN = "mother|father|brother|sister|friends?|son|daughter|cousin|neighbou?r|classmate|colleague|boss|wife|husband"
_VALUABLES = (
    "wallet|purse|bag|phone|money|bike|passport|mobile|jewels|jewellery|jewelry|necklace|handbag|bicycle|laptop|keys"
    "|camera"
)

# What a text must have; what is said and meant; what stands before and behind.
_VERBS: tuple[tuple[str, str, str, str], ...] = (
    ("ffort ecision phone_call romise uggestion ppointment eservation",
     "do/make did/made does/makes doing/making", "",
     rf"(?:{_SOME}) (?:[a-z]+ )?(?:efforts?|decisions?|phone calls?|suggestions?|promises?|appointments?"
     rf"|reservations?){_ENDS}"),
    ("xercise",
     "make/do made/did makes/does making/doing", "",
     rf"(?:(?:some|more|any|my|lots of|a lot of) )?(?:(?:physical|morning) )?exercises?(?! for\b){_ENDS}"),
    ("exam", "make/take made/took making/taking",
     "(?<!teacher )(?<!teachers )(?<!professor )(?<!school )(?<!examiner )(?<!university )",
     rf"(?:an|the|my|our) (?:[a-z]+ )?exams?{_ENDS}(?! (?:with|for) (?:[a-z\d]+ ){{0,3}}(?:questions|parts|pages|tasks"
     r"|care|class|students|pupils|course|children)\b)"),
    ("shower bath nap", "make/take made/took making/taking do/take did/took", "", rf"a (?:[a-z]+ )?(?:shower|bath"
     rf"|nap){_ENDS}"),
    ("question", "make/ask made/asked making/asking do/ask did/asked",
     r"(?<!et['’]s )(?<![Ww]e )(?!(?:(?<=would )|(?<=will )|(?<=could )|(?<=might )|(?<=['’]d ))make a (?:good"
     r"|great|nice|fine|perfect)\b)",
     rf"(?:(?:me|you|him|us|them|her) (?:a|some|the|two|this|many)|a) (?!few|practice"
     rf"|quick)(?:[a-z]+ )?questions?{_ENDS}"),
    ("dream", "do/have did/had make/have made/had", "", rf"a (?:[a-z]+ )?dream{_ENDS}"),
    ("mark grade", "take/get took/got takes/gets taking/getting taken/got", "",
     rf"(?:a |very |the )?(?:good|bad|high|low|better|best|excellent|highest) (?:marks?|grades?){_ENDS}"),
    ("won win", "won/beat win/beat wins/beats winning/beating", "",
     r"(?:me|us|him|her|them) (?:at (?:chess|tennis|cards|football|the)|in (?:the|a) (?:final|match|game"
     r"|race)(?! of\b)|by \d)"),
    ("borrow", "borrow/lend borrowed/lent borrows/lends", "",
     rf"(?:(?:my|an?|some|the|his|her|your|this|that|it|them|much) )?(?:(?!it\b)[a-z]+ )?to (?:me|him|her|us|them|you"
     rf"|(?:my|his|her|our|their) (?:{_KIN}))\b(?! [a-z]+ing)"),
    ("ste stol", "stole/robbed stolen/robbed steal/rob stealing/robbing", "", rf"(?:a|the) (?:[a-z]+ )?banks?{_ENDS}"),
    ("rob", "robbed/stole rob/steal robs/steals robbing/stealing", "(?<!was )(?<!were )(?<!been )(?<!got )",
     rf"(?:my|his|her|their|our|your|the) (?:[a-z]+ )?(?:{_VALUABLES}){_ENDS}"),
    ("Rise", "Rise/Raise", "",
     r"(?:your|my|his|her|their|our) (?:hands?|arms?|voices?|children|salary|salaries|prices)\b"),
    ("remember", "remember/remind remembers/reminds remembered/reminded Remember/Remind", "(?<!to be )",
     "(?:me|us|him|her|them) to (?:call|buy|do|take|bring|send|pay|write|ask|tell"
     "|turn|get)\\b"),
    ("pen ", "open/turn_on opened/turned_on opens/turns_on opening/turning_on Open/Turn_on", "", rf"(?:the|my|your"
     rf"|our) (?:{_LIGHTS}){_ENDS}(?! (?:with|(?:to|and) (?:fix|repair|clean|replace|check|look|change|oil|mend|inspect"
     r"|remove)(?:e?[sd])?|to (?:see|find)|and (?:saw|found|took)) )"),
    ("lose", "close/turn_off closed/turned_off closes/turns_off Close/Turn_off", "", rf"(?:the|my|your|our|all the)"
     rf" (?:{_LIGHTS}){_ENDS}"),
    ("economical", "economical/economic", "(?<!more )(?<!most )(?<!less )(?<!very )(?<!as )(?<!so )",
     "(?:(?:crisis|crises|growth|situation|problems?|development|policy|policies|sector|activity|progress|reforms?)\\b"
     f"|power{_ENDS})"),
    ("classic ", "classic/classical", "", rf"(?:music|musicians?|ballet|composers?){_ENDS}"),
    ("strong", "strong/bad", "(?:an?|very|such a|had|have|some|so) ", "(?:headache|stomachache|toothache|flu)\\b"),
    (" speed", "with/at", "", rf"(?:(?:a )?(?:high|full|top) speed){_ENDS}(?!,| (?:and|for)\b)"),
    (" call", "how/what How/What", "",
     r"(?:is|are|was) (?:your|his|her|their|this|that|its) (?:[a-z]+ )?(?:sister|brother|dog|cat|friend|school|town"
     r"|village|city"
     r"|country|street|song|film|movie|book|dish|animal|fruit|flower|teacher|son|daughter|restaurant|hotel|mother"
     r"|father|game)"
     r" called(?=\?)"),
)  # fmt: skip


def _compiled(said: str, before: str, behind: str) -> re.Pattern[str]:
    verbs = "|".join(sorted((pair.split("/")[0] for pair in said.split()), key=len, reverse=True))
    return late(rf"(?<!hat ){FREE}{before}(?P<said>{verbs}) {behind}")


_FOUND = tuple(
    (tuple(word.replace("_", " ") for word in words.split()), dict(pair.split("/") for pair in said.split()),
     _compiled(said, before, behind))
    for words, said, before, behind in _VERBS
)  # fmt: skip
_SAID = frozenset(verb.lower() for _, meant, _ in _FOUND for verb in meant)
_HAIR = late(
    rf"{FREE}(?:have|has|had|with) (?:[a-z]+ [a-z]+ and )?(?P<a>a (?P<what>(?:very |really )?(?:long|short|blonde?"
    rf"|black|brown"
    r"|dark|curly|straight|red|fair|gr[ea]y|beautiful))) (?:(?:long|short|blonde?|black|brown|dark|curly|straight)"
    r" )*hair"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and|but|with|because)\b)"
)

_REMIND = late(
    rf"{FREE}(?:[Ii]t|[Tt]his|[Tt]hat|song|film|movie|book|which|photo|place|picture|music|smell|always)"
    r" (?P<whole>(?P<verb>re(?:member|mind)(?P<s>s|ed)?) (?P<whom>me|us|him|her)) (?=(?:my|our|when)\b)"
)


def _phrase(text: str) -> Iterator[Fault]:
    said = _SAID & words_of(text)
    for words, meant, pattern in _FOUND if said else ():
        if said.isdisjoint(map(str.lower, meant)) or not any(word in text for word in words):
            continue
        for found in pattern.finditer(text):
            if found["said"] in {"made", "did"} and HAVING.search(text, max(0, found.start() - BESIDE), found.start()):
                continue
            yield Fault(*found.span("said"), meant[found["said"]].replace("_", " "), LIKELY)
    for found in _REMIND.finditer(text) if "rem" in text else ():
        yield Fault(*found.span("whole"), f"remind{found['s'] or ''} {found['whom']} of", LIKELY)
    for found in _HAIR.finditer(text) if " hair" in text else ():
        yield Fault(*found.span("a"), found["what"], LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_phrase,)
