"""`gec serve` as a program: it says where it is, ends quietly, and refuses in one line what it cannot be told."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from gec.cli import group
from gec.cli.serve import _listen, _token, _url
from gec.errors import GecError

httpx = pytest.importorskip("httpx")
SERVE = [sys.executable, str(Path(__file__).parents[2] / "cli.py"), "serve", "--port", "0"]
WRONG = "She go to school every day."
RIGHT = "She goes to school every day."


def refused(*words: str) -> str:
    """What it says instead of serving; whatever is not refused ends at the model."""
    result = CliRunner().invoke(group, ["serve", "--port", "0", "--model", "./none", *words])
    assert result.exit_code == 2
    return result.stderr


def test_the_program_serves_and_ends_quietly(tmp_path: Path) -> None:
    program = subprocess.Popen(SERVE, stderr=subprocess.PIPE, text=True)
    try:
        line = program.stderr.readline()
        found = re.fullmatch(r"gec answers at (http://127\.0\.0\.1:\d+)/ \(Ctrl\+C ends it\)\n", line)
        assert found, line
        answer = httpx.post(f"{found[1]}/v1/correct", json={"text": WRONG}, timeout=30)
        assert answer.json()["text"] == RIGHT
        port = found[1].rpartition(":")[2]
        second = subprocess.run([*SERVE[:-1], port], capture_output=True, text=True, check=False)
        assert second.returncode == 2
        assert second.stderr.startswith(f"error: cannot listen on 127.0.0.1:{port}: address already in use; choose")
        program.send_signal(signal.SIGINT)
        assert program.wait(20) == 130
        assert program.stderr.read() == ""
    finally:
        program.kill()
        program.stderr.close()
        program.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_waiting_clients_are_answered_at_the_end(number: signal.Signals) -> None:
    program = subprocess.Popen(SERVE, stderr=subprocess.PIPE, text=True)
    try:
        url = program.stderr.readline().split()[3]
        book = "\n\n".join(f"She go to school number {n} every day." for n in range(22_000))
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(httpx.post, f"{url}v1/correct", json={"text": book}, timeout=60)
            while "\ngec_texts_waiting 1\n" not in httpx.get(f"{url}metrics", timeout=60).text:
                assert not asked.done()
                time.sleep(0.02)
            program.send_signal(number)
            answer = asked.result()
        assert answer.status_code == 503
        assert answer.json() == {"error": "the server is stopping; try again"}
        assert answer.headers["retry-after"] == "1"
        assert program.wait(20) == (130 if number == signal.SIGINT else -number)
        assert program.stderr.read() == ""
    finally:
        program.kill()
        program.stderr.close()
        program.wait()


def test_names_and_sites_are_allowed_however_they_are_written() -> None:
    options = ["--allow-host", "My.Host:18474", "--allow-origin", "https://A.example:443/"]
    program = subprocess.Popen([*SERVE, *options], stderr=subprocess.PIPE, text=True)
    try:
        url = program.stderr.readline().split()[3]
        assert httpx.get(f"{url}healthz", headers={"host": "my.host:9"}).status_code == 200
        site = {"sec-fetch-site": "cross-site", "origin": "https://a.example"}
        answer = httpx.post(f"{url}v1/correct", json={"text": WRONG}, headers=site, timeout=60)
        assert answer.headers["access-control-allow-origin"] == "https://a.example"
    finally:
        program.kill()
        program.stderr.close()
        program.wait()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--allow-host", "https://a.example"),
        ("--allow-host", "bücher.example"),
        ("--allow-origin", "a.example"),
        ("--allow-origin", "https://a.example/path"),
        ("--allow-origin", "https://bücher.example"),
    ],
)
def test_an_invalid_name_or_site_is_refused(option: str, value: str) -> None:
    said = refused(option, value)
    assert said.startswith(f"error: {option} {value}: expected an ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("host", ["a..b", ".a", f"{'a' * 64}.example"])
def test_an_invalid_host_name_is_refused(host: str) -> None:
    said = f"error: --host {host}: is not the name of a machine; expected a name such as localhost\n"
    assert refused("--host", host) == said


@pytest.mark.parametrize(("host", "name"), [("::1", "[::1]"), ("::ffff:127.0.0.2", "127.0.0.2")])
def test_the_server_answers_at_an_ipv6_address(host: str, name: str) -> None:
    program = subprocess.Popen([*SERVE, "--host", host, "--allow-host", "my.host"], stderr=subprocess.PIPE, text=True)
    try:
        line = program.stderr.readline()
        if "assign" in line or "family" in line:
            pytest.skip("no IPv6 here")
        assert line.startswith(f"gec answers at http://{name}:")
        url = line.split()[3]
        assert httpx.post(f"{url}v1/correct", json={"text": WRONG}, timeout=60).json()["text"] == RIGHT
    finally:
        program.kill()
        program.stderr.close()
        program.wait()


@pytest.mark.parametrize(("host", "name"), [("[::1]", "[::1]"), ("::ffff:127.0.0.1", "127.0.0.1")])
def test_an_address_may_be_written_in_other_ways(host: str, name: str) -> None:
    try:
        with _listen(host, 0) as listener:
            assert _url(listener).startswith(f"http://{name}:")
    except GecError:
        pytest.skip("no IPv6 here")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no such file or directory; give a file that contains the token"),
        (b"", "the token is empty; write one into the file"),
        (b"\xff\xfe", "the token must have only ASCII letters, digits and signs"),
        ("sésame".encode(), "the token must have only ASCII letters, digits and signs"),
        (b"one\ntwo", "the token must have only ASCII letters, digits and signs"),
    ],
)
def test_a_token_that_cannot_be_read_is_an_error(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "token"
    if content is not None:
        path.write_bytes(content)
        path.chmod(0o600)
    assert refused("--token-file", str(path)) == f"error: --token-file {path}: {words}\n"


def test_a_token_of_the_environment_is_ascii_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEC_TOKEN", "пароль")
    assert refused() == "error: GEC_TOKEN: the token must have only ASCII letters, digits and signs\n"


def test_spaces_around_a_token_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEC_TOKEN", "open sesame\n")
    assert _token(None) == "open sesame"


def test_wrong_settings_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".gec.toml").write_text('ignore = ["VRB"]\n')
    monkeypatch.chdir(tmp_path)
    said = refused()
    assert ".gec.toml:1: ignore: VRB is not a type of edit" in said
    assert said.count("\n") == 1


def test_a_token_that_others_may_read_draws_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("open sesame")
    path.chmod(0o644)
    said = refused("--token-file", str(path))
    assert said.startswith(f"warning: --token-file {path}: other users may read it; use chmod 600\n")
    path.chmod(0o600)
    assert refused("--token-file", str(path)).startswith("error: --model: ")
