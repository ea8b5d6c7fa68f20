"""`gec rules`: lists rules, shows one, tests their examples, and counts how often they are right."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec.cli.errors import report, say
from gec.cli.render import emit, tell
from gec.cli.vale import table as of_style
from gec.edits.edit import Edit, apply
from gec.edits.message import many
from gec.errors import OptionError
from gec.rules import own
from gec.rules.engine import RuleSet, known
from gec.rules.examine import failures
from gec.rules.predicates import KINDS
from gec.rules.rule import Rule
from gec.rules.table import lists, rules_of, shipped, unlike
from gec.settings import nearest

if TYPE_CHECKING:
    from gec.training.rule_counts import Count

FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
WIDTH = 100


@click.group("rules")
def command() -> None:
    """List, show, test and count rules, which find errors without the model. Your own are in .gec/rules/*.toml."""


@command.command("list", short_help="List the rules with their messages.")
@click.argument("prefix", default="")
@click.option("--classes", is_flag=True, help="List the classes of words that patterns may use instead.")
def listed(prefix: str, classes: bool) -> None:
    """List the rules with their messages: all of them, or those whose ids begin with PREFIX."""
    if classes:
        tell("Lists of words, which your rules may use as well:\n")
        for name, (means, words) in sorted(lists().items()):
            tell(f"{{{name}}}  {means}\n")
            some = " ".join(sorted(words, key=str.lower))
            tell(textwrap.fill(some, WIDTH, initial_indent="    ", subsequent_indent="    ") + "\n")
        tell("\nKinds of words:\n")
        for name, (means, _) in KINDS.items():
            tell(f"{{{name}}}  {means}\n")
        tell("\nA table may define more classes in its [classes]; only its own rules may use them.\n")
        return
    found = [rule for name, rule in sorted(every().items()) if name.startswith(prefix)]
    if not found:
        raise OptionError(f"no rule has an id that begins with {prefix!r}; gec rules list shows all rules")
    for rule in found:
        tell(f"{rule.id}  {rule.why}{'  [yours]' if rule.own else ''}\n")


@command.command(short_help="Show a rule with its patterns and examples.")
@click.argument("name", metavar="ID")
def show(name: str) -> None:
    """Show a rule: its message, patterns, examples and counts."""
    rule = every().get(name)
    if rule is None:
        near = [one for one in every() if one.startswith(f"{name}.")]
        hint = f"it is the beginning of {', '.join(near[:8])}" if near else "gec rules list shows all rules"
        raise OptionError(f"there is no rule {name!r}; {hint}")
    tell("\n".join(_told(rule)) + "\n")


def _told(rule: Rule) -> Iterator[str]:
    yield rule.id
    yield f"  {rule.why}"
    yield f"  {rule.place.file}:{rule.place.line}{' (a function)' if rule.code else ''}"
    for row in rule.rows[:20]:
        yield f"  find {row.said}  ->  {row.becomes or '(nothing)'}"
    if len(rule.rows) > 20:
        yield f"  ... and {len(rule.rows) - 20} more"
    for key, conditions in (("unless", rule.unless), ("when", rule.when)):
        for condition in conditions:
            yield f"  {key} {condition.said}"
    for one in rule.examples:
        yield f"  wrong: {one.wrong}  right: {one.right}" if one.wrong != one.right else f"  correct: {one.right}"
    if rule.counted:
        yield f"  counted: {rule.counted}"


@command.command(short_help="Test rules with their examples.")
@FILES
@click.pass_context
def test(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Test the rules in FILES with their examples. Without FILES, test your own rules here; if there are none, all."""
    mine = list(files) or [Path(one) for one in _tables()]
    rules = _read(mine) if mine else list(known().values())
    wrong = list(failures(rules))
    for line in wrong:
        report(line)
    tried = sum(len(rule.examples) for rule in rules)
    if wrong:
        say(f"{len(wrong)} of {many(tried, 'example')} failed")
        ctx.exit(2)
    for file, of_table in groupby(rules, key=lambda rule: rule.place.file):
        bare = [rule for rule in of_table if all(one.wrong == one.right for one in rule.examples)]
        if bare:
            shown = f"{file}:{bare[0].place.line}: {many(len(bare), 'rule')} without an example of a mistake"
            tell(f'{shown}: add examples = ["I [go|went] home."]\n')
    tell(f"{many(len(rules), 'rule')}, {many(tried, 'example')}{': all hold' if tried else ''}\n")


@command.command(short_help="Turn styles of Vale into a table of rules.")
@FILES
def from_vale(files: tuple[Path, ...]) -> None:
    """Print the substitutions in FILES, which are styles of Vale, as a table of rules.

    Substitutions that a rule cannot express are left out and listed on stderr.
    """
    some = [of_style(path) for path in files]
    emit("\n".join(filter(None, (found for found, _ in some))))
    for line in (line for _, left in some for line in left):
        say(line)
    if not any(found for found, _ in some):
        raise OptionError("no rule can express these styles; name styles of Vale with extends: substitution and swap:")


@command.command(short_help="Count how often rules find something and are right.")
@click.argument("texts", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--rules", "tables", multiple=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Count only the rules of these tables.")  # fmt: skip
@click.option("--show", "shown", default="", metavar="ID", help="Also print the findings of this rule.")
@click.option("--write", is_flag=True, help="Write the counts into the tables of --rules.")
def count(texts: tuple[Path, ...], tables: tuple[Path, ...], shown: str, write: bool) -> None:
    """Count the findings of each rule in TEXTS, with a column for each text. If a text has corrections, its column says
    how many of the findings are right, because somebody made the same correction.

    A text has one sentence per line, with corrections as [wrong|right], or is a .jsonl file of pairs (src, tgt). In a
    folder all .txt and .jsonl files are read. Texts may be compressed (.xz).
    """
    from gec.training.rule_counts import Count, sentences
    from gec.training.rule_counts import write as write_counts

    if write and not tables:
        raise OptionError("--write: name the tables to write into, with --rules")
    rules = RuleSet.of(_read(list(tables)) if tables else every().values())
    if shown and not any(one == shown or one.startswith(f"{shown}.") for one in rules.rules):
        raise OptionError(f"--show: there is no rule {shown!r} among those counted; gec rules list shows all rules")
    counts: dict[str, Count] = {}
    for path in texts:
        name = path.resolve().name.partition(".")[0]
        counts[name if name and name not in counts else str(path)] = counted = Count()
        for sentence in sentences(path):
            counted.add(rules, sentence)
            if shown:
                _print_found(rules, sentence[0], shown)
    found = sum((one.found for one in counts.values()), Counter[str]())
    tell("".join(_columns(sorted(found, key=lambda name: (-found[name], name)), counts)))
    looked_at = sum(one.sentences for one in counts.values())
    idle = len(set(rules.rules) - set(found))
    tell(f"{many(looked_at, 'sentence')}; {idle} of {len(rules.rules)} rules found nothing\n")
    for path in tables if write else ():
        own_table = path.resolve() not in _ours()
        write_counts(path, list(rules_of(path, own=own_table)), counts)


def _columns(names: Iterable[str], counts: Mapping[str, Count]) -> Iterator[str]:
    """A heading, and a line for each rule, with a column for each text."""
    heads = (f"{text}: {'right of found' if one.changed else 'found'}" for text, one in counts.items())
    rows = [("rule", *heads), *((name, *(_cell(one, name) for one in counts.values())) for name in names)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(map(str.ljust, row, widths)).rstrip() + "\n"


def _cell(count: Count, name: str) -> str:
    found = f"{count.found[name]:,}"
    return f"{count.right[name]:,} of {found}" if count.changed else found


def _print_found(rules: RuleSet, text: str, shown: str) -> None:
    for one in rules.faults(text):
        if one.rule == shown or one.rule.startswith(f"{shown}."):
            marked = f"[{text[one.start : one.end]}|{one.replacement}]"
            tell(apply(text, [Edit(one.start, one.end, marked)]) + "\n")


def _tables() -> tuple[Path, ...]:
    """The user's own tables for the current folder."""
    here = Path.cwd()
    settings = nearest(here)
    return tuple(settings.top("rules") / name for name in settings.rules) + own.tables(here)


def _read(paths: list[Path]) -> list[Rule]:
    if all(path.resolve() in _ours() for path in paths):
        return [rule for path in paths for rule in rules_of(path, own=False)]
    return own.read(paths)


def _ours() -> set[Path]:
    """The tables that come with gec."""
    return {path.resolve() for path in shipped()}


def every() -> Mapping[str, Rule]:
    """All rules. The user's own come first: they take precedence if both find the same."""
    return unlike([*own.read(_tables()), *known().values()])
