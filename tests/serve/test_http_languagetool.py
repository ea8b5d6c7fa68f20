"""LanguageTool's interface: its Python client as published, and its parameters."""

from __future__ import annotations

import encodings
import json

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("starlette", reason="needs the extra serve")


WRONG = "She go to school every day."
RIGHT = "She goes to school every day."


def check(here, **form: str):
    return httpx.post(f"{here.url}/v2/check", data={"language": "en-US", **form}, timeout=60)


def test_older_clients_send_the_form_in_the_address(here) -> None:
    asked = {"language": "en-US", "text": WRONG}
    got = httpx.get(f"{here.url}/v2/check", params=asked, timeout=60)
    assert got.json() == check(here, text=WRONG).json()
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    assert httpx.get(f"{here.url}/v2/check", params=asked, headers=foreign).status_code == 403


def test_posted_fields_may_be_in_the_address(here) -> None:
    expected = check(here, text=WRONG).json()
    for query, form in (
        ({"language": "en-US", "text": WRONG}, {}),
        ({"language": "en-US"}, {"text": WRONG}),
        ({"language": "de-DE", "text": "They was."}, {"language": "en-US", "text": WRONG}),
    ):
        got = httpx.post(f"{here.url}/v2/check", params=query, data=form, timeout=60)
        assert (got.status_code, got.json()) == (200, expected)
    refused = httpx.post(f"{here.url}/v2/check", params={"language": "en-US", "text": WRONG}, data={"data": "{}"})
    assert (refused.status_code, refused.text) == (400, "Error: Set only 'text' or 'data' parameter, not both")


def matches(here, **form: str) -> list[dict]:
    answer = check(here, **form)
    assert answer.status_code == 200, answer.text
    return answer.json()["matches"]


def applied(text: str, found: list[dict]) -> str:
    """What a client makes of the matches: it replaces UTF-16 units."""
    units = text.encode("utf-16-le")
    for match in sorted(found, key=lambda match: -match["offset"]):
        start, end = 2 * match["offset"], 2 * (match["offset"] + match["length"])
        units = units[:start] + match["replacements"][0]["value"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


# --- the client from PyPI


@pytest.fixture(scope="module")
def tool(here):
    client = pytest.importorskip("language_tool_python")
    with client.LanguageTool("en-US", remote_server=here.url) as tool:
        yield tool


def test_its_python_client_corrects_a_text(tool, corrector, lines) -> None:
    assert tool.correct(WRONG) == RIGHT
    text = "\n\n".join([*lines[:4], "😀 " + WRONG, "We was happy"])
    assert tool.correct(text) == corrector.correct(text).text


def test_its_python_client_sees_where_and_what(tool) -> None:
    match = tool.check(f"Hello there. {WRONG}")[0]
    assert match.matched_text == "go"
    assert match.replacements == ["goes"]
    assert (match.rule_id, match.category, match.rule_issue_type) == ("GEC_R_VERB_SVA", "GRAMMAR", "grammar")
    assert match.sentence == WRONG
    assert (match.offset, match.error_length) == (17, 2)


def test_its_python_client_switches_rules_off(here) -> None:
    client = pytest.importorskip("language_tool_python")
    with client.LanguageTool("en-GB", remote_server=here.url) as tool:
        tool.disabled_rules = {"GEC_R_VERB_SVA"}
        assert tool.check(WRONG) == []
        tool.disabled_rules = set()
        tool.disabled_categories = {"GRAMMAR"}
        assert tool.check(WRONG) == []
        tool.disabled_categories = {"TYPOS"}
        assert len(tool.check(WRONG)) == 1
    with pytest.raises(ValueError, match="unsupported language"):
        client.LanguageTool("xx", remote_server=here.url)


def test_its_python_client_gets_error_messages(tool) -> None:
    client = pytest.importorskip("language_tool_python")
    with pytest.raises(client.exceptions.LanguageToolError, match="NUL at character 2"):
        tool.check("a \0 b")


# --- what a form may say


def test_an_answer_has_what_clients_read(here) -> None:
    answer = check(here, text=f"One line.\r\nAnd 😀 so on. {WRONG} " + "And more of it. " * 5).json()
    assert answer["language"]["code"] == answer["language"]["detectedLanguage"]["code"] == "en-US"
    assert answer["warnings"] == {"incompleteResults": False}
    match = next(match for match in answer["matches"] if match["replacements"][0]["value"] == "goes")
    context = match["context"]
    units = context["text"].encode("utf-16-le")
    assert units[2 * context["offset"] :][: 2 * context["length"]].decode("utf-16-le") == "go"
    assert context["text"].startswith("One line.  And 😀")
    assert context["text"].endswith("...")
    assert match["shortMessage"] == "Subject-verb agreement"


@pytest.mark.parametrize(
    ("form", "count"),
    [
        ({"disabledRules": "GEC_R_VERB_SVA"}, 0),
        ({"disabledRules": "GEC_R_SPELL,OTHER"}, 1),
        ({"disabledCategories": "GRAMMAR"}, 0),
        ({"disabledCategories": "GRAMMAR", "enabledRules": "GEC_R_VERB_SVA"}, 1),
        ({"enabledOnly": "true", "enabledRules": "GEC_R_VERB_SVA"}, 1),
        ({"enabledOnly": "true", "enabledRules": "GEC_R_SPELL"}, 0),
        ({"enabledOnly": "true", "enabledCategories": "GRAMMAR"}, 1),
        ({"enabledOnly": "false", "enabledRules": "GEC_R_SPELL"}, 1),
        ({"mode": "all"}, 1),
        ({"mode": "allButTextLevelOnly"}, 1),
        ({"mode": "textLevelOnly"}, 0),
        ({"mode": "textLevelOnly", "enabledOnly": "true", "enabledRules": "GEC_R_VERB_SVA"}, 0),
        ({"language": "auto"}, 1),
        ({"language": "AUTO"}, 1),
        ({"language": "en_US"}, 1),
        ({"language": "en-gb", "motherTongue": "de", "level": "picky", "unheardOf": "x"}, 1),
    ],
)
def test_rules_and_languages_are_chosen(here, form: dict[str, str], count: int) -> None:
    assert len(matches(here, text=WRONG, **form)) == count


def test_the_language_may_be_left_to_the_server(here) -> None:
    assert check(here, text="A.", language="auto").json()["language"]["code"] == "en-US"
    variants = {"language": "auto", "preferredVariants": "de-DE, en-GB"}
    assert check(here, text="A.", **variants).json()["language"]["code"] == "en-GB"
    variants = {"language": "auto", "preferredVariants": "de_DE,en_AU,en_GB"}
    assert check(here, text="A.", **variants).json()["language"]["code"] == "en-AU"
    assert check(here, text="A.", language="en_gb").json()["language"]["code"] == "en-GB"
    known = httpx.get(f"{here.url}/v2/languages").json()
    assert {"name": "English (GB)", "code": "en", "longCode": "en-GB"} in known


def test_the_confidence_of_the_language_is_the_share_of_english(here) -> None:
    def confidence(text: str, language: str) -> float:
        return check(here, text=text, language=language).json()["language"]["detectedLanguage"]["confidence"]

    german = "Das ist nicht gut, und der Hund ist sehr alt und groß."
    for language in ("auto", "en-GB"):
        assert confidence(WRONG, language) == confidence("", language) == confidence("12 + 3", language) == 1
        assert confidence(german, language) == 0
        assert 0 < confidence(f"{WRONG}\n\n{german}", language) < 0.5


def test_server_information_and_longest_text(here) -> None:
    software = httpx.get(f"{here.url}/v2/info").json()["software"]
    assert software.items() <= check(here, text="A.").json()["software"].items()
    assert (software["name"], software["premium"]) == ("gec", False)
    assert httpx.get(f"{here.url}/v2/healthcheck").text == "OK"
    length = int(httpx.get(f"{here.url}/v2/maxtextlength").text)
    lines = "\u201d" * 99 + "\n"  # what takes up most of a form
    assert check(here, text=lines * (length // len(lines)), disabledRules="X").status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {"disabledRules": "GEC_R_SPELL"},
        {"disabledCategories": "TYPOS"},
        {"enabledOnly": "true", "enabledCategories": "GRAMMAR"},
    ],
)
def test_an_edit_that_needs_a_disabled_one_is_hidden(here, form: dict[str, str]) -> None:
    text = "Tey was late. She go home."
    assert applied(text, matches(here, text=text)) == "They were late. She goes home."
    assert applied(text, matches(here, text=text, **form)) == "Tey was late. She goes home."


def test_its_java_client_gets_the_list_of_rules(here) -> None:
    for path in ("languages", "maxtextlength"):
        url = f"{here.url}/v2/{path}"
        assert httpx.post(url, content=b"").json() == httpx.get(url).json()
    url, asked = f"{here.url}/v2/configinfo", {"language": "en-US"}
    found = httpx.post(url, data=asked).json()
    assert found == httpx.get(url, params=asked).json()
    assert found["software"]["name"] == "gec"
    assert found["parameter"]["maxTextLength"] == httpx.get(f"{here.url}/v2/maxtextlength").json()
    rule = {
        "ruleId": "GEC_R_VERB_SVA",
        "description": "Subject-verb agreement",
        "categoryId": "GRAMMAR",
        "categoryName": "Grammar",
        "locQualityIssueType": "grammar",
    }
    assert rule in found["rules"]
    assert httpx.post(url, data={"language": "de"}).status_code == 400


FORM = "send a form (application/x-www-form-urlencoded)"
DEEP = '{"annotation":' + "[" * 100_000


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"language": ""}, "Missing 'language' parameter"),
        ({"language": "de-DE", "text": "a"}, "'de-DE' is not a language this server corrects"),
        ({"language": "x" * 90_000}, f"'{'x' * 40}'... is not a language this server corrects; it corrects en, en-US"),
        ({}, "Missing 'text' or 'data' parameter"),
        ({"text": "a", "data": "{}"}, "not both"),
        ({"data": "{"}, "Could not parse JSON"),
        ({"data": DEEP}, "Could not parse JSON"),
        ({"data": "[]"}, "requires either 'text' or 'annotation'"),
        ({"data": '{"annotation": 1}'}, "must be a list"),
        ({"data": '{"annotation": ["a"]}'}, "needs either 'text' or 'markup'"),
        ({"data": '{"annotation": [{"text": "a", "markup": "b"}]}'}, "not both"),
        ({"data": '{"annotation": [{"text": "a", "interpretAs": "b"}]}'}, "cannot be used with 'interpretAs'"),
        ({"data": '{"annotation": [{"text": 1}]}'}, "must be a string"),
        ({"data": '{"annotation": [{"markup": "\\ud800"}]}'}, "half of a character"),
        ({"text": "a\0b"}, "a NUL at character 1"),
        ({"text": "a", "mode": "textlevelonly"}, "'mode' must be one of all, allButTextLevelOnly, textLevelOnly"),
        ({"text": "a", "enabledOnly": "true"}, "You must specify enabledRules"),
        ({"text": "a", "enabledOnly": "true", "disabledRules": "X"}, "cannot specify disabled rules"),
    ],
)
def test_wrong_values_in_a_form_are_refused(here, form: dict[str, str], words: str) -> None:
    answer = check(here, **form)
    assert answer.status_code == 400
    assert answer.text.startswith("Error: ")
    assert words in answer.text
    assert answer.text.count("\n") == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"language=en-US&text=%ff%fe", 400),
        (b"language=en-US&text=\xff\xfe", 400),
        (b"language=en-US&text=%ed%a0%bd", 400),
        (b"&".join(b"a%d=b" % n for n in range(1000)), 400),
        (b"language=en-US&text=" + b"x" * 900_000, 422),
        (b"language=en-US&text=" + b"x" * 10_000_000, 413),
        ("language=en-US&text=Un café".encode(), 200),
        (b"language=en-US&text=../../etc/passwd", 200),
    ],
    ids=lambda value: repr(value[:30]) if isinstance(value, bytes) else None,
)
def test_bodies_that_are_no_form_are_refused(here, body: bytes, status: int) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded; charset=utf-8"}
    assert httpx.post(f"{here.url}/v2/check", content=body, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("charset", "body", "status"),
    [
        ("ISO-8859-1", b"text=They was at a caf\xe9.", 200),
        ('"iso-8859-15"', b"text=They was at a caf%e9.", 200),
        ("windows-1252", "text=They was at a café.".encode(), 200),
        ("windows-1251", "text=They was at a кафе.".encode("cp1251"), 200),
        ("us-ascii", b"text=They was at a caf\xe9.", 400),
        ("x-unheard-of", b"text=They was at a caf\xe9.", 400),
        ("rot13", b"text=They was at a caf\xe9.", 400),
        ("", b"text=They was at a caf\xe9.", 400),
    ],
)
def test_a_form_that_is_not_utf8_is_in_the_charset_that_it_names(here, charset: str, body: bytes, status: int) -> None:
    headers = {"content-type": f"application/x-www-form-urlencoded; charset={charset}"}
    answer = httpx.post(f"{here.url}/v2/check", content=b"language=en-US&" + body, headers=headers, timeout=60)
    assert answer.status_code == status
    if status == 400:
        assert answer.text.startswith("Error: the form is not UTF-8")
    else:
        last = "кафе" if charset == "windows-1251" else "café"
        assert {match["sentence"] for match in answer.json()["matches"]} == {f"They was at a {last}."}


def test_an_impossible_charset_is_ignored(here) -> None:
    headers = {"content-type": "text/plain; charset*0*=us-ascii''%00"}
    answer = httpx.post(f"{here.url}/v2/check", content=b"language=en-US&text=caf\xe9", headers=headers)
    assert (answer.status_code, answer.text[:29]) == (400, "Error: the form is not UTF-8 ")


def test_an_unknown_charset_is_not_cached() -> None:
    """Python would keep the names of all, which a client can make up without end."""
    from gec.serve.languagetool import read_form
    from gec.serve.refused import RefusedError

    before = len(encodings._cache)
    for charset in ("charset=x-made-up", "charset*=x-made-up-too''utf-8"):
        with pytest.raises(RefusedError, match="the form is not UTF-8"):
            read_form(b"text=\xff", f"text/plain; {charset}")
    assert len(encodings._cache) == before


def test_another_media_type_is_named_in_the_refusal(here) -> None:
    url, fields = f"{here.url}/v2/check", {"language": "en-US", "text": WRONG}
    answer = httpx.post(url, json=fields)
    assert (answer.status_code, answer.text) == (415, f"Error: {FORM}, not JSON")
    answer = httpx.post(url, content=json.dumps(fields), headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.text) == (415, f"Error: {FORM}, not JSON")
    answer = httpx.post(url, files={name: (None, value) for name, value in fields.items()})
    assert (answer.status_code, answer.text) == (415, f"Error: {FORM}, not multipart/form-data")


# --- markup


def test_markup_is_read_for_what_it_stands_for_and_stays(here) -> None:
    parts = [
        {"markup": "<p>"},
        {"text": "She goes home 😀"},
        {"markup": "<br/>", "interpretAs": "\n"},
        {"text": "every day, but he "},
        {"markup": "<b>"},
        {"text": "go"},
        {"markup": "</b>"},
        {"text": " there on foot. We "},
        {"markup": "&quot;", "interpretAs": '"'},
        {"text": "was happy."},
    ]
    raw = "".join(part.get("text", part.get("markup", "")) for part in parts)
    corrected = applied(raw, matches(here, data=json.dumps({"annotation": parts})))
    assert corrected.startswith("<p>She goes home 😀<br/>every day, but he <b>goes</b> there on foot. We &quot;w")
    assert matches(here, data=json.dumps({"text": WRONG})) == matches(here, text=WRONG)


def test_obsidians_plugin_is_understood(serving) -> None:
    """What its requests look like: parts that say where they are, categories of which gec has few, and an origin."""
    note, said = "# Home\n\nThey was **happy**.\n\n- She go\n", []
    for kind, piece in (("markup", "# "), ("text", "Home"), ("markup", "\n\n"), ("text", "They was "), ("markup", "**"),
                        ("text", "happy"), ("markup", "**"), ("text", "."), ("markup", "\n\n- "), ("text", "She go"),
                        ("markup", "\n")):  # fmt: skip
        start = said[-1]["offset"]["end"] if said else 0
        breaks = "\n" * piece.count("\n") + "• " * piece.endswith("- ")
        meant = {"interpretAs": breaks} if kind == "markup" else {}
        said.append({kind: piece, "offset": {"start": start, "end": start + len(piece)}, **meant})
    asked = {
        "data": json.dumps({"annotation": said}), "language": "auto", "enabledOnly": "false", "level": "default",
        "enabledCategories": "CASING,COLLOCATIONS,FALSE_FRIENDS,GRAMMAR,PUNCTUATION,STYLE,TYPOS",
        "disabledCategories": "MISC,TYPOGRAPHY", "preferredVariants": "en-US",
    }  # fmt: skip
    with serving(origins=("app://obsidian.md",)) as other:
        answer = httpx.post(f"{other.url}/v2/check", data=asked, headers={"origin": "app://obsidian.md"})
    assert answer.headers["access-control-allow-origin"] == "app://obsidian.md"
    assert applied(note, answer.json()["matches"]).startswith("# Home\n\nThey were **happy**.\n\n- She goes")


def test_markup_does_not_count_in_the_length_of_a_line(here) -> None:
    picture = {"markup": f"![](data:image/png;base64,{'A' * 150_000})", "interpretAs": "x"}
    said = [{"text": "She go to school every day.\n"}, picture]
    (found,) = matches(here, data=json.dumps({"annotation": said}))
    assert (found["offset"], found["length"]) == (4, 2)
    said = [{"text": "They are here. " * 4_000}, {"markup": "<b>"}] * 2
    answer = check(here, data=json.dumps({"annotation": said}))
    assert answer.status_code == 422
    assert answer.text == "Error: line 1 of 'data' has 120,000 characters; more than 100,000 are data, not prose"


def test_null_counts_as_missing(here) -> None:
    parts = [
        {"text": "We ", "markup": None},
        {"text": None, "markup": "<b>", "interpretAs": None},
        {"text": "was late."},
    ]
    [match] = matches(here, data=json.dumps({"annotation": parts}))
    assert (match["offset"], match["replacements"][0]["value"]) == (6, "were")


def test_two_corrections_of_a_word_are_one_match(here) -> None:
    text = "I saw her. Why is it so usefull\n\nWe plays."
    whole = next(match for match in matches(here, text=text) if match["offset"] == text.index("usefull"))
    assert (whole["length"], whole["replacements"][0]["value"]) == (7, "useful?")
    assert whole["message"] == "replace “usefull” with “useful?” (spelling)"
    assert whole["rule"]["id"] == "GEC_R_SPELL"


@pytest.mark.parametrize("text", ["the the " * 240 + ".", "teh\n\n" * 1500])
def test_an_answer_is_not_many_times_as_long_as_its_text(here, text: str) -> None:
    incomplete = 0
    while found := (answer := check(here, text=text)).json()["matches"]:
        assert len(answer.content) < 100_000 + 40 * len(text)
        assert all(text[one["offset"] :][: one["length"]] in one["sentence"] for one in found)
        warnings = answer.json()["warnings"]
        assert warnings["incompleteResults"] == ("correct these" in warnings.get("incompleteResultsReason", ""))
        incomplete += warnings["incompleteResults"]
        text = applied(text, found)
    assert incomplete  # and nothing is left
