"""The dictionaries of whoever runs the server: read again as soon as a file changes, whoever changed it, and added to
where the server says that its clients may."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from gec import dictionary
from gec.edits.policy import LONGEST
from gec.errors import GecError
from gec.fields import each_once
from gec.serve.refused import RefusedError, sound

CLOSED = "nobody adds words to the dictionary of a server that others may reach; gec dictionary add does it there"


class Words:
    """The words that are right in a folder; in none, nowhere. `shared` is whether clients may add to a person's own."""

    def __init__(self, folder: Path | None = None, *, shared: bool = False) -> None:
        self.folder, self.shared = folder, shared
        self._known: frozenset[str] = frozenset()
        self._read: object = None  # the files as they were when they were read

    def now(self) -> frozenset[str]:
        """All of them. A file that cannot be read now changes nothing."""
        if self.folder is None:
            return self._known
        files = dictionary.nearest(self.folder), dictionary.personal()
        if (seen := tuple(map(_state, files))) != self._read:
            self._read = seen
            with suppress(GecError):
                self._known = dictionary.words(self.folder)
        return self._known

    def add(self, body: bytes) -> dict[str, object]:
        """Add the word that a request names."""
        if not self.shared:
            raise RefusedError(403, CLOSED)
        word = _asked(body)
        try:
            added = dictionary.add(dictionary.own(), [word])
        except GecError as error:
            raise RefusedError(400, str(error)) from None
        return {"word": word, "added": bool(added)}


def _state(path: Path | None) -> tuple[Path, int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (path, found.st_mtime_ns, found.st_size) if path and found else None


def _asked(body: bytes) -> str:
    try:
        data = json.loads(body.decode("utf-8"), object_pairs_hook=each_once)
    except (ValueError, KeyError, RecursionError):
        raise RefusedError(400, 'the body must be JSON such as {"word": "Linnell"}') from None
    if not isinstance(data, dict) or data.keys() != {"word"} or not isinstance(data["word"], str):
        raise RefusedError(400, "the body must be a JSON object with one field, 'word', a string")
    if len(word := sound(data["word"], "word")) > LONGEST:
        raise RefusedError(400, f"a word of a dictionary has at most {LONGEST} characters, not {len(word):,}")
    return word
