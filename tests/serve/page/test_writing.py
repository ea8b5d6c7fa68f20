"""The page in a real browser, as a writer uses it: typing, reading, applying, by mouse, by key and on a phone."""

from __future__ import annotations

import pytest

from tests.serve.browsers import RIGHT, WRONG

from .conftest import BROWSER, DESKTOP, PHONE, Open, text_of, write

pytestmark = BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the extra dev").expect


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_is_typed_is_underlined_and_a_click_applies_it(opened: Open, size: dict[str, int]) -> None:
    page = opened(size)
    write(page, WRONG)
    box = page.locator("mark", has_text="go").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    card = page.locator("#card")
    expect(card).to_contain_text("go → goes")
    expect(card).to_contain_text("subject-verb agreement")
    page.locator("#apply").click()
    assert text_of(page) == RIGHT
    expect(card).to_be_hidden()
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
    expect(page.locator("#card")).to_contain_text("go → goes")
    page.emulate_media(forced_colors="active")  # where no tint shows which one it is
    assert page.locator("mark.open").evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert text_of(page) == f"{RIGHT} We was happy."
    page.keyboard.press("F8")
    expect(page.locator("#card")).to_contain_text("was → were")
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.press("Control+z")
    assert text_of(page) == f"{WRONG} We was happy."


def test_keys_continue_from_the_last_correction(opened: Open) -> None:
    page = opened()
    write(page, f"{WRONG} We was happy.")
    page.locator("mark", has_text="was").wait_for()
    page.keyboard.press("Control+Home")
    for key, shown in (("F8", "go → goes"), ("F8", "was → were"), ("Shift+F8", "go → goes")):
        page.keyboard.press(key)
        expect(page.locator("#card")).to_contain_text(shown)
        page.keyboard.press("Escape")
    page.locator("#list .show").first.focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "text"
    expect(page.locator("#card")).to_be_hidden()


def test_the_list_shows_all_and_applies_all_in_one_undo_step(opened: Open) -> None:
    page = opened()
    write(page, f"{WRONG} We was happy.")
    page.locator("#list li", has_text="was").wait_for()
    first = page.locator("#list li").first
    expect(first).to_contain_text("go → goes")
    expect(first).to_contain_text("% sure")
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


def test_a_correction_can_be_ignored(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    page.keyboard.press("F8")
    page.locator("#ignore").click()
    expect(page.locator("mark")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.type(" We was happy.")
    page.locator("mark", has_text="was").wait_for()
    expect(page.locator("mark", has_text="go")).to_have_count(0)


COMMAS = "However he was late. However she was late."


def test_ignoring_hides_only_this_place(opened: Open) -> None:
    page = opened()
    write(page, COMMAS)
    page.locator("#list li").nth(1).wait_for()
    page.locator("#list .show").first.click()
    page.locator("#ignore").click()
    expect(page.locator("mark")).to_have_count(1)
    page.keyboard.press("Control+Home")
    page.keyboard.type("Well. ")
    page.locator("#status", has_text="1 correction.").wait_for()
    expect(page.locator("#hidden")).to_have_text("1 hidden")


def test_hidden_corrections_can_be_shown_again(opened: Open) -> None:
    page = opened()
    write(page, COMMAS)
    page.locator("#list li").nth(1).wait_for()
    page.keyboard.press("F8")
    page.locator("#ignore").click()
    page.locator("#threshold").focus()
    page.keyboard.press("End")
    expect(page.locator("#hidden")).to_have_text("2 hidden")
    page.locator("#hidden").focus()
    page.keyboard.press("Enter")
    expect(page.locator("mark")).to_have_count(2)
    expect(page.locator("#level")).to_have_text("0 %")
    expect(page.locator("#hidden")).to_be_hidden()


def test_copying_leaves_the_selection_and_the_text_alone(opened: Open) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    write(page, WRONG)
    page.evaluate("text.setSelectionRange(4, 6)")
    page.locator("#copy").click()
    expect(page.locator("#status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == WRONG
    page.keyboard.type("x")
    assert text_of(page) == WRONG
    assert page.evaluate("[text.selectionStart, text.selectionEnd]") == [4, 6]
    page.evaluate("document.execCommand = () => false")
    page.locator("#copy").click()
    expect(page.locator("#status")).to_have_text("Nothing was copied.")


def test_a_row_of_the_list_has_the_present_word(opened: Open) -> None:
    page = opened()
    write(page, "However he was late.")
    expect(page.locator("#list li")).to_contain_text("However,")
    page.route("**/v1/**", lambda route: None)  # the server does not answer, so the row stays
    page.evaluate("text.setSelectionRange(0, 0)")
    page.locator("#text").focus()
    page.keyboard.type("x")
    expect(page.locator("#list li")).to_contain_text("xHowever,")


def test_an_accent_ends_no_word(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill("A cafe\u0301s\u0301 menu")
    expect(page.locator("#words")).to_have_text("3 words")


def test_underlines_keep_their_words_while_more_is_typed(opened: Open) -> None:
    page = opened()
    write(page, WRONG)
    page.keyboard.press("Control+Home")
    page.keyboard.type("😀 Look! ")
    expect(page.locator("mark", has_text="go")).to_have_text("go")
    page.locator("#list .quiet").first.click()
    assert text_of(page) == f"😀 Look! {RIGHT}"


def test_an_insertion_at_the_end_of_a_line_is_shown_on_that_line(opened: Open) -> None:
    page = opened()
    page.locator("#text").fill("I saw her. Why is it so usefull\n\nWe plays.")
    page.locator("mark", has_text="plays").wait_for()
    marks = page.locator("mark").all_inner_texts()
    assert marks[-3:] == ["useful", "l", "plays"]
    page.locator("#list .show", has_text="?").first.click()
    expect(page.locator("mark.open")).to_have_text("l")


def test_the_card_explains_and_is_beside_the_text(opened: Open) -> None:
    for size in (DESKTOP, PHONE):
        page = opened(size)
        write(page, f"{WRONG}\nAnother line.\nThe soup was coul.")
        page.locator("mark", has_text="coul").wait_for()
        page.locator("#list .show", has_text="go").click()
        expect(page.locator("#why")).to_contain_text("subject")
        card, sheet = page.locator("#card").bounding_box(), page.locator(".sheet").bounding_box()
        mark = page.locator("mark.open").bounding_box()
        assert card["x"] >= sheet["x"] + sheet["width"] or card["y"] > mark["y"] + 60
        page.keyboard.press("Escape")
        page.locator("#list .show", has_text="coul").click()
        other = page.locator("#others button").first
        word = other.inner_text()
        other.click()
        assert text_of(page).endswith(f"The soup was {word}.")
