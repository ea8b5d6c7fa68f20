"""`gec correct`: reads texts and prints corrections. If it cannot read a file, it says so in one line and continues.

It prints the corrected text of stdin or one file, and a list of findings for several files. `--diff`, `--check`,
`--statistics` and `--format` print something else; `--write` and `--interactive` change the files. `invocation.py`
finds the corrections, `render.py` and `reports.py` show them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from gec import dictionary
from gec.cli import baseline, render
from gec.cli.errors import reporting
from gec.cli.files import is_folder
from gec.cli.finding import FileFindings, findings, left_over
from gec.cli.interactive import Answers, ask, keys
from gec.cli.invocation import Invocation, TextResult
from gec.cli.options import NamedPath, options, refuse_unused
from gec.cli.reading import STDIN, Text
from gec.cli.request import Request, refuse_contradictions
from gec.cli.tally import RunCounts
from gec.correction import ROUNDS
from gec.edits.baseline import fresh
from gec.edits.edit import Edit
from gec.edits.message import many
from gec.errors import GecError, OptionError, TextError, shown
from gec.guards.markup import without_markup_changes
from gec.settings import Settings
from gec.text.document import file_to_write, write

Show = Callable[[TextResult], None]
Key = Callable[[], str]
Refuse = Callable[[GecError], None]


@click.command("correct")
@click.argument("paths", nargs=-1, type=NamedPath(allow_dash=True, readable=False))
@options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    paths: tuple[Path, ...],
    stdin_filename: str,
    force_exclude: bool,
    isolated: bool,
    cached: bool,
    verbose: bool,
    jobs: int,
    **said: Any,
) -> None:
    """Correct texts: files, folders (the texts in them), or stdin (without a path, or with `-`).

    Prints the corrected text of stdin or of one file, and a list of findings for several files.

    Exits with 0 if all went well, 1 if --check found something, 2 if something could not be read or written.
    """
    paths = paths or (STDIN,)
    given = {key: said.pop(key) for key in list(said) if key in Settings.__dataclass_fields__}
    request = Request(**said, listing=said["check"] or said["watch"] or len(paths) > 1 or is_folder(paths[0]))
    if stdin_filename != str(STDIN) and STDIN not in paths:
        raise click.UsageError("--stdin-filename is the name of stdin, but stdin is not read; add - to read it")
    refuse_contradictions(paths, request, given, isolated)
    if render.is_closed() and not (request.check or request.writing or request.asking or request.accept):
        raise OptionError("stdout, where the corrections go, is closed; leave it open, or use --write or --check")
    tally = RunCounts(quiet=request.quiet)
    with ExitStack() as stack:
        run = Invocation(
            given=given,
            isolated=isolated,
            cached=cached,
            jobs=jobs,
            refuse=tally.refuse,
            warn=tally.warn,
            stack=stack,
            hide_accepted=not request.accept,
            # a baseline has findings of the first reading, and interactive mode shows exactly what it writes
            settles=not (request.accept or request.asking),
            quiet=request.quiet,
            verbose=verbose,
        )
        stack.callback(run.progress.clear)
        if jobs > 1 and run.settings(Path.cwd()).whole_texts:
            refuse_unused("--rewrite or --decode pipelined", ["jobs"])
        if request.watch:
            from gec.cli.watch import watch

            watch(
                run,
                paths,
                force_exclude,
                lambda results: _finish(run, request, results, RunCounts(quiet=request.quiet)),
                tally.again,
            )
        else:
            key = stack.enter_context(keys()) if request.asking else None
            _finish(run, request, run.results(run.texts(paths, stdin_filename, force_exclude)), tally, key)
    ctx.exit(2 if tally.errors else int(request.check and (tally.edits > 0 or (request.idle and tally.idle > 0))))


# --- output


def _finish(
    run: Invocation, request: Request, results: Iterable[TextResult], tally: RunCounts, key: Key | None = None
) -> None:
    """Show, write or ask about each result, then print the summary or the report."""
    found: list[FileFindings] = []
    show = _show_function(request, found) if key is None else lambda result: _ask(run, result, key, tally.refuse)
    for result in results:
        try:
            show(result)
            tally.count(result)
            _tell_remarks(result, tally, idle=request.idle)
        except GecError as error:
            tally.refuse(error)
        except Stop:
            break
    if request.accept:
        _accept(run, found)
    elif request.statistics:
        render.emit(_statistics(request, tally))
    elif request.layout not in ("text", "jsonl"):
        from gec.cli.reports import REPORTS

        render.emit(REPORTS[request.layout](found))
    elif request.layout == "text" and (tally.files or tally.unread) and request.summarises:
        tally.note(tally.summary())
        if (hint := tally.hint()) and not request.writing:
            tally.note(hint)


class Stop(Exception):  # noqa: N818  # it reports no error
    """The user wants to see no more texts."""


def _show_function(request: Request, found: list[FileFindings]) -> Show:
    """The function that shows each result, and writes it first if asked to."""
    show: Show = _nothing
    if request.layout == "jsonl":
        show = _line_by_line
    elif request.accept or (request.layout != "text" and not request.statistics):
        show = lambda result: None if result.text.unread else found.append(_found(result))  # noqa: E731
    elif not (request.statistics or request.writing):
        show = _for_people(request)
    return _also_writing(show) if request.writing else show


def _for_people(request: Request) -> Show:
    if request.diff:
        return _diff
    if request.listing or request.explain:
        return lambda result: render.emit(render.listed(_found(result), explain=request.explain))
    return lambda result: render.emit(result.text.document.with_edits(result.edits))


def _nothing(result: TextResult) -> None:
    """Show nothing."""


def _line_by_line(result: TextResult) -> None:
    from gec.cli.reports import as_jsonl

    render.emit(as_jsonl([_found(result)]))


def _also_writing(show: Show) -> Show:
    def both(result: TextResult) -> None:
        write(result.text.document, result.edits)
        show(result)

    return both


def _diff(result: TextResult) -> None:
    document = result.text.document
    if result.edits and render.for_eyes():
        render.marked(document, result.edits)
    elif result.edits:
        render.emit(render.unified(document, result.edits, str(result.text.path)))
        if render.wide(document):
            said = (
                f"{document.name}: is {document.encoding}, and its diff is UTF-8, so patch cannot apply it; use --write"
            )
            click.echo(said, err=True)


def _found(result: TextResult) -> FileFindings:
    document = result.text.document
    return FileFindings(document.name, findings(document, result.edits), _idle(result), str(result.text.path))


def _idle(result: TextResult, *, mistaken: bool = False) -> tuple[tuple[int, str, str], ...]:
    """Line, words and error of each remark that hides nothing; or only of those that are not understood."""
    place = result.text.document.position
    some = (one for one in result.idle if one.trouble or not mistaken)
    return tuple((place(one.at)[0], one.said, one.trouble or "hides nothing; delete it") for one in some)


def _tell_remarks(result: TextResult, tally: RunCounts, *, idle: bool) -> None:
    """Report remarks that are not understood, and with `--idle-remarks` also those that hide nothing."""
    for line, said, why in _idle(result, mistaken=not idle):
        tally.warn(f"{result.text.document.name}:{line}: “{said}”: {why}")


def _statistics(request: Request, tally: RunCounts) -> str:
    if request.layout == "text":
        return render.counted(tally.kinds)
    import json

    return json.dumps({"files": tally.files, "edits": tally.edits, "types": dict(tally.kinds.most_common())}) + "\n"


def _accept(run: Invocation, found: Sequence[FileFindings]) -> None:
    """Write the findings into the baselines of their texts. Refuse a text if no later run would find its baseline."""
    places: dict[Path, list[FileFindings]] = {}
    for one in found:
        place = run.baseline_to_write(Path(one.real))
        if place is None:
            said = "is not below this folder, so a baseline here would not apply to it"
            raise TextError(f"{one.path}: {said}; run gec in a folder above it, or name a file with --baseline")
        places.setdefault(place, []).append(one)
    for place, some in places.items():
        baseline.write(place, some)
        accepted = many(sum(len(one.findings) for one in some), "finding")
        click.echo(f"{shown(place)}: accepted {accepted} in {many(len(some), 'file')}", err=True)


def _ask(run: Invocation, result: TextResult, key: Key, refuse: Refuse) -> None:
    """Ask about each correction of a file and write the accepted ones. Then ask about those that only appear in the
    corrected text."""
    for _ in range(ROUNDS):
        document = result.text.document
        accepted = _answered(run, result, key, refuse)
        again = next(run.results(run.text(result.text.path)), None) if accepted else None
        if again is None:
            return
        taken = {(edit.start, edit.end) for edit in accepted}  # without the words, which the user may have typed
        left = (edit for edit in result.edits if (edit.start, edit.end) not in taken)
        asked = Counter(finding.mark for finding in left_over(document, accepted, left))
        result = replace(again, edits=fresh(again.text.document.text, again.edits, asked))


def _answered(run: Invocation, result: TextResult, key: Key, refuse: Refuse) -> tuple[Edit, ...]:
    """Ask about the corrections of one file, write the answers, and return the accepted edits. If one kind of answer
    cannot be written, the others still are."""
    text = result.text
    if result.edits:
        file_to_write(text.document)
    answers = _harmless(text, ask(text.document, result.edits, key))
    accepted: tuple[Edit, ...] = ()
    with reporting(refuse):
        write(text.document, answers.accepted)
        accepted = answers.accepted
    if answers.ignored:
        with reporting(refuse):
            place = run.baseline_to_write(text.path) or text.folder / baseline.NAME
            ignored = left_over(text.document, accepted, answers.ignored)
            baseline.write(place, [FileFindings(str(text.path), ignored)], add=True)
            if not answers.interrupt:  # the terminal may be closed then
                click.echo(f"{shown(place)}: {len(ignored)} more accepted", err=True)
    if answers.words:
        with reporting(refuse):
            place = dictionary.nearest(text.folder) or text.folder / dictionary.NAME
            dictionary.add(place, answers.words)
            run.forget()
            if not answers.interrupt:
                click.echo(f"{shown(place)}: {many(len(answers.words), 'word')} added", err=True)
    if result.edits and not answers.interrupt:
        left = len(result.edits) - len(accepted)
        click.echo(f"{text.document.name}: {len(accepted):,} corrected, {left:,} left", err=True)
    if answers.interrupt:
        raise answers.interrupt
    if answers.quit:
        raise Stop
    return accepted


def _harmless(text: Text, answers: Answers) -> Answers:
    """The answers without accepted edits that would damage the markup because other edits were not accepted."""
    kept = without_markup_changes(text.prose(), answers.accepted)
    if left := len(answers.accepted) - len(kept):
        said = "that would have changed its markup"
        click.echo(f"{text.document.name}: left out {many(left, 'correction')} {said}", err=True)
    return replace(answers, accepted=kept)
