"""The HTTP interface: what is answered, and what is refused and how."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from gec.edits.edit import Edit
from gec.edits.policy import Policy

httpx = pytest.importorskip("httpx")
ROOT = Path(__file__).parents[2]
WRONG = "She go to school every day."
RIGHT = "She goes to school every day."


def correct(here, text: str = WRONG, **fields):
    return httpx.post(f"{here.url}/v1/correct", json={"text": text, **fields}, timeout=60)


def check(here, headers=None, **form: str):
    return httpx.post(f"{here.url}/v2/check", data={"language": "en-US", **form}, headers=headers, timeout=60)


def said(response) -> str:
    return response.json()["error"]


def test_a_text_is_corrected(here) -> None:
    answer = correct(here).json()
    assert answer["text"] == RIGHT
    assert answer["complete"] is True
    assert answer["sentences"] == [[0, len(WRONG)]]
    edit = answer["edits"][0]
    assert (edit["start"], edit["end"], edit["original"], edit["replacement"]) == (4, 6, "go", "goes")
    assert (edit["type"], edit["name"]) == ("R:VERB:SVA", "subject-verb agreement")
    assert 0 < edit["confidence"] < 1
    assert edit["message"] == "replace “go” with “goes” (subject-verb agreement)"


POOR = "For go to the office he every day take the bus number 5. I no like it."


def test_a_text_is_rewritten(here, corrector) -> None:
    answer = correct(here, POOR, task="rewrite").json()
    [expected] = corrector.other("rewrite").correct_many([POOR])
    assert answer["text"] == expected.text != POOR
    assert "5" in answer["text"]
    assert "n't" in answer["text"] or "not" in answer["text"]
    assert answer["complete"] is True
    assert all(0 < edit["confidence"] < 1 for edit in answer["edits"])


def test_an_unknown_task_is_refused(here, serving) -> None:
    assert said(correct(here, task="translate")) == "'task' must be one of correct, rewrite"
    with serving() as other:
        answer = correct(other, task="rewrite")
        assert (answer.status_code, said(answer)) == (
            422,
            "the model of this server knows no task 'rewrite'; ask for correct",
        )


def test_the_example_of_the_documents_is_what_comes_back(here) -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    asked, answer = re.search(r"--json '(.*?)'.*?```json\n(.*?)```", page, re.DOTALL).groups()
    expected, found = json.loads(answer), correct(here, **json.loads(asked)).json()
    assert found == expected


def test_it_answers_what_the_library_answers(here, corrector, lines) -> None:
    text = " ".join(lines[:6])
    expected = corrector.correct(text)
    answer = correct(here, text).json()
    assert answer["text"] == expected.text
    found = [(edit["start"], edit["end"], edit["replacement"], edit["confidence"]) for edit in answer["edits"]]
    assert found == [(edit.start, edit.end, edit.replacement, edit.confidence) for edit in expected.edits]


@pytest.mark.parametrize(("unit", "codec", "size"), [("characters", "utf-32-le", 4), ("utf-16", "utf-16-le", 2)])
def test_offsets_are_in_the_unit_asked_for(here, unit: str, codec: str, size: int) -> None:
    text = f"😀🐈 Look! {WRONG}\n\n👩‍👩‍👧\n\n{WRONG}"
    edits = correct(here, text, offsets=unit).json()["edits"]
    assert len(edits) >= 2
    for edit in edits:
        assert text.encode(codec)[edit["start"] * size : edit["end"] * size].decode(codec) == edit["original"]


def test_only_the_edits_asked_for_come_back(here) -> None:
    everything = correct(here).json()["edits"]
    assert correct(here, select=["VERB"]).json()["edits"] == everything
    assert correct(here, ignore=["R:VERB"]).json()["edits"] == []
    assert correct(here, min_confidence=1).json()["text"] == WRONG


def test_an_answer_is_not_many_times_as_long_as_its_text(here) -> None:
    text, rounds = "He go. " * 300, 0
    while True:
        answer = correct(here, text)
        found = answer.json()
        assert len(answer.content) < 70_000 + 40 * len(text)
        assert len(found["edits"]) <= 100 + len(text) // 20
        done = text
        for edit in reversed(found["edits"]):
            done = done[: edit["start"]] + edit["replacement"] + done[edit["end"] :]
        assert found["text"] == done
        text, rounds = done, rounds + 1
        if not found["more"]:
            break
    assert rounds > 1
    assert "go" not in text.replace("goes", "")


def test_markup_is_no_prose(here) -> None:
    text = f"# Notes\n\n{WRONG}\n\n```\n{WRONG}\n```\n"
    assert correct(here, text, format="markdown").json()["text"] == text.replace("go", "goes", 1)
    assert said(correct(here, "a" * 100_001, format="markdown")).startswith("line 1 of 'text'")
    assert said(correct(here, "a\n" * 60_000, format="markdown")).startswith("a text in markdown may have 100,000")
    assert said(correct(here, "a", format="word")).startswith("'format' must be one of plain, markdown")


def test_a_dialect_spells_what_is_brought_in(here) -> None:
    text = f"{WRONG} The colour is nice."
    for dialect in ("us", "gb"):
        assert "colour" in correct(here, text, dialect=dialect).json()["text"]
    assert said(correct(here, text, dialect="en")) == "'dialect' must be one of us, gb, au, ca"


def test_a_dialect_s_own_distinctions_are_corrected(serving) -> None:
    text = "I must practice every day."
    with serving(lambda texts: [(Edit(7, 15, "practise", "R:SPELL"),) for _ in texts]) as here:
        assert correct(here, text, dialect="gb").json()["text"] == "I must practise every day."
        assert correct(here, text, dialect="us").json()["text"] == text


def test_text_of_any_script_and_shape_is_answered(here) -> None:
    for text in (
        "",
        " \n\t",
        "שלום עולם. זה משפט.",
        "\u202eShe go\u202c home.",
        "👩‍👩‍👧 " * 50,
        "e\u0301 " * 20,
        "\x7f\x1b[2J",
    ):
        answer = correct(here, text)
        assert answer.status_code == 200
        assert answer.json()["complete"] is True


def test_answers_are_not_cached_and_load_nothing_from_other_sites(here) -> None:
    page = httpx.get(here.url)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert correct(here).headers["cache-control"] == "no-store"
    assert "server" not in page.headers
    for part in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert httpx.get(f"{here.url}{part}").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/page.js/../http.py", 404),
        ("GET", "/..%2fhttp.py", 404),
        ("GET", "/%00", 404),
        ("GET", "/v1/correct", 405),
        ("PUT", "/v2/check", 405),
        ("PUT", "/", 405),
        ("OPTIONS", "/v1/correct", 405),
        ("POST", "/healthz", 405),
    ],
)
def test_unknown_routes_and_methods(here, method: str, path: str, status: int) -> None:
    with httpx.Client() as client:
        request = client.build_request(method, here.url)
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert status != 405 or answer.headers["allow"]


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "not JSON"),
        (b"[]", 400, "must be a JSON object"),
        (b"{}", 400, "'text' is required"),
        (b'{"text": 7}', 400, "'text' is required and must be a string"),
        (b'{"text": "a", "txet": 1}', 400, "'txet' is not a field"),
        (b'{"text": "a", "offsets": "bytes"}', 400, "'offsets' must be one of characters, utf-16"),
        (b'{"text": "a", "offsets": ["utf-16"]}', 400, "'offsets' must be"),
        (b'{"text": "a", "select": "VERB"}', 400, "'select' must be a list"),
        (b'{"text": "a", "select": ["VRB"]}', 400, "'select': VRB is not a type of edit or a rule; do you mean VERB?"),
        (b'{"text": "a", "select": ["A\\n\\ud83d"]}', 400, "'select': A\\n\\ud83d is not a type of edit"),
        (b'{"text": "a", "ignore": ["' + b"x" * 9_000 + b'"]}', 400, "'ignore': xxx"),
        (b'{"text": "a", "min_confidence": 2}', 400, "'min_confidence' must be a number from 0 to 1"),
        (b'{"text": "a", "min_confidence": NaN}', 400, "'min_confidence' must be a number"),
        (b'{"text": "a", "min_confidence": true}', 400, "'min_confidence' must be a number"),
        (b'{"text": "a", "timeout": -1}', 400, "'timeout' must be a number"),
        (b'{"text": "a", "timeout": ' + b"9" * 5000 + b"}", 400, "'timeout' must be a number"),
        (b'{"text": "a", "timeout": ' + b"9" * 500 + b"}", 400, "'timeout' must be a number"),
        (b'{"text": "caf\xe9"}', 400, "not UTF-8: byte 13 is 0xe9"),
        (b'{"text": "a\\ud83d b"}', 400, "half of a character (U+D83D) at character 1"),
        (b'{"text": "\xed\xa0\xbd"}', 400, "not UTF-8"),
        (b'{"text": "a\\u0000b"}', 400, "a NUL at character 1"),
        (b"[" * 500_000, 400, "nested too deeply"),
        (b'{"text":' * 100_000, 400, "nested too deeply"),
        (b'{"text": "a", "text": "She go."}', 400, "the field 'text' occurs twice"),
        (b"{%s}" % b",".join(b'"%d":0' % one for one in [*range(90_000), 89_999]), 400, "'89999' occurs twice"),
        (b'{"text": "She go.", "format": "notebook"}', 422, "is not JSON, so it is not a notebook"),
        (b'{"text": "' + b"x" * 990_000 + b'"}', 422, "line 1 of 'text' has 990,000 characters"),
        (b'{"text": "' + b"x" * 10_000_000 + b'"}', 413, "longer than 1,000,000 bytes"),
        (b"\0" * 10_000_000, 413, "longer than 1,000,000 bytes"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else None,
)
def test_an_invalid_body_is_refused_in_one_line(here, body: bytes, status: int, words: str) -> None:
    answer = httpx.post(f"{here.url}/v1/correct", content=body, headers=JSON)
    assert answer.status_code == status
    assert words in said(answer)
    assert "\n" not in said(answer)
    assert len(answer.content) < 1000
    assert correct(here).json()["text"] == RIGHT


def test_a_body_of_unknown_length_is_not_read_for_ever(here) -> None:
    sent = []

    def parts():
        for _ in range(200):
            sent.append(1)
            yield b"x" * 100_000

    answer = httpx.post(f"{here.url}/v1/correct", content=parts(), headers=JSON)
    assert answer.status_code == 413


def test_a_bug_of_the_server_is_answered_like_other_errors(
    here, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gec.serve.texts.apply", lambda *_: 1 / 0)
    answer = httpx.post(f"{here.url}/v1/correct", json={"text": WRONG}, timeout=60)
    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "ZeroDivisionError" in caplog.text
    assert httpx.get(f"{here.url}/healthz").status_code == 200


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]
)
def test_other_media_types_are_refused(here, kind: str | None) -> None:
    headers = {"content-type": kind} if kind else {}
    assert httpx.post(f"{here.url}/v1/correct", content=b"{}", headers=headers).status_code == 415


@pytest.mark.parametrize("packed", ["gzip", "deflate", "br", "GZIP, identity"])
def test_a_compressed_body_is_refused_with_its_encoding(here, packed: str) -> None:
    headers = {**JSON, "content-encoding": packed}
    body = gzip.compress(json.dumps({"text": WRONG}).encode())
    answer = httpx.post(f"{here.url}/v1/correct", content=body, headers=headers)
    assert (answer.status_code, answer.headers["accept-encoding"]) == (415, "identity")
    assert said(answer) == f"send the body without compression, not as {packed!r}"
    answer = check(here, {"content-encoding": packed}, text=WRONG)
    assert (answer.status_code, answer.text) == (415, f"Error: send the body without compression, not as {packed!r}")
    plain = {**JSON, "content-encoding": "identity"}
    body = json.dumps({"text": WRONG}).encode()
    assert httpx.post(f"{here.url}/v1/correct", content=body, headers=plain).json()["text"] == RIGHT


@pytest.mark.parametrize("kind", [None, "text/plain", "application/json"])
def test_a_form_is_read_whatever_a_client_calls_it(here, kind: str | None) -> None:
    headers = {"content-type": kind} if kind else {}
    form = urlencode({"language": "en-US", "text": WRONG}).encode()
    found = httpx.post(f"{here.url}/v2/check", content=form, headers=headers).json()
    assert [match["replacements"][0]["value"] for match in found["matches"]] == ["goes"]
    for site in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = httpx.post(f"{here.url}/v2/check", content=form, headers={**headers, **site})
        assert answer.status_code == 403


def test_the_policy_of_the_server_applies_to_all_clients(serving) -> None:
    with serving(policy=Policy(ignore=("R:VERB",))) as other:
        assert correct(other).json()["text"] == WRONG
        assert correct(other, select=["VERB"]).json()["text"] == WRONG
        assert check(other, text=WRONG).json()["matches"] == []


def test_the_figures_are_what_prometheus_reads(here) -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    before = _figures(parser, here)
    correct(here)
    httpx.get(f"{here.url}/no/such/{'x' * 50}")
    after = _figures(parser, here)
    done = ("gec_http_requests_total", ("/v1/correct", "200"))
    assert after[done] == before.get(done, 0) + 1
    lost = ("gec_http_requests_total", ("other", "404"))
    assert after[lost] == before.get(lost, 0) + 1
    assert after["gec_texts_total", ()] == before["gec_texts_total", ()] + 1
    assert after["gec_texts_waiting", ()] == 0
    statuses = [value for (name, labels), value in after.items() if name == done[0] and labels[0] == done[1][0]]
    assert after["gec_http_request_seconds_count", ("/v1/correct",)] == sum(statuses)


def test_large_metrics_have_all_digits() -> None:
    from gec.serve.metrics import Requests, exposition

    figures = [("read", "counter", "Read.", 12_345_678), ("seconds", "counter", "Took.", 1_234_567.25)]
    lines = exposition(Requests(), figures).splitlines()
    assert [line for line in lines if line[0] != "#"] == ["read 12345678", "seconds 1234567.25"]


def _figures(parser, here) -> dict[tuple[str, tuple[str, ...]], float]:
    answer = httpx.get(f"{here.url}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = parser.text_string_to_metric_families(answer.text)
    return {(one.name, tuple(one.labels.values())): one.value for family in families for one in family.samples}


def test_the_description_is_json_that_names_every_route(here) -> None:
    described = httpx.get(f"{here.url}/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    older = {"/v2/check", "/v2/languages", "/v2/info", "/v2/healthcheck", "/v2/maxtextlength", "/v2/configinfo"}
    assert set(described["paths"]) == {
        "/v1/correct",
        "/v1/options",
        "/v1/words",
        *older,
        "/healthz",
        "/readyz",
        "/metrics",
    }
    assert json.dumps(described).count("$ref") > 3
