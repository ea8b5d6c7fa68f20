"""Code, file names and symbols of a document are not taken for bad English, and what is bad beside them is mended."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "The Client{/Server Pattern-> are} difficult.",
        "Read{/Write->} Access",
        "A {·->stream,} here.",
        "It is be‐\n{low->by} under it.",
        "Keep it in {an->a} <output>.",
        "It is full of {stateful->state} closures.",
        "We need {shareable->share} notes.",
        "If {truthy->truth}, it is added.",
    ],
)
def test_what_documents_have_is_left(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "He came {w/->with} me.",
        "He came {w / out->without} me.",
        "Cats {&->and} dogs.",
        "He did “{good->well}”.",
        "It is well{- known->-known} here.",
        "He likes it- he {go->goes} there.",
        "A two- or three-day trip {are->is} nice.",
        "Use{-> the} `foo` option here.",
        "Use{-> the} `foo` and `bar` options.",
        "Set{-> the} `name` of it.",
        "Open{-> the} settings.json file.",
        "We met{-> the} 3 cats.",
        "{the->The} cat is here.",
        "{monday->Monday} was fine.",
        "{installs->Installs} it.",
        "It is{ ->, }(late) here.",
        "It returns{-> a} null pointer.",
        "It is{-> a} true story.",
        "It is more {comfortable->comfort} here.",
        "He lives in{ a->} Rome - a city.",
        "He went to the{ from->} house.",
        "He visited{ to->} Rome.",
        "It depends{-> on} `size` alone.",
        "See{-> the} value of it.",
        "{->The }value is high.",
        "{Exmple->Example}: this one",
        "It is {wellknown->well-known}.",
        "They came in{-> the} year 2000.",
        "See{-> the} policy of 2014.",
        "Traceback (most recent call last): it {fail->fails}",
        "It has an {options->option} too.",
        "It is in{-> the} JSON file.",
        "Both `a` and `b` {option->options} are old.",
        "He doesn{`->'}t know it.",
        "It is better, thanks to {beautifull->beautiful} weather.",
        "It is better, thanks to {tecnology->technology}.",
        "We are here thanks to {yuo->you}, and glad.",
        "I {hav->have} it.",
        "Run the {follow->following} command.",
        "Add `this`{ and->} and `that`.",
    ],
)
def test_what_is_bad_beside_it_is_mended(written: str) -> None:
    assert plausible(*marked(written))
