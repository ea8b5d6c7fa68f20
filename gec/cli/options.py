"""The options of `gec correct`. Other commands share some of them. An option that is also a setting has no default of
its own: None means "not given", and then the value of a settings file or of the program applies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from gec import globs
from gec.cli.reports import REPORTS
from gec.decoding.route import MODES, WAYS
from gec.engine import ENGINES
from gec.errors import OptionError
from gec.language.dialect import DIALECTS
from gec.settings import edits_named
from gec.text.document import MAX_LINE, codec_named


class Number(click.FloatRange):
    """A number in a range. click itself accepts NaN and infinity."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


class NamedPath(click.Path):
    """A path that is not empty. click itself takes an empty path, as an unset variable leaves it, for the current
    folder."""

    def __init__(self, **kinds: Any) -> None:
        super().__init__(path_type=Path, **kinds)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty; use . for this folder", param, ctx)
        found = super().convert(value, param, ctx)
        # `./-` is a file, but a Path of it is `-`, the name of stdin.
        return Path.cwd() / found if found == Path("-") and value != "-" else found


Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def _checked(check: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A click callback from a check that does not know the option's name."""

    def checked(ctx: click.Context, option: click.Parameter, said: Any) -> Any:
        try:
            return None if said is None or said == () else check(said)
        except OptionError as error:
            raise OptionError(f"{option.opts[0]}: {error}") from None

    return checked


def _prefixes(said: Sequence[str]) -> tuple[str, ...]:
    here = Path.cwd()
    projects = not click.get_current_context().params.get("untrusted")
    return edits_named((name for one in said for name in one.split(",")), here if projects else Path(here.anchor))


def _model(said: str) -> str:
    if not said:  # an unset variable leaves it empty
        raise OptionError("the name is empty; leave the option out to use the model that ships with gec")
    return said


def _preset(ctx: click.Context, option: click.Parameter, said: bool) -> None:
    """Refuse two presets. click itself would take the last one."""
    before = ctx.params.setdefault("preset", None)
    if said and before:
        raise click.UsageError("--precision and --recall cannot be combined; use only one of them")
    if said:
        ctx.params["preset"] = option.name
        _refuse_two_thresholds(ctx)


def _min_confidence(ctx: click.Context, option: click.Parameter, said: float | None) -> float | None:
    ctx.params["min_confidence"] = said
    _refuse_two_thresholds(ctx)
    return said


def _refuse_two_thresholds(ctx: click.Context) -> None:
    """Refuse a preset and a threshold together. Called for both options, since either may be parsed last."""
    preset, least = (ctx.params.get(name) for name in ("preset", "min_confidence"))
    if preset and least is not None:
        raise click.UsageError(f"--{preset} and --min-confidence both set the threshold; use only one of them")


def _absolute(ctx: click.Context, option: click.Parameter, said: Path | None) -> str | None:
    return str(said.absolute()) if said else None


WHICH = (  # which edits to show
    click.option(
        "--select",
        multiple=True,
        callback=_checked(_prefixes),
        metavar="TYPES",
        help="Show only these types of edits, rules or mistakes: VERB,R:SPELL,confused,'verb tense'.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        callback=_checked(_prefixes),
        metavar="TYPES",
        help="Do not show these types of edits, rules or mistakes: PUNCT.",
    ),
    click.option(
        "--min-confidence",
        type=Number(0, 1),
        callback=_min_confidence,
        help="Show only edits with at least this confidence.",
    ),
    click.option(
        "--precision", is_flag=True, expose_value=False, callback=_preset, help="Show fewer, more certain edits."
    ),
    click.option("--recall", is_flag=True, expose_value=False, callback=_preset, help="Show more, less certain edits."),
    click.option("--dialect", type=click.Choice(list(DIALECTS)), help="Spelling of words that a correction adds."),
    click.option("--quotes/--no-quotes", default=None, help="Also correct quoted text."),
)


def how(
    *names: str, modes: Sequence[str] = tuple(WAYS), default: str | None = None, which: str = "to use instead of"
) -> tuple[Option, ...]:
    """Options for how to correct: all of them, or those named. A command that does not read settings gives a `default`.
    `modes` has to include the ways for whole paragraphs if the command reads paragraphs."""
    said = {
        "model": click.option(
            "--model",
            callback=_checked(_model),
            metavar="DIR_OR_HUB_ID",
            help=f"A model {which} the one that ships with gec.",
        ),
        "prefix": click.option(
            "--prefix", metavar="TEXT", help="Text that the model needs before every sentence, such as 'grammar: '."
        ),
        "device": click.option(
            "--device", default=default, metavar="DEVICE", help="The device: cpu, cuda, cuda:1, ...  [default: auto]"
        ),
        "engine": click.option(
            "--engine",
            type=click.Choice(ENGINES),
            default=default,
            help="The engine that computes.  [default: auto]",
        ),
        "decode": click.option(
            "--decode", type=click.Choice(modes), default=default, help="How to decode.  [default: auto]"
        ),
    }
    return tuple(said[name] for name in names or said)


REWRITE: Option = click.option(
    "--rewrite",
    "task",
    flag_value="rewrite",
    default=None,
    help="Rewrite sentences, not only correct them. Works with every --decode.",
)

OPTIONS: tuple[Option, ...] = (
    # output
    click.option("--diff", is_flag=True, help="Show what would change: words on a terminal, a unified diff in a pipe."),
    click.option("--write", "--fix", "writing", is_flag=True, help="Correct the files in place."),
    click.option("--check", is_flag=True, help="List findings; exit with 1 if there are any."),
    click.option("-i", "--interactive", "asking", is_flag=True, help="Ask about each correction, then write."),
    click.option("--watch", is_flag=True, help="List findings, again each time a file changes."),
    click.option(
        "--format",
        "layout",
        type=click.Choice(["text", *REPORTS]),
        default="text",
        show_default=True,
        help="The format of the output.",
    ),
    click.option("--explain", is_flag=True, help="Explain each finding."),
    click.option("--statistics", is_flag=True, help="Count the findings by type."),
    click.option("-q", "--quiet", is_flag=True, help="Print only errors on stderr."),
    click.option("--idle-remarks", "idle", is_flag=True, help="Report remarks that hide no finding."),
    *WHICH,
    click.option("--baseline", type=NamedPath(), callback=_absolute, help="The file with accepted findings."),
    click.option(
        "--write-baseline", "accept", is_flag=True, help="Accept all present findings; later show only new ones."
    ),
    # texts
    click.option("--comments/--no-comments", default=None, help="Correct the comments in source code."),
    click.option(
        "--include",
        multiple=True,
        callback=_checked(globs.checked),
        metavar="GLOB",
        help="Read only these files in folders.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        callback=_checked(globs.checked),
        metavar="GLOB",
        help="Do not read these files in folders.",
    ),
    click.option("--force-exclude", is_flag=True, help="Do not read excluded files even if they are named."),
    click.option(
        "--stdin-filename", default="-", metavar="NAME", help="A file name for stdin, which determines its format."
    ),
    click.option(
        "--encoding",
        callback=_checked(codec_named),
        help="Encoding of texts without a byte order mark.  [default: detected]",
    ),
    click.option(
        "--max-line", type=click.IntRange(1), help=f"Longest line that is read, in characters.  [default: {MAX_LINE}]"
    ),
    # how
    click.option("--isolated", is_flag=True, help="Read no settings, dictionary or baseline."),
    click.option("--cache/--no-cache", "cached", default=True, help="Remember the results for each sentence."),
    click.option("--verbose", is_flag=True, help="Report rows of the cache that are invalid and ignored."),
    click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes."),
    *how(modes=MODES),
    REWRITE,
)


def names(ctx: click.Context, option: click.Parameter, said: str | None) -> tuple[str, ...]:
    """The names in a list with commas."""
    return () if said is None else tuple(name.strip() for name in said.split(","))


def refuse_unused(who: str, names: Collection[str]) -> None:
    """Refuse these options if they were given, because they would have no effect."""
    ctx = click.get_current_context()
    for option in ctx.command.params:
        if option.name in names and ctx.get_parameter_source(option.name) == ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{who} does not use {option.opts[0]}; leave {option.opts[0]} out")


def given(*some: Option) -> Option:
    """A decorator that adds these options to a command, in this order."""

    def command(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(some):
            function = option(function)
        return function

    return command


options = given(*OPTIONS)
