"""No edit can reach what is not prose for a reader of the page, even in broken markup."""

from __future__ import annotations

import pytest

from gec.guards.markup import changeable
from gec.text.formats import prose_of


def reached(text: str, format: str) -> str:
    """All that an edit may touch."""
    prose = prose_of(text, format)
    return " ".join(text[low:high] for block in prose.blocks for low, high in changeable(block))


@pytest.mark.parametrize(
    "text",
    [
        "<div>\n<pre>\nThey was.\n\nThey was.\n\n\n    They was.\n</pre>\nA word.\n</div>\n\nA word.\n",
        "<div>\n<!-- They was.\n\nThey was. -->\nA word.\n</div>\n\nA word.\n",
        "<p><code>\nThey was.\n\nThey was.\n</code>\nA word.</p>\n\nA word.\n",
        "<table><tr><td><pre>\nThey was.\n\nThey was.</pre>\nA word.</td></tr></table>\n\nA word.\n",
        "<details><summary>A word.</summary><pre>They was.\n\n# They was.\n\n- They</pre></details>\n\nA word.\n",
        "<div>\nA word.<script>\nvar x='a';\n\nvar y = 'They was.';\n</script>\n</div>\n\nA word.\n",
        "- <div>\n  A word. <pre>\n  They was.\n\n  They was.</pre>\n  </div>\n\nA word.\n",
        "<div><pre>\n\nThey was.</pre><pre>\n\nThey was.</pre>\nA word.\n\nA word.\n",
    ],
)
def test_blank_lines_end_no_code_in_the_html_of_markdown(text: str) -> None:
    found = reached(text, "markdown")
    assert ("They" in found, found.count("A word.")) == (False, 2)


@pytest.mark.parametrize(
    "text",
    [
        "<p>A word.</p><pre>They was.\n",
        "<table><tr><td><p><pre>They was.</td><td>A word.</td></tr></table>",
        "<p>A word.</p><!-- They was.\n<p>They was.</p>",
        '<p>A word.</p><script src="x.js" /><p>They was.</p></script>',
        '<script src="x.js" /><p>A word.</p><script>"They was."</script>',
        '<script src="x.js" /><p>A word.</p>',
        '<p>A word.</p><iframe src="x"><p>They was.</p></iframe>',
        r"<p>A word.</p> Let \(They was x\) and $$They was y$$ and \[They was \begin{z}\] be so.",
    ],
)
def test_html_shows_no_prose_that_a_browser_does_not(text: str) -> None:
    found = reached(text, "html")
    assert ("They" in found, found.count("A word.")) == (False, 1)


def test_an_element_that_is_not_closed_ends_with_the_one_around_it_in_any_case() -> None:
    assert reached("<DIV><P>A word.</P><SVG></DIV><P>They was.</P>", "html") == reached(
        "<div><p>A word.</p><svg></div><p>They was.</p>", "html"
    )


@pytest.mark.parametrize(
    "text",
    [
        "| A word. | b |\n|---|---|\n| x | <pre>They was.</pre> |\n",
        "A word.<pre>\nThey was.\n</pre>\n",
        "- A word. <PRE>They was.</PRE>\n",
        "A word. <Code>They was.</CODE >\n",
        "A word <script>var x = 'They was.';</script> and\nA word.",
        "A word. <svg><title>They was.</title></svg>",
        "A word. <?php echo 'They was.'; ?>",
        "A word. <![CDATA[ They was. ]]>",
        "A word. <!ELEMENT They was.>",
        "A word. <a title=\"a > b. They was.\" href='x > They'>page</a>.",
        "A word. <a href=it's>page</a>.",
    ],
)
def test_code_within_a_paragraph_of_markdown_is_none_of_its_prose(text: str) -> None:
    found = reached(text, "markdown")
    assert ("They" in found or "it's" in found, found.count("A word")) == (False, 1 + ("and\n" in text))


@pytest.mark.parametrize(
    "definition",
    [
        "[x]: http://x.org\n  (They was.)",
        "[x]: http://x.org\n'They was.'",
        '[x]: http://x.org "They was.\nThey was\n  again."  ',
        '[x]:\n  http://x.org\n  "They was."',
        "[x]:  \n  <They was>\n",
        '> [x]: http://x.org\n> "They was.\n> They was."\n',
    ],
)
def test_titles_of_link_definitions_may_stand_in_the_next_lines(definition: str) -> None:
    assert reached(f"{definition}\n\nA [word][x].", "markdown") == "A  word ."


def test_what_is_no_link_definition_is_prose() -> None:
    assert "They was" in reached("[Note]:\nThey was.\n", "markdown")
    assert "They was" in reached("[x]: http://x.org\n(They was.) and\n", "markdown")
    assert "They was" in reached("[x]: http://x.org\n(They was.\n\nhappy)\n", "markdown")


@pytest.mark.parametrize(
    "text",
    [
        "A word.\n\n-\t\tThey was.\n",
        "A word.\n\n1.\t\tThey was.\n",
        "A word.\n\n```\nx\n    ```\nThey was.\n```\n",
        "A word \\`` They was `.",
        "A word \\``` They was ``.",
        "A word ` They was \\`.",
        "A word [x](They\\(They\\(was).",
        'A word [x](/They "They \\" was").',
        "A word.\n\n[x\\]]: /They 'They was'\n",
        "A word [x][They\\[was].\n\n[They\\[was]: /They\n",
    ],
)
def test_code_is_where_commonmark_has_it(text: str) -> None:
    found = reached(text, "markdown")
    assert ("They" in found, "A word" in found) == (False, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A word <pre>\nThey was\n\nThey was\n</pre>\n\nAn end.\n", ["A word", "An end"]),
        ("> A word\n> <pre class=x>\n> They was\n>\n> They was\n> </pre>\n\nAn end.\n", ["A word", "An end"]),
        ("A word `<pre>` is.\n\nThey was.\n\n</pre>\n", ["A word", "They was"]),
        ("A word <pre> is.\n\nThey was.\n\n<pre>An end</pre>\n", ["A word", "They was"]),
    ],
)
def test_preformatted_text_continues_after_a_blank_line(text: str, words: list[str]) -> None:
    found = reached(text, "markdown")
    assert [word for word in ("A word", "They was", "An end") if word in found] == words


def test_a_tab_behind_the_mark_of_an_item_makes_no_code() -> None:
    assert "They was" in reached("-\tThey was.\n", "markdown")
    assert "They was" in reached("1.\t They was.\n", "markdown")


@pytest.mark.parametrize(
    "text",
    [
        "{#\nThey was.\n\nThey was.\n#}\n\nA word.\n",
        "A word {# They was.\nThey was. #} here.\n",
        '{{< figure\n  src="x.png"\n  caption="They was."\n>}}\n\nA word.\n',
        'A word {{< figure\n  caption="They was." >}} here.\n',
        '- A word.\n\n  {{% figure\n  caption="They was."\n  %}}\n',
        "{#\nA word.\n",
        "{{< note >}}A word.{{< /note >}}",
    ],
)
def test_templates_may_have_several_lines(text: str) -> None:
    found = reached(text, "markdown")
    assert ("They" in found, "A word" in found) == (False, True)


def test_subtitles_say_which_language_they_are_in() -> None:
    cue = "WEBVTT\n\n00:01.000 --> 00:02.000\nA <lang de>They was\nThey</lang> <lang en-GB>word</lang>.\n"
    found = reached(cue, "subtitles")
    assert ("They" in found, "word" in found) == (False, True)


@pytest.mark.parametrize(
    "text",
    [
        '<CodeBlock language="js">{`\nThey was.\n\nThey was.\n`}</CodeBlock>\n',
        '<Foo a={\n  <p>\n    They was.\n  </p>\n} b="1"\n/>\n',
        '<Foo a={\n  <p>\n\nThey was.\n\n  </p>\n} b="1"\n/>\n',
        "Here <Foo a={<p>They was</p>} /> too.\n",
        "<div>\n<Foo a={<p>They was</p>} />\n</div>\n",
    ],
)
def test_expressions_of_mdx_may_stand_in_tags(text: str) -> None:
    found = reached(f"A word.\n\n{text}\nA word.\n", "mdx")
    assert ("They" in found, "b=" in found, found.count("A word.")) == (False, False, 2)


def test_tags_of_mdx_without_expressions_hold_prose() -> None:
    assert "They was." in reached('<Foo a="x" b={1}>\n\nThey was.\n\n</Foo>\n', "mdx")
    assert "They was." in reached("<Foo a={1}>They was.</Foo>\n", "mdx")
    assert "They was." in reached("`<Foo` They was. `a={`", "mdx")
