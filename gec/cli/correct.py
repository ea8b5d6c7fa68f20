"""`gec correct`: reads texts and prints corrections. If it cannot read a file, it says so in one line and continues.

It prints the corrected text of stdin or one file, and a list of findings for several files. `--diff`, `--check`,
`--statistics` and `--format` print something else; `--write` and `--interactive` change the files. `run.py` finds the
corrections, `render.py` and `reports.py` show them.
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
from gec.cli.errors import told
from gec.cli.files import is_folder
from gec.cli.finding import Found, findings, left_over
from gec.cli.interactive import Answers, ask, keys
from gec.cli.options import Place, options, refuse_unused
from gec.cli.run import STDIN, Result, Run, Text
from gec.cli.signals import heard
from gec.cli.tally import Tally
from gec.cli.wish import Wish, refuse_contradictions
from gec.correction import ROUNDS
from gec.edits.baseline import fresh
from gec.edits.edit import Edit
from gec.edits.message import many
from gec.errors import GecError, TextError
from gec.guards.markup import harmless
from gec.settings import Settings
from gec.text.document import shown, writable, write

Show = Callable[[Result], None]
Key = Callable[[], str]
Refuse = Callable[[GecError], None]


@click.command("correct")
@click.argument("paths", nargs=-1, type=Place(allow_dash=True, readable=False))
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
    wish = Wish(**said, listing=said["check"] or said["watch"] or len(paths) > 1 or is_folder(paths[0]))
    if stdin_filename != str(STDIN) and STDIN not in paths:
        raise click.UsageError("--stdin-filename is the name of stdin, but stdin is not read; add - to read it")
    refuse_contradictions(paths, wish, given, isolated)
    tally = Tally(quiet=wish.quiet)
    with ExitStack() as stack:
        stack.enter_context(heard())
        run = Run(
            given,
            isolated,
            cached,
            jobs,
            tally.refuse,
            tally.warn,
            stack,
            hide_accepted=not wish.accept,
            # a baseline is compared with what is found at first, and who is asked is shown all that is written
            settles=not (wish.accept or wish.asking),
            quiet=wish.quiet,
            verbose=verbose,
        )
        stack.callback(run.progress.clear)
        if jobs > 1 and run.settings(Path.cwd()).whole_texts:
            refuse_unused("--rewrite or --decode pipelined", ["jobs"])
        if wish.watch:
            from gec.cli.watch import watch

            watch(
                run,
                paths,
                force_exclude,
                lambda results: _finish(run, wish, results, Tally(quiet=wish.quiet)),
                tally.again,
            )
        else:
            key = stack.enter_context(keys()) if wish.asking else None
            _finish(run, wish, run.results(run.texts(paths, stdin_filename, force_exclude)), tally, key)
    ctx.exit(2 if tally.errors else int(wish.check and (tally.edits > 0 or (wish.idle and tally.idle > 0))))


# --- what is done with each result


def _finish(run: Run, wish: Wish, results: Iterable[Result], tally: Tally, key: Key | None = None) -> None:
    """Show, write or ask; then what stands at the end."""
    found: list[Found] = []
    show = _shower(wish, found) if key is None else lambda result: _ask(run, result, key, tally.refuse)
    for result in results:
        try:
            show(result)
            tally.count(result)
            _tell_remarks(result, tally, idle=wish.idle)
        except GecError as error:
            tally.refuse(error)
        except Stop:
            break
    if wish.accept:
        _accept(run, found)
    elif wish.statistics:
        render.emit(_statistics(wish, tally))
    elif wish.layout not in ("text", "jsonl"):
        from gec.cli.reports import REPORTS

        render.emit(REPORTS[wish.layout](found))
    elif wish.layout == "text" and tally.files and (wish.writing or (wish.listing and not (wish.diff or wish.asking))):
        tally.note(tally.summary())


class Stop(Exception):  # noqa: N818  # no error: the user has seen enough
    """The user wants to see no further text."""


def _shower(wish: Wish, found: list[Found]) -> Show:
    """The one way in which each result is shown, or written and shown."""
    show: Show = _nothing
    if wish.layout == "jsonl":
        show = _line_by_line
    elif wish.accept or (wish.layout != "text" and not wish.statistics):
        show = lambda result: found.append(_found(result))  # noqa: E731  # beside the others it reads best
    elif not (wish.statistics or wish.writing):
        show = _for_people(wish)
    return _also_writing(show) if wish.writing else show


def _for_people(wish: Wish) -> Show:
    if wish.diff:
        return _diff
    if wish.listing or wish.explain:
        return lambda result: render.emit(render.listed(_found(result), explain=wish.explain))
    return lambda result: render.emit(result.text.document.with_edits(result.edits))


def _nothing(result: Result) -> None:
    """What is counted or written is not shown."""


def _line_by_line(result: Result) -> None:
    from gec.cli.reports import as_jsonl

    render.emit(as_jsonl([_found(result)]))


def _also_writing(show: Show) -> Show:
    def both(result: Result) -> None:
        write(result.text.document, result.edits)
        show(result)

    return both


def _diff(result: Result) -> None:
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


def _found(result: Result) -> Found:
    document = result.text.document
    return Found(document.name, findings(document, result.edits), _idle(result), str(result.text.path))


def _idle(result: Result, *, mistaken: bool = False) -> tuple[tuple[int, str, str], ...]:
    """Line, words and trouble of the remarks that hide nothing, or only of those that are mistaken."""
    place = result.text.document.position
    some = (one for one in result.idle if one.trouble or not mistaken)
    return tuple((place(one.at)[0], one.said, one.trouble or "hides nothing; delete it") for one in some)


def _tell_remarks(result: Result, tally: Tally, *, idle: bool) -> None:
    """Of remarks that cannot be understood; where it is asked for also of those that hide nothing."""
    for line, said, why in _idle(result, mistaken=not idle):
        tally.note(f"{result.text.document.name}:{line}: “{said}”: {why}")


def _statistics(wish: Wish, tally: Tally) -> str:
    if wish.layout == "text":
        return render.counted(tally.kinds)
    import json

    return json.dumps({"files": tally.files, "edits": tally.edits, "types": dict(tally.kinds.most_common())}) + "\n"


def _accept(run: Run, found: Sequence[Found]) -> None:
    """Into the baselines that hold for the texts; nowhere, if a text has none that would be found again."""
    places: dict[Path, list[Found]] = {}
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


def _ask(run: Run, result: Result, key: Key, refuse: Refuse) -> None:
    """Ask about each correction of a file and write those that were taken; then about what these made room for."""
    for _ in range(ROUNDS):
        document = result.text.document
        accepted = _answered(run, result, key, refuse)
        again = next(run.results(run.text(result.text.path)), None) if accepted else None
        if again is None:
            return
        taken = {(edit.start, edit.end) for edit in accepted}  # by their places, for the words may be the user's own
        left = (edit for edit in result.edits if (edit.start, edit.end) not in taken)
        asked = Counter(finding.mark for finding in left_over(document, accepted, left))
        result = replace(again, edits=fresh(again.text.document.text, again.edits, asked))


def _answered(run: Run, result: Result, key: Key, refuse: Refuse) -> tuple[Edit, ...]:
    """What was taken of one file's corrections, and is written. What cannot be kept takes no other answer along, and
    whoever wants to see no more sees no more."""
    text = result.text
    if result.edits:
        writable(text.document)
    answers = _harmless(text, ask(text.document, result.edits, key))
    accepted: tuple[Edit, ...] = ()
    with told(refuse):
        write(text.document, answers.accepted)
        accepted = answers.accepted
    if answers.ignored:
        with told(refuse):
            place = run.baseline_to_write(text.path) or text.folder / baseline.NAME
            ignored = left_over(text.document, accepted, answers.ignored)
            baseline.write(place, [Found(str(text.path), ignored)], add=True)
            if not answers.interrupt:  # which may have closed the terminal
                click.echo(f"{shown(place)}: {len(ignored)} more accepted", err=True)
    if answers.words:
        with told(refuse):
            dictionary.add(dictionary.nearest(text.folder) or text.folder / dictionary.NAME, answers.words)
            run.forget()
    if answers.interrupt:
        raise answers.interrupt
    if answers.quit:
        raise Stop
    return accepted


def _harmless(text: Text, answers: Answers) -> Answers:
    """The answers without what was accepted and harms the markup without what was not."""
    kept = harmless(text.prose(), answers.accepted)
    if left := len(answers.accepted) - len(kept):
        said = "that would have changed its markup"
        click.echo(f"{text.document.name}: left out {many(left, 'correction')} {said}", err=True)
    return replace(answers, accepted=kept)
