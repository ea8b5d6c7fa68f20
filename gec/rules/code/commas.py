"""Commas that are missing: behind *However*, *Nowadays we* and *If you like it you should*, before *but it* and *so
it*. And the one of *I think, that*, which is too many.

People disagree about some of them. How sure each rule is, is how often annotators of learners' texts put that comma
(bench/counts.py). Careful natives leave out one in three of those behind adverbs; behind a phrase (*In the last
two years we*) every other, which is why no rule asks for that one. Before *but it* and *so we* those who correct
learners put it two times in three, and in web pages next to never: it is offered where much is wanted (`--recall`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon
from gec.rules.fault import LIKELY, TASTE, Fault, any_of, late

BESIDE = 60  # characters in which the words before one are looked at
FAR = 120  # ... of a clause that one stands behind
# At the beginning of a sentence people put a comma behind these nine times in ten.
_OPENERS = """
    however moreover furthermore nevertheless nonetheless additionally surprisingly interestingly obviously personally
    honestly frankly basically actually firstly secondly thirdly lastly similarly likewise for_example for_instance
    in_fact in_addition in_conclusion in_short in_general in_other_words in_contrast in_particular in_my_opinion
    in_my_view on_the_other_hand on_the_contrary as_a_result as_a_consequence as_a_matter_of_fact as_you_know
    to_be_honest to_begin_with to_sum_up to_conclude first_of_all last_but_not_least by_the_way above_all all_in_all
    generally_speaking despite_this in_spite_of_this because_of_this
"""
# ... and behind these two times in three, or oftener, where somebody is named next who does something.
_ADVERBS = """
    also finally nowadays unfortunately fortunately luckily thankfully recently lately besides therefore instead
    otherwise anyway overall specifically alternatively essentially ultimately initially second third after_all
    in_this_case in_these_cases in_most_cases in_the_future in_practice in_theory in_addition_to_this for_this_reason
    for_that_reason for_these_reasons on_the_one_hand on_the_whole apart_from_that thanks_to_that other_than_that
    from_my_point_of_view to_my_mind as_far_as_i_am_concerned as_you_can_see as_i_said as_i_told_you little_by_little
    most_importantly in_my_case sadly apparently naturally in_return in_the_meantime all_of_a_sudden in_some_cases
    in_many_cases
"""
# What a clause begins with.
CLAUSES = """
    the a an i we he she it they you there this these those my our his her its their your some most people
"""
_PERSONS = r"(?:I|we|they|he|she|you|it|there)"
_CLITIC = r"(?=['’](?:ll|m|d|ve|re|s)\b)"
_OFTEN = "(?: (?:also|always|never|still|just|really|usually|often))?"
_MODALS = "will would can could should must may might shall cannot won't wouldn't can't couldn't shouldn't mustn't"
_UNFINISHED = """
    that what which who whom whose where when why how if whether as than because before after until till once only and
    or but so like while though although unless sure say says said think thinks thought believe know knew hope wish
    suppose guess feel mean way then doing done
"""
_SAYING = """
    think thinks thought believe believes say says said know knows knew hope hopes mean means show shows sure fact
    opinion realise realize understand feel agree find found hear heard afraid glad true clear
    happy sorry surprised proud important possible sad angry hoped wanted noticed promised explained complained wrote
    answered replied learnt learned remember forget forgot seems convinced aware decided
"""
# These may go on to what has its comma elsewhere: However you look at it, Above all the noise, By the way he walks.
_TWOFOLD = """
    however above_all by_the_way after_all as_you_know as_you_can_see as_i_said as_i_told_you in_these_cases
    in_most_cases in_some_cases in_many_cases for_these_reasons in_the_future
"""
_MORE_OF_IT = r"(?:and|but|or|so|which|who|where|because|although|though|since|as|if|when|while|especially)\b"
_GOES_ON = late(
    rf"\W{{0,3}}(?:{any_of(_TWOFOLD)})(?! there (?:is|are|was|were)\b) (?:"
    r"(?![^,]{0,50}(?:n['’]t| (?:not|also|only|never|(?:is|are|was|were) (?:an?|the|still|true))) )"
    rf"[^,:;.!?—–]{{1,{BESIDE}}}[,:—–][\"”’]?+ ?+(?!{_MORE_OF_IT})"
    r"|(?<=however )you (?:look|slice|choose|put|do|decide|say|like)\b"
    r"|(?<=by the way )(?:he|she|they|it|the|his|her|my) [^,:;.!?]{5,80}? (?:I|we) (?:knew|know|could|can|guessed)\b"
    r"|(?<=after all )(?:I|we|he|she|they|you|it)(?:['’](?:d|ve)| (?:had|did))\b)",
    re.IGNORECASE,
)
# ... and these to a noun, unless it is somebody or something that does something.
_OF_THINGS = late(
    r"\W{0,3}(?:above all|to conclude|to begin with|to sum up) (?:an? |(?:the|this|these|those|my|our|his|her|its|your"
    r"|their|some|most|it) (?!(?:[a-z]+ ){0,2}"
    r"(?:is|are|was|were|has|have|had|must|should|can|could|will|would|may|might)\b))",
    re.IGNORECASE,
)
_OPENER = late(rf"\W{{0,3}}(?:{any_of(_OPENERS)})(?= (?:{any_of(CLAUSES)})\b)", re.IGNORECASE)
_DOES = rf"(?= {_PERSONS}(?:{_CLITIC}|{_OFTEN} ([a-z]+(?:n['’]t)?)\b))"
_ADVERB = late(rf"\W{{0,3}}(?i:{any_of(_ADVERBS)}){_DOES}")
# Nobody puts a comma before what is said, but round what stands in between.
_THAT = late(
    rf"[^,;:.!?()\"“”—–]*\b(?:{any_of(_SAYING)})(, that)"
    r" (?:the|I|we|he|she|they|you|it|there|this|my|people|a|in|if)\b",
    re.IGNORECASE,
)
_CLAUSE = late(
    rf"\W{{0,3}}(?:If|When|Whenever|Although|Though|Even though|Even if|As soon as|Once|Unless|Because|Since)"
    rf" [^,;:.!?()\"“”—–]{{6,{FAR}}}?(?= {_PERSONS}(?:{_OFTEN} (?:{any_of(_MODALS)})|['’](?:ll|d))\b)"
)
# What goes on behind these says which thing it is, or what was told: If there is anything I can do, let me know.
_NAMED = late(
    r"\b(?:any|every|some|no)thing\Z"
    r"|\b(?:heard|hear|learn(?:ed|t)|found|find|realis(?:e|ed)|realiz(?:e|ed)|notice[ds]?|promised?|declared?|decided?"
    r"|announced?|discovered|admit(?:s|ted)?|swore|agreed?)\Z"
    r"|\b(?:any|another|every|the only|the first|how (?:much|many)) (?:[\w'’-]+ ){0,2}[\w'’-]+\Z"
    r"|\b(?:tells?|told) (?:me|you|him|her|us|them)\Z",
    re.IGNORECASE,
)
# If for some reason we ...
_PHRASE = late(r"\W{0,3}(?:If|When|Once|Unless) (?:for|by|at) (?:some|any|whatever) [\w'’-]+\Z")
_REST = late(rf"[^,.;:!?]{{0,{FAR}}},[\"”’]? (?!{_MORE_OF_IT})")
# ... and of a thing, if what is done has nothing else it is done to: the man she would marry, the job you'd love.
_CONTACT = late(
    rf" {_PERSONS}(?:{_OFTEN} (?:{any_of(_MODALS)})|['’](?:ll|d))(?: (?:not|have|really|like to|want to))*+"
    r" (?!(?:be|to)\b)[a-z]++(?! (?:[A-Z]|(?:the|an?|my|your|his|her|our|their|its|it|him|them|me|us|you|this|that"
    rf"|these|those|some|any|all|[a-z]+thing)\b))(?: [^,.;:!?]{{1,40}})?,[\"”’]? (?!{_MORE_OF_IT})"
)
_WHICH = late(r"\b(?:which|whose|what|how (?:many|much)) (?:[\w'’-]+ )?[\w'’-]+\Z", re.IGNORECASE)
_FINISHED = late(rf"(?<![\w'’])(?!(?:{any_of(_UNFINISHED)})\Z)[\w'’-]+\Z", re.IGNORECASE)


def _opener(text: str) -> Iterator[Fault]:
    if _GOES_ON.match(text) or _OF_THINGS.match(text):
        return
    if found := _OPENER.match(text):
        yield Fault(found.end(), found.end(), ",", LIKELY)
    elif (found := _ADVERB.match(text)) and _finite(found[1]):
        yield Fault(found.end(), found.end(), ",", TASTE)


def _finite(verb: str | None) -> bool:
    """Whether a word is what somebody does; None stands for *'ll* and its like."""
    return verb is None or verb in lexicon.AUXILIARIES or "VERB" in lexicon.kinds(verb.partition("n'")[0])


def _clause(text: str) -> Iterator[Fault]:
    found = _CLAUSE.match(text)
    if found is None or _PHRASE.match(found[0]) or _WHICH.search(found[0]) or not _FINISHED.search(found[0]):
        return
    named = _NAMED.search(found[0]) and _REST.match(text, found.end())
    *_, last, noun = found[0].split()
    thing = lexicon.tag(noun, last, "") == "NOUN" and _CONTACT.match(text, found.end())
    if not (named or thing):
        yield Fault(found.end(), found.end(), ",", TASTE)


def _that(text: str) -> Iterator[Fault]:
    if ", that " in text and (found := _THAT.match(text)):
        yield Fault(*found.span(1), " that")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_opener, _clause, _that)
