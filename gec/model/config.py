"""The shape of a network, read from and written to Hugging Face's `config.json` for T5.

`checkpoint.py` has the weights, and `network.py` the arithmetic. What only gec uses (task marks, heads, calibration) is
in the file's `gec` section, which other programs ignore.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, TypeVar

from gec.errors import ModelError

BLOCKS = range(2, 17)  # possible values of k for block heads
MOST_SLOPE = 5.0  # with a larger slope, a writer's other mistakes would decide alone
WINDOW = 8  # the smallest window that a model can work with
Task = Literal["correct", "rewrite"]
TASKS: tuple[Task, ...] = ("correct", "rewrite")
PRESETS = ("balanced", "precision", "recall")  # thresholds that a model may set
ACTIVATIONS = ("relu", "gelu", "gelu_new", "silu")
TOKENS = ("pad_token_id", "eos_token_id", "decoder_start_token_id")  # may be in `generation_config.json` instead
WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
LONGEST_PREFIX = 1_000  # characters of a text before every sentence
MOST_BIAS = 1_000.0  # logits; a few are already decisive
SPARE = 1 << 26  # bytes that a file may have besides the network's weights: header, heads
COPY_AGAIN = "copy the file again from where the model is from"
DEQUANTISE = "gec reads float weights or its own int8: save the model dequantised, then `gec convert --int8` it"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Keys:
    """The contents of a JSON file; `where` names the file in errors."""

    data: Mapping[str, Any]
    where: str

    def get(self, name: str, kind: type[T], *default: T) -> T:
        """A value of exactly this type; anything else is an error. Null counts as a missing key."""
        value = self.data.get(name) if default else self.data[name]
        if value is None and default:
            return default[0]
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise ModelError(f"{self.where}: {name} is {value!r}; it holds {WORDS[kind]}, so {COPY_AGAIN}")
        return value

    def token(self, name: str) -> int | None:
        """The id of a token, which may be in a list of one."""
        value: Any = self.data.get(name)
        some = value if isinstance(value, list) and value else [value]
        if any(one != some[0] for one in some):
            raise ModelError(
                f"{self.where}: {name} is {value!r}; gec supports one such token; keep only the one that is used"
            )
        if some[0] is not None and not _whole(some[0]):
            raise ModelError(f"{self.where}: {name} is {value!r}; it holds the number of a token, so {COPY_AGAIN}")
        return None if some[0] is None else int(some[0])


NOTHING = Keys({}, "generation_config.json")


@dataclass(frozen=True, slots=True)
class Pipelined:
    """How `starts.safetensors` was trained."""

    sub_max: int  # the most sentences in a passage
    delta: int  # steps between the starts of two sentences


@dataclass(frozen=True, slots=True)
class Extras:
    """Our section of the file: what a plain T5 does not have."""

    tasks: Mapping[str, str] = field(default_factory=dict)  # task -> text before the source
    edit_head: bool = False
    blocks: int = 0  # k of the block heads p2..pk in `blocks.safetensors`; 0 for none
    pipelined: Pipelined | None = None  # of `starts.safetensors`; None if the model does not read passages
    window: int = 256  # the most source tokens of a sentence; longer ones are split
    pointer_feed: bool = False  # the decoder also gets the encoder's state at the pointer's place
    respell: bool = False  # the speller and the rules mend first (`gec/before_model.py`)
    keep_bias: float = 0.0  # logits added to the pointer's token; more gives higher precision and lower recall
    confidence: Mapping[str, float] = field(default_factory=dict)  # weights of an edit's features; none: its odds alone
    presets: Mapping[str, float] = field(default_factory=dict)  # name -> threshold of confidence
    writer: float = 0.0  # weight of the other mistakes in a document for an edit (`edits/error_rate.py`)
    inserts: tuple[int, ...] = ()  # tokens that are often insertions when they are not copied


@dataclass(frozen=True, slots=True)
class Config:
    """Sizes and constants of one T5."""

    vocab_size: int
    d_model: int
    d_kv: int
    d_ff: int
    num_heads: int
    num_layers: int
    num_decoder_layers: int
    activation: str = "gelu_new"
    gated: bool = True
    tied: bool = True  # the output projection is the embedding matrix
    scaled_output: bool = True  # decoder states are scaled by d_model ** -0.5 before the output projection
    buckets: int = 32
    max_distance: int = 128
    epsilon: float = 1e-6
    pad: int = 0
    eos: int = 1
    start: int = 0  # the decoder's first input
    model_type: str = "t5"
    extras: Extras = field(default_factory=Extras)

    @property
    def inner(self) -> int:
        return self.num_heads * self.d_kv

    def prefixed(self, prefix: str | None) -> Config:
        """The config with this text before every sentence to correct; None changes nothing."""
        if prefix is None:
            return self
        return replace(self, extras=replace(self.extras, tasks={**self.extras.tasks, "correct": prefix}))

    @classmethod
    def from_json(cls, data: Mapping[str, Any], where: str, generation: Keys = NOTHING) -> Config:
        """Parse the contents of a `config.json`; `where` names the file in errors."""
        kind = data.get("model_type", "t5")
        if kind not in ("t5", "mt5"):
            raise ModelError(f"{where}: a {kind!r} model; gec runs T5, T5 v1.1, Flan-T5 and mT5 checkpoints")
        if data.get("quantization_config"):
            raise ModelError(f"{where}: it has a quantization_config; {DEQUANTISE}")
        keys = Keys(data, where)
        gated, activation = _activation(keys)
        tied = keys.get("tie_word_embeddings", bool, True)
        pad, eos, start = _tokens(keys, generation)
        try:
            layers = keys.get("num_layers", int)
            found = cls(
                vocab_size=keys.get("vocab_size", int),
                d_model=keys.get("d_model", int),
                d_kv=keys.get("d_kv", int),
                d_ff=keys.get("d_ff", int),
                num_heads=keys.get("num_heads", int),
                num_layers=layers,
                num_decoder_layers=keys.get("num_decoder_layers", int, layers),
                activation=activation,
                gated=gated,
                tied=tied,
                scaled_output=keys.get("scale_decoder_outputs", bool, tied if kind == "t5" else False),
                buckets=keys.get("relative_attention_num_buckets", int, 32),
                max_distance=keys.get("relative_attention_max_distance", int, 128),
                epsilon=keys.get("layer_norm_epsilon", float, 1e-6),
                pad=pad,
                eos=eos,
                start=start,
                model_type=str(kind),
                extras=_extras(data.get("gec", {}), where),
            )
        except KeyError as missing:
            raise ModelError(f"{where}: no {missing} in it; is this the config.json of a T5 model?") from None
        if wrong := found.wrong():
            raise ModelError(f"{where}: {wrong}; {COPY_AGAIN}")
        return found

    def wrong(self) -> str:
        """What is impossible in a T5, in words, or ""."""
        sizes = ("vocab_size", "d_model", "d_kv", "d_ff", "num_heads", "num_layers", "num_decoder_layers")
        small = [f"{name} is {getattr(self, name)}" for name in sizes if getattr(self, name) < 1]
        ids = {"pad_token_id": self.pad, "eos_token_id": self.eos, "decoder_start_token_id": self.start}
        strange = [f"{name} is {one}" for name, one in ids.items() if not 0 <= one < self.vocab_size]
        if small or strange:
            return ", ".join([*small, *strange])
        if self.buckets < 4 or self.max_distance <= self.buckets // 2:  # the encoder needs half for each direction
            distances = f"relative_attention_max_distance is {self.max_distance}"
            return f"relative_attention_num_buckets is {self.buckets}, {distances}"
        return "" if 0 < self.epsilon <= 1 else f"layer_norm_epsilon is {self.epsilon}"

    @property
    def most_bytes(self) -> int:
        """The largest possible size of the weights: in the widest format, and with the embedding stored under all its
        names."""
        attention, feed = 4 * self.d_model * self.inner, 3 * self.d_model * self.d_ff
        layers = self.num_layers * (attention + feed) + self.num_decoder_layers * (2 * attention + feed)
        small = (self.num_layers + self.num_decoder_layers + 2) * (4 * self.d_model + self.buckets * self.num_heads)
        return 8 * (4 * self.vocab_size * self.d_model + layers + small) + SPARE

    def to_json(self) -> dict[str, Any]:
        """The contents of a `config.json` for transformers, CTranslate2 and gec."""
        activation = "gelu" if self.gated and self.activation == "gelu_new" else self.activation
        projection = f"gated-{activation}" if self.gated else activation
        return {
            "architectures": ["T5ForConditionalGeneration"],
            "model_type": self.model_type,
            "is_encoder_decoder": True,
            "vocab_size": self.vocab_size,
            "d_model": self.d_model,
            "d_kv": self.d_kv,
            "d_ff": self.d_ff,
            "num_heads": self.num_heads,
            "num_layers": self.num_layers,
            "num_decoder_layers": self.num_decoder_layers,
            "feed_forward_proj": projection,
            "tie_word_embeddings": self.tied,
            "scale_decoder_outputs": self.scaled_output,
            "relative_attention_num_buckets": self.buckets,
            "relative_attention_max_distance": self.max_distance,
            "layer_norm_epsilon": self.epsilon,
            "dropout_rate": 0.0,
            "pad_token_id": self.pad,
            "eos_token_id": self.eos,
            "decoder_start_token_id": self.start,
            "gec": {one.name: _plain(getattr(self.extras, one.name)) for one in fields(Extras)},
        }


def _activation(keys: Keys) -> tuple[bool, str]:
    """Whether the feed-forward layers are gated, and the activation."""
    projection = keys.get("feed_forward_proj", str, "relu")
    gated, activation = projection.startswith("gated-"), projection.removeprefix("gated-")
    if gated and activation == "gelu":  # T5 v1.1 uses this name for the tanh approximation
        activation = "gelu_new"
    if activation not in ACTIVATIONS:
        raise ModelError(f"{keys.where}: unknown feed_forward_proj {projection!r}; known are {list(ACTIVATIONS)}")
    return gated, activation


def _tokens(keys: Keys, generation: Keys) -> tuple[int, int, int]:
    """The ids for padding, for the end, and for the decoder's first input. The default is T5's."""
    pad, eos, start = (generation.token(name) if (token := keys.token(name)) is None else token for name in TOKENS)
    if eos is None and "eos_token_id" in keys.data:
        raise ModelError(f"{keys.where}: eos_token_id is null; give the number of the token that ends every text")
    pad = 0 if pad is None else pad
    return pad, 1 if eos is None else eos, pad if start is None else start


def _extras(section: Any, where: str) -> Extras:
    if not isinstance(section, Mapping):
        raise ModelError(f"{where}: gec is {section!r}; it is a section of keys")
    known = {one.name for one in fields(Extras)}
    if unknown := sorted(set(section) - known):
        raise ModelError(f"{where}: the gec section has unknown keys {unknown}; a newer gec may have written it")
    for name, value in section.items():
        fits, words = HOLDS[name]
        if not fits(value):
            raise ModelError(f"{where}: {name} is {value!r} in the gec section; it holds {words}")
    passages = section.get("pipelined")
    pipelined = Pipelined(passages["sub_max"], passages["delta"]) if passages else None
    inserts = tuple(section.get("inserts", ()))
    return Extras(**{**section, "inserts": inserts, "pipelined": pipelined})


def is_text(value: Any) -> bool:
    """Whether a value is a text without lone surrogates, which no tokenizer accepts."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value


def _prefix(value: Any) -> bool:
    return is_text(value) and len(value) <= LONGEST_PREFIX


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _whole(value: Any, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _share(value: Any) -> bool:
    return _number(value) and 0 <= value <= 1


def _each(kind: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(kind, value.values()))


# What each key of our section may hold.
HOLDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "tasks": (_each(_prefix), f"a text of at most {LONGEST_PREFIX:,} characters for each task"),
    "edit_head": (lambda value: isinstance(value, bool), "true or false"),
    "blocks": (lambda value: _whole(value) and value in (0, *BLOCKS), f"0 or {BLOCKS[0]} to {BLOCKS[-1]}"),
    "pipelined": (lambda value: value == {} or _counts(value, sub_max=1, delta=0), "sub_max and delta, in numbers"),
    "window": (lambda value: _whole(value, WINDOW), f"a number of tokens, {WINDOW} or more"),
    "pointer_feed": (lambda value: isinstance(value, bool), "true or false"),
    "respell": (lambda value: isinstance(value, bool), "true or false"),
    "keep_bias": (lambda value: _number(value) and abs(value) <= MOST_BIAS, f"a number up to {MOST_BIAS:,.0f}"),
    "confidence": (_each(_number), "a weight for each feature; take it out, then `gec train calibrate` finds new ones"),
    "presets": (_each(_share), "a confidence from 0 to 1 for each preset"),
    "writer": (lambda value: _number(value) and 0 <= value <= MOST_SLOPE, f"a number from 0 to {MOST_SLOPE}"),
    "inserts": (lambda value: isinstance(value, list) and all(map(_whole, value)), "a list of tokens"),
}


def _counts(section: Any, **least: int) -> bool:
    """Whether these keys hold whole numbers of at least the given values."""
    return isinstance(section, Mapping) and all(_whole(section.get(name), low) for name, low in least.items())


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Pipelined | None):
        return asdict(value) if value else {}
    return dict(value) if isinstance(value, Mapping) else value
