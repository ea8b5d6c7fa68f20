"""The dictionaries of the person who runs the server. Files are read again when they change. Clients may add words if
the server allows it."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gec import dictionary
from gec.edits.policy import MAX_WORD_CHARACTERS
from gec.errors import GecError, OptionError
from gec.fields import each_once
from gec.serve.refused import RefusedError, sound

MOST = 10_000  # words in a dictionary, up to which clients may add more
WAIT = 5.0  # seconds to wait for a dictionary that another program has locked
CLOSED = "nobody adds words to the dictionary of a server that others may reach; gec dictionary add does it there"
CLOSED_TO_SITES = "a page of another site adds words only with a token; start the server with --token-file"


class FolderWords:
    """The words of the dictionaries that apply to a folder; without a folder, none. If `shared`, clients may add words
    to the personal dictionary."""

    def __init__(self, folder: Path | None = None, *, shared: bool = False) -> None:
        self.folder, self.shared = folder, shared
        self._known: dict[Path, frozenset[str]] = {}
        self._read: object = None  # the files as they were when they were read
        self._writer = ThreadPoolExecutor(1, "gec-words")

    def now(self) -> frozenset[str]:
        """All of them. Of a file that cannot be read now the words are as before, and that is logged."""
        files = dictionary.applying(self.folder) if self.folder else ()
        if (seen := tuple(map(_state, files))) != self._read:
            self._read = seen
            self._known = {path: self._of(path) for path in files}
        return frozenset().union(*self._known.values())

    def _of(self, path: Path) -> frozenset[str]:
        try:
            return dictionary.entries(path)
        except GecError as error:
            logging.getLogger(__name__).warning("%s", error)
            return self._known.get(path, frozenset())

    async def add(self, body: bytes) -> dict[str, object]:
        """Add the word that a request names. The file is written in a thread, because another program may lock it."""
        word = _asked(body)
        adding = asyncio.get_running_loop().run_in_executor(self._writer, _add, word)
        try:
            async with asyncio.timeout(WAIT):
                return {"word": word, "added": await adding}
        except GecError as error:
            raise RefusedError(400, str(error)) from None
        except TimeoutError:
            raise RefusedError(503, "another program holds the dictionary; try again", {"retry-after": "5"}) from None


def _add(word: str) -> bool:
    path = dictionary.own()
    if path.exists() and len(dictionary.read(path)) >= MOST:
        raise OptionError(f"the dictionary has {MOST:,} words; gec dictionary add can add more")
    return bool(dictionary.add(path, [word]))


def _state(path: Path) -> tuple[Path, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return path, found.st_mtime_ns, found.st_size


def _asked(body: bytes) -> str:
    try:
        data = json.loads(body.decode("utf-8"), object_pairs_hook=each_once)
    except (ValueError, KeyError, RecursionError):
        raise RefusedError(400, 'the body must be JSON such as {"word": "Linnell"}') from None
    if not isinstance(data, dict) or data.keys() != {"word"} or not isinstance(data["word"], str):
        raise RefusedError(400, "the body must be a JSON object with one field, 'word', a string")
    if len(word := sound(data["word"], "word")) > MAX_WORD_CHARACTERS:
        most = MAX_WORD_CHARACTERS
        raise RefusedError(400, f"a word of a dictionary has at most {most} characters, not {len(word):,}")
    return word
