"""What a correction never changes, and the good corrections that this must not cost."""

from __future__ import annotations

import re
import time

import pytest

from gec.edits.change import RULE, Change
from gec.edits.edit import Edit
from gec.guards.copied import COPIED
from gec.guards.stages import refusal
from tests.linear import linear, seconds


def allowed(text: str, edit: Edit) -> bool:
    """Whether a rule may say so: of what is copied and of names rules are asked as well."""
    return not refusal(Change(text, edit, RULE))


def stays(text: str, old: str, new: str) -> bool:
    start = text.index(old)
    return not allowed(text, Edit(start, start + len(old), new))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("It has 10.000 inhabitants.", "10.000", "10,000"),
        ("I have 3 cats.", "3", "three"),
        ("Severo M. Lindqvist wrote it.", "Severo", "Several"),
        ("We meet at 10:30 there.", "10:30", "10.30"),
        ("I have cats.", " cats", " 3 cats"),
        ("See https://example.org/teh_page for more.", "https://example.org/teh_page", "https://example.org/the_page"),
        ("See https://example.org/teh for more.", "teh", "the"),
        ("Go to www.exmaple.com now.", "exmaple", "example"),
        ("Go to exmaple.org now.", "exmaple", "example"),
        ("Write to jon.smyth@example.org soon.", "smyth", "smith"),
        ("Open notes.txt first.", "notes", "note"),
        ("Link libfoots.so first.", "libfoots", "libfoot"),
        ("Link hosts.so.2 first.", "hosts", "host"),
        ("##/etc/hosts", "##", "#"),
        ("It is in /usr/local/bin today.", "/usr/local/bin", "usr/local/bin"),
        ("See guide.html#how-to-for-users there.", "for-", ""),
        ("See /docs/guide#how-to-for-users there.", "for-", ""),
        (r"It is on \\server\informations today.", "informations", "information"),
        (r"It is in C:\Users\informations today.", "informations", "information"),
        ('Give the "-q"uiet option.', "uiet", "quiet"),
        ("Commit 3f9a2bc was wrong.", "3f9a2bc", "3f9a2bd"),
        ("Call get_usr_name before.", "get_usr_name", "get_user_name"),
        ("Call getUsrName before.", "getUsrName", "getUserName"),
        ("Call fetch() before.", "fetch()", "fetches()"),
        ("Pass --colour to it.", "--colour", "--color"),
        ("As @jonn said, fine.", "@jonn", "@john"),
        ("Install recieve@next first.", "recieve", "receive"),
        ("task apply [all | LIST...] [FLAG]... COMMAND", "apply", "applies"),
        ("frame apply [-s] ... COMMAND", "apply", "applies"),
        ("It calls read(2) or open(3p).", "read", "reading"),
        ("It calls read(2) or open(3p).", "open", "opens"),
        ("It was #amazin there.", "#amazin", "#amazing"),
        ("He has met Wojciech there.", "Wojciech", "Which"),
        ("He has met Wojciech there.", "Wojciech", "wojciech"),
        ("He has met Wojciech there.", " Wojciech", ""),
        ("I love my iPhone a lot.", "iPhone", "Iphone"),
        ("We are NAFO members.", "NAFO", "NATO"),
        ("This was shown (Dae, 1999) before.", "Dae", "Day"),
        ("This was shown (see Dae and Roe 1999, p. 3) before.", "see", "sea"),
        ("This was shown [12] before.", "[12]", "(12)"),
        ("Nice 🙂 day.", "🙂", "😀"),
        ("Nice \ufffd day.", "\ufffd", "okay"),
        ("Nice :-) day.", ":-)", ":)"),
        ("Nice :-) day.", " :-)", ""),
        ("As @fig:recieve shows.", "recieve", "receive"),
        ("It is\n=====\nhere.", "=====", "Well===="),
        ("We use libstdc++ here.", "libstdc", "library"),
        ("We use google-auth here.", "google", "Google"),
        ("google.auth is here.", "google", "Google"),
        ("Send {recieve} to them.", "recieve", "receive"),
        ("Send {{ adress }} {{adress}} on.", "{{adress}}", "{{address}}"),
        ("Send %(adress)s on.", "adress", "address"),
        ("Send %adress% on.", "adress", "address"),
        ("Send <adress> on.", "adress", "address"),
        ("It is sent with charset=UTF-8; so be it.", "charset", "Chrome"),
        ("Set colour=gray there.", "gray", "grey"),
        ("A nice cafe\u0301 there.", "\u0301", " bar"),
        ("A nice cafe\u0301 there.", "cafe", "café"),
        ("A nice cafe\u0301 there.", "cafe\u0301", "coffee"),
        ("Go 👍\ufe0f now.", "👍", "👎"),
        ("const zlib = require('zlib')", "require", "requires"),
        ("items.map(x => print(x))", "print", "prints"),
        ("scale(unsigned int width, unsigned int height);", "int height", "height"),
        ("total = price;", "price", "the price"),
        ("my $name ;", " ;", ";"),
        ("Use :noremap for it.", "noremap", "normal"),
        ("See |clientserver| for it.", "clientserver", "client server"),
        (":redr[aw][!] Redraw the screen.", "redr", "red"),
        (":tp[revious] Go back.", "revious", "previous"),
        ("$file->close ;", " ;", ";"),
        ("The 👩\u200d🚀 is here.", "\u200d🚀", ""),
    ],
)
def test_copied_text_stays(text: str, old: str, new: str) -> None:
    assert stays(text, old, new)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("i like it.", "i", "I"),
        ("re-read it.", "re", "Re"),
        ("A nice cafe\u0301 are there.", "are", "is"),
        ("I have nice cafe\u0301 there.", " nice", " a nice"),
        ("It was 5% of it and 7 % off.", " of", " off"),
        ("the end was near.", "the", "The"),
        ("Definately not.", "Definately", "Definitely"),
        ("I HAVE RECIEVED IT.", "RECIEVED", "RECEIVED"),
        ("I like Computer very much.", "Computer", "computers"),
        ("On monday he came.", "monday", "Monday"),
        ("Well, Im late.", "Im", "I'm"),
        ("Well, Dont be late.", "Dont", "Don't"),
        ("In Febuary he came.", "Febuary", "February"),
        ("He speaks Englsih well.", "Englsih", "English"),
        ("This is Wojciechs book.", "Wojciechs", "Wojciech's"),
        ("This is Wojciech book.", "Wojciech", "Wojciech's"),
        ("He met wojciech there.", "wojciech", "Wojciech"),
        ("He met Wojciech yesterday he left.", "Wojciech yesterday", "Wojciech. Yesterday"),
        ("In 1999 he was there.", "1999", "1999,"),
        ("It is the 3th time.", "3th", "3rd"),
        ("It costs 5$ here.", "5$", "$5"),
        ("A 10 year old boy.", "10 year old", "10-year-old"),
        ("See https://example.org for more", "https://example.org for", "https://example.org, for"),
        ("It was late.So we left.", "late.So", "late. So"),
        ("I was tired.so I went home.", "tired.so", "tired, so"),
        ("It was in the town.it rained.", "town.it", "town. It"),
        ("He (born in London) were small.", "were", "was"),
        ("He left -and came back.", "-and", "- and"),
        ("Is it good ?", " ?", "?"),
        ("He go home.", "go", "goes"),
        ("She is a Russain.", "Russain", "Russian"),
        ("They love Democracry here.", "Democracry", "democracy"),
        ("A file of the item(s) that he want;", "want", "wants"),
        ("Pay $5 (or so), then he go;", "go", "goes"),
        ("If `x = f(y)` go wrong, stop.", "go", "goes"),
        ("Start => he go home.", "go", "goes"),
    ],
)
def test_good_corrections_pass(text: str, old: str, new: str) -> None:
    assert not stays(text, old, new)


def test_text_without_spaces_is_data_and_takes_no_time() -> None:
    text = "a" * 3_000 + "b" + "a" * 1_000_000
    assert not allowed(text, Edit(3_000, 3_001, "c"))
    assert allowed(f"{'a' * 200}b{'a' * 200} end", Edit(200, 201, "c"))


@pytest.mark.parametrize(
    "copied",
    [
        "https://example.org/" + "teh/page-" * 100,
        "www.example.org/" + "teh/page-" * 100,
        "/usr/" + "teh/page/" * 100,
        "get_" + "teh_page_" * 100 + "now",
        "mod." + "teh.page." * 100 + "now",
        "{" + "teh:page:" * 100 + "}",
        "jon@" + "teh.page." * 100 + "org",
    ],
)
def test_long_copied_text_stays_as_a_whole(copied: str) -> None:
    text = f"See {copied} now."
    for found in re.finditer("teh", text):
        assert not allowed(text, Edit(found.start(), found.end(), "the"))
    end = len("See ") + len(copied)
    assert allowed(text, Edit(end + 1, end + 4, "then"))
    assert allowed(text, Edit(0, 3, "Sees"))


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("SELECT name, adress FROM persons WHERE childs > 2", "adress"),
        ("> SELECT a\nFROM childs", "childs"),
        ("INSERT INTO childs (name) VALUES ('a')", "childs"),
        ("UPDATE childs SET name = 'a'", "childs"),
        ("DROP TABLE childs", "childs"),
    ],
)
def test_a_query_stays(text: str, old: str) -> None:
    assert stays(text, old, "other")
    assert not stays(text.lower(), old, "children" if old == "childs" else "address")


def test_a_sentence_about_queries_is_corrected() -> None:
    assert not stays("Use INSERT INTO to adds a row.", "adds", "add")
    assert not stays("SELECT are what you need.", "are", "is")


@pytest.mark.parametrize(
    "filled",
    [
        "{{ teh }}",
        "{{ teh | default }}",
        "{% if teh %}",
        "{%- for one in teh -%}",
        "<%= teh %>",
        "${ teh }",
        "[% teh %]",
    ],
)
def test_template_code_stays(filled: str) -> None:
    text = f"Dear all, {filled} was here."
    at = text.index("teh")
    assert not allowed(text, Edit(at, at + 3, "the"))
    assert allowed(text, Edit(text.index("was"), text.index("was") + 3, "were"))
    assert allowed(text, Edit(text.index(" was"), text.index(" was"), ","))
    assert allowed(text.replace(filled, "teh"), Edit(10, 13, "the"))


def test_a_long_address_may_get_a_mark_behind_it() -> None:
    address = "https://example.org/" + "teh/page-" * 20 + "x"
    text = f"(see {address}) and {address} there"
    assert allowed(text, Edit(text.index(") and"), text.index(" and"), "),"))
    assert allowed(text, Edit(len(text) - 6, len(text) - 6, ","))
    assert not allowed(text, Edit(len(text) - 6, len(text) - 6, "/x"))


@pytest.mark.parametrize("unit", ["a", "é", "deadbeef", "a-", "a+", "{", "a_-"])
def test_one_long_word_takes_little_time(unit: str) -> None:
    text = unit * (1_999 // len(unit))
    start = time.process_time()
    allowed(text, Edit(0, 1, "b"))
    allowed(text, Edit(len(text) // 2, len(text) // 2 + 1, "b"))
    assert time.process_time() - start < 1


@pytest.mark.parametrize("unit", ["1a", "a-", "a+", "a->", "a-a.", "a.b-"])
def test_time_grows_with_a_long_word(unit: str) -> None:
    def took(size: int) -> float:
        return seconds(lambda: [*COPIED.finditer(unit * size)])

    assert linear(took, 2_000, 16_000)
