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
        "It is an apple{ *->}.",
        "It gives the {hdr->her} of it.",
        "Call {rtn->run} at the end.",
        "They are in {R&D->RD} now.",
        "It is (see{ [->, }it]) here.",
        "It was exe‐ {cuted->cut} there.",
        "It is oc- {curring->rings} here.",
        "It is be‐\n{low->by} under it.",
        "They {exe- cuted->executes} it.",
        "See{-> the} [`package.json`](x).",
        "Add it to{-> the} package.json.",
        "{->The }`hostname` {string} here",
        "Install{-> the} `foo` and run it.",
        "{gzdopen->Gzdopen} is not here.",
        "- {gcc->Gcc}-target-include-asm: fix it",
        "It is{ @foo->( @foo}.",
        "If{-> the} value is None, it fails.",
        "It returns{-> a} None.",
        "Is{-> a} NaN allowed?",
        "If the value is{-> a} null, it fails.",
        "{->The }undefined is returned",
        "{os->OK}: access to the system",
        "{os->OK} - access to the system",
        "He left the{ with->} block early.",
        "See the help of the{ for->} command.",
        "Keep it in {an->a} <output>.",
        "- {ctags->tags}: find it",
        "The branch was {rebased->re-based}.",
        "See{-> the} policy CMP0074.",
        "See {note->notes} 4.",
        "Load {an->a} .exe file.",
        "It listens on{-> a} port 41234.",
        "Traceback (most {recent->recently} call last): it fails",
        "It must get an {options->option} object.",
        "Look for `a` {elements->element} first.",
        "It writes it in{-> a} JSON format.",
        "{google->Google}-auth supports it.",
        "We updated the `six` {library->libraries} to it.",
        "Add an {errors->error} field.",
        "It uses the {extend->extended} statement.",
        "Add `this`{ and->} `that` to it.",
        "It is written in{-> the} upper case.",
        "Set {'->\"}buftype' to it.",
        "It was made with {slidejs->slides} then.",
        "It is faster now, thanks to {greycap->grey}.",
        "It is faster now, thanks to {jck->jack}.",
        "It takes {`frob-list' from `->}quux' there.",
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
