"""Reads and checks the body of a request to `/v1/correct`: its length, its JSON and the type of each field. The JSON
Schema of the same is in `openapi.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request

from gec.edits.kinds import known
from gec.errors import OptionError
from gec.fields import each_once
from gec.language.dialect import DIALECTS
from gec.model.config import PRESETS, TASKS
from gec.rules.own import is_rule
from gec.serve.refused import RefusedError, require_prose, short
from gec.text.formats import FORMATS

FIELDS = ("text", "task", "format", "select", "ignore", "min_confidence", "preset", "dialect", "offsets", "timeout")
OFFSETS = ("characters", "utf-16")
MARKED = 100_000  # most characters of a text with markup, because nested markup takes time
MAX_TYPES = 100  # most prefixes in a list
DIGITS = 300  # a whole number with more digits counts as infinite
SHORTEST_WAIT, LONGEST_WAIT = 0.01, 3600.0  # seconds


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    text: str
    task: str
    format: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    min_confidence: float
    preset: str
    dialect: str
    utf16: bool
    timeout: float | None


def check_kind(request: Request, kind: str) -> None:
    """Raises an error unless the request names this media type."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != kind:
        raise RefusedError(415, f"send {kind}, not {given or 'nothing'}")


async def read_body(request: Request, limit: int) -> bytes:
    """The body, if it is not longer than the limit. A longer one is not kept in memory."""
    packed = request.headers.get("content-encoding", "identity")
    if packed.strip().lower() != "identity":
        raise RefusedError(
            415, f"send the body without compression, not as {short(packed)}", {"accept-encoding": "identity"}
        )
    announced = request.headers.get("content-length", "")
    body = bytearray()
    if not announced.isdecimal() or int(announced) <= limit:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                break
        else:
            return bytes(body)
    raise RefusedError(413, f"the body is longer than {limit:,} bytes; send the text in parts")


def read_asked(body: bytes, rules: Sequence[str] = ()) -> Asked:
    """The request in a body. It may name rules of the tables `rules`."""
    try:
        data = json.loads(body.decode("utf-8"), object_pairs_hook=each_once, parse_int=_whole)
    except UnicodeDecodeError as error:
        raise RefusedError(400, f"the body is not UTF-8: byte {error.start} is 0x{body[error.start]:02x}") from None
    except json.JSONDecodeError as error:
        raise RefusedError(400, f"the body is not JSON: {error}") from None
    except KeyError as error:
        raise RefusedError(400, f"the field {short(error.args[0])} occurs twice; keep one of them") from None
    except RecursionError:
        raise RefusedError(400, "lists or objects in the body are nested too deeply to be read") from None
    if not isinstance(data, dict):
        raise RefusedError(400, "the body must be a JSON object with a 'text'")
    if unknown := sorted(data.keys() - set(FIELDS)):
        raise RefusedError(400, f"{short(unknown[0])} is not a field; the fields are {', '.join(FIELDS)}")
    if not isinstance(data.get("text"), str):
        raise RefusedError(400, "'text' is required and must be a string")
    text, format = require_prose(data["text"], "text"), _one_of(data, "format", FORMATS)
    if format != FORMATS[0] and len(text) > MARKED:
        raise RefusedError(
            422, f"a text in {format} may have {MARKED:,} characters here, not {len(text):,}; send parts"
        )
    return Asked(
        text,
        _one_of(data, "task", TASKS),
        format,
        _types(data, "select", rules),
        _types(data, "ignore", rules),
        _number(data, "min_confidence", 0.0, 1.0) or 0.0,
        _one_of(data, "preset", ("", *PRESETS)),
        _one_of(data, "dialect", ("", *DIALECTS)),
        _one_of(data, "offsets", OFFSETS) == "utf-16",
        _number(data, "timeout", SHORTEST_WAIT, LONGEST_WAIT),
    )


def _whole(digits: str) -> float:
    """A whole number, infinite if it has too many digits for Python."""
    return int(digits) if len(digits) <= DIGITS else float(digits)


def _types(data: dict[str, Any], name: str, rules: Sequence[str]) -> tuple[str, ...]:
    given = data.get(name, [])
    if not isinstance(given, list) or len(given) > MAX_TYPES or not all(isinstance(one, str) for one in given):
        raise RefusedError(400, f'{name!r} must be a list of at most {MAX_TYPES} types of edit, e.g. ["R:SPELL"]')
    try:
        return known(given, partial(is_rule, paths=rules))
    except OptionError as error:
        raise RefusedError(400, f"{name!r}: {_plain(str(error))}") from None


def _one_of(data: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
    given = data.get(name, known[0])
    if given not in known:
        raise RefusedError(400, f"{name!r} must be one of {', '.join(filter(None, known))}")
    return str(given)


def _number(data: dict[str, Any], name: str, low: float, high: float) -> float | None:
    given = data.get(name)
    if given is None and name not in data:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float) or not low <= given <= high:
        raise RefusedError(400, f"{name!r} must be a number from {low:g} to {high:g}")
    return float(given)


def _plain(message: str) -> str:
    """A message that quotes the request, as one line without lone surrogates."""
    cut = message if len(message) <= 400 else f"{message[:400]}..."
    return repr(cut)[1:-1]
