"""Converts simple styles of Vale to tables of rules: those with `extends: substitution`, and those with `existence`
whose action removes words. `(a|b)`, `[ab]` and `x?` are expanded to all words that they stand for. What a rule cannot
express is left out and reported with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gec.errors import OptionError
from gec.language import word_set
from gec.rules.entry import COMMENT
from gec.rules.files import line_of, named, quoted, written
from gec.rules.nodes import PatternError
from gec.rules.pattern import compiled

KEYS = word_set("""
    extends message level ignorecase swap tokens link action description scope nonword vocab capitalize limit
""")
SCOPES = ("text", "sentence", "paragraph", "")  # scopes that are all prose
MOST = 64  # words and phrases that one pattern may stand for
MAX_PATTERN_CHARACTERS = 500  # characters of a pattern

_PART = re.compile(r"\(\?:|[()|?]|\[[\w' -]+\]|\\[b.-]|[\w\s'’&/+#-]")
_PLAIN = re.compile(r"[\w'’&/.+#-]+(?: [\w'’&/.+#-]+)*")


def table(path: Path) -> tuple[str, list[str]]:
    """The table for a style, which is empty if no rule can express it, and a line for each part that is left out."""
    import yaml

    text = written(path)
    try:
        style = yaml.load(text, yaml.BaseLoader)  # makes no objects, and `on: off` is text
    except (yaml.YAMLError, ValueError, RecursionError) as trouble:
        line = getattr(getattr(trouble, "problem_mark", None), "line", 0) + 1
        raise OptionError(f"{named(path)}:{line}: not YAML; correct the line") from None
    left = [*_left(style, text)] if isinstance(style, dict) else [(1, "not a style of Vale")]
    rows: list[str] = []
    for wrong, right in () if left else _pairs(style):
        row = _row(wrong, right, style.get("ignorecase") == "true")
        rows += [row] if row else []
        left += [] if row else [(_line(text, wrong), f"{quoted(wrong)}, which does not stand for a few plain words")]
    name = f"{_name(path.absolute().parent.name) or 'vale'}.{_name(path.stem) or 'style'}"
    head = f'[[rule]]\nid = "{name}"\nwhy = {_why(style)}\nrows = """\n' if rows else ""
    lines = "".join(f"{row}\n" for row in rows) + '"""\n' * bool(rows)
    return head + lines, [f"{named(path)}:{line}: left out: {what}" for line, what in left]


def _left(style: Mapping[str, Any], text: str) -> Iterator[tuple[int, str]]:
    """Why no rule can express a style, with the line."""
    kind, action = style.get("extends"), style.get("action")
    others = [str(key) for key in style if key not in KEYS]
    if kind not in ("substitution", "existence"):
        yield line_of(text, r"^extends\b"), f"no rule does what {quoted(_text(kind))} does"
    elif kind == "existence" and not (isinstance(action, dict) and action.get("name") == "remove"):
        yield line_of(text, r"^extends\b"), "existence, without words to put there or an action that removes"
    elif others:
        yield line_of(text, rf"^{re.escape(others[0])}\b"), f"a rule has no {others[0]!r}"
    elif (scope := _text(style.get("scope", ""))) not in SCOPES:
        yield line_of(text, r"^scope\b"), f"a rule has no scope such as {quoted(scope)}"


def _line(text: str, wrong: str) -> int:
    """The line of a pattern. In double quotes, backslashes are written twice."""
    return line_of(text, r"(?:^|[{,\[])[ \t'\"-]*" + re.escape(wrong).replace(r"\\", r"\\{1,2}"))


def _pairs(style: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    some = style.get("swap" if style["extends"] == "substitution" else "tokens")
    pairs = some.items() if isinstance(some, dict) else ((one, "") for one in (some if isinstance(some, list) else ()))
    yield from ((_text(one), _text(new)) for one, new in pairs)


def _text(value: Any) -> str:
    """A text of a style. Anything else becomes `[]`, which no rule accepts: lists that contain each other would be
    endless as text."""
    return value if isinstance(value, str) else "[]"


def _row(wrong: str, right: str, fold: bool) -> str:
    """The row for a substitution; empty if no row can express it. Of several replacements the first one is used."""
    parts = _PART.findall(wrong)
    said = _ways(parts[:]) if "".join(parts) == wrong and len(wrong) <= MAX_PATTERN_CHARACTERS else []
    right = " ".join(right.partition("|")[0].split())
    folded = (one for word in said for one in ((word.lower(), word) if fold else (word,)))  # json, and JSON as it is
    words = [*dict.fromkeys(" ".join(word.split()) for word in folded)]
    words = [word for word in words if f" {word} " not in f" {right} "]  # or a rule would find its own result again
    if not words or len(words) > MOST or not all(map(_PLAIN.fullmatch, [*words, right or "x"])):
        return ""
    find = words[0] if len(words) == 1 else f"({'|'.join(words)})"
    row = f"{find} -> {right}".rstrip()
    try:
        compiled(find, {})
    except PatternError:
        return ""
    return "" if COMMENT.search(row) else row


def _ways(parts: list[str]) -> list[str]:
    """All texts that the parts up to the next closing bracket stand for. The parts are removed from the list."""
    ways = [[""]]
    while parts and (part := parts.pop(0)) != ")":
        if part == "|":
            ways.append([""])
            continue
        one = _ways(parts) if part[0] == "(" else [*part[1:-1]] if part[0] == "[" else [part.removeprefix("\\b")[-1:]]
        if parts[:1] == ["?"]:
            one = [*one, *parts.pop(0)[1:], ""]
        ways[-1] = [before + word for before in ways[-1] for word in one][: MOST + 1]
    return [said for way in ways for said in way]


def _why(style: Mapping[str, Any]) -> str:
    """The message. It is the same for all rows, so the words that Vale would fill in are replaced by general ones."""
    said = _text(style.get("message") or "The style of the house says this otherwise.")
    for general in ("the other wording",) * (style["extends"] == "substitution") + ("this one",):
        said = re.sub(r"['\"“‘]?%s['\"”’]?", general, said, count=1)
    return json.dumps(" ".join(said.split()), ensure_ascii=False)


def _name(said: str) -> str:
    """A name in the form of an id: WordList becomes word-list."""
    parts = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", said).lower())
    return "-".join(parts).lstrip("0123456789-")
