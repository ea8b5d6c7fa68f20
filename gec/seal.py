"""Seals what the cache remembers of whole texts, so that nobody else can put corrections there.

The corrections of a whole text are used without reading the text again, so nothing checks them as `entries.py` checks
those of a sentence. Instead they carry a keyed hash. The key is a file of the user outside the cache. A cache from
another machine, or changed by somebody else, has no valid seals; then gec reads the text again.
"""

from __future__ import annotations

import hmac
import json
import os
import stat
from collections.abc import Sequence
from dataclasses import astuple
from functools import cache
from hashlib import blake2b
from pathlib import Path

from gec.edits.edit import Edit

SIZE = 32  # bytes of the key, and of a seal


def sealed(place: bytes, edits: Sequence[Edit]) -> str | None:
    """The entry for these edits at a key of the cache; None if there is nothing to seal with."""
    if not edits:
        return ""
    secret, said = _secret(), json.dumps([astuple(edit) for edit in edits])
    return f"{_seal(secret, place, said.encode()).hex()}{said}" if secret else None


def opened(place: bytes, entry: object) -> tuple[Edit, ...] | None:
    """The edits of an entry; None if its seal is not valid."""
    if entry == b"":
        return ()  # an entry without edits needs no seal, because it cannot change a text
    secret = _secret()
    if secret is None or not isinstance(entry, bytes):
        return None
    said = entry[2 * SIZE :]
    if not hmac.compare_digest(entry[: 2 * SIZE], _seal(secret, place, said).hex().encode()):
        return None
    return tuple(_edit(row) for row in json.loads(said))


def _edit(row: list[object]) -> Edit:
    values = (tuple(value) if isinstance(value, list) else value for value in row)
    return Edit(*values)  # type: ignore[arg-type]  # `sealed` wrote them


def _seal(secret: bytes, place: bytes, said: bytes) -> bytes:
    return blake2b(place + said, key=secret, digest_size=SIZE).digest()


@cache
def _secret() -> bytes | None:
    """The user's key, which is made if there is none. None if no private file can be had."""
    given = Path(os.environ.get("XDG_STATE_HOME", ""))
    try:
        path = (given if given.is_absolute() else Path.home() / ".local/state") / "gec" / "seal"
        if not path.exists():
            _make(path)
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            secret = file.read(SIZE + 1)
    except (OSError, RuntimeError):
        return None
    private = not hasattr(os, "geteuid") or (state.st_uid == os.geteuid() and not state.st_mode & 0o077)
    return secret if private and stat.S_ISREG(state.st_mode) and len(secret) == SIZE else None


def _make(path: Path) -> None:
    """Write a new key. If two processes do so at once, the first one's counts."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f"seal-{os.urandom(6).hex()}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(os.urandom(SIZE))
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink(missing_ok=True)
