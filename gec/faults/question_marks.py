"""Questions that end with a full stop: *Where do you live.*

Only those that begin as no statement and no order does, and of which no part could be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import LIKELY, Fault, late

_DO = "is|are|was|were|do|does|did|can|could|will|would|have|has|should|shall"
_PLAIN = r"[^,;:.?!\"“”()]{2,80}"
_WHAT = "(?:What|Where|When|Why|How|Who|Which)(?: much| many| long| often| old| far| time| kind of [a-z]+)?"
# Was I glad, did we laugh, can I just say how much we loved it.
_NOT_ASKED = late(
    r"(?:(?:Was|Am|Were|Are) (?:I|we) (?:ever |so )?(?:glad|relieved|happy|surprised|pleased|proud|wrong)"
    r"|(?:Is|Was|Did|Are|Were) (?:he|she|it|they|we|I) ever\b|Did we laugh|(?:Can|May|Could) I (?:just |also "
    r"|only )?say"
    r"|Would you (?:look|believe)|Can you believe|Have you (?:in|down|marked))\b"
)
_ASKED = late(
    rf"\A(?:And |But |So |Hello, |Hi, )?(?:{_WHAT} (?:{_DO}) (?:you|he|she|we|they|I|it)\b"
    rf"|(?!Which (?:is|was)\b){_WHAT} (?:is|are|was|were|do|does|did) (?P<whose>your|the|his|her|their|my|this|that)\b"
    r"|(?:Do|Does|Did|Can|Could|Will|Would|Are|Is|Was|Were|Have|Has|Shall) (?:you|he|she|we|they|I)\b"
    rf"|(?:Does|Did|Is|Are|Was) (?:there|your|my|his|their)\b)(?P<rest>{_PLAIN}?)(?P<end>\.)\s*\Z"
)
# What is their loss is our gain, how much is the question.
_SUBJECT = late(r" (?:is|are|was|were|will|means|matters|seems)\b|\A (?:question|point|problem|trick)\Z")
# Were I you I would go; and what is said beside the question.
_STATED = late(
    r"\b(?:I['’]m|I am|it['’]s|I would|I['’]d|would be|hesitate|I think|I hope|I want|thanks|thank you)\b",
    re.IGNORECASE,
)


def _question(text: str) -> Iterator[Fault]:
    found = _ASKED.match(text)
    if (
        found
        and not _NOT_ASKED.match(text)
        and not _STATED.search(found["rest"])
        and not (found["whose"] and _SUBJECT.search(found["rest"]))
    ):
        yield Fault(*found.span("end"), "?", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_question,)
