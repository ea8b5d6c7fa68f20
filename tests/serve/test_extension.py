"""The browser extension in a real Chromium, on a site of its own: fields of each kind, a big page, hostile text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gec.serve.words import FolderWords
from tests.serve.browsers import CHROMIUM, EXTENSION, RIGHT, UNDERLINED, WRONG, site

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
ORIGIN = "chrome-extension://jdokobobpljphjbfmnocealofjcklohe"  # by the key in the manifest
QUIET = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
HOSTILE = "<img src=x onerror=hurt()> have cause trouble."

Visit = Callable[[str], "sync_api.Page"]


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    with site() as address:
        yield address


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sync_api.BrowserContext]:
    loaded = [f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}"]
    with sync_api.sync_playwright() as play:
        context = play.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=CHROMIUM,
            headless=False,
            args=["--headless=new", *QUIET.split(), *loaded],
            viewport={"width": 900, "height": 600},
        )
        if not context.service_workers:
            context.wait_for_event("serviceworker")
        context.set_default_timeout(120_000)
        yield context
        context.close()


@pytest.fixture
def visit(chromium: sync_api.BrowserContext, elsewhere: str) -> Iterator[Visit]:
    """Opens a page of the site; none may have had an error, and none may have heard of the server."""
    pages, faults = [], []

    def visiting(path: str) -> sync_api.Page:
        page = chromium.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith(elsewhere) else faults.append(asked.url))
        page.goto(elsewhere + path)
        page.evaluate("() => { window.hurt = () => { document.title = 'hurt'; }; }")
        return page

    yield visiting
    for page in pages:
        page.close()
    assert faults == []


def use(chromium: sync_api.BrowserContext, port: int, **some: object) -> None:
    """Sets the extension up."""
    chosen = json.dumps({"port": port, "token": "", "preset": "", "dialect": "", "sites": {}, **some})
    chromium.service_workers[0].evaluate(f"chrome.storage.local.set({chosen})")


@pytest.fixture
def server(chromium, serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with serving(origins=(ORIGIN,), words=FolderWords(tmp_path, shared=True)) as running:
        use(chromium, running.port)
        yield running


TELL = "chrome.tabs.query({{active: true}}).then(([tab]) => chrome.tabs.sendMessage(tab.id, {{kind: '{}'}}))"
BOX = """word => { for (const [, ranges] of CSS.highlights) for (const range of ranges)
    if (String(range) === word) { const {x, y, width, height} = range.getBoundingClientRect();
        return {x: x + width / 2, y: y + height / 2}; } }"""


def wait(page: sync_api.Page, until: Callable[[list[str]], bool]) -> None:
    """Waits for the underlines to be so; the page's own rules forbid Playwright to do it."""
    for _ in range(600):
        if until(found := page.evaluate(UNDERLINED)):
            return
        page.wait_for_timeout(100)
    raise AssertionError(found)


def underlined(page: sync_api.Page, word: str, top: float = -1e6, bottom: float = 1e6) -> dict[str, float]:
    """Waits for it to stand between these heights, and says where it is."""
    for _ in range(600):
        if (found := page.evaluate(BOX, word)) and top < found["y"] < bottom:
            return found
        page.wait_for_timeout(100)
    raise AssertionError(found)


def press(page: sync_api.Page, name: str) -> None:
    """Waits for a button of the card, which stands in a closed tree, by way of what assistive technology sees, and
    clicks on it."""
    session = page.context.new_cdp_session(page)
    for _ in range(600):
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        buttons = [one for one in nodes if one.get("role", {}).get("value") == "button"]
        if button := next((one for one in buttons if one["name"]["value"] == name), None):
            break
        page.wait_for_timeout(100)
    x, y, right, _, _, bottom, *_ = session.send("DOM.getBoxModel", {"backendNodeId": button["backendDOMNodeId"]})[
        "model"
    ]["content"]
    session.detach()
    page.mouse.click((x + right) / 2, (y + bottom) / 2)


def test_a_text_area(visit: Visit, server) -> None:
    page = visit("/")
    page.locator("textarea").click()
    page.keyboard.type(f"Hello there.\n{WRONG}")
    word = underlined(page, "go")
    area = page.locator("textarea").bounding_box()
    assert area["y"] + 16 < word["y"] < area["y"] + 45  # on the second line
    page.mouse.click(word["x"], word["y"])
    press(page, "goes")
    assert page.locator("textarea").input_value() == f"Hello there.\n{RIGHT}"
    page.keyboard.press("Control+z")
    assert page.locator("textarea").input_value() == f"Hello there.\n{WRONG}"
    page.locator("[type=text]").click()
    page.keyboard.type("They was late.")
    underlined(page, "was")
    for secret in ("[type=password]", "[autocomplete]"):
        page.locator(secret).click()
        page.keyboard.type("He have a secret.")
        page.wait_for_timeout(1000)
        assert page.evaluate(UNDERLINED) == []
    page.locator("[type=text]").click()
    underlined(page, "was")
    assert not [text for text in server.door.read if "secret" in text]


def test_the_next_one_is_scrolled_to(visit: Visit, chromium, server) -> None:
    page = visit("/")
    page.locator("textarea").fill("\n" * 40 + WRONG)
    page.locator("textarea").focus()
    page.keyboard.press("Control+Home")
    underlined(page, "go")
    chromium.service_workers[0].evaluate(TELL.format("next"))
    area = page.locator("textarea").bounding_box()
    underlined(page, "go", area["y"], area["y"] + area["height"])
    press(page, "goes")
    assert RIGHT in page.locator("textarea").input_value()


def test_an_element_that_is_edited_in_place(visit: Visit, server) -> None:
    page = visit("/edited")
    page.locator("p").last.click()
    word = underlined(page, "was")
    page.mouse.move(word["x"], word["y"])
    press(page, "were")
    page.locator("p", has_text="We were happy.").wait_for()
    assert page.locator("[contenteditable]").inner_html().startswith("<p>We were <b>happy</b>.</p>")


def test_pictures_lines_and_what_the_page_selects_are_not_replaced(visit: Visit, chromium, server) -> None:
    page = visit("/apart")
    page.evaluate("ed.addEventListener('focus', () => setTimeout(() => getSelection().selectAllChildren(ed)))")
    page.locator("p").last.click()
    underlined(page, "was")
    assert page.evaluate(UNDERLINED) == ["was"]  # neither *go go* nor *more better*
    before = page.locator("#ed").inner_html()
    chromium.service_workers[0].evaluate(TELL.format("next"))
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert page.locator("#ed").inner_html() == before


def test_a_move_to_another_field_of_a_shadow_tree_is_seen(visit: Visit, server) -> None:
    page = visit("/shadow")
    page.evaluate("""() => { const root = host.attachShadow({mode: "open"});
        root.append(...["button", "textarea"].map((name) => document.createElement(name))); }""")
    page.locator("button").focus()
    page.locator("textarea").click()
    page.keyboard.type(WRONG)
    underlined(page, "go")


def test_what_is_ignored_or_in_the_dictionary_is_not_underlined(visit: Visit, server, tmp_path: Path) -> None:
    page = visit("/")
    page.locator("textarea").click()
    page.keyboard.type(f"{WRONG} We ate coul soup.")
    word = underlined(page, "go")
    page.mouse.click(word["x"], word["y"])
    press(page, "Ignore")
    word = underlined(page, "coul")
    assert "go" not in page.evaluate(UNDERLINED)
    page.mouse.click(word["x"], word["y"])
    press(page, "Add to dictionary")
    wait(page, lambda found: not found)
    assert (tmp_path / "gec" / "words").read_text() == "coul\n"


def test_hostile_text_stays_text(visit: Visit, server) -> None:
    page = visit("/")
    page.locator("textarea").fill(f"{HOSTILE} She go home.")
    page.evaluate(r"document.querySelector('textarea').value += ' \ud800'")  # as at the cut of a long text
    page.locator("textarea").click()
    word = underlined(page, "go")
    for text in page.evaluate(UNDERLINED):
        word = underlined(page, text)
        page.mouse.click(word["x"], word["y"])
        page.wait_for_timeout(200)
    assert page.title() == "A site"
    assert page.locator("img").count() == 0


def test_only_the_visible_part_of_a_large_page_is_read(visit: Visit, server) -> None:
    page = visit("/big")
    line = "The old house near the river has a small garden and nobody lives there now."
    page.evaluate(
        """([line, wrong]) => {
        const lines = Array(13000).fill(line);
        lines[3] = lines[8000] = wrong;
        area.value = lines.join("\\n");
        big.append(...lines.map(one => Object.assign(document.createElement("p"), {textContent: one})));
    }""",
        [line, WRONG],
    )
    assert len(page.locator("#area").input_value()) > 900_000
    for field, scroll in (("#big", "big.children[7995].scrollIntoView()"), ("#area", None)):
        page.evaluate(f"document.querySelector('{field}').focus({{preventScroll: true}}); scrollTo(0, 0)")
        if field == "#area":
            page.evaluate("area.setSelectionRange(0, 0); area.style.height = '20em'; area.scrollIntoView()")
        underlined(page, "go")
        if scroll:
            page.evaluate(scroll)
        else:
            page.evaluate("area.scrollTop = area.scrollHeight * 7999 / 13000")
        underlined(page, "go", 0, 600)


def test_the_popup_says_in_one_line_why_nothing_is_checked(visit: Visit, chromium, here, server) -> None:
    page = visit("/")
    popup = chromium.new_page()
    popup.set_viewport_size({"width": 320, "height": 420})
    stands = {server.port: "answers at", here.port: "does not know this extension", 1: "does not answer"}
    for port, said in stands.items():
        use(chromium, port)
        popup.goto(f"{ORIGIN}/popup.html")
        popup.locator("#state", has_text=said).wait_for()
        assert popup.locator("#start").is_visible() == (port != server.port)
    assert f"--port 1 --allow-origin {ORIGIN}" in popup.locator("code").inner_text()
    popup.close()
    use(chromium, 1)
    page.locator("textarea").fill(WRONG)
    page.wait_for_timeout(1500)
    assert page.evaluate(UNDERLINED) == []
    use(chromium, server.port)
    page.keyboard.type(" ")
    underlined(page, "go")


def test_a_site_can_be_turned_off(visit: Visit, chromium, server) -> None:
    use(chromium, server.port, sites={"localhost": {"off": True}})
    page = visit("/")
    page.locator("textarea").click()
    page.keyboard.type(WRONG)
    page.wait_for_timeout(1500)
    assert page.evaluate(UNDERLINED) == []
    use(chromium, server.port)
    chromium.service_workers[0].evaluate(TELL.format("changed"))  # as the popup does
    underlined(page, "go")


def test_the_extension_can_reach_this_machine_alone() -> None:
    manifest = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["host_permissions"] == ["http://127.0.0.1/*"]
    assert manifest["permissions"] == ["storage"]
    assert "connect-src http://127.0.0.1:*" in manifest["content_security_policy"]["extension_pages"]
    assert sum(one.stat().st_size for one in EXTENSION.rglob("*") if one.is_file()) < 80_000
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML", "".join(one.read_text() for one in EXTENSION.rglob("*.js"))
    )
    looks = {
        tuple(re.findall("::h.*", (EXTENSION / f"content/{one}").read_text())) for one in ("marks.css", "mirror.js")
    }
    assert len(looks) == 1
