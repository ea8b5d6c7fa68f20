"""Loads what reading and answering a text needs. The process from which `parsers.py` forks its workers imports this, so
that no client waits while a new worker loads tables.
"""

from __future__ import annotations

from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.serve.refused import RefusedError
from gec.serve.request_body import Asked
from gec.serve.texts import Correct, answer_packed, read_packed
from gec.text.formats import FORMATS

_WRONG = "She go to scool."
_EDITS = (Edit(4, 6, "goes", "R:VERB:SVA", original="go"), Edit(10, 15, "school", "R:SPELL", original="scool"))


def _warm() -> None:
    for format in FORMATS:
        task = Correct(Asked(_WRONG, "correct", format, (), (), 0.0, "", "", utf16=False, timeout=None))
        try:
            sentences, packed = read_packed(task)
        except RefusedError:  # a notebook is JSON
            continue
        answer_packed(task, packed, [_EDITS if sentence == _WRONG else () for sentence in sentences], Policy())


_warm()
