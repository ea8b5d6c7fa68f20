"""The formats for programs: JSON as documented, and the others as their readers understand them. SARIF is checked
against a subset of its schema 2.1.0, written down here: the objects that gec uses, with the properties and values that
the standard allows.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from gec import __version__
from gec.cli.finding import FileFindings, findings, left_over
from gec.cli.reports import REPORTS, information_uri
from gec.edits.edit import Edit
from gec.errors import shown
from gec.text.document import read
from tests.linear import linear, seconds

ROOT = Path(__file__).parents[2]
LETTER = read("Dear Zoë,\r\n\r\nHe go home 🙂 and he go out.\nHe go.".encode(), name="docs/a letter.md")
EDITS = [
    Edit(16, 18, "goes", "R:VERB:SVA", 0.97),
    Edit(33, 35, "goes", "R:VERB:SVA", 0.9),
    Edit(44, 46, "went\nout", "R:OTHER", 0.51234),
]
FOUND = [
    FileFindings(LETTER.name, findings(LETTER, EDITS), ((3, "gec: off", "hides nothing"),)),
    FileFindings("clean.txt", ()),
    FileFindings('odd\x1b<&>".txt', findings(read(b"a % b\x01c", name="odd"), [Edit(2, 3, "per\ncent,:", "R:OTHER")])),
]


def test_json_is_what_the_documentation_says() -> None:
    text = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    documented = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
    letter = read(b"Dear Ann,\r\n\r\nHe go home.", name="letter.txt")
    found = [FileFindings(letter.name, findings(letter, [Edit(16, 18, "goes", "R:VERB:SVA", 0.8301)]))]
    assert json.loads(REPORTS["json"](found)) == documented | {"gec": __version__}


def test_json_lists_clean_files_and_idle_remarks() -> None:
    files = json.loads(REPORTS["json"](FOUND))["files"]
    assert [file["path"] for file in files] == [one.path for one in FOUND]
    assert files[0]["idle_remarks"] == [{"line": 3, "remark": "gec: off", "why": "hides nothing"}]
    assert files[1] == {"path": "clean.txt", "edits": []}


def test_json_lines_have_the_fields_of_json_and_the_path() -> None:
    lines = [json.loads(line) for line in REPORTS["jsonl"](FOUND).splitlines()]
    files = json.loads(REPORTS["json"](FOUND))["files"]
    assert lines == [{"path": file["path"], **edit} for file in files for edit in file["edits"]]


# --- SARIF


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Message(Strict):
    text: str


class Region(Strict):
    startLine: Annotated[int, Field(ge=1)]  # noqa: N815
    startColumn: Annotated[int, Field(ge=1)]  # noqa: N815
    endLine: Annotated[int, Field(ge=1)]  # noqa: N815
    endColumn: Annotated[int, Field(ge=1)]  # noqa: N815
    charOffset: Annotated[int, Field(ge=-1)]  # noqa: N815
    charLength: Annotated[int, Field(ge=0)]  # noqa: N815


class Artifact(Strict):
    uri: Annotated[str, Field(pattern=r"^[A-Za-z0-9/~!$&'()*+,;=:@._%-]+$")]  # a URI reference


class Physical(Strict):
    artifactLocation: Artifact  # noqa: N815
    region: Region


class Location(Strict):
    physicalLocation: Physical  # noqa: N815


class Replacement(Strict):
    deletedRegion: Region  # noqa: N815
    insertedContent: Message  # noqa: N815


class Change(Strict):
    artifactLocation: Artifact  # noqa: N815
    replacements: Annotated[list[Replacement], Field(min_length=1)]


class Fix(Strict):
    description: Message
    artifactChanges: Annotated[list[Change], Field(min_length=1)]  # noqa: N815


class SarifResult(Strict):
    ruleId: str  # noqa: N815
    ruleIndex: Annotated[int, Field(ge=-1)]  # noqa: N815
    level: Literal["none", "note", "warning", "error"]
    message: Message
    locations: list[Location]
    partialFingerprints: dict[str, str]  # noqa: N815
    rank: Annotated[float, Field(ge=0, le=100)]
    fixes: list[Fix]


class Rule(Strict):
    id: str
    shortDescription: Message  # noqa: N815
    fullDescription: Message  # noqa: N815


class Driver(Strict):
    name: Annotated[str, Field(min_length=1)]
    version: str
    rules: list[Rule]


class Tool(Strict):
    driver: Driver


class SarifRun(Strict):
    tool: Tool
    columnKind: Literal["utf16CodeUnits", "unicodeCodePoints"]  # noqa: N815
    results: list[SarifResult]


class Sarif(Strict):
    schema_: Annotated[str, Field(alias="$schema")]
    version: Literal["2.1.0"]
    runs: list[SarifRun]


def test_sarif_is_as_its_schema_has_it() -> None:
    [run] = Sarif.model_validate_json(REPORTS["sarif"](FOUND)).runs
    rules = [rule.id for rule in run.tool.driver.rules]
    assert rules == sorted(set(rules)) == ["R:OTHER", "R:VERB:SVA"]
    assert [rules[one.ruleIndex] for one in run.results] == [one.ruleId for one in run.results]
    assert len(run.results) == 4
    region = run.results[1].locations[0].physicalLocation.region
    assert (region.startLine, region.startColumn, region.endColumn) == (3, 21, 23)
    assert run.results[0].locations[0].physicalLocation.artifactLocation.uri == "docs/a%20letter.md"
    assert Sarif.model_validate_json(REPORTS["sarif"]([])).runs[0].results == []
    odd = Sarif.model_validate_json(REPORTS["sarif"]([replace(FOUND[0], path="a:b.txt")])).runs[0].results[0]
    assert odd.locations[0].physicalLocation.artifactLocation.uri == "./a:b.txt"
    named = replace(FOUND[0], path="bad\\xff.txt", file=os.fsdecode(b"a\n\\bad\xff.txt"))
    odd = Sarif.model_validate_json(REPORTS["sarif"]([named])).runs[0].results[0]
    assert odd.locations[0].physicalLocation.artifactLocation.uri == "a%0A%5Cbad%FF.txt"


# --- others


def test_github_commands_are_one_line_each_and_escaped() -> None:
    lines = REPORTS["github"](FOUND).splitlines()
    assert len(lines) == 4
    assert lines[1] == (
        "::warning file=docs/a letter.md,line=3,col=21,endLine=3,endColumn=23,title=gec R%3AVERB%3ASVA"
        "::replace “go” with “goes” (subject-verb agreement)"
    )
    assert "per cent" in lines[3]
    assert "%25" in lines[3]


def test_gitlab_fingerprints_are_unique() -> None:
    twice = read(b"He go. He go. He go. He go. He go. He go. He go. He go.", name="a.txt")
    edits = [Edit(match.start(), match.end(), "goes", "R:VERB:SVA") for match in re.finditer("go", twice.text)]
    issues = json.loads(REPORTS["gitlab"]([FileFindings("a.txt", findings(twice, edits)), *FOUND]))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 12
    assert {tuple(issue) for issue in issues} == {("description", "check_name", "fingerprint", "severity", "location")}
    assert issues[8]["location"] == {"path": "docs/a letter.md", "lines": {"begin": 3, "end": 3}}


def test_junit_is_xml_and_counts_right() -> None:
    root = ElementTree.fromstring(REPORTS["junit"](FOUND))
    assert (root.get("tests"), root.get("failures")) == ("5", "4")
    assert [len(suite.findall("testcase/failure")) for suite in root] == [3, 0, 1]
    for suite in root:
        assert suite.get("tests") == str(len(suite.findall("testcase")))


def test_rdjson_counts_columns_in_bytes() -> None:
    data = json.loads(REPORTS["rdjson"](FOUND))
    one = data["diagnostics"][1]
    assert one["location"]["range"] == {"start": {"line": 3, "column": 24}, "end": {"line": 3, "column": 26}}
    assert one["suggestions"] == [{"range": one["location"]["range"], "text": "goes"}]


@given(st.text("aé😀\n\r", max_size=30), st.lists(st.integers(0, 30), max_size=6))
def test_columns_in_bytes_count_what_stands_before_in_the_line(text: str, places: list[int]) -> None:
    document = read(text.encode())
    edits = [Edit(min(place, len(text)), min(place, len(text)), "b") for place in places]
    for one in findings(document, edits):
        before = text[one.start - one.column + 1 : one.start]
        assert one.byte_column == one.end_byte_column == len(before.encode()) + 1


def test_findings_in_one_line_take_linear_time() -> None:
    def took(size: int) -> float:
        document = read(b"teh cat sat. " * size)
        edits = [Edit(place, place + 3, "the") for place in range(0, len(document.text), 13)]

        def found() -> None:
            assert len(findings(document, edits)) == size

        return seconds(found)

    assert linear(took, 2_000, 16_000, room=3)


def test_left_over_findings_take_linear_time() -> None:
    def took(size: int) -> float:
        document = read(b"teh cat sat.\n" * size)
        edits = [Edit(place, place + 3, "then" * (place % 2)) for place in range(0, len(document.text), 13)]

        def left() -> None:
            assert {one.original for one in left_over(document, edits[::2], edits[1::2])} == {"teh"}

        return seconds(left)

    assert linear(took, 2_000, 16_000, room=3)


@pytest.mark.parametrize("layout", REPORTS)
@given(text=st.text(max_size=30), new=st.text(max_size=10), path=st.text(min_size=1, max_size=10))
def test_any_text_can_be_reported(layout: str, text: str, new: str, path: str) -> None:
    text = text.replace("\0", "")
    document = read(text.encode("utf-8", "replace"), name=path)
    end = len(document.text)
    said = REPORTS[layout]([FileFindings(path, findings(document, [Edit(end // 2, end, new, "R:OTHER", 0.5)]))])
    if layout == "junit":
        ElementTree.fromstring(said)
    elif layout == "github":
        assert said.count("\n") == 1
        assert "\r" not in said
    else:
        assert json.loads(said) is not None


@pytest.mark.parametrize("layout", ["json", "jsonl", "rdjson", "gitlab", "junit", "github"])
def test_a_path_opens_its_file_once_the_format_is_read(layout: str) -> None:
    """Formats do their own escaping, so a path is not escaped before."""
    path = 'new\nline "and" \\.txt'
    [one] = paths(layout, path)
    assert one == path


@pytest.mark.parametrize("layout", ["json", "jsonl"])
def test_a_path_that_is_not_utf8_is_given_as_a_uri(layout: str) -> None:
    said = REPORTS[layout]([named(os.fsdecode(b"bad\xff \n.txt"))])
    file = json.loads(said) if layout == "jsonl" else json.loads(said)["files"][0]
    assert (file["path"], file["uri"]) == ("bad\ufffd \n.txt", "bad%FF%20%0A.txt")
    assert os.fsencode(unquote(file["uri"], errors="surrogateescape")) == b"bad\xff \n.txt"


def named(path: str) -> FileFindings:
    return FileFindings(shown(Path(path)), findings(read(b"He go."), [Edit(3, 5, "goes", "R:VERB:SVA")]), file=path)


def paths(layout: str, path: str) -> list[str]:
    said = REPORTS[layout]([named(path)])
    if layout == "junit":
        return [case.attrib["file"] for case in ElementTree.fromstring(said).iter("testcase")]
    if layout == "github":
        return [unquote(place) for place in re.findall(r"file=([^,]*),", said)]
    data = json.loads(said)
    match layout:
        case "json":
            return [file["path"] for file in data["files"]]
        case "jsonl":
            return [data["path"]]
        case "gitlab":
            return [issue["location"]["path"] for issue in data]
        case _:
            return [one["location"]["path"] for one in data["diagnostics"]]


@pytest.mark.parametrize(
    ("said", "uri"),
    [
        ('{"url": "https://git.example/us/gec.git", "vcs_info": {"vcs": "git"}}', "https://git.example/us/gec"),
        ('{"url": "file:///home/ann/gec", "dir_info": {"editable": true}}', ""),
        ("{}", ""),
    ],
)
def test_sarif_has_the_repository_that_gec_was_installed_from(said: str, uri: str) -> None:
    assert information_uri(said) == uri
