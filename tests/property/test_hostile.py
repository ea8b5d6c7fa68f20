"""The time for a text is linear in its length, even if the text is hostile."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import count

import pytest

from gec.before_model import respelled
from gec.edits.change import Change
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.guards.copied import in_program
from gec.guards.fragments import without_stops
from gec.rewriting.facts import facts
from gec.rules.engine import faults
from gec.text import formats
from gec.text.formats import FORMATS, asciidoc, blocks, listings, markdown, prose_of, remarks, roff
from gec.text.segment import sentences
from gec.text.symbols import dashed
from tests.linear import linear, seconds

UNITS = {
    "markdown": '[ ]( *a␣**b␣ ` >␣ <a␣ <!-- $ \\ & { ![ |␣ -␣ _a␣ www.) # ␣␣↵ ](a␣" <code> ```↵ <div>↵ -␣-␣ ␣ a'
    " %% %%a ↵%%↵ %%`",
    "mdx": """{ } {↵ ↵{↵↵ ( /* {/*↵↵ ` \\` ' "↵ " // {( }) ↵export␣(↵↵ ↵import␣"↵↵ `{ *{a} <b␣a={ <div>↵{ {a}↵""",
    "html": '< <a␣ <a␣" <!-- & <p> <b> </p> <code> <pre> <script> <p␣lang=fr> <b␣lang=fr><b␣lang=en> {{ <? ␣ a <br>',
    "latex": "\\ { } $ \\begin{a} \\end{a} \\begin{verbatim} % \\[ \\cite{ \\emph{a␣ \\footnote{a␣ \\verb| ~ ["
    ' \\iffalse␣ \\"a \\c␣ \\item[a␣b \\multicolumn{a}',
    "rst": "* ** ` `` | a_ :a:` ..␣ =↵ a::↵ >>>␣ `a␣< [1]_ +- -a␣␣ --a␣ ..␣[1]␣a↵ a::↵↵>␣",
    "asciidoc": "* ** _a ` `` ``a ''a + ++ +a # ^a ~a [ ] [a]* {a {a} \\ \\* << <<a, <<a,b>> link:a[ link:a[\\] a:b a:"
    " footnote:[ http://x[ http://x http://x[a,b= (( ((( ((a)) '` &a; -- a-- <1> ␣+↵ ==␣a↵ ----↵ ====↵ --↵ ```↵ ////↵"
    " |===↵ | a|␣ ␣2+| 1 ␣1.1.+ [a]↵ [[a]]↵ :a:␣ *␣a↵ a:: a::↵ ;; >␣a↵ >↵ a↵---↵ a↵====↵ //a↵ ifdef::[ a::[ ␣a↵↵ .a↵"
    ' "` "a↵ a@ menu:a ␣ a ====↵*****↵ |===↵|a',
    "notebook": '" { [ {} [] "a", "a":1, \\ , : {"a": ["a",',
    "org": r"""* *a a* / /a =a =a= ~ ~a [[ [[a]] [[a][ ]] [fn: [fn:1] [cite: {{{ {{{a( @@ @@a: $ $a $$ \( \[ \a \a{
        \a[ src_a{ src_a[ call_a( call_a[ a_ a_{ a^ file: <a: << <2024-01-01 [1/ ↵*␣ ↵*␣␣ ↵*␣TODO␣ ↵*␣a␣:a: ␣:a: :a:↵
        :END:↵ :a:↵:END:↵ #+BEGIN_A↵ #+END_A↵ #+begin_quote↵ #+BEGIN:↵ #+a[ #+title:␣a↵ #␣a↵ ↵␣␣ -␣ ␣::␣ -␣a␣::␣
        [fn:1]␣a↵ \begin{a}↵ \end{a}↵ \begin{a}↵\end{a}↵ | ␣ ↵ #+begin_note↵ #+begin_note↵#+end_note↵ *↵ **␣COMMENT↵
        **␣COMMENT↵*␣a↵ ␣a a ( -""",
    "roff": r"""\fB \fBa␣ \fBa\fR \- -a␣ -a.,- \& \( \[a \*( \*[a \s \s- \h' \h'1' \u \u1\d \c↵ \↵ \ \" a\"b↵ ` `a `a'
        `a␣ '' < <a <a> http://x http:// .↵ '↵ .B↵ .B␣a↵ .B␣a␣ .BR␣a␣(1),↵ .B␣" .B␣"a .B␣\ .Nm↵ .Fl␣a␣ .Fl␣ .Ns↵ .Po↵
        .UR␣a↵ .UE␣.↵ .de␣a↵ ..↵ .de␣a↵..↵ .de␣a↵.a↵..↵.a↵ .if␣n␣ .if␣n␣\{↵ .\}↵ .if␣.el␣ .if␣.B↵ .TS↵ .nf↵ .TP↵ .SH␣a↵
        .SH↵ .Bl␣-tag↵ .It␣Xo↵ .als␣a␣b↵ .ft␣C↵.ft↵ ␣ ␣a↵ a↵ ↵ a\c↵ a␣.↵ a␣.␣ .RS↵ \f[ \n( \$[ \C' \o"a ␣\" ␣.a␣ {.""",
    "python": "( [ { # #␣a↵ \\ ' f( a↵ ␣",
    "javascript": "( { /* // ` / a↵ ({",
    "c": "( { /* // \\ ' # a↵ //␣a↵//␣a(b)↵ //␣a::b␣ ::a //␣\\f[↵ //␣\\f$a␣ //␣@ref␣ //␣␣␣␣␣a:↵//↵",
    "subtitles": "00:00:01,000␣-->␣00:00:02,000↵ <i> -␣a↵ 1↵ &amp; ♪",
    "email": "> >↵ On␣a␣ --␣↵ a:␣b↵ On␣1↵ From:␣a↵ ␣a␣|",
    "mbox": "From␣a␣1:00␣08:00:00␣2026↵ ↵ From␣ a:␣b↵ >From␣↵ :00␣2026 --␣↵ ␣",
    "gitcommit": "↵ # #↵ a-by:␣ a( ```↵",
    "plain": "a . ␣ a.↵ (",
}
TAGS = """[ <div><!--↵↵ <div><pre>↵↵ <a␣' <a␣"' [x]:↵ <script/> \\( $$< <p><pre> `\\`"""
for _format in ("markdown", "mdx", "html"):
    UNITS[_format] += f" {TAGS}"


def reading(text: str, format: str) -> float:
    """Seconds, as if for the first time: a second measurement would find what the first has left in the caches."""
    formats._blocks.cache_clear()
    for module in (asciidoc, markdown, roff):
        module._assembled.forget()
    listings.has_no_prose.forget()
    return seconds(blocks, text, format)


def repeated(unit: str, size: int) -> str:
    piece = unit.replace("␣", " ").replace("↵", "\n")
    return piece * (size // len(piece))


@pytest.mark.slow
@pytest.mark.parametrize("format", sorted(UNITS))
def test_blocks_take_linear_time(format: str) -> None:
    for unit in UNITS[format].split():
        assert linear(lambda size, unit=unit: reading(repeated(unit, size), format), 12_500, 100_000), unit


@pytest.mark.slow
def test_a_cell_of_a_notebook_takes_linear_time() -> None:
    def took(unit: str, size: int) -> float:
        said = json.dumps([unit * (size // len(unit)), "a\n"])
        cells = ", ".join([f'{{"cell_type": "markdown", "source": {said}}}'] * 2)
        return reading(f'{{"cells": [{cells}]}}', "notebook")

    for unit in ("\n", '"', "\\", "é", "a ", "a\n\n", "# a\n", "- *a*\n", "`a` ", "[a](b) "):
        assert linear(partial(took, unit), 5_000, 40_000), unit


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("/* " * 33_000, "go"),
        ("/* " * 33_000, "c"),
        ("> }!" * 25_000, "javascript"),
        ("> ...~~~\n" * 11_000, "python"),
        ("x = 1\n" + "# So it goes.\n" * 7_000, "python"),
    ],
)
def test_a_grammar_that_takes_too_many_steps_is_stopped(text: str, format: str) -> None:
    assert reading(text, format) < 4
    assert blocks(text, format) == ()


def test_a_stopped_grammar_does_not_affect_the_next_text() -> None:
    assert blocks("/* " * 33_000, "go") == ()
    assert len(blocks("package a\n\n// They was late.\n", "go")) == 1


@pytest.mark.parametrize(
    ("mark", "format"),
    [("~", "c"), ("-", "python"), ("!", "java"), ("!", "javascript"), ("!", "tsx"), ("!", "rust"), ("&", "go")],
)
def test_long_runs_of_marks_take_linear_time(mark: str, format: str) -> None:
    assert linear(lambda size: reading(mark * size, format), 5_000, 60_000)


def test_notes_of_subtitles_take_linear_time() -> None:
    def read(size: int) -> None:
        assert len(remarks("NOTE gec: on\n\n" * size, "subtitles")) == size

    assert linear(partial(seconds, read), 1_000, 16_000)


def test_a_thousand_consecutive_comments_are_read() -> None:
    lines = "# The cat sat on the mat and looked at the dog.\n" * 1_000
    assert sum(1 for _ in prose_of(f"x = 1\n{lines}", "python").views()) == 1_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reads", "units"),
    [
        (faults, "- = . ~ _ ` -= a- a= ._ 1, '- they␣was␣ he␣go␣and␣"),
        (respelled, "the␣mans␣ teh␣ dont␣ many␣informations␣ qzx␣ - = a-"),
        (facts, "(a␣2000␣ (see␣Doe␣2000␣and␣ [1␣ [@ “ ` not␣ one␣and␣ 1,000␣ Anna␣ ( ["),
        (dashed, "  😀 😀␣ :-)␣ %"),
        (lambda text: in_program(Change(text, Edit(0, 0, "a"))), "[␣|␣ [ ␣|␣ a=( SELECT␣ =>␣ ]"),
    ],
    ids=["rules", "spelling", "facts", "symbols", "programs"],
)
def test_a_sentence_takes_linear_time(reads: Callable[[str], object], units: str) -> None:
    again = count()  # a new text each time, since texts are remembered

    def took(unit: str, size: int) -> float:
        return seconds(reads, f"😀{repeated(unit, size)}%{' ' * next(again)}")

    for unit in units.split(" "):
        assert linear(partial(took, unit), 1_000, 8_000), unit


def test_looking_for_a_stop_takes_linear_time() -> None:
    def took(size: int) -> float:
        prose = prose_of("Yes" + "!?:" * size, "markdown")

        def looked() -> None:
            assert without_stops(prose, [Edit(len(prose.text), len(prose.text), ".")]) == []

        return seconds(looked)

    assert linear(took, 12_500, 100_000)


def test_a_view_of_code_and_emoji_takes_linear_time() -> None:
    def took(size: int) -> float:
        prose = prose_of("They want `it` and \N{GRINNING FACE} so " * size, "markdown")

        def viewed() -> None:
            assert sum(1 for _ in prose.views()) == 1

        return seconds(viewed)

    assert linear(took, 500, 8_000)


def test_remarks_with_many_edits_take_linear_time() -> None:
    unit = "<!-- gec: ignore-next-line -->\nHe go.\n"

    def took(count: int) -> float:
        text = unit * count
        places = [number * len(unit) + unit.index("go") for number in range(count)]
        edits = [Edit(place, place + 2, "goes") for place in places]
        return seconds(lambda: Policy().filter(text, edits, remarks(text, "markdown")))

    assert linear(took, 500, 4_000)


def test_columns_of_a_line_take_linear_time() -> None:
    def read(size: int) -> None:
        assert sum(1 for _ in sentences("one \t" * size)) > 1

    assert linear(partial(seconds, read), 2_500, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_twenty_thousand_nested_brackets(format: str) -> None:
    assert linear(lambda size: reading("[" * size + "]" * size, format), 2_500, 20_000)
    for nest in ("[" * 20_000 + "]" * 20_000, "(" * 20_000 + ")" * 20_000, "{" * 20_000, "<b>" * 20_000):
        assert sum(1 for _ in prose_of(nest, format).views()) < 100
