"""A file is written back unchanged except for its edits, and never half written."""

from __future__ import annotations

import codecs
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply
from gec.errors import OptionError, TextError
from gec.text.document import read, write

LINES = st.lists(
    st.tuples(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\n\r", "\u2028", ""]),
    ),
    max_size=5,
).map(lambda lines: "".join(f"{line}{end}" for line, end in lines))

MARKED = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@st.composite
def edits_of(draw: st.DrawFn, text: str, replacements: st.SearchStrategy[str]) -> list[Edit]:
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    pairs = zip(points[::2], points[1::2], strict=False)
    return [Edit(low, high, draw(replacements)) for low, high in pairs]


@given(LINES, st.sampled_from(sorted(MARKED)), st.data())
def test_marked_unicode_comes_back_byte_for_byte(text: str, encoding: str, data: st.DataObject) -> None:
    raw = MARKED[encoding] + text.encode(encoding)
    document = read(raw)
    assert (document.text, document.encoding) == (text, encoding)
    assert document.with_edits([]) == raw
    edits = data.draw(edits_of(text, LINES))
    assert document.with_edits(edits) == MARKED[encoding] + apply(text, edits).encode(encoding)


@given(LINES, st.data())
def test_plain_utf8_comes_back_byte_for_byte(text: str, data: st.DataObject) -> None:
    if text.startswith("\ufeff"):
        return
    document = read(text.encode())
    assert document.text == text
    edits = data.draw(edits_of(text, LINES))
    assert document.with_edits(edits) == apply(text, edits).encode()


@given(
    st.binary(max_size=40).map(lambda raw: raw.replace(b"\0", b"")),
    st.sampled_from(["latin-1", "cp1252", "koi8-r"]),
)
def test_any_bytes_valid_in_their_encoding_come_back(raw: bytes, encoding: str) -> None:
    try:
        raw.decode(encoding)
        document = read(raw, encoding)
    except UnicodeDecodeError:
        with pytest.raises(TextError, match=f"not {encoding}|byte order mark|is not"):
            read(raw, encoding)
    except TextError as refused:
        assert raw.startswith(tuple(MARKED.values())), refused
    else:
        assert document.with_edits([]) == raw


@given(LINES, st.integers(0, 60))
def test_a_position_counts_lines_as_editors_do(text: str, offset: int) -> None:
    document = read(text.encode().removeprefix(codecs.BOM_UTF8))
    offset = min(offset, len(document.text))
    line, column = document.position(offset)
    before = document.text[:offset]
    if document.text[offset - 1 : offset + 1] != "\r\n":
        assert line == len(before.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    assert document.text[offset - column + 1 : offset].count("\n") == 0
    assert column >= 1


@pytest.mark.parametrize(
    ("raw", "encoding", "said"),
    [
        (b"ok\nfine\xe9\xe9\xe9 here", None, "x.txt: line 2, byte 7: 0xe9 is not utf-8; .* --encoding latin-1"),
        (b"It\x92s \x92\x92\x92", None, "line 1, byte 2: 0x92 is not utf-8; .* --encoding cp1252"),
        (b"cut off \xe2\x82", None, "line 1, byte 8: 0xe2 is not utf-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None, "NUL characters .byte 8., so it is binary"),
        (b"PK\3\4\0\0word/document.xml", None, "is binary, not text; save it as plain text, Markdown or HTML"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", None, "is binary, not text; save it as plain text, Markdown or HTML"),
        (b"%PDF-1.4\n1 0 obj\n", "latin-1", "is binary, not text; save it as plain text"),
        (b"{\\rtf1\\ansi He go.}", None, "is RTF, not plain text; save it as plain text, Markdown or HTML"),
        (b"text with \0 in it", None, "NUL characters .byte 10., so it is binary"),
        ("A text.\n".encode("utf-16-le"), None, "--encoding utf-16-le"),
        ("A text.\n".encode("utf-16-be"), None, "--encoding utf-16-be"),
        ("A text.\n".encode("utf-16-le"), "utf-16", "byte order mark; use --encoding utf-16-le or utf-16-be"),
        (codecs.BOM_UTF16_LE + b"a\0b", None, "byte 4: 0x62 is not utf-16-le; give the encoding with --encoding"),
        (b"caf\xc3\xa9", "ascii", "line 1, byte 3: 0xc3 is not ascii; give the encoding with --encoding"),
        (b"one +AGE- two", "utf-7", "cannot be written back unchanged as utf-7; convert it to UTF-8"),
        (b"short\n" + b"x" * 101, None, "line 2 has 101 characters, more than 100; .* --max-line"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_one_line(raw: bytes, encoding: str | None, said: str) -> None:
    with pytest.raises(TextError, match=said) as refused:
        read(raw, encoding, max_line=100, name="x.txt")
    assert str(refused.value).startswith("x.txt: ")
    assert "\n" not in str(refused.value)


def test_an_unknown_encoding_is_the_option_that_is_wrong() -> None:
    for name in ("klingon", "rot13", "base64", "idna", "punycode", ""):
        with pytest.raises(OptionError, match="no such encoding"):
            read(b"text", name or "\0")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TextError, match=r"missing\.txt: no such file"):
        read(tmp_path / "missing.txt")
    with pytest.raises(TextError, match="is a folder"):
        read(tmp_path)
    (tmp_path / "broken.txt").symlink_to("gone\n.txt")
    with pytest.raises(TextError, match=r"broken\.txt: is a link to gone\\n\.txt, which does not exist"):
        read(tmp_path / "broken.txt")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(TextError, match="loop: cannot be read: "):
        read(tmp_path / "loop")


def test_devices_and_pipes_are_not_read(tmp_path: Path) -> None:
    with pytest.raises(TextError, match=r"^/dev/zero: is a device or a socket, not a file; use - for standard input$"):
        read("/dev/zero")
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"a text",))
    writer.start()
    assert read(pipe).text == "a text"
    writer.join()


def test_an_empty_file_is_a_document_without_text(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    document = read(tmp_path / "empty.txt")
    assert document.text == ""
    assert not write(document, [])


def test_a_character_that_the_encoding_lacks_cannot_be_inserted() -> None:
    document = read("“Café”".encode("cp1252"), "cp1252")
    assert document.holds(Edit(0, 1, "‘"))
    assert not document.holds(Edit(0, 1, "→"))
    with pytest.raises(TextError, match="cp1252 has no '→'"):
        document.with_edits([Edit(0, 1, "→")])


# --- writing


def test_a_write_keeps_mode_link_and_all_other_bytes(tmp_path: Path) -> None:
    real = tmp_path / "real.txt"
    real.write_bytes(b"\xef\xbb\xbfHe go.\r\nOk\rEnd")
    real.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    assert write(read(link), [Edit(3, 5, "goes")])
    assert link.is_symlink()
    assert real.read_bytes() == b"\xef\xbb\xbfHe goes.\r\nOk\rEnd"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "real.txt"]


def test_extended_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("He go.")
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    write(read(path), [Edit(3, 5, "goes")])
    assert os.getxattr(path, "user.note") == b"mine"


@contextmanager
def shared(owner: int, group: int, mode: int, *, groups: list[int]) -> Iterator[Path]:
    """A file of another owner in a folder that everybody may write to. The test runs as *nobody*, in these groups."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        path = folder / "a.txt"
        path.write_text("He go.")
        os.chown(path, owner, group)
        path.chmod(mode)
        before = os.getgroups()
        os.setgroups(groups)
        os.setegid(65534)
        os.seteuid(65534)
        try:
            yield path
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.setgroups(before)


only_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another")


@only_root
def test_a_shared_file_stays_its_group_s() -> None:
    with shared(1001, 2000, 0o664, groups=[2000]) as path:
        assert write(read(path), [Edit(3, 5, "goes")])
        state = path.stat()
        assert (state.st_uid, state.st_gid, stat.S_IMODE(state.st_mode)) == (65534, 2000, 0o664)


@only_root
@pytest.mark.parametrize(
    ("owner", "group", "mode", "groups"),
    [
        (1001, 2000, 0o666, []),  # the group would be lost
        (1, 2000, 0o664, [2000]),  # the owner is not in the group and could no longer write it
    ],
)
def test_a_file_whose_owner_or_group_would_lose_access_is_left_alone(
    owner: int, group: int, mode: int, groups: list[int]
) -> None:
    with shared(owner, group, mode, groups=groups) as path:
        untouched(path, "left as it was: a new one in its place would be taken from its owner or group; let its owner")
        assert (path.stat().st_uid, path.stat().st_gid) == (owner, group)


@only_root
def test_a_file_that_all_may_write_may_change_its_owner() -> None:
    """The owner is not in the group, but keeps access."""
    with shared(1, 2000, 0o666, groups=[2000]) as path:
        assert write(read(path), [Edit(3, 5, "goes")])
        assert path.stat().st_gid == 2000


def test_an_attribute_that_cannot_be_set_does_not_hinder_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("He go.")
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    monkeypatch.setattr(os, "listxattr", lambda path: ["security.none", "user.note"])  # as if there were the first
    write(read(path), [Edit(3, 5, "goes")])
    assert os.getxattr(path, "user.note") == b"mine"


def test_a_file_without_edits_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("He goes.")
    before = path.stat()
    assert not write(read(path), [])
    assert not write(read(path), [Edit(3, 7, "goes")])
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_changed_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("He go.")
    document = read(path)
    path.write_text("She go.")
    with monkeypatch.context() as patched, pytest.raises(TextError, match="has changed since it was read"):
        patched.setattr(os, "fsync", lambda _: path.write_text("They go."))
        write(read(path), [Edit(4, 6, "goes")])
    assert [one.read_text() for one in tmp_path.iterdir()] == ["They go."]
    with pytest.raises(TextError, match="has changed since it was read"):
        write(document, [Edit(3, 5, "goes")])
    assert path.read_text() == "They go."


def untouched(path: Path, said: str) -> None:
    """Writing fails in one line, the file is as it was, and nothing is left beside it."""
    before = path.read_bytes()
    with pytest.raises(TextError, match=said) as refused:
        write(read(path), [Edit(3, 5, "goes")])
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(str(path))
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir() if one.name.startswith(".gec-")] == []


def test_a_read_only_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("He go.")
    path.chmod(0o444)
    untouched(path, "is read-only, left as it was")


def test_a_device_is_not_replaced() -> None:
    document = read(b"He go.")
    with pytest.raises(TextError, match="was not read from a file"):
        write(document, [Edit(3, 5, "goes")])


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", folder], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"cannot mount here: {made.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_full_disk_leaves_the_file(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=64k"):
        path = tmp_path / "disk" / "a.txt"
        path.write_text("He go. " + "x" * 40_000)
        untouched(path, "cannot be written, left as it was: no space left on device")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_read_only_file_system_leaves_the_file(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=64k"):
        path = tmp_path / "disk" / "a.txt"
        path.write_text("He go.")
        subprocess.run(["mount", "-o", "remount,ro", tmp_path / "disk"], check=True)
        untouched(path, "is read-only, left as it was|read-only file system")


WRITER = """
import sys, resource
from pathlib import Path
from gec.edits.edit import Edit
from gec.text.document import read, write
path, limit = sys.argv[1], int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
print("ready", flush=True)
while True:
    document = read(path)
    write(document, [Edit(0, 1, "b" if document.text[0] == "a" else "a")])
"""


def test_a_file_that_cannot_grow_leaves_the_old_one(tmp_path: Path) -> None:
    """The limit on file sizes stands in for a full disk where nobody may mount one."""
    path = tmp_path / "a.txt"
    path.write_text("a" * 100_000)
    command = [sys.executable, "-c", WRITER, path, "5000"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"TextError: {path}: cannot be written, left as it was: file too large" in run.stderr
    assert path.read_text() == "a" * 100_000
    assert [one.name for one in tmp_path.iterdir()] == ["a.txt"]
