"""How a run begins and continues."""

from __future__ import annotations

from pathlib import Path

import pytest

import gec
from gec import cache
from gec.batch.run import TOKENS, Order, _tokens, begun, shared_out, work
from gec.errors import BatchError, OptionError


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("She go.\nThey was.\n")
    return path


@pytest.fixture(scope="module")
def spiece(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 as older ones on the hub, with SentencePiece's file instead of tokenizer.json."""
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


def test_a_damaged_budget_is_measured_again(corpus: Path, tmp_path: Path) -> None:
    with begun(Order((str(corpus),), str(tmp_path / "out"), devices=("cpu",), jobs=1)) as begins:
        for spoilt in (b"\xff", begins.run.key.encode()):
            begins.run.folder.write(TOKENS, spoilt)
            assert _tokens(begins, lambda shard: 512) == 512


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


def test_on_windows_one_line_says_where_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    order = Order((), "out")
    monkeypatch.setattr("os.name", "nt")
    with pytest.raises(OptionError, match="gec batch needs Linux or macOS"), begun(order):
        pass
    monkeypatch.undo()


def test_a_changed_program_does_not_continue_a_run(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Order((str(corpus),), str(tmp_path / "out"), devices=("cpu",))
    with begun(order):
        (tmp_path / "out" / "part-0000000.jsonl").touch()
    with begun(order):
        pass
    monkeypatch.setattr(cache, "_libraries", lambda: ["numpy-0"])
    with pytest.raises(BatchError, match=r"holds a run with gec [\d.]+ \(\w{16}\), not [\d.]+ \("), begun(order):
        pass


@pytest.mark.parametrize("more", ["", "not JSON\n", '{"body": "It go."}\n' * 98 + '{"text": "It go."}\n'])
def test_a_field_that_no_row_at_the_beginning_has_is_refused_before_the_run(tmp_path: Path, more: str) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": 1, "body": "She go."}\n{"body": "They was."}\n' + more)
    order = Order((str(tmp_path / "rows.jsonl"),), str(tmp_path / "out"), devices=("cpu",))
    with (
        pytest.raises(BatchError, match=r"rows.jsonl:1: no field 'text': it has id, body; say --field$"),
        begun(order),
    ):
        pass
