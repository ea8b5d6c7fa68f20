"""Rules of a user's own: what holds them back, and what is said of one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from gec.cli import group
from gec.correction import FirstReading, let_through
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.errors import OptionError
from gec.rules import match, own
from gec.rules.engine import RuleSet
from gec.rules.examine import corrected, failures
from gec.rules.table import rules_of
from gec.text.formats import prose_of

LOGIN = '[[rule]]\nid = "house.sign-in"\nwhy = "We write sign in."\nrows = """\nlogin -> sign in\n"""\n'


def through(table: Path, text: str, kind: str = "markdown", **policy: object) -> list[str]:
    [passed] = let_through([FirstReading(prose_of(text, kind), ())], Policy(rules=(str(table),), **policy), again=None)  # type: ignore[arg-type]
    return [edit.original for edit in passed.edits]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / ".gec" / "rules" / "house.toml"
    path.parent.mkdir(parents=True)
    path.write_text(LOGIN)
    return path


def test_a_users_rule_has_confidence_1_and_its_own_message(table: Path) -> None:
    [passed] = let_through([FirstReading(prose_of("Please login."), ())], Policy(rules=(str(table),)), again=None)
    [edit] = passed.edits
    assert (edit.replacement, edit.rule, edit.confidence) == ("sign in", "house.sign-in", 1)
    assert edit.why == "We write sign in."


@pytest.mark.parametrize(
    "text",
    [
        "Run `login` first.",
        "She said: “Please login here now.”",
        "<!-- gec: off house.sign-in -->\n\nPlease login.",
        "<!-- gec: off -->\n\nPlease login.",
        "    login\n\nSee [here](login).",
    ],
)
def test_a_users_rule_finds_nothing_in_code_quotations_and_remarks(table: Path, text: str) -> None:
    assert not through(table, text)


def test_a_users_rule_respects_dictionaries_and_ignored_ids(table: Path) -> None:
    assert through(table, "Please login.") == ["login"]
    assert not through(table, "Please login.", words=frozenset({"login"}))
    assert not through(table, "Please login.", ignore=("house",))
    assert through(table, "Please login.", select=("house.sign-in",)) == ["login"]
    assert not through(table, "Please login.", select=("confused",))


@pytest.mark.parametrize("dialect", ["", "us", "gb"])
def test_a_users_rule_takes_precedence_over_spelling_conventions(table: Path, dialect: str) -> None:
    pairs = ("colour -> color", "programme -> program", "gray -> grey", "while -> whilst", "theatre -> theater")
    table.write_text(LOGIN.replace("login -> sign in", "\n".join(pairs)))
    assert through(table, "A gray programme while the colour lasts.", dialect=dialect) == [
        "gray", "programme", "while", "colour",
    ]  # fmt: skip


def test_a_users_rule_takes_precedence_over_the_model_in_a_footnote_too(table: Path) -> None:
    prose = prose_of("We go\\footnote{Please login here.} on.\n\nPlease login.\n", "latex")
    [passed] = let_through([FirstReading(prose, (Edit(22, 32, "log in"),))], Policy(rules=(str(table),)), again=None)
    assert [edit.replacement for edit in passed.edits] == ["sign in", "sign in"]


@pytest.mark.parametrize(
    ("kind", "new", "stays"),
    [
        ("markdown", "*login*", True),
        ("markdown", "`login`", True),
        ("markdown", "[login](x)", True),
        ("markdown", "C#", False),
        ("html", "login&nbsp;", True),
        ("html", "Q&A", False),
        ("latex", "Q&A", True),
        ("latex", "C#", True),
        ("latex", "50% login", True),
        ("plain", "*login*", False),
    ],
)
def test_it_leaves_markup_alone(table: Path, kind: str, new: str, stays: bool) -> None:
    table.write_text(
        f'[[rule]]\nid = "house.sign-in"\nwhy = "We write so."\nfind = "login"\nbecomes = "{new}"\n'
        '[[rule]]\nid = "house.page"\nwhy = "We write so."\nrows = """\nwebpage -> web page\n"""\n'
    )
    assert through(table, "Please login here.\n\nThis webpage is new.\n", kind) == [*["login"] * (not stays), "webpage"]


def test_a_rule_that_never_comes_to_rest_costs_its_own_sentence_alone(table: Path) -> None:
    table.write_text(
        LOGIN + '\n[[rule]]\nid = "house.more"\nwhy = "More."\nfind = "<apples>"\nbecomes = "many apples"\n'
    )
    prose = prose_of("Please login. We eat apples.")
    nothing = [()] * 2
    [passed] = let_through(
        [FirstReading(prose, ())], Policy(rules=(str(table),)), again=lambda some: nothing[: len(some)]
    )
    assert [edit.original for edit in passed.edits] == ["login"]


def test_tables_are_found_from_a_folder_upward(table: Path, tmp_path: Path) -> None:
    below = tmp_path / "docs" / "guide"
    below.mkdir(parents=True)
    assert own.tables(below) == (table,)


@pytest.mark.parametrize(
    ("rule", "line", "said"),
    [
        ('find = "<very|really> good"\nbecomes = ""', 4, "choices are in brackets: write (a|b)"),
        ('find = "{v:go} x"\nbecomes = "y"', 4, "or {go~} for the forms of a verb"),
        ('find = "{o:not}? x"\nbecomes = "y"', 4, "or write {(not)} for the word"),
        ('find = "{kinn} x"\nbecomes = "y"', 4, "unknown class {kinn}"),
        ('find = "{word}"\nbecomes = "y"', 4, "matches every sentence"),
        ('find = "kettle~ x"\nbecomes = "y"', 4, "write (kettle|kettles|kettled|kettling)"),
        ('find = "went~ x"\nbecomes = "y"', 4, "went is a form of go; write go~"),
        ('find = "{v:(a lot of|x)} y"\nbecomes = "z"', 4, "'a lot of' in a list is not one word"),
        ('find = "foo ^"\nbecomes = "b"', 4, "a word beyond ^ is outside the sentence"),
        ('find = "{w:noun} and {w:noun}"\nbecomes = "b"', 4, "w is the name of two words"),
        ('find = "??"\nbecomes = "?"', 4, "write ? ? for two"),
        (f'find = "{"a" * 101}"\nbecomes = "b"', 4, "over 100 letters in a word"),
        ('find = "a {adj & !{vague}}"\nbecomes = "b"', 4, "write {adj & !vague}"),
        ('find = "a {noun|adj}"\nbecomes = "b"', 4, "({noun}|{adj}) of classes"),
        ('find = "fo[ox] .*"\nbecomes = "b"', 4, "!vague} or (fox|foo)"),
        ('find = "^"\nbecomes = "y"', 4, "matches no word"),
        ('find = ""\nbecomes = "y"', 1, "needs either find and becomes, or rows"),
        ('find = "(a|b"\nbecomes = "y"', 4, "( is never closed"),
        ('find = "a <b> <c>"\nbecomes = "y"', 4, "no more than one"),
        ('find = "a {word}*24 b"\nbecomes = "y"', 4, "over 26"),
        ('find = "a"\nbecomes = "{b}"', 4, "the pattern has no name 'b'"),
        ('find = "{v:verb} a"\nbecomes = "{v.pst}"', 4, "unknown form"),
        (
            'find = "there <{v:(is|was)}> two"\nbecomes = "{v.plural}"',
            4,
            "v is a verb and has no plural; write {v.many}",
        ),
        ('find = "they <{v:third & !(has)}>"\nbecomes = "{v.plural}"', 4, "no plural; write {v.many}"),
        ('find = "he <{v:go~}>"\nbecomes = "{v.singular}"', 4, "no singular; write {v.one}"),
        ('finds = "a"', 4, "do you mean find?"),
        ('find = "a"', 1, "needs becomes"),
        ('rows = """\na -> b\nc d\n"""', 6, "is not a row; write wrong -> right"),
        ('rows = """\na -> b\n{nix} -> d\n"""', 6, "unknown class {nix}"),
        ('find = "a"\nbecomes = "b"\nunless = ["<...>"]', 6, "needs words, beside at most one <...>"),
        ('find = "a"\nbecomes = "b"\nunless = ["<...> c <...>"]', 6, "needs words, beside at most one <...>"),
        ('rows = """\na -> b\na -> c\n"""', 6, "'a' becomes 'b' in a row above"),
        ('find = ["a", "b"]\nbecomes = "c"', 4, 'expected a string: find = "..."'),
        ('find = "a"\nbecomes = "b"\nunless = ["<...> {nix}"]', 6, "unknown class"),
        ('find = "a"\nbecomes = "b"\nodds = "surely"', 6, "expected one of sure, likely"),
        ('find = "a"\nbecomes = "b"\ntype = "VERBS"', 6, "is not a type of edit"),
        ('find = "a"\nbecomes = "b"\ncode = "os:remove"', 6, "unknown key 'code'"),
        ('find = "a"\nbecomes = "b"\nexamples = ["a [b"]', 6, "[wrong|right]"),
        ('find = "a"\nbecomes = b', 5, "not TOML"),
        (f'find = "{"a " * 5000}"\nbecomes = "b"', 4, "a ...': reaches over 5000 words"),
        (f'find = "({"|".join(map(str, range(6000)))})"\nbecomes = "b"', 4, "has a list of 6,000 words"),
        ('find = "a"\nbecomes = "b"\n[classes]\nx = "c"\nnoun = "d"', 8, "there is a class 'noun' already"),
        ('find = "{x} a"\nbecomes = "b"\n[classes]\nx = "Oslo, Rome"', 7, "'Oslo,' is not one word; put blanks"),
        (f'rows = "{"a_____________b " * 20}!"', 4, "is not a row; write wrong -> right"),
        ('find = "a"\nbecomes = "b"' + "\n" * 300_000 + "[more]", 300_005, "unknown key 'more'"),
        ('rows = "news_paper self"', 4, "is not a row; write wrong -> right, or words such as news_paper"),
        ('find = "a"\nbecomes = "b"\n[defaults]\nwhy = "So."', 7, "unknown key 'why'; known keys are small"),
        ('find = "a"\nbecomes = "b"\n[defaults]\nunless = ["{nix} <...>"]', 7, "unknown class {nix}"),
    ],
)
def test_an_error_names_the_line(tmp_path: Path, rule: str, line: int, said: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'[[rule]]\nid = "a.b"\nwhy = "Because."\n{rule}\n')
    with pytest.raises(OptionError) as trouble:
        list(rules_of(path))
    assert str(trouble.value).startswith(f"{path}:{line}: ")
    assert said in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert len(str(trouble.value)) < len(str(path)) + 250


def test_the_condition_that_prevents_a_finding_is_named(table: Path) -> None:
    for key, said in (
        ("unless = ['my', '<...> page']", "unless = '<...> page' holds"),
        ("when = ['my']", "nothing in when holds"),
        ("small = true", "it has a capital letter"),
    ):
        table.write_text(f"{LOGIN}examples = ['The [Login|Sign in] page.']\n{key}\n")
        [trouble] = failures(rules_of(table))
        assert f", because {said}; correct it" in trouble


@pytest.mark.parametrize("text", ["", "# nothing yet\n", '[classes]\nproduct = "Foo"\n'])
def test_a_table_may_be_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    assert not own.loaded([path]).rules


def test_two_rules_with_one_id_are_refused(table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(LOGIN)
    with pytest.raises(OptionError, match=r"there is a rule 'house\.sign-in' already"):
        own.loaded([table, other])


def test_the_command_tests_examples(table: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    table.write_text(LOGIN + 'examples = [\n    "Please [login|sign in].",\n    "Please [log in|sign in].",\n]\n')
    found = CliRunner().invoke(group, ["rules", "test"])
    assert found.exit_code == 2
    assert "error: .gec/rules/house.toml:9: house.sign-in: nothing is found in 'Please" in found.stderr
    table.write_text(LOGIN + 'examples = ["Please [login|sign in]."]\n')
    assert "all hold" in CliRunner().invoke(group, ["rules", "test"]).stdout
    table.write_text(LOGIN)
    tried = CliRunner().invoke(group, ["rules", "test"]).stdout
    assert "house.toml:1: 1 rule without an example of a mistake: add" in tried
    assert "house.sign-in  We write sign in.  [yours]" in CliRunner().invoke(group, ["rules", "list", "house"]).stdout
    assert "find login" in CliRunner().invoke(group, ["rules", "show", "house.sign-in"]).stdout


@pytest.mark.parametrize(
    ("row", "text", "other"),
    [
        ("discuss about -> discuss", "We discuss about the rain.", "prepositions.none"),  # which finds the same
        ("agree -> concur", "I am agree with you.", "phrases.agree"),  # which finds more
    ],
)
def test_a_users_rule_takes_precedence_over_gecs_rules(
    monkeypatch: pytest.MonkeyPatch, table: Path, tmp_path: Path, row: str, text: str, other: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts.txt").write_text(f"{text}\n")
    assert f"\n{other}  1\n" in CliRunner().invoke(group, ["rules", "count", "texts.txt"]).stdout
    table.write_text(f'[[rule]]\nid = "own.one"\nwhy = "Because."\nrows = "{row}"\n')
    counted = CliRunner().invoke(group, ["rules", "count", "texts.txt"]).stdout
    assert "rule     texts: found\nown.one  1\n" in counted
    assert other not in counted


def test_pairs_and_folders_are_counted_as_well(monkeypatch: pytest.MonkeyPatch, table: Path, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "one.jsonl").write_text(
        '{"src": "Please login now.", "tgt": "Please sign in now."}\n{"src": "Please login.", "tgt": "Please wait."}\n'
    )
    (texts / "two.txt").write_text("Please login.\n")
    counted = CliRunner().invoke(group, ["rules", "count", "--rules", str(table), "texts"]).stdout
    assert "house.sign-in  1 of 3\n3 sentences" in counted
    (texts / "one.jsonl").write_text('{"src": "Please login now."}\n')
    wrong = CliRunner().invoke(group, ["rules", "count", "texts"])
    assert wrong.stderr == "error: texts/one.jsonl:1: a pair needs the keys src and tgt, found ['src']\n"


def test_counts_say_how_often_a_rule_is_right(monkeypatch: pytest.MonkeyPatch, table: Path, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts.txt").write_text("Please [login|sign in] now.\nPlease login there.\n")
    counted = CliRunner().invoke(group, ["rules", "count", "--rules", str(table), "texts.txt"]).stdout
    assert "rule           texts: right of found\nhouse.sign-in  1 of 2\n" in counted
    CliRunner().invoke(group, ["rules", "count", "--write", "--rules", str(table), "texts.txt"])
    assert 'counted = "texts 1 right of 2"\nrows' in table.read_text()
    assert own.loaded([table]).faults("Please login.")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "texts.txt").write_text("\ufeff# a remark\nLogin.\n")
    both = CliRunner().invoke(group, ["rules", "count", "--rules", str(table), "texts.txt", "old/texts.txt"]).stdout
    assert "texts: right of found  old/texts.txt: found\nhouse.sign-in  1 of 2                 1\n3 sentences" in both
    unknown = CliRunner().invoke(group, ["rules", "count", "texts.txt", "--show", "hous"])
    assert unknown.stderr.startswith("error: --show: there is no rule 'hous' among those counted")
    (tmp_path / 'a"b.txt').write_text("Login.\n")
    CliRunner().invoke(group, ["rules", "count", "--write", "--rules", str(table), 'a"b.txt'])
    assert own.loaded([table]).rules["house.sign-in"].counted == 'a"b 1'
    table.write_text('rule = [{id = "a.b", why = "So.", rows = "login -> sign in"}]\n')
    wrong = CliRunner().invoke(group, ["rules", "count", "--write", "--rules", str(table), "texts.txt"])
    assert wrong.stderr.endswith("house.toml:1: a.b: write why = ... on a line of its own, for counts below it\n")


def test_an_error_names_a_table_in_one_line_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a\nb.toml"
    path.write_text(LOGIN.replace("house.sign-in", "House"))
    with pytest.raises(OptionError) as trouble:
        list(rules_of(path))
    assert str(trouble.value).startswith(f"{tmp_path}/a\\nb.toml:2: ")


def test_writing_counts_keeps_newlines_and_byte_order_mark(table: Path, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("Login.\n")
    before = b"\xef\xbb\xbf" + LOGIN.replace("\n", "\r\n").encode()
    table.write_bytes(before)
    CliRunner().invoke(group, ["rules", "count", "--write", "--rules", str(table), str(tmp_path / "texts.txt")])
    assert table.read_bytes() == before.replace(b"rows", b'counted = "texts 1"\r\nrows')


def test_of_many_rows_only_a_few_are_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pack.toml"
    rows = "\n".join(f"thing word{number} -> thing {number}" for number in range(300))
    path.write_text(f'[[rule]]\nid = "a.b"\nwhy = "Because."\nrows = """\n{rows}\n"""\n')
    tried: list[frozenset[str]] = []
    monkeypatch.setattr(match, "run", lambda pattern, *_: tried.append(pattern.also))
    own.loaded([path]).faults("We met at the station, and nobody had told us that thing word7 would be closed again.")
    assert tried == [frozenset({"word7"})]


def test_a_style_of_vale_becomes_a_table(tmp_path: Path) -> None:
    style = tmp_path / "House" / "WordList.yml"
    style.parent.mkdir()
    style.write_text(
        "extends: substitution\nmessage: \"Say '%s' rather than '%s'.\"\nignorecase: true\nscope: text\n"
        "nonword: false\nswap:\n"
        "  sign-?on to: log in to\n  (?:car|auto)s?: vehicle|van\n  Web: web\n  a.*b: c\n"
        "  JSON file: file\n  n't: not\n  number sign: '# sign'\n  \"a\\\\.b*\": c\n  yes: no\n"
        "  menu( item)?: menu entry\n"
    )
    (style.parent / "Very.yml").write_text("extends: existence\naction: {name: remove}\ntokens: [very, quite]\n")
    done = CliRunner().invoke(group, ["rules", "from-vale", str(style), str(style.parent / "Very.yml")])
    left = [line.partition("WordList.yml:")[2].partition(", which")[0] for line in done.stderr.splitlines()]
    assert left == [
        "10: left out: 'a.*b'",
        '12: left out: "n\'t"',
        "13: left out: 'number sign'",
        r"14: left out: 'a\\.b*'",
    ]
    assert "\nyes -> no\n" in done.stdout
    assert "\nmenu item -> menu entry\n" in done.stdout  # menu alone would be found in the menu entry
    (table := tmp_path / "vale.toml").write_text(done.stdout)
    rules = [*rules_of(table)]
    assert [rule.id for rule in rules] == ["house.word-list", "house.very"]
    assert rules[0].why == "Say the other wording rather than this one."
    better = corrected(
        RuleSet.of(rules), "Autos on the Web are very old: sign-on to one, or sign on to it, or signon to a JSON file."
    )
    assert better == "Vehicle on the web are old: log in to one, or sign on to it, or log in to a file."


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("extends: existence\ntokens: [very]\n", "1: left out: existence, without words to put there"),
        ("max: 3\nextends: occurrence\n", "2: left out: no rule does what 'occurrence' does"),
        ("extends: substitution\npos: NN\nswap: {a: b}\n", "2: left out: a rule has no 'pos'"),
        ("extends: substitution\nscope: heading\nswap: {a: b}\n", "2: left out: a rule has no scope such as 'heading'"),
        ("- a\n", "1: left out: not a style of Vale"),
        ("extends: [\n", "2: not YAML"),
        ("a: &a [b, b]\nextends: [*a, *a]\n", "2: left out: no rule does what '[]' does"),
        (f"extends: substitution\nswap:\n  ? {'(' * 5_000}\n  : b\n", "1: left out: '((("),
        ("extends: substitution\nswap:\n  a: [b]\n", "3: left out: 'a', which does not stand for a few plain words"),
    ],
)
def test_parts_of_a_vale_style_that_no_rule_expresses_are_named(tmp_path: Path, said: str, why: str) -> None:
    (tmp_path / "style.yml").write_text(said)
    done = CliRunner().invoke(group, ["rules", "from-vale", str(tmp_path / "style.yml")], standalone_mode=False)
    assert f"style.yml:{why}" in done.stderr + str(done.exception)
