"""The settings of an editor's user: what to show, how soon and how. They override the settings of the project.

An editor may set those keys of `.gec.toml` that make sense in an editor, and also `debounce`, `code-lens` and
`severity`, in `kebab-case`, `snake_case` or `camelCase`. Null counts as not set. A wrong setting is reported, and the
others apply.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lsprotocol.types import DiagnosticSeverity

from gec import globs, settings
from gec.edits.kinds import known
from gec.edits.policy import Policy
from gec.edits.threshold import Presets
from gec.errors import OptionError, Wrong
from gec.rules import own as own_rules

# Keys of `.gec.toml` that an editor may set.
SHARED = ("select", "ignore", "min-confidence", "preset", "dialect", "words", "quotes", "comments")
FOREIGN = frozenset({"trace"})  # VS Code stores in every server's section whether messages are logged
SEVERITIES = {severity.name.lower(): severity for severity in DiagnosticSeverity}


@dataclass(frozen=True, slots=True)
class Preferences:
    debounce: float = 0.15  # seconds without a change before a text is checked
    code_lens: bool = False
    severity: DiagnosticSeverity = DiagnosticSeverity.Information
    over: Mapping[str, Any] = field(default_factory=dict)  # values that override those of the project
    disabled: tuple[str, ...] = ()  # types of edit that were turned off by an action
    trusted: bool = True  # whether a project's settings, dictionary and rules are read
    presets: Presets = field(default_factory=Presets)  # the model's thresholds

    def changed(self, given: object, wrong: Callable[[str], None]) -> Preferences:
        """The preferences with the given settings. `wrong` is called with a message for each wrong one, which changes
        nothing."""
        given = {} if given is None else given
        if not isinstance(given, Mapping):
            wrong(f"settings must be a table of names and values, not {_shown(given)}")
            return self
        folder = Path.cwd() if self.trusted else Path(Path.cwd().anchor)
        own: dict[str, Any] = {}
        over = dict(self.over)
        for name, value in given.items():
            key = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", str(name)).replace("_", "-").lower()
            if value is None or key in FOREIGN or (key == "dialect" and value == ""):
                continue
            try:
                if key in SHARED:
                    read = settings.KEYS[key](list(value) if type(value) is tuple else value)
                    named = key in ("select", "ignore")
                    over[key.replace("-", "_")] = settings.edits_named(read, folder) if named else read
                elif key in _OWN:
                    own[key.replace("-", "_")] = _OWN[key](value)
                else:
                    raise OptionError(f"no such setting; there are {', '.join(sorted([*SHARED, *_OWN]))}")
            except OptionError as error:
                wrong(f"{_shown(name)}: {error}")
        return replace(self, over=over, **own)

    def without(self, kind: str) -> Preferences:
        """The preferences with a type or a rule turned off. It may be a rule of a project."""
        return replace(self, disabled=tuple(sorted({*self.disabled, *known([kind], lambda rule: True)})))

    def policy(self, folder: Path, wrong: Wrong) -> Policy:
        """Which edits are shown of a text in this folder. A file of settings, a dictionary or a table of rules that is
        wrong is told and does not count; the others do."""
        found = settings.nearest_readable(folder, wrong).over(self.over).policy(folder, self.presets, wrong)
        rules = own_rules.readable_tables(found.rules, wrong)
        return replace(found, ignore=(*found.ignore, *self.disabled), rules=rules)

    def comments(self, folder: Path) -> bool:
        """Whether comments in source code are read: yes, unless the editor or a settings file says no."""
        found = settings.nearest_readable(folder).over(self.over)
        return found.comments or not ("comments" in found.said or "comments" in dict(found.lines))

    def excluded(self, path: Path, folder: Path) -> bool:
        """Whether the settings for a folder exclude a file."""
        found = settings.nearest_readable(folder)
        return bool(found.exclude) and globs.combined(found.exclude).takes(os.path.relpath(path, found.root))


def _shown(value: object) -> str:
    said = repr(value)
    return said if len(said) <= 40 else f"{said[:39]}…"


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10_000:
        raise OptionError("expected milliseconds, 0 to 10,000")
    return value / 1000


def _severity(value: object) -> DiagnosticSeverity:
    if not isinstance(value, str) or value not in SEVERITIES:
        raise OptionError(f"expected one of {', '.join(SEVERITIES)}")
    return SEVERITIES[value]


_OWN: dict[str, Callable[[object], Any]] = {"debounce": _seconds, "code-lens": settings.flag, "severity": _severity}
