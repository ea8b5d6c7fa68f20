"""The prefix that a published T5 needs works in the same way everywhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

import gec
from gec.errors import OptionError
from gec.model.tokenizer import Tokenizer
from tests.cli.asked import gec as program

ROOT = Path(__file__).parents[1]
GIVEN = "She go to school.\nHe walk home.\n"
TAUGHT = {  # the model's output with each prefix
    "": GIVEN,
    "grammar: ": "She goes to school.\nHe walks home.\n",
    "gec: ": "She went to school.\nHe walked home.\n",
}


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 as transformers writes it, which knows two sentences by heart, and a mark that was added for its task."""
    folder = tmp_path_factory.mktemp("foreign")
    pairs = [  # corrected sentences stay the same
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


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
    )  # in a text it is read letter by letter, before and after


def test_the_space_after_a_prefix_may_be_left_out(foreign: Path) -> None:
    assert gec.load(foreign, "cpu", prefix="gec:").correct(GIVEN).text == TAUGHT["gec: "]


# --- who is told


@pytest.mark.parametrize(("prefix", "said"), TAUGHT.items())
def test_the_terminal_says_what_the_library_says(prefix: str, said: str, foreign: Path) -> None:
    assert gec.load(foreign, "cpu", prefix=prefix).correct(GIVEN).text == said
    words = ("correct", "--isolated", "--device", "cpu", "--model", str(foreign), "--prefix", prefix)
    for _ in range(2):  # the cache of one prefix must not answer for another
        assert program(*words, stdin=GIVEN).stdout == said
    assert program(*words, "--no-cache", "--jobs", "2", stdin=GIVEN).stdout == said


def test_a_prefix_in_the_settings_belongs_to_their_model(foreign: Path, here: Path) -> None:
    shutil.copytree(foreign, here / "mine")
    (here / ".gec.toml").write_text("model = 'mine'\nprefix = 'grammar: '\ndevice = 'cpu'\n")
    assert program("correct", stdin=GIVEN).stdout == TAUGHT["grammar: "]
    assert program("correct", "--prefix", "gec: ", stdin=GIVEN).stdout == TAUGHT["gec: "]
    shutil.copytree(foreign, here / "another")
    assert program("correct", "--model", "another", stdin=GIVEN).stdout == GIVEN  # the settings' prefix is not used


def test_paragraphs_and_rewritings_take_no_prefix(foreign: Path, here: Path) -> None:
    said = "'gec: ' is for sentences to correct; task='rewrite' has one of its own, and takes none\n"
    words = ("correct", "--model", str(foreign), "--prefix", "gec: ", "--rewrite")
    assert program(*words, stdin=GIVEN, code=2).stderr == f"error: --prefix: {said}"
    (here / ".gec.toml").write_text("prefix = 'gec: '\n")
    assert program("correct", "--rewrite", stdin=GIVEN, code=2).stderr == f"error: {here}/.gec.toml:1: prefix: {said}"
    with pytest.raises(OptionError, match=r"^prefix='gec: ' is for sentences to correct; decode='pipelined' reads"):
        gec.load(foreign, decode="pipelined", prefix="gec: ")


def test_a_batch_run_continues_only_with_its_prefix(foreign: Path, here: Path) -> None:
    (here / "corpus.txt").write_text(GIVEN)
    words = (
        "batch",
        "corpus.txt",
        "-o",
        "out",
        "--to",
        "text",
        "--devices",
        "cpu",
        "--jobs",
        "1",
        "--model",
        str(foreign),
    )
    program(*words, "--max-tokens", "512", "--prefix", "gec: ")
    assert (here / "out" / "part-0000000.txt").read_text() == TAUGHT["gec: "]
    program(*words, "--max-tokens", "512", "--prefix", "gec: ")
    for other, told in (("grammar: ", "'grammar: '"), (None, "unset")):
        more = () if other is None else ("--prefix", other)
        assert f"out: holds a run with --prefix 'gec: ', not {told}; use" in program(*words, *more, code=2).stderr


def test_a_model_fine_tuned_with_a_prefix_keeps_it(foreign: Path, here: Path) -> None:
    pairs = zip(GIVEN.splitlines(), TAUGHT["gec: "].splitlines(), strict=True)
    lines = [json.dumps({"src": source, "tgt": target}) for source, target in pairs]
    (here / "mine.jsonl").write_text("\n".join(lines))
    how = ("--prefix", "gec: ", "--device", "cpu")
    program("train", "finetune", "--pairs", "mine.jsonl", "--from", str(foreign), "--steps", "1", "--out", "run", *how)
    assert gec.load(here / "run" / "float", "cpu", preset="recall").correct(GIVEN).text == TAUGHT["gec: "]
    shutil.copytree(foreign, here / "mine")
    (here / "texts").mkdir()
    text = "# text: 1\nShe [go|went] to school.\nHe [walk|walked] home.\n\n"
    (here / "texts" / "a.txt").write_text(9 * text)
    program("train", "calibrate", "mine", "--data", "texts", "--unseen", *how)
    told = json.loads((here / "mine" / "config.json").read_text())["gec"]
    assert told["tasks"] == {"correct": "gec: "}
    assert told["confidence"]


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, str(ROOT / "cli.py"), *words], **streams) as running:
        try:
            yield running
        finally:
            running.kill()


def test_the_server_puts_it_before_what_it_is_asked(foreign: Path, here: Path) -> None:
    httpx = pytest.importorskip("httpx")
    with started("serve", "--port", "0", "--device", "cpu", "--model", str(foreign), "--prefix", "gec: ") as server:
        assert server.stderr
        url = server.stderr.readline().decode().split()[3]
        found = httpx.post(f"{url}v1/correct", json={"text": GIVEN}, timeout=60).json()["text"]
    assert found == TAUGHT["gec: "]


def test_the_language_server_puts_it_before_what_is_written(foreign: Path, here: Path) -> None:
    pytest.importorskip("pygls")
    shutil.copytree(foreign, here / "mine")
    (here / ".gec.toml").write_text("model = 'mine'\nprefix = 'gec: '\ndevice = 'cpu'\n")
    text = {"uri": (here / "a.txt").as_uri(), "languageId": "plaintext", "version": 1, "text": GIVEN}
    with started("lsp") as server:
        tell(server, "initialize", {"capabilities": {}, "processId": None, "rootUri": None}, id=1)
        tell(server, "initialized", {})
        tell(server, "textDocument/didOpen", {"textDocument": text})
        told: list[Any] = []
        while len(told) < 2:  # the second sentence's may arrive later
            if (heard := hear(server)).get("method") == "textDocument/publishDiagnostics":
                told = heard["params"]["diagnostics"]
    assert ["went" in one["message"] or "walked" in one["message"] for one in told] == [True, True]


def tell(server: subprocess.Popen[bytes], method: str, params: Any, **more: Any) -> None:
    assert server.stdin
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def hear(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdout
    size = 0
    while line := server.stdout.readline().strip():
        if line.lower().startswith(b"content-length:"):
            size = int(line.partition(b":")[2])
    return json.loads(server.stdout.read(size))


# --- who tells


def test_prefixes_in_a_checkpoint_are_shown(foreign: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(foreign, tmp_path / "told"))
    config = json.loads((folder / "config.json").read_text())
    params = {"grammar": {"prefix": "grammar: ", "num_beams": 4}, "other": {"max_length": 9}, "odd": 3}
    (folder / "config.json").write_text(json.dumps({**config, "task_specific_params": params}))
    facts = json.loads(program("model", "info", str(folder), "--format", "json").stdout)
    assert (facts["tasks"], facts["prefixes"]) == ({}, {"grammar": "grammar: "})
    assert "prefixes         'grammar': 'grammar: '\n" in program("model", "info", str(folder)).stdout
    assert "prefixes         none\n" in program("model", "info").stdout
