"""Edits change nothing but prose for Org's own parser: Emacs reads a page before and after them."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gec.edits.edit import Edit, apply
from gec.guards.markup import changeable, without_markup_changes
from gec.text.formats import prose_of
from gec.text.prose import Prose

SKELETON = Path(__file__).with_name("org_skeleton.el")
PAGE = Path(__file__).parents[1] / "golden" / "org" / "page.org"
WORD = re.compile(r"[^\W\d_]+")


def edited(text: str, rng: random.Random) -> str:
    prose = prose_of(text, "org")
    return apply(text, without_markup_changes(prose, [edit for edit in _edits(prose, rng) if rng.random() < 0.5]))


def _edits(prose: Prose, rng: random.Random) -> Iterator[Edit]:
    """After each word that may be changed, insert letters, a word or a punctuation mark."""
    for low, high in sorted(part for block in prose.blocks for part in changeable(block)):
        for word in WORD.finditer(prose.text, low, high):
            yield Edit(word.end(), word.end(), rng.choice(["xx", " more", ",", "."]), "M:OTHER")


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs reads the pages")
def test_emacs_reads_the_same_besides_prose_after_edits(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").partition("=====[ read ]=====\n")[0]
    pages = [text, *(edited(text, random.Random(seed)) for seed in range(25))]
    assert len(set(pages)) == len(pages)
    for number, page in enumerate(pages):
        (tmp_path / f"{number:02}.org").write_text(page, encoding="utf-8")
    command = ["emacs", "-Q", "--batch", "-l", str(SKELETON), *map(str, sorted(tmp_path.glob("*.org")))]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    found = said.splitlines()
    assert len(found) == len(pages)
    assert "src-block" in found[0]
    assert "latex-environment" in found[0]
    assert set(found) == {found[0]}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("* TODO\n", []),
        ("* TODO [#A] It is one.\n* THIS IS IT\n", ["It is one.", "THIS IS IT"]),
        ("* Asked It is.\n#+SEQ_TODO: asked(a) Asked(w@/!) | told\n* told It was.\n", ["It is.", "It was."]),
        ("* COMMENT  It is hidden.\nIt too.\n* It is not.\n", ["It is not."]),
        ("**  :tag:\n* It is :a:b:\n", ["It is"]),
        ("#+BEGIN_SRC sh\nIt runs.\n* It ends.\n", ["It ends."]),
        ("#+begin_quote\nIt is said.\n", ["It is said."]),
        ("It is so:\n: not this\nAnd this.\n", ["It is so:", "And this."]),
        (":NOTES:\nIt is kept.\n:END:\nIt is read.\n", ["It is read."]),
        (":NOTES:\nIt is read.\n", [":NOTES: It is read."]),
        ("It costs 5$ and\n6$ more.\n", ["It costs 5$ and 6$ more."]),
        ("[[https://example.org][It is]] here.\n", ["It is here."]),
    ],
)
def test_what_is_read(text: str, read: list[str]) -> None:
    assert [view.text for view in prose_of(text, "org").views()] == read
