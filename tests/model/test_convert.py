"""Conversions of a checkpoint: shallower, smaller, or a plain T5 for transformers."""

from __future__ import annotations

import json
from pathlib import Path

import click.testing
import pytest
import torch
from transformers import AutoTokenizer, GenerationConfig, T5Config, T5ForConditionalGeneration

import gec
from gec.cli import group
from gec.decoding.verify import decode
from gec.errors import OptionError
from gec.model import checkpoint, convert
from gec.model.checkpoint import Checkpoint
from gec.model.heads import Starts
from gec.model.network import T5

NEAR = 1e-4


def run(*words: str | Path) -> click.testing.Result:
    result = click.testing.CliRunner().invoke(group, [*map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@torch.inference_mode()
def furthest(network: T5, folder: Path) -> float:
    """The largest difference between a network's logits and those of transformers for a folder."""
    other = T5ForConditionalGeneration.from_pretrained(str(folder)).eval()
    torch.manual_seed(2)
    ids, inputs = torch.randint(5, 500, (2, 20)), torch.randint(5, 500, (2, 12))
    wanted = other(input_ids=ids, attention_mask=torch.ones_like(ids), decoder_input_ids=inputs).logits
    return (network(ids, torch.tensor([20, 20]), inputs) - wanted).abs().max().item()


@pytest.mark.parametrize(
    ("have", "want", "layers"),
    [
        (6, 2, (0, 5)),
        (12, 2, (0, 11)),
        (12, 3, (0, 6, 11)),
        (6, 1, (0,)),
        (5, 5, (0, 1, 2, 3, 4)),
        (24, 4, (0, 8, 15, 23)),
    ],
)
def test_layers_are_evenly_spaced_with_the_first_and_the_last(have: int, want: int, layers: tuple[int, ...]) -> None:
    assert convert.spaced(have, want) == layers


def test_as_many_different_layers_as_requested() -> None:
    for want in range(1, 25):
        layers = convert.spaced(24, want)
        assert len(set(layers)) == want
        assert list(layers) == sorted(layers)


@pytest.mark.parametrize(
    ("want", "keep"), [(0, None), (4, None), (None, (0, 3)), (None, (2, 1)), (None, (1, 1)), (None, ()), (3, (0, 1))]
)
def test_layers_that_are_not_there_are_refused(want: int | None, keep: tuple[int, ...] | None) -> None:
    with pytest.raises(OptionError, match="layers"):
        convert.kept(3, want, keep)


def test_a_student_has_its_teachers_layers(copyist: Checkpoint, tmp_path: Path) -> None:
    assert run("convert", copyist.path, tmp_path / "student", "--decoder-layers", 2).exit_code == 0
    student, teacher = checkpoint.read(tmp_path / "student"), copyist.network
    assert student.config.num_decoder_layers == 2
    for mine, theirs in ((0, 0), (1, 2)):
        layer, wanted = student.network.decoder.layers[mine], teacher.decoder.layers[theirs]
        assert all(torch.equal(a, b) for a, b in zip(layer.parameters(), wanted.parameters(), strict=True))
    assert torch.equal(student.network.decoder.bias.table.weight, teacher.decoder.bias.table.weight)
    assert len(teacher.decoder.layers) == 3
    assert student.edit_head is not None
    assert furthest(student.network, tmp_path / "student") < NEAR
    assert gec.load(str(tmp_path / "student"), device="cpu").correct("").text == ""


def test_layers_can_be_chosen_also_without_the_first(copyist: Checkpoint, tmp_path: Path) -> None:
    """The tensor with the distances is named after the first layer, but is always kept."""
    assert run("convert", copyist.path, tmp_path / "one", "--keep-layers", "1").exit_code == 0
    student = checkpoint.read(tmp_path / "one").network
    assert torch.equal(student.decoder.bias.table.weight, copyist.network.decoder.bias.table.weight)
    assert torch.equal(
        student.decoder.layers[0].cross.query.weight, copyist.network.decoder.layers[1].cross.query.weight
    )
    assert furthest(student, tmp_path / "one") < NEAR


def test_a_foreign_checkpoint_keeps_its_files_and_its_own_output(copyist: Checkpoint, tmp_path: Path) -> None:
    torch.manual_seed(7)
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_heads": 4, "num_layers": 2, "num_decoder_layers": 4}
    model = T5ForConditionalGeneration(
        T5Config(vocab_size=len(copyist.tokenizer), feed_forward_proj="gated-gelu", tie_word_embeddings=False, **sizes)
    )
    model.lm_head.weight = torch.nn.Parameter(torch.randn_like(model.lm_head.weight))
    source, student = tmp_path / "source", tmp_path / "student"
    model.save_pretrained(source)
    copyist.tokenizer.write(source)
    (source / "spiece.model").write_bytes(b"as it was")
    assert run("convert", source, student, "--decoder-layers", "2").exit_code == 0
    read = checkpoint.read(student)
    assert not read.config.tied
    assert furthest(read.network, student) < NEAR
    assert (student / "spiece.model").read_bytes() == b"as it was"
    assert (student / "tokenizer.json").read_bytes() == (source / "tokenizer.json").read_bytes()


def test_int8_is_for_gec(copyist: Checkpoint, tmp_path: Path) -> None:
    for bits, kind in (("8", "I8"), ("6", "U8"), ("4", "U8")):
        assert run("convert", copyist.path, tmp_path / bits, "--int8", "--bits", bits).exit_code == 0
        facts = json.loads(run("model", "info", tmp_path / bits, "--format", "json").stdout)
        assert facts["stored_as"].startswith((kind, f"F32, {kind}"))
        assert facts["decoder_layers"] == 3
    refused = run("convert", copyist.path, tmp_path / "floats", "--bits", "6")
    assert (refused.exit_code, (tmp_path / "floats").exists()) == (2, False)


def test_an_export_says_what_the_int8_model_says(copyist: Checkpoint, tmp_path: Path, lines: list[str]) -> None:
    small, plain = tmp_path / "small", tmp_path / "plain"
    run("convert", copyist.path, small, "--int8")
    assert run("model", "export", "--float", plain, small).exit_code == 0
    ours = checkpoint.read(small)
    assert furthest(ours.network, plain) < NEAR
    again = checkpoint.read(plain)
    assert again.edit_head is None
    assert again.config.extras.tasks == ours.config.extras.tasks
    tokenizer = AutoTokenizer.from_pretrained(str(plain))
    assert (tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.unk_token_id) == (0, 1, 2)
    for line in ["  He  go…", *lines[:5]]:
        ids = tokenizer(line, add_special_tokens=False).input_ids
        assert ids == ours.tokenizer.encode(line).ids
        assert tokenizer.decode(ids) == line
    generation = GenerationConfig.from_pretrained(str(plain))
    assert (generation.decoder_start_token_id, generation.eos_token_id) == (0, 1)


def test_a_model_with_a_pointer_feed_is_no_plain_t5(fed: Checkpoint, tmp_path: Path, lines: list[str]) -> None:
    result = run("model", "export", "--float", tmp_path / "plain", fed.path)
    assert result.exit_code == 2
    assert "its pointer feeds its decoder" in result.stderr and not (tmp_path / "plain").exists()
    assert run("convert", fed.path, tmp_path / "small", "--int8").exit_code == 0
    facts = json.loads(run("model", "info", tmp_path / "small", "--format", "json").stdout)
    assert facts["pointer_feed"] is True
    small = gec.load(str(tmp_path / "small"))
    assert [one.text for one in small.correct_many(lines[:9])] == lines[:9]


def test_transformers_alone_generates_what_gec_decodes(copyist: Checkpoint, tmp_path: Path, lines: list[str]) -> None:
    """Both halves of an export: a mark, a text and an end as input, and our greedy output."""
    run("convert", copyist.path, tmp_path / "student", "--decoder-layers", "2")
    run("model", "export", "--float", tmp_path / "plain", tmp_path / "student")
    tokenizer = AutoTokenizer.from_pretrained(str(tmp_path / "plain"))
    model = T5ForConditionalGeneration.from_pretrained(str(tmp_path / "plain")).eval()
    proposer = gec.load(str(tmp_path / "plain"), device="cpu", decode="greedy").proposer
    text = lines[2]
    source = tokenizer(f"<correct>{text}</s>", return_tensors="pt", add_special_tokens=False).input_ids
    row = [*proposer.marks, *proposer.tokenizer.encode(text).ids, proposer.engine.eos]
    [(_, output)] = decode(proposer.engine, proposer.tokens, [row], proposer.settings, marks=len(proposer.marks))
    said = model.generate(source, num_beams=1, do_sample=False, max_new_tokens=len(output.ids))[0, 1:].tolist()
    assert row == source[0].tolist()
    assert said == output.ids


@pytest.mark.parametrize("asked", [["convert"], ["model", "export", "--float"]], ids=["convert", "export"])
def test_existing_files_are_not_overwritten(copyist: Checkpoint, tmp_path: Path, asked: list[str]) -> None:
    def written(target: Path, *more: str) -> click.testing.Result:
        pair = (target, copyist.path) if "export" in asked else (copyist.path, target)
        return run(*asked, *pair, *more)

    (tmp_path / "letter.txt").write_text("mine")
    for target, said in (
        (tmp_path, "not empty"),
        (tmp_path / "letter.txt", "is a file; give the name of a folder"),
        (tmp_path / "letter.txt" / "model", "cannot be written"),
        (copyist.path, "the model itself"),
    ):
        result = written(target)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {target}: ")
        assert said in result.stderr
        assert result.stderr.count("\n") == 1
    assert written(copyist.path, "--force").exit_code == 2
    assert written(tmp_path, "--force").exit_code == 0
    assert (tmp_path / "letter.txt").read_text() == "mine"
    assert checkpoint.read(tmp_path).config.num_decoder_layers == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--decoder-layers", "9"], "the model has 3, so give 1 to 3"),
        (["--keep-layers", "0,7"], "give some of 0 to 2"),
        (["--keep-layers", "0,x"], "is not a list of layers"),
        (["--decoder-layers", "1", "--keep-layers", "0,2"], "give one of the two"),
    ],
)
def test_a_wrong_choice_writes_nothing(options: list[str], said: str, copyist: Checkpoint, tmp_path: Path) -> None:
    result = run("convert", copyist.path, tmp_path / "student", *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (tmp_path / "student").exists()


def test_the_mean_of_models_is_between_them(copyist: Checkpoint, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    convert.write(copyist, one)
    convert.write(copyist, other)
    moved = checkpoint.read(other)
    with torch.no_grad():
        for weights in moved.network.parameters():
            weights.add_(1.0)
    checkpoint.write(other, moved.config, moved.network, None, moved.edit_head)
    result = run("model", "average", one, other, "-o", tmp_path / "mean")
    assert result.exit_code == 0, result.output
    mean = checkpoint.read(tmp_path / "mean")
    for ours, theirs in zip(mean.network.parameters(), copyist.network.parameters(), strict=True):
        assert torch.allclose(ours, theirs + 0.5, atol=1e-5)


def test_the_mean_of_models_that_read_passages_reads_them(copyist: Checkpoint, tmp_path: Path) -> None:
    for place, value in enumerate((1.0, 2.0)):
        starts = Starts(copyist.config.d_model, 4)
        torch.nn.init.constant_(starts.table.weight, value)
        convert.write(copyist, tmp_path / str(place))
        checkpoint.add(tmp_path / str(place), starts, pipelined={"sub_max": 4, "delta": 1})
    assert run("model", "average", tmp_path / "0", tmp_path / "1", "-o", tmp_path / "mean").exit_code == 0
    mean = checkpoint.read(tmp_path / "mean")
    assert mean.starts is not None
    assert torch.allclose(mean.starts.table.weight, torch.full((4, copyist.config.d_model), 1.5))


def test_a_single_model_has_no_mean(copyist: Checkpoint, tmp_path: Path) -> None:
    result = run("model", "average", copyist.path, "-o", tmp_path / "mean")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {copyist.path}: ")
    assert not (tmp_path / "mean").exists()


@pytest.mark.parametrize("target", ["one", "other"])
def test_a_mean_overwrites_none_of_its_models(copyist: Checkpoint, tmp_path: Path, target: str) -> None:
    for name in ("one", "other"):
        convert.write(copyist, tmp_path / name)
    words = (tmp_path / "one", tmp_path / "other", "-o", tmp_path / target, "--force")
    result = run("model", "average", *words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{target}: is the model itself" in result.stderr


def test_a_model_without_an_edit_head_and_one_with_it_have_no_mean(copyist: Checkpoint, tmp_path: Path) -> None:
    convert.write(copyist, tmp_path / "one")
    convert.write(convert.plain(copyist), tmp_path / "other")
    result = run("model", "average", tmp_path / "one", tmp_path / "other", "-o", tmp_path / "mean")
    assert result.exit_code == 2
    assert f"{tmp_path / 'other'}: of another shape" in result.stderr


def test_models_of_two_shapes_have_no_mean(copyist: Checkpoint, tmp_path: Path) -> None:
    convert.write(copyist, tmp_path / "one")
    convert.write(convert.shallow(copyist, (0,)), tmp_path / "other")
    result = run("model", "average", tmp_path / "one", tmp_path / "other", "-o", tmp_path / "mean")
    assert result.exit_code == 2
    assert f"{tmp_path / 'other'}: of another shape" in result.stderr
