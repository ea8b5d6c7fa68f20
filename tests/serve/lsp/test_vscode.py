"""The extension for VS Code: where it looks for gec, and what a writer sees in a real VS Code, as code-server has it.

`make vscode` packs it; `npm install code-server@4.100.3`, with its folder `.bin` on the PATH, gives the editor. On
Debian this builds modules that need the package `libkrb5-dev`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.serve.browsers import CHROMIUM

from .conftest import COMMAND, HOME

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[3]
PACKED = ROOT / "dist" / "gec.vsix"
TEXT = (
    "# Home\r\n\r\nYesterday they was happy.\r\n\r\n"
    "\U0001f600 She go to school. I waited untill noon. Our adress is new.\r\n"
)
SEEN = {  # what is found, and what becomes of the text
    "they was": "they were",
    "She go": "She goes",
    "untill": "until",
}
SETTINGS = {
    "files.autoSave": "afterDelay", "files.autoSaveDelay": 50, "workbench.startupEditor": "none",
    "chat.commandCenter.enabled": False, "extensions.ignoreRecommendations": True, "editor.minimap.enabled": False,
    "gec.debounce": 0, "gec.words": ["adress"], "window.dialogStyle": "custom",
}  # fmt: skip
PATIENCE = 240  # seconds, where other work slows an editor down
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
needs_vscode = pytest.mark.skipif(
    not (shutil.which("code-server") and CHROMIUM and PACKED.exists()),
    reason="needs code-server, Chromium, `make vscode`",
)


@needs_node
def test_gec_is_found_in_the_usual_places() -> None:
    tests = ROOT / "editors" / "vscode" / "test" / "find.test.mjs"
    run = subprocess.run(["node", "--test", str(tests)], check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@dataclass(frozen=True)
class Window:
    page: Page
    file: Path

    def until(self, found: Callable[[], object], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not found():
            if time.monotonic() > end:
                self.page.screenshot(path=self.file.with_name("failed.png"))
                raise AssertionError(f"waited too long; {self.file.with_name('failed.png')} shows for what")
            self.page.wait_for_timeout(50)

    def says(self, text: str) -> None:
        """Wait until the item in the status bar says so."""
        item = self.page.locator("footer a", has_text="gec")
        self.until(lambda: item.count() and item.first.inner_text().strip() == text)

    def saved(self, text: str) -> None:
        """Wait until the file has this text, its line ends included."""
        self.until(lambda: self.file.read_bytes().decode() == text)

    def command(self, name: str) -> None:
        self.page.keyboard.press("F1")
        self.page.keyboard.type(name)
        self.page.locator(".quick-input-list .monaco-list-row.focused", has_text=name).wait_for()
        self.page.keyboard.press("Enter")

    def underlined(self, number: int) -> tuple[float, float]:
        """Where an underlined word is on the screen."""
        boxes = [one.bounding_box() for one in self.page.locator(".squiggly-info").all()]
        box = sorted(filter(None, boxes), key=lambda box: (box["y"], box["x"]))[number]
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def window(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Window]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev")
    work, data, extensions = tmp_path / "work", tmp_path / "data", tmp_path / "extensions"
    program, file = work / ".venv" / "bin" / "gec", work / "letter.md"
    for folder in (program.parent, data / "User"):
        folder.mkdir(parents=True)
    file.write_bytes(TEXT.encode())
    if request.param:
        program.write_text(f'#!/bin/sh\necho $$ > {tmp_path}/pid\nexec {shlex.join(request.param)} "$@"\n')
        program.chmod(0o755)
    (data / "User" / "settings.json").write_text(json.dumps(SETTINGS))
    editor = [shutil.which("code-server"), "--user-data-dir", data, "--extensions-dir", extensions]
    bare = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"]
    env = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(HOME)}
    path = [part for part in os.environ["PATH"].split(os.pathsep) if not Path(part, "gec").exists()]
    env["PATH"] = os.pathsep.join(path)
    subprocess.run([*editor, "--install-extension", PACKED], check=True, env=env, capture_output=True)
    server = subprocess.Popen(
        [*editor, *bare, "--bind-addr", "127.0.0.1:0", work], env=env, stdout=subprocess.PIPE, text=True
    )
    with server, sync_api.sync_playwright() as play:
        url = next(found[1] for line in server.stdout if (found := re.search(r"listening on (http://\S+)", line)))
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE * 1000)
        opening = quote(json.dumps([["openFile", f"vscode-remote://{url.split('/')[2]}{file}"]]))
        page.goto(f"{url.rstrip('/')}/?folder={work}&payload={opening}")
        yield Window(page, file)
        page.screenshot(path=tmp_path / "end.png")
        chromium.close()
        server.terminate()


@needs_vscode
@pytest.mark.slow
@pytest.mark.parametrize("window", [COMMAND[:-1]], indirect=True)
def test_a_text_is_corrected_in_vs_code(window: Window) -> None:
    page, file = window.page, window.file
    window.says("gec 3")
    page.mouse.move(*window.underlined(2), steps=5)
    page.locator(".monaco-hover", has_text="This word is misspelt").wait_for()
    page.screenshot(path=file.with_name("hover.png"))
    page.mouse.move(640, 600)
    page.mouse.click(*window.underlined(1))
    page.keyboard.press("Control+.")
    page.locator(".action-widget", has_text="Replace “go” with “goes”").wait_for()
    page.screenshot(path=file.with_name("fixes.png"))
    page.keyboard.press("Enter")
    window.saved(TEXT.replace("She go", "She goes"))
    window.says("gec 2")
    window.command("gec: Correct file")
    right = reduce(lambda text, word: text.replace(word, SEEN[word]), SEEN, TEXT)
    window.saved(right)
    window.says("gec")


@needs_vscode
@pytest.mark.slow
@pytest.mark.parametrize("window", [COMMAND[:-1]], indirect=True)
def test_a_dead_server_is_reported_and_can_be_restarted(window: Window) -> None:
    window.says("gec 3")
    os.kill(int(window.file.parents[1].joinpath("pid").read_text()), signal.SIGKILL)
    item = window.page.locator("footer a", has_text="gec").first
    window.until(lambda: "SIGKILL" in (item.get_attribute("aria-label") or ""))
    window.command("gec: Correct file")
    said = window.page.locator(".notification-list-item", has_text="gec is not running")
    said.get_by_role("button", name="Restart").click()
    window.says("gec 3")
    window.command("gec: Rewrite paragraph")  # of the line with the cursor, the heading
    window.page.locator(".notification-list-item", has_text="nothing to rewrite").wait_for()


@needs_vscode
@pytest.mark.slow
@pytest.mark.parametrize("window", [None], indirect=True)
def test_nothing_is_installed_without_consent(window: Window) -> None:
    page = window.page
    (window.file.parent / "pyproject.toml").write_text('[project]\nname = "gec"\n')
    said = page.locator(".notification-list-item", has_text="gec is not installed")
    said.get_by_role("button", name="Install…").click()
    asking = page.locator(".monaco-dialog-box", has_text="-m pip install")
    asking.get_by_role("button", name="Cancel").click()
    asking.wait_for(state="detached")
    assert not (window.file.parents[1] / "data" / "User" / "globalStorage" / "gec.gec" / "venv").exists()


@needs_vscode
@pytest.mark.slow
@pytest.mark.parametrize("window", [["sh", "-c", "echo no model here >&2; exit 2"]], indirect=True)
def test_a_failing_server_is_reported(window: Window) -> None:
    window.says("gec")
    item = window.page.locator("footer a", has_text="gec").first
    window.until(lambda: "no model here" in (item.get_attribute("aria-label") or ""))
    item.click()
    window.page.locator(".output-view, .pane-body", has_text="no model here").first.wait_for()
