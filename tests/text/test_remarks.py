"""Where each format has comments, in which a writer can switch gec off."""

from __future__ import annotations

import pytest

from gec.edits.ignores import ignores
from gec.text.formats import remarks


def said(text: str, format: str) -> list[str]:
    return [comment.strip() for _, _, comment in remarks(text, format)]


def hidden(text: str, format: str) -> list[str]:
    return [text[one.start : one.end] for one in ignores(text, remarks(text, format))]


def test_a_commit_message_hides_the_line_right_below() -> None:
    for newline in ("\n", "\r\n"):
        text = newline.join(["Fix it", "", "# gec: ignore-next-line", "He go.", "She go."])
        assert hidden(text, "gitcommit") == ["He go."]


def test_remarks_begin_as_the_comments_of_git_do() -> None:
    text = "Fix it\n\n; gec: ignore-next-line\nHe go.\nShe go.\n"
    assert hidden(text, "gitcommit") == []
    assert hidden(f"{text};\n; On branch main\n", "gitcommit") == ["He go."]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["", "7\n"])
def test_notes_of_subtitles_hide_what_is_said(newline: str, name: str) -> None:
    cue = f"{name}00:01.000 --> 00:02.000\n"
    text = f"WEBVTT\n\nNOTE gec: ignore-next-line\n\n{cue}He go.\nNOTE gec: off\n\n{cue}She go.\n"
    assert hidden(text.replace("\n", newline), "subtitles") == ["He go."]
    text = f"WEBVTT\n\nNOTE\ngec: off\n\n{cue}He go.\n\nNOTE gec: on\n\n{cue}She go.\n"
    assert "".join(hidden(text, "subtitles")).split() == ["He", "go."]


def test_examples_of_comments_in_latex_do_not_count() -> None:
    text = (
        "\\documentclass{article} % one\n\\begin{document}\nText. % two\n\\begin{verbatim}\n% gec: off\n"
        "\\end{verbatim}\nIt is \\verb|% gec: off| so.\\footnote{Note. % three\n}\n\\end{document}\n% four\n"
    )
    assert said(text, "latex") == ["one", "two", "three", "four"]


def test_examples_of_comments_in_html_do_not_count() -> None:
    text = (
        "<p>Text. <!-- one --></p><script>let x = '<!-- gec: off -->';</script><textarea><!-- gec: off --></textarea>"
        "<pre>&lt;!-- gec: off --&gt;</pre><style>/*<!-- gec: off -->*/</style><!-- two -->"
    )
    assert said(text, "html") == ["one", "two"]


@pytest.mark.parametrize("name", ["pre", "code", "svg", "template"])
def test_comments_of_html_count_where_text_is_kept_too(name: str) -> None:
    assert hidden(f"<{name}>a <!-- gec: off --> b</{name}><p>He go.<!-- gec: on --> She go.", "html") == [
        f" b</{name}><p>He go."
    ]
    assert said(f"<{name}><!-- gec: a </{name}> b --> c <!-- d --></{name}> <!-- e -->", "html") == [
        f"gec: a </{name}> b", "d", "e",
    ]  # fmt: skip
    assert said(f"<{name}>a <!-- gec: off <p>He go.", "html") == []


@pytest.mark.parametrize("comment", ["(gec: ignore-next-line)", '"gec: ignore-next-line"', "'gec: ignore-next-line'"])
def test_a_definition_that_nothing_refers_to_is_a_comment(comment: str) -> None:
    assert hidden(f"He go.\n\n[//]: # {comment}\nShe go.\n\nThey goes.\n", "markdown") == ["She go."]
    assert hidden(f"```\n[//]: # {comment}\n```\n\nShe go.\n", "markdown") == []


def test_comments_of_asciidoc_are_lines_and_blocks() -> None:
    code = "----\n// gec: off\n----\n"
    text = f"// gec: ignore-next-line\nHe go.\n\n{code}\n////\ngec: ignore-next-line\n////\nShe go.\n\nWe goes.\n"
    assert hidden(text, "asciidoc") == ["He go.", "She go."]
    assert hidden("|===\n|He go.\n// gec: ignore-next-line\n|She go.\n|===\n", "asciidoc") == ["|She go."]


def test_comments_of_notebooks_are_those_of_their_markdown() -> None:
    said = '[\n"<!-- gec: ignore-next-line -->\\n",\n"He go.\\n",\n"\\n",\n"She go."]'
    code = '{"cell_type": "code", "source": ["# <!-- gec: off -->"]}'
    [one] = hidden(f'{{"cells": [{code}, {{"cell_type": "markdown", "source": {said}}}]}}', "notebook")
    assert "He go" in one
    assert "She" not in one


def test_comments_of_org_are_lines() -> None:
    code = "#+begin_src sh\n# gec: off\n#+end_src\n"
    assert hidden(f"# gec: ignore-next-line\nHe go.\n\n{code}\nShe go.\n", "org") == ["He go."]
    assert hidden("He go.\n\n# gec: off\nShe go.\n\n# gec: on\nWe goes.\n", "org") == ["\nShe go.\n\n"]


def test_comments_of_roff_are_lines_and_ends_of_lines() -> None:
    text = (
        '.\\" gec: ignore-next-line\nHe go.\n.PP\nShe go. \\" gec: off\n.PP\nThey goes.\n.\\" gec: on\nWe goes.\n'
        '.de X\n.\\" gec: off\n..\n.ig\n.\\" gec: off\n..\n\'\\" gec: ignore-next-line\nI goes.\n'
    )
    assert [one.strip() for one in hidden(text, "roff")] == ["He go.", ".PP\nThey goes.", "I goes."]


SHOWN = [
    "```markdown\n<!-- gec: off -->\n```\n",
    "~~~\n<!-- gec: off -->\n~~~\n",
    "Write `<!-- gec: off -->` there.\n",
    "Write \\<!-- gec: off --> there.\n",
    "A paragraph.\n\n    <!-- gec: off -->\n",
    "> ```\n> <!-- gec: off -->\n> ```\n",
]


@pytest.mark.parametrize("text", SHOWN)
def test_examples_of_comments_in_markdown_do_not_count(text: str) -> None:
    assert remarks(text, "markdown") == []
    [(start, end, said)] = remarks(f"{text}\n<!-- gec: on -->\n{text}", "markdown")
    assert (start, end - start, said) == (len(text) + 1, len("<!-- gec: on -->"), " gec: on ")


@pytest.mark.parametrize("name", ["script", "STYLE", "textarea"])
@pytest.mark.parametrize(
    "form", ["<{0}>\n{1}\n</{0}>", "<div>\n\n<{0} a='b'>{1}</{0} >\n</div>", "A word <{0}>{1}</{0}>."]
)
@pytest.mark.parametrize("comment", ["<!-- gec: off -->", "\n[//]: # (gec: off)\n", "// <!-- gec: off"])
def test_comments_in_scripts_of_markdown_do_not_count(name: str, form: str, comment: str) -> None:
    text = f"{form.format(name, comment)}\n\nHe go. <!-- gec: on -->\n"
    assert said(text, "markdown") == ["gec: on"]


def test_what_only_looks_like_a_script_or_a_comment_hides_no_comment() -> None:
    for text in ("The <script> tag.", "Write `<script>`.", "Write `<!--`.", "```\n<script>\n<!--\n```", "A <scripts>."):
        assert said(f"{text}\n\n<!-- gec: off -->\n\nHe go, `</script>`.", "markdown") == ["gec: off"], text


def test_comments_between_words_count() -> None:
    assert [said for *_, said in remarks("One `two` <!-- gec: off --> three.", "markdown")] == [" gec: off "]


def test_braces_hold_the_remarks_of_mdx() -> None:
    text = "{/* gec: off */}\n\nText.\n\n```\n{/* gec: on */}\n```\n\n{ /* two\nlines */ }\n"
    assert [said for _, _, said in remarks(text, "mdx")] == [" gec: off ", " two\nlines "]
    assert remarks(text, "markdown") == []
