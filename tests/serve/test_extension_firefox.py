"""The browser extension in a real Firefox, which is spoken to in its own protocol, Marionette: no driver is needed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import IO, Any

import pytest

from tests.serve.browsers import EXTENSION, FIREFOX, RIGHT, UNDERLINED, WRONG, site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="needs Firefox: apt install firefox-esr"),
]
SECONDS = 30
SETTINGS = {"marionette.port": 0, "ui.caretBlinkTime": 0, "layout.spellcheckDefault": 0}
ADDRESS = "return WebExtensionPolicy.getByID('gec@gec.example').getURL('')"
SET_PORT = """const port = document.getElementById("port"); port.value = arguments[0];
    port.dispatchEvent(new Event("change", {bubbles: true}));"""
BOX = """for (const [, ranges] of CSS.highlights) for (const range of ranges) if (String(range) === arguments[0]) {
    const {x, y, width, height} = range.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"""
BUTTON = """const all = document.querySelector("gec-card").openOrClosedShadowRoot.querySelectorAll("button");
    const {x, y, width, height} = [...all].find(one => one.textContent === arguments[0]).getBoundingClientRect();
    return [x + width / 2, y + height / 2];"""


class Firefox:
    """One window, and the extension in it."""

    def __init__(self, talk: socket.socket, heard: IO[bytes]) -> None:
        self._talk, self._heard, self._number = talk, heard, 0
        self._read()
        self.ask("WebDriver:NewSession", capabilities={})
        self.ask("Addon:Install", path=str(EXTENSION), temporary=True)
        self.ask("Marionette:SetContext", value="chrome")
        self.own = self.run(ADDRESS)
        self.ask("Marionette:SetContext", value="content")

    def ask(self, name: str, **said: object) -> Any:
        self._number += 1
        raw = json.dumps([0, self._number, name, said]).encode()
        self._talk.sendall(b"%d:%b" % (len(raw), raw))
        _, _, error, answer = self._read()
        assert error is None, error
        return answer.get("value", answer)

    def _read(self) -> Any:
        length = b""
        while (digit := self._heard.read(1)) != b":":
            length += digit
        return json.loads(self._heard.read(int(length)))

    def run(self, script: str, *given: object, sandbox: str | None = None) -> Any:
        return self.ask("WebDriver:ExecuteScript", script=script, args=given, sandbox=sandbox)

    def visit(self, address: str) -> None:
        self.ask("WebDriver:Navigate", url=address)

    def type(self, element: str, keys: str = "") -> None:
        [found] = self.ask("WebDriver:FindElement", using="css selector", value=element).values()
        self.ask("WebDriver:ElementClick", id=found)
        if keys:
            self.ask("WebDriver:ElementSendKeys", id=found, text=keys)

    def click(self, place: list[float]) -> None:
        x, y = map(round, place)
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]  # fmt: skip
        self.ask("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": steps}])

    def wait(self, script: str, until: Callable[[Any], bool]) -> Any:
        for _ in range(10 * SECONDS):
            if until(found := self.run(script)):
                return found
            time.sleep(0.1)
        raise AssertionError(found)

    def take(self, word: str, better: str) -> None:
        """Click on an underlined word, and on what its card offers."""
        self.wait(f"return {UNDERLINED}", lambda found: word in found)
        self.click(self.run(BOX, word))
        self.click(self.run(BUTTON, better, sandbox="system"))

    def drawn(self, element: str) -> str:
        [found] = self.ask("WebDriver:FindElement", using="css selector", value=element).values()
        return self.ask("WebDriver:TakeScreenshot", id=found, full=False, hash=True)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    profile = tmp_path_factory.mktemp("profile")
    chosen = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items())
    (profile / "user.js").write_text("".join(chosen))
    words = [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--profile", profile, "about:blank"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, env={**os.environ, "HOME": str(profile)}, **quiet) as run:
        try:
            told = profile / "MarionetteActivePort"
            for _ in range(10 * SECONDS):
                if told.exists() and told.read_text():
                    break
                time.sleep(0.1)
            address = "127.0.0.1", int(told.read_text())
            with socket.create_connection(address, SECONDS) as talk, talk.makefile("rb") as heard:
                yield Firefox(talk, heard)
        finally:
            run.terminate()


def test_settings_popup_and_both_kinds_of_fields(firefox: Firefox, serving) -> None:
    firefox.visit(f"{firefox.own}options.html")
    state = "return document.getElementById('state').textContent"
    firefox.run(SET_PORT, "1")
    origin = firefox.own.rstrip("/")
    told = f"gec serve --port 1 --allow-origin {origin}"
    firefox.wait("return document.querySelector('code').textContent", lambda said: said == told)
    firefox.wait(state, lambda said: said == "gec does not answer there.")
    with serving(origins=(origin,)) as running, site() as address:
        firefox.run(SET_PORT, str(running.port))
        firefox.wait(state, lambda said: bool(re.fullmatch(r"gec [\d.]+ answers\.", said)))
        firefox.visit(f"{firefox.own}popup.html")
        firefox.wait(state, lambda said: said.endswith(f"answers at 127.0.0.1:{running.port}."))
        firefox.visit(f"{address}/")
        firefox.type("textarea", WRONG)
        firefox.wait(f"return {UNDERLINED}", lambda found: found == ["go"])
        seen = firefox.drawn("textarea")
        firefox.run("CSS.highlights.clear()")
        assert firefox.drawn("textarea") != seen
        firefox.type("textarea", " ")
        firefox.take("go", "goes")
        firefox.wait("return document.querySelector('textarea').value", lambda text: text.rstrip() == RIGHT)
        firefox.visit(f"{address}/edited")
        firefox.type("p")
        firefox.take("was", "were")
        said = "return document.querySelector('p').innerText"
        firefox.wait(said, lambda said: bool(re.fullmatch(r"We were\shappy\.", said)))
