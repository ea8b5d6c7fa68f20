"""Takes the prose out of the documents that `corpora/corrections/web.jsonl.xz` corrects, as plain text.

    python bench/prose.py SOURCES.tsv[.xz] CLONES OUT

Each line of SOURCES.tsv has a repository of GitHub, a commit, a licence, the documents (with | between) and the
writer's language. A repository that is not in CLONES is cloned. Each document becomes a text in OUT with a paragraph on
each line, without headings, tables, code, HTML and front matter. This does not use gec's own readers on purpose:
corrections belong to texts that stay the same when those change.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gec.training import texts

OUT_OF_PROSE = re.compile(
    r"\A---\n.*?\n---\n"  # front matter
    r"|^(?P<fence>[ \t]*(?:```|~~~)).*?^(?P=fence)[`~]*[ \t]*$"
    r"|<!--.*?-->|\{%.*?%\}|\{\{.*?\}\}|<(?P<raw>script|style|pre|table)\b.*?</(?P=raw)>",
    re.DOTALL | re.MULTILINE,
)
NO_PARAGRAPH = re.compile(r"[ \t]*(?:#|\||!!!|:::|={3}|-{3}|\*{3}|\[[^\]]+\]:|<)")  # a line that is no prose
ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
INLINE = (
    (re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"), ""),  # pictures
    (re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])"), r"\1"),  # links
    (re.compile(r"</?[a-zA-Z][^>]*>"), ""),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)([*_])(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
)


def paragraphs(text: str) -> list[str]:
    found: list[list[str]] = [[]]
    for line in OUT_OF_PROSE.sub("\n\n", text.replace("\r\n", "\n")).split("\n"):
        quoted = QUOTE.sub("", line)
        item = ITEM.match(quoted)
        if not quoted.strip() or NO_PARAGRAPH.match(quoted) or (quoted.startswith(("    ", "\t")) and not found[-1]):
            found.append([])
        elif item:
            found.append([quoted[item.end() :]])
        else:
            found[-1].append(quoted)
    return [plain for lines in found if (plain := _plain(" ".join(lines)))]


def _plain(paragraph: str) -> str:
    for mark, instead in INLINE:
        paragraph = mark.sub(instead, paragraph)
    return " ".join(paragraph.split())


def documents(name: str, commit: str, paths: Sequence[str], folder: Path) -> Iterator[tuple[str, str]]:
    """The documents of a commit, each with the name of its text."""
    if not folder.exists():
        subprocess.run(["git", "clone", "-q", "--bare", f"https://github.com/{name}", folder], check=True)
    for path in paths:
        asked = ["git", "-C", folder, "show", f"{commit}:{path}"]
        said = subprocess.run(asked, check=True, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
        yield "--".join([folder.name, *Path(path).with_suffix("").parts]), said.stdout


def main(sources: Path, clones: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for line in texts.read_lines(sources):
        name, commit, _, paths, _ = line.split("\t")
        for text, document in documents(name, commit, paths.split("|"), clones / name.replace("/", "+")):
            (out / f"{text}.txt").write_text("".join(f"{one}\n" for one in paragraphs(document)), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
