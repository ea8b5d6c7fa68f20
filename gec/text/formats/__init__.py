"""Formats: recognises the format of a file and finds its prose. There is one module for each format, loaded when a text
needs it.

A format answers two questions and no others: where the prose is (`blocks`), and which comments the writer could
talk to us in (`remarks`). What else a format says of an edit has a page a topic: `fragments.py`, `articles.py`,
`anchors.py`, and last `markup.py`, which leaves out edits after which the markup does not stand as it stood.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Protocol, cast

from gec.errors import OptionError, TextError
from gec.text.formats import listings, other
from gec.text.prose import Block, Prose
from gec.text.view import visible

__all__ = ["FORMATS", "OTHER", "SOURCE", "Block", "Prose", "blocks", "format_of", "of_language", "prose_of", "remarks",
           "suffixes"]  # fmt: skip

# Formats by the module that reads them, with their file endings.
_MODULES: dict[str, dict[str, str]] = {
    "plain": {"plain": "txt text"},
    "markdown": {"markdown": "md markdown mkd mdown qmd rmd", "mdx": "mdx"},
    "latex": {"latex": "tex ltx latex"},
    "html": {"html": "html htm xhtml"},
    "rst": {"rst": "rst rest"},
    "asciidoc": {"asciidoc": "adoc asciidoc asc"},
    "org": {"org": "org"},
    "notebook": {"notebook": "ipynb"},
    "roff": {"roff": "roff man mdoc"},
    "mail": {"subtitles": "srt vtt", "email": "eml", "mbox": "mbox", "gitcommit": ""},
    "source": {
        "python": "py pyi pyw",
        "javascript": "js jsx mjs cjs",
        "typescript": "ts mts cts",
        "tsx": "tsx",
        "rust": "rs",
        "go": "go",
        "c": "c h",
        "java": "java",
    },
}
FORMATS = tuple(format for formats in _MODULES.values() for format in formats)
OTHER = "other"  # no prose in it that could be found
_MODULE = {format: module for module, formats in _MODULES.items() for format in formats} | {OTHER: "other"}
_SUFFIXES = {
    f".{end}": format for formats in _MODULES.values() for format, ends in formats.items() for end in ends.split()
}
_NAMES = dict.fromkeys(("COMMIT_EDITMSG", "MERGE_MSG", "TAG_EDITMSG", "SQUASH_MSG"), "gitcommit")
# What Sphinx shows as its sources: index.rst.txt.
_TYPED = {".md": "markdown", ".rst": "rst", ".adoc": "asciidoc", ".org": "org"}
# The section that a page of a manual is in, and how one begins: what else is called so is no page.
SECTION = re.compile(r"\.[1-9](?:[a-z]\w{0,11})?", re.IGNORECASE)
_PAGE = re.compile(r"\ufeff?\s*[.'][ \t]*(?:\\[\"#]|(?:TH|Dd|so|mso|ds|de|ig|if|ie|nr|nh|ad|pc)\b|\n)")
_RETURN = re.compile(r"\r(?!\n)")
# What the licences of GNU say of themselves, after their titles.
_FINAL = "changing it is not allowed"
_SOON, _BELOW_LINKS = 1_000, 3_000  # characters of the text, and of its prose, where a page has links above its title
_SCRIPT = re.compile(r"#![^\n]*\b(python|node)")
_LANGUAGES = {  # of editors, where they are not called as the format is
    "plaintext": "plain", "text": "plain", "quarto": "markdown", "rmd": "markdown", "tex": "latex",
    "plaintex": "latex", "xhtml": "html", "restructuredtext": "rst", "adoc": "asciidoc",
    "asciidoctor": "asciidoc", "git-commit": "gitcommit", "mail": "email",
    "eml": "email", "subrip": "subtitles", "srt": "subtitles", "javascriptreact": "javascript",
    "typescriptreact": "tsx", "nroff": "roff", "groff": "roff", "troff": "roff", "man": "roff", "mdoc": "roff",
}  # fmt: skip
SOURCE = frozenset(_MODULES["source"])
_MARKED = frozenset({"markdown", "mdx", "html", "rst", "asciidoc", "org", "notebook"})


class Format(Protocol):
    """The questions that the module of a format answers."""

    def blocks(self, text: str, format: str) -> list[Block]: ...
    def remarks(self, text: str, format: str) -> list[tuple[int, int, str]]: ...


def format_of(name: str, text: str = "") -> str:
    """The format of a file, by its name and, where that says nothing, by how it begins; plain when unknown."""
    path = PurePath(name)
    if path.name in _NAMES:
        return _NAMES[path.name]
    if not path.suffix and text.startswith("#!") and (script := _SCRIPT.match(text)):
        return "python" if script[1] == "python" else "javascript"
    if SECTION.fullmatch(path.suffix):
        return "roff" if _PAGE.match(text) else "plain"
    if other.is_other(name, text):
        return OTHER
    inner = PurePath(path.stem).suffix.lower() if path.suffix.lower() == ".txt" else ""
    return _TYPED.get(inner) or _SUFFIXES.get(path.suffix.lower(), "plain")


def of_language(language_id: str) -> str:
    """The format of an editor's language id; plain when unknown."""
    language = language_id.lower()
    if language in _LANGUAGES or language in _MODULE:
        return _LANGUAGES.get(language, language)
    return OTHER if other.is_language(language) else "plain"


def suffixes(*, comments: bool = False) -> frozenset[str]:
    """The file endings that a walk through a folder takes up, those of source code only for its comments."""
    return frozenset(end for end, format in _SUFFIXES.items() if comments or format not in SOURCE)


def blocks(text: str, format: str, *, comments: bool = True) -> list[Block]:
    """The prose of a text, in the order in which it begins; of source code only the comments, if at all."""
    silent = (format in SOURCE and not comments) or _FINAL in _in_a_line(text[:_SOON])
    found: list[Block] = [] if silent else _module(format).blocks(_with_newlines(text), format)
    if format in _MARKED:  # where a program should be marked as one
        found = [block for block in found if not listings.whole(visible(text, block.spans, block.shown))]
    return [] if "changing" in text and _is_final(text, format, found) else found


def _is_final(text: str, format: str, found: Sequence[Block]) -> bool:
    """Whether the prose says soon that it is not to be changed, whatever markup is in that."""
    left = _BELOW_LINKS if format == "html" else _SOON
    for block in found:
        said = visible(text, block.spans, block.shown)
        if left <= 0 or _FINAL in _in_a_line(said[:left]):
            return left > 0
        left -= len(said)
    return False


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    """The comments of a text that talks to us: where each starts and ends, and what it says."""
    if "gec:" not in text:
        return []
    return _module(format).remarks(_with_newlines(text), format)


def prose_of(text: str, format: str = "plain", *, comments: bool = True) -> Prose:
    """A text as the corrector takes it."""
    if not isinstance(text, str):
        raise TextError(f"a text is a str, not {type(text).__name__}; decode what is bytes, say text.decode('utf-8')")
    _check(format)
    return Prose(text, tuple(blocks(text, format, comments=comments)), format)


def _with_newlines(text: str) -> str:
    """The text with a newline for each carriage return that ends a line by itself, as old programs wrote them: the
    formats, and the grammars of programs, need to know one of them only, and every place stays where it is."""
    return _RETURN.sub("\n", text) if "\r" in text else text


def _module(format: str) -> Format:
    _check(format)
    return cast(Format, importlib.import_module(f"{__name__}.{_MODULE[format]}"))


def _check(format: str) -> None:
    if format not in (*FORMATS, OTHER):
        raise OptionError(f"{format}: no such format; known are {', '.join(FORMATS)}")
