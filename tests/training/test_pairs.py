"""Batches: they do not depend on workers or processes, and have no held-out texts."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from gec.decoding.draft import Pointer, Tokens
from gec.errors import GecError
from gec.model.tokenizer import Tokenizer
from gec.training import recipe as recipes
from gec.training import texts
from gec.training.labels import NONE
from gec.training.pairs import ARRAYS, Batch, Chunks, VocabularyIds, as_read, batches
from gec.training.recipe import MixSource, Recipe
from gec.training.records import Mix, found, held_out, held_out_pairs, records

CORPORA = Path(__file__).parents[2] / "corpora"


def chunks(recipe: Recipe, tokenizer: Tokenizer, folder: Path, stage: int = 0) -> Chunks:
    ids = VocabularyIds(len(tokenizer), {"correct": (3,), "rewrite": (4,)})
    mix = Mix(recipe.stages[stage].mix, (folder, CORPORA))
    return Chunks(recipe, recipe.stages[stage], mix, tokenizer, ids)


def test_the_pointer_moves_as_it_does_in_use(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    recipe, tokenizer = recipes.read(recipe_file), small_tokenizer[1]
    made = chunks(recipe, tokenizer, recipe_file.parent)
    tokens = Tokens(tokenizer.starts_word, frozenset())
    made.ids = replace(made.ids, pointer=tokens)
    for batch in made[0][:4]:
        names = batch.ids if batch.ids.size else np.arange(len(tokenizer))
        for source, length, inputs, pointers in zip(
            names[batch.source], batch.lengths, names[batch.inputs], batch.pointers, strict=True
        ):
            pointer = Pointer(source[1:length].tolist(), tokens)
            said: list[int] = []
            for token, place in zip([*inputs[1:].tolist(), 0], pointers.tolist(), strict=True):
                assert place == 1 + pointer.at
                if token in (0, 1):  # the end, or padding
                    break
                pointer.push(said, token)
                said.append(token)


@pytest.mark.parametrize(
    ("written", "right", "read"),
    [
        ("I recieved your leter.", "I received your letter.", "I received your letter."),
        ("He sleeped in the ofice", "He slept at the office.", "He slept in the office"),
        ("We met Olatunde at the stashion.", "We met Olatunde at the station.", "We met Olatunde at the station."),
        ("Run the linter on mypkg.", "Run the linter on mypkg.", "Run the linter on mypkg."),
    ],
)
def test_misspellings_are_corrected_as_in_front_of_the_model(written: str, right: str, read: str) -> None:
    assert as_read(written, right) == read


def test_a_recipe_can_ask_for_respelled_sources(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    recipe, tokenizer = recipes.read(recipe_file), small_tokenizer[1]
    plain, mended = (
        chunks(replace(recipe, respell=respell), tokenizer, recipe_file.parent)[0] for respell in (False, True)
    )
    assert digest([(0, i, one) for i, one in enumerate(plain)]) != digest([(0, i, one) for i, one in enumerate(mended)])


def digest(found: list[tuple[int, int, Batch]]) -> str:
    made = hashlib.sha256()
    for chunk, place, batch in found:
        made.update(f"{chunk} {place} {batch.tokens}".encode())
        for name in ARRAYS:
            made.update(np.ascontiguousarray(getattr(batch, name)).tobytes())
    return made.hexdigest()


@pytest.fixture(scope="module")
def supply(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> Chunks:
    return chunks(recipes.read(recipe_file), small_tokenizer[1], recipe_file.parent)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_batches_do_not_depend_on_the_number_of_workers(supply: Chunks, workers: int) -> None:
    alone = list(islice(batches(supply, 0, 2, 0), 250))
    assert {chunk for chunk, _, _ in alone} >= {0, 1}
    assert digest(list(islice(batches(supply, 0, 2, workers), 250))) == digest(alone)


@pytest.mark.slow
def test_batches_do_not_depend_on_the_process(recipe_file: Path) -> None:
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]);"
        "from test_pairs import *; recipe = recipes.read(Path(sys.argv[2]));"
        "made = chunks(recipe, Tokenizer.read(Path(recipe.tokenizer)), Path(sys.argv[2]).parent);"
        "print(digest(list(islice(batches(made, 0, 0, 0), 20))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent), str(recipe_file)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_a_run_goes_on_in_the_middle_of_a_chunk(supply: Chunks) -> None:
    whole = list(islice(batches(supply, 0, 0, 0), 12))
    rest = list(islice(batches(supply, 0, 5, 0), 7))
    assert digest(whole[5:]) == digest(rest)


def test_processes_that_train_together_take_every_other_chunk(supply: Chunks) -> None:
    many = list(islice(batches(supply, 1, 0, 0, stride=2), 250))
    assert {chunk for chunk, _, _ in many} == {1, 3}


def test_epochs_differ(supply: Chunks) -> None:
    assert digest([(0, 0, batch) for batch in supply[0]]) != digest([(0, 0, batch) for batch in supply[1]])


def test_the_decoder_s_input_is_its_target_one_step_late(supply: Chunks) -> None:
    batch = supply[0][0]
    length = batch.inputs.shape[1]
    for at, said in zip(batch.said_at, batch.said, strict=True):
        row, column = divmod(int(at), length)
        if column + 1 < length and said != 1:
            assert batch.inputs[row, column + 1] == said
    assert (batch.inputs[:, 0] == 0).all()
    assert (batch.source[:, 0] == 3).all()


def test_forked_workers_share_the_text_instead_of_copying_it(supply: Chunks) -> None:
    usual = multiprocessing.get_start_method()
    supply.only_here = lambda: None  # type: ignore[attr-defined]  # cannot be sent to another process
    multiprocessing.set_start_method("spawn", force=True)
    try:
        assert next(batches(supply, 0, 0, 1))[:2] == (0, 0)
    finally:
        multiprocessing.set_start_method(usual, force=True)
        del supply.only_here  # type: ignore[attr-defined]


def test_batches_stay_within_the_budget(supply: Chunks) -> None:
    for batch in supply[0]:
        assert batch.source.size + batch.inputs.size <= supply.recipe.batch_tokens


def test_only_a_share_of_unchanged_tokens_enters_the_loss(supply: Chunks) -> None:
    asked = sum(batch.said.size for batch in supply[0])
    real = sum(int((batch.operation != NONE).sum()) for batch in supply[0])
    assert 0.33 < asked / real < 0.8


def test_the_output_layer_has_all_targets(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    plain = recipes.read(recipe_file)
    few = replace(plain, optimizer=replace(plain.optimizer, frequent=50, sampled=40))
    all_ids = chunks(plain, small_tokenizer[1], recipe_file.parent)[0]
    some_ids = chunks(few, small_tokenizer[1], recipe_file.parent)[0]
    for whole, part in zip(all_ids, some_ids, strict=True):
        for name in ("source", "inputs", "said"):
            assert (part.ids[getattr(part, name)] == getattr(whole, name)).all()
        others = len(small_tokenizer[1]) - int(part.certain.sum())
        assert part.stand_for == pytest.approx(others / 40)


def test_on_a_device_a_batch_is_the_same(supply: Chunks) -> None:
    batch = supply[0][0]
    moved = batch.to(torch.device("cpu"))
    for name in ARRAYS:
        assert (getattr(moved, name).numpy() == getattr(batch, name)).all()


def test_held_out_texts_are_never_trained_on() -> None:
    source = MixSource("learner", ("learner/e*.txt*",), 1.0)
    trained = records(source, (CORPORA,))
    rng = random.Random(0)
    seen = {trained.pair(index, rng) for index in range(len(trained))}
    kept = held_out_pairs(sorted((CORPORA / "learner").glob("e*.txt*")))
    corrected = [pair for pair in kept if pair[0] != pair[1] and len(pair[0].split()) > 6]
    assert len(kept) > 500
    assert not [pair for pair in corrected if pair in seen]


def test_some_errors_can_be_corrected_beforehand(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# level=B1\nShe [go|goes] to [|the] market [in|on] Sundays.\n")
    supply = records(MixSource("learner", ("a.txt",), 1.0, mend=0.5), (tmp_path,))
    rng = random.Random(0)
    pairs = {supply.pair(0, rng) for _ in range(200)}
    assert {right for _, right in pairs} == {"She goes to the market on Sundays."}
    assert len(pairs) == 8, "every choice of errors comes up"
    assert ("She go to market in Sundays.", "She goes to the market on Sundays.") in pairs


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.jsonl", b'{"src": "a"}\n', "a.jsonl:1: a pair needs the keys src and tgt"),
        ("a.jsonl", b'{"src": null, "tgt": 5}\n', "a.jsonl:1: src and tgt of a pair are texts"),
        ("a.jsonl", b'{"src": "a", "tgt": "\\ud83d"}\n', "a.jsonl:1: src or tgt has half of a surrogate pair"),
        ("a.jsonl", b'{"src": \n', "a.jsonl:1: not JSON"),
        ("a.jsonl", b"[" * 100_000, "a.jsonl:1: not JSON"),
        ("a.jsonl.xz", b"\xfd7zXZ\x00 cut short", "damaged"),
        ("a.jsonl", b'{"src": "a", "tgt": "b"}\n{"src": "\xff", "tgt": "b"}\n', "a.jsonl:2: 0xff is not UTF-8"),
        ("a.jsonl", b"", "has no record"),
        ("a.jsonl", b'{"src": "a", "tgt": "b"}\n \n{}\n', "a.jsonl:3: a pair needs"),
        ("a.jsonl.zst", texts.packed(Path("a.zst"), b'{"src": "a", "tgt": "b"}\n')[:-3], "damaged"),
        ("a.jsonl.zst", b"(\xb5/\xfdx", "damaged"),
        ("a.txt", b"< A.\n\n< B.\n> C.\n", "a.txt:2: the record before has no line with >"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, name: str, content: bytes, complaint: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(GecError, match=name) as trouble:
        records(MixSource("rewrite" if name == "a.txt" else "jsonl", (name,), 1.0), (tmp_path,))
    assert complaint in str(trouble.value)


def test_windows_line_ends_and_a_byte_order_mark_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.zst"
    frames = ("\ufeffCaf\xe9 one.\r\n\r\nTw", "o.\r\n")
    path.write_bytes(b"".join(texts.packed(path, frame.encode()) for frame in frames))
    assert list(texts.SharedLines([path])) == ["Caf\xe9 one.", "Two."]
    assert list(texts.read_lines(path)) == ["Caf\xe9 one.", "", "Two."]


def test_a_missing_file_names_every_place_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(GecError, match=r"no such file; --data"):
        records(MixSource("noise", ("text/none.xz",), 1.0, "real"), (tmp_path, CORPORA))
    with pytest.raises(GecError, match="give it without the folder"):
        found([f"{tmp_path}/a"], (tmp_path,))


def test_marked_blanks_are_kept_in_what_was_written() -> None:
    line = "Why [ ?|?] I go [to|] ."
    assert texts.expand(line) == ("Why ? I go to.", "Why? I go.")
    assert texts.mended(line, 0.0, random.Random(0)) == "Why ? I go to."


def test_a_text_and_its_rewriting_are_held_out_together(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(f"< He go . {n}\n< No.\n> Yes.\n\n" for n in range(99)))
    learned = records(MixSource("rewrite", ("a.txt",), 1.0), (tmp_path,)).pairs
    apart = {n for n in range(99) if held_out([f"He go[ .|.] {n}", "Yes."])}
    assert apart and [pair[0] for pair in learned] == [f"He go . {n} No." for n in range(99) if n not in apart]


@pytest.mark.parametrize("packed", ["", ".gz", ".xz", ".zst"])
@pytest.mark.parametrize("named", ["clean-*.txt.xz", "clean-*.txt"])
def test_a_recipe_finds_its_texts_however_they_are_compressed(tmp_path: Path, named: str, packed: str) -> None:
    path = tmp_path / f"clean-0.txt{packed}"
    path.touch()
    assert found([named], (CORPORA, tmp_path)) == [path]
