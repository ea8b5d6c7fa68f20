"""A verb that agrees is not made to agree with something else, and one that does not is."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Physics {is->are} hard.",
        "The sea, the sky and the air {are->is} blue.",
        "Leeds and Bradford {are->is} in Yorkshire.",
        "The data {are->is} here.",
        "The data {is->are} here.",
        "The police {are->is} here.",
        "My family always {is->are} here.",
        "The jury {were->was} sent home.",
        "I heard it {rain->rains}.",
        "You can have it {return->returns} a number.",
        "Let the dog {sleep->sleeps}.",
        "Interface and operation occasionally {affect->affects} it.",
        "It makes color support {depend->depends} on it.",
        "Keep it, provided that this sign and that old lamp {appear->appears} at once.",
    ],
)
def test_what_agrees_is_left(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "The laws of physics {is->are} hard.",
        "I heard that it {rain->rains}.",
        "Fish and meat {is->are} dear.",
        "The police {is->are} here.",
        "Each family {have->has} one.",
        "These data {provides->provide} it.",
        "We thank God, who {save->saves} us.",
        "The cats {is->are} here.",
        "The friends of one {is->are} fast.",
        "One of the cats that {is->are} fast came.",
        "The effect of the drugs {affect->affects} them.",
        "The bus of the town {are->is} late.",
        "He saw signs of the fox that {were->was} gone.",
        "A site on the web that {give->gives} advice is here.",
        "The `entities` package {are->is} small.",
        "It {don't->doesn't} disable it.",
        "My brother and he {likes->like} it.",
        "A class that {have->has} changed is new.",
        "Boys of each class {runs->run} there.",
        "A lot people who {lives->live} there came.",
        "Many class which {is->are} taught.",
        "A lot of cats that see birds {is->are} glad.",
        "A cat that sees birds and a dog {is->are} glad.",
        "Mary {have->has} a dog.",
        "There {are->is} a dog.",
        "The price of the hats from London {are->is} high.",
        "If it rains, cats {goes->go} home.",
        "The roosters {crows->crow} at four.",
        "My frends {goes->go} to school.",
        "The collegues {works->work} in London.",
        "The number of guests who {has->have} come is small.",
        "Why it {hides->hide} things, we asked.",
        "The man left, and she {wish->wishes} to stay.",
        "An old {dogs->dog} barked.",
    ],
)
def test_what_does_not_agree_is_mended(written: str) -> None:
    assert plausible(*marked(written))
