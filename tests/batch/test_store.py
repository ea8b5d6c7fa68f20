"""Object stores, with a real S3 server on this machine: the same run from and to `s3://`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gec.batch import lease, places, read
from gec.batch.places import State
from gec.errors import BatchError

BUCKET = "s3://letters"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A server with an empty bucket, and the environment with which S3 clients find it."""
    pytest.importorskip("moto")
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        places.arrow().fs.FileSystem.from_uri(f"{BUCKET}?allow_bucket_creation=true")[0].create_dir("letters")
        yield
    server.stop()


def test_a_folder_in_a_store_has_only_complete_objects(store: None) -> None:
    folder = places.folder(f"{BUCKET}/folder/")
    assert (folder.read("a"), folder.sizes()) == (None, {})
    folder.write("a", b"123")
    folder.write("below/b", b"4")
    assert (folder.read("a"), folder.sizes(), folder.sizes("below")) == (b"123", {"a": 3}, {"b": 1})
    folder.write("a", b"")
    assert folder.read("a") == b""
    assert places.state(f"{BUCKET}/folder/below/b").size == 1
    assert isinstance(places.state(f"{BUCKET}/folder/a"), State)


def test_objects_are_found_by_folder_and_pattern_and_read(store: None) -> None:
    folder = places.folder(f"{BUCKET}/texts")
    folder.write("b.txt", b"one\ntwo\n")
    folder.write("a.jsonl.gz", b"")
    folder.write("_gec/c.txt", b"")
    names = [f"{BUCKET}/texts/{name}" for name in ("a.jsonl.gz", "b.txt")]
    assert [one.name for one in read.find([f"{BUCKET}/texts"], None)] == names
    found = read.find([f"{BUCKET}/texts/*.txt"], None)
    assert [one.name for one in found] == names[1:]
    assert [one.name for one in read.find([f"{BUCKET}/**/[ab].*"], None)] == names
    assert [one.name for one in read.find([f"{BUCKET}/**/*.txt"], None)] == names[1:]
    rows = list(read.rows(found[0], read.Layout(), read.Start()))
    assert [row.text for row in rows] == ["one", "two"]
    assert list(read.rows(found[0], read.Layout(), read.Start(1, 2, rows[1].offset))) == rows[1:]


@pytest.mark.parametrize("name", ["%41.txt", "a b.txt", "a#b.txt", "a?b.txt", "é.txt", "a[1].txt"])
def test_characters_of_a_key_are_taken_literally(store: None, name: str) -> None:
    folder = places.folder(f"{BUCKET}/%41 #é")
    folder.write(name, b"one\n")
    for given in (f"{BUCKET}/%41 #é/{name}", f"{BUCKET}/%41 #é"):
        (one,) = (one for one in read.find([given], None) if one.name.endswith(f"/{name}"))
        assert one.name == f"{BUCKET}/%41 #é/{name}"
        assert places.state(one.name).size == 4
        assert [row.text for row in read.rows(one, read.Layout(), read.Start())] == ["one"]


def test_a_run_from_and_to_a_store(store: None, gec: Any, documents: Any, written: Any, tmp_path: Path) -> None:
    local = written(tmp_path / "docs.jsonl", documents(30))
    places.folder(f"{BUCKET}/in").write("docs.jsonl", local.read_bytes())
    settings = ("--id-field", "id", "--shard-rows", 12, "--jobs", 1, "--quiet")
    assert gec(local, "-o", tmp_path / "here", *settings).returncode == 0
    there = gec(f"{BUCKET}/in", "-o", f"{BUCKET}/out", *settings)
    assert there.returncode == 0, there.stderr
    out = places.folder(f"{BUCKET}/out")
    for number in range(3):
        name = f"part-000000{number}.jsonl"
        assert out.read(name) == (tmp_path / "here" / name).read_bytes()
    status = gec("status", f"{BUCKET}/out", "--json", "--verify")
    assert status.returncode == 0
    assert json.loads(status.stdout)["corrected"] == 30


def test_a_bucket_that_is_not_there_is_told_as_such(store: None) -> None:
    with pytest.raises(BatchError, match=r"s3://nowhere/a.txt: no such bucket"):
        places.state("s3://nowhere/a.txt")
    with pytest.raises(BatchError, match=r"s3://nowhere/a/\*.txt: no such bucket"):
        read.find(["s3://nowhere/a/*.txt"], None)
    with pytest.raises(BatchError, match="no such object"):
        places.state(f"{BUCKET}/nothing.txt")


def test_a_second_run_in_a_folder_of_a_store_is_refused(store: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "RENEWAL_INTERVAL", 0.1)
    monkeypatch.setattr(lease, "WATCHED", 600)
    monkeypatch.setattr(lease, "SETTLED", 0.2)
    folder = places.folder(f"{BUCKET}/leased")
    with folder.locked():
        with pytest.raises(BatchError, match="another run is at work in it; wait for it or stop it"), folder.locked():
            pass
        assert folder.read(lease.NAME)
    assert folder.read(lease.NAME) is None
    folder.write(lease.NAME, b"killed 7")
    monkeypatch.setattr(lease, "WATCHED", 0.3)
    with folder.locked() as refuse_if_lost:
        assert folder.read(lease.NAME)
        refuse_if_lost()
        with pytest.raises(BatchError, match="another run is at work in it"):
            for _ in range(600):
                folder.write(lease.NAME, b"follower 1")  # of a run that began while this machine slept
                time.sleep(0.1)
                refuse_if_lost()
    assert folder.read(lease.NAME) == b"follower 1"
