"""The page and its server: what was read so far, what is shown, what is kept, and texts that are long."""

from __future__ import annotations

import threading

import pytest

from gec.edits.edit import Edit
from gec.serve.words import FolderWords
from tests.serve.browsers import RIGHT, WRONG

from .conftest import BROWSER, DESKTOP, Open, Opening, text_of, write

pytestmark = BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev").expect


def test_a_deleted_space_is_visible(opening: Opening, serving) -> None:
    def propose(texts):
        return [(Edit(11, 12, "", "U:SPACE", 0.9),) for _ in texts]

    with serving(propose) as here, opening(here.url) as opened:
        page = opened()
        write(page, "He was late , again.")
        expect(page.locator("#list .change")).to_have_text("late , → late,")
        expect(page.locator("#list .change del")).to_have_text("late ,")


def test_the_threshold_hides_what_is_less_sure(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    slider = page.locator("#threshold")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator("#level")).to_have_text("100 %")
    expect(page.locator("mark")).to_have_count(0)
    expect(page.locator("#hidden")).to_have_text("1 hidden")
    page.keyboard.press("Home")
    expect(page.locator("#hidden")).to_be_hidden()
    assert page.locator("mark").count() > 0
    assert text_of(page) == WRONG


def test_an_edit_with_exactly_the_threshold_is_shown(opening: Opening, serving) -> None:
    def propose(texts):
        return [(Edit(4, 6, "goes", "R:VERB:SVA", 0.496),) for _ in texts]

    with serving(propose) as here, opening(here.url) as opened:
        page = opened()
        write(page, WRONG)
        page.locator("#threshold").fill("50")
        expect(page.locator("#list li")).to_contain_text("50 % sure")
        page.locator("#threshold").fill("51")
        expect(page.locator("#list li")).to_have_count(0)


def test_the_page_is_dark_by_system_or_by_choice(opened: Open) -> None:
    shade = "getComputedStyle(document.body).backgroundColor"
    light, dark = opened(color_scheme="light"), opened(color_scheme="dark")
    assert light.evaluate(shade) != dark.evaluate(shade)
    assert dark.evaluate(shade) == "rgb(23, 22, 20)"
    dark.locator("#theme").click()
    assert dark.evaluate(shade) == light.evaluate(shade)
    dark.reload()
    assert dark.evaluate(shade) == light.evaluate(shade)


def test_a_text_survives_a_reload_and_going_back(opened: Open) -> None:
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


def test_the_page_works_without_storage(opened: Open) -> None:
    page = opened()
    page.add_init_script("""for (const name of ["sessionStorage", "localStorage"])
        Object.defineProperty(globalThis, name, {get() { throw new DOMException("no", "SecurityError"); }});""")
    page.reload()
    write(page, WRONG)
    page.locator("#theme").click()
    page.locator("#list .quiet").first.click()
    assert text_of(page) == RIGHT


def test_a_long_text_shows_its_first_problems_before_the_last_is_read(opening: Opening, serving, corrector) -> None:
    rest, go_on = (f"The garden near house number {n} is small." for n in range(99)), threading.Event()

    def propose(texts):
        assert WRONG in texts or go_on.wait(60)
        return corrector.propose(texts)

    with serving(propose) as here, opening(here.url) as opened:
        page = opened()
        page.locator("#text").fill(f"{WRONG} {' '.join(rest)}")
        expect(page.locator("#status")).to_have_text("1 correction so far, still reading.")
        expect(page.locator("mark", has_text="go")).to_have_count(1)
        go_on.set()
        expect(page.locator("#status")).to_have_text("1 correction.")


def test_a_sentence_that_is_too_long_is_reported(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill(f"{WRONG} {'she go to school and ' * 600}")
    page.locator("#status", has_text="1 correction. A sentence is too long to be read.").wait_for()
    page.locator("#text").fill("she go to school and " * 600)
    page.locator("#status", has_text="0 corrections. A sentence is too long to be read.").wait_for()


def test_a_text_that_waits_long_is_read_finally(opening: Opening, serving) -> None:
    with serving(timeout=0.05) as here, opening(here.url) as opened:
        page = opened()
        here.door.open.clear()
        page.locator("#text").fill(f"{WRONG} {'The house near the river is old. ' * 99}")
        for _ in range(8):
            with page.expect_response("**/v1/correct"):
                pass
        expect(page.locator("#status")).to_have_text("Reading…")
        here.door.open.set()
        expect(page.locator("#status")).to_have_text("1 correction.")


def test_a_text_counts_as_read_only_when_it_is(opening: Opening, serving) -> None:
    with serving() as here, opening(here.url) as opened:
        page = opened()
        write(page, f"{WRONG} We was happy.")
        status = page.locator("#status")
        status.get_by_text("2 corrections.").wait_for()
        here.door.open.clear()
        page.keyboard.type(" Nobody have read this.")
        page.locator("#threshold").focus()
        page.keyboard.press("ArrowRight")
        expect(status).to_have_text("2 corrections so far, still reading.")
        page.locator("#all").click()
        expect(status).to_have_text("Reading…")
        here.door.open.set()
        page.locator("mark", has_text="have").wait_for()


def test_a_server_with_a_token_asks_for_it(opening: Opening, serving) -> None:
    with serving(token="a word") as here, opening(here.url, expected=1) as opened:
        page = opened()
        with page.expect_response("**/v1/correct") as refused:
            page.locator("#text").fill(WRONG)
        assert refused.value.status == 401
        page.locator("#token").fill("пароль")
        page.keyboard.press("Enter")
        assert page.evaluate("document.querySelector('#token:invalid') !== null")
        expect(page.locator("#status")).not_to_contain_text("does not answer")
        page.locator("#token").fill("a word")
        page.keyboard.press("Enter")
        page.locator("mark", has_text="go").wait_for()
        expect(page.locator("#key")).to_be_hidden()


def test_a_key_redraws_one_line_of_many_equal_ones(opened: Open) -> None:
    page = opened()
    typed = """() => {
        const watched = new MutationObserver(() => {});
        watched.observe(mirror, { childList: true, subtree: true, characterData: true });
        text.value += "x";
        text.dispatchEvent(new Event("input"));
        return watched.takeRecords().reduce((sum, one) => sum + one.addedNodes.length + one.removedNodes.length, 0);
    }"""
    page.evaluate("text.value = '\\n'.repeat(40_000)")
    page.evaluate(typed)
    assert 0 < page.evaluate(typed) < 20


def test_a_word_goes_to_the_dictionary_and_choices_are_kept(opening: Opening, serving, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with serving(words=FolderWords(tmp_path, shared=True)) as here, opening(here.url, 1) as opened:
        page = opened()
        write(page, f"We ate coul soup.\n\n    {WRONG}")
        expect(page.locator("#rewrite")).to_be_hidden()  # the model of this server does not know the task
        page.route("**/v1/words", lambda route: route.abort())
        page.locator("#list .show", has_text="coul").click()
        page.locator("#add").click()
        page.locator("#status", has_text="The word was not added").wait_for()
        page.unroute("**/v1/words")
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
