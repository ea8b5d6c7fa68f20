"""`gec correct`: texts in, corrections out. Reads what it can, says in one line what it cannot, and goes on.

What is printed: the corrected text for stdin or one file, a list of findings for several; `--diff`, `--check`,
`--statistics` and `--format` say otherwise, `--write` and `--interactive` change the files instead. Finding the
corrections is `run.py`'s business, showing them is `render.py`'s and `reports.py`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from gec import dictionary
from gec.cli import baseline, render
from gec.cli.errors import report, told
from gec.cli.files import is_folder
from gec.cli.finding import Found, findings, left_over
from gec.cli.interactive import Answers, ask, keys
from gec.cli.options import Place, options, refuse_unused
from gec.cli.run import STDIN, Result, Run, Text
from gec.cli.signals import heard
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


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done with what is found."""

    diff: bool
    writing: bool
    check: bool
    asking: bool
    watch: bool
    layout: str
    explain: bool
    statistics: bool
    idle: bool
    accept: bool  # into the baseline
    listing: bool

    @property
    def prints(self) -> bool:
        """Whether what is found is printed as such, in some format."""
        return self.layout != "text" or self.statistics


@dataclass
class Tally:
    """What a run has come to so far; it decides the exit code and the last line."""

    files: int = 0
    touched: int = 0
    edits: int = 0
    errors: int = 0
    idle: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    told: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)  # what was told when the files were last looked at

    def refuse(self, error: GecError) -> None:
        self.errors += 1
        self._tell(str(error), "error")

    def warn(self, message: str) -> None:
        self._tell(message, "warning")

    def _tell(self, message: str, kind: str) -> None:
        """Once, however many files it concerns; in a later look only if it was gone meanwhile."""
        if message not in self.told | self.before:
            report(message, kind)
        self.told.add(message)

    def again(self) -> None:
        """The files are looked at anew."""
        self.before, self.told = self.told, set()

    def count(self, result: Result) -> None:
        self.files += 1
        self.touched += bool(result.edits)
        self.edits += len(result.edits)
        self.idle += len(result.idle)
        self.kinds.update(edit.type for edit in result.edits)

    def summary(self) -> str:
        if not self.edits:
            return f"nothing to correct in {many(self.files, 'file')}"
        return f"{many(self.edits, 'correction')} in {self.touched} of {many(self.files, 'file')}"


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
    jobs: int,
    rewrite: bool,
    **said: Any,
) -> None:
    """Correct texts: files, folders (the texts in them), or stdin when there is none or it is `-`.

    Prints the corrected text of stdin or of one file, and a list of findings for several files.

    Exits with 0 when done, 1 when --check found something, 2 when something could not be read or written.
    """
    paths = paths or (STDIN,)
    given = {key: said.pop(key) for key in list(said) if key in Settings.__dataclass_fields__}
    wish = Wish(**said, listing=said["check"] or said["watch"] or len(paths) > 1 or is_folder(paths[0]))
    if stdin_filename != str(STDIN) and STDIN not in paths:
        raise click.UsageError("--stdin-filename says what stdin is called, which is not read; add - for it")
    _refuse_contradictions(paths, wish, given, rewrite, isolated)
    if rewrite:
        given["decode"] = "rewrite"
    tally = Tally()
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
        )
        stack.callback(run.progress.clear)
        if jobs > 1 and run.passages:
            refuse_unused("a way to decode that reads paragraphs", ["jobs"])
        if wish.watch:
            from gec.cli.watch import watch

            watch(run, paths, force_exclude, lambda results: _finish(run, wish, results, Tally()), tally.again)
        else:
            key = stack.enter_context(keys()) if wish.asking else None
            _finish(run, wish, run.results(run.texts(paths, stdin_filename, force_exclude)), tally, key)
    ctx.exit(2 if tally.errors else int(wish.check and (tally.edits > 0 or (wish.idle and tally.idle > 0))))


def _refuse_contradictions(
    paths: Sequence[Path], wish: Wish, given: Mapping[str, Any], rewrite: bool, isolated: bool
) -> None:
    if rewrite and given["decode"] not in (None, "rewrite"):
        raise click.UsageError(
            f"--rewrite is a way to decode, --decode {given['decode']} another; use one or the other"
        )
    if wish.accept and isolated and not given["baseline"]:
        raise click.UsageError("--isolated looks for no baseline, so --write-baseline needs --baseline and a file")
    _refuse_outputs(paths, wish)


def _refuse_outputs(paths: Sequence[Path], wish: Wish) -> None:
    """What comes out, and what becomes of the files, can be asked for in ways that exclude each other."""
    changing = "--write" if wish.writing else "--interactive"
    changes = wish.writing or wish.asking
    looks = {"--diff": wish.diff, "--check": wish.check, "--statistics": wish.statistics}
    looking = next((name for name, said in looks.items() if said), None)
    if changes and looking:
        raise click.UsageError(f"{changing} changes files, {looking} only looks; use one or the other")
    if changes and wish.accept:
        raise click.UsageError(f"{changing} corrects, --write-baseline leaves as it is; use one or the other")
    if wish.accept and (wish.diff or wish.check or wish.statistics or wish.watch or wish.prints):
        raise click.UsageError("--write-baseline accepts what is found and shows nothing; leave the rest out")
    if wish.asking and wish.prints:
        raise click.UsageError("--interactive is for people, --format for programs; use one or the other")
    if wish.writing and wish.asking:
        raise click.UsageError("--write takes every correction, --interactive asks; use one or the other")
    if changes and STDIN in paths:
        raise click.UsageError(f"{changing} needs files; what comes on stdin is printed corrected")
    if wish.diff and wish.statistics:
        raise click.UsageError("--diff shows what would change, --statistics only counts; use one or the other")
    if wish.diff and wish.prints:
        raise click.UsageError("--diff is for people and patch, --format for programs; use one or the other")
    if wish.explain and (other := _listless(wish)):
        raise click.UsageError(
            f"--explain adds the reason to a list of findings, and {other} prints no such list; use one or the other"
        )
    if wish.statistics and wish.layout not in ("text", "json"):
        raise click.UsageError("--statistics are text or JSON; use one or the other")
    if wish.watch and STDIN in paths:
        raise click.UsageError("--watch needs files or folders to look at")
    if wish.watch and (wish.writing or wish.asking or wish.layout not in ("text", "jsonl")):
        raise click.UsageError(
            "--watch prints a list for people or --format jsonl; leave out --write, --interactive and other formats"
        )


def _listless(wish: Wish) -> str | None:
    """The option, if there is one, with which no list for people is printed."""
    options = {
        "--diff": wish.diff,
        "--statistics": wish.statistics,
        "--write": wish.writing,
        "--interactive": wish.asking,
        "--write-baseline": wish.accept,
        f"--format {wish.layout}": wish.layout != "text",
    }
    return next((name for name, said in options.items() if said), None)


# --- what is done with each result


def _finish(run: Run, wish: Wish, results: Iterable[Result], tally: Tally, key: Key | None = None) -> None:
    """Show, write or ask; then what stands at the end."""
    found: list[Found] = []
    show = _shower(wish, found) if key is None else lambda result: _ask(run, result, key, tally.refuse)
    for result in results:
        try:
            show(result)
            tally.count(result)
            if wish.idle:
                _tell_idle(result)
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
        click.echo(tally.summary(), err=True)


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
            said = f"{document.name}: is {document.encoding}, its diff UTF-8, which patch cannot apply; use --write"
            click.echo(said, err=True)


def _found(result: Result) -> Found:
    document = result.text.document
    return Found(document.name, findings(document, result.edits), _idle(result), str(result.text.path))


def _idle(result: Result) -> tuple[tuple[int, str, str], ...]:
    place = result.text.document.position
    return tuple((place(one.at)[0], one.said, one.trouble or "hides nothing; take it out") for one in result.idle)


def _tell_idle(result: Result) -> None:
    for line, said, why in _idle(result):
        click.echo(f"{result.text.document.name}:{line}: “{said}”: {why}", err=True)


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
            said = "is not below this folder, so a baseline here would not hold for it"
            raise TextError(f"{one.path}: {said}; go to a folder above it, or name a file with --baseline")
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
        taken = frozenset(accepted)
        left = (edit for edit in result.edits if edit not in taken)
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
                click.echo(f"{shown(place)}: {len(ignored)} more accepted as they are", err=True)
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
        said = "after which its markup would not stand as it stands"
        click.echo(f"{text.document.name}: left out {many(left, 'correction')} {said}", err=True)
    return replace(answers, accepted=kept)
