"""Findings for programs: one function for each format, which makes one text from the findings in all files.

| format | for |
|---|---|
| json | anything; documented in docs/terminal.md |
| jsonl | the same, one finding per line |
| sarif | SARIF 2.1.0: code scanning, editors |
| github | workflow commands: annotations in a pull request |
| gitlab | GitLab's code quality report |
| junit | JUnit XML: continuous integration of any kind |
| rdjson | reviewdog |
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from gec import __version__
from gec.cli.finding import FileFindings, Finding
from gec.edits.message import NAMES, why
from gec.rules.engine import known

Report = Callable[[Sequence[FileFindings]], str]


def as_json(found: Sequence[FileFindings]) -> str:
    """All files that could be read, with or without findings."""
    files = []
    for one in found:
        file: dict[str, Any] = {**_named(one), "edits": [fields(finding) for finding in one.findings]}
        if one.idle:
            file["idle_remarks"] = [{"line": line, "remark": said, "why": why} for line, said, why in one.idle]
        files.append(file)
    return _dumped({"gec": __version__, "files": files})


def as_jsonl(found: Sequence[FileFindings]) -> str:
    lines = ({**_named(one), **fields(finding)} for one in found for finding in one.findings)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _named(found: FileFindings) -> dict[str, str]:
    """The path of a file. If JSON cannot hold it, also a URI of its bytes."""
    path = _path(found)
    return {"path": path} if path == found.real else {"path": path, "uri": _uri(found.real)}


def _path(found: FileFindings) -> str:
    """The path for opening the file; invalid UTF-8 is replaced. The formats do their own escaping."""
    return os.fsencode(found.real).decode("utf-8", "replace")


def fields(finding: Finding) -> dict[str, Any]:
    """A finding as a JSON object."""
    return {
        "start": finding.start,
        "end": finding.end,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "original": finding.original,
        "replacement": finding.replacement,
        "type": finding.type,
        "rule": finding.rule,
        "confidence": finding.confidence,
        "message": finding.message,
        "why": finding.why,
    }


def as_sarif(found: Sequence[FileFindings]) -> str:
    first = {finding.name: finding for one in found for finding in one.findings}
    kinds = sorted(first)
    rules = [_sarif_rule(name, first[name]) for name in kinds]
    home = information_uri(_installed_from())
    driver = {"name": "gec", "version": __version__, **({"informationUri": home} if home else {}), "rules": rules}
    results = [_sarif_result(_uri(one.real), finding, kinds) for one in found for finding in one.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _dumped({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]})


def _installed_from() -> str:
    """The origin of the installation, as pip recorded it."""
    from importlib import metadata  # imported late: it takes twenty milliseconds, and only SARIF asks

    try:
        return metadata.distribution("gec").read_text("direct_url.json") or "{}"
    except metadata.PackageNotFoundError:  # not installed
        return "{}"


def information_uri(installed_from: str) -> str:
    """The address of the repository that gec was installed from. A local path is not published."""
    url = str(json.loads(installed_from).get("url", ""))
    return url.removesuffix(".git") if url.startswith(("https://", "http://")) else ""


def _sarif_rule(name: str, finding: Finding) -> dict[str, Any]:
    """A rule with its help and examples, or a type of edit."""
    if not finding.rule:
        return {
            "id": name or "OTHER",
            "shortDescription": {"text": _name(name)},
            "fullDescription": {"text": why(name)},
        }
    rule = known().get(name)
    told = [f"Not: {one.wrong}  But: {one.right}" for one in rule.examples if one.wrong != one.right] if rule else []
    return {
        "id": name,
        "shortDescription": {"text": finding.why},
        "fullDescription": {"text": finding.why},
        "help": {"text": "\n".join([finding.why, *told])},
    }


def _uri(path: str) -> str:
    """A URI reference for a file name of any bytes."""
    uri = quote(os.fsencode(path.replace(os.sep, "/")), safe="/~!$&'()*+,;=:@-._")
    return f"./{uri}" if ":" in uri.partition("/")[0] else uri  # otherwise the colon would end a scheme


def _sarif_result(uri: str, finding: Finding, kinds: Sequence[str]) -> dict[str, Any]:
    artifact = {"uri": uri}
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "charOffset": finding.start,
        "charLength": finding.end - finding.start,
    }
    change = {
        "artifactLocation": artifact,
        "replacements": [{"deletedRegion": region, "insertedContent": {"text": finding.replacement}}],
    }
    return {
        "ruleId": finding.name or "OTHER",
        "ruleIndex": kinds.index(finding.name),
        "level": "warning",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {"gec/v1": finding.mark},
        "rank": round(100 * finding.confidence, 2),
        "fixes": [{"description": {"text": finding.message}, "artifactChanges": [change]}],
    }


def as_github(found: Sequence[FileFindings]) -> str:
    return "".join(_github(_path(one), finding) for one in found for finding in one.findings)


def _github(path: str, finding: Finding) -> str:
    places: Mapping[str, object] = {
        "file": path,
        "line": finding.line,
        "col": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "title": f"gec {finding.name}".strip(),
    }
    said = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in places.items())
    return f"::warning {said}::{_escaped(finding.message)}\n"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(one):02X}" if one in "%\r\n" + more else one for one in text)


def as_gitlab(found: Sequence[FileFindings]) -> str:
    issues = []
    for one in found:
        for finding, fingerprint in zip(one.findings, _fingerprints(one), strict=True):
            issues.append(
                {
                    "description": finding.message,
                    "check_name": finding.name,
                    "fingerprint": fingerprint,
                    "severity": "minor",
                    "location": {"path": _path(one), "lines": {"begin": finding.line, "end": finding.end_line}},
                }
            )
    return _dumped(issues)


def _fingerprints(found: FileFindings) -> Iterator[str]:
    """A unique fingerprint for each finding."""
    seen: dict[str, int] = {}
    for finding in found.findings:
        seen[finding.mark] = number = seen.get(finding.mark, 0) + 1
        yield sha256(f"{found.path}\0{finding.mark}\0{number}".encode("utf-8", "surrogatepass")).hexdigest()


def as_junit(found: Sequence[FileFindings]) -> str:
    from xml.etree import ElementTree as tree  # noqa: N813  # lower case, as a module

    count = str(sum(len(one.findings) for one in found))
    tests = str(sum(max(1, len(one.findings)) for one in found))
    root = tree.Element("testsuites", name="gec", tests=tests, failures=count)
    for one in found:
        cases = str(max(1, len(one.findings)))
        suite = tree.SubElement(
            root, "testsuite", name=_xml(one.path), tests=cases, failures=str(len(one.findings)), errors="0"
        )
        if not one.findings:
            tree.SubElement(suite, "testcase", name="nothing to correct", classname=_xml(one.path))
        for finding in one.findings:
            name = f"{finding.type} {finding.line}:{finding.column}"
            case = tree.SubElement(
                suite, "testcase", name=name, classname=_xml(one.path), file=_xml(_path(one)), line=str(finding.line)
            )
            failure = tree.SubElement(case, "failure", message=_xml(finding.message), type=finding.type)
            failure.text = _xml(f"{one.path}:{finding.line}:{finding.column}: {finding.message}")
    tree.indent(root)
    return tree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _xml(text: str) -> str:
    """The text without characters that XML 1.0 cannot hold."""
    return "".join(one if one in "\t\n\r" or " " <= one <= "\ud7ff" or one >= "\ue000" else "\ufffd" for one in text)


def as_rdjson(found: Sequence[FileFindings]) -> str:
    diagnostics = [_diagnostic(_path(one), finding) for one in found for finding in one.findings]
    return _dumped({"source": {"name": "gec"}, "severity": "WARNING", "diagnostics": diagnostics})


def _diagnostic(path: str, finding: Finding) -> dict[str, Any]:
    span = {
        "start": {"line": finding.line, "column": finding.byte_column},
        "end": {"line": finding.end_line, "column": finding.end_byte_column},
    }
    return {
        "message": finding.message,
        "location": {"path": path, "range": span},
        "severity": "WARNING",
        "code": {"value": finding.name},
        "suggestions": [{"range": span, "text": finding.replacement}],
    }


def _name(kind: str) -> str:
    return NAMES.get(kind[2:], kind or "wording")


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


REPORTS: Mapping[str, Report] = {
    "json": as_json,
    "jsonl": as_jsonl,
    "sarif": as_sarif,
    "github": as_github,
    "gitlab": as_gitlab,
    "junit": as_junit,
    "rdjson": as_rdjson,
}
