"""Finds a model's folder and reads its `config.json`, without tensors and without torch.

`checkpoint.py` reads the weights of a folder, and `hub.py` finds names on the hub.
"""

from __future__ import annotations

import hashlib
import json
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any
from zlib import crc32

from gec.errors import ModelError, OptionError
from gec.model.config import COPY_AGAIN, NOTHING, TOKENS, Config, Keys

LARGEST = 1 << 24  # bytes of a config.json
LARGEST_JSON = 1 << 28  # bytes of any JSON file; a tokenizer with a million tokens has 80 million
# How much of a file of weights a fingerprint reads.
HEAD = 1 << 16  # bytes at the beginning
STEP = 61  # then every 61st byte; it does not divide the length of a row, so all columns are sampled
MOST = 1 << 18  # the most bytes of a large file

DEFAULT = Path(__file__).parent.parent / "models" / "default"


def find(name: str | Path | None) -> Path:
    """The folder of a model. None stands for the shipped model, as does `default` if there is no folder of that name.
    Other names are a folder or a name on the hub."""
    if not (name is None or isinstance(name, Path) or (isinstance(name, str) and name)):
        raise OptionError(f"model={name!r}: it is a folder, or a model's name on the Hugging Face hub")
    if name is None or (name == "default" and not Path(name).exists()):
        if not DEFAULT.is_dir():
            raise ModelError(f"{DEFAULT}: the shipped model is missing; install gec again or give --model")
        return DEFAULT
    path = _reachable(name)
    if isinstance(name, Path) or path.exists() or name.startswith((".", "/", "~")) or name.count("/") != 1:
        return path
    from gec.model import hub

    return hub.fetch(name)


def _reachable(name: str | Path) -> Path:
    """The path of a name. Raises `ModelError` if it cannot be looked up."""
    try:
        path = Path(name).expanduser()
        path.exists()
    except (OSError, RuntimeError) as trouble:  # too long a name, no permission, or an unknown home folder
        reason = ((trouble.strerror if isinstance(trouble, OSError) else None) or str(trouble)).lower().rstrip(".")
        raise ModelError(f"{str(name)[:100]}: {reason}; give a folder, or a model's name on the hub") from None
    return path


def read_config(path: Path) -> Config:
    file = path / "config.json"
    if not path.is_dir():
        wrong = "a file, not a folder" if path.exists() else "no such folder"
        hub = "" if path.exists() or len(path.parts) > 1 else ", or a model of the Hugging Face hub as OWNER/NAME"
        raise ModelError(f"{path}: {wrong}; give a folder with config.json, tokenizer.json and safetensors{hub}")
    if not file.is_file() and (path / "adapter_config.json").is_file():
        raise ModelError(f"{path}: an adapter without its model; merge them (peft's `merge_and_unload`) and save that")
    if not file.is_file():
        raise ModelError(f"{path}: no config.json in it; give a folder in Hugging Face's layout")
    data, beside = _keys(file), path / "generation_config.json"
    # newer versions of transformers keep them in generation_config.json
    lacks = any(data.get(token) is None for token in TOKENS)
    generation = Keys(_keys(beside), str(beside)) if lacks and beside.is_file() else NOTHING
    try:
        return Config.from_json(data, str(file), generation)
    except (TypeError, ValueError, OverflowError, IndexError, RecursionError) as trouble:
        raise ModelError(f"{file}: a value of the wrong kind: {trouble}") from None


def files(path: Path) -> list[Path]:
    """The regular files of a folder, by name. Reading a pipe could block."""
    return sorted(file for file in path.iterdir() if file.is_file())


def _keys(file: Path) -> dict[str, Any]:
    if file.stat().st_size > LARGEST:
        raise ModelError(f"{file}: larger than {LARGEST >> 20} MiB, as no {file.name} is; {COPY_AGAIN}")
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError, RecursionError) as trouble:
        raise ModelError(f"{file}: not readable as JSON: {trouble}; {COPY_AGAIN}") from None
    if not isinstance(data, dict):
        raise ModelError(f"{file}: not an object; is this the {file.name} of a T5 model?")
    return data


def prefixes(path: Path) -> dict[str, str]:
    """The prefix of each task in transformers' part of a `config.json`. It is only a hint: many checkpoints still have
    those of the T5 they were trained from."""
    tasks = _keys(path / "config.json").get("task_specific_params")
    named = tasks.items() if isinstance(tasks, dict) else ()
    said = {name: one.get("prefix") for name, one in named if isinstance(one, dict)}
    return {name: prefix for name, prefix in said.items() if isinstance(prefix, str)}


def fingerprint(path: Path) -> str:
    """An identifier of a model's contents, independent of its place: names and contents of its files. Only a sample of
    the weights is read, which is enough because training changes all of them."""
    config = read_config(path)  # raises an error if the folder is not a model
    most = {".json": LARGEST_JSON, ".safetensors": config.most_bytes}
    digest = hashlib.blake2b(digest_size=16)
    for file in files(path):
        size = file.stat().st_size
        if size > most.get(file.suffix, size):
            raise ModelError(
                f"{file}: {size:,} bytes, and config.json describes a smaller model; copy the folder again"
            )
        if file.suffix == ".json":
            digest.update(f"{file.name}\0{crc32(file.read_bytes())}\0".encode())
        elif file.suffix == ".safetensors":
            digest.update(f"{file.name}\0{size}\0".encode() + _sample(file))
    return digest.hexdigest()


def digest(path: Path) -> str:
    """Twelve hex digits that identify a model in the output of a run. The whole folder is read, because such output is
    kept for years. `fingerprint` has to be faster, since it is computed at every start."""
    hashed = hashlib.sha256()
    names = [file for pattern in ("config.json", "tokenizer.json", "*.safetensors") for file in path.glob(pattern)]
    for file in sorted(filter(Path.is_file, names)):
        with file.open("rb") as opened:
            hashed.update(f"{file.name} ".encode() + hashlib.file_digest(opened, "sha256").digest())
    return hashed.hexdigest()[:12]


def _sample(file: Path) -> bytes:
    """The header of a file, which has the tensors' names and places, and evenly spaced bytes of the rest."""
    size = file.stat().st_size
    if not size:
        return b""
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as content:
        return content[:HEAD] + content[:: max(STEP, size // MOST)]
