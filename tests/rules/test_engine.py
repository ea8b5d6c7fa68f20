"""The pattern language: what patterns find, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gec.errors import OptionError
from gec.rules.engine import of
from gec.rules.examine import corrected, failures
from gec.rules.table import rules_of


@pytest.mark.parametrize(
    ("find", "becomes", "text", "better"),
    [
        ("login", "sign in", "Login, or login here. LOGIN stays.", "Sign in, or sign in here. LOGIN stays."),
        ("Login", "Sign in", "Login, or login.", "Sign in, or login."),
        ("(a|b c) <x>", "y", "a x, b c x, c x", "a y, b c y, c x"),
        ("a very? <x>", "y", "a x, a very x, a very very x", "a y, a very y, a very very x"),
        ("a {word}*2 <x>", "y", "a x, a b x, a b c x, a b c d x", "a y, a b y, a b c y, a b c d x"),
        ("(go~|sleep~) <home>", "in", "went home, sleeping home, goer home", "went in, sleeping in, goer home"),
        ("<{v:(do~)}> a test", "{take as v}", "He did a test, doing a test.", "He took a test, taking a test."),
        ("he <{v:go~}>", "{walk as v}", "He went where he goes.", "He walked where he walks."),
        ("Internet", "internet", "Internet is on the Internet.", "Internet is on the internet."),
        ("{number} <%>", "percent", "It is 5% of it.", "It is 5 percent of it."),
        ("^ <so>", "thus", "“So it is so.”", "“Thus it is so.”"),
        ("<so> $", "thus", "So it is so!", "So it is thus!"),
        ("{clause} <so>", "thus", "It is so, so it is.", "It is so, thus it is."),
        ("<so> {stop}", "thus", "So, it is so.", "Thus, it is thus."),
        ("he <{past}>", "{past.base}", "he went and he walked", "he go and he walk"),
        ("<{v:(do|did|doing)}> a mistake", "{make as v}", "We did a mistake.", "We made a mistake."),
        ("a <{noun & !(dog|cat)}>", "thing", "a dog and a house", "a dog and a thing"),
        ("the <the>", "", "See the the lake.", "See the lake."),
        ("listen <> music", "to", "I listen music.", "I listen to music."),
        ("n't <nothing>", "anything", "I didn’t see nothing, don’t nothing.", "I didn’t see nothing, don’t anything."),
        ("well-known", "famous", "A well-known, not well known, place.", "A famous, not well known, place."),
        ("I'm", "we are", "I’m here.", "We are here."),
        ("the <{n:noun}> is", "{n.plural}", "the child is", "the children is"),
        (
            "the <{n:noun}> of",
            "{n.plural}",
            "the mice of, the dogs of, the dog of",
            "the mice of, the dogs of, the dogs of",
        ),
        ("so <{n:noun}>", "{n.plural}", "so fish, so news, so series, so dog", "so fish, so news, so series, so dogs"),
        ("drives <{a:-ly}>", "well", "He drives slowly.", "He drives well."),
        ("a.b <c>", "d", "a.b c", "a.b d"),
        ("FOOBAR", "FooBar", "We use FOOBAR.", "We use FooBar."),
        ("ASAP", "as soon as possible", "ASAP, or come ASAP.", "As soon as possible, or come as soon as possible."),
        ("C++", "Rust", "We write C++, not C.", "We write Rust, not C."),
        ("C# code", "C sharp code", "See C# code.", "See C sharp code."),
        (".NET", "dotnet", "We use .NET here.", "We use dotnet here."),
        ("however <> {subject}", ",", "However we go.", "However, we go."),
        ("e.g. <> {noun}", ",", "Eat fruit, e.g. apples.", "Eat fruit, e.g., apples."),
        ("so <and>", ", then", "So and we go.", "So, then we go."),
        ("so <,>", ";", "So, we go.", "So; we go."),
        ("USA", "United States", "In the USA we say so.", "In the United States we say so."),
    ],
)
def test_what_a_pattern_finds(tmp_path: Path, find: str, becomes: str, text: str, better: str) -> None:
    table = tmp_path / "own.toml"
    table.write_text(f"[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nfind = '''{find}'''\nbecomes = '''{becomes}'''\n")
    assert corrected(of(rules_of(table)), text) == better


@pytest.mark.parametrize("text", ["re-login", "login/out", "login_name", "#login", "login.html", "login's", "@login"])
def test_a_part_of_something_else_is_no_word(tmp_path: Path, text: str) -> None:
    table = tmp_path / "own.toml"
    table.write_text("[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nrows = 'login -> sign in'\n")
    assert corrected(of(rules_of(table)), f"See {text} there.") == f"See {text} there."


@pytest.mark.parametrize(
    ("find", "becomes", "example"),
    [
        ("despite <of>", "", "We left despite [of|] the rain."),
        ("despite <of>", "", "We left despite [of |]the rain."),
        ("listen <> music", "to", "I listen [|to] music."),
        ("listen <> music", "to", "I listen [|to ]music."),
        ("<really> $", "", "I like it [really|]."),
        ("^ <so>", "", "[So|] I like it."),
    ],
)
def test_an_example_with_an_empty_side_has_no_blank_too_many(
    tmp_path: Path, find: str, becomes: str, example: str
) -> None:
    table = tmp_path / "own.toml"
    table.write_text(
        f"[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nfind = '{find}'\nbecomes = '{becomes}'\nexamples = ['{example}']\n"
    )
    assert not list(failures(rules_of(table)))


def test_a_number_sign_within_a_word_begins_no_comment(tmp_path: Path) -> None:
    table = tmp_path / "own.toml"
    table.write_text("[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nrows = '''\n# names\nC# -> C sharp # as we say\n'''\n")
    assert corrected(of(rules_of(table)), "I write C# daily.") == "I write C sharp daily."


def test_a_row_may_be_words_that_are_written_apart(tmp_path: Path) -> None:
    table = tmp_path / "own.toml"
    table.write_text("[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nrows = \"news_paper self_-esteem son_-in_-law isn't\"\n")
    text = "News paper, news papers, self esteem and a son in law isnt it."
    assert corrected(of(rules_of(table)), text) == "Newspaper, news papers, self-esteem and a son-in-law isn't it."


def test_defaults_hold_for_each_rule_that_says_nothing_else(tmp_path: Path) -> None:
    table = tmp_path / "own.toml"
    table.write_text(
        "[defaults]\nodds = 'taste'\ntype = 'R:SPELL'\nunless = ['my <...>']\n"
        "[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nrows = 'b -> c'\nunless = ['your <...>']\n"
        "[[rule]]\nid = 'a.d'\nwhy = 'Because.'\nrows = 'd -> e'\nodds = 'sure'\ntype = 'R:PUNCT'\n"
    )
    one, other = rules_of(table)
    assert (one.type, other.type) == ("R:SPELL", "R:PUNCT")
    assert one.odds < other.odds
    assert corrected(of([one, other]), "My b, your b, her b, my d, your d.") == "My b, your b, her c, my d, your e."


@pytest.mark.parametrize(
    ("find", "said"),
    [
        *((one, "regular expression") for one in ("fo+", r"\bbar", "a.* b", "(a|b)+ c", "a {word}* b", "colou?r")),
        ("a {word}*99 b", "reaches over 99"),
        ("<x> a", "becomes what it was"),
    ],
)
def test_what_is_no_pattern_is_refused(tmp_path: Path, find: str, said: str) -> None:
    table = tmp_path / "own.toml"
    table.write_text(f"[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nfind = '{find}'\nbecomes = 'x'\n")
    with pytest.raises(OptionError, match=said):
        list(rules_of(table))


def test_a_row_is_found_from_the_first_sentence_on_that_has_a_word_it_needs(tmp_path: Path) -> None:
    table = tmp_path / "own.toml"
    head = "[[rule]]\nid = 'a.{}'\nwhy = 'Because.'\nfind = '{}'\nbecomes = '{}'\n"
    table.write_text(head.format("b", "(to|of) <{past}>", "{past.base}") + head.format("c", "({article}|my) <x>", "y"))
    rules = of(rules_of(table))
    for text, better in (
        ("He went.", "He went."),
        ("He has to went.", "He has to go."),
        ("The x of went.", "The y of go."),
        ("He has to went.", "He has to go."),
    ):
        assert corrected(rules, text) == better
