"""Converts edits to objects of the language server protocol: diagnostics, code actions, code lenses, hovers. The
functions are pure; `features.py` calls them and runs the commands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CodeLens,
    Command,
    Diagnostic,
    DiagnosticSeverity,
    Hover,
    MarkupContent,
    MarkupKind,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from gec.edits.edit import Edit
from gec.edits.message import NAMES
from gec.rules.engine import reason
from gec.serve.positions import Ruler
from gec.spelling.choice import others

IGNORE, ADD_WORD, DISABLE, APPLY = "gec.ignore", "gec.addWord", "gec.disableType", "gec.apply"
REWRITE = "gec.rewrite"
CORRECT = "gec.correct"
_JOINING = str.maketrans("", "", "-'’")  # marks that may be inside a word
_CLOSING = ".?!"
_MARKING = re.compile(r"[\\`*_\[\]<>&#~|]")  # characters that have a meaning in Markdown
_OF_WORDS = frozenset({"NOUN", "ORTH", "SPELL"})  # categories of edits that a dictionary word can prevent
FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.gec"
# The number of edits in a range that get their own actions; later ones only if they are the first of their type. The
# whole text may be selected, and no menu shows more actions.
OWN = 50


# A sentence, how often it occurs before in the text, the offset of an edit in it, the edit's original and replacement.
Place = tuple[str, int, int, str, str]


@dataclass(frozen=True, slots=True)
class Checked:
    """One version of a text and the edits that its writer sees."""

    uri: str
    version: int
    ruler: Ruler
    edits: tuple[Edit, ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()
    versioned: bool = True  # whether the editor accepts edits for a version
    typed: int = -1  # the line that is being written; -1: none

    def told(self) -> tuple[Edit, ...]:
        """The edits that are shown. A missing full stop is not shown while its sentence is being written."""
        return tuple(edit for edit in self.edits if not self._ends_typing(edit))

    def _ends_typing(self, edit: Edit) -> bool:
        """Whether an edit only adds a final mark at the end of the line that is being written."""
        old = self.ruler.text[edit.start : edit.end]
        added = edit.replacement.removeprefix(old).strip() if edit.replacement.startswith(old) else ""
        if not added or added.strip(_CLOSING) or self.ruler.position(edit.end).line != self.typed:
            return False
        return not any(map(str.isalnum, self.ruler.behind(edit.end)))  # editors add closing quotes and brackets

    def shown(self, edit: Edit) -> Range:
        """The range that is underlined for an edit. For an insertion, it is the next word, or else the word before."""
        start, end, text = edit.start, edit.end, self.ruler.text
        if start == end:
            while end < len(text) and text[end].isspace():
                end += 1
            word = end
            while end < len(text) and text[end].isalnum():
                end += 1
            if not {"\r", "\n"}.isdisjoint(text[start:end]) or word == end:
                end = start
                while start > 0 and not text[start - 1].isspace():
                    start -= 1
            else:
                start = word
        return self.ruler.range(start, end)

    def applying(self, edits: Iterable[Edit]) -> WorkspaceEdit:
        changes = [TextEdit(self.ruler.range(edit.start, edit.end), edit.replacement) for edit in edits]
        if not self.versioned:
            return WorkspaceEdit(changes={self.uri: changes})
        document = OptionalVersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        return WorkspaceEdit(document_changes=[TextDocumentEdit(document, list(changes))])

    def said(self, edit: Edit) -> str:
        """The text of the sentence that an edit is in."""
        start, end = self._sentence(edit)
        return self.ruler.text[start:end]

    def place(self, edit: Edit) -> Place:
        """Identifies an edit, also after the text around its sentence has changed."""
        start, _ = self._sentence(edit)
        said = self.said(edit)
        before = self.ruler.text.count(said, 0, start) if said else 0
        return said, before, edit.start - start, edit.original, edit.replacement

    def _sentence(self, edit: Edit) -> tuple[int, int]:
        at = bisect_right(self.sentences, edit.start, key=lambda sentence: sentence[0]) - 1
        return self.sentences[at] if at >= 0 else (edit.start, edit.end)


def diagnostic(checked: Checked, edit: Edit, severity: DiagnosticSeverity) -> Diagnostic:
    return Diagnostic(
        range=checked.shown(edit),
        message=edit.message,
        severity=severity,
        code=edit.rule or edit.type,
        source="gec",
        data={"confidence": edit.confidence, "replacement": edit.replacement},
    )


def actions(
    checked: Checked, where: Range, only: Sequence[str] | None, severity: DiagnosticSeverity, project: bool
) -> Iterator[CodeAction]:
    """The code actions for the edits in a range. `only` has prefixes of the kinds of actions that are wanted, and
    `project` says whether the text's project has a dictionary."""
    start, end = checked.ruler.span(where)
    wanted = _wanted(only)
    here = [edit for edit in checked.edits if _touches(checked, edit, start, end)]
    if wanted(CodeActionKind.QuickFix.value):
        yield from _quick_fixes(checked, here, severity, project)
    if wanted(FIX_ALL) and checked.edits:
        title = f"Apply all {len(checked.edits)} corrections" if len(checked.edits) > 1 else "Apply the correction"
        yield CodeAction(title, kind=FIX_ALL, edit=checked.applying(checked.edits))
    if wanted(CodeActionKind.RefactorRewrite.value) and (start < end or only is not None):
        yield _rewriting(checked, where)  # only for a selection or on request; otherwise every word would offer it


def _rewriting(checked: Checked, where: Range) -> CodeAction:
    first, end = where.start.line, where.end
    last = end.line if end.character else max(first, end.line - 1)
    title = "Rewrite this paragraph"
    command = Command(title, REWRITE, arguments=[checked.uri, checked.version, first, last])
    return CodeAction(title, kind=CodeActionKind.RefactorRewrite, command=command)


def _quick_fixes(
    checked: Checked, here: Sequence[Edit], severity: DiagnosticSeverity, project: bool
) -> Iterator[CodeAction]:
    """The fixes for the edits in a range. Actions for all edits of a type are offered once, with its first edit."""
    types: dict[str, list[Diagnostic]] = {}  # by rule, or else by type
    for edit in here:
        alike = types.setdefault(edit.rule or edit.type, [])
        if len(alike) < OWN:
            alike.append(diagnostic(checked, edit, severity))
    for number, edit in enumerate(here):
        alike = types.pop(edit.rule or edit.type, [])
        if alike or number < OWN:
            yield from _fixes(checked, edit, diagnostic(checked, edit, severity), alike, len(here) == 1, project)


def _fixes(
    checked: Checked, edit: Edit, shown: Diagnostic, alike: list[Diagnostic], alone: bool, project: bool
) -> Iterator[CodeAction]:
    """The fixes for one edit. `alike` has the problems of the same type if actions for all of them are offered here."""

    def action(title: str, about: list[Diagnostic], **what: object) -> CodeAction:
        return CodeAction(title, kind=CodeActionKind.QuickFix, diagnostics=about, **what)  # type: ignore[arg-type]

    name = f"the rule {edit.rule}" if edit.rule else NAMES.get(edit.type[2:], edit.type)
    yield action(_capital(edit.message), [shown], edit=checked.applying([edit]), is_preferred=alone)
    if edit.type == "R:SPELL":
        for word in others(checked.ruler.text, edit.start, edit.end, edit.replacement):
            other = replace(edit, replacement=word)
            yield action(_capital(other.message), [shown], edit=checked.applying([other]))
    every = [one for one in checked.edits if (one.rule, one.type) == (edit.rule, edit.type)] if alike else []
    if len(every) > 1:
        yield action(f"Apply all {len(every)} of this type ({name})", alike, edit=checked.applying(every))
    title = "Ignore this here" if alone else f"Ignore this here: {edit.message}"
    yield action(title, [shown], command=Command(title, IGNORE, arguments=[checked.uri, *checked.place(edit)]))
    word = edit.original.strip()
    if edit.type[2:].partition(":")[0] in _OF_WORDS and word.translate(_JOINING).isalnum():
        for mine in (True, False) if project else (True,):
            title = f"Add “{word}” to {'your' if mine else 'the project’s'} dictionary"
            yield action(title, [shown], command=Command(title, ADD_WORD, arguments=[checked.uri, word, mine]))
    if alike:
        title = f"Turn off {name} until the editor is closed"
        yield action(title, alike, command=Command(title, DISABLE, arguments=[edit.rule or edit.type]))


def lenses(checked: Checked) -> Iterator[CodeLens]:
    """A code lens for each line with corrections."""
    placed = [(checked.ruler.position(edit.start).line, edit) for edit in checked.told()]
    for line, found in groupby(placed, key=lambda one: one[0]):
        edits = [edit for _, edit in found]
        title = f"apply {len(edits)} corrections" if len(edits) > 1 else edits[0].message
        where = checked.ruler.range(edits[0].start, edits[0].start)
        yield CodeLens(where, Command(title, APPLY, arguments=[checked.uri, checked.version, line]))


def hover(checked: Checked, where: Position, kind: MarkupKind) -> Hover | None:
    """The explanation of the edits at a place. Markup in it is escaped, because the message of a rule may come from
    somebody else's project."""
    offset = checked.ruler.offset(where)
    here = [edit for edit in checked.told() if _touches(checked, edit, offset, offset)]
    if not here:
        return None
    said = dict.fromkeys(reason(edit, edit.original) for edit in here)
    text = "\n\n".join(said)
    if kind == MarkupKind.Markdown:
        text = _MARKING.sub(r"\\\g<0>", text)
    return Hover(MarkupContent(kind, text), checked.shown(here[0]))


def _touches(checked: Checked, edit: Edit, start: int, end: int) -> bool:
    low, high = checked.ruler.span(checked.shown(edit))
    return min(low, edit.start) <= end and start <= max(high, edit.end)


def _wanted(only: Sequence[str] | None) -> Callable[[str], bool]:
    return lambda kind: only is None or any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
