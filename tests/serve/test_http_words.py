"""What a client may choose, the words it may add, and files of the operator that change."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from gec import dictionary
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.edits.threshold import Presets, Threshold
from gec.serve.words import FolderWords

httpx = pytest.importorskip("httpx")
TEXT = "Mr Smyht was late."


def name(texts):
    return [(Edit(3, 8, "Smith", "R:SPELL", 0.9, "Smyht"),) for _ in texts]


def edits(server, **fields) -> list[dict]:
    return httpx.post(f"{server.url}/v1/correct", json={"text": TEXT, **fields}, timeout=60).json()["edits"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_an_edit_has_an_explanation_and_alternatives(here) -> None:
    text = "He was coul to her. She go home. It is the the end."
    found = httpx.post(f"{here.url}/v1/correct", json={"text": text}, timeout=60).json()["edits"]
    [spelling] = [edit for edit in found if edit["original"] == "coul"]
    assert len(spelling["alternatives"]) > 1
    assert spelling["replacement"] not in spelling["alternatives"]
    [verb] = [edit for edit in found if edit["original"] == "go"]
    assert verb["alternatives"] == []
    assert "subject" in verb["why"]
    assert "→" in verb["why"]
    assert "This word is repeated." in [edit["why"] for edit in found]


def test_a_text_full_of_misspellings_is_answered(serving) -> None:
    with serving(lambda texts: [(Edit(7, 11, "cool", "R:SPELL", 0.9, "coul"),) for _ in texts]) as server:
        found = [bool(edit["alternatives"]) for edit in edits(server, text="He was coul to her.\n\n" * 210)]
        assert found == [True] * 200 + [False] * 10


def test_the_options_of_clients_are_listed(here) -> None:
    offered = httpx.get(f"{here.url}/v1/options").json()
    assert {"plain", "markdown"} <= set(offered["formats"])
    assert offered["dialects"] == ["us", "gb", "au", "ca"]
    assert offered["presets"] == ["balanced", "precision", "recall"]


def test_a_preset_of_a_request_replaces_the_servers(serving) -> None:
    presets = Presets({"balanced": 0.5, "precision": 0.95, "recall": 0.1})
    with serving(name, policy=Policy(threshold=Threshold(0.92)), presets=presets) as server:
        assert edits(server) == []
        assert len(edits(server, preset="balanced")) == 1
        assert edits(server, preset="precision") == []
        assert httpx.post(f"{server.url}/v1/correct", json={"text": TEXT, "preset": "some"}).status_code == 400


def test_an_added_word_applies_at_once(serving, home: Path) -> None:
    with serving(name, words=FolderWords(home, shared=True)) as server:
        assert httpx.get(f"{server.url}/v1/options").json()["dictionary"] is True
        assert len(edits(server)) == 1
        answer = httpx.post(f"{server.url}/v1/words", json={"word": "Smyht"})
        assert answer.json() == {"word": "Smyht", "added": True}
        assert edits(server) == []
        assert httpx.post(f"{server.url}/v1/words", json={"word": "Smyht"}).json()["added"] is False
        dictionary.remove(dictionary.own(), ["Smyht"])
        assert len(edits(server)) == 1


def test_a_dictionary_that_is_wrong_takes_no_words_from_the_other(
    serving, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    dictionary.add(dictionary.own(), ["Smyht"])
    (theirs := home / dictionary.NAME).write_bytes(b"\xff\n")
    with serving(name, words=FolderWords(home)) as server:
        assert edits(server) == edits(server) == []
        assert [str(theirs) in line for line in caplog.messages] == [True]
        theirs.write_bytes(b"late\n")
        dictionary.own().write_bytes(b"\xff\n")  # its words are as before
        assert edits(server) == []


def test_words_that_are_none_are_refused(serving, home: Path) -> None:
    with serving(name, words=FolderWords(home, shared=True)) as server:
        for asked in ({"word": "two words"}, {"word": ""}, {"word": 1}, {"words": []}, [], {"word": "a" * 101}):
            answer = httpx.post(f"{server.url}/v1/words", json=asked)
            assert answer.status_code == 400, asked
            assert answer.json()["error"]
        foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
        assert httpx.post(f"{server.url}/v1/words", json={"word": "x"}, headers=foreign).status_code == 403
        through = {"host": "127.0.0.1:1", "via": "1.1 proxy"}
        assert httpx.post(f"{server.url}/v1/words", json={"word": "x"}, headers=through).status_code == 403
        assert httpx.get(f"{server.url}/v1/options", headers=through).json()["dictionary"] is False
    assert not (home / "config").exists()


@pytest.mark.parametrize("origin", ["https://good.example", "null", "chrome-extension://abc"])
def test_a_site_that_may_use_the_server_adds_words_with_the_token_only(serving, home: Path, origin: str) -> None:
    page = {"origin": origin, "sec-fetch-site": "none" if "extension" in origin else "cross-site"}
    open_to = {"words": FolderWords(home, shared=True), "origins": ("*",)}
    with serving(name, **open_to) as server:
        assert httpx.post(f"{server.url}/v1/correct", json={"text": TEXT}, headers=page, timeout=60).status_code == 200
        for said in (page, {"origin": origin}):  # a browser that does not say how sites stand
            answer = httpx.post(f"{server.url}/v1/words", json={"word": "Smyht"}, headers=said)
            assert (answer.status_code, "--token-file" in answer.json()["error"]) == (403, True)
            assert httpx.get(f"{server.url}/v1/options", headers=said).json()["dictionary"] is False
        assert not (home / "config").exists()
        own = {"origin": server.url, "sec-fetch-site": "same-origin"}
        assert httpx.post(f"{server.url}/v1/words", json={"word": "One"}, headers=own).status_code == 200
    with serving(name, token="sesame", **open_to) as server:
        for headers, status in ((page, 401), (page | {"authorization": "Bearer sesame"}, 200)):
            answer = httpx.post(f"{server.url}/v1/words", json={"word": "Two"}, headers=headers)
            assert answer.status_code == status
    assert dictionary.read(dictionary.own()) == ["One", "Two"]


def test_a_dictionary_that_is_locked_or_full_stops_nobody(serving, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.serve.words.WAIT", 0.2)
    (folder := dictionary.own().parent).mkdir(parents=True)
    with serving(name, words=FolderWords(home, shared=True)) as server:
        held = os.open(folder, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        for word in ("One", "Two"):
            assert httpx.post(f"{server.url}/v1/words", json={"word": word}).status_code == 503
            assert httpx.get(f"{server.url}/healthz").status_code == 200
        os.close(held)
        monkeypatch.setattr("gec.serve.words.WAIT", 20)
        monkeypatch.setattr("gec.serve.words.MOST", 1)
        dictionary.add(dictionary.own(), ["Three"])
        answer = httpx.post(f"{server.url}/v1/words", json={"word": "Four"})
        assert (answer.status_code, "gec dictionary add" in answer.json()["error"]) == (400, True)


def test_a_table_of_rules_with_a_new_error_is_left_out(
    serving, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = tmp_path / "house.toml"
    rule = '[[rule]]\nid = "house.late"\nwhy = "We say tardy."\nrows = """\nlate -> tardy\n"""\n'
    rule += 'examples = ["He was [late|tardy]."]\n'
    table.write_text(rule)
    with serving(lambda texts: [() for _ in texts], policy=Policy(rules=(str(table),))) as server:
        assert len(edits(server)) == 1
        assert edits(server, ignore=["house.late"]) == []
        for broken in ("[[rule", None):
            table.write_text(broken) if broken else table.unlink()
            caplog.clear()
            assert edits(server) == edits(server, format="markdown") == []
            assert [str(table) in line for line in caplog.messages] == [True]
        table.write_text(rule)
        assert len(edits(server)) == 1


def test_clients_of_a_public_server_cannot_add_words(serving, home: Path) -> None:
    with serving(name, words=FolderWords(home)) as server:
        assert httpx.get(f"{server.url}/v1/options").json()["dictionary"] is False
        answer = httpx.post(f"{server.url}/v1/words", json={"word": "Smyht"})
        assert (answer.status_code, "gec dictionary add" in answer.json()["error"]) == (403, True)
    assert not (home / "config").exists()
