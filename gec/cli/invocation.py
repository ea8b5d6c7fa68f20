"""Finds corrections in files: reads the files and their settings (`files.py`, `reading.py`), proposes edits and filters
them. `correct.py` then lists them, writes them or asks about them.

Earlier results come from the cache: first for the whole text, so that an unchanged text costs one look-up and is not
parsed, then for each sentence. The model is loaded only for a sentence that is not in the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec import above
from gec.cache import TOGETHER, Cache, place, salt
from gec.cli import baseline, files
from gec.cli.files import Walk, absolute
from gec.cli.jobs import proposer
from gec.cli.progress import Progress
from gec.cli.reading import STDIN, Text, read_text, size_of, why_unread
from gec.correction import Correction, FirstReading, Propose, corrections, let_through
from gec.edits.baseline import fresh
from gec.edits.edit import Edit
from gec.edits.ignores import Ignore
from gec.edits.message import many
from gec.edits.policy import Policy
from gec.edits.threshold import Presets
from gec.engine.device import kind
from gec.errors import GecError, OptionError, TextError, shown
from gec.lazy import cached_property
from gec.model.folder import find, fingerprint, read_config
from gec.rules.own import is_rule
from gec.settings import Settings, own, personal
from gec.text.document import Document
from gec.text.formats import remarks
from gec.text.prose import Prose

if TYPE_CHECKING:
    from gec.corrector import Corrector

CHARACTERS = 100_000  # in texts that are corrected together


@dataclass(frozen=True, slots=True)
class TextResult:
    """A text with the edits that passed all filters."""

    text: Text
    edits: tuple[Edit, ...]
    idle: tuple[Ignore, ...]
    accepted: int = 0  # number of findings that the baseline hides


@dataclass(kw_only=True)
class Invocation:
    """One call of the program: its options, and what it has loaded so far."""

    given: Mapping[str, Any]  # settings given on the command line
    isolated: bool
    cached: bool
    jobs: int
    refuse: Callable[[GecError], None]
    warn: Callable[[str], None]
    stack: ExitStack
    hide_accepted: bool = True
    settles: bool = True  # reads changed sentences again; an edit found then depends on the earlier ones
    verbose: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        self.progress = Progress(False if self.quiet else None)
        self._usual = (Settings() if self.isolated else personal()).over(self.given)
        self._settings: dict[Path, Settings] = {}
        self._policies: dict[tuple[Path, Settings], Policy] = {}
        self._said: dict[Policy, str] = {}  # policies as text, for cache keys

    def settings(self, folder: Path) -> Settings:
        """The settings for a folder."""
        return above.inherited(absolute(folder), self._settings, self._own, self._usual)

    def _own(self, folder: Path) -> Settings | None:
        """The settings in a folder's own files, with the command line on top."""
        found = None if self.isolated else own(folder)
        return found and found.over(self.given)

    def _settings_or_usual(self, folder: Path) -> Settings:
        """The settings for a folder. If its file has an error, report it and use those of the current folder. If those
        have an error, it ends the run."""
        usual = self._here
        try:
            return self.settings(folder)
        except OptionError as error:
            self.refuse(error)
            return usual

    # --- texts

    def texts(self, paths: Sequence[Path], stdin_name: str, force_exclude: bool) -> Iterator[Text]:
        """Every text that can be read, once. For others, an error is reported."""
        named = [path for path in paths if path != STDIN]
        found = list(self.files(named, force_exclude)) if named else []
        self.progress.plan(len(found) + (STDIN in paths), sum(map(size_of, found)))
        if STDIN in paths:
            yield from self.text(Path(stdin_name), stdin=True)
        for file in found:
            yield from self.text(file)

    def files(self, paths: Sequence[Path], force_exclude: bool) -> Iterator[Path]:
        """The files that the paths stand for."""
        return Walk(self._settings_or_usual, self.refuse, self.warn, force_exclude).files(paths)

    def text(self, path: Path, *, stdin: bool = False) -> Iterator[Text]:
        """The text of a file, or nothing if it cannot be read."""
        try:
            text = read_text(path, self.settings(path.parent), stdin=stdin)
        except GecError as error:
            self.refuse(error)
        except MemoryError:
            self.refuse(TextError(f"{shown(path)}: is larger than the memory; split it into parts"))
        else:
            text = replace(text, unread=why_unread(text))
            if text.unread and not self.quiet:
                click.echo(f"{text.document.name}: {text.unread}", err=True)
            yield text

    # --- edits

    def results(self, texts: Iterable[Text]) -> Iterator[TextResult]:
        """The result of each text, in order. Texts are read only as fast as they are corrected."""
        _ = self._here  # raises an error in the settings of the current folder before anything else
        waiting: list[tuple[Text, TextResult | None]] = []
        size = 0
        for text in texts:
            known = self._known(text)
            if known is not None and not waiting:
                self.progress.at(text.document.name)
                self.progress.end(len(text.document.raw))
                yield known
                continue
            waiting.append((text, known))
            size += len(text.document.text)
            if size >= CHARACTERS:
                yield from self._answered(waiting)
                waiting, size = [], 0
        if waiting:
            yield from self._answered(waiting)

    def _answered(self, waiting: Sequence[tuple[Text, TextResult | None]]) -> Iterator[TextResult]:
        unknown = [text.prose() for text, known in waiting if known is None]
        size = sum(len(text.document.raw) for text, _ in waiting)
        if unknown:
            total = sum(end - start for prose in unknown for block in prose.blocks for start, end in block.spans)
            self.progress.begin(waiting[0][0].document.name, size, total)
        stream = zip(unknown, self._corrections(unknown), strict=True)
        for number, (text, known) in enumerate(waiting):
            if number:
                self.progress.at(text.document.name)
            result = iter([known]) if known else self._result(text, *next(stream))
            self.progress.clear()
            yield from result
        self.progress.end(size)

    def _corrections(self, unknown: Sequence[Prose]) -> Iterator[Correction]:
        if self._here.whole_texts:
            return self._reader.read_many(unknown)
        return corrections(unknown, self._propose)

    def _known(self, text: Text) -> TextResult | None:
        """The result of an unchanged text, if the cache has it."""
        try:
            key = self._key_of_what_is_shown(text)
        except GecError:
            return None  # it is reported when the text is read
        shown = self._cache.shown(key) if key else None
        return None if shown is None else TextResult(text, shown, ())

    def _result(self, text: Text, prose: Prose, found: Correction) -> Iterator[TextResult]:
        """The result, or nothing if the folder's dictionary or baseline has an error."""
        try:
            yield self._let_through(text, prose, found.edits)
        except GecError as error:
            self.refuse(error)

    def _let_through(self, text: Text, prose: Prose, proposed: tuple[Edit, ...]) -> TextResult:
        policy, words = self._policy(text), text.document.text
        key = self._key_of_what_is_shown(text)
        if not proposed and not policy.rules:  # the text need not be parsed
            if key:
                self._cache.put_shown(key, ())
            return TextResult(text, (), policy.filter(words, (), remarks(words, text.format), is_rule=is_rule).idle)
        lost = known = 0

        def also(_: Prose, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
            nonlocal lost
            held = tuple(filter(text.document.holds, edits))
            lost = max(lost, len(edits) - len(held))  # the next round finds the same edits again
            return held

        def wanted(now: Prose, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
            nonlocal known
            new = self._fresh(text, now.text, edits)
            known = max(known, len(edits) - len(new))
            return new

        again = self._propose if self.settles else None
        [passed] = let_through([FirstReading(prose, proposed)], policy, again=again, wanted=wanted, also=also)
        self.progress.clear()  # reading sentences again has drawn it
        if lost and not self.quiet:
            _tell_lost(text.document, lost)
        if key:
            self._cache.put_shown(key, passed.edits)
        return TextResult(text, passed.edits, passed.idle, known)

    def _key_of_what_is_shown(self, text: Text) -> bytes | None:
        """The cache key for the edits that are shown. None if anything besides text and policy matters: remarks, rules
        of the user's own, a baseline, or an encoding that cannot hold all edits."""
        policy, words = self._policy(text), text.document.text
        if policy.rules or "gec:" in words or text.document.encoding != "utf-8" or self._accepted(text):
            return None
        said = self._said.get(policy)
        if said is None:
            values = (getattr(policy, one.name) for one in fields(policy))
            said = repr([sorted(value) if isinstance(value, frozenset) else value for value in values])
            self._said[policy] = said
        return self._cache.key(words, text.format, str(text.settings.comments), said, str(self.settles))

    def _accepted(self, text: Text) -> Mapping[str, int]:
        """The findings of a text that the baseline hides."""
        if not self.hide_accepted:
            return {}
        with text.settings.blamed():
            return baseline.accepted(self.baseline(text), text.path)

    def _fresh(self, text: Text, words: str, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """The edits that are not in the baseline."""
        return fresh(words, edits, accepted) if edits and (accepted := self._accepted(text)) else edits

    def _policy(self, text: Text) -> Policy:
        key = (text.folder, text.settings)
        if key not in self._policies:
            folder = None if self.isolated else text.folder
            self._policies[key] = text.settings.policy(folder, self._presets)
        return self._policies[key]

    def baseline(self, text: Text) -> Path | None:
        """The baseline for a text."""
        return baseline.place(text.settings, text.folder, look=not self.isolated)

    def baseline_to_write(self, path: Path) -> Path | None:
        """The baseline for accepting findings of a text: the one that applies to it, else a new one in the current
        folder. None if the text is not below that folder, so that the new one would not apply."""
        folder, here = absolute(path.parent), Path.cwd()
        new = here / baseline.NAME if folder.is_relative_to(here) else None
        return baseline.place(self.settings(folder), folder) or new

    def forget(self) -> None:
        """Forget settings, dictionaries and what git ignores, since files may have changed. The model stays."""
        files.forget()
        self._settings.clear()
        self._policies.clear()

    # --- the model, from the settings of the current folder

    @cached_property
    def _here(self) -> Settings:
        return self.settings(Path.cwd())

    @cached_property
    def _model(self) -> Path:
        with self._here.blamed():
            return find(self._here.model or None)

    @cached_property
    def _presets(self) -> Presets:
        with self._here.blamed():
            return Presets.of(read_config(self._model).extras)

    @cached_property
    def _cache(self) -> Cache:
        here = self._here
        with here.blamed():
            how = (here.engine, here.decode, here.task, repr(here.prefix))
            facts = fingerprint(self._model), kind(here.device), *how
        cache = Cache(place(), salt(*facts)) if self.cached else Cache(None, b"")
        self.stack.callback(cache.close)
        if self.verbose:
            self.stack.callback(_tell_dropped, cache)
        return cache

    @cached_property
    def _reader(self) -> Corrector:
        """The corrector for whole texts, with edits of any confidence."""
        from gec import load

        here = self._here
        asked = str(self._model), here.device, here.engine, here.decode
        with here.blamed():
            found = load(*asked, task=here.task, prefix=here.prefix, min_confidence=0.0)
        if self.verbose and found.proposer.task == "rewrite":
            self.stack.callback(lambda: click.echo(str(found.proposer.held), err=True))
        return found

    @cached_property
    def _propose(self) -> Propose:
        here = self._here
        if self._here.whole_texts:  # changed texts are then read sentence by sentence, as usual
            ask: Propose = lambda sentences: self._reader.other("correct").propose(sentences)  # noqa: E731  # loads late
        else:
            asked = str(self._model), here.device, here.engine, here.decode, here.prefix
            ask = self.stack.enter_context(proposer(self.jobs, asked))
        cached = self._cache.proposing(ask, TOGETHER * self.jobs)

        def propose(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
            with here.blamed():
                for sentence, edits in zip(sentences, cached(sentences), strict=True):
                    self.progress.add(len(sentence))
                    yield edits

        return propose


def _tell_lost(document: Document, count: int) -> None:
    left_out = many(count, "correction")
    click.echo(f"{document.name}: left out {left_out} with characters that {document.encoding} lacks", err=True)


def _tell_dropped(cache: Cache) -> None:
    if cache.dropped:
        click.echo(
            f"the cache had {many(cache.dropped, 'row')} that did not fit; their sentences are read again", err=True
        )
