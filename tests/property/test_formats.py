"""No edit changes markup, in random texts with much markup of each format."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reckless import check

from gec.text.formats import FORMATS

WORDS = [
    "The cat",
    " sat",
    " on a mat.",
    " He go",
    " to school,",
    " 3.5 km",
    " é😀",
    "so\u00adft\u200b\ufeff",
    "\u2028",
    "\n",
    "\n\n",
    " ",
    "    ",
    "\r\n",
]
MARKUP = {  # separated by whitespace; ␣ is a space, ↵ a newline, and ⟦ three quotes
    "plain": """-␣ 1.␣ (a)␣ •␣ * _ --- ↵=====↵ | \t : " ' “ ” http://x.y/a_b a@b.c C:\\x 👍 :) 😀 →
        \u00ad \u200f \ufeff \u200b TODO:␣ ↵␣␣␣␣ [1] ` ``` $x$ <b> 1,000␣km #tag @me ↵↵↵ \r \x0c \u2028 \u0301""",
    "markdown": """** * _ __ ` `` ~~ [ ] ( ) ![ [ref] [^1] ``` ~~~ --- *** <b> </b> <br> <!-- --> <code>
        </code> <div>
        </div> &amp; $ $$ \\ \\* {#id} ::: [[wiki]] :smile: | +++ <http://x.y> http://x.y/_a_ > - # === ↵```↵ %% ↵%%↵
        ↵:::{a}↵:b:␣ ](x.png␣'t') [ref]:␣/url [^1]:␣ #␣ >␣ -␣ 1.␣ \t |␣a␣|␣b␣| ↵|--|--|↵ ␣␣↵ [␣]␣ :␣ ↵===↵""",
    "mdx": """{ } {/* */} /* */ // ( ) [ ] " ' ` `` ``` ↵{ }↵ ↵↵{ }↵↵ ↵↵import␣{␣a,↵ }␣from␣'x'↵↵ ↵↵export␣const␣a␣=␣{↵↵
        ↵}↵↵ \\ ${ => <Box␣a={ /> </Box> <div> </div> ** * _ #␣ -␣ >␣ |␣a␣|␣b␣|↵|--|--|↵ [ ](x) &amp; ↵```↵""",
    "latex": r"""\ { } $ $$ \[ \] \( \) % %␣note↵ \emph{ \textbf{bold} \section{ \footnote{ \cite{key} ~\ref{a}
        \foo \foo{
        \item \\ & ~ `` '' -- --- \% \'e \begin{itemize} \end{itemize} \begin{equation} \end{equation} \href{u}{
        \begin{verbatim} \end{verbatim} \begin{document} \end{document} \documentclass \verb|x| [ ] \, \␣
        \o␣ \c{c} \"\i␣ \iffalse␣ \else␣ \fi␣ \item[two␣words] \begin{frame}{ \multicolumn{2}{c}{""",
    "rst": r"""* ** ` `` _ __ | :ref:`a␣<b>` `a␣<http://x>`_ ``code`` word_ [1]_ .. ..␣ ..␣note:: ..␣code::↵↵␣␣
        :: ↵===↵ ↵---↵
        ↵␣␣␣ -␣ 1.␣ (a)␣ :param␣x:␣ >>>␣ +--+ ===␣=== |␣ \ \* ..␣[1]␣ ..␣_t:␣ |sub| http://x.y/_a_ # :
        -h,␣--help␣␣ ↵␣␣␣␣␣␣␣␣ :rtype:␣ ..␣uml::""",
    "asciidoc": r"""* ** _ __ ` `` + ++ +++ # ## ^ ~ [ ] {a} {nbsp} \ \\ \* \{ == ↵==␣ ↵=␣a↵ ↵.a␣ ↵----↵ ↵====↵ ↵****↵
        ↵____↵ ↵--↵ ↵....↵ ↵++++↵ ↵////↵ ↵//␣ ↵```↵ ↵|===↵ ↵!===↵ ↵,===↵ | 2+| a| ↵[source]↵ ↵[quote]↵ ↵[NOTE]↵
        ↵[[a]]↵ ↵[.a]↵ [.a] ↵[cols="1m,2"]↵ ↵:a:␣ ↵+↵ ␣+↵ *␣ -␣ .␣ 1.␣ <1>␣ ::␣ ::↵ ;;␣ NOTE:␣ ↵ifdef::a[]↵
        ↵endif::[]↵ ↵image::a[]↵ << >> <<a,b>> https://x.y[ link:a[ xref:a[ mailto:a@b.c[ footnote:[ stem:[ kbd:[
        image:a[ icon:a[] menu:a[ pass:[ ((a)) (((a))) "` `" '` `' ↵<<<↵ ↵'''↵ ↵↵␣␣␣ ↵>␣ &amp; -- a@b.c
        ↵↵The␣cat↵-------↵ ↵↵The␣cat↵=======↵ ,role=a] ^]""",
    "org": r"""* ** / _ + = ~ a* =a= ~a~ [[ ]] ][ [[x][ [[x]] [[https://x.org][ https://x.org <https://x.org> [fn:1]
        [fn:1:␣a] [fn:: [cite:@a] {{{a(b)}}} {{{ @@html:<b>@@ @@ $ $a$ $$ \( \) \[ \] \alpha \a{b} \\ \\↵ ↵*␣ ↵**␣
        ↵*␣TODO␣ ↵*␣COMMENT␣ ↵*␣[#A]␣ ␣:tag:↵ ↵-␣ ↵+␣ ↵␣*␣ ↵1.␣ ↵1)␣ ↵-␣[␣]␣ ↵-␣[@3]␣ ␣::␣ ↵#␣ ↵#+ ↵#+TITLE:␣
        ↵#+NAME:␣a↵ ↵#+BEGIN_SRC␣sh↵ ↵#+END_SRC↵ ↵#+begin_quote↵ ↵#+end_quote↵ ↵#+begin_note↵ ↵#+end_note↵
        ↵#+BEGIN:␣a↵ ↵#+END:↵ ↵#+RESULTS:↵ ↵:␣ ↵:a:↵ ↵:PROPERTIES:↵ ↵:END:↵ ↵|␣ ␣|␣ ↵|--+--|↵ ↵-----↵
        ↵SCHEDULED:␣<2024-01-01␣Mon>↵ [1/2] <2024-01-01␣Mon> ↵[fn:1]␣ ↵\begin{a}↵ ↵\end{a}↵ <<a>> <<<a>>> src_sh{a}
        call_a(b) a_{b} a^2 a_b ↵%%( ↵␣␣ file:a""",
    "roff": r"""\fB \fI \fR \fP \f[B] \f(CW \- \& \(aq \(bu \(em \[em] \[ \( \e \\ \ \ ␣ \~ \| \c \c↵ \↵ \s-1 \s0 \*(
        \*(Aq \*[x] \u1\d \h'1' \m[a] \" \"␣note↵ \n(x \. \' ` `a' `` '' " ' . -a \-\-a <a> https://x.y/a ↵. ↵' ↵.↵
        ↵.B␣ ↵.B↵ ↵.I␣a.↵ ↵.BR␣a␣(1),↵ ↵.RB␣(␣a␣).↵ ↵.B␣"a␣b"↵ ↵.B␣a\↵ ↵.UR␣a↵ ↵.UE␣.↵ ↵.PP↵ ↵.TP↵ ↵.IP␣a␣2↵ ↵.SH␣A↵
        ↵.SH↵ ↵.SH␣NAME↵ ↵.br↵ ↵.nf↵ ↵.fi↵ ↵.RS↵ ↵.RE↵ ↵.de␣a↵ ↵.de␣a↵\\$1↵..↵ ↵..↵ ↵.a␣b␣,↵ ↵.ig↵ ↵.if␣n␣ ↵.if␣n␣\{↵
        ↵.\}↵ ↵.TS↵ ↵.TE↵ ↵.ft␣C↵ ↵.nh↵ ↵.\"␣note↵ ↵.Nm↵ ↵.Fl␣a␣,↵ ↵.Xr␣a␣1␣.↵ ↵.Ns␣a↵ ↵.Pq␣a␣.↵ ↵.Po↵ ↵.Pc␣.↵ ↵.Ap␣s↵
        ↵.Em␣a↵ ↵.Bl␣-tag↵ ↵.It␣a↵ ↵.El↵ ↵.Bd␣-literal↵ ↵.Ed↵ ↵.It␣Xo↵ ↵.Xc↵ ↵.Rs↵ ↵.Re↵ ↵␣ ↵␣a \t""",
    "subtitles": """1↵00:00:01,000␣-->␣00:00:02,000↵ ↵2↵00:00:03,000␣-->␣00:00:04,000↵ <i> </i> {\\an8} -␣ ↵-␣
        --> 3 &nbsp; &lt; ♪␣ ␣♪↵""",
    "email": """Subject:␣Re:␣ From:␣a@b.c↵ ↵> >␣ On␣Monday␣Ann␣wrote:↵ --␣↵ ↵--␣↵ | : On␣3␣Ann↵<a@b>␣wrote:↵
        ↵From:␣a↵Sent:␣b↵ ↵---↵␣a.c␣|␣2␣+-↵ ↵diff␣--git␣""",
    "mbox": """From␣a␣Mon␣Jan␣5␣08:00:00␣2026↵ Subject:␣Re:␣ ↵ ↵> >From␣ ↵From␣a@b.c␣ --␣↵ | : On␣Monday␣Ann␣wrote:↵""",
    "gitcommit": """# ↵# ↵#␣note↵ fix:␣ feat(x):␣ Signed-off-by:␣A␣<a@b> ↵#␣---␣>8␣--- ↵␣␣␣␣ - * diff␣--git␣ ↵```↵""",
    "python": r"""# ↵#␣ #:␣ #! \"""  \'\'\' ` `` : ↵def␣f():↵␣␣␣␣\"""  ↵x␣=␣1 ↵␣␣␣␣ :param␣x:␣ x:␣ Args:↵ >>>␣
        -␣ \ " '""",
    "javascript": """// /* */ ↵// ↵/**↵␣*␣ ↵␣*␣ ↵␣*/↵ @param␣x␣ {@link␣x} ` ' " { } ↵let␣x␣=␣1; / <div> </div>
        ${""",
    "typescript": """// /* */ ↵// ↵/**↵␣*␣ ↵␣*␣ ↵␣*/↵ @param␣x␣ ` ' " { } ↵let␣x:␣number␣=␣1; < >""",
    "tsx": """// /* */ ↵// ↵/**↵␣*␣ ↵␣*␣ ↵␣*/↵ @param␣x␣ ` ' " { } ↵let␣x␣=␣<b> </b> {/* */}""",
    "rust": """// /// //! /* */ ↵//␣ ↵/**↵␣*␣ ↵␣*/↵ ` ' " { } ↵let␣x␣=␣1; r#" "# [`x`]""",
    "go": """// /* */ ↵//␣ ↵/*↵ ↵*/↵ ` ' " { } ↵func␣f()␣{ } //go:build""",
    "c": """// /* */ ↵//␣ ↵/*↵␣*␣ ↵␣*/↵ \\param␣x␣ @brief␣ ' " { } ↵int␣x␣=␣1; #define \\↵
        \\f$ \\f[ \\f] @ref␣x @defgroup␣x␣ ↵//␣␣␣␣␣x↵ ↵//␣f(x)↵ ↵//␣the␣a␣==␣b␣↵ :↵//↵""",
    "java": """// /* */ ↵//␣ ↵/**↵␣*␣ ↵␣*/↵ @param␣x␣ {@code␣x} <p> ' " { } ↵int␣x␣=␣1;""",
    "html": """< > </ <b> </b> <p> </p> <br/> <a␣href="x">  </a> <!-- --> <code> </code> <pre> </pre> <script>
        </script>
        &amp; &nbsp; &rsquo; & " ' <p␣lang=fr> <div␣translate="no"> </div> <td> </td> {{x}} {% %} <?php ?> <![CDATA[
        ]]> <!DOCTYPE␣html> <span␣class='notranslate'> </span> <b␣lang=en> <p␣lang=en> <x-y> <img␣src=x>""",
}


def pieces(format: str) -> list[str]:
    if format == "notebook":
        return [*pieces("markdown"), '"', "\\", "\t", "/", "\x01"]
    return [piece.replace("␣", " ").replace("↵", "\n").replace("⟦", '"""') for piece in MARKUP[format].split()]


def written(text: str, format: str) -> str:
    """The text as a file of the format: for notebooks in JSON."""
    if format != "notebook":
        return text
    source = text.splitlines(keepends=True) if len(text) % 2 else text
    cells = [{"cell_type": "code", "source": ["teh"]}, {"source": source, "cell_type": "markdown"}]
    return json.dumps({"cells": cells}, indent=1, ensure_ascii=bool(len(text) % 3))


@pytest.mark.parametrize("format", sorted({*MARKUP, "notebook"}))
def test_no_edit_harms_markup(format: str) -> None:
    piece = st.sampled_from(WORDS) | st.sampled_from(pieces(format))

    @given(st.lists(piece, max_size=30).map("".join))
    def holds(text: str) -> None:
        check(written(text, format), format)

    holds()


def test_an_edit_that_lengthens_the_markup_after_the_last_prose_is_dropped() -> None:
    check(" sat sat\\]~", "latex")


def test_every_format_is_tried() -> None:
    assert {*MARKUP, "notebook"} == set(FORMATS)
