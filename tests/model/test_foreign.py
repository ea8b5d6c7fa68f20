"""A T5 with a SentencePiece tokenizer, which is lossy, never changes text outside an edit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import sentencepiece
import torch
from hypothesis import example, given
from hypothesis import strategies as st
from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

import gec
from gec.corrector import Corrector
from gec.edits.align import proposals
from gec.edits.edit import Edit, apply
from gec.engine.float import FloatEngine
from gec.errors import ModelError
from gec.model import checkpoint, start
from gec.model.config import Config
from gec.model.tokenizer import Tokenizer

SIZES = {"d_model": 128, "d_kv": 32, "d_ff": 64, "num_heads": 4, "num_layers": 2, "num_decoder_layers": 2}
HARD = [  # unknown letters, characters that NFKC changes, spaces and marks that SentencePiece drops
    "The ﬁrst oﬃce … was №4.",
    "He go\tto  school   every day .",
    "A naïve café, 漢字 and Ωmega cost ½ of ①!",
    "Sheʼs “gone” – to  the ŝtrange ſhop．",
    "e\u0301cole, a\u0303 o\u00a0k, full width ＡＢＣ",
    "<extra_id_0> </s> <pad> <unk> stay text",
    "▁ is not a space",
    "한글 \u1112\u1161\u11ab 👩‍👩‍👧 ok",
    "\u3164 ﷺ ㍿ \u2126 x\u0000y",
    "…",
    "a",
]
BITS = [*" \t…ﬁ漢▁½Ωʼ.,ａ№㍿", "  ", "\u00a0", "e\u0301", "👍🏽", "</s>", "<unk>", "He ", "goes ", "to", "school"]
TEXTS = st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=3)), max_size=14).map(
    lambda some: "".join(some) + "x"
)
CHANGES = st.lists(  # place, number of deleted tokens, inserted tokens
    st.tuples(st.integers(0, 40), st.integers(0, 3), st.lists(st.integers(0, 599), max_size=3)), max_size=4
)


@pytest.fixture(scope="session")
def spiece(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A unigram model like T5's: NFKC, <pad> </s> <unk> first, no begin mark, no byte fallback."""
    prefix = tmp_path_factory.mktemp("spiece") / "spiece"
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_prefix=str(prefix),
        model_type="unigram",
        vocab_size=500,
        pad_id=0,
        eos_id=1,
        unk_id=2,
        bos_id=-1,
        minloglevel=2,
    )
    return prefix.with_suffix(".model")


@pytest.fixture(scope="session")
def folder(spiece: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 with that tokenizer, as transformers writes it. The network copies with mistakes."""
    folder = tmp_path_factory.mktemp("foreign")
    shutil.copyfile(spiece, folder / "spiece.model")
    tokenizer = T5Tokenizer.from_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    shape = T5Config(vocab_size=len(tokenizer), feed_forward_proj="gated-gelu", **SIZES)
    model = T5ForConditionalGeneration(shape)
    config = Config.from_json(shape.to_dict(), "config.json")
    model.load_state_dict(checkpoint.to_hugging_face(start.fresh(config, 1)), strict=False)
    model.save_pretrained(str(folder))
    return folder


@pytest.fixture(scope="session")
def corrector(folder: Path) -> Corrector:
    return gec.load(str(folder), device="cpu")


def disturbed(corrector: Corrector, seed: int, size: float) -> None:
    """Other weights in the last layer, from a few mistakes to nonsense."""
    assert isinstance(corrector.proposer.engine, FloatEngine)
    fresh = start.fresh(corrector.proposer.model.config, seed)
    torch.manual_seed(seed)
    with torch.no_grad():
        for mine, new in zip(corrector.proposer.engine.network.parameters(), fresh.parameters(), strict=True):
            mine.copy_(new + torch.randn_like(new) * size * new.std().nan_to_num(0.0).clamp(min=0.01))


def check(text: str, edits: tuple[Edit, ...]) -> None:
    done = 0
    for edit in edits:
        assert done <= edit.start <= edit.end <= len(text)
        assert text[edit.start : edit.end] != edit.replacement
        assert "\ufffd" not in edit.replacement
        assert "▁" not in edit.replacement or "▁" in text
        done = edit.end


@pytest.mark.slow
@pytest.mark.parametrize("size", [0.0, 0.1, 0.3, 1.0])
def test_only_edited_text_changes_whatever_the_output(size: float, corrector: Corrector, lines: list[str]) -> None:
    edited = 0
    for seed in range(2):
        disturbed(corrector, seed, size)
        texts = [*HARD, *(f"{hard}\n{line}" for hard, line in zip(HARD[:5], lines[5 * seed :], strict=False))]
        for text, correction in zip(texts, corrector.correct_many(texts), strict=True):
            check(text, correction.edits)
            assert correction.text == apply(text, correction.edits)
            edited += len(correction.edits)
    assert edited or size in (0.0, 1.0)


@pytest.mark.parametrize("text", [" ", "\u0001", "\u200d", "\u3164", "\u0001 \u0001\n\n\u0001."])
def test_a_text_that_the_tokenizer_drops_stays(corrector: Corrector, text: str) -> None:
    assert corrector.correct(text).text == text


@given(TEXTS)
def test_a_faithful_copy_changes_nothing(folder: Path, text: str) -> None:
    tokenizer = read(folder)
    encoded = tokenizer.encode(text)
    assert proposals(text, encoded, encoded.ids, [0.0] * len(encoded.ids), tokenizer) == []


@given(TEXTS, CHANGES)
@example("…x", [(4, 0, [0]), (0, 3, [])])
def test_any_output_makes_edits_that_apply(folder: Path, text: str, changes: list[tuple[int, int, list[int]]]) -> None:
    tokenizer = read(folder)
    encoded = tokenizer.encode(text)
    output = list(encoded.ids)
    for place, gone, new in changes:
        place %= len(output) + 1  # noqa: PLW2901  # a place in what the changes before have left
        output[place : place + gone] = new
    found = proposals(text, encoded, output, [1.0] * len(output), tokenizer)
    edits = tuple(Edit(one.start, one.end, one.replacement) for one in found)
    check(text, edits)
    apply(text, edits)


@pytest.mark.parametrize("hard", HARD)
def test_a_changed_word_leaves_the_others_as_they_are(folder: Path, hard: str) -> None:
    """The ids alone are not enough to write the rest back; it is copied from the source."""
    tokenizer = read(folder)
    text = f"{hard} He go home. {hard}"
    encoded = tokenizer.encode(text)
    at, go, goes = text.index(" go ") + 1, tokenizer.encode("go").ids, tokenizer.encode("goes").ids
    first = next(place for place, (start, end) in enumerate(encoded.spans) if start <= at < end and end > at)
    while encoded.ids[first : first + len(go)] != go:
        first -= 1
    output = [*encoded.ids[:first], *goes, *encoded.ids[first + len(go) :]]
    found = proposals(text, encoded, output, [1.0] * len(output), tokenizer)
    edits = [Edit(one.start, one.end, one.replacement) for one in found]
    assert apply(text, edits) == f"{hard} He goes home. {hard}"


def test_a_folder_with_spiece_model_alone_gets_its_tokenizer(folder: Path, tmp_path: Path) -> None:
    for name in ("config.json", "model.safetensors", "spiece.model"):
        shutil.copyfile(folder / name, tmp_path / name)
    loaded = checkpoint.read(tmp_path)
    text = "He goes to school every day."
    assert loaded.tokenizer.encode(text).ids == read(folder).encode(text).ids


@pytest.mark.parametrize("left", [0, 100])
def test_a_damaged_spiece_model_is_refused_and_leaves_no_tokenizer(folder: Path, tmp_path: Path, left: int) -> None:
    for name in ("config.json", "model.safetensors"):
        shutil.copyfile(folder / name, tmp_path / name)
    (tmp_path / "spiece.model").write_bytes((folder / "spiece.model").read_bytes()[:left])
    with pytest.raises(ModelError, match=r"spiece\.model: cannot be turned into"):
        checkpoint.read(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.json", "model.safetensors", "spiece.model"]


def test_embeddings_beyond_the_tokenizer_do_no_harm(folder: Path, tmp_path: Path, lines: list[str]) -> None:
    """T5's embeddings are padded to a multiple of 128, and a network may output one of the extra ids."""
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    config = Config.from_json(T5Config(vocab_size=640, feed_forward_proj="gated-gelu", **SIZES).to_dict(), "")
    network = start.fresh(config, 1)
    with torch.no_grad():
        network.embedding.weight[600:] *= 30
    checkpoint.write(tmp_path, config, network, None)
    corrector = gec.load(str(tmp_path), device="cpu")
    assert [correction.edits for correction in corrector.correct_many(lines[:3])]


def read(folder: Path) -> Tokenizer:
    """Cached, because reading takes longer than an example."""
    if folder not in READ:
        READ[folder] = Tokenizer.read(folder)
    return READ[folder]


READ: dict[Path, Tokenizer] = {}
