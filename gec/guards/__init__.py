"""Edits that a text speaks against, whatever a sentence's words say: they would harm its markup, rename its own things,
or make sentences of what are none. Guards of sentences alone are among `gec/edits`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gec.edits.edit import Edit
from gec.guards.anchors import unlinked
from gec.guards.articles import bare
from gec.guards.fragments import begun_small, open_ended
from gec.guards.markup import around, harmless
from gec.guards.terms import unlike_terms
from gec.text.prose import Prose


def guarded(prose: Prose, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits of a text, in their order, that no guard speaks against; some become smaller."""
    left = unlinked(prose, bare(prose, begun_small(prose, open_ended(prose, edits))))
    return harmless(prose, unlike_terms(prose.text, around(prose), left))
