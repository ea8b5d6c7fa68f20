"""What can be said of rules by trying them: whether their examples hold, and how often they are right in texts."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gec.edits.align import PARTS, changes
from gec.edits.edit import Edit, apply
from gec.errors import OptionError, shown
from gec.rules.engine import RuleSet
from gec.rules.fault import Fault
from gec.rules.rule import Example, Rule

_MARKED = re.compile(r"\[([^\[\]|]*)\|([^\[\]]*)\]")  # behind the first correction others may stand: [a|b|c]
_PIECE = re.compile(r"[\w'’-]+|[^\w\s]")

Sentence = tuple[str, tuple[Edit, ...]]  # as it was written, and what somebody corrected in it


def failures(rules: Iterable[Rule]) -> Iterator[str]:
    """What is wrong with the examples of rules, a line each; a rule is tried alone."""
    for rule in rules:
        alone = RuleSet.of([rule])
        if not any(one.wrong != one.right for one in rule.examples) and not rule.own:
            yield str(rule.place.wrong(f"{rule.id}: has no example; write one as [wrong|right]"))
        for one in rule.examples:
            if trouble := failure(alone, one):
                yield str(one.place.wrong(f"{rule.id}: {trouble}"))


def failure(rules: RuleSet, example: Example) -> str:
    """What is wrong with an example; nothing if it holds."""
    found = corrected(rules, example.wrong)
    if example.wrong == example.right:
        return "" if found == example.right else f"{example.wrong!r} should not change, but becomes {found!r}"
    if found == example.wrong:
        why = rules.held_back(example.wrong)
        advice = f", because {why}; correct it" if why else "; correct find"
        return f"nothing is found in {example.wrong!r}{advice} or the example"
    if found != example.right:
        return f"{example.wrong!r} becomes {found!r}, not {example.right!r}"
    again = corrected(rules, example.right)
    return "" if again == example.right else f"{example.right!r} is correct but becomes {again!r}; add an unless"


def corrected(rules: RuleSet, text: str) -> str:
    """A sentence with all that the rules find mended."""
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in rules.faults(text)])


@dataclass(slots=True)
class Count:
    """How often rules found something, and how often somebody had corrected it so."""

    sentences: int = 0
    changed: int = 0  # sentences in which somebody marked something
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    def add(self, rules: RuleSet, sentence: Sentence) -> None:
        text, wanted = sentence
        self.sentences += 1
        self.changed += bool(wanted)
        for one in rules.faults(text):
            self.found[one.rule] += 1
            self.right[one.rule] += agrees(text, one, wanted)


def sentences(path: Path) -> Iterator[Sentence]:
    """The sentences of a text, one a line, or of all texts in a folder. Corrections stand as [wrong|right]; a line of a
    .jsonl file has the sentence as `src` and as `tgt`. Any file may be packed as .xz."""
    if path.is_dir():
        for one in sorted(path.iterdir()):
            if {".txt", ".jsonl"} & set(one.suffixes):
                yield from sentences(one)
        return
    opened = lzma.open if path.suffix == ".xz" else open
    pairs = ".jsonl" in path.suffixes
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and (pairs or not line.startswith("# ")):
                    yield _pair(path, number, line) if pairs else read(line.rstrip("\n"))
    except (UnicodeDecodeError, lzma.LZMAError, EOFError) as trouble:
        raise OptionError(f"{shown(path)}: cannot be read as a text: {trouble}; save it as UTF-8") from None


def _pair(path: Path, number: int, line: str) -> Sentence:
    try:
        record = json.loads(line)
        source, target = str(record["src"]), str(record["tgt"])
    except (ValueError, RecursionError, TypeError, KeyError):
        raise OptionError(f'{path}:{number}: is no pair; write {{"src": "...", "tgt": "..."}}') from None
    return source, tuple(_edits(source, target))


def _edits(source: str, target: str) -> Iterator[Edit]:
    ours, theirs = PARTS.findall(source), PARTS.findall(target)
    for one in changes(ours, theirs):
        start, end = (len("".join(ours[:at])) for at in (one.start, one.end))
        yield Edit(start, end, "".join(theirs[one.new_start : one.new_end]))


def read(line: str) -> Sentence:
    """A sentence with corrections as [wrong|right], or with none."""
    pieces, edits, done, at = [], [], 0, 0
    for found in _MARKED.finditer(line):
        before = line[done : found.start()]
        at += len(before)
        pieces += [before, found[1]]
        edits.append(Edit(at, at + len(found[1]), found[2].split("|")[0]))
        at += len(found[1])
        done = found.end()
    return "".join([*pieces, line[done:]]), tuple(edits)


def agrees(text: str, one: Fault, wanted: Iterable[Edit]) -> bool:
    """Whether somebody corrected the place so: all words that a finding brings in are there afterwards, and not all of
    those that it takes away, whatever else was changed beside them."""
    near = [edit for edit in wanted if edit.start <= one.end + 1 and one.start <= edit.end + 1]
    if not near:
        return False
    low, high = min(one.start, *(edit.start for edit in near)), max(one.end, *(edit.end for edit in near))
    theirs = apply(text[low:high], [Edit(edit.start - low, edit.end - low, edit.replacement) for edit in near])
    ours = apply(text[low:high], [Edit(one.start - low, one.end - low, one.replacement)])
    before, wished, done = (Counter(_PIECE.findall(said)) for said in (text[low:high], ours, theirs))
    brought, taken = wished - before, before - wished
    return brought <= done - before and taken <= before - done
