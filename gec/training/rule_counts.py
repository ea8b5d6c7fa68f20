"""How often rules are right in texts, and what was counted of them written into their tables: `counted = "learners 12
right of 15, clean 2"`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gec import atomic
from gec.edits.align import PARTS, changes
from gec.edits.edit import Edit, apply
from gec.errors import OptionError
from gec.rules.engine import RuleSet
from gec.rules.fault import Fault
from gec.rules.files import as_it_is, named
from gec.rules.rule import Rule
from gec.training.texts import expand, read_lines, read_pairs

_PIECE = re.compile(r"[\w'’-]+|[^\w\s]")
_KEY = re.compile(r"""\s*["']?counted["']?\s*=""")
_WHY = re.compile(r"""\s*["']?why["']?\s*=""")

Sentence = tuple[str, tuple[Edit, ...]]  # as it was written, and what somebody corrected in it


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
    if ".jsonl" in path.suffixes:
        pairs = read_pairs(path)
    else:
        pairs = (expand(line) for line in read_lines(path) if line.strip() and not line.startswith("# "))
    for source, target in pairs:
        yield source, tuple(_edits(source, target))


def _edits(source: str, target: str) -> Iterator[Edit]:
    ours, theirs = PARTS.findall(source), PARTS.findall(target)
    for one in changes(ours, theirs):
        start, end = (len("".join(ours[:at])) for at in (one.start, one.end))
        yield Edit(start, end, "".join(theirs[one.new_start : one.new_end]))


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


def told(name: str, counts: Mapping[str, Count]) -> str:
    """How often a rule found something in the texts where it did, and was right where a text has corrections."""
    said = []
    for text, count in counts.items():
        if found := count.found[name]:
            said.append(f"{text} {count.right[name]} right of {found}" if count.changed else f"{text} {found}")
    return ", ".join(said)


def write(path: Path, rules: Iterable[Rule], counts: Mapping[str, Count]) -> None:
    """Put the counts into a table, each below the message of its rule; what was there before is replaced. A rule that
    found nothing has none. All else stays as it was."""
    lines = as_it_is(path).split("\n")  # which keep a \r at their end
    starts = [(rule.place.line - 1, rule.id) for rule in rules]
    ends = [*(start for start, _ in starts[1:]), len(lines)]
    for (start, name), end in reversed([*zip(starts, ends, strict=True)]):
        block = [line for line in lines[start:end] if not _KEY.match(line)]
        if said := told(name, counts):
            at = next((number for number, line in enumerate(block) if _WHY.match(line)), None)
            if at is None:
                raise OptionError(
                    f"{named(path)}:{start + 1}: {name}: write why = ... on a line of its own, for counts below it"
                )
            line = f"counted = {json.dumps(said, ensure_ascii=False)}"
            end_of_line = "\r" * block[at].endswith("\r")
            block.insert(at + ('"""' not in block[at] and "'''" not in block[at]), line + end_of_line)
        lines[start:end] = block
    atomic.write(path, "\n".join(lines).encode())
