"""A folder is read as it was written, in every possible layout, and refused in one line if it is incomplete."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

import gec
from gec.errors import ModelError
from gec.model import checkpoint, opened
from gec.model.checkpoint import Checkpoint
from gec.model.config import TOKENS
from gec.model.folder import read_config


@pytest.fixture
def folder(copyist: Checkpoint, tmp_path: Path) -> Path:
    return Path(shutil.copytree(copyist.path, tmp_path / "model"))


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def put(folder: Path, tensors: dict[str, torch.Tensor]) -> None:
    (folder / "model.safetensors").unlink()
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})


def reconfigure(folder: Path, **changed: object) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **changed}))


def without(folder: Path, *keys: str) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps({key: one for key, one in json.loads(file.read_text()).items() if key not in keys}))


def same(one: torch.nn.Module, other: torch.nn.Module) -> bool:
    a, b = one.state_dict(), other.state_dict()
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def test_floats_are_read_as_they_were_written(copyist: Checkpoint, tmp_path: Path) -> None:
    checkpoint.write(tmp_path, copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head)
    again = checkpoint.read(tmp_path)
    assert again.config == copyist.config
    assert same(again.network, copyist.network)
    assert same(again.edit_head, copyist.edit_head)
    assert again.tokenizer.encode("He go.") == copyist.tokenizer.encode("He go.")


def shard(folder: Path) -> list[str]:
    tensors = weights(folder)
    names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    place = {name: names[number % 2] for number, name in enumerate(tensors)}
    for file in names:
        save_file({name: tensors[name] for name in tensors if place[name] == file}, folder / file)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": place}))
    (folder / "model.safetensors").unlink()
    return names


def test_shards_are_one_model(folder: Path, copyist: Checkpoint) -> None:
    shard(folder)
    assert same(checkpoint.read(folder).network, copyist.network)


def test_bfloat16_files_are_read(folder: Path, copyist: Checkpoint) -> None:
    put(folder, {name: value.bfloat16() for name, value in weights(folder).items()})
    again = checkpoint.load(found := opened.read(folder)).network
    assert all(weight.dtype == torch.float32 for weight in again.parameters())
    assert torch.equal(again.embedding.weight, copyist.network.embedding.weight.bfloat16().float())
    assert all(stored.values.itemsize == 2 for stored in found.tensors.values()), "they are not left in the file"


@pytest.mark.parametrize("name", ["shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"])
def test_a_separate_output_matrix_is_used_whatever_the_config_says(name: str, folder: Path) -> None:
    """Newer versions of transformers write `tie_word_embeddings: true` for every T5, and the embedding has three
    names."""
    tensors = weights(folder)
    shared = tensors.pop("shared.weight")
    put(folder, {**tensors, name: shared, "lm_head.weight": shared * 2})
    read = checkpoint.read(folder)
    assert not read.config.tied
    assert torch.equal(read.network.output_weight, shared * 2)
    assert torch.equal(read.network.embedding.weight, shared)


def test_an_output_that_repeats_the_embedding_is_tied(folder: Path) -> None:
    tensors = weights(folder)
    put(folder, {**tensors, "lm_head.weight": tensors["shared.weight"].clone()})
    assert checkpoint.read(folder).config.tied


# --- what is refused


class Trap:
    """Unpickling this creates a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self.file),)


@pytest.mark.parametrize("how", ["zip", "old", 0, 2, 5])
def test_a_pickle_is_refused_and_never_run(how: str | int, folder: Path, tmp_path: Path) -> None:
    file, trap = folder / "model.safetensors", Trap(tmp_path / "sprung")
    if isinstance(how, str):
        torch.save({"shared.weight": trap}, file, _use_new_zipfile_serialization=how == "zip")
    else:
        file.write_bytes(pickle.dumps({"shared.weight": trap}, protocol=how))
    with pytest.raises(ModelError, match=r"model\.safetensors: (a pickle with another name|cut short or damaged)"):
        checkpoint.read(folder)
    assert not (tmp_path / "sprung").exists()


def truncated(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def a_missing_shard(folder: Path) -> None:
    (folder / shard(folder)[1]).unlink()


def a_broken_index(folder: Path) -> None:
    shard(folder)
    (folder / "model.safetensors.index.json").write_text('{"weight_map"')


def an_empty_index(folder: Path) -> None:
    shard(folder)
    (folder / "model.safetensors.index.json").write_text("{}")


def a_missing_tensor(folder: Path) -> None:
    tensors = weights(folder)
    del tensors["decoder.block.1.layer.2.DenseReluDense.wo.weight"]
    put(folder, tensors)


def a_missing_head(folder: Path) -> None:
    put(folder, {name: value for name, value in weights(folder).items() if not name.startswith("edit_head")})


def a_scale_without_its_matrix(folder: Path) -> None:
    put(folder, weights(folder) | {"shared.thing.scale": torch.ones(3)})


def a_scale_of_another_size(folder: Path) -> None:
    put(folder, weights(folder) | {"shared.weight.scale": torch.ones(3)})


def no_number(folder: Path) -> None:
    tensors = weights(folder)
    tensors["decoder.block.1.layer.2.DenseReluDense.wo.weight"][3, 5] = float("nan")
    put(folder, tensors)


def int8_of_others(folder: Path) -> None:
    tensors = weights(folder)
    name = "encoder.block.0.layer.0.SelfAttention.q.weight"
    put(folder, tensors | {name: tensors[name].to(torch.int8), name.removesuffix("weight") + "SCB": torch.ones(256)})


def a_vector_of_int8(folder: Path) -> None:
    name, tensors = "encoder.final_layer_norm.weight", weights(folder)
    put(folder, tensors | {name: tensors[name].to(torch.int8), name + ".scale": torch.ones(256)})


def a_wrong_shape(folder: Path) -> None:
    reconfigure(folder, d_ff=65)


def more_words_than_told(folder: Path) -> None:
    reconfigure(folder, vocab_size=9999)


def an_embedding_by_another_name(folder: Path) -> None:
    tensors = weights(folder)
    put(folder, {"decoder.embed_tokens.weight": tensors.pop("shared.weight"), **tensors})
    more_words_than_told(folder)


def a_value_of_another_size(folder: Path) -> None:
    name, tensors = "decoder.block.1.layer.1.EncDecAttention.v.weight", weights(folder)
    put(folder, {**tensors, name: tensors[name][:, 1:].contiguous()})


def fewer_layers_than_told(folder: Path) -> None:
    reconfigure(folder, num_layers=5)


def an_unknown_key(folder: Path) -> None:
    reconfigure(folder, gec={"edit_head": True, "telepathy": 2})


def confidence_of_two_numbers(folder: Path) -> None:
    reconfigure(folder, gec={"confidence": [1.0, 0.0]})


def only_bin(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def another_family(folder: Path) -> None:
    reconfigure(folder, model_type="llama")


def no_size(folder: Path) -> None:
    without(folder, "d_kv")


def no_object(folder: Path) -> None:
    (folder / "config.json").write_text("[1, 2]")


def words_for_sizes(folder: Path) -> None:
    reconfigure(folder, d_ff="wide")


def a_larger_tokenizer(folder: Path) -> None:
    words = json.loads((folder / "tokenizer.json").read_text())
    words["model"]["vocab"] |= {f"word{i}": 10_000 + i for i in range(9)}
    (folder / "tokenizer.json").write_text(json.dumps(words))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (truncated, r"model\.safetensors: cut short or damaged"),
        (a_missing_shard, r"model-00002-of-00002\.safetensors.* are missing"),
        (a_broken_index, r"model\.safetensors\.index\.json: not readable"),
        (an_empty_index, r"model\.safetensors\.index\.json: not readable"),
        (a_missing_tensor, r"no tensor 'decoder\.block\.1\.layer\.2\.DenseReluDense\.wo\.weight'"),
        (a_missing_head, "no tensor 'edit_head.operation.weight'"),
        (a_scale_without_its_matrix, r"'shared\.thing\.scale' scales nothing"),
        (a_scale_of_another_size, r"'shared\.weight\.scale' scales nothing"),
        (a_vector_of_int8, r"'encoder\.final_layer_norm\.weight\.scale' scales nothing"),
        (int8_of_others, r"model\.safetensors: tensor 'encoder\.\S*\.q\.weight' is int8 without .* dequantised"),
        (no_number, r"model\.safetensors: tensor 'decoder\.block\.1\.layer\.2\.\S*' has NaN"),
        (a_wrong_shape, r"'encoder\.block\.0\.\S*\.wi_0\.weight' has the shape \[64, 256\], .*\[65, 256\]"),
        (more_words_than_told, r"tensor 'shared\.weight' has the shape \[\d+, 256\], .*\[9999, 256\]"),
        (an_embedding_by_another_name, r"tensor 'decoder\.embed_tokens\.weight' has the shape \[\d+, 256\]"),
        (a_value_of_another_size, r"tensor 'decoder\.block\.1\.layer\.1\.\S*\.v\.weight' has the shape \[256, 255\]"),
        (fewer_layers_than_told, r"no tensor 'encoder\.block\.2\."),
        (an_unknown_key, r"config\.json: the gec section has unknown keys \['telepathy'\]"),
        (confidence_of_two_numbers, "confidence is .*, then `gec train calibrate`"),
        (only_bin, "only pickled weights"),
        (another_family, r"config\.json: a 'llama' model"),
        (no_size, r"config\.json: no 'd_kv' in it"),
        (a_larger_tokenizer, r"tokenizer\.json: .* the file belongs to another model"),
    ],
)
def test_a_folder_that_is_not_whole_is_refused_in_one_line(
    spoil: Callable[[Path], object], said: str, folder: Path
) -> None:
    spoil(folder)
    with pytest.raises(ModelError, match=said) as refused:
        checkpoint.read(folder)
    assert str(refused.value).startswith(str(folder))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_weights_that_are_not_finite_are_refused(kind: torch.dtype, value: float, folder: Path) -> None:
    tensors = {name: one.to(kind) for name, one in weights(folder).items()}
    tensors["shared.weight"][7, 9] = value
    put(folder, tensors)
    with pytest.raises(ModelError, match=r"model\.safetensors: tensor 'shared\.weight' has NaN, infinity"):
        checkpoint.read(folder)


def test_scales_that_are_not_finite_are_refused(copyist: Checkpoint, tmp_path: Path) -> None:
    checkpoint.write(tmp_path, copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head, int8=True)
    tensors = weights(tmp_path)
    tensors["shared.weight.scale"][7] = float("inf")
    put(tmp_path, tensors)
    with pytest.raises(ModelError, match=r"tensor 'shared\.weight\.scale' has NaN, infinity"):
        opened.read(tmp_path)


def test_large_weights_of_float16_are_numbers(folder: Path) -> None:
    """Their sum is too large for float16."""
    tensors = {name: one.half() for name, one in weights(folder).items()}
    tensors["encoder.final_layer_norm.weight"][:] = 30_000
    put(folder, tensors)
    assert checkpoint.read(folder).network.encoder.norm.weight[0] == 30_000


OF_OURS: list[dict[str, object]] = [
    {"window": 0}, {"window": -3}, {"window": "78"}, {"window": None}, {"window": 78.5}, {"tasks": []}, {"tasks": None},
    {"tasks": {"correct": 5}}, {"keep_bias": "x"}, {"keep_bias": None}, {"keep_bias": float("nan")}, {"presets": []},
    {"presets": {"balanced": "x"}}, {"presets": {"balanced": [0.5]}}, {"presets": {"balanced": True}},
    {"presets": {"balanced": 1.5}}, {"writer": -1}, {"writer": "x"}, {"writer": float("inf")},
    {"confidence": {"odds": "x"}}, {"inserts": ["a"]}, {"inserts": 5}, {"blocks": True},
    {"blocks": 1}, {"edit_head": "no"}, {"respell": 1}, {"pipelined": [1]}, {"pipelined": {"sub_max": 0, "delta": 0}},
]  # fmt: skip
OF_T5S: list[dict[str, object]] = [
    {"d_model": 128.7}, {"d_model": True}, {"d_model": "256"}, {"d_model": None}, {"num_decoder_layers": 0},
    {"num_layers": 2.0}, {"tie_word_embeddings": "false"}, {"layer_norm_epsilon": "1e-6"}, {"feed_forward_proj": 3},
    {"pad_token_id": 0.5}, {"decoder_start_token_id": [1, 2]}, {"decoder_start_token_id": True},
    {"relative_attention_num_buckets": 3}, {"relative_attention_max_distance": 16},
    {"quantization_config": {"load_in_8bit": True}}, {"eos_token_id": [1, 2]}, {"eos_token_id": "1"},
    {"eos_token_id": 99_999}, {"eos_token_id": []}, {"eos_token_id": None}, {"decoder_start_token_id": -1},
    {"num_heads": 0}, {"num_layers": -1}, {"d_model": float("inf")}, {"relative_attention_num_buckets": 0},
    {"relative_attention_max_distance": 0}, {"layer_norm_epsilon": float("nan")}, {"gec": []}, {"gec": "x"},
]  # fmt: skip


@pytest.mark.parametrize("changes", [*OF_T5S, *({"gec": one} for one in OF_OURS)], ids=repr)
def test_values_that_no_model_has_are_refused(changes: dict[str, object], folder: Path) -> None:
    reconfigure(folder, **changes)
    with pytest.raises(ModelError, match=rf"config\.json: .*{next(iter(changes))}") as refused:
        checkpoint.read(folder)
    assert "\n" not in str(refused.value)


def test_a_list_of_one_end_is_that_end(folder: Path) -> None:
    reconfigure(folder, eos_token_id=[1])
    assert read_config(folder).eos == 1


def test_a_decoder_without_a_number_of_layers_is_as_deep_as_the_encoder(folder: Path) -> None:
    reconfigure(folder, num_decoder_layers=None)
    assert read_config(folder).num_decoder_layers == 2


@pytest.mark.parametrize("lacking", ["missing", "null"])
def test_tokens_that_config_json_lacks_are_those_of_generation_config_json(lacking: str, folder: Path) -> None:
    reconfigure(folder, pad_token_id=3, eos_token_id=None, decoder_start_token_id=None)
    if lacking == "missing":
        without(folder, "eos_token_id", "decoder_start_token_id")
    told = {"pad_token_id": 5, "eos_token_id": [4], "decoder_start_token_id": 2}
    (folder / "generation_config.json").write_text(json.dumps(told))
    config = read_config(folder)
    assert (config.pad, config.eos, config.start) == (3, 4, 2)


def test_the_decoder_starts_with_padding_by_default(folder: Path) -> None:
    without(folder, *TOKENS)
    reconfigure(folder, pad_token_id=3)
    config = read_config(folder)
    assert (config.pad, config.eos, config.start) == (3, 1, 3)


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"decoder_start_token_id": "x"}', '{"decoder_start_token_id": [1, 2]}']
)
def test_a_damaged_generation_config_is_refused_if_it_is_needed(content: str, folder: Path) -> None:
    (folder / "generation_config.json").write_text(content)
    read_config(folder)  # raises nothing
    without(folder, "decoder_start_token_id")
    with pytest.raises(ModelError, match=r"generation_config\.json: "):
        read_config(folder)


def test_the_smallest_number_of_buckets_is_accepted(folder: Path) -> None:
    reconfigure(folder, relative_attention_num_buckets=4)
    tables = {name: value[:4].clone() for name, value in weights(folder).items() if "relative_attention_bias" in name}
    put(folder, weights(folder) | tables)
    for engine in ("float", "int8"):
        assert gec.load(folder, device="cpu", engine=engine).correct("He go to school every day.").text


@pytest.mark.parametrize("spoil", [no_object, words_for_sizes])
def test_an_invalid_config_is_refused(spoil: Callable[[Path], object], folder: Path) -> None:
    spoil(folder)
    with pytest.raises(ModelError, match=r"config\.json: "):
        checkpoint.read(folder)
