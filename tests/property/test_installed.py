"""Texts of the installed packages: no crash, no harm to markup, and no edit outside of prose, whatever is edited.

`GEC_EVERY_FILE=1` takes all files; otherwise it is every second text and one in 64 source files, chosen by name.
"""

from __future__ import annotations

import os
import sysconfig
import zlib
from pathlib import Path

import pytest
from reckless import check

from gec.errors import TextError
from gec.text.document import read
from gec.text.formats import format_of, suffixes

PACKAGES = Path(sysconfig.get_paths()["purelib"])
EVERY = bool(os.environ.get("GEC_EVERY_FILE"))
LARGEST = 400_000  # bytes; larger files are mostly tables


def files() -> list[Path]:
    texts, every = suffixes(), suffixes(comments=True)
    found = (path for path in PACKAGES.rglob("*") if path.suffix.lower() in every or path.name.startswith("README"))
    return sorted(
        path
        for path in found
        if path.is_file()
        and path.stat().st_size < LARGEST
        and (EVERY or chosen(path, 2 if path.suffix.lower() in texts else 64))
    )


def chosen(path: Path, of: int) -> bool:
    return zlib.crc32(str(path.relative_to(PACKAGES)).encode()) % of == 0


@pytest.mark.slow
def test_no_installed_text_is_harmed(record_property: pytest.RecordProperty) -> None:
    edits: dict[str, int] = {}
    for path in files():
        try:
            document = read(path, max_line=LARGEST)
        except TextError:
            continue  # not UTF-8, or binary: gec refuses it too
        assert document.with_edits(()) == document.raw
        format = format_of(path.name, document.text)
        try:
            edits[format] = edits.get(format, 0) + check(document.text, format)
        except Exception as error:
            raise AssertionError(f"{path}: {error}") from error
    record_property("edits", edits)
    assert all(edits.get(format) for format in ("plain", "markdown", "rst", "html", "python"))
