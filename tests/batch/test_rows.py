"""Rows of files: all of them, in order, from any row on, and the errors of those without a text."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.batch import read
from gec.batch.plan import Limits, planned
from gec.batch.read import Input, InputRow, Layout, Start
from gec.batch.write import OutputShape
from gec.errors import BatchError, OptionError

TEXTS = ["One.", "Zwei, drei.", "", "Vier \u2028 fünf “six”.", "seven\\n"]
PLAIN, FIRST = Layout(), Start()


def rows(path: Path, layout: Layout = PLAIN, start: Start = FIRST) -> list[InputRow]:
    (one,) = read.find([str(path)], None)
    return list(read.rows(one, layout, start))


def zst(content: bytes) -> bytes:
    return bytes(pyarrow.Codec("zstd").compress(content, asbytes=True))


PACKERS: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".zst": zst}


def stored(folder: Path, kind: str, packed: str, texts: list[str]) -> Path:
    path = folder / f"texts.{kind}{packed}"
    if kind == "parquet":
        table = pyarrow.table({"key": list(range(len(texts))), "text": texts})
        pyarrow.parquet.write_table(table, folder / "plain", row_group_size=2)
        content = (folder / "plain").read_bytes()
    else:
        lines = {
            "txt": texts,
            "jsonl": [json.dumps({"key": number, "text": text}) for number, text in enumerate(texts)],
            "csv": ["key,text", *(f'{number},"{text}"' for number, text in enumerate(texts))],
            "tsv": ["key\ttext", *(f"{number}\t{text}" for number, text in enumerate(texts))],
        }[kind]
        content = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(PACKERS[packed](content))
    return path


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("kind", ["txt", "jsonl", "csv", "tsv", "parquet"])
def test_every_format_is_read_from_any_row_on(tmp_path: Path, kind: str, packed: str) -> None:
    path = stored(tmp_path, kind, packed, TEXTS)
    every = rows(path)
    assert [row.text for row in every] == TEXTS
    assert [row.number for row in every] == list(range(len(TEXTS)))
    for number, row in enumerate(every):
        assert rows(path, start=Start(row.number, row.line, row.offset)) == every[number:]


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=8))
def test_json_lines_give_back_any_text(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = stored(tmp_path_factory.mktemp("any"), "jsonl", "", texts)
    assert [row.text for row in rows(path)] == texts


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"not json", "not JSON"),
        (b'{"text": "cut', "not JSON"),
        (b'["text"]', "expected an object, found a list"),
        (b'{"txet": "x", "n": 1}', "no field 'text': it has txet, n; say --field"),
        (b'{"text": 5}', "the field 'text' holds a number, not a text"),
        (b'{"text": null}', "the field 'text' holds nothing, not a text; say --field"),
        (b"{}", "no field 'text': it has none;"),
        (b'{"text": "\xff"}', "byte 10 is not UTF-8"),
        (b'{"text": "\\ud83d"}', "character 0 is not a character"),
        (b'{"text": "x", "n": NaN}', "is not a number in JSON"),
        (b'{"text": "x", "text": "y"}', "has the field 'text' twice; leave one of them"),
        (b'{"text": "x", "a": [{"b": 1, "c": 2, "b": 3}]}', "has the field 'b' twice"),
        (b"[" * 100_000, "nested too deeply to be read"),
        (b'{"text": "' + b"x" * 60 + b'"}', "more than --max-chars 50"),
    ],
)
def test_a_bad_line_is_a_row_with_an_error(tmp_path: Path, line: bytes, says: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"text": "fine"}\n\n' + line + b'\n{"text": "fine too"}')
    first, bad, last = rows(path, Layout(max_chars=50))
    assert (first.text, last.text, first.trouble + last.trouble) == ("fine", "fine too", "")
    assert says in bad.trouble
    assert (bad.number, bad.line, bad.id) == (1, 3, f"{path}:3")


def test_an_id_is_a_text_or_a_whole_number(tmp_path: Path) -> None:
    path = tmp_path / "ids.jsonl"
    ids = ["null", "[1]", "1.5", "true", "7", '"a"']
    path.write_text("".join(f'{{"k": {id_}, "text": "x"}}\n' for id_ in ids))
    *bad, number, name = rows(path, Layout(id_field="k"))
    assert all("in the field 'k'" in row.trouble for row in bad)
    assert (number.id, name.id, number.trouble + name.trouble) == (7, "a", "")


def test_a_row_without_a_text_keeps_its_id(tmp_path: Path) -> None:
    path = tmp_path / "ids.jsonl"
    path.write_text('{"k": 7}\n{"k": "a", "text": 1}\n{"k": null}\n{}\n')
    found = rows(path, Layout(id_field="k"))
    assert [row.id for row in found] == [7, "a", f"{path}:3", f"{path}:4"]
    said = [row.trouble.partition(";")[0] for row in found]
    lacks = "no field 'text': it has"
    assert said == [f"{lacks} k", "the field 'text' holds a number, not a text", f"{lacks} k", f"{lacks} none"]


def test_a_line_that_is_too_long_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(b"before\n" + b"x" * (read.MAX_LINE_BYTES + 5_000_000) + b"\nafter\n")
    before, bad, after = rows(path)
    assert (before.text, after.text, after.line) == ("before", "after", 3)
    assert "stays in the input" in bad.trouble
    assert bad.size == read.MAX_LINE_BYTES + 5_000_001
    with pytest.raises(BatchError, match=r"long.txt:2: is 21,777,217 bytes long, and --to text writes no line above"):
        planned(read.find([str(path)], None), Layout(), Limits(), OutputShape("text"))


def test_an_open_quote_does_not_take_the_rest_of_a_table_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "open.csv"
    for rest in (b"y" * 1023 + b"\n", b"y" * 1024):
        path.write_bytes(b'text\n"x' + rest * (1 << 16))
        with pytest.raises(BatchError, match=r"open.csv:2: a row has more than 33,554,432 characters, so a quote"):
            rows(path)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "tsv", "parquet"])
def test_a_document_of_tens_of_megabytes_is_not_copied_into_quarantine(tmp_path: Path, kind: str) -> None:
    before, bad, after = rows(stored(tmp_path, kind, "", ["before", "x" * (read.MAX_LINE_BYTES + 1), "after"]))
    assert (before.text, after.text) == ("before", "after")
    assert (bad.text, bad.raw) == ("", None)
    assert "bytes long, more than the 16,777,216 that are read of a document; it stays in the input" in bad.trouble


def test_plain_text_line_ends_marks_and_bad_bytes(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo \xff\n\nthree")
    found = rows(path)
    assert [row.text for row in found] == ["one", "", "", "three"]
    assert [bool(row.trouble) for row in found] == [False, True, False, False]
    path.write_bytes("text".encode("utf-16"))
    with pytest.raises(BatchError, match="UTF-16"):
        rows(path)
    (whole,) = rows(path, Layout(unit="file"))
    assert (whole.text, whole.id) == ("text", str(path))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"key,body\n1,x\n", "no column 'text' among 'key', 'body'"),
        (b"text,text\n1,x\n", "two columns with the same name"),
        (b'text\n"never closed\nx\n', "texts.csv:3: not a table"),
        (b'text\n"a"b\n', "--plain-cells"),
        (b"a" * 900 + b",b" * 900 + b"\nx\n", f"no column 'text' among '{'a' * 40}…', 'b', .*'b', …; see --field$"),
        (b"text,caf\xe9\nx,1\n", r"names of columns are not utf-8: 'text', 'caf\\\\xe9'; give the encoding"),
    ],
)
def test_an_invalid_table_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "texts.csv"
    path.write_bytes(content)
    with pytest.raises(BatchError, match=says):
        rows(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_table_in_utf_16_is_refused_without_its_bytes(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.csv").write_bytes("id,text\n1,Fine.\n".encode(encoding))
    with pytest.raises(BatchError) as told:
        rows(tmp_path / "a.csv")
    assert str(told.value) == f"{tmp_path}/a.csv: is UTF-16 or not text; convert it to UTF-8"


def test_a_table_in_another_encoding_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("id,text\n1,He go caf\xe9.\n2,Fine.\n".encode("latin-1"))
    [bad, good] = rows(tmp_path / "a.csv")
    assert bad.trouble == "has bytes that are not utf-8; give the encoding with --encoding"
    assert (good.text, good.trouble) == ("Fine.", "")


def test_an_unreadable_file_is_not_called_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(BatchError, match=r"a.txt: cannot be read: is a directory$"):
        list(read.rows(Input(str(tmp_path / "a.txt"), "text"), PLAIN, FIRST))


def test_a_full_disk_while_unpacking_is_not_blamed_on_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path, "parquet", ".gz", TEXTS)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(BatchError, match=r"gone: cannot be written: .*; name another with TMPDIR"):
        rows(path)


def test_blank_lines_of_a_table_are_no_rows_wherever_they_are(tmp_path: Path) -> None:
    path = tmp_path / "texts.tsv"
    path.write_bytes(b"\xef\xbb\xbf\r\n\r\nid\ttext\r\n\r\n1\tone\r\n\r\n2\ttwo\r\n")
    assert [(row.id, row.text, row.line) for row in rows(path, Layout(id_field="id"))] == [
        ("1", "one", 5),
        ("2", "two", 7),
    ]
    path.write_bytes(b"\r\n\r\n")
    assert rows(path) == []


def test_cells_may_hold_lines_and_rows_may_be_short(tmp_path: Path) -> None:
    path = tmp_path / "texts.csv"
    path.write_bytes(b'text,n\n"two\nlines",1\nshort\nbad \xff,2\nlast,3\n')
    two, short, bad, last = rows(path, Layout(keep=True))
    assert (two.text, two.line, two.fields) == ("two\nlines", 2, {"n": "1"})
    assert (short.line, short.raw) == (4, ["short"])
    assert "has 1 cell, but the header names 2" in short.trouble
    assert bad.trouble
    assert bad.raw == ["bad \\xff", "2"]
    assert (last.text, last.line) == ("last", 6)
    quoted = tmp_path / "quoted.tsv"
    quoted.write_text('text\n"Hello," he said.\n')
    assert [row.text for row in rows(quoted, Layout(quotes=False))] == ['"Hello," he said.']


def test_a_truncated_file_is_named(tmp_path: Path) -> None:
    for kind, packed in (("txt", ".gz"), ("jsonl", ".xz"), ("txt", ".zst"), ("parquet", ""), ("parquet", ".gz")):
        path = stored(tmp_path, kind, packed, ["A line that is long enough to be cut somewhere."] * 200)
        path.write_bytes(path.read_bytes()[:-20])
        with pytest.raises(BatchError, match=rf"{path.name}: .*cut short"):
            rows(path)
    with pytest.raises(BatchError, match="no such file"):
        rows(tmp_path / "none.txt")


def test_a_compressed_file_is_read_to_its_end(tmp_path: Path) -> None:
    """Several streams may follow one another. Anything else after a stream is damage, not the end."""
    for packed in (".gz", ".xz", ".zst"):
        path = tmp_path / f"two.txt{packed}"
        first, second = (PACKERS[packed](text.encode()) for text in (f"{'one ' * 100}\n" * 800, "three\n"))
        path.write_bytes(first + second)
        assert len(rows(path)) == 801
        for rest in (bytes([second[0] ^ 1]) + second[1:], second[:-3], b"junk"):
            path.write_bytes(first + rest)
            with pytest.raises(BatchError, match=rf"{path.name}: .*damaged"):
                rows(path)
        path.write_bytes(b"")
        with pytest.raises(BatchError, match="is empty, so it is not a"):
            rows(path)
    path = tmp_path / "padded.txt.xz"
    stream = lzma.compress(b"one\n")
    path.write_bytes(stream + bytes(4) + stream + bytes(1 << 17))
    assert len(rows(path)) == 2
    path.write_bytes(stream + bytes(3))
    with pytest.raises(BatchError, match="behind the last stream"):
        rows(path)


def test_xz_takes_no_more_memory_than_its_highest_preset(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt.xz"
    path.write_bytes(lzma.compress(b"One.\n", preset=9 | lzma.PRESET_EXTREME))
    assert [row.text for row in rows(path)] == ["One."]
    content = bytearray(lzma.compress(b"One.\n"))
    content[16] = 38  # the size of the dictionary: 2 GiB
    content[20:24] = zlib.crc32(content[12:20]).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(BatchError, match=r"texts\.txt\.xz: .*it takes more than 128 MiB; compress it with xz -9"):
        rows(path)


def test_folders_and_patterns_give_their_files_in_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a.jsonl.gz", "below/c.CSV", "_gec/d.txt", ".hidden.txt", "notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = read.find([str(tmp_path), str(tmp_path / "*.txt")], None)
    assert [Path(one.name).name for one in found] == ["a.jsonl.gz", "b.txt", "c.CSV"]
    assert found[0] == Input(str(tmp_path / "a.jsonl.gz"), "jsonl", "gz")
    with pytest.raises(OptionError, match=r"notes\.md: .*--format"):
        read.find([str(tmp_path / "notes.md")], None)
    assert read.find([str(tmp_path / "notes.md")], "text")[0].format == "text"
    with pytest.raises(BatchError, match="no file with a suffix"):
        read.find([str(tmp_path / "*.tsv")], None)


def test_patterns_are_read_as_by_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / "posts [2]"
    folder.mkdir()
    (folder / "a.txt").touch()
    for pattern in (
        folder / "*.txt",
        folder / "**.txt",
        tmp_path / "**" / "*.txt",
        tmp_path / "**",
        tmp_path / "p*" / "[a-c].txt",
    ):
        assert [one.name for one in read.find([str(pattern)], None)] == [str(folder / "a.txt")]


def test_patterns_go_into_hidden_folders_and_records_by_name_alone(tmp_path: Path) -> None:
    for name in ("a.txt", "_quarantine/b.txt", ".git/c.txt", "below/_gec/d.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    def found(*pattern: str) -> list[str]:
        return [
            str(Path(one.name).relative_to(tmp_path)) for one in read.find([str(tmp_path.joinpath(*pattern))], None)
        ]

    assert found("**", "*.txt") == ["a.txt"]
    assert found("_*", "*.txt") == ["_quarantine/b.txt"]
    assert found("**", "_gec", "*.txt") == ["below/_gec/d.txt"]
    assert found(".git", "*.txt") == [".git/c.txt"]


@pytest.mark.parametrize("pattern", ["", "*.txt", "**/*.txt"])
def test_a_broken_link_is_reported_as_missing(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "a.txt").symlink_to("gone.txt")
    (tmp_path / "notes.md").symlink_to("gone.md")
    (one,) = read.find([str(tmp_path / pattern)], None)
    with pytest.raises(BatchError, match=r"a\.txt: a link to nothing"):
        list(read.rows(one, PLAIN, FIRST))


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without root's right to read everything."""
    if os.getuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("pattern", ["", "*/*.txt", "**/*.txt", "c*/below/*.txt"])
def test_an_unreadable_folder_is_not_skipped(pattern: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("closed/below/a.txt", "open/b.txt", ".hidden/c.txt"):
            (folder / file).parent.mkdir(parents=True)
            (folder / file).touch()
        folder.chmod(0o755)
        (folder / "closed").chmod(0)
        (folder / ".hidden").chmod(0)
        with as_nobody(), pytest.raises(BatchError, match="closed: cannot be read: permission denied"):
            read.find([str(folder / pattern)], None)
        with as_nobody():
            assert len(read.find([str(folder / "open" / "*.txt")], None)) == 1
        (folder / "closed").chmod(0o700)
        (folder / ".hidden").chmod(0o700)


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").touch()
    (tmp_path / "link").symlink_to("in")
    monkeypatch.chdir(tmp_path)
    names = ["in/a.txt", "./in/a.txt", str(tmp_path / "in" / "a.txt"), "in", "link/*.txt"]
    assert read.find(names, None) == [Input("in/a.txt", "text")]


def test_links_that_lead_back_are_not_followed_for_ever(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "a.txt").touch()
    (tmp_path / "in" / "b.txt").touch()
    for link in ("in/again", "in/once more", "out of here"):
        (tmp_path / link).symlink_to(tmp_path)
    names = [one.name for one in read.find([str(tmp_path)], None)]
    assert names == [str(tmp_path / "a.txt"), str(tmp_path / "in" / "b.txt")]


def test_files_of_a_run_are_no_inputs(tmp_path: Path) -> None:
    (tmp_path / "corpus" / "en").mkdir(parents=True)
    (tmp_path / "corpus" / "en" / "a.txt").touch()
    with pytest.raises(BatchError, match=r"en: lies in .*corpus, the folder of the results"):
        read.find([str(tmp_path / "corpus" / "en")], None, str(tmp_path / "corpus"))
