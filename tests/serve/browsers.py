"""The browsers of this machine, and what the tests of the extension show them."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
EXTENSION = Path(__file__).parents[2] / "editors" / "browser"
WRONG, RIGHT = "She go to school every day.", "She goes to school every day."
UNDERLINED = """[...CSS.highlights].filter(([name]) => name.startsWith("gec-"))
    .flatMap(([, ranges]) => [...ranges].map(String))"""
PAGES = {
    "/": "<textarea rows=6 cols=60></textarea><input type=text size=60><input type=password>"
    "<input autocomplete='shipping address-line1'>",
    "/edited": "<div contenteditable style='width: 40em'><p>We was <b>happy</b>.</p><p>Good.</p></div>",
    "/apart": "<div contenteditable id=ed style='width: 40em'><p>She go <img alt> go to school.</p>"
    "<p>He is more</p><p>better.</p><p>We was glad.</p></div>",
    "/shadow": "<div id=host></div>",
    "/big": "<div contenteditable id=big></div><textarea id=area></textarea>",
}


class Site(BaseHTTPRequestHandler):
    """A page with strict rules of its own, which are not the extension's."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-security-policy", "default-src 'none'; style-src-attr 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>A site</title>{PAGES.get(self.path, '')}".encode())

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
