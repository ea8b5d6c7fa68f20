"""Measures how often a rare correct word is changed, and how often a real slip is corrected, with the whole corrector.

    python bench/spelling.py build --texts clean-4.txt.xz --documents peps/ --words american-english-insane \
        --pairs commits-core.jsonl.xz ... -o sets/
    python bench/spelling.py measure sets/rare.jsonl sets/slips.jsonl

`build` finds both sets automatically in real texts, which are not stored here. The functions say how a word is judged
to be correct, and a change to be a slip. Half of each set is held out, by a hash of the word; use the other half for
tuning. docs/models.md has the results.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import click
from rapidfuzz.distance import OSA

import gec
from gec.edits.edit import Edit, apply
from gec.language import lexicon
from gec.language.dialect import variant
from gec.language.written import frequency, table
from gec.training.texts import expand, read_lines, read_pairs

RARE = 1.1  # the highest frequency of a rare word, as a logarithm
LINES = 400_000  # sentences read from a text
PROJECTS, FILES = 2, 3  # a word in no list counts as correct if this many projects or files have it
BESIDE = 3  # words on both sides, in which a foreign word needs another one
SHARES = {"listed": 1500, "seldom": 400, "coined": 300, "foreign": 300, "name": 300}
SLIPS = 2000
EACH = 2  # times that a slip may occur in the set
MAX_CHARACTERS = 300  # characters in a sentence
FROM = 400  # files read from a project
FEWEST = 6  # words in a sentence with a rare word

_WORD = re.compile(r"(?<![\w@#/\\.$<&=+~'’`_-])[a-z]{4,}(?![\w@/\\=(>+'’`_-]|[.:]\w)")
_FIRST = re.compile(r"[A-Z][a-z]{3,}(?![\w@/\\=(>+'’`_-])")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b")
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_CODE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)|^(?: {4}|\t|\.\. ).*?$|^---$.*?^---$", re.MULTILINE | re.DOTALL)
_PARTED = re.compile(r"\n\s*\n|\n\s*[-*#] ")
_STOP = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_PLAIN = re.compile(r"[A-Z][A-Za-z0-9 ,;:'’()\"“”%–—-]+[.!?]")  # without markup
_CONTRACTED = ("n't", "'re", "'ve", "'ll", "that's", "what's")
_EDGES = ".,;:!?\"()“”'‘’"
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class Item:
    """A word in a sentence. `meant` is the correct word, the same one if there is no error."""

    text: str
    start: int
    word: str
    meant: str
    group: str
    held: bool
    target: str  # the sentence as people corrected it


@click.group()
def main() -> None:
    """Build both sets, and measure with them."""


@main.command()
@click.option("--texts", type=FILE, multiple=True, help="Sentences, one a line.")
@click.option("--documents", type=FOLDER, multiple=True, help="The documents of a project.")
@click.option("--words", type=FILE, multiple=True, help="Words that are right, one a line.")
@click.option("--usual", type=FILE, multiple=True, help="Words that are no slips, one a line.")
@click.option("--foreign", type=FILE, multiple=True, help="Words of another language, one a line.")
@click.option("--misspellings", type=FILE, multiple=True, help="wrong,right a line.")
@click.option("--pairs", type=FILE, multiple=True, help="Corrections people made.")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def build(**given: tuple[Path, ...] | Path) -> None:
    """Write rare.jsonl and slips.jsonl, and pairs to tune on: whatever is not held out."""
    pairs: list[dict[str, str]] = []
    files = {name: paths for name, paths in given.items() if isinstance(paths, tuple)}
    out = given["out"]
    assert isinstance(out, Path)
    out.mkdir(parents=True, exist_ok=True)
    for name, found in (("rare", _rare(files)), ("slips", _slips(files))):
        chosen = _chosen(found, SHARES if name == "rare" else _alike(found))
        lines = [json.dumps(asdict(one), ensure_ascii=False) for one in chosen]
        (out / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        click.echo(f"{len(lines)} in {out / name}.jsonl", err=True)
        pairs += [{"src": one.text, "tgt": one.target} for one in found if not one.held]
    (out / "tuning.jsonl").write_text("\n".join(map(json.dumps, pairs)) + "\n", encoding="utf-8")


def _chosen(found: Iterable[Item], shares: Mapping[str, int]) -> list[Item]:
    """The first items of each group."""
    counts: Counter[str] = Counter()
    chosen = []
    for one in found:
        counts[one.group] += 1
        if counts[one.group] <= shares[one.group]:
            chosen.append(one)
    return chosen


def _alike(found: Iterable[Item]) -> dict[str, int]:
    """How many slips to take from each file: the same number from all, as far as they have enough."""
    shares = Counter(one.group for one in found)
    while shares.total() > SLIPS:
        shares[max(shares, key=lambda name: shares[name])] -= 1
    return dict(shares)


# --- rare words that are right


def _rare(files: Mapping[str, tuple[Path, ...]]) -> list[Item]:
    """Words that our table has a few times (`seldom`) or not at all: `listed` words are in a large list. `coined` words
    are in no list, but used by several projects or files. `foreign` words are only in a list of another language, and
    have another such word nearby. A `name` begins its sentence, and occurs within others. Words in lists of
    misspellings are left out."""
    wrong = _wrong(files)
    right, foreign = _lists(files["words"]), _lists(files["foreign"]) - _lists(files["usual"])
    wrong |= {word.replace("'", "") for word in table() if word.endswith(_CONTRACTED)}
    sentences = list(_sentences(files))
    rare: list[tuple[str, list[re.Match[str]]]] = []
    places: defaultdict[str, set[str]] = defaultdict(set)
    names: Counter[str] = Counter()
    for source, text in sentences:
        names.update(name for name in _NAME.findall(text) if name.lower() not in table())
        found = [match for match in _WORD.finditer(text) if frequency(match[0]) <= RARE]
        found += [match for match in (_FIRST.match(text),) if match and match[0].lower() not in table()]
        found = [match for match in found if match[0].lower() not in wrong]
        if found:
            rare.append((text, found))
            for match in found if source else ():
                places[match[0]].add(source)

    def group(text: str, match: re.Match[str]) -> str | None:
        word = match[0]
        if word.istitle():
            return "name" if names[word] >= FILES else None
        if word in right:
            return "seldom" if word in table() else "listed"
        if word in foreign:
            before, behind = text[: match.start()].split()[-BESIDE:], text[match.end() :].split()[:BESIDE]
            near = (one.strip(_EDGES).lower() for one in (*before, *behind))
            return "foreign" if any(one in foreign for one in near) else None
        projects = {source.partition("\t")[0] for source in places[word]}
        return "coined" if len(projects) >= PROJECTS or len(places[word]) >= FILES else None

    items: dict[str, Item] = {}
    for text, found in sorted(rare, key=lambda one: _hash(one[0])):
        if len(text) <= MAX_CHARACTERS and len(text.split()) >= FEWEST:
            for match in found:
                if match[0] not in items and (name := group(text, match)):
                    word = match[0]
                    items[word] = Item(text, match.start(), word, word, name, _held(word.lower()), text)
    return list(items.values())


def _sentences(files: Mapping[str, tuple[Path, ...]]) -> Iterator[tuple[str, str]]:
    """Each sentence. If it is from a document, with its project and file."""
    for path in files["texts"]:
        yield from (("", line) for line in islice(read_lines(path), LINES))
    for folder in files["documents"]:
        for path in sorted(folder.rglob("*"), key=lambda one: _hash(str(one.relative_to(folder))))[:FROM]:
            if path.suffix in (".md", ".rst"):
                text = _CODE.sub("", path.read_text(encoding="utf-8", errors="replace"))
                for paragraph in _PARTED.split(text):
                    for sentence in _STOP.split(" ".join(paragraph.split())):
                        if _PLAIN.fullmatch(sentence):
                            yield f"{folder.name}\t{path.name}", sentence


def _wrong(files: Mapping[str, tuple[Path, ...]]) -> frozenset[str]:
    return frozenset(line.partition(",")[0] for path in files["misspellings"] for line in read_lines(path))


def _lists(paths: Iterable[Path]) -> frozenset[str]:
    return frozenset(word.strip() for path in paths for word in read_lines(path) if word.strip().islower())


# --- slips


def _slips(files: Mapping[str, tuple[Path, ...]]) -> list[Item]:
    """Words that people replaced by one or two similar words, and that are not in lists of usual words."""
    wrong = _wrong(files)
    usual = frozenset(word.strip().lower().replace("’", "'") for path in files["usual"] for word in read_lines(path))
    found: list[Item] = []
    seen: Counter[tuple[str, str]] = Counter()
    for path in files["pairs"]:
        name = ".".join(path.name.split(".")[:-2])
        for source, target in sorted(set(_pairs(path)), key=lambda pair: _hash(pair[0])):
            if len(source) > MAX_CHARACTERS or usual.issuperset(_TOKEN.findall(source.lower().replace("’", "'"))):
                continue
            for start, word, meant in _replaced(source, target):
                if _slip(word, meant, usual, wrong) and seen[word.lower(), meant.lower()] < EACH:
                    seen[word.lower(), meant.lower()] += 1
                    found.append(Item(source, start, word, meant, name, _held(word.lower()), target))
    return found


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    if ".jsonl" in path.suffixes:
        return read_pairs(path)
    return (expand(line) for line in read_lines(path) if not line.startswith("# "))


def _replaced(source: str, target: str) -> Iterator[tuple[int, str, str]]:
    """The words that were replaced by one or two words, with their places."""
    ours, theirs = source.split(" "), target.split(" ")
    starts = [0]
    for word in ours:
        starts.append(starts[-1] + len(word) + 1)
    for kind, i, j, k, m in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind == "replace" and (j - i == m - k or (j - i == 1 and m - k == 2)):
            several = [theirs[k:m]] if j - i == 1 else [[one] for one in theirs[k:m]]
            for number, new in zip(range(i, j), several, strict=True):
                old = ours[number].strip(_EDGES)
                yield starts[number] + ours[number].find(old), old, " ".join(new).strip(_EDGES)


def _slip(word: str, meant: str, usual: frozenset[str], wrong: frozenset[str]) -> bool:
    """Whether a change corrects a slip, not the form of an unlisted word or the spelling of a compound."""
    old, new = (side.lower().replace("’", "'") for side in (word, meant))
    if not _TOKEN.fullmatch(word) or not (word.islower() or word.istitle()) or len(word) < 2 or old == new:
        return False
    if (
        old in usual
        or not all(part in usual for part in new.split())
        or f"{old}s" == new
        or old in (f"{new}s", f"{new}er")
    ):
        return False
    if new.replace(" ", "") == old and old not in wrong:
        return False
    return OSA.distance(old, new) <= min(3, max(1, len(old) // 2))


# --- measuring


@main.command()
@click.argument("sets", nargs=-1, required=True, type=FILE)
@click.option("--show", is_flag=True, help="Print what is wrong in the half that is not held out.")
@click.option("--tuning", is_flag=True, help="Read the half that is not held out alone.")
def measure(sets: tuple[Path, ...], show: bool, tuning: bool) -> None:
    """Print the share of words with the right result, by group."""
    corrector = gec.load()
    for path in sets:
        items = [Item(**json.loads(line)) for line in read_lines(path)]
        items = [one for one in items if not (tuning and one.held)]
        right: defaultdict[tuple[bool, str], list[bool]] = defaultdict(list)
        for one, done in zip(items, corrector.correct_many(one.text for one in items), strict=True):
            said = _said(one, done.edits)
            fine = _fine(one, said)
            right[one.held, one.group].append(fine)
            right[one.held, "all"].append(fine)
            if show and not one.held and not fine:
                click.echo(f"{one.group}\t{one.word} -> {said}\t({one.meant})\t{one.text}")
        for (held, group), some in sorted(right.items()):
            half = "held out" if held else "tuning"
            click.echo(f"{path.stem} {half:8} {group:14} {sum(some):5} of {len(some):5} {sum(some) / len(some):6.1%}")


def _said(one: Item, edits: Iterable[Edit]) -> str:
    """What replaced the word, including what an edit added next to it."""
    end = one.start + len(one.word)
    touching = [edit for edit in edits if edit.start < end and edit.end > one.start]
    low, high = min([one.start, *(edit.start for edit in touching)]), max([end, *(edit.end for edit in touching)])
    moved = [Edit(edit.start - low, edit.end - low, edit.replacement) for edit in touching]
    return apply(one.text[low:high], moved)


def _fine(one: Item, said: str) -> bool:
    """Whether the result is what was meant. Another dialect's spelling or another number counts as well: *programmes*
    for *program*."""
    got, meant = (side.lower().replace("’", "'") for side in (said, one.meant))
    if re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", got):
        return True
    same = variant(meant)
    other = one.word != one.meant and got != one.word.lower() and lexicon.known(got)
    return (same is not None and same == variant(got)) or (
        other and not lexicon.bases(got).isdisjoint(lexicon.bases(meant))
    )


def _hash(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _held(word: str) -> bool:
    return _hash(word)[0] % 2 == 0


if __name__ == "__main__":
    main()
