"""From a text to its correction, on the shipped model."""

from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gec
from gec.decoding.route import PIPELINED, REWRITE, WAYS
from gec.edits.edit import apply
from gec.edits.policy import Policy
from gec.text.formats import prose_of

CORPORA = Path(__file__).parents[1] / "corpora"
LETTER = "Yesterday she go to school. They was happy.\n\nHe have two cat, and they likes him very much.\n"


@pytest.fixture(scope="module")
def corrector() -> gec.Corrector:
    return gec.load(device="cpu")


def test_edits_have_offsets_in_the_given_text(corrector: gec.Corrector) -> None:
    found = corrector.correct(LETTER)
    assert found.edits
    assert apply(LETTER, found.edits) == found.text != LETTER
    assert all(edit.type and 0 <= edit.confidence <= 1 for edit in found.edits)
    assert [LETTER[start:end] for start, end in found.sentences] == [
        "Yesterday she go to school.",
        "They was happy.",
        "He have two cat, and they likes him very much.",
    ]


@given(st.text(max_size=80))
def test_any_text_stays_the_same_outside_its_edits(corrector: gec.Corrector, text: str) -> None:
    found = corrector.correct(text)
    assert apply(text, found.edits) == found.text
    within = [any(start <= edit.start and edit.end <= end for start, end in found.sentences) for edit in found.edits]
    assert all(within)


@pytest.mark.parametrize("half", ["\ud800", "\udcff"])
def test_a_lone_surrogate_stays_beside_a_correction(corrector: gec.Corrector, half: str) -> None:
    found = corrector.correct(f"{half} They was happy. {half}\n\nHe have two cats {half} now.")
    assert found.text == f"{half} They were happy. {half}\n\nHe has two cats {half} now."


def test_texts_keep_their_order_and_do_not_affect_each_other(corrector: gec.Corrector) -> None:
    texts = [f"She have {number} apples. They was red." for number in range(40)] + ["", "   ", "123 456"]
    one_by_one = [corrector.correct(text) for text in texts]
    assert list(corrector.correct_many(texts)) == one_by_one
    assert list(corrector.correct_many(reversed(texts))) == one_by_one[::-1]


def test_an_edit_has_a_message(corrector: gec.Corrector) -> None:
    edits = corrector.correct(LETTER).edits
    assert edits
    for edit in edits:
        assert edit.original == LETTER[edit.start : edit.end]
        assert edit.replacement.strip() in edit.message


def test_the_library_has_the_same_threshold_as_the_terminal(corrector: gec.Corrector) -> None:
    """In *at home*, the confidence that *at* is unnecessary is low."""
    text = f"{LETTER}\nShe has went at home because of rain.\n"
    [proposed] = (found.edits for found in corrector.read_many([text]))
    policy = Policy(threshold=corrector.threshold)
    assert corrector.threshold.least > 0 < corrector.threshold.slope
    assert any(edit.confidence < corrector.threshold.least for edit in proposed)
    assert corrector.correct(text).edits == policy.filter(text, proposed).edits


def test_the_library_heeds_remarks_in_a_text(corrector: gec.Corrector) -> None:
    text = "She have went home.\n\n<!-- gec: off -->\n\nShe have went home.\n"
    found = [corrector.correct(prose_of(text, "markdown")), corrector.settled(prose_of(text, "markdown"))]
    assert all(one.edits and one.edits[-1].end < text.index("gec: off") for one in found)


def test_every_way_to_decode_runs_on_the_shipped_model_and_the_lossless_ones_agree(corrector: gec.Corrector) -> None:
    text = f"{LETTER} I has went there yesterday because of she were ill, and they was knowing it since two years."
    expected = next(corrector.read_many([text])).edits
    assert expected
    for way in WAYS:
        assert next(gec.load(device="cpu", decode=way).read_many([text])).edits == expected, way
    for way in (PIPELINED, REWRITE):
        assert gec.load(device="cpu", decode=way).correct(text).text


def test_textbook_errors_are_corrected_and_correct_sentences_stay(corrector: gec.Corrector) -> None:
    pairs = [line.split("\t") for line in (CORPORA / "textbook.tsv").read_text(encoding="utf-8").splitlines()]
    mended = [found.text for found in corrector.correct_many(written for written, _ in pairs)]
    again = [found.text for found in corrector.correct_many(meant for _, meant in pairs)]
    assert sum(text == meant for text, (_, meant) in zip(mended, pairs, strict=True)) > 0.82 * len(pairs)
    assert sum(text != meant for text, (_, meant) in zip(again, pairs, strict=True)) < 0.0125 * len(pairs)


def test_a_sentence_has_the_same_edits_at_any_place(corrector: gec.Corrector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.proposer.KNOWN", 0)
    found = corrector.correct(LETTER)
    alone = [edit for text in corrector.propose([LETTER[start:end] for start, end in found.sentences]) for edit in text]
    every = next(corrector.read_many([LETTER])).edits
    assert [(edit.replacement, edit.type) for edit in alone] == [(edit.replacement, edit.type) for edit in every]
    assert {(edit.start, edit.replacement) for edit in found.edits} <= {
        (edit.start, edit.replacement) for edit in every
    }


def test_no_source_is_decoded_twice(corrector: gec.Corrector, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = corrector.proposer.decoded([[7, 8], [9]])
    monkeypatch.setattr(corrector.proposer, "_decode_share", None)
    assert corrector.proposer.decoded([[9], [7, 8], [9]]) == [decoded[1], decoded[0], decoded[1]]


def test_only_so_many_outputs_are_kept(corrector: gec.Corrector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.proposer.KNOWN", 2)
    corrector.proposer.decoded([[7], [8], [9]])
    corrector.proposer.decoded([[8]])
    assert len(corrector.proposer.known) == 2 and (8,) in corrector.proposer.known


def test_one_long_word_is_no_prose(corrector: gec.Corrector) -> None:
    data = "x" * 5_000
    assert corrector.correct(data).edits == ()
    assert corrector.correct(f"They was happy.\n{data}\n").text == f"They were happy.\n{data}\n"


def test_a_corrector_in_another_process_gives_the_same_edits() -> None:
    text = "She go home.  Yesterday I eat an apple."
    corrector = gec.load(device="cpu", decode="greedy", min_confidence=0.0)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(corrector.correct, text).result() == corrector.correct(text)
    assert copy.deepcopy(corrector).proposer.settings == corrector.proposer.settings
    bare = gec.Corrector(corrector.proposer)
    with pytest.raises(TypeError, match=r"only a corrector that gec\.load gave"):
        pickle.dumps(bare)


def test_acorrect_does_not_block_the_event_loop(corrector: gec.Corrector) -> None:
    async def both() -> list[gec.Correction]:
        return await asyncio.gather(corrector.acorrect(LETTER), corrector.acorrect("They was happy."))

    assert asyncio.run(both()) == [corrector.correct(LETTER), corrector.correct("They was happy.")]


def test_correcting_is_streaming(corrector: gec.Corrector) -> None:
    taken = 0

    def endless() -> object:
        nonlocal taken
        while True:
            taken += 1
            yield "They was red. She have an apple."

    stream = corrector.correct_many(endless())  # type: ignore[arg-type]
    for _ in range(3):
        next(stream)
    assert taken < 1000


def test_greedy_decoding_gives_the_same_edits(corrector: gec.Corrector) -> None:
    greedy = gec.load(device="cpu", decode="greedy")
    assert greedy.correct(LETTER).edits == corrector.correct(LETTER).edits


def test_a_sentence_beyond_the_window_loses_nothing(corrector: gec.Corrector) -> None:
    text = "We walked to the river, sat on a stone and watched the boats, " * 60 + "then we went home."
    found = corrector.correct(text)
    assert apply(text, found.edits) == found.text
    assert abs(len(found.text) - len(text)) < len(text) / 4
    unbroken = "x" * 5000
    assert len(corrector.correct(unbroken).sentences) == 1


def test_threads_may_share_a_corrector(corrector: gec.Corrector) -> None:
    texts = [f"He have {number} dogs." for number in range(8)]
    expected = [corrector.correct(text) for text in texts]
    found: dict[int, object] = {}

    def work(number: int) -> None:
        found[number] = corrector.correct(texts[number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(8)] == expected


BUSY = """
import gec, os, signal, threading, time

def work():
    for _ in corrector.correct_many(f"They was here {number} times." for number in range(1_000_000)):
        pass

corrector = gec.load(device="cpu", engine="int8")
threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
"""
FORKS = """
for number in range(40):
    child = os.fork()
    if not child:
        signal.alarm(20)
        os._exit(corrector.correct("They was there.").text != "They were there.")
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.slow
@pytest.mark.parametrize(("rest", "times"), [("", 2), (FORKS, 1)])
def test_a_program_may_end_and_fork_while_a_thread_computes(rest: str, times: int) -> None:
    for _ in range(times):
        command = [sys.executable, "-c", BUSY + rest]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"decode": "sideways"}, "known ways"),
        ({"decode": ["auto"]}, r"decode=\['auto'\]: known ways are"),
        ({"engine": "steam"}, "known engines"),
        ({"device": "abacus"}, "no such device here; known are auto, cpu"),
        ({"device": "meta"}, "device='meta': there is no such device here"),
        ({"device": "cpu:0"}, "device='cpu:0': a CPU has no number; use 'cpu'"),
        ({"device": "cpu:0", "engine": "int8"}, "device='cpu:0': a CPU has no number; use 'cpu'"),
        ({"device": None}, "device=None: there is no such device"),
        ({"model": "/no/such/folder"}, "no such folder; give a folder with"),
        ({"model": __file__}, "a file, not a folder; give a folder with"),
        ({"min_confidence": "a"}, "a number from 0 to 1"),
        ({"max_tokens": "a"}, "a number of tokens"),
        ({"max_tokens": True}, "max_tokens=True: it is a number of tokens"),
        ({"min_confidence": True}, "min_confidence=True: it is a number from 0 to 1"),
        ({"prefix": 3}, "prefix=3: it is a text"),
        ({"model": b"x"}, "model=b'x': it is a folder, or"),
        ({"model": ""}, "model='': it is a folder, or"),
        ({"model": 3}, "model=3: it is a folder, or"),
    ],
)
def test_a_wrong_option_is_one_line(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(gec.GecError, match=says) as caught:
        gec.load(**arguments)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_value_that_is_no_text_is_refused(corrector: gec.Corrector) -> None:
    with pytest.raises(TypeError, match="not NoneType"):
        corrector.correct(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="many texts, not one"):
        list(corrector.correct_many("They was happy."))


def test_the_model_reads_a_sentence_with_its_misspelling_corrected(corrector: gec.Corrector) -> None:
    found = corrector.settled("My freinds was happy becuase teh goverment payed for it.")
    assert found.text == "My friends were happy because the government paid for it."
    kinds = {edit.original: edit.type for edit in found.edits}
    assert kinds["freinds"] == kinds["becuase"] == "R:SPELL"
    assert len(found.edits) == 6 and all(edit.confidence > 0.5 for edit in found.edits)


def test_misspellings_are_corrected_in_every_piece_of_a_long_sentence(corrector: gec.Corrector) -> None:
    text = ", and ".join(f"we recieve letter number {number} of the goverment" for number in range(60)) + "."
    found = corrector.correct(text)
    assert "recieve" not in found.text and "goverment" not in found.text
    assert apply(text, found.edits) == found.text


def test_a_model_without_respell_gets_no_corrections_before_it_reads(corrector: gec.Corrector) -> None:
    plain = gec.load(device="cpu")
    plain.proposer.respell = False
    assert [edit.original for edit in corrector.correct("We recieve it untill then.").edits] == ["recieve", "untill"]
    assert plain.proposer.prepare(["We recieve it."]).readings["We recieve it."].sentence.read == "We recieve it."


@pytest.mark.parametrize("text", ["Give me you phone", "He have two cat", "I dont know what are you doing"])
def test_output_after_an_added_full_stop_is_ignored(corrector: gec.Corrector, text: str) -> None:
    [found] = corrector.proposer.candidates(corrector.proposer.prepare([text]))
    [with_stop] = corrector.proposer.candidates(corrector.proposer.prepare([f"{text}."]))
    assert all(one.edit.end <= len(text) for one in found)
    said = {(one.edit.start, one.edit.end, one.edit.replacement) for one in found}
    assert {(one.edit.start, one.edit.end, one.edit.replacement) for one in with_stop} <= said
