"""A text's own words, such as the names of packages, are not respelt; misspellings are, however often they come."""

from __future__ import annotations

import pytest

from gec.correction import corrected
from gec.edits.edit import Edit
from gec.text.formats import prose_of


def _kept(text: str, *edits: tuple[str, str, str, float]) -> list[str]:
    prose = prose_of(text, "markdown")
    found = [
        (view, [Edit(at, at + len(old), new, kind, sure)])
        for old, new, kind, sure in edits
        for view in prose.views()
        if (at := view.text.find(old)) >= 0
    ]
    return [edit.replacement for edit in corrected(prose, found).edits]


def test_a_word_that_is_also_in_code_is_not_changed() -> None:
    text = "Install the frobs.\n\nRun `pip install frobs` now.\n"
    assert _kept(text, ("frobs", "frogs", "R:SPELL", 0.99)) == []
    assert _kept(text, ("frobs", "tools", "R:NOUN", 0.99)) == []
    assert _kept("Use Mrecords here.\n\n```\nimport mrecords\n```\n", ("Mrecords", "Records", "R:SPELL", 0.99)) == []
    assert _kept("I recieve it.\n\nRun `recieve_all` now.\n", ("recieve", "receive", "R:SPELL", 0.99)) == ["receive"]


def test_a_word_of_which_a_name_in_code_is_made_is_left_unless_it_is_surely_misspelt() -> None:
    text = "It is the frobfs of it.\n\nSet `frobFsPath` and `my_frobfs`.\n"
    assert _kept(text, ("frobfs", "frogs", "R:SPELL", 0.35)) == []
    assert _kept(text, ("frobfs", "frogs", "R:SPELL", 0.99)) == ["frogs"]


def test_a_name_with_the_ending_of_a_misspelling_is_left() -> None:
    edit = ("parler", "parlor", "R:SPELL", 0.35)
    assert _kept("Add frob-parler to it.\n\n    import parler\n", edit) == []
    assert _kept("Add frob-parler. See parler here.\n", edit) == []
    assert _kept("Go to the parler.\n", edit) == ["parlor"]


def test_an_edit_beside_a_term_is_dropped_with_it() -> None:
    text = "The frobs is new.\n\nRun `frobs` now.\n"
    assert _kept(text, ("frobs", "frogs", "R:SPELL", 0.99), ("is", "are", "R:VERB:SVA", 0.99)) == []


def test_a_word_of_english_is_changed_though_code_has_it() -> None:
    text = "He import it.\n\nRun `import x` now.\n"
    assert _kept(text, ("import", "imports", "R:VERB:SVA", 0.9)) == ["imports"]


def test_an_article_is_no_name_though_code_has_it() -> None:
    assert _kept("It is a apple.\n\nPress `C-M-a` now.\n", ("a", "an", "R:DET", 0.9)) == ["an"]


def test_a_rare_word_that_stands_in_code_is_left() -> None:
    text = "Value is in seq.\n\n`seq`\n"
    assert _kept(text, ("seq", "September", "R:OTHER", 0.99)) == []
    assert _kept(text, ("seq", "seqs", "R:NOUN:NUM", 0.99)) == ["seqs"]
    assert _kept("Value is in seq.\n", ("seq", "September", "R:OTHER", 0.99)) == ["September"]


def test_a_name_that_is_nearly_a_function_word_is_not_changed() -> None:
    assert _kept("Return fpr of it.\n\n`fpr`\n", ("fpr", "for", "R:SPELL", 0.99)) == []
    assert _kept("Return fpr of it.\n", ("fpr", "for", "R:SPELL", 0.99)) == ["for"]


def test_a_word_that_comes_again_and_again_is_left_unless_it_is_surely_misspelt() -> None:
    text = "The frobs stand here. See the frobs. Get more frobs."
    assert _kept(text, ("frobs", "frogs", "R:SPELL", 0.35)) == []
    assert (
        _kept("I like becuase. And becuase he. So becuase.", ("becuase", "because", "R:SPELL", 0.99)) == ["because"] * 3
    )
    assert _kept("The frobs stand here. See the frobs.", ("frobs", "frogs", "R:SPELL", 0.35)) == []
    assert _kept("The frobs stand here. See them.", ("frobs", "frogs", "R:SPELL", 0.35)) == ["frogs"]
    assert _kept(text.replace("frobs", "seemuch"), ("seemuch", "see much", "R:ORTH", 0.35)) == []
    assert _kept("See seemuch there.", ("seemuch", "see much", "R:ORTH", 0.35)) == ["see much"]


def test_a_word_that_comes_again_and_again_is_mended_everywhere_or_nowhere() -> None:
    def kept(*sure: float | None) -> list[float]:
        text = " ".join(["The usecase."] * len(sure))
        prose = prose_of(text, "plain")
        proposed = ([] if one is None else [Edit(4, 11, "use case", "R:ORTH", one)] for one in sure)
        return [edit.confidence for edit in corrected(prose, zip(prose.views(), proposed, strict=True)).edits]

    assert kept(0.75, 0.55, 0.71) == [pytest.approx(0.67)] * 3
    assert kept(0.6, 0.3, 0.3) == []
    assert kept(0.75, None, None) == []  # as when one sentence is read again
    assert len(kept(0.75, 0.75, None)) == 2


def test_function_words_and_clear_slips_are_no_names() -> None:
    assert _kept("Teh end.\n\n`teh`\n", ("Teh", "The", "R:SPELL", 0.99)) == ["The"]
    assert _kept("I like it alot.\n\n`alot`\n", ("alot", "a lot", "R:SPELL", 0.99)) == ["a lot"]
