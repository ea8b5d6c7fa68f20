"""Recognises the format of a file and finds its prose. There is one module for each format, loaded when needed.

A format answers two questions: where the prose is (`blocks`), and where the comments are, in which a writer can switch
gec off (`remarks`). Guards that depend on the format of a text are in `gec/guards`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Protocol, cast

from gec.errors import OptionError, TextError
from gec.text.formats import drawings, listings, other
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
    "subtitles": {"subtitles": "srt vtt"},
    "mail": {"email": "eml", "mbox": "mbox"},
    "commit_message": {"gitcommit": ""},
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
OTHER = "other"  # a file whose prose, if any, cannot be found
_MODULE = {format: module for module, formats in _MODULES.items() for format in formats} | {OTHER: "other"}
_SUFFIXES = {
    f".{end}": format for formats in _MODULES.values() for format, ends in formats.items() for end in ends.split()
}
_NAMES = dict.fromkeys(("COMMIT_EDITMSG", "MERGE_MSG", "TAG_EDITMSG", "SQUASH_MSG"), "gitcommit")
# Names of sources that Sphinx publishes: index.rst.txt.
_SPHINX = {".md": "markdown", ".rst": "rst", ".adoc": "asciidoc", ".org": "org"}
# The section in the name of a manual page. Other files have such names too, so the beginning of the text decides.
SECTION = re.compile(r"\.[1-9](?:[a-z]\w{0,11})?", re.IGNORECASE)
_PAGE = re.compile(r"\ufeff?\s*[.'][ \t]*(?:\\[\"#]|(?:TH|Dd|so|mso|ds|de|ig|if|ie|nr|nh|ad|pc)\b|\n)")
_RETURN = re.compile(r"\r(?!\n)")
# What GNU licences say of themselves, after their titles.
_FINAL = "changing it is not allowed"
_NEAR_START, _BELOW_LINKS = 1_000, 3_000  # characters searched for that; more in HTML, with links above the title
_SCRIPT = re.compile(r"#![^\n]*\b(python|node)")
_LANGUAGES = {  # language ids of editors that differ from the name of the format
    "plaintext": "plain", "text": "plain", "quarto": "markdown", "rmd": "markdown", "tex": "latex",
    "plaintex": "latex", "xhtml": "html", "restructuredtext": "rst", "adoc": "asciidoc",
    "asciidoctor": "asciidoc", "git-commit": "gitcommit", "mail": "email",
    "eml": "email", "subrip": "subtitles", "srt": "subtitles", "javascriptreact": "javascript",
    "typescriptreact": "tsx", "nroff": "roff", "groff": "roff", "troff": "roff", "man": "roff", "mdoc": "roff",
}  # fmt: skip
SOURCE = frozenset(_MODULES["source"])
_MARKED = frozenset({"markdown", "mdx", "html", "rst", "asciidoc", "org", "notebook"})


class Format(Protocol):
    """The functions that the module of a format has."""

    def blocks(self, text: str, format: str) -> list[Block]: ...
    def remarks(self, text: str, format: str) -> list[tuple[int, int, str]]: ...


def format_of(name: str, text: str = "") -> str:
    """The format of a file by its name or else by its first line; plain if unknown."""
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
    return _SPHINX.get(inner) or _SUFFIXES.get(path.suffix.lower(), "plain")


def of_language(language_id: str) -> str:
    """The format of an editor's language id; plain if unknown."""
    language = language_id.lower()
    if language in _LANGUAGES or language in _MODULE:
        return _LANGUAGES.get(language, language)
    return OTHER if other.is_language(language) else "plain"


def suffixes(*, comments: bool = False) -> frozenset[str]:
    """The file endings that are read in a folder; those of source code only with `comments`."""
    return frozenset(end for end, format in _SUFFIXES.items() if comments or format not in SOURCE)


def blocks(text: str, format: str, *, comments: bool = True) -> tuple[Block, ...]:
    """The prose of a text, in order. Source code has prose only in comments, and none without `comments`."""
    return _blocks(text, format, comments)


@lru_cache(maxsize=1)  # whoever asks whether edits leave the markup as it was parses the text that is read next
def _blocks(text: str, format: str, comments: bool) -> tuple[Block, ...]:
    skipped = (format in SOURCE and not comments) or _FINAL in _one_line(text[:_NEAR_START])
    found: list[Block] = [] if skipped else _module(format).blocks(_with_newlines(text), format)
    if format in _MARKED:  # drop code that is not marked as code
        found = [block for block in found if not listings.has_no_prose(visible(text, block.spans, block.shown))]
    found = drawings.left_out(text, found)
    return () if "changing" in text and _is_final(text, format, found) else tuple(found)


def _is_final(text: str, format: str, found: Sequence[Block]) -> bool:
    """Whether the beginning of the prose says that changing it is not allowed, with any markup in these words."""
    left = _BELOW_LINKS if format == "html" else _NEAR_START
    for block in found:
        shown = visible(text, block.spans, block.shown)
        if left <= 0 or _FINAL in _one_line(shown[:left]):
            return left > 0
        left -= len(shown)
    return False


def _one_line(text: str) -> str:
    return " ".join(text.split())


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    """The comments of a text that mentions `gec:`: the start and end of each, and its words."""
    if "gec:" not in text:
        return []
    return _module(format).remarks(_with_newlines(text), format)


def prose_of(text: str, format: str = "plain", *, comments: bool = True) -> Prose:
    """The prose of a text, as the corrector takes it."""
    if not isinstance(text, str):
        raise TextError(f"a text is a str, not {type(text).__name__}; decode what is bytes, say text.decode('utf-8')")
    _check(format)
    return Prose(text, blocks(text, format, comments=comments), format)


def _with_newlines(text: str) -> str:
    """The text with a newline for each lone carriage return. So formats and grammars need to know newlines only, and
    all places stay the same."""
    return _RETURN.sub("\n", text) if "\r" in text else text


def _module(format: str) -> Format:
    _check(format)
    return cast(Format, importlib.import_module(f"{__name__}.{_MODULE[format]}"))


def _check(format: str) -> None:
    if format not in (*FORMATS, OTHER):
        meant = f"; do you mean {_SUFFIXES[f'.{format}']}?" if f".{format}" in _SUFFIXES else ""
        raise OptionError(f"{format}: no such format{meant}; known are {', '.join(FORMATS)}")
