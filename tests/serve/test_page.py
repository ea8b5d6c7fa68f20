"""The page in a real browser, as a writer uses it: typing, reading, applying, by mouse, by key and on a phone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from gec.edits.edit import Edit
from gec.serve.words import Words

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 812}
WRONG = "She go to school every day."
RIGHT = "She goes to school every day."

Open = Callable[..., "sync_api.Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: sync_api.Browser, here) -> Iterator[Open]:
    """Opens the page; at the end nothing may have gone wrong in it, and nothing may have been asked of others."""
    with _opening(browser, here.url) as opening:
        yield opening


@contextmanager
def _opening(browser: sync_api.Browser, url: str, expected: int = 0) -> Iterator[Open]:
    faults: list[str] = []
    asked: set[str] = set()
    contexts = []

    def opening(size: dict[str, int] = DESKTOP, **how: object) -> sync_api.Page:
        contexts.append(browser.new_context(viewport=size, **how))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: asked.add(request.url))
        page.goto(url)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert len(faults) == expected, faults
    assert [one for one in asked if not one.startswith(url)] == []


def text_of(page: sync_api.Page) -> str:
    return page.locator("#text").input_value()


def write(page: sync_api.Page, text: str) -> None:
    page.locator("#text").click()
    page.keyboard.type(text)
    page.locator("mark").first.wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_is_typed_is_underlined_and_a_click_applies_it(opened: Open, size: dict[str, int]) -> None:
    page = opened(size)
    write(page, WRONG)
    box = page.locator("mark", has_text="go").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = page.locator("#card")
    assert "go → goes" in card.inner_text()
    assert "subject-verb agreement" in card.inner_text()
    page.locator("#apply").click()
    assert text_of(page) == RIGHT
    assert not card.is_visible()
    page.locator("#status", has_text="Nothing to correct.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_the_underlines_lie_under_their_words(opened: Open) -> None:
    page = opened(PHONE)
    page.locator("#text").fill("\n".join(["A line that is long enough to be broken on a phone."] * 4 + [WRONG]))
    page.locator("mark", has_text="go").wait_for()
    assert page.locator("#mirror").bounding_box() == page.locator("#text").bounding_box()
    assert page.evaluate("text.scrollHeight <= text.clientHeight")  # all of it is seen without a scroll bar
    shape = """id => ["font", "padding", "letterSpacing", "whiteSpace", "overflowWrap", "tabSize", "width"].map(
        name => getComputedStyle(document.getElementById(id))[name])"""
    assert page.evaluate(shape, "mirror") == page.evaluate(shape, "text")


def test_everything_works_by_key(opened: Open) -> None:
    page = opened()
    write(page, f"{WRONG} We was happy.")
    page.locator("mark", has_text="was").wait_for()
    page.keyboard.press("F8")
    assert page.evaluate("document.activeElement.id") == "apply"
    assert "go → goes" in page.locator("#card").inner_text()
    page.emulate_media(forced_colors="active")  # where no tint shows which one it is
    assert page.locator("mark.open").evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert text_of(page) == f"{RIGHT} We was happy."
    page.keyboard.press("F8")
    assert "was → were" in page.locator("#card").inner_text()
    page.keyboard.press("Escape")
    assert not page.locator("#card").is_visible()
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.press("Control+z")
    assert text_of(page) == f"{WRONG} We was happy."


def test_the_keys_go_on_from_where_the_writer_looked_away(opened: Open) -> None:
    page = opened()
    write(page, f"{WRONG} We was happy.")
    page.locator("mark", has_text="was").wait_for()
    page.keyboard.press("Control+Home")
    for key, shown in (("F8", "go → goes"), ("F8", "was → were"), ("Shift+F8", "go → goes")):
        page.keyboard.press(key)
        assert shown in page.locator("#card").inner_text()
        page.keyboard.press("Escape")
    page.locator("#list .show").first.focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "text"
    assert not page.locator("#card").is_visible()


def test_the_list_says_all_and_applies_all_in_one_step(opened: Open) -> None:
    page = opened()
    write(page, f"{WRONG} We was happy.")
    page.locator("#list li", has_text="was").wait_for()
    first = page.locator("#list li").first
    assert "go → goes" in first.inner_text()
    assert "% sure" in first.inner_text()
    first.locator(".show").focus()
    page.keyboard.press("ArrowDown")
    assert "was" in page.evaluate("document.activeElement.innerText")
    page.locator("#all").click()
    assert text_of(page) == f"{RIGHT} We were happy."
    page.keyboard.press("Control+z")
    assert text_of(page) == f"{WRONG} We was happy."


def test_the_caret_stays_where_it_was_in_the_text(opened: Open) -> None:
    page = opened()
    caret = "[text.selectionStart, text.selectionEnd]"
    write(page, f"{WRONG} We was happy. It is late.")
    page.locator("#list li").nth(1).wait_for()
    page.locator("#list .quiet").first.click()
    assert page.evaluate(caret) == [len(f"{RIGHT} We was happy. It is late.")] * 2
    page.evaluate("text.setSelectionRange(1, 3)")
    page.locator("#all").click()
    assert text_of(page) == f"{RIGHT} We were happy. It is late."
    assert page.evaluate(caret) == [1, 3]


def test_a_space_that_goes_is_seen(browser: sync_api.Browser, serving) -> None:
    def propose(texts):
        return [(Edit(11, 12, "", "U:SPACE", 0.9),) for _ in texts]

    with serving(propose) as here, _opening(browser, here.url) as opening:
        page = opening()
        write(page, "He was late , again.")
        assert page.locator("#list .change").inner_text() == "late , → late,"
        assert page.locator("#list .change del").inner_text() == "late ,"


def test_a_correction_can_be_ignored(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    page.keyboard.press("F8")
    page.locator("#ignore").click()
    assert page.locator("mark").count() == 0
    page.keyboard.press("End")
    page.keyboard.type(" We was happy.")
    page.locator("mark", has_text="was").wait_for()
    assert page.locator("mark", has_text="go").count() == 0


COMMAS = "However he was late. However she was late."


def test_what_is_ignored_is_ignored_in_its_place_alone(opened: Open) -> None:
    page = opened()
    write(page, COMMAS)
    page.locator("#list li").nth(1).wait_for()
    page.locator("#list .show").first.click()
    page.locator("#ignore").click()
    assert page.locator("mark").count() == 1
    page.keyboard.press("Control+Home")
    page.keyboard.type("Well. ")
    page.locator("#status", has_text="1 correction.").wait_for()
    assert page.locator("#hidden").inner_text() == "1 hidden"


def test_what_is_hidden_can_be_shown_again(opened: Open) -> None:
    page = opened()
    write(page, COMMAS)
    page.locator("#list li").nth(1).wait_for()
    page.keyboard.press("F8")
    page.locator("#ignore").click()
    page.locator("#threshold").focus()
    page.keyboard.press("End")
    assert page.locator("#hidden").inner_text() == "2 hidden"
    page.locator("#hidden").focus()
    page.keyboard.press("Enter")
    assert page.locator("mark").count() == 2
    assert page.locator("#level").inner_text() == "0 %"
    assert not page.locator("#hidden").is_visible()


def test_copying_leaves_the_selection_and_the_text_alone(opened: Open) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    write(page, WRONG)
    page.evaluate("text.setSelectionRange(4, 6)")
    page.locator("#copy").click()
    assert page.locator("#status").inner_text() == "Copied."
    assert page.evaluate("navigator.clipboard.readText()") == WRONG
    page.keyboard.type("x")
    assert text_of(page) == WRONG
    assert page.evaluate("[text.selectionStart, text.selectionEnd]") == [4, 6]
    page.evaluate("document.execCommand = () => false")
    page.locator("#copy").click()
    assert page.locator("#status").inner_text() == "Nothing was copied."


def test_the_threshold_hides_what_is_less_sure(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    slider = page.locator("#threshold")
    slider.focus()
    page.keyboard.press("End")
    assert page.locator("#level").inner_text() == "100 %"
    assert page.locator("mark").count() == 0
    assert page.locator("#hidden").inner_text() == "1 hidden"
    page.keyboard.press("Home")
    assert not page.locator("#hidden").is_visible()
    assert page.locator("mark").count() > 0
    assert text_of(page) == WRONG


def test_what_is_as_sure_as_the_slider_asks_is_shown(browser: sync_api.Browser, serving) -> None:
    def propose(texts):
        return [(Edit(4, 6, "goes", "R:VERB:SVA", 0.496),) for _ in texts]

    with serving(propose) as here, _opening(browser, here.url) as opening:
        page = opening()
        write(page, WRONG)
        page.locator("#threshold").fill("50")
        assert "50 % sure" in page.locator("#list li").inner_text()
        page.locator("#threshold").fill("51")
        assert page.locator("#list li").count() == 0


def test_a_row_says_the_word_that_is_there_now(opened: Open) -> None:
    page = opened()
    write(page, "However he was late.")
    assert "However," in page.locator("#list li").inner_text()
    page.evaluate("text.setSelectionRange(0, 0)")
    page.locator("#text").focus()
    page.keyboard.type("x")
    assert "xHowever," in page.locator("#list li").inner_text()


def test_an_accent_ends_no_word(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill("A cafe\u0301s\u0301 menu")
    assert page.locator("#words").inner_text() == "3 words"


def test_underlines_keep_their_words_while_more_is_typed(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    page.keyboard.press("Control+Home")
    page.keyboard.type("😀 Look! ")
    assert page.locator("mark", has_text="go").inner_text() == "go"
    page.locator("#list .quiet").first.click()
    assert text_of(page) == f"😀 Look! {RIGHT}"


def test_what_is_missing_at_the_end_of_a_line_is_seen_on_that_line(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill("I saw her. Why is it so usefull\n\nWe plays.")
    page.locator("mark", has_text="plays").wait_for()
    marks = page.locator("mark").all_inner_texts()
    assert marks[-3:] == ["useful", "l", "plays"]
    page.locator("#list .show", has_text="?").first.click()
    assert page.locator("mark.open").inner_text() == "l"


def test_it_is_dark_where_the_system_is_and_where_the_writer_says(opened: Open) -> None:
    shade = "getComputedStyle(document.body).backgroundColor"
    light, dark = opened(color_scheme="light"), opened(color_scheme="dark")
    assert light.evaluate(shade) != dark.evaluate(shade)
    assert dark.evaluate(shade) == "rgb(23, 22, 20)"
    dark.locator("#theme").click()
    assert dark.evaluate(shade) == light.evaluate(shade)
    dark.reload()
    assert dark.evaluate(shade) == light.evaluate(shade)


def test_a_text_is_still_there_after_a_reload_and_on_coming_back(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    page.reload()
    page.locator("mark", has_text="go").wait_for()
    page.goto("about:blank")
    page.go_back()
    page.locator("mark", has_text="go").wait_for()
    assert text_of(page) == WRONG
    page.locator("#text").fill("")
    page.reload()
    assert text_of(page) == ""


def test_it_works_where_the_browser_keeps_nothing(opened: Open) -> None:
    page = opened()
    page.add_init_script("""for (const name of ["sessionStorage", "localStorage"])
        Object.defineProperty(globalThis, name, {get() { throw new DOMException("no", "SecurityError"); }});""")
    page.reload()
    write(page, WRONG)
    page.locator("#theme").click()
    page.locator("#list .quiet").first.click()
    assert text_of(page) == RIGHT


def test_a_long_text_shows_its_first_problems_before_the_last_is_read(opened: Open) -> None:
    page = opened()
    rest = (f"The old house near the river number {n} has {n} small rooms and a garden." for n in range(800))
    text = f"{WRONG} {' '.join(rest)}"
    page.locator("#text").fill(text)
    page.locator("#status", has_text="so far").wait_for()
    page.locator("mark").first.wait_for()
    page.locator("#status", has_text=re.compile(r"corrections?(, .*)?\.$")).wait_for(timeout=60_000)
    assert page.locator("mark", has_text="go").count() == 1


def test_a_sentence_that_is_too_long_is_told(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill(f"{WRONG} {'she go to school and ' * 600}")
    page.locator("#status", has_text="1 correction. A sentence is too long to be read.").wait_for()
    page.locator("#text").fill("she go to school and " * 600)
    page.locator("#status", has_text="0 corrections. A sentence is too long to be read.").wait_for()


def test_nothing_is_said_to_be_read_before_it_is(browser: sync_api.Browser, serving) -> None:
    with serving() as here, _opening(browser, here.url) as opening:
        page = opening()
        write(page, f"{WRONG} We was happy.")
        status = page.locator("#status")
        status.get_by_text("2 corrections.").wait_for()
        here.door.open.clear()
        page.keyboard.type(" Nobody have read this.")
        page.locator("#threshold").focus()
        page.keyboard.press("ArrowRight")
        assert status.inner_text() == "2 corrections so far, still reading."
        page.locator("#all").click()
        assert status.inner_text() == "Reading…"
        here.door.open.set()
        page.locator("mark", has_text="have").wait_for()


def test_a_server_with_a_token_asks_for_it(browser: sync_api.Browser, serving) -> None:
    with serving(token="a word") as here, _opening(browser, here.url, expected=1) as opening:
        page = opening()
        with page.expect_response("**/v1/correct") as refused:
            page.locator("#text").fill(WRONG)
        assert refused.value.status == 401
        page.locator("#token").fill("пароль")
        page.keyboard.press("Enter")
        assert page.evaluate("document.querySelector('#token:invalid') !== null")
        assert "does not answer" not in page.locator("#status").inner_text()
        page.locator("#token").fill("a word")
        page.keyboard.press("Enter")
        page.locator("mark", has_text="go").wait_for()
        assert not page.locator("#key").is_visible()


def test_a_key_costs_its_line_in_a_text_of_many_equal_lines(opened: Open) -> None:
    page = opened()
    typed = """() => {
        text.value += "x";
        const began = performance.now();
        text.dispatchEvent(new Event("input"));
        return performance.now() - began;
    }"""
    page.evaluate("text.value = '\\n'.repeat(40_000)")
    page.evaluate(typed)
    assert page.evaluate(typed) < 2000


def test_the_card_teaches_and_stands_beside_the_text(opened: Open) -> None:
    for size in (DESKTOP, PHONE):
        page = opened(size)
        write(page, f"{WRONG}\nAnother line.\nThe soup was coul.")
        page.locator("mark", has_text="coul").wait_for()
        page.locator("#list .show", has_text="go").click()
        assert "subject" in page.locator("#why").inner_text()
        card, sheet = page.locator("#card").bounding_box(), page.locator(".sheet").bounding_box()
        mark = page.locator("mark.open").bounding_box()
        assert card["x"] >= sheet["x"] + sheet["width"] or card["y"] > mark["y"] + 60
        page.keyboard.press("Escape")
        page.locator("#list .show", has_text="coul").click()
        other = page.locator("#others button").first
        word = other.inner_text()
        other.click()
        assert text_of(page).endswith(f"The soup was {word}.")


def test_a_word_goes_to_the_dictionary_and_choices_are_kept(browser, serving, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with serving(words=Words(tmp_path, shared=True)) as here, _opening(browser, here.url) as opening:
        page = opening()
        write(page, f"We ate coul soup.\n\n    {WRONG}")
        page.locator("#list .show", has_text="coul").click()
        page.locator("#add").click()
        page.locator("#list li", has_text="coul").wait_for(state="detached")
        assert (tmp_path / "gec" / "words").read_text() == "coul\n"
        assert page.locator("mark", has_text="go").count() > 0
        page.locator("#format").select_option("markdown")
        page.locator("#dialect").select_option("gb")
        page.locator("#list li", has_text="go").wait_for(state="detached")
        page.reload()
        page.locator("#status", has_text="Nothing to correct.").wait_for()
        assert page.locator("#format").input_value() == "markdown"
        assert page.locator("#dialect").input_value() == "gb"


def test_a_thousand_lines_are_read_and_walked_through(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill("\n".join(["He go up."] * 1000))
    page.locator("#status", has_text="1,000 corrections.").wait_for(timeout=60_000)
    page.locator("#list .show").last.click()
    mark = page.locator("mark.open").bounding_box()
    assert 0 <= mark["y"] < DESKTOP["height"]
    page.locator("#apply").click()
    page.locator("#status", has_text="999 corrections").wait_for()
