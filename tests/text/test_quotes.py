"""Quotations are found in every format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.text.quotes import quotations


@pytest.mark.parametrize(
    ("format", "text", "theirs"),
    [
        ("plain", 'She said "we was late" and left.', True),
        ("plain", "She said “we was late” and left.", True),
        ("plain", "Er sagte „we was late“ und ging.", True),
        ("plain", "She said ‘we was late’ and left.", True),
        ("plain", "``we was late'' she said.", True),
        ("plain", "'We was late,' she said. 'I know.'", True),
        ("plain", "He asked, 'Who's there? It don't\nmatter, we was late.'", True),
        ("plain", "In the '90s we was late, and in the 'Noughties' too.", False),
        ("plain", "'Tis what the boys' dog said: we was late, it's all.", False),
        ("plain", "The 'Yes' vote and, we was late, 'no.'", False),
        ("plain", 'A 5" pipe and we was late.', False),
        ("plain", '"Yes", we was late, "no".', False),
        ("plain", "The dogs' bowl, we was late, the cats' bowl.", False),
        ("plain", 'She said "yes.\n\nAnd we was late" again.', False),
        ("html", "<p>She said &ldquo;we was late&rdquo; and left.</p>", True),
        ("html", "<p>She said &laquo;we was late&raquo; and left.</p>", True),
        ("html", "<p>She said &#x201c;we was late&#8221; and left.</p>", True),
        ("html", "<p>She said &quot;we was late&quot; and left.</p>", True),
        ("html", "<p>Don&rsquo;t &lsquo;quote&rsquo; me: we was late, isn&rsquo;t it.</p>", False),
        ("html", "<p>She said <q>we was late</q> and left.</p>", True),
        ("html", "<blockquote cite='a>b'><p>We said</p><p><Q>No.</Q> we was late.</p></blockquote>", True),
        ("html", "<p>She <q>said</q> we was late <q>again</q>.</p>", False),
        ("html", "<p>She said <q>we was late.</p>", False),
        ("markdown", "She said &ldquo;we was late&rdquo; and <q>left</q>.", True),
        ("markdown", "Between `<q>` and `</q>` we was late.", False),
        ("markdown", "> We was late.", False),
        ("latex", r"She said \enquote{we \emph{was} late} and left.", True),
        ("latex", r"She \enquote{said} we was late \enquote{again}.", False),
        ("latex", r"She said \textquotedblleft{}we was late\textquotedblright\ and left.", True),
        ("latex", "\\begin{quote}\nWe said.\n\nwe was late\n\\end{quote}", True),
        ("asciidoc", 'She said "`we was late`" and left.', True),
        ("asciidoc", "She said '`we was late`' and left.", True),
        ("asciidoc", "____\nWe was late.\n____\n", True),
        ("asciidoc", "[quote, Ann]\nWe was late.\n", True),
        ("asciidoc", "[quote, Ann]\nWe said.\n\nAnd we was late.\n", False),
        ("asciidoc", "====\nWe was late.\n====\n", False),
        ("asciidoc", "> We was late.", False),
        ("notebook", r'{"cells": [{"cell_type": "markdown", "source": ["She said \"we was late\" there."]}]}', True),
        ("notebook", r'{"cells": [{"cell_type": "markdown", "source": ["She said we was late."]}]}', False),
        ("org", "#+BEGIN_QUOTE\nWe said.\n\nWe was late.\n#+END_QUOTE\n", True),
        ("org", "#+begin_note\nWe was late.\n#+end_note\n", False),
        ("org", "#+begin_quote\nWe was late.\n", False),
        ("roff", r"She said \(lqwe was late\(rq and left.", True),
        ("roff", r"She said \[dq]we was late\[dq] and left.", True),
        ("roff", r'She said \*(L"we was late\*(R" and left.', True),
        ("roff", "She said\n.Do\nwe was late\n.Dc\nand left.", True),
        ("roff", 'It is 3" long.\n.PP\nWe was late, 3" too.', False),
        ("roff", 'She\n.\\" said\nwe was late\n.\\" again\nand left.', False),
        ("roff", r"She said don\(cqt, we was late, don\(cqt.", False),
        ("plain", "She said &ldquo;we was late&rdquo; and left.", False),
        ("python", 'def f():\n    "She said we was late."\n', False),
        ("python", 'def f():\n    "He said “we was late.”"\n', True),
        ("python", 'x = \'"\'  # She "said" we was late.\ny = "a"\n', False),
        ("go", '// She said "we was\n// late" and left.\n', True),
    ],
)
def test_quotations_are_found_in_the_syntax_of_each_format(format: str, text: str, theirs: bool) -> None:
    place = text.index("was")
    assert any(start < place + 3 and place < end for start, end in quotations(text, format)) is theirs


@given(st.text(alphabet="ab \"“”‘’«»\n`'", max_size=60))
def test_quotations_lie_in_the_text_and_have_both_marks(text: str) -> None:
    for start, end in quotations(text):
        assert 0 <= start < end - 1 < len(text)
        assert text[start] in '"“‘«`'
        assert "\n\n" not in text[start:end]
