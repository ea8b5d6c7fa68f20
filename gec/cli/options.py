"""The options of `gec correct`, some of which other commands share. One that is also a setting has no default of its
own: None is "not said", and then a file's value holds, or the program's.
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
    """A number in a range; click itself lets NaN and infinity through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


class Place(click.Path):
    """A path that says something; click itself takes an empty one, as an unset variable leaves it, for this folder."""

    def __init__(self, **kinds: Any) -> None:
        super().__init__(path_type=Path, **kinds)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("an empty path names no file; say . for this folder", param, ctx)
        found = super().convert(value, param, ctx)
        # a file that is called so, and a path says `-` for `./-`
        return Path.cwd() / found if found == Path("-") and value != "-" else found


Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def _checked(check: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """What an option says, if a check that knows no options finds nothing wrong with it."""

    def checked(ctx: click.Context, option: click.Parameter, said: Any) -> Any:
        try:
            return None if said is None or said == () else check(said)
        except OptionError as error:
            raise OptionError(f"{option.opts[0]}: {error}") from None

    return checked


def _prefixes(said: Sequence[str]) -> tuple[str, ...]:
    return edits_named((prefix for one in said for prefix in one.split(",")), Path.cwd())


def _model(said: str) -> str:
    if not said:  # as an unset variable leaves it
        raise OptionError("an empty name names no model; leave the option out for the one shipped")
    return said


def _preset(ctx: click.Context, option: click.Parameter, said: bool) -> None:
    """One of two flags that say the same thing; click itself takes the last one."""
    before = ctx.params.setdefault("preset", None)
    if said and before:
        raise click.UsageError("--precision asks to be sure, --recall to find more; use one or the other")
    if said:
        ctx.params["preset"] = option.name
        _refuse_two_measures(ctx)


def _least(ctx: click.Context, option: click.Parameter, said: float | None) -> float | None:
    ctx.params["min_confidence"] = said
    _refuse_two_measures(ctx)
    return said


def _refuse_two_measures(ctx: click.Context) -> None:
    """Of how sure is enough: asked by whichever of the options is read last."""
    preset, least = (ctx.params.get(name) for name in ("preset", "min_confidence"))
    if preset and least is not None:
        raise click.UsageError(f"--{preset} says how sure is enough, as does --min-confidence; use one or the other")


def _absolute(ctx: click.Context, option: click.Parameter, said: Path | None) -> str | None:
    return str(said.absolute()) if said else None


WHICH = (  # edits
    click.option(
        "--select",
        multiple=True,
        callback=_checked(_prefixes),
        metavar="TYPES",
        help="Only these types of edit, or rules: VERB,R:SPELL,confused.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        callback=_checked(_prefixes),
        metavar="TYPES",
        help="Not these: PUNCT.",
    ),
    click.option("--min-confidence", type=Number(0, 1), callback=_least, help="Only edits at least this sure."),
    click.option(
        "--precision", is_flag=True, expose_value=False, callback=_preset, help="Only what is most likely right."
    ),
    click.option("--recall", is_flag=True, expose_value=False, callback=_preset, help="Also what may well be wrong."),
    click.option("--dialect", type=click.Choice(list(DIALECTS)), help="How new words are spelt."),
    click.option("--quotes/--no-quotes", default=None, help="Correct quoted text, too."),
)


def how(
    *names: str, modes: Sequence[str] = tuple(WAYS), default: str | None = None, which: str = "to use instead of"
) -> tuple[Option, ...]:
    """How to correct: all of it, or these of the options. Whole paragraphs can be read where the sentences that come
    are known to be one. A command that reads no settings has a default."""
    said = {
        "model": click.option(
            "--model", callback=_checked(_model), metavar="DIR_OR_HUB_ID", help=f"A checkpoint {which} the one shipped."
        ),
        "prefix": click.option(
            "--prefix", metavar="TEXT", help="What the model wants before every sentence, such as 'grammar: '."
        ),
        "device": click.option(
            "--device", default=default, metavar="DEVICE", help="cpu, cuda, cuda:1, ...  [default: auto]"
        ),
        "engine": click.option(
            "--engine",
            type=click.Choice(ENGINES),
            default=default,
            help="Where the arithmetic runs.  [default: auto]",
        ),
        "decode": click.option(
            "--decode", type=click.Choice(modes), default=default, help="How to decode.  [default: auto]"
        ),
    }
    return tuple(said[name] for name in names or said)


OPTIONS: tuple[Option, ...] = (
    # what comes out
    click.option("--diff", is_flag=True, help="Show what would change: words on a terminal, unified diff when piped."),
    click.option("--write", "--fix", "writing", is_flag=True, help="Correct the files in place."),
    click.option("--check", is_flag=True, help="List what should change; exit with 1 if there is anything."),
    click.option("-i", "--interactive", "asking", is_flag=True, help="Ask about each correction, then write."),
    click.option("--watch", is_flag=True, help="List what is found, again whenever a file changes."),
    click.option("--format", "layout", type=click.Choice(["text", *REPORTS]), default="text", show_default=True),
    click.option("--explain", is_flag=True, help="Say why, below each finding."),
    click.option("--statistics", is_flag=True, help="Count the findings by type."),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors."),
    click.option("--idle-remarks", "idle", is_flag=True, help="Tell of remarks in texts that hide nothing."),
    *WHICH,
    click.option("--baseline", type=Place(), callback=_absolute, help="Findings accepted before."),
    click.option("--write-baseline", "accept", is_flag=True, help="Accept what is found; later only show what is new."),
    # which texts
    click.option("--comments/--no-comments", default=None, help="Correct the comments in source code."),
    click.option(
        "--include",
        multiple=True,
        callback=_checked(globs.checked),
        metavar="GLOB",
        help="Only these files of folders.",
    ),
    click.option(
        "--exclude", multiple=True, callback=_checked(globs.checked), metavar="GLOB", help="Not these files of folders."
    ),
    click.option("--force-exclude", is_flag=True, help="Leave out excluded files even where they are named."),
    click.option("--stdin-filename", default="-", metavar="NAME", help="What stdin is called; says its format, too."),
    click.option(
        "--encoding",
        callback=_checked(codec_named),
        help="Of texts without a byte order mark.  [default: UTF-8, or what an older text is in]",
    ),
    click.option("--max-line", type=click.IntRange(1), help=f"Longest line read.  [default: {MAX_LINE}]"),
    # how
    click.option("--isolated", is_flag=True, help="Read no configuration, dictionary or baseline."),
    click.option("--cache/--no-cache", "cached", default=True, help="Remember what was proposed for a sentence."),
    click.option("--verbose", is_flag=True, help="Tell what of the cache was wrong and left out."),
    click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that correct."),
    *how(modes=MODES),
    click.option("--rewrite", is_flag=True, help="Write paragraphs anew where they need more."),
)


def refuse_unused(who: str, names: Collection[str]) -> None:
    """Refuse those of these options that were said, where they would do nothing."""
    ctx = click.get_current_context()
    for option in ctx.command.params:
        if option.name in names and ctx.get_parameter_source(option.name) == ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{who} has no use for {option.opts[0]}; leave {option.opts[0]} out")


def given(*some: Option) -> Option:
    """These options, in this order, for a command."""

    def command(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(some):
            function = option(function)
        return function

    return command


options = given(*OPTIONS)
