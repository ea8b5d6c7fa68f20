"""The OpenAPI document at `/openapi.json`. It describes the input and every possible answer of each route.
`request_body.py`, `languagetool.py` and `http.py` implement it.
"""

from __future__ import annotations

from typing import Any

from gec import __version__
from gec.language.dialect import DIALECTS
from gec.model.config import PRESETS, TASKS
from gec.serve.languagetool import LANGUAGES, MODES
from gec.serve.request_body import LONGEST_WAIT, MAX_TYPES, OFFSETS, SHORTEST_WAIT
from gec.text.formats import FORMATS

Schema = dict[str, Any]

_FORM = "application/x-www-form-urlencoded"
_OF_CHECKS = (400, 401, 403, 413, 415, 422, 429, 503)
_STRING: Schema = {"type": "string"}
_WORD: Schema = {"type": "string", "minLength": 1}
_INDEX: Schema = {"type": "integer", "minimum": 0}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}


def document(token: bool) -> Schema:
    """The document of a server that asks for a token, or not."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "gec",
            "version": __version__,
            "summary": "Corrects the grammar, spelling and punctuation of English texts.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {
            "/v1/correct": {"post": _correct(token)},
            "/v1/options": {"get": _plain("What a client may choose from.", _OPTIONS)},
            "/v1/words": {"post": _add_word(token)},
            "/v2/check": {"post": _check(token), "get": _check_by_query(token)},
            "/v2/languages": {"get": _languages(), "post": _languages()},
            "/v2/info": {"get": _plain("What answers here.", {"software": _object(_SOFTWARE)})},
            "/v2/healthcheck": {"get": _well()},
            "/v2/maxtextlength": {"get": _length(), "post": _length()},
            "/v2/configinfo": {"get": _configuration_by_query(), "post": _configuration()},
            "/healthz": {"get": _plain("Whether the server answers.", {"status": {"const": "ok"}})},
            "/readyz": {"get": _plain("Whether texts are taken.", {"status": {"const": "ready"}}, 503)},
            "/metrics": {"get": _metrics(token)},
        },
        "components": {
            "schemas": {
                "Edit": _EDIT,
                "Correction": _CORRECTION,
                "Error": _ERROR,
                "Match": _MATCH,
                "Checked": _CHECKED,
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _object(properties: Schema, *, optional: tuple[str, ...] = (), description: str = "") -> Schema:
    said = {"description": description} if description else {}
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False, **said}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_EDIT = _object(
    {
        "start": _INDEX,
        "end": _INDEX,
        "original": _STRING,
        "replacement": _STRING,
        "type": {**_STRING, "description": "ERRANT's, e.g. R:VERB:SVA", "examples": ["R:VERB:SVA"]},
        "rule": {**_STRING, "description": "the id of the rule that found it, if one did"},
        "name": {**_STRING, "description": "the type in words"},
        "confidence": _SHARE,
        "message": _STRING,
        "why": {**_STRING, "description": "what is wrong, the rule of the language and an example"},
        "alternatives": {"type": "array", "items": _STRING, "description": "what else a misspelt word may be"},
    },
    description="Replace the characters from start to end.",
)
_CORRECTION = _object(
    {
        "text": {**_STRING, "description": "the text with the edits applied"},
        "edits": {"type": "array", "items": _ref("Edit")},
        "sentences": {
            "type": "array",
            "items": {"type": "array", "items": _INDEX, "minItems": 2, "maxItems": 2},
            "description": "start and end of the sentences that were read",
        },
        "complete": {"type": "boolean", "description": "whether all sentences were read"},
        "left": {**_INDEX, "description": "sentences for which there was no time; others are too long to be read"},
        "more": {
            **_INDEX,
            "description": "edits for which there is no room; they come when this text, with its edits, is sent",
        },
    }
)
_ERROR = _object({"error": _STRING})
_CHECKED_RULE = _object(
    {
        "id": _STRING,
        "description": _STRING,
        "issueType": _STRING,
        "category": _object({"id": _STRING, "name": _STRING}),
    }
)
_MATCH = _object(
    {
        "message": _STRING,
        "shortMessage": _STRING,
        "replacements": {"type": "array", "items": _object({"value": _STRING, "confidence": _SHARE})},
        "offset": _INDEX,
        "length": _INDEX,
        "context": _object({"text": _STRING, "offset": _INDEX, "length": _INDEX}),
        "sentence": _STRING,
        "type": _object({"typeName": _STRING}),
        "rule": _CHECKED_RULE,
        "ignoreForIncompleteSentence": {"type": "boolean"},
        "contextForSureMatch": {"type": "integer"},
    },
    description="Offsets and lengths are UTF-16 units of the text as it was sent, markup included.",
)
_LANGUAGE: Schema = {"name": _STRING, "code": {"enum": list(LANGUAGES)}}
_DETECTED: Schema = {
    **_LANGUAGE,
    "confidence": {**_SHARE, "description": "the share of letters in sentences that were read as English"},
    "source": _STRING,
}
_SOFTWARE: Schema = {"name": _STRING, "version": _STRING, "buildDate": _STRING, "premium": {"type": "boolean"}}
_NAMES: Schema = {"type": "array", "items": _STRING}
_OPTIONS: Schema = {
    "version": _STRING,
    "formats": _NAMES,
    "dialects": _NAMES,
    "presets": _NAMES,
    "tasks": _NAMES,
    "dictionary": {"type": "boolean", "description": "whether /v1/words takes words"},
}
_CONFIGURATION = _object(
    {
        "software": _object(_SOFTWARE),
        "parameter": _object({"maxTextLength": _INDEX}),
        "rules": {
            "type": "array",
            "items": _object(
                dict.fromkeys(("ruleId", "description", "categoryId", "categoryName", "locQualityIssueType"), _STRING)
            ),
        },
    }
)
_LANGUAGE_ASKED: Schema = {"language": {"enum": [*LANGUAGES, "auto"]}}
_CHECKED = _object(
    {
        "software": _object({**_SOFTWARE, "apiVersion": {"type": "integer"}, "status": _STRING}),
        "warnings": _object(
            {"incompleteResults": {"type": "boolean"}, "incompleteResultsReason": _STRING},
            optional=("incompleteResultsReason",),
        ),
        "language": _object({**_LANGUAGE, "detectedLanguage": _object(_DETECTED)}),
        "matches": {"type": "array", "items": _ref("Match")},
    }
)


def _correct(token: bool) -> Schema:
    types = {"type": "array", "items": _WORD, "maxItems": MAX_TYPES}
    fields = {
        "text": _STRING,
        "task": {"enum": list(TASKS), "default": TASKS[0], "description": "correct mistakes, or rewrite sentences"},
        "format": {"enum": list(FORMATS), "default": FORMATS[0], "description": "what of the text is prose"},
        "select": {**types, "description": "only these types of edit, or prefixes of them"},
        "ignore": {**types, "description": "not these; the longer prefix wins"},
        "min_confidence": {**_SHARE, "default": 0},
        "preset": {"enum": ["", *PRESETS], "default": "", "description": "how sure is enough, for the server's own"},
        "dialect": {"enum": ["", *DIALECTS], "default": "", "description": "how words that are brought in are spelt"},
        "offsets": {
            "enum": list(OFFSETS),
            "default": "characters",
            "description": "what offsets count: Unicode code points, or UTF-16 units as JavaScript does",
        },
        "timeout": {
            "type": "number",
            "minimum": SHORTEST_WAIT,
            "maximum": LONGEST_WAIT,
            "description": "seconds; the server's own limit holds as well",
        },
    }
    body = _object(fields, optional=tuple(fields)[1:])
    refusals = _refusals(*_OF_CHECKS)
    return _operation("Correct a text.", _body("application/json", body), _answer(_ref("Correction")), refusals, token)


def _add_word(token: bool) -> Schema:
    asked = _body("application/json", _object({"word": _WORD}))
    ok = _answer(_object({"word": _STRING, "added": {"type": "boolean", "description": "whether it was new"}}))
    return _operation("Add a word to the dictionary.", asked, ok, _refusals(400, 401, 403, 413, 415, 429, 503), token)


def _check(token: bool) -> Schema:
    either = [{"required": ["text"]}, {"required": ["data"]}]
    body = {"type": "object", "properties": _form(), "required": ["language"], "oneOf": either}
    said = "Check a text, as LanguageTool's clients ask for it."
    asked = _body(_FORM, body)
    return _operation(said, asked, _answer(_ref("Checked")), _refusals_in_words(*_OF_CHECKS), token)


def _check_by_query(token: bool) -> Schema:
    asked = [
        {"name": name, "in": "query", "schema": kind, "required": name == "language"} for name, kind in _form().items()
    ]
    said = "The same for a short text, as older clients of LanguageTool ask for it."
    return _operation(said, {"parameters": asked}, _answer(_ref("Checked")), _refusals_in_words(*_OF_CHECKS), token)


def _form() -> Schema:
    """The fields of LanguageTool's form."""
    names = {**_STRING, "description": "separated by commas"}
    return {
        **_LANGUAGE_ASKED,
        "text": {**_STRING, "description": "either this or data"},
        "data": {
            **_WORD,
            "description": "JSON: a text, or an annotation: a list of texts and of markup with what it stands for",
            "examples": ['{"annotation": [{"text": "A "}, {"markup": "<b>"}, {"text": "word"}, {"markup": "</b>"}]}'],
        },
        "enabledRules": names,
        "disabledRules": names,
        "enabledCategories": names,
        "disabledCategories": names,
        "enabledOnly": {**_STRING, "description": "true or yes: the enabled ones alone", "default": "false"},
        "mode": {"enum": list(MODES), "default": MODES[0], "description": "textLevelOnly finds nothing"},
        "preferredVariants": names,
        "motherTongue": {**_STRING, "description": "taken and not used"},
        "level": {**_STRING, "description": "default or picky; taken and not used"},
        "username": {**_STRING, "description": "taken and not used"},
        "apiKey": {**_STRING, "description": "the server's token, for clients that cannot send it as a bearer"},
    }


def _languages() -> Schema:
    language = _object({"name": _STRING, "code": _STRING, "longCode": _STRING})
    ok = _answer({"type": "array", "items": language})
    return {"summary": "The languages LanguageTool's clients may name.", "responses": {"200": ok}}


def _configuration() -> Schema:
    body = _body(_FORM, {"type": "object", "properties": _LANGUAGE_ASKED, "required": ["language"]})
    return _operation(
        "The rules there are.", body, _answer(_CONFIGURATION), _refusals_in_words(400, 403, 413, 415), False
    )


def _configuration_by_query() -> Schema:
    asked = [{"name": name, "in": "query", "schema": kind, "required": True} for name, kind in _LANGUAGE_ASKED.items()]
    said = "The same, asked by the address."
    return _operation(said, {"parameters": asked}, _answer(_CONFIGURATION), _refusals_in_words(400, 403), False)


def _well() -> Schema:
    ok = {"description": "OK.", "content": {"text/plain": {"schema": {"const": "OK"}}}}
    return {"summary": "Whether the server answers, as LanguageTool says it.", "responses": {"200": ok}}


def _length() -> Schema:
    said = "How long a text may surely be, in UTF-16 units."
    return {"summary": said, "responses": {"200": _answer(_INDEX)}}


def _metrics(token: bool) -> Schema:
    ok = {"description": "Figures in Prometheus' text format.", "content": {"text/plain": {"schema": _STRING}}}
    return _guarded({"summary": "Figures for Prometheus.", "responses": {"200": ok, **_refusals(401, 429)}}, token)


def _plain(summary: str, properties: Schema, *refusals: int) -> Schema:
    return {"summary": summary, "responses": {"200": _answer(_object(properties)), **_refusals(*refusals)}}


def _body(kind: str, schema: Schema) -> Schema:
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema}}}}


def _operation(summary: str, asked: Schema, ok: Schema, refusals: Schema, token: bool) -> Schema:
    return _guarded({"summary": summary, **asked, "responses": {"200": ok, **refusals}}, token)


def _guarded(operation: Schema, token: bool) -> Schema:
    return {**operation, "security": [{"token": []}]} if token else operation


def _answer(schema: Schema) -> Schema:
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


_REFUSALS = {
    400: "The request is not what it should be.",
    401: "The token is missing or wrong.",
    403: "The server does not answer to this name or this site.",
    413: "The body is too long.",
    415: "The body is of another media type, or packed.",
    422: "A line of the text is too long to be prose.",
    429: "A wrong token came from this client a moment ago.",
    503: "Too many texts are waiting; Retry-After says when to try again.",
}


def _refusals(*statuses: int) -> Schema:
    return {str(one): _refusal(one, _answer(_ref("Error"))["content"]) for one in statuses}


def _refusals_in_words(*statuses: int) -> Schema:
    return {str(one): _refusal(one, {"text/plain": {"schema": _STRING}}) for one in statuses}


def _refusal(status: int, content: Schema) -> Schema:
    later = {"Retry-After": {"description": "seconds", "required": True, "schema": _INDEX}}
    said = {"description": _REFUSALS[status], "content": content}
    return {**said, "headers": later} if status in (429, 503) else said
