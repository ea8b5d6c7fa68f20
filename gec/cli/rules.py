"""`gec rules`: lists rules, shows one, tests their examples, and counts how often they are right."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import click

from gec.cli.render import emit
from gec.edits.edit import Edit, apply
from gec.errors import OptionError
from gec.rules import own
from gec.rules.counted import told
from gec.rules.counted import write as write_counts
from gec.rules.engine import Set, known
from gec.rules.examine import Count, failures, sentences
from gec.rules.predicates import MEANS
from gec.rules.rule import Rule
from gec.rules.table import classes, rules_of, shipped, unlike
from gec.settings import nearest

FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
WIDTH = 100


@click.group("rules")
def command() -> None:
    """Rules find errors without the model. They are in tables; your own are in .gec/rules/*.toml."""


@command.command("list")
@click.argument("prefix", default="")
@click.option("--classes", "of_words", is_flag=True, help="List the word classes for patterns instead.")
def listed(prefix: str, of_words: bool) -> None:
    """List the rules, or those with ids that begin with PREFIX, with their messages."""
    if of_words:
        for name, words in sorted(classes().items()):
            emit(textwrap.shorten(f"{{{name}}}  {' '.join(sorted(words))}", WIDTH, placeholder=" ...") + "\n")
        for name, said in MEANS.items():
            emit(f"{{{name}}}  {said}\n")
        return
    for name, rule in sorted(_every().items()):
        if name.startswith(prefix):
            emit(f"{name}  {rule.why}{'  [yours]' if rule.own else ''}\n")


@command.command()
@click.argument("name", metavar="ID")
def show(name: str) -> None:
    """Show a rule: its message, patterns, examples and counts."""
    rule = _every().get(name)
    if rule is None:
        near = [one for one in _every() if one.startswith(f"{name}.")]
        hint = f"it is the beginning of {', '.join(near[:8])}" if near else "gec rules list shows all rules"
        raise OptionError(f"there is no rule {name!r}; {hint}")
    emit("\n".join(_told(rule)) + "\n")


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
        yield f"  wrong: {one.wrong}  right: {one.right}" if one.wrong != one.right else f"  stands: {one.right}"
    if rule.counted:
        yield f"  counted: {rule.counted}"


@command.command()
@FILES
def test(files: tuple[Path, ...]) -> None:
    """Test every example of every rule in FILES; without FILES, of your own rules here; without those, of all rules."""
    mine = list(files) or [Path(one) for one in _tables()]
    rules = _read(mine) if mine else list(known().values())
    wrong = list(failures(rules))
    for line in wrong:
        click.echo(line, err=True)
    tried = sum(len(rule.examples) for rule in rules)
    if wrong:
        raise OptionError(f"{len(wrong)} of {tried} examples fail; correct the rules or the examples named above")
    for file, of_table in groupby(rules, key=lambda rule: rule.place.file):
        bare = [*of_table]
        if not any(rule.examples for rule in bare):
            emit(f'{file}: {_many(len(bare), "rule")}, 0 examples: add examples = ["I [go|went] home."]\n')
    if tried:
        emit(f"{_many(len(rules), 'rule')}, {_many(tried, 'example')}: all hold\n")


@command.command()
@click.argument("texts", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--rules", "tables", multiple=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Count only the rules of these tables.")  # fmt: skip
@click.option("--show", "shown", default="", metavar="ID", help="Also print the findings of this rule.")
@click.option("--write", is_flag=True, help="Write the counts into the tables of --rules.")
def count(texts: tuple[Path, ...], tables: tuple[Path, ...], shown: str, write: bool) -> None:
    """Count the findings of each rule in TEXTS. If a text has corrections, also count how often the rule is right.

    A text has one sentence per line, with corrections as [wrong|right], or is a .jsonl file of pairs (src, tgt). In a
    folder all .txt and .jsonl files are read. Texts may be compressed (.xz).
    """
    if write and not tables:
        raise OptionError("--write: name the tables to write into, with --rules")
    rules = Set.of({one.id: one for one in _read(list(tables))}) if tables else Set.of(_every())
    counts: dict[str, Count] = {}
    for path in texts:
        counts[path.name.partition(".")[0]] = counted = Count()
        for sentence in sentences(path):
            counted.add(rules, sentence)
            if shown:
                _print_found(rules, sentence[0], shown)
    found = sum((one.found for one in counts.values()), Counter[str]())
    for name, _ in sorted(found.items(), key=lambda one: (-one[1], one[0])):
        emit(f"{name}  {told(name, counts)}\n")
    looked_at = sum(one.sentences for one in counts.values())
    idle = len(set(rules.rules) - set(found))
    emit(f"{_many(looked_at, 'sentence')}; {idle} of {len(rules.rules)} rules found nothing\n")
    for path in tables if write else ():
        own_table = path.resolve() not in _ours()
        write_counts(path, list(rules_of(path, own=own_table)), counts)


def _many(count: int, of: str) -> str:
    return f"{count:,} {of}{'' if count == 1 else 's'}"


def _print_found(rules: Set, text: str, shown: str) -> None:
    for one in rules.faults(text):
        if one.rule == shown or one.rule.startswith(f"{shown}."):
            marked = f"[{text[one.start : one.end]}|{one.replacement}]"
            emit(apply(text, [Edit(one.start, one.end, marked)]) + "\n")


def _tables() -> tuple[Path, ...]:
    """The user's tables that hold in the current folder."""
    here = Path.cwd()
    settings = nearest(here)
    return tuple(settings.top("rules") / name for name in settings.rules) + own.tables(here)


def _read(paths: list[Path]) -> list[Rule]:
    if all(path.resolve() in _ours() for path in paths):
        return [rule for path in paths for rule in rules_of(path, own=False)]
    return own.read(paths)


def _ours() -> set[Path]:
    """The tables that come with the program."""
    return {path.resolve() for path in shipped()}


def _every() -> Mapping[str, Rule]:
    """All rules, the user's own first, which go before the others where both find the same."""
    return unlike([*own.read(_tables()), *known().values()])
