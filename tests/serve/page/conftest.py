"""What the tests of the page share: a real browser, the page opened in it, and a writer's first steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.serve.browsers import CHROMIUM

if TYPE_CHECKING:
    from playwright import sync_api

BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 812}

Open = Callable[..., "sync_api.Page"]
Opening = Callable[..., AbstractContextManager[Open]]


@pytest.fixture(scope="package")
def browser() -> Iterator[sync_api.Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev")
    playwright.expect.set_options(timeout=120_000)
    with playwright.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def opened(opening: Opening, here) -> Iterator[Open]:  # type: ignore[no-untyped-def]
    """Opens the page of the usual server."""
    with opening(here.url) as opened:
        yield opened


@pytest.fixture
def opening(browser: sync_api.Browser) -> Opening:
    """Opens the page of a server; at the end only as many faults as expected may have been in it, and nothing may
    have been asked of others."""

    @contextmanager
    def of(url: str, expected: int = 0) -> Iterator[Open]:
        faults: list[str] = []
        asked: set[str] = set()
        contexts = []

        def opened(size: dict[str, int] = DESKTOP, **how: object) -> sync_api.Page:
            contexts.append(browser.new_context(viewport=size, **how))
            contexts[-1].set_default_timeout(120_000)
            page = contexts[-1].new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
            page.on("request", lambda request: asked.add(request.url))
            page.goto(url)
            return page

        yield opened
        for context in contexts:
            context.close()
        assert len(faults) == expected, faults
        assert [one for one in asked if not one.startswith(url)] == []

    return of


def text_of(page: sync_api.Page) -> str:
    return page.locator("#text").input_value()


def write(page: sync_api.Page, text: str) -> None:
    page.locator("#text").click()
    page.keyboard.type(text)
    page.locator("mark").first.wait_for()
