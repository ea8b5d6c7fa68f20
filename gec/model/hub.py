"""Models on the Hugging Face hub: from the local cache, or downloaded if there is a network.

Only this file imports huggingface_hub and transformers. A folder on disk needs it only to convert a SentencePiece
tokenizer.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from gec.errors import ModelError, extra, first_line

WANTED = [
    "config.json",
    "generation_config.json",
    "tokenizer*",
    "spiece.model",
    "special_tokens_map.json",
    "added_tokens.json",
    "*.safetensors",
    "*.index.json",
]
QUIETLY = {"local_files_only": True, "trust_remote_code": False}  # download nothing and run no code for a local folder
ELSEWHERE = ["*/*"]  # sub-folders have older weights, or those for other programs


def fetch(name: str) -> Path:
    """The local folder of a hub model with safetensors."""
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HFValidationError
    except ModuleNotFoundError:
        raise ModelError(f"{name}: no such folder; to fetch it from the Hugging Face hub: {extra('hub')}") from None
    try:
        path = Path(snapshot_download(name, allow_patterns=WANTED, ignore_patterns=ELSEWHERE))
    except HFValidationError:
        raise ModelError(f"{name}: neither a folder nor a model's name on the Hugging Face hub") from None
    except Exception as trouble:  # there are many kinds of connection and permission errors
        raise ModelError(
            f"{name}: no such folder, and the Hugging Face hub did not give it ({first_line(trouble)}); "
            "give a folder, or go online once"
        ) from None
    if not any(path.glob("*.safetensors")):
        raise ModelError(
            f"{name}: the Hugging Face hub gave no safetensors of it, most likely because it has pickles alone, which "
            "can run code; save it with transformers' `save_pretrained` in a place you trust and give that folder (or "
            "go online once, if it was fetched in part)"
        )
    return path


def make_tokenizer(folder: Path) -> None:
    """Make tokenizer.json in a folder that only has SentencePiece's spiece.model."""
    spiece, made = folder / "spiece.model", folder / "tokenizer.json"
    try:
        from sentencepiece import SentencePieceProcessor
        from transformers import AutoTokenizer
    except ModuleNotFoundError:
        raise ModelError(f"{folder}: only spiece.model in it; to turn it into tokenizer.json: {extra('hub')}") from None
    try:
        if not SentencePieceProcessor(model_file=str(spiece)).get_piece_size():
            raise ValueError("it is empty")
        with TemporaryDirectory(dir=folder, prefix=".tokenizer-") as beside:
            fresh = Path(beside) / made.name
            AutoTokenizer.from_pretrained(folder, **QUIETLY).backend_tokenizer.save(str(fresh))
            fresh.replace(made)
    except Exception as trouble:  # many kinds of errors: a damaged file, a missing package, a full disk
        raise ModelError(f"{spiece}: cannot be turned into tokenizer.json ({first_line(trouble)})") from None
