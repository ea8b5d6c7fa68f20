"""Lists findings of rules for people to judge: those in clean texts, and those in the rules' own examples with other
words and in other contexts. The author of a rule has not seen these sentences.

    python bench/generated.py OUT DATA/text/clean-0.txt.xz ... [--most 500] [--minutes 10] [--seed 0]

Each line of OUT/TABLE.tsv has a rule, a sentence, and the sentence as the rule changes it. Lines from texts and from
examples alternate, so the first hundred lines have fifty of each. OUT/origins/TABLE.tsv also has the origin of each
line, which a reader need not know.

In an example, a word is replaced by another one that its pattern also matches: from the same list, part of speech or
form. Base forms that are also pasts (*found*, *put*) are among them. Correct examples are changed in the same way, and
a finding in them is mostly wrong.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path

import click

from gec.edits.edit import Edit, apply
from gec.language import lexicon, word_set
from gec.language.written import frequency
from gec.language.written import table as written_words
from gec.rules.engine import RuleSet, known
from gec.rules.match import Sentence
from gec.rules.pattern import TEST, WORDS
from gec.rules.predicates import PREDICATES
from gec.rules.rule import Rule
from gec.training.rule_counts import sentences

FILES = click.Path(exists=True, dir_okay=False, path_type=Path)
FRAMES = (
    "{}", "“{}”", "She said: “{}”", "- {}", "1. {}", "({})", "After the long journey home, {}", "It is true that {}",
    "When the rain stopped at last, the old man told us that {}", "{} Then everybody laughed.", "Did you know that {}?",
    "Is it true that {}?", "I think {}", "Nobody in the village believed it, but {}",
)  # fmt: skip
BROAD = {"word", "small", "capital", "closed", "mark", "number", "sign", "finite"}  # classes of nearly all words
# Base forms that are also pasts, of the same verb or of another one.
PASTS_TOO = word_set("found saw fell felt lay wound bore ground put cut read set let hit")
TRIES = 60  # variants of each example

Line = tuple[str, str, str, str]  # the rule, the sentence before and after, and its origin


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("texts", nargs=-1, type=FILES)
@click.option("--most", default=500, show_default=True, help="Lines of a table.")
@click.option("--minutes", default=10.0, show_default=True, help="How long texts are read.")
@click.option("--seed", default=0, show_default=True)
def write(out: Path, texts: tuple[Path, ...], most: int, minutes: float, seed: int) -> None:
    draw, rules = random.Random(seed), RuleSet.of(known().values())
    found = {"text": _in_texts(rules, texts, time.monotonic() + 60 * minutes), "example": _in_examples(rules, draw)}
    (out / "origins").mkdir(parents=True, exist_ok=True)
    for table, ids in _tables(rules.rules.values()).items():
        real, made = (_shares(found[kind], ids, most, draw) for kind in ("text", "example"))
        turns = (line for line in chain.from_iterable(zip_longest(real, made)) if line)
        lines = [*{line[1]: line for line in turns}.values()][:most]
        for path, columns in ((out / f"{table}.tsv", slice(0, 3)), (out / "origins" / f"{table}.tsv", slice(0, 4))):
            path.write_text("".join("\t".join(line[columns]) + "\n" for line in lines), encoding="utf-8")
        click.echo(f"{table}\t{len(lines)}\t{sum(line[3] == 'text' for line in lines)} of texts")


def _tables(rules: Iterable[Rule]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for rule in rules:
        found[Path(rule.place.file).stem].append(rule.id)
    return found


def _shares(found: dict[str, list[Line]], ids: Sequence[str], most: int, draw: random.Random) -> list[Line]:
    """A random choice of the lines of a table, with the same number of lines for each rule if possible."""
    shuffled = [draw.sample(found[name], len(found[name])) for name in ids]
    turns = (line for line in chain.from_iterable(zip_longest(*shuffled)) if line)
    return [line for line, _ in zip(turns, range(most), strict=False)]


def _in_texts(rules: RuleSet, texts: Sequence[Path], until: float) -> dict[str, list[Line]]:
    """The findings in the texts until the time is over. The texts take turns line by line."""
    found = defaultdict(list)
    for at, (sentence, _) in enumerate(chain.from_iterable(zip(*map(sentences, texts), strict=False))):
        for line in _changed(rules, sentence, "text"):
            found[line[0]].append(line)
        if time.monotonic() > until:
            click.echo(f"{at + 1} sentences read", err=True)
            break
    return found


def _in_examples(rules: RuleSet, draw: random.Random) -> dict[str, list[Line]]:
    found = defaultdict(list)
    for rule in rules.rules.values():
        alone = RuleSet.of([rule])
        for one in rule.examples:
            for text in dict.fromkeys((one.wrong, one.right)):
                for other in {text, *_other_words(alone, text, draw)}:
                    for line in _changed(rules, _framed(other, draw), "example"):
                        found[line[0]].append(line)
    return found


def _changed(rules: RuleSet, text: str, origin: str) -> Iterator[Line]:
    """A line for each finding in a sentence, with only this finding corrected."""
    for one in rules.faults(text):
        yield one.rule, text, apply(text, [Edit(one.start, one.end, one.replacement)]), origin


def _framed(text: str, draw: random.Random) -> str:
    """The sentence in another context."""
    frame = draw.choice(FRAMES)
    first, _, rest = text.partition(" ")
    inside = frame.endswith(("{}", "{}?")) and frame[0].isalpha() and not frame.startswith("She said")
    if inside and rest and first != "I" and lexicon.known(first.lower()) and first.lower() not in lexicon.COMMON_NAMES:
        text = text[0].lower() + text[1:]
    return frame.format(text.rstrip(".") if frame.endswith("{}?") else text)


def _other_words(alone: RuleSet, text: str, draw: random.Random) -> Iterator[str]:
    """Variants of a sentence with one or two words replaced by others that the rule matches, or by others with the
    same part of speech."""
    sentence = Sentence(text)
    choices: dict[int, list[Sequence[str]]] = defaultdict(list)
    for match, _, row in alone.index.matches(sentence):
        for at in range(match.begin, min(match.end, len(sentence.words))):
            for kind, what, _ in row.find.steps:
                if kind == WORDS and sentence.low[at] in what and sentence.low[at].isalpha():
                    choices[at].append([word for word in sorted(what) if word.isalpha()])
                elif kind == TEST and what in _common() and what(sentence.words[at]):
                    choices[at].append(_common()[what])
    for at, word in enumerate(sentence.low):
        if at not in choices and word not in lexicon.CLOSED and word not in lexicon.AUXILIARIES:
            choices[at] += [_common()[PREDICATES[name]] for name in _kinds(word)]
    choices = {at: lists for at, lists in choices.items() if lists}
    for _ in range(TRIES if choices else 0):
        words = {at: draw.choice(draw.choice(choices[at])) for at in draw.sample([*choices], min(2, len(choices)))}
        yield _with(sentence, words)


def _kinds(word: str) -> list[str]:
    """The first of some classes that a word is in, as a list; empty if it is in none."""
    names = ("past", "ing", "third", "plural", "mostly-verb", "mostly-adj", "mostly-noun")
    return [name for name in names if PREDICATES[name](word)][:1]


def _with(sentence: Sentence, words: dict[int, str]) -> str:
    pieces, done = [], 0
    for at, word in sorted(words.items()):
        start, end = sentence.spans[at]
        loud = sentence.text[start].isupper() and sentence.low[at] != sentence.words[at]
        pieces += [sentence.text[done:start], word[0].upper() + word[1:] if loud else word]
        done = end
    return "".join([*pieces, sentence.text[done:]])


@cache
def _common() -> dict[object, list[str]]:
    """Common words for each class that is a test. For verbs, also those of `PASTS_TOO`."""
    words = sorted((word for word in written_words() if word.isalpha()), key=frequency, reverse=True)[:4000]
    tests = {test: [word for word in words if test(word)] for name, test in PREDICATES.items() if name not in BROAD}
    for name in ("base", "verb", "mostly-verb"):
        tests[PREDICATES[name]] += sorted(PASTS_TOO) * 4
    return {test: found for test, found in tests.items() if found}


if __name__ == "__main__":
    write()
