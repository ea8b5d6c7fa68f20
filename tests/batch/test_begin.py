"""How a run begins, and begins again."""

from __future__ import annotations

from pathlib import Path

import pytest

import gec
from gec.batch.run import Order, begun, shared_out, work
from gec.errors import BatchError


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("She go.\nThey was.\n")
    return path


@pytest.fixture(scope="module")
def spiece(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 as older ones are on the hub, with SentencePiece's file in the place of tokenizer.json."""
    import sentencepiece
    from transformers import T5Config, T5ForConditionalGeneration

    folder = tmp_path_factory.mktemp("spiece")
    ids = {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_prefix=str(folder / "spiece"), vocab_size=400, minloglevel=2, **ids
    )
    sizes = {"d_model": 16, "d_kv": 8, "d_ff": 16, "num_heads": 2, "num_layers": 1}
    T5ForConditionalGeneration(T5Config(vocab_size=512, **sizes)).save_pretrained(folder)
    return folder


def test_a_model_that_gets_its_tokenizer_is_still_the_same(spiece: Path, corpus: Path, tmp_path: Path) -> None:
    order = Order((str(corpus),), str(tmp_path / "out"), model=str(spiece), devices=("cpu",))
    with begun(order) as first:
        gec.load(str(spiece), device="cpu")
        first.run.commit(0, b"{}\n{}\n", b"", first.before)
    with begun(order) as again:
        assert again.run == first.run


def test_an_input_that_changes_meanwhile_stops_the_run(corpus: Path, tmp_path: Path) -> None:
    order = Order((str(corpus),), str(tmp_path / "out"), devices=("cpu",), jobs=1, max_tokens=512)
    with begun(order) as begins:
        corpus.write_text("He go.\nThey was.\nIt is.\n")
        with pytest.raises(BatchError, match=r"corpus.txt: has changed since this run began"):
            list(work(begins))
    assert not list((tmp_path / "out").glob("part-*"))


@pytest.mark.parametrize(
    ("gpus", "jobs", "cores", "workers"),
    [
        ("01", 0, 16, "01010101"),
        ("01", 0, 5, "0101"),
        ("0", 0, 1, "0"),
        ("0123", 0, 2, "0123"),
        ("01", 3, 16, "010"),
        ("0001", 0, 16, "0001"),
    ],
)
def test_processes_share_gpus(gpus: str, jobs: int, cores: int, workers: str) -> None:
    assert "".join(shared_out(tuple(gpus), jobs, cores)) == workers
