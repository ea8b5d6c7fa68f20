"""Misspelt words are replaced before the model reads a sentence, and its proposals are mapped back."""

from __future__ import annotations

from functools import partial
from itertools import islice, product
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.before_model import Respelled, respelled
from gec.edits.align import Proposal
from gec.edits.edit import Edit, apply
from gec.guards.sentence import candidates
from gec.spelling.respell import unknown
from tests.linear import linear, seconds

WRITTEN = "I waited untill my collegue finished."
READ = "I waited until my colleague finished."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (WRITTEN, READ),
        ("Becuase of teh rain the freinds did'nt come.", "Because of the rain the friends didn't come."),
        ("We had alot of fun with eachother.", "We had a lot of fun with each other."),
        ("She teached the childs.", "She taught the children."),
        ("He goed to the shop becuase he choosed it.", "He went to the shop because he chose it."),
        ("The partys wasnt good and theyre late.", "The parties wasn't good and they're late."),
        ("It isn’t late, but they didnt come.", "It isn’t late, but they didn't come."),
        ("It isn’t late, but they did’nt come.", "It isn’t late, but they didn’t come."),
        ("I have many informations.", "I have a lot of information."),
        ("We met on wensday in febuary.", "We met on Wednesday in February."),
        ("(Recieve it.)", "(Receive it.)"),
        ("He teached it and has writed it.", "He taught it and has written it."),
        ("Untill it rained, we danced.", "Until it rained, we danced."),
        ("It is usefull, greatful and announceing.", "It is useful, grateful and announcing."),
        ("It was becuase...", "It was because..."),
        ("Goverment: a choice", "Government: a choice"),
        ("The goverment's plan", "The government's plan"),
        ("My neigbor's parrot immitates me.", "My neighbor's parrot imitates me."),
        ("We need a new liscence for it.", "We need a new licence for it."),
        ("Basicly, it works.", "Basically, it works."),
        ("A wierd-looking man is fourty-two.", "A weird-looking man is forty-two."),
        ("It was well-recieved in re-electted circles.", "It was well-received in re-elected circles."),
        ("I met José, my freind, at the café near the libary.", "I met José, my friend, at the café near the library."),
    ],
)
def test_misspelt_words_are_replaced(written: str, read: str) -> None:
    assert respelled(written).read == read


@pytest.mark.parametrize(
    "text",
    [
        "Michael met Dominika in Kraków.",
        "We use kubectl and fsspec with the `recieve` flag.",
        "See teh.txt or https://example.com/recieve and recieve_all().",
        "The colour of the catalogue is grey; globalisation and colorization.",
        "She redecorated the minibar.",
        "Use kubectl-style flags, `wierd-looking`, wierd-looking_name and --recieve-all.",
        "An xyzzy-frobnicated file went to recieve-wierd.org, teh-recieve and Recieve-all.",
        "RECIEVE the NSFNET.",
        "He wasn`t there and it isn´t fine.",
        "The recie\u2011ve and infor\u00admation, and naive fiance\u0301s.",
        "They didnt’ come.",
        "A file con\u2010 taining the value of the pro- tection level.",
        "The csh and the dpy.",
        "Put {{ teached }} there.",
        "A lacklustre and gruelling day of snorkelling.",
        "She called a prat of a fiance to the mullion window.",
        "A formfeed and a screenful of unlistable packfiles in bursty worktrees.",
        "The literalization was backgrounded.",
        "The refcounts of writeable bytearrays, and refcounting in toplevel ctors.",
        "ddate: prints it",
        "ntable - print the table",
        "- ntable - print the table",
        "An html escaper and two combiners of it.",
        "chrt: sets it",
        "The title is being worki… and toolt...",
        "Two pains au chocolat.",
        "She said that más vale tarde que nunca.",
        "A bottle of the vin ordinaire, and dal makhani, aloo gobi.",
        "A prima facie case against stare decisis, and a certain je ne sais quoi.",
        "We found C. elegans and S. cerevisae there.",
        "It mmaps and mlocks them, and I sshed in to hear the kora and the sinc.",
        "The colorists purled a row, and it was resected.",
        "The suid bit goes when you umount it; a phaser is one ulp off, and backpressure starts at the deciles.",
        "The cutover is statted lossily by userspace.",
        "The debuggee was deduped, and the cokernel of the morphism is an ortholog of the exome.",
        "We took quickla 1.2 for it, and hexly v0.9.",
        "Thuy and Timo are friends.",
        "He read that [s]tructures last, and set g(raphics) in (A)ttack.",
        "It stratifies and petrifies; the greedier one is catchier.",
        "The callout is in the overmap, and the lich casts a cantrip in the stretto.",
        "We had a rendang and a tarte, and eyebright on the toplist.",
        "Waith sees it as a fault.",
        "He prised it open, chomped on it and syphoned the rest; the organists have their egos.",
        "Offred's name is not known.",
        "The coroners had brunches with their granddaughters, and burbles came from the colanders.",
        "The boors loosened their bodices and tootled, and latterly it was transpiled.",
        "After two get-togethers and run-throughs we know the work-arounds.",
        "Importances of megamorphic thenables, for donators who use screenreaders with togglable navbars.",
        "Lorem ipsum",
        "a b c 1 2 3",
        "",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert respelled(text) == Respelled(text, text)


def test_a_word_is_unknown_without_its_possessive() -> None:
    assert [(one.start, one.end, one.word, one.named) for one in unknown("Collegue's idea")] == [
        (0, 8, "collegue", True)
    ]


def test_proposals_of_the_model_are_mapped_back() -> None:
    sentence = respelled("I recieve alot of lettr yesterday .")
    assert sentence.read == "I receive a lot of letter yesterday ."
    found = sentence.original(
        [Proposal(2, 9, "received", 5.0), Proposal(19, 25, "letters", 4.0), Proposal(35, 36, "", 3.0)]
    )
    told = [(one.start, one.end, one.replacement, one.odds, one.spelling is not None) for one in found]
    assert told == [
        (2, 9, "received", 5.0, True),
        (10, 14, "a lot", None, True),
        (18, 23, "letters", 4.0, True),
        (33, 34, "", 3.0, False),
    ]


def test_an_insertion_beside_a_respelling_stays_a_separate_edit() -> None:
    sentence = respelled(WRITTEN)
    found = sentence.original([Proposal(14, 14, ",", 2.0), Proposal(18, 27, "colleague's", 2.0)])
    assert [(one.start, one.end, one.replacement) for one in found] == [
        (9, 15, "until"),
        (15, 15, ","),
        (19, 27, "colleague's"),
    ]


def test_a_respelling_that_the_model_undoes_is_no_proposal() -> None:
    assert not respelled("I waited untill then.").original([Proposal(9, 14, "untill", 2.0)])


def test_a_respelt_word_that_the_model_deletes_stays_as_it_was() -> None:
    sentence = respelled("We wrote becuase a test.")
    assert sentence.read == "We wrote because a test."
    assert not sentence.original([Proposal(9, 17, "", 5.0)])
    assert not sentence.original([Proposal(9, 18, "a", 5.0)])


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("This ist a test.", "This is a test."),
        ("I wil go ot school, and teh dog will come.", "I will go to school, and the dog will come."),
        ("Unfortunatly, it rained.", "Unfortunately, it rained."),
    ],
)
def test_neighbours_decide_about_short_misspellings(written: str, read: str) -> None:
    assert respelled(written).read == read


@pytest.mark.parametrize(
    "text",
    [
        "We use antd components, and the length is a varint.",
        "It costs one milli-satoshi.",
        "After the recomposition of the scene it was genericized and orphanized.",
        "The postilions rode past a tabless window.",
        "The virial theorem holds for a prograde orbit.",
        "The declarators and the contemplator saw two volcanos.",
    ],
)
def test_rare_words_that_are_right_stay(text: str) -> None:
    assert respelled(text).read == text


WORDS = st.lists(st.sampled_from(["recieve", "the", "alot", "dont", "Michael", "cat", ",", "untill", "x"]), max_size=9)


@given(WORDS, st.data())
def test_both_ways_lead_to_the_same_text(words: list[str], data: st.DataObject) -> None:
    sentence = respelled(" ".join(words))
    places = sorted(data.draw(st.lists(st.integers(0, len(sentence.read)), max_size=6)))
    some = [Proposal(low, high, data.draw(st.sampled_from(["", "a", "to "])), 1.0) for low, high in _pairs(places)]
    some = [
        one
        for one in some
        if not sentence.swaps or len(one.replacement.split()) >= len(sentence.read[one.start : one.end].split())
    ]
    found = sentence.original([Proposal(one.start, one.end, one.replacement, one.odds) for one in some])
    direct = apply(sentence.read, [Edit(one.start, one.end, one.replacement) for one in some])
    assert apply(sentence.text, [Edit(one.start, one.end, one.replacement) for one in found]) == direct


def _pairs(places: list[int]) -> list[tuple[int, int]]:
    """Stretches that do not overlap."""
    pairs = list(zip(places[::2], places[1::2], strict=False))
    return [pair for number, pair in enumerate(pairs) if not number or pair[0] > pairs[number - 1][1]]


def test_a_long_sentence_takes_time_in_proportion() -> None:
    def read(count: int) -> None:
        words = ("".join(pair) for pair in product(ascii_lowercase, repeat=3))
        text = " ".join(f"recieve it untill {end} comes," for end in islice(words, count))
        found = respelled(text)
        list(candidates(text, found.original([]), {}))

    assert linear(partial(seconds, read), 200, 800, room=2)


@pytest.mark.parametrize(
    "text", ["a'" * 100_000, "x" * 200_000, "Recieve. " * 20_000, "_a" * 100_000, "xq-" * 60_000], ids=len
)
def test_hostile_text_takes_little_time(text: str) -> None:
    assert seconds(respelled, text) < 10


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Sory, I whant a foto.", "Sorry, I want a photo."),
        ("It was fourty waitors by the mirrow.", "It was forty waiters by the mirror."),
        ("Inspite of it we left.", "In spite of it we left."),
        ("The childrens room and my wifes bag.", "The children's room and my wife's bag."),
        ("The childrens play.", "The children play."),
        ("The mens changing room is beside the womens.", "The men's changing room is beside the women."),
        ("Yong and Sumer are names.", "Yong and Sumer are names."),
    ],
)
def test_usual_misspellings(written: str, meant: str) -> None:
    assert respelled(written).read == meant
