"""Takes the prose out of Markdown files, as plain text for `bench/corrections.py`: a paragraph on each line.

    python bench/prose.py FOLDER OUT [GLOB ...]

Headings, tables, code, HTML and front matter are left out. A file `docs/use.md` becomes `OUT/docs--use.txt`. This does
not use gec's own readers on purpose: corrections belong to texts that stay the same when those change.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

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


def main(folder: Path, out: Path, *globs: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted({path for glob in globs or ("**/*.md",) for path in folder.glob(glob) if path.is_file()}):
        if lines := paragraphs(path.read_text(encoding="utf-8", errors="replace")):
            name = "--".join(path.relative_to(folder).with_suffix("").parts)
            (out / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
