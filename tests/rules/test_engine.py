"""The pattern language: what patterns find, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gec.errors import OptionError
from gec.rules.engine import RuleSet
from gec.rules.examine import corrected, failures
from gec.rules.rule import Rule
from gec.rules.table import rules_of

HEAD = "[[rule]]\nid = 'a.b'\nwhy = 'Because.'\n"
Read = Callable[[str], list[Rule]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The rules of a table of this text."""

    def rules(text: str) -> list[Rule]:
        (table := tmp_path / "own.toml").write_text(text)
        return list(rules_of(table))

    return rules


@pytest.mark.parametrize(
    ("find", "becomes", "text", "better"),
    [
        ("login", "sign in", "Login, or login here. LOGIN stays.", "Sign in, or sign in here. LOGIN stays."),
        ("Login", "Sign in", "Login, or login.", "Sign in, or login."),
        ("(a|b c) <x>", "y", "a x, b c x, c x", "a y, b c y, c x"),
        ("a very? <x>", "y", "a x, a very x, a very very x", "a y, a very y, a very very x"),
        ("a {word}*2 <x>", "y", "a x, a b x, a b c x, a b c d x", "a y, a b y, a b c y, a b c d x"),
        ("(go~|sleep~) <home>", "in", "went home, sleeping home, goer home", "went in, sleeping in, goer home"),
        ("(be~|undergo~) <x>", "y", "am x, were x, underwent x", "am y, were y, underwent y"),
        ("(travel~|realise~|sit~) <x>", "y", "travelled x, realized x, sited x", "travelled y, realized y, sited x"),
        ("<{v:be}>", "{v.base} {v.past} {v.third} {v.ing}", "is, are", "be was is being, be were is being"),
        ("didn't <{past}>", "{past.base}", "We didn't was, didn't had.", "We didn't be, didn't have."),
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
        ("so <{n:noun}>", "{n.plural}", "so fish, so news, so mice, so dog", "so fish, so news, so mice, so dogs"),
        ("many <{w:word}>", "{w.plural}", "many dog, many went, many gizmo", "many dogs, many went, many gizmos"),
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
        ("US", "U.S.", "US, US.", "U.S., U.S."),
        *((one, end, "Tea etc. or tea etc", "Tea etc. or tea etc.") for one, end in (("etc", "etc."), ("etc <>", "."))),
        ("a.m.", "AM", "At 5 a.m. (6 a.m.) at 7 a.m. She at 8 a.m.", "At 5 AM (6 AM) at 7 AM. She at 8 AM."),
        ("etc", "and so on", "Tea, etc. is (rum, etc.), etc...", "Tea, and so on is (rum, and so on), and so on..."),
        ("! !", "!", "We go!! We went! !", "We go! We went!"),
        ("Dr", "Doctor", "Dr. No and Dr No.", "Doctor No and Doctor No."),
        ("i.e.", "that is,", "She, i.e., you, i.e. me.", "She, that is, you, that is, me."),
        ("login", "sign in", "I can’t login. please help", "I can’t sign in. please help"),
        ("e.g.,", "such as", "Tea, e.g., rum.", "Tea, such as rum."),
        ("$5", "five dollars", "At $5", "At five dollars"),
        ("ios", "iOS", "Ios is ios.", "iOS is iOS."),
        ("10:30", "noon", "At 10:30", "At noon"),
        ("Google login", "login", "A Google login", "A login"),
        ("very", "", "Very iOS, very good. Very good", "iOS, good. Good"),
        ("cafe", "bar", "No cafe\u0301, cafe", "No cafe\u0301, bar"),
    ],
)
def test_what_a_pattern_finds(read: Read, find: str, becomes: str, text: str, better: str) -> None:
    rules = read(f"{HEAD}find = '''{find}'''\nbecomes = '''{becomes}'''\n")
    assert corrected(RuleSet.of(rules), text) == better


@pytest.mark.parametrize("text", ["re-login", "login/out", "login_name", "#login", "login.html", "login's", "@login"])
def test_a_part_of_a_token_is_no_word(read: Read, text: str) -> None:
    rules = RuleSet.of(read(f"{HEAD}rows = 'login -> sign in'\n"))
    assert corrected(rules, f"See {text} there.") == f"See {text} there."


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
def test_an_example_with_an_empty_side_has_single_spaces(read: Read, find: str, becomes: str, example: str) -> None:
    rules = read(f"{HEAD}find = '{find}'\nbecomes = '{becomes}'\nexamples = ['{example}']\n")
    assert not list(failures(rules))


def test_a_number_sign_within_a_word_begins_no_comment(read: Read) -> None:
    rules = read(f"{HEAD}rows = '''\n# names\nC# -> C sharp # as we say\n'''\n")
    assert corrected(RuleSet.of(rules), "I write C# daily.") == "I write C sharp daily."


def test_a_row_may_be_words_that_are_written_apart(read: Read) -> None:
    rules = read(f'{HEAD}rows = "news_paper self_-esteem son_-in_-law isn\'t"\n')
    text = "News paper, news papers, self esteem and a son in law isnt it."
    assert corrected(RuleSet.of(rules), text) == "Newspaper, news papers, self-esteem and a son-in-law isn't it."


def test_defaults_apply_to_rules_without_own_values(read: Read) -> None:
    one, other = read(
        "[defaults]\nodds = 'taste'\ntype = 'R:SPELL'\nunless = ['my <...>']\n"
        "[[rule]]\nid = 'a.b'\nwhy = 'Because.'\nrows = 'b -> c'\nunless = ['your <...>']\n"
        "[[rule]]\nid = 'a.d'\nwhy = 'Because.'\nrows = 'd -> e'\nodds = 'sure'\ntype = 'R:PUNCT'\n"
    )
    assert (one.type, other.type) == ("R:SPELL", "R:PUNCT")
    assert one.odds < other.odds
    both = RuleSet.of([one, other])
    assert corrected(both, "My b, your b, her b, my d, your d.") == "My b, your b, her c, my d, your e."


@pytest.mark.parametrize(
    ("find", "said"),
    [
        *((one, "regular expression") for one in ("fo+", r"\bbar", "a.* b", "(a|b)+ c", "a {word}* b", "colou?r")),
        ("a {word}*99 b", "reaches over 99"),
        *((one, "whole words") for one in ("colo(u)r", "(s)he", "{number}th b")),
        ("((((((b*24)*24)*24)*24)*24)*24)*24", "reaches over 576"),
        ("a ((((^)*24)*24)*24)*24", "cannot be left out or repeated"),
        (f"b*{'9' * 5000}", "reaches over 9999"),
        (f"{'(' * 999}b{')' * 999}", "24 deep is the most"),
        ("<x> a", "becomes what it was"),
    ],
)
def test_wrong_patterns_are_refused(read: Read, find: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        read(f"{HEAD}find = '{find}'\nbecomes = 'x'\n")


def test_a_row_is_compiled_for_the_first_sentence_with_a_word_that_it_needs(read: Read) -> None:
    head = "[[rule]]\nid = 'a.{}'\nwhy = 'Because.'\nfind = '{}'\nbecomes = '{}'\n"
    other = head.format("c", "({article}|my) <x>", "y")
    rules = RuleSet.of(read(head.format("b", "(to|of) <{past}>", "{past.base}") + other))
    for text, better in (
        ("He went.", "He went."),
        ("He has to went.", "He has to go."),
        ("The x of went.", "The y of go."),
        ("He has to went.", "He has to go."),
    ):
        assert corrected(rules, text) == better
