"""Converts text to ids and back, with the place of every id in the text.

The default tokenizer is lossless: byte-level BPE without normalisation, with a space in front so that the first word of
a sentence is the same token as elsewhere. Other SentencePiece tokenizers may be lossy. That does no harm, because
unchanged text is copied from the source (`gec/edits/align.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers import Tokenizer as Fast

from gec.errors import ModelError
from gec.lazy import cached_property
from gec.model.folder import LARGEST_JSON

PAD, EOS, UNK, CORRECT, REWRITE = "<pad>", "</s>", "<unk>", "<correct>", "<rewrite>"

STRANGE = "\U000f0000"  # a character without a meaning
LOST = "\ufffd"  # replaces a lone surrogate
HALF = re.compile("[\ud800-\udfff]")  # lone surrogates, from undecodable bytes; tokenizers refuse them
SPACES = "Ġ▁"  # a leading space in byte-level BPE and in SentencePiece

# Letters with their marks, up to three digits, single punctuation marks: so an edit never changes only a part of a
# larger token.
PIECES = r"['’](?i:s|t|re|ve|m|ll|d)(?![\p{L}\p{M}])| ?[\p{L}][\p{L}\p{M}]*| ?\p{N}{1,3}| ?[^\s\p{L}\p{N}]|\s+(?!\S)|\s"


@dataclass(frozen=True, slots=True)
class Encoded:
    """The ids of a text, and the characters of each."""

    ids: list[int]
    spans: list[tuple[int, int]]


class Tokenizer:
    """Ids with their places. Special tokens are never recognised in a user's text."""

    def __init__(self, fast: Fast, eos: int = 1, room: int = 0) -> None:
        """`room` is the network's number of ids, which may be larger than the number of tokens."""
        self._fast = fast
        self._vocabulary = fast.get_vocab()
        self._size = max(self._vocabulary.values(), default=-1) + 1
        self._room = max(room, self._size)
        self._fast.encode_special_tokens = True
        self._fast.no_truncation()
        self._fast.no_padding()
        self.eos = eos

    @classmethod
    def read(cls, folder: Path, eos: int = 1, room: int = 0) -> Tokenizer:
        path = folder / "tokenizer.json"
        if not path.is_file() and _kind(folder) == "ByT5Tokenizer":
            raise ModelError(
                f"{folder}: a ByT5 model, whose tokenizer is bytes; gec reads models with a tokenizer.json"
            )
        if not path.is_file():
            raise ModelError(
                f"{folder}: no tokenizer.json in it; with transformers installed, "
                f"`AutoTokenizer.from_pretrained({str(folder)!r}).save_pretrained({str(folder)!r})` makes one"
            )
        if (size := path.stat().st_size) > LARGEST_JSON:
            raise ModelError(f"{path}: {size:,} bytes, as no tokenizer has; copy it again")
        try:
            fast = Fast.from_file(str(path))
        except Exception as trouble:  # the library raises bare Exceptions
            raise ModelError(f"{path}: not a tokenizer: {trouble}") from None
        try:
            fast.encode(STRANGE)
        except Exception as trouble:
            raise ModelError(f"{path}: reads no letter that it does not know: {trouble}; set its unk_id") from None
        return cls(fast, eos, room)

    def write(self, folder: Path) -> None:
        self._fast.save(str(folder / "tokenizer.json"), pretty=False)  # spaces would double its size

    def __len__(self) -> int:
        """The highest id plus one; some tokenizers leave ids out."""
        return self._size

    def encode(self, text: str) -> Encoded:
        return self.encode_many([text])[0]

    def encode_many(self, texts: Sequence[str]) -> list[Encoded]:
        """The ids of texts, without marks and ends. An empty text has no ids."""
        done = self._fast.encode_batch([HALF.sub(LOST, text) for text in texts], add_special_tokens=False)
        return [
            Encoded(one.ids, self._spans(one.ids, one.offsets)) if text else Encoded([], [])
            for one, text in zip(done, texts, strict=True)
        ]

    def _spans(self, ids: list[int], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The space that is put in front is not part of the text, even if it is a token of its own."""
        return [(0, 0), *spans[1:]] if ids and ids[0] in self._blanks else spans

    @cached_property
    def _blanks(self) -> set[int | None]:
        return {self.id_of(space) for space in SPACES}

    def ids_many(self, texts: Sequence[str]) -> list[list[int]]:
        """Only the ids, of texts that are not empty. Half the time of `encode_many`."""
        return [one.ids for one in self._fast.encode_batch_fast(list(texts), add_special_tokens=False)]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. For the default tokenizer, exactly the text that was encoded."""
        return self._fast.decode(list(ids), skip_special_tokens=True)

    def middle(self, ids: Sequence[int]) -> str:
        """The text of ids within a sentence, including a leading space."""
        anchor, head = self._anchor
        return self.decode([*anchor, *ids])[head:] if ids else ""

    def leads(self, token: int) -> bool:
        """Whether an id begins with a space."""
        return self._firsts[token].isspace()

    def piece_of(self, token: int) -> str | None:
        """The token of an id in the vocabulary."""
        return self._fast.id_to_token(token)

    def id_of(self, piece: str) -> int | None:
        return self._fast.token_to_id(piece)

    def ids_of_mark(self, mark: str) -> list[int]:
        """The ids of a task's mark before a source. Special tokens are recognised, unlike in a text. The mark's outer
        spaces do not count."""
        mark = mark.strip()
        if not mark:
            return []
        names = {self.piece_of(token): token for token in self._special}
        if mark in names:
            return [names[mark]]
        special = any(name and name in mark for name in names)
        return (self._copy_for_marks if special else self._fast).encode(mark, add_special_tokens=False).ids

    @cached_property
    def _copy_for_marks(self) -> Fast:
        """A copy that recognises special tokens. This one never does, since another thread may be reading a text."""
        copy = Fast.from_str(self._fast.to_str())
        copy.encode_special_tokens = False
        return copy

    def unknown(self, ids: Iterable[int]) -> bool:
        """Whether an id does not stand for text: a mark, or an id after the end of the vocabulary."""
        return any(token in self._marks or token >= len(self) for token in ids)

    @cached_property
    def _special(self) -> set[int]:
        return {token for token, added in self._fast.get_added_tokens_decoder().items() if added.special}

    @cached_property
    def _marks(self) -> set[int | None]:
        """Special tokens, and the token for unknown text, whatever its name."""
        model = self._fast.model
        unknown = self.id_of(UNK)
        if isinstance(model, models.Unigram) and unknown is None:
            unknown = json.loads(self._fast.to_str())["model"]["unk_id"]
        elif called := getattr(model, "unk_token", None):
            unknown = self.id_of(called)
        return {unknown, *self._special}

    @cached_property
    def _anchor(self) -> tuple[list[int], int]:
        """Ids that protect a leading space after them from being stripped, and the length of their text."""
        ids = self._fast.encode("a", add_special_tokens=False).ids
        return ids, len(self.decode(ids))

    @cached_property
    def _firsts(self) -> list[str]:
        """The first character of each id within a sentence; "" for special tokens."""
        firsts = [""] * self._room
        for name, token in self._vocabulary.items():
            if token in self._special or not name:
                continue
            if name[0] in SPACES:
                firsts[token] = " "
            elif name[0].isascii() and not name.startswith("<0x"):
                firsts[token] = name[0]
            else:  # bytes with other names, which have to be decoded
                firsts[token] = self.middle([token])[:1]
        return firsts

    @cached_property
    def starts_word(self) -> list[bool]:
        """For each id, whether a text may be cut before it: not if it begins with a letter, a digit, or the rest of a
        character."""
        return [not (first.isalnum() or first == LOST) for first in self._firsts]


def _kind(folder: Path) -> str:
    """The class of a folder's tokenizer in transformers, or ""."""
    try:
        configured = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(configured.get("tokenizer_class", "")) if isinstance(configured, dict) else ""


def train(texts: Iterable[str], size: int) -> Tokenizer:
    """Train a lossless byte-level BPE, with the task marks and all bytes in its vocabulary."""
    fast = Fast(models.BPE())
    fast.normalizer = normalizers.Prepend(" ")
    fast.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    fast.decoder = decoders.Sequence([decoders.ByteLevel(), decoders.Strip(" ", 1, 0)])
    special = [AddedToken(mark, special=True, normalized=False) for mark in (PAD, EOS, UNK, CORRECT, REWRITE)]
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
        max_token_length=24,
    )
    fast.train_from_iterator(texts, trainer)
    return Tokenizer(fast)
