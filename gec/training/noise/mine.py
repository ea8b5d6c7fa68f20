"""Makes the tables for noise: inflections, parts of speech, misspellings, and confusions from corrected texts.

`gec train noise` makes them. Run it whenever a source changes. The tables are shipped, so that noise needs neither
these sources nor lemminflect. They have only words, counts and shares, never a sentence. The families in this folder
use them.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from gec import atomic
from gec.errors import GecError
from gec.training.texts import INLINE, read_lines

TABLES = Path(__file__).parent / "tables"
WORD = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
TOKEN = re.compile(r"[\w$]+(?:['’-]\w+)*|[^\w\s]")
POS = {"NOUN": "N", "PROPN": "P", "VERB": "V", "AUX": "V", "ADJ": "A", "ADV": "R"}


def count_words(path: Path, sentences: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in islice(read_lines(path), sentences):
        # Only the first word is lower-cased, so names elsewhere are not counted.
        counts.update(WORD.findall(line[:1].lower() + line[1:]))
    return counts


def count_tags(folder: Path) -> dict[str, Counter[str]]:
    tags: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(folder.glob("*.conllu.xz")):
        for line in read_lines(path):
            cells = line.split("\t")
            if len(cells) == 10 and cells[0].isdigit():
                tags[cells[1].lower()][POS.get(cells[3], "X")] += 1
    return tags


def tag_lines(words: Iterable[str], tags: dict[str, Counter[str]]) -> Iterator[str]:
    """`word TAB N60V40`: shares in per cent, from the treebank if it has the word, else from the dictionary."""
    from lemminflect import getAllLemmas

    for word in words:
        seen = tags.get(word, Counter())
        total = sum(seen.values())
        if total < 4:
            possible = [POS[p] for p in getAllLemmas(word) if p in POS]
            seen = seen + Counter(dict.fromkeys(dict.fromkeys(possible), 2))
            total = sum(seen.values())
        shares = [(letter, round(100 * n / total)) for letter, n in seen.most_common()] if total else []
        kept = "".join(f"{letter}{share}" for letter, share in shares if share >= 3)
        if kept:
            yield f"{word}\t{kept}"


def inflection_lines(counts: Counter[str]) -> Iterator[str]:
    """`V base 3rd past participle gerund`, `N singular plural`, `A plain comparative superlative`."""
    from lemminflect import getAllInflections, getAllLemmas

    slots = {"V": ("VB", "VBZ", "VBD", "VBN", "VBG"), "N": ("NN", "NNS"), "A": ("JJ", "JJR", "JJS")}
    upos = {"V": "VERB", "N": "NOUN", "A": "ADJ"}
    for letter in slots:
        lemmas: Counter[str] = Counter()
        for word, count in counts.items():
            for lemma in getAllLemmas(word, upos=upos[letter]).get(upos[letter], ()):
                lemmas[lemma.lower()] += count
        for lemma, _ in lemmas.most_common():
            forms = getAllInflections(lemma, upos=upos[letter])
            if letter == "V":
                forms.setdefault("VBN", forms.get("VBD", ("",)))
            # The dictionary may have a plural that is the same as the singular ("price"). Another one is preferred.
            row = [lemma] + [
                max(forms.get(slot, ("",)), key=lambda form: (form != lemma, counts[form]))
                for slot in slots[letter][1:]
            ]
            # An adjective may have no degrees, but verbs and nouns need all forms.
            if letter != "A" and not all(row):
                continue
            if letter == "N" and (row[1] == lemma or (not counts[lemma] and not counts[row[1]])):
                continue
            if all(WORD.fullmatch(form) for form in row if form):
                yield "\t".join([letter, *row])


def misspelling_lines(folder: Path, learner: Counter[tuple[str, str]], counts: Counter[str]) -> Iterator[str]:
    """`correction TAB misspelling...`, first people's own, then those that several lists have."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for name in ("client9-misspell.csv", "typos-words.csv"):
        for line in read_lines(folder / name):
            wrong, *rights = (cell.strip().lower() for cell in line.split(","))
            for right in rights:
                # A wrong first letter is rare in real texts and common in generated lists.
                votes[right][wrong] += 2 if wrong[:1] == right[:1] else 1
    for (right, wrong), count in learner.items():
        if wrong not in counts:
            votes[right][wrong] += 6 * count
    for right in sorted(votes):
        found = [(w, n) for w, n in votes[right].most_common() if WORD.fullmatch(w) and not counts[w]]
        best = [(w, n) for w, n in found if n >= 2][:7]
        if WORD.fullmatch(right) and counts[right] >= 6 and best:
            yield "\t".join([right, *(w for w, _ in best)])


def narrowed(wrong: list[str], right: list[str]) -> tuple[list[str], list[str]]:
    """Both sides without the words they share at either end."""
    while wrong and right and wrong[0] == right[0]:
        wrong, right = wrong[1:], right[1:]
    while wrong and right and wrong[-1] == right[-1]:
        wrong, right = wrong[:-1], right[:-1]
    return wrong, right


def learner_edits(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """(word before, wrong, right) for every inline correction, in lower case."""
    for path in sorted(folder.glob("*.txt*")):
        for line in read_lines(path):
            if line.startswith("#"):
                continue
            for match in INLINE.finditer(line):
                sides = [TOKEN.findall(match[side].lower().replace("’", "'")) for side in (1, 2)]
                before = TOKEN.findall(INLINE.sub(r"\2", line[: match.start()]).lower())[-1:] or [""]
                yield before[0], *narrowed(*sides)


def count_corrected(folder: Path) -> Counter[str]:
    """How often each word occurs in the corrected texts."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.txt*")):
        for line in read_lines(path):
            if not line.startswith("#"):
                counts.update(TOKEN.findall(INLINE.sub(r"\2", line).lower().replace("’", "'")))
    return counts


def alike(right: str, wrong: str) -> bool:
    """Whether the wrong words alone show what was meant: they are the same words, or have the same stem."""
    rights, wrongs = right.split(), wrong.split()
    if sorted(rights) == sorted(wrongs):
        return True
    stems = {word[:4] for word in rights if len(word) > 3} & {word[:4] for word in wrongs if len(word) > 3}
    return bool(stems) and abs(len(rights) - len(wrongs)) < 2


def confusion_lines(
    edits: Iterable[tuple[str, list[str], list[str]]], known: Counter[str], texts: Counter[str]
) -> Iterator[str]:
    """`S right wrong count` for a replaced word or phrase, `W right count` for all occurrences of the word,
    `I before wrong count` for a superfluous word, `O before right count` for a missing one. A replacement that was seen
    once counts only if it is `alike`, because others depend on a context that the table lacks."""
    tables: dict[str, Counter[tuple[str, str]]] = {"S": Counter(), "I": Counter(), "O": Counter()}
    for before, wrong, right in edits:
        if any(not word[0].isalpha() for word in wrong + right) or len(wrong) > 3 or len(right) > 3:
            continue
        if wrong and right and all(word in known for word in wrong):
            tables["S"][" ".join(right), " ".join(wrong)] += 1
        elif len(wrong) + len(right) == 1:
            tables["I" if wrong else "O"][before, (wrong or right)[0]] += 1
    for (right_words, wrong_words), count in sorted(tables["S"].items()):
        if right_words != wrong_words and (count > 1 or alike(right_words, wrong_words)):
            yield f"S\t{right_words}\t{wrong_words}\t{count}"
    for word in sorted({right_words for right_words, _ in tables["S"]} & set(texts)):
        yield f"W\t{word}\t{texts[word]}"
    for letter in "IO":
        often: Counter[str] = Counter()
        for (_, word), count in tables[letter].items():
            often[word] += count
        rows = sorted((pair, count) for pair, count in tables[letter].items() if often[pair[1]] >= 5)
        yield from (f"{letter}\t{before}\t{word}\t{count}" for (before, word), count in rows)


def write(clean: Path, treebanks: Path, spelling: Path, learner: Path, sentences: int) -> Iterator[tuple[Path, int]]:
    """Write all tables, after all were made. Yields each with the number of its rows."""
    counts = count_words(clean, sentences)
    common = Counter({word: n for word, n in counts.items() if n >= 5})
    edits = list(learner_edits(learner))
    spelled = Counter((right[0], wrong[0]) for _, wrong, right in edits if len(wrong) == len(right) == 1)
    tables = {
        "tags": tag_lines(sorted(common), count_tags(treebanks)),
        "inflections": inflection_lines(common),
        "misspellings": misspelling_lines(spelling, spelled, counts),
        "confusions": confusion_lines(edits, common, count_corrected(learner)),
    }
    made = {name: list(lines) for name, lines in tables.items()}
    if missing := [name for name, rows in made.items() if not rows]:  # an empty table would replace a useful one
        raise GecError(f"{clean}: too small for the table of {missing[0]}; give millions of sentences")
    for name, rows in made.items():
        path = TABLES / f"{name}.tsv.xz"
        packed = lzma.compress(("\n".join(rows) + "\n").encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
        atomic.write(path, packed)
        yield path, len(rows)
