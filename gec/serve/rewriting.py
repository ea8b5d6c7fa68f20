"""Rewrites paragraphs for an editor. Progress is shown and can be cancelled. An editor that can preview edits shows
them before they are made. A separate `Service` with the task `rewrite` does the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import count
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from gec.correction import FirstReading, let_through
from gec.edits.edit import Edit
from gec.errors import GecError
from gec.serve.actions import Checked
from gec.serve.answers import Answer
from gec.serve.editor import can
from gec.serve.lsp import PUBLISH_INTERVAL, EditorServer
from gec.serve.positions import lines_of
from gec.serve.service import Busy, Closed
from gec.text.prose import Block, Prose

LABEL = "rewrite"


async def rewrite(ls: EditorServer, uri: str, version: int, first: int, last: int) -> None:
    """Rewrite the paragraphs of these lines, in this version of the text."""
    sheet = ls.sheets.get(uri)
    if sheet is None or sheet.version != version:
        ls.say("the text has changed since; nothing was rewritten")
        return
    policy = ls.policy(uri)
    prose = narrowed(await ls.read(sheet), first, last)
    try:
        answer = await _followed(ls, prose)
    except Busy as busy:
        ls.say(str(busy))
        return
    except (GecError, Closed) as error:
        ls.say(str(error))
        return
    if answer is None:
        return
    [passed] = let_through([FirstReading(prose, answer.edits)], policy, again=None)
    if not passed.edits:
        ls.say("nothing to rewrite here")
    elif sheet.version != version or ls.sheets.get(uri) is not sheet:
        ls.say("the text has changed since; nothing was rewritten")
    else:
        shown = sheet.checked.edits if sheet.checked.version == version else ()
        here = replace(sheet.checked, version=version, ruler=ls.ruler(sheet.text), edits=shown)
        made = edit_of(here, passed.edits, ls)
        await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(made, label="gec: rewrite"))


async def _followed(ls: EditorServer, prose: Prose) -> Answer | None:
    """The findings in the whole text, with progress on the way. None if the user cancels it."""
    shown = await _begun(ls)
    total = max(1, sum(1 for _ in prose.views()))
    answer = None
    try:
        assert ls.rewriting is not None  # otherwise the command is not registered
        async with aclosing(ls.rewriting.follow(prose, every=PUBLISH_INTERVAL)) as answers:
            async for answer in answers:
                if shown:
                    done = len(answer.sentences)
                    report = types.WorkDoneProgressReport(
                        message=f"{done} of {total} sentences", percentage=100 * done // total, cancellable=True
                    )
                    ls.work_done_progress.report(shown, report)
                    await asyncio.sleep(0)
                    if ls.work_done_progress.tokens[shown].cancelled():
                        return None
        return answer
    finally:
        if shown:
            ls.work_done_progress.end(shown, types.WorkDoneProgressEnd())
            ls.work_done_progress.tokens.pop(shown, None)


async def _begun(ls: EditorServer) -> str:
    """The token under which progress is shown. Empty if the editor cannot show any."""
    if not can(ls, "window.work_done_progress"):
        return ""
    token = str(uuid4())
    try:
        await ls.work_done_progress.create_async(token)
    except JsonRpcException:
        return ""
    ls.work_done_progress.begin(token, types.WorkDoneProgressBegin(title="gec: rewriting", cancellable=True))
    return token


def edit_of(checked: Checked, edits: Sequence[Edit], ls: EditorServer) -> types.WorkspaceEdit:
    """The change for the editor. If the editor can preview it, each edit has a description with its confidence, and new
    edits must be confirmed. The others are corrections that the text already shows."""
    whole = "workspace.workspace_edit.change_annotation_support"
    if not checked.versioned or not can(ls, whole):
        return checked.applying(edits)
    known = {(edit.start, edit.end, edit.replacement) for edit in checked.edits}
    names = [f"{LABEL}-{number}" for number, _ in zip(count(1), edits, strict=False)]
    document = types.OptionalVersionedTextDocumentIdentifier(uri=checked.uri, version=checked.version)
    changes = [
        types.AnnotatedTextEdit(name, checked.ruler.range(edit.start, edit.end), edit.replacement)
        for name, edit in zip(names, edits, strict=True)
    ]
    notes = {
        name: types.ChangeAnnotation(
            edit.message,
            needs_confirmation=(edit.start, edit.end, edit.replacement) not in known,
            description=f"{edit.confidence:.0%} sure",
        )
        for name, edit in zip(names, edits, strict=True)
    }
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(document, list(changes))], change_annotations=notes
    )


def narrowed(prose: Prose, first: int, last: int) -> Prose:
    """The whole paragraphs that these lines are in. Blank lines are in none."""
    lines = lines_of(prose.text)
    written = [line for line in range(max(first, 0), min(last + 1, len(lines))) if lines[line].strip()]
    if not written:
        return replace(prose, blocks=())
    first, last = written[0], written[-1]
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].strip():
        last += 1
    low, high = (sum(map(len, lines[:line])) for line in (first, last + 1))
    return replace(prose, blocks=tuple(_within(prose.blocks, low, high)))


def _within(blocks: Sequence[Block], low: int, high: int) -> Iterator[Block]:
    for block in blocks:
        if len(block.spans) == 1 and not block.kept:
            [(start, end)] = block.spans
            if max(start, low) < min(end, high):
                yield replace(block, spans=((max(start, low), min(end, high)),))
        elif any(start < high and low < end for start, end in block.spans):
            yield block
