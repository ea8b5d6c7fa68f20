"""What a published T5 wants before every sentence is said alike wherever one is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
import sentencepiece
import torch
from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

import gec
from gec.model.tokenizer import Tokenizer

GIVEN = "She go to school.\nHe walk home.\n"
TAUGHT = {  # what the model says of it behind each prefix
    "": GIVEN,
    "grammar: ": "She goes to school.\nHe walks home.\n",
    "gec: ": "She went to school.\nHe walked home.\n",
}


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 as transformers writes it, which knows two sentences by heart, and a mark that was added for its task."""
    folder = tmp_path_factory.mktemp("foreign")
    pairs = [  # what was corrected stays
        (prefix + sentence, target)
        for prefix, said in TAUGHT.items()
        for text in sorted({GIVEN, said})
        for sentence, target in zip(text.splitlines(), said.splitlines(), strict=True)
    ]
    sources, targets = zip(*pairs, strict=True)
    ids = {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([*sources, *targets] * 9),
        model_prefix=str(folder / "spiece"),
        vocab_size=60,
        hard_vocab_limit=False,
        minloglevel=2,
        **ids,
    )
    words = T5Tokenizer.from_pretrained(str(folder))
    words.add_tokens(["<gec>"], special_tokens=True)
    words.save_pretrained(str(folder))
    torch.manual_seed(1)
    sizes = {"d_model": 64, "d_kv": 16, "d_ff": 64, "num_heads": 4, "num_layers": 1}
    network = T5ForConditionalGeneration(
        T5Config(vocab_size=len(words), dropout_rate=0.0, decoder_start_token_id=0, **sizes)
    )
    read = words(list(sources), return_tensors="pt", padding=True)
    written = words(list(targets), return_tensors="pt", padding=True).input_ids
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(400):
        loss = network(**read, labels=written.masked_fill(written == 0, -100)).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    network.save_pretrained(str(folder))
    return folder


# --- how it is read


@pytest.mark.parametrize(
    "prefix", ["grammar: ", "  gec:  ", "gec:\n", "<gec> ", "<gec>", "<extra_id_0> gec: ", "", " "]
)
def test_a_prefix_and_a_sentence_are_read_as_transformers_reads_them(prefix: str, foreign: Path) -> None:
    theirs, ours = T5Tokenizer.from_pretrained(str(foreign)), Tokenizer.read(foreign)
    for sentence in [*GIVEN.splitlines(), "“gec” she said, he go.", "(a) to school", "…"]:
        read = ours.ids_of_mark(prefix) + ours.encode(sentence).ids
        assert read == theirs(prefix + sentence, add_special_tokens=False).input_ids
    assert ours.encode("<gec>").ids != ours.ids_of_mark(
        "<gec>"
    )  # of a text it is read letter by letter, before and after


def test_the_blank_behind_a_prefix_goes_without_saying(foreign: Path) -> None:
    assert gec.load(foreign, "cpu", prefix="gec:").correct(GIVEN).text == TAUGHT["gec: "]
