"""The JavaScript in MDX: only brackets, strings and comments are recognised. They show where imports, exports and
expressions in braces end. `markdown.py` reads the Markdown around it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gec.text.prose import Span

_MODULE = re.compile(r"(?:import|export)(?=[\s{*\"'])")
_EXPRESSION = re.compile(r"[ \t]*\{")
_BEGINNING = re.compile(r"\{|<[A-Za-z][\w.:-]*(?=\s)")
_TAG = re.compile(r"[ \t]*(?=<[A-Za-z])")
_OF_TAG = re.compile(r"""(?>(?:[^"'{}<>]++|"[^"]*+"|'[^']*+')*)([{>])""")  # up to an expression in it, or its end
_BLANK = re.compile(r"\n[ \t]*(?=\r?\n|\Z)")
# Elements contain prose, where a quote after a letter is an apostrophe, and slashes after a colon belong to an address.
_TOKEN = re.compile(
    rf"""\\.|(?<!\w)"(?>(?:[^"\\\r\n]|\\.)*)"|(?<!\w)'(?>(?:[^'\\\r\n]|\\.)*)'|`(?>(?:[^`\\]|\\.)*)`|/\*|(?<!:)//[^\r\n]*+
    |[(\[{{)\]}}]|{_BLANK.pattern}""",
    re.VERBOSE | re.DOTALL,
)
_OPENING = {")": "(", "]": "[", "}": "{"}


@dataclass(slots=True)
class Program:
    """The code in a text. The rest of the text after a bracket that does not close is read once only."""

    text: str
    unclosed: int | None = None  # the first bracket that does not close
    closings: dict[int, int] = field(default_factory=dict)  # of the brackets after it
    untagged: int = 0  # no tag begins before this place
    unclosed_comment: bool = False  # a comment was found that does not close

    def block(self, start: int, at: int, inside: bool) -> int:
        """The end of the imports, exports or expression that begin in the line with its content at `at`, or `start`.
        `inside` a paragraph, only an expression with a blank line in it counts."""
        if at == start and not inside and _MODULE.match(self.text, at):
            return self._module_end(at)
        expression = _EXPRESSION.match(self.text, at)
        if expression is None:
            return self._element(start, at, inside)
        end = self._closing(expression.end() - 1)
        if end is None:
            return start
        line_end = self.text.find("\n", end) + 1 or len(self.text)
        alone = not inside and not self.text[end:line_end].strip()
        return line_end if alone or _BLANK.search(self.text, at, end) else start

    def _element(self, start: int, at: int, inside: bool) -> int:
        """The same for a tag with an expression over several lines in it or directly after it."""
        tag = _TAG.match(self.text, at)
        found = self._tag(tag.end()) if tag else None
        if found is None:
            return start
        brace, end = found
        if behind := _EXPRESSION.match(self.text, end):
            brace = min(brace, behind.end() - 1)
            end = self._closing(behind.end() - 1) or end
        if "\n" not in self.text[brace:end] or (inside and not _BLANK.search(self.text, at, end)):
            return start
        return self.text.find("\n", end) + 1 or len(self.text)

    def _tag(self, at: int) -> Span | None:
        """The place of the first expression in a tag (or of its end), and the end of the tag."""
        if at < self.untagged:
            return None
        first, place = len(self.text), at + 1
        while part := _OF_TAG.match(self.text, place):
            if part[1] == ">":
                return min(first, part.end()), part.end()
            first = min(first, part.end() - 1)
            closing = self._closing(part.end() - 1)
            if closing is None:
                break
            place = closing
        self.untagged = place
        return None

    def expressions(self, kept: Iterable[Span] = ()) -> Iterator[Span]:
        """The expressions of a paragraph, and the tags with expressions, except for those that begin in `kept`."""
        code = dict(span for span in sorted(kept) if self.text[span[0]] != "{")
        starts = iter([*code, len(self.text)])
        start, at = next(starts), 0
        while found := _BEGINNING.search(self.text, at):
            brace = found.start()
            while start < brace:
                at, start = max(at, code[start]), next(starts)
            if brace < at:
                continue
            end = self._closing(brace) if found.group() == "{" else self._tag_with_expression(brace)
            at = end or brace + 1
            if end:
                yield brace, end

    def _tag_with_expression(self, at: int) -> int | None:
        first, end = self._tag(at) or (0, 0)
        return end if first < end else None

    def _module_end(self, at: int) -> int:
        """The end of the next line that is outside brackets and comes before a blank line."""
        while found := self._next(at):
            place, mark = found
            if mark == "\n":
                return place + 1
            at = (mark not in _OPENING and self._closing(place)) or place + 1
        return len(self.text)

    def _closing(self, at: int) -> int | None:
        """The place after the closing bracket for the one at `at`, or None."""
        if self.unclosed is not None and at >= self.unclosed:
            return self.closings.get(at)
        closings: dict[int, int] = {}
        waiting: list[tuple[int, str]] = []
        count = Counter[str]()
        behind = at
        while found := self._next(behind):
            place, mark = found
            behind = place + 1
            if mark in "([{":
                waiting.append((place, mark))
                count[mark] += 1
            elif count[_OPENING.get(mark, "")]:
                closings[_popped(waiting, count, _OPENING[mark])] = behind
                if not waiting:
                    return behind
        self.unclosed, self.closings = at, closings
        return None

    def _next(self, at: int) -> tuple[int, str] | None:
        """The next bracket or blank line outside of strings and comments."""
        while token := _TOKEN.search(self.text, at):
            at = token.end()
            mark = token.group()
            if mark == "/*":
                end = -1 if self.unclosed_comment else self.text.find("*/", at)
                self.unclosed_comment = end < 0
                at = max(at, end + 2)
            elif mark[0] in "\n([{)]}":
                return token.start(), mark[0]
        return None


def _popped(waiting: list[tuple[int, str]], count: Counter[str], wanted: str) -> int:
    """Pop the last open bracket of a kind, together with unclosed ones after it. Returns its place."""
    while True:
        place, mark = waiting.pop()
        count[mark] -= 1
        if mark == wanted:
            return place
