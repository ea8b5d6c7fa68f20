"""All guards, in the order in which edits pass them. An edit that a guard refuses is never shown.

1. PROPOSAL: one edit in its sentence. Whoever proposes asks `refusal` once: rules and the speller before the model
   reads, the model for what it wrote.
2. SENTENCE: an edit goes with one beside it that it needs, and is no surer (`candidates` in `sentence.py`).
3. DOCUMENT: what else stands in the text.
4. USER: what the user does not want, in this order: dialect, dictionaries, quotations, remarks, confidence, types, and
   what the caller hides, as a baseline (`Policy.filter` in `edits/policy.py`).

A new guard needs an entry here, with the reason, and counts from `bench/guards.py`. A pair of words or phrases needs an
entry in `never.toml` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gec.edits.change import REWRITER, RULE, SPELLER, Change
from gec.edits.dependent import standing_alone
from gec.edits.edit import Edit
from gec.guards import (
    anchors,
    articles,
    breaks,
    capitals,
    copied,
    fragments,
    marks,
    meaning,
    names,
    never,
    spelling,
    terms,
)
from gec.guards.markup import without_markup_changes
from gec.text.prose import Prose

Edits = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Guard:
    """A guard of one edit in its sentence."""

    name: str
    why: str
    refuses: Callable[[Change], bool]
    exempt: tuple[str, ...] = (RULE, REWRITER)  # proposers whose edits are not checked


# Values of `exempt`.
NOBODY: tuple[str, ...] = ()
FAITHFUL = (REWRITER,)  # a rewriting as a whole is held to what its sentence states (`rewriting/faithful.py`)
BY_RULE = (RULE,)  # what anyone who writes is held to

PROPOSAL: tuple[Guard, ...] = (
    # These protect what is not prose. Nearly all of them check edits of rules as well.
    Guard("copied", "Numbers, addresses, file names and code are copied letter by letter.",
          copied.changes_copied, FAITHFUL),
    Guard("copied.character", "An accent or a joiner belongs to the character before it.",
          copied.parts_character, NOBODY),
    Guard("copied.program", "A line of a program is not prose.", copied.in_program, NOBODY),
    Guard("copied.citation", "A citation such as (Doe, 1999) has names and titles.", copied.in_citation, FAITHFUL),
    Guard("copied.template", "A template engine replaces {{ this }}.", copied.in_template, NOBODY),
    Guard("names", "Names stay as they are written.", names.changes_name, FAITHFUL),
    Guard("names.part", "A name in parts, such as google-auth, has its own capitals.", names.recases_part, NOBODY),
    # What rules were counted for before they were taken up, so that they are not asked.
    Guard("meaning.removed", "A model sometimes drops half a sentence.", meaning.removes_much),
    Guard("marks.parallel", "A small word may stand twice: to him and to her.", marks.loses_parallel),
    Guard("marks.second", "Of two articles the first is one too many: the an email.", marks.drops_second),
    Guard("spelling.made-up", "No word comes that nobody writes.", spelling.makes_up, BY_RULE),
    Guard("spelling.name", "A word that nobody knows is a name, unless it looks like what was meant.",
          spelling.respells_name, (SPELLER, RULE)),
    Guard("spelling.sound", "The next sound decides between a and an.", spelling.misses_sound, BY_RULE),
    Guard("never", "The table never.toml has changes that are usually wrong.", never.is_in_table),
    Guard("capitals.raised", "A common word gets no capital inside a sentence.", capitals.raises),
    Guard("capitals.begun", "No sentence begins inside another one.", capitals.begins_sentence),
    Guard("meaning.who", "Only the writer knows the missing subject.", meaning.says_who),
    Guard("meaning.opener", "A step or a heading begins with this form of the verb: Return the list.",
          meaning.turns_opener),
    Guard("meaning.unlike", "A long word is not replaced by one that does not resemble it.", meaning.is_unlike),
    Guard("meaning.invented", "A new word must resemble one of the words that it replaces.", meaning.invents),
    Guard("meaning.unheard", "People hardly ever make this correction.", meaning.is_unheard),
    Guard("meaning.denied", "Only the writer knows whether a negation is missing or wrong.",
          meaning.denies, (RULE, REWRITER, SPELLER)),
    Guard("meaning.uncalled", "People hardly ever add or drop this word.", meaning.is_uncalled_for),
)  # fmt: skip


def refusal(change: Change) -> str:
    """The name of the first guard of PROPOSAL that refuses an edit, or nothing."""
    return next((one.name for one in _asked_about(change.by) if one.refuses(change)), "")


@lru_cache(maxsize=8)
def _asked_about(by: str) -> tuple[Guard, ...]:
    """The guards of PROPOSAL that are asked about what somebody proposes."""
    return tuple(one for one in PROPOSAL if by not in one.exempt)


@dataclass(frozen=True, slots=True)
class DocumentGuard:
    """A guard of all edits of a text. `kept` returns the edits that pass; some may become smaller. It is a function
    whose name begins with `without`."""

    name: str
    why: str
    kept: Callable[[Prose, Sequence[Edit]], Sequence[Edit]]


DOCUMENT: tuple[DocumentGuard, ...] = (
    DocumentGuard("fragments.end", "A cell, an item or a heading needs no stop.", fragments.without_stops),
    DocumentGuard("fragments.beginning", "Nor need it begin with a capital.", fragments.without_capitals),
    DocumentGuard(
        "fragments.label", "A name or a label is cited, and stays as it is.", fragments.without_label_changes
    ),
    DocumentGuard(
        "breaks",
        "A line that no mark ends may be a statement of its own, so the next one keeps its first word.",
        breaks.without_joined_lines,
    ),
    DocumentGuard(
        "articles", "A name in code or italics takes no article, and is one thing.", articles.without_words_beside_code
    ),
    DocumentGuard("anchors", "A link names a heading by its words.", anchors.without_broken_links),
    DocumentGuard(
        "terms", "A word that the text repeats, or has in its code, is spelt right.", terms.without_term_changes
    ),
)  # fmt: skip


def of_document(prose: Prose, edits: Sequence[Edit]) -> Edits:
    """The edits of a text that pass all guards of DOCUMENT, in order; some may become smaller."""
    left = edits
    for guard in DOCUMENT:
        left = guard.kept(prose, left)
    return without_dependents(prose, edits, left)


def without_dependents(prose: Prose, proposed: Sequence[Edit], passed: Sequence[Edit]) -> Edits:
    """The edits that passed, without those that need one that did not (`edits/dependent.py`), and without those that
    harm markup (`markup.py`). Every stage behind the sentence ends with these two checks."""
    left = standing_alone(prose.text, proposed, passed)
    while len(kept := without_markup_changes(prose, left)) < len(left):
        left = standing_alone(prose.text, left, kept)
    return kept
