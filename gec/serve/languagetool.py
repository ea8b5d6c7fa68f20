"""LanguageTool's HTTP API, version 2. These functions are pure: they convert a form to a request, and a request with
the edits of its text to JSON.

Offsets are UTF-16 units of the client's text, markup included. `service.py` corrects, and `http.py` handles HTTP.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from encodings import normalize_encoding
from encodings.aliases import aliases
from itertools import chain
from typing import Any
from urllib.parse import parse_qsl

from gec import __version__
from gec.edits.edit import Edit
from gec.edits.kinds import OPERATIONS
from gec.edits.message import NAMES
from gec.rules.engine import of_rule
from gec.serve.annotated import Annotated
from gec.serve.answers import most_edits
from gec.serve.refused import RefusedError, require_prose, short, sound
from gec.serve.utf16 import Utf16

LANGUAGES = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
ASSUMED = "en-US"  # if a client leaves the language to the server
_DIALECTS = {"en-US": "us", "en-GB": "gb", "en-AU": "au", "en-CA": "ca"}
CATEGORIES = {
    "CASING": "Capitalization",
    "GRAMMAR": "Grammar",
    "PUNCTUATION": "Punctuation",
    "STYLE": "Style",
    "TYPOS": "Possible Typo",
}
# Category and issue type by the longest matching prefix of an edit's type. Other types are grammar.
_KINDS = {
    "ORTH": ("CASING", "typographical"),
    "OTHER": ("STYLE", "style"),
    "PUNCT": ("PUNCTUATION", "typographical"),
    "SPELL": ("TYPOS", "misspelling"),
    "UNK": ("STYLE", "style"),
}
_OF_WHOLE_TEXTS = "textLevelOnly"
MODES = ("all", "allButTextLevelOnly", _OF_WHOLE_TEXTS)  # clients ask separately for rules of texts and of sentences
SOFTWARE = {"name": "gec", "version": __version__, "buildDate": "", "premium": False}
_CONTEXT = 40  # characters shown on either side of a match
_SENTENCE = 150  # characters of a sentence on either side: a long one is not repeated whole in each of its matches
_TIMED_OUT = "the time ran out before every sentence was read, or one is too long"
_TOO_MANY = "there are more matches than an answer has; correct these and check again"
_ONE_LINE = str.maketrans("\r\n", "  ")
_FIELDS = 100  # most fields of a form; no client sends so many
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_CHARSETS = frozenset((*aliases, *aliases.values()))
_BYTEWISE = ("iso8859-", "cp125", "koi8-", "mac-")  # beginnings of Python's names of charsets with one byte a character


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rules that a client wants."""

    enabled: frozenset[str] = frozenset()  # names of rules and of categories, which are all different
    disabled: frozenset[str] = frozenset()
    only: bool = False
    nothing: bool = False  # the client asks only for rules of a kind that gec does not have

    def of(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        return tuple(filter(self._lets_through, edits))

    def _lets_through(self, edit: Edit) -> bool:
        if self.nothing:
            return False
        names = {rule(edit.type), category(edit.type)[0], *([rule(edit.rule)] if edit.rule else [])}
        if self.only:
            return not names.isdisjoint(self.enabled)
        return not self.enabled.isdisjoint({rule(edit.type), rule(edit.rule)}) or names.isdisjoint(self.disabled)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """One request."""

    text: Annotated
    language: str
    dialect: str  # a name of `gec/language/dialect.py`; empty if the client leaves the language to the server
    wanted: Wanted


# --- what comes in


def check_form(kind: str, body: bytes) -> None:
    """Raises an error if a body is no form. The media type does not decide, because LTeX names JSON for its forms."""
    said = kind.partition(";")[0].strip().lower()
    if said.startswith("multipart/") or body.lstrip()[:1] in (b"{", b"["):
        found = said if said.startswith("multipart/") else "JSON"
        raise RefusedError(415, f"send a form (application/x-www-form-urlencoded), not {found}")


def read_form(body: bytes, kind: str = "") -> dict[str, str]:
    """The fields of a form. If a name occurs twice, the last one counts. A form is read as UTF-8, whatever charset its
    media type names, as LanguageTool does. If it is not UTF-8, it is read in that charset."""
    try:
        return _fields(body, "utf-8")
    except UnicodeDecodeError as error:
        try:
            return _fields(body, _charset(kind))
        except (LookupError, ValueError):
            raise RefusedError(400, f"the form is not UTF-8 ({error.reason})") from None


def _fields(body: bytes, charset: str) -> dict[str, str]:
    said = body.decode(charset)
    try:
        pairs = parse_qsl(said, keep_blank_values=True, encoding=charset, errors="strict", max_num_fields=_FIELDS)
    except UnicodeDecodeError:
        raise
    except ValueError:
        raise RefusedError(400, f"the form has more than {_FIELDS} fields") from None
    return dict(pairs)


def _charset(kind: str) -> str:
    """The charset of a media type. Raises LookupError unless it has one byte for each character."""
    found = _CHARSET.search(kind)
    said = normalize_encoding(found[1]).lower() if found else ""
    # Python caches every name that it is asked for, also unknown ones. So it is asked for known names only.
    name = codecs.lookup(said).name if said in _CHARSETS else ""
    if not name.startswith(_BYTEWISE):
        raise LookupError(name)
    return name


def read_check(form: Mapping[str, str]) -> CheckRequest:
    """The request in a form."""
    language = _language(form)
    dialect = _DIALECTS.get(language or "", "")
    only = form.get("enabledOnly", "false") in ("true", "yes")
    enabled, disabled = _named(form, "enabled"), _named(form, "disabled")
    if only and disabled:
        raise RefusedError(400, "You cannot specify disabled rules or categories using enabledOnly=true")
    if only and not enabled:
        raise RefusedError(400, "You must specify enabledRules or enabledCategories when using enabledOnly=true")
    mode = form.get("mode") or MODES[0]
    if mode not in MODES:
        raise RefusedError(400, f"'mode' must be one of {', '.join(MODES)}")
    wanted = Wanted(enabled, disabled, only, nothing=mode == _OF_WHOLE_TEXTS)
    return CheckRequest(_text(form), language or ASSUMED, dialect, wanted)


def _language(form: Mapping[str, str]) -> str | None:
    asked = form.get("language", "")
    if not asked:
        raise RefusedError(400, "Missing 'language' parameter, e.g. 'language=en-US' for American English, or 'auto'")
    if asked.lower() == "auto":
        return next(filter(None, map(_variant, form.get("preferredVariants", "").split(","))), None)
    if (variant := _variant(asked)) is None:
        known = ", ".join(LANGUAGES)
        raise RefusedError(400, f"{short(asked)} is not a language this server corrects; it corrects {known}")
    return variant


def _variant(code: str) -> str | None:
    """The code of a variant of English, also written as a locale with an underscore. None for other languages."""
    return next((name for name in LANGUAGES if name.lower() == code.strip().lower().replace("_", "-")), None)


def _named(form: Mapping[str, str], what: str) -> frozenset[str]:
    lists = (form.get(f"{what}{kind}", "").split(",") for kind in ("Rules", "Categories"))
    return frozenset(name.strip() for name in chain.from_iterable(lists)) - {""}


def _text(form: Mapping[str, str]) -> Annotated:
    text = Annotated.of(_parts(form))
    # Only what is read counts: markup may have a picture in one long line.
    require_prose(text.plain, "text" if "text" in form else "data")
    return text


def _parts(form: Mapping[str, str]) -> list[tuple[str, str | None]]:
    if "text" in form and "data" in form:
        raise RefusedError(400, "Set only 'text' or 'data' parameter, not both")
    if "text" in form:
        return [(form["text"], None)]
    if "data" not in form:
        raise RefusedError(400, "Missing 'text' or 'data' parameter")
    try:
        data = json.loads(form["data"])
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, f"Could not parse JSON from 'data' parameter: {error}") from None
    if not isinstance(data, dict) or ("text" in data) == ("annotation" in data):
        raise RefusedError(400, "'data' key in JSON requires either 'text' or 'annotation' key, not both")
    if "text" in data:
        return [(_string(data, "text"), None)]
    if not isinstance(data["annotation"], list):
        raise RefusedError(400, "'annotation' must be a list of objects")
    return [_part(item) for item in data["annotation"]]


def _part(item: Any) -> tuple[str, str | None]:
    if isinstance(item, dict):
        item = {name: value for name, value in item.items() if value is not None}  # some clients send null for no value
    if not isinstance(item, dict) or ("text" in item) == ("markup" in item):
        raise RefusedError(400, "an object in 'annotation' needs either 'text' or 'markup', not both")
    if "text" in item:
        if "interpretAs" in item:
            raise RefusedError(400, "'text' cannot be used with 'interpretAs' (only 'markup' can)")
        return _string(item, "text"), None
    return _string(item, "markup"), _string(item, "interpretAs") if "interpretAs" in item else ""


def _string(data: Mapping[str, Any], name: str) -> str:
    if not isinstance(data[name], str):
        raise RefusedError(400, f"{name!r} in 'data' must be a string")
    return sound(data[name], name)


# --- what goes out


_NAME = str.maketrans(":.-", "___")


def rule(kind: str) -> str:
    """The name of a type of edit, or of a rule, as LanguageTool spells names: `GEC_R_VERB_SVA`."""
    return f"GEC_{kind.translate(_NAME).upper()}"


def category(kind: str) -> tuple[str, str]:
    """LanguageTool's category and issue type for a type of edit."""
    return _KINDS.get(kind[2:].partition(":")[0], ("GRAMMAR", "grammar"))


def languages() -> list[dict[str, str]]:
    return [{"name": name, "code": code.partition("-")[0], "longCode": code} for code, name in LANGUAGES.items()]


def information() -> dict[str, Any]:
    return {"software": SOFTWARE}


def configuration(form: Mapping[str, str], body: int) -> dict[str, Any]:
    """The answer for LanguageTool's own Java client, which shows the rules to choose from."""
    _language(form)
    rules = [_rule(f"{operation}:{kind}") for operation in OPERATIONS for kind in NAMES]
    return {
        "software": SOFTWARE,
        "parameter": {"maxTextLength": longest(body)},
        "rules": [
            {
                "ruleId": one["id"],
                "description": one["description"],
                "categoryId": one["category"]["id"],
                "categoryName": one["category"]["name"],
                "locQualityIssueType": one["issueType"],
            }
            for one in rules
        ],
    }


def longest(body: int) -> int:
    """The UTF-16 units of a text that always fits into a body of so many bytes: nine bytes each, and other fields."""
    return body // 10


def answer(
    check: CheckRequest, edits: Sequence[Edit], sentences: Sequence[tuple[int, int]], *, complete: bool
) -> dict[str, Any]:
    """The answer to a check. `edits` and `sentences` have offsets in the plain text."""
    language = {"name": LANGUAGES[check.language], "code": check.language}
    shown = list(check.text.shown(edits))
    most = most_edits(check.text.plain)
    reasons = [_TIMED_OUT] * (not complete) + [_TOO_MANY] * (len(shown) > most)
    warnings: dict[str, Any] = {"incompleteResults": bool(reasons)}
    if reasons:
        warnings["incompleteResultsReason"] = "; ".join(reasons)
    return {
        "software": {**SOFTWARE, "apiVersion": 1, "status": ""},
        "warnings": warnings,
        "language": {**language, "detectedLanguage": _detected(language, check.text.plain, sentences)},
        "matches": _matches(check.text, shown[:most], sentences),
    }


def _detected(language: dict[str, str], text: str, sentences: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The detected language. It is the one that the client named. Its confidence is the share of letters in sentences
    that were read, because sentences in other languages are not."""
    letters = sum(map(str.isalpha, text))
    read = sum(sum(map(str.isalpha, text[start:end])) for start, end in sentences)
    share = min(1.0, round(read / letters, 3)) if letters else 1.0
    return {**language, "confidence": share, "source": "assumed"}


def _matches(
    text: Annotated, edits: Iterable[tuple[Edit, Edit]], sentences: Iterable[tuple[int, int]]
) -> list[dict[str, Any]]:
    offsets = Utf16.of(text.raw)
    spans = iter(sentences)
    start, end = next(spans, (0, 0))
    found = []
    for edit, shown in edits:
        while end < edit.start and (following := next(spans, None)):
            start, end = following
        found.append(
            {
                "message": of_rule(edit) or edit.message,
                "shortMessage": _name(edit.type),
                "replacements": [{"value": shown.replacement, "confidence": edit.confidence}],
                "offset": offsets.units(shown.start),
                "length": offsets.units(shown.end) - offsets.units(shown.start),
                "context": _context(text.raw, shown),
                "sentence": text.plain[max(start, edit.start - _SENTENCE) : min(end, edit.end + _SENTENCE)],
                "type": {"typeName": "Other"},
                "rule": _rule(edit.type, edit.rule),
                "ignoreForIncompleteSentence": True,
                "contextForSureMatch": -1,
            }
        )
    return found


def _context(raw: str, shown: Edit) -> dict[str, Any]:
    start, end = max(0, shown.start - _CONTEXT), min(len(raw), shown.end + _CONTEXT)
    before, after = "..." if start else "", "..." if end < len(raw) else ""
    text = before + raw[start:end].translate(_ONE_LINE) + after
    offsets = Utf16.of(text)
    begin = len(before) + shown.start - start
    offset, stop = offsets.units(begin), offsets.units(begin + shown.end - shown.start)
    return {"text": text, "offset": offset, "length": stop - offset}


def _rule(kind: str, own: str = "") -> dict[str, Any]:
    name, issue = category(kind)
    return {
        "id": rule(own or kind),
        "description": _name(kind),
        "issueType": issue,
        "category": {"id": name, "name": CATEGORIES[name]},
    }


def _name(kind: str) -> str:
    return NAMES.get(kind[2:], "wording").capitalize()
