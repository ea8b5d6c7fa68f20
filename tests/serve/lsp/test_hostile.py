"""Whatever comes in, the server lives on and prints no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest

from .conftest import COMMAND
from .raw import URI, Raw

TEXTS = {
    "a lone surrogate": "He was \ud800 here. They was happy.",
    "zeros": "They was\0 happy.\0\0\0",
    "the other direction": "\u202eThey was happy.\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "one long line": "word " * 200_000,
    "one long word": "x" * 1_000_000,
    "many lines": "They was happy.\n" * 20_000,
    "many marks": "!?." * 100_000,
    "combining marks": "e" + "\u0301" * 50_000,
}


@pytest.fixture
def bare() -> Iterator[Raw]:
    """A server that has heard nothing yet."""
    raw = Raw()
    yield raw
    raw.end()


@pytest.fixture
def server(bare: Raw) -> Raw:
    bare.begin()
    return bare


@pytest.fixture(scope="module")
def lasting() -> Iterator[Raw]:
    raw = Raw()
    raw.begin()
    yield raw
    raw.still_works()
    raw.end()


@pytest.fixture
def shared(lasting: Raw) -> Iterator[Raw]:
    """A server for several tests, which has answered all of the one before."""
    yield lasting
    lasting.finds_a_mistake()


def test_an_interrupt_ends_it_at_once(server: Raw) -> None:
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == -signal.SIGINT
    assert server.process.stderr.read() == b""


@pytest.mark.parametrize("header", [b"content-length:%d\r\n\r\n", b"CONTENT-LENGTH : %d \r\nX-More: 1\r\n\r\n"])
def test_headers_are_read_however_they_are_spelt(bare: Raw, header: bytes) -> None:
    bare.header = header
    bare.begin()
    bare.still_works()


@pytest.mark.parametrize("length", [b"99999999999999", b"9" * 5_000])
def test_a_message_that_no_memory_holds_ends_the_server(bare: Raw, length: bytes) -> None:
    bare.process.stdin.write(b"Content-Length: %s\r\n\r\n" % length)
    bare.process.stdin.flush()
    assert bare.process.wait(60) == 2
    said = b"error: the editor announces a message of more than 1,073,741,824 bytes; restart it\n"
    assert bare.process.stderr.read() == said


def test_messages_that_make_no_sense(shared: Raw) -> None:
    shared.bytes(b"{nonsense")
    shared.bytes(b"\xff\xfe\x00")
    shared.bytes(b"[1, 2, 3]")
    shared.bytes(b'"text"')
    shared.bytes(b"[" * 100_000)
    shared.bytes(b'{"jsonrpc": "2.0", "id": 2, "method": "textDocument/codeAction", "params": {"textDocument": 7}}')
    shared.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": 3}, "contentChanges": []})
    shared.send("textDocument/didOpen", {"textDocument": {"uri": 7}})
    shared.send("textDocument/didClose", {"textDocument": {"uri": "file:///never/opened.txt"}})
    shared.send("no/such/method", {"x": 1})
    shared.send("no/such/request", {"x": 1}, 3)
    assert shared.answer(3)["error"]["code"] == -32601
    shared.send("workspace/executeCommand", {"command": "gec.ignore", "arguments": [1, 2]}, 4)
    assert shared.answer(4)["error"]["code"] == -32602
    shared.send("workspace/executeCommand", {"command": "gec.apply", "arguments": ["file:///x", 1, 1]}, 5)
    assert "error" not in shared.answer(5)
    shared.send("workspace/didChangeConfiguration", {"settings": {"gec": {"ignore": 7, "x": [[[[]]]]}}})


def test_an_invalid_message_is_answered(shared: Raw) -> None:
    for message, number, code in (
        (b"{nonsense", None, -32700),
        (b"\xff\xfe\x00", None, -32700),
        (b"[" * 100_000, None, -32700),
        (b"[1, 2, 3]", None, -32600),
        (b'"text"', None, -32600),
        (b"{}", None, -32600),
        (b'{"id": 7, "method": "shutdown"}', 7, -32600),
        (b'{"jsonrpc": "1.0", "id": 7, "method": "shutdown"}', 7, -32600),
        (b'{"jsonrpc": "2.0", "id": 7}', 7, -32600),
        (b'{"jsonrpc": "2.0", "id": 9.5, "method": "no/such/request"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "no/such/request"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": "seven", "method": []}', "seven", -32600),
        (b'{"jsonrpc": "2.0", "params": {}}', None, -32600),
    ):
        shared.bytes(message)
        while "error" not in (answer := shared.heard.get(timeout=60)):
            pass
        assert answer.keys() == {"jsonrpc", "id", "error"}
        assert (answer["id"], answer["error"]["code"]) == (number, code), message[:50]


def test_notifications_get_no_answer(shared: Raw) -> None:
    shared.send("no/such/method", {"x": 1})
    shared.send("textDocument/didOpen", {"x": 1})
    shared.bytes(b'{"jsonrpc": "2.0", "id": 88, "result": 1}')
    shared.bytes(b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "?"}}')
    shared.send("no/such/request", {}, 3)
    while "error" not in (answer := shared.heard.get(timeout=60)):
        pass
    assert answer["id"] == 3


def test_arguments_of_another_kind_are_refused(shared: Raw) -> None:
    for command, arguments in (
        ("gec.disableType", [7]),
        ("gec.disableType", [None]),
        ("gec.disableType", [["R:VERB"]]),
        ("gec.addWord", [URI, 7, True]),
        ("gec.addWord", [URI, "word", "yes"]),
        ("gec.ignore", [URI, "A.", True, 0, "a", "b"]),
        ("gec.apply", [URI, "1", 0]),
    ):
        shared.send("workspace/executeCommand", {"command": command, "arguments": arguments}, 4)
        answer = shared.answer(4)["error"]
        assert answer["code"] == -32602, command
        assert "must be " in answer["message"], command


def test_a_type_is_turned_off_however_it_is_spelt(server: Raw) -> None:
    server.open("They was happy.\n")
    server.finds_something(URI)
    server.send("workspace/executeCommand", {"command": "gec.disableType", "arguments": ["verb:sva"]}, 5)
    assert server.found(URI) == []


def test_initialization_options_apply_to_keys_without_a_setting(bare: Raw) -> None:
    bare.begin(gec={"ignore": ["VERB"]})
    bare.open("They was happy.\n")
    assert bare.found(URI) == []
    bare.send("workspace/didChangeConfiguration", {"settings": {"gec": {"ignore": []}}})
    bare.finds_something(URI)
    bare.send("workspace/didChangeConfiguration", {"settings": {}})
    assert bare.found(URI) == []


def test_every_request_is_answered(bare: Raw) -> None:
    def code(number: int | str) -> int:
        return bare.answer(number)["error"]["code"]

    where = {"start": {"line": 0, "character": "x"}, "end": {"line": 0, "character": 1}}
    question = {"textDocument": {"uri": URI}, "range": where, "context": {"diagnostics": []}}
    bare.send("textDocument/codeAction", question | {"range": {"start": where["end"], "end": where["end"]}}, 10)
    assert code(10) == -32002
    for number, method in ((11, "textDocument/codeAction"), (12, "no/such/request")):
        bare.send(method, {}, number)
        assert code(number) == -32002
    bare.begin()
    for number, (method, params) in enumerate(
        [
            ("textDocument/codeAction", {}),
            ("textDocument/codeAction", question),
            ("textDocument/codeAction", None),
            ("workspace/executeCommand", {}),
            ("workspace/executeCommand", {"command": "gec.ignore"}),
            ("workspace/executeCommand", {"command": "no.such"}),
        ],
        20,
    ):
        bare.send(method, params, number)
        assert code(number) == -32602
    bare.bytes(b'{"jsonrpc": "2.0", "id": "a name", "method": "no/such/request"}')
    assert code("a name") == -32601
    bare.send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 30)
    assert code(30) == -32600
    bare.send("shutdown", None, 31)
    assert "error" not in bare.answer(31)
    bare.send("textDocument/codeAction", question, 32)
    bare.send("shutdown", None, 33)
    assert code(33) == -32600
    bare.send("textDocument/codeAction", {}, 34)
    assert code(34) == -32600
    bare.send("exit", None)
    assert bare.process.wait(30) == 0
    assert "Traceback" not in bare.process.stderr.read().decode()


def test_a_server_that_was_told_to_shut_down_says_nothing_more(server: Raw) -> None:
    text = "".join(f"They was number {number}.\n\n" for number in range(5_000))
    server.open(text)
    server.finds_something(URI)
    server.send("shutdown", None, 5)
    assert "error" not in server.answer(5)
    with pytest.raises(Empty):
        server.heard.get(timeout=1.5)
    server.send("exit", None)
    assert server.process.wait(30) == 0


def test_changes_and_questions_that_lie_outside_the_text(shared: Raw) -> None:
    shared.open("They was happy.\r\n")
    far = {"line": 2_000_000_000, "character": 2_000_000_000}
    for start, end in ((far, far), (far, {"line": 0, "character": 3}), ({"line": 0, "character": 16}, far)):
        change = {"range": {"start": start, "end": end}, "text": "x"}
        document = {"uri": URI, "version": 2}
        shared.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        params = {"textDocument": {"uri": URI}, "range": {"start": far, "end": start}, "context": {"diagnostics": []}}
        shared.send("textDocument/codeAction", params, 9)
        assert isinstance(shared.answer(9)["result"], list)


def test_names_that_are_no_names(shared: Raw) -> None:
    names = ("file:///a/../../etc/x.txt", "file:///a%00b.txt", "untitled:one", "no uri", "", "file://" + "x" * 9000)
    names += ("file://[bad/a.txt", "http://[bad")
    for uri in names:
        shared.open("They was happy.\n", uri)
        shared.finds_something(uri)


def test_a_user_without_a_home_is_served() -> None:
    nobody = "import pwd; pwd.getpwuid = lambda number: {}[number]; "  # as in a container, for a number of no user
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CONFIG_HOME")}
    raw = Raw([*COMMAND[:2], nobody + COMMAND[2], *COMMAND[3:]], env=env)
    try:
        raw.begin()
        raw.open("They was happy.\n", "untitled:one")
        raw.finds_something("untitled:one")
    finally:
        raw.end()


def patched(program: str, *options: str) -> Raw:
    return Raw([*COMMAND[:2], program + COMMAND[2], *COMMAND[3:], *options])


def said(raw: Raw) -> list[str]:
    """What the server has its user read, until it has done what it was asked before."""
    raw.send("shutdown", None, 99)
    messages: list[str] = []
    while (message := raw.heard.get(timeout=60)).get("id") != 99:
        if message.get("method") == "window/showMessage":
            messages.append(message["params"]["message"])
        elif "result" in message:
            messages.append(f"{message['result']}")
    return messages


def test_an_error_is_shown_once() -> None:
    raw = patched("from gec.serve import lsp; lsp.LARGEST = 100; lsp.let_through = lambda *_, **__: 1 / 0; ")
    try:
        raw.begin()
        for text in ("They was happy.", "They was late."):
            raw.open(text)
            while not (line := raw.process.stderr.readline()).startswith(b"ZeroDivisionError"):
                assert line
        raw.open("They was happy. " * 10, f"{URI}.large")
        before: list[dict[str, Any]] = []
        while (message := raw.heard.get(timeout=60))["params"].get("uri") != f"{URI}.large":
            before.append(message)
        assert message["params"]["diagnostics"] == []
        assert [one["method"] for one in before].count("window/showMessage") == 1
        raw.send("workspace/executeCommand", {"command": "gec.correct", "arguments": [f"{URI}.large"]}, 7)
        told = "gec: a text of more than 100 characters is not checked in an editor"
        assert said(raw)[-2:] == [told, "None"]
    finally:
        raw.end()


def test_a_model_error_is_shown_once_and_untrusted_settings_are_not_read(tmp_path: Path) -> None:
    (tmp_path / ".gec.toml").write_text("colour = 'red'\n")
    fails = "def load(*_, **__):\n    sys.stderr.write('load\\n'); raise gec.errors.ModelError('no weights')\n"
    raw = patched(f"import sys, gec, gec.errors\n{fails}gec.load = load\n", "--untrusted")
    try:
        raw.begin(debounce=0)
        told = b""
        for version in range(3):
            raw.open("They was happy. We was late. She go home. " + "It work. " * version, (tmp_path / "a.md").as_uri())
            told += raw.process.stderr.readline()
        assert said(raw) == ["gec: no weights"]
        raw.process.kill()
        told += raw.process.stderr.read()
        assert 1 <= told.count(b"load\n") <= 3  # once a text, not once a sentence
    finally:
        raw.end()


@pytest.mark.slow
def test_unusual_texts(server: Raw) -> None:
    for name, text in TEXTS.items():
        server.open(text, f"file:///tmp/gec-test/{name}.md")
    server.still_works()


@pytest.mark.skipif(os.name != "posix", reason="is not asked elsewhere")
def test_an_editor_whose_process_ends_takes_the_server_with_it(bare: Raw) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor:
        bare.begin(process=editor.pid)
        bare.open("They was happy.\n")
        bare.finds_something(URI)
    assert bare.process.wait(20) == 1


def test_an_editor_whose_process_is_elsewhere_is_served(bare: Raw) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    bare.begin(process=gone.pid)
    bare.still_works()


def test_an_editor_that_vanishes_takes_the_server_with_it(server: Raw) -> None:
    server.open("They was happy.\n" * 500)
    server.process.stdin.close()
    assert server.process.wait(60) == 0
    assert b"Traceback" not in server.process.stderr.read()
