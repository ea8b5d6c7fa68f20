"""Every guard there is, in the order in which edits meet them. An edit that a guard refuses is not shown to anybody.

1. PROPOSAL: one edit in its sentence. Whoever proposes asks `refusal` once: rules and the speller before the model
   reads, the model for what it wrote.
2. SENTENCE: an edit goes with one beside it that it needs, and is no surer (`candidates` in `sentence.py`).
3. DOCUMENT: what else stands in the text.
4. USER: what the user does not want, in this order: dialect, dictionaries, quotations, remarks, confidence, types, and
   what the caller hides, as a baseline (`Policy.filter` in `edits/policy.py`).

A new guard is an entry here, with the reason, and is counted (`bench/guards.py`). Pairs of words and phrases go to
`never.toml` instead, where each is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gec.edits.change import REWRITER, RULE, SPELLER, Change
from gec.edits.edit import Edit
from gec.guards import (
    anchors,
    articles,
    capitals,
    convention,
    copied,
    fragments,
    marks,
    meaning,
    names,
    never,
    spelling,
    terms,
)
from gec.guards.markup import harmless
from gec.guards.together import standing_alone
from gec.text.prose import Prose

Edits = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Guard:
    """A guard of one edit in its sentence."""

    name: str
    why: str
    refuses: Callable[[Change], bool]
    exempt: tuple[str, ...] = (RULE, REWRITER)  # whose edits it is not asked about


NOBODY: tuple[str, ...] = ()
FAITHFUL = (REWRITER,)  # a rewriting as a whole is held to what its sentence states (`guards/faithful.py`)
BY_RULE = (RULE,)  # what anyone who writes is held to

PROPOSAL: tuple[Guard, ...] = (
    # What is no prose: rules are asked as well.
    Guard("copied", "Numbers, addresses, file names and code are copied letter by letter.",
          copied.changes_copied, FAITHFUL),
    Guard("copied.character", "An accent or a joiner belongs to the character before it.",
          copied.parts_character, NOBODY),
    Guard("copied.program", "A line of a program is no prose, whatever it looks like.", copied.in_program, NOBODY),
    Guard("copied.citation", "What stands in (Doe, 1999) is somebody's title or name.", copied.in_citation, FAITHFUL),
    Guard("copied.template", "A template fills in {{ what stands here }}.", copied.in_template, NOBODY),
    Guard("names", "Names stay as they are written.", names.changes_name, FAITHFUL),
    Guard("names.part", "A name in parts, such as google-auth, has its own capitals.", names.recases_part, NOBODY),
    Guard("quotation.foreign", "What is quoted in another language is not English.",
          convention.in_foreign_quotation, NOBODY),
    # What rules were counted for before they were taken up, so that they are not asked.
    Guard("meaning.removed", "A model sometimes drops half a sentence.", meaning.removes_much),
    Guard("marks.piled", "No mark stands right beside another.", marks.piles_marks, BY_RULE),
    Guard("marks.twice", "No word comes beside itself.", marks.says_twice, BY_RULE),
    Guard("marks.dots", "Dots that trail off are the writer's.", marks.loses_dots),
    Guard("marks.line", "A line of verse or of a list may end with a comma.", marks.ends_line),
    Guard("marks.parallel", "What is said of two things may be said twice: to him and to her.", marks.loses_parallel),
    Guard("spelling.made-up", "No word comes that nobody writes.", spelling.makes_up, BY_RULE),
    Guard("spelling.name", "A word that nobody knows is a name, unless it looks like what was meant.",
          spelling.respells_name, (SPELLER, RULE)),
    Guard("spelling.sound", "a and an go by the sound behind them.", spelling.misses_sound, BY_RULE),
    Guard("spelling.parted", "One word does not become two that nobody writes beside each other.", spelling.parts),
    Guard("spelling.unmade", "A rare adjective is no misspelling of what it was made of.", spelling.unmakes),
    Guard("never", "A table says so, of words that are often taken for wrong.", never.is_in_table),
    Guard("capitals.raised", "A common word gets no capital inside a sentence.", capitals.raises),
    Guard("capitals.begun", "No sentence begins inside another.", capitals.begins_sentence),
    Guard("capitals.shouted", "Of what is all in capitals a model knows little.", capitals.in_shouting),
    Guard("convention.dialect", "Either spelling is English: colour, color.", convention.changes_dialect, BY_RULE),
    Guard("convention.old", "Old English has words and forms of its own.", convention.in_old_english),
    Guard("meaning.manner", "How something is done is said by an adverb.", meaning.unmakes_adverb),
    Guard("meaning.who", "Who it was is not to be known.", meaning.says_who),
    Guard("meaning.unlike", "A long word does not make way for one that has nothing of it.", meaning.is_unlike),
    Guard("meaning.invented", "No word comes that is like none of those that go.", meaning.invents),
    Guard("meaning.unheard", "People hardly ever put this word in place of that.", meaning.is_unheard),
    Guard("meaning.uncalled", "People hardly ever put in or leave out this word.", meaning.is_uncalled_for),
)  # fmt: skip


def refusal(change: Change) -> str:
    """The name of the first guard of PROPOSAL that refuses an edit; nothing where all let it pass."""
    return next((one.name for one in PROPOSAL if change.by not in one.exempt and one.refuses(change)), "")


@dataclass(frozen=True, slots=True)
class DocumentGuard:
    """A guard of the edits of a text: it gives back those that stay, some of them smaller."""

    name: str
    why: str
    kept: Callable[[Prose, Sequence[Edit]], Sequence[Edit]]


DOCUMENT: tuple[DocumentGuard, ...] = (
    DocumentGuard("fragments.end", "A cell, an item or a heading needs no stop.", fragments.open_ended),
    DocumentGuard("fragments.beginning", "Nor does it begin with a capital.", fragments.begun_small),
    DocumentGuard("articles", "A name in code or italics takes no article, and is one thing.", articles.bare),
    DocumentGuard("anchors", "A link names a heading by its words.", anchors.unlinked),
    DocumentGuard("terms", "What the text repeats, or has in its code, is a word of its own.", terms.unlike_terms),
)


def of_document(prose: Prose, edits: Sequence[Edit]) -> Edits:
    """The edits of a text, in their order, that no guard of DOCUMENT speaks against; some become smaller."""
    left = edits
    for guard in DOCUMENT:
        left = guard.kept(prose, left)
    return whole(prose, edits, left)


def whole(prose: Prose, proposed: Sequence[Edit], passed: Sequence[Edit]) -> Edits:
    """What passed, without what needs an edit that did not (`together.py`), and without what harms markup
    (`markup.py`), which goes by all that is left. Every stage behind the sentence ends with these two."""
    left = standing_alone(prose.text, proposed, passed)
    while len(kept := harmless(prose, left)) < len(left):
        left = standing_alone(prose.text, left, kept)
    return kept
