"""`gec batch` corrects a corpus into a folder, shard by shard. `gec batch status` describes such a folder.

This file reads options, prints progress and the summary; `gec/batch/run.py` does the work. The summary goes to stdout,
everything else to stderr.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec import atomic
from gec.cli.options import REWRITE, WHICH, how, names
from gec.cli.options import given as options
from gec.cli.render import emit
from gec.edits.message import many
from gec.errors import BatchError, OptionError
from gec.text.document import MAX_LINE, codec_named

if TYPE_CHECKING:
    from gec.batch.ledger import BatchRun
    from gec.batch.progress import Reporter
    from gec.batch.run import Order
    from gec.batch.summary import BatchCounts


class Defaulting(click.Group):
    """Treats everything as a run, except `gec batch status OUT`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if args[:1] == ["status"] else ["run", *args])


class Nameless(click.Command):
    """The command `run`, which users call without its name."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        group = ctx.parent or ctx
        formatter.write_usage(group.command_path, " ".join(self.collect_usage_pieces(ctx)))


@click.group("batch", cls=Defaulting)
def command() -> None:
    """Correct a corpus into a folder; `gec batch status OUT_DIR` shows the progress of a run."""


def _codec(ctx: click.Context, option: click.Parameter, given: str) -> str:
    codec = codec_named(given)
    if "\n".encode(codec) != b"\n":
        raise OptionError(f"--encoding {given}: its line endings are not single bytes; convert the files to UTF-8")
    return codec


def _page(ctx: click.Context, option: click.Parameter, given: Path | None) -> Path | None:
    if given and not os.access(given.parent, os.W_OK):
        raise OptionError(f"--html {given}: cannot write in {given.parent}; create that folder or give another one")
    return given


def _said(ctx: click.Context, option: click.Parameter, given: Any) -> Any:
    if "" in (given if isinstance(given, tuple) else (given,)):
        name = "OUT_DIR" if option.name == "out" else "INPUT"
        raise OptionError(f"{name}: is empty; give the name of a file or a folder")
    return given


@command.command("run", cls=Nameless)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...", callback=_said)
@click.option("-o", "--out", required=True, metavar="OUT_DIR", callback=_said,
              help="Folder for the results, or an s3:// or gs:// address.")  # fmt: skip
@click.option("--format", "kind", type=click.Choice(["text", "jsonl", "csv", "tsv", "parquet"]),
              help="Format of the inputs.  [default: from their names]")  # fmt: skip
@click.option("--field", default="text", show_default=True, help="The field or column with the text.")
@click.option(
    "--id-field", default="", metavar="FIELD", help="The field or column with an id.  [default: file and line]"
)
@click.option("--keep-fields", is_flag=True, help="Write the other fields too.")
@click.option("--document", "unit", type=click.Choice(["line", "file"]), default="line", show_default=True,
              help="What counts as one document in plain text.")  # fmt: skip
@click.option("--plain-cells", is_flag=True, help="Treat quotes around cells of CSV and TSV as text.")
@click.option("--encoding", default="utf-8", show_default=True, callback=_codec, help="Encoding of text, CSV and TSV.")
@click.option("--max-chars", type=click.IntRange(1), default=MAX_LINE, show_default=True,
              help="Longer documents go to quarantine.")  # fmt: skip
@click.option("--to", type=click.Choice(["jsonl", "csv", "tsv", "parquet", "text"]), default="jsonl",
              show_default=True, help="Format of the results.")  # fmt: skip
@click.option("--compress", type=click.Choice(["gz", "zst", "xz"]), help="Compress the results.")
@click.option("--shard-rows", type=click.IntRange(1), default=1000, show_default=True,
              help="Documents per shard; fewer if they reach 1 MiB. A stopped run repeats whole shards.")  # fmt: skip
@options(*WHICH, *how("model", "prefix", "engine", "decode", default="auto"), REWRITE)
@click.option("--devices", default="auto", show_default=True, callback=names, metavar="cuda:0,cuda:1",
              help="auto: all GPUs, or the CPU.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1),
              help="Processes.  [default: one per core; up to four per GPU]")  # fmt: skip
@click.option(
    "--max-tokens", type=click.IntRange(1), help="Tokens decoded at a time.  [default: the fastest in a short test]"
)
@click.option("--ray", default="", metavar="auto|ADDRESS", help="Use a Ray cluster, with --jobs actors.")
@click.option("--resume/--no-resume", default=True, show_default=True, help="Continue the run in OUT_DIR.")
@click.option("--quiet", is_flag=True, help="Print no progress and no summary.")
@click.option("--log-json", is_flag=True, help="Print progress as one line of JSON per event.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), callback=_page, metavar="FILE",
              help="Write a report with charts.")  # fmt: skip
@click.pass_context
def run(ctx: click.Context, /, **given: Any) -> None:
    """Correct every document of the INPUTs: text, JSON lines, CSV, TSV or Parquet, also .gz, .zst or .xz; files,
    folders, patterns, s3:// and gs:// addresses. `gec batch status OUT_DIR` shows the progress of a run.

    If a run was stopped, run the same command again to continue it. Documents that cannot be corrected are in
    OUT_DIR/_quarantine with the reason.

    Exits with 0 if every document is corrected, 1 if some are in quarantine, 2 if something is wrong.
    """
    from gec.batch.run import begun, work
    from gec.batch.summary import told

    if given["html"]:
        _refuse_own(given["html"], given["out"])
    if given["html"] and given["html"].is_file():
        _refuse_input(given["html"], _read_by(given))
    reporter = _reporter(quiet=given["quiet"], lines=given["log_json"])
    with begun(_order(given)) as begins:
        reporter.begin(begins)
        try:
            for event in work(begins):
                reporter.report(event)
        finally:
            reporter.stop()
        found = _status_of(begins.run)
    reporter.report_total(found.tally)
    if given["html"]:
        _write_page(given["html"], found)
    if not given["quiet"]:
        emit("\n".join(told(found.tally)) + "\n")
    if found.wrong:
        raise BatchError(found.wrong[0])
    if found.left:
        raise BatchError(f"{given['out']}: {found.left:,} documents are not done yet; run the same command again")
    ctx.exit(1 if found.tally.quarantined else 0)


def _read_by(given: dict[str, Any]) -> list[str]:
    from gec.batch import read

    return [one.name for one in read.find(given["inputs"], given["kind"], given["out"])]


def _refuse_input(page: Path, names: Iterable[str]) -> None:
    """Refuse a page that would overwrite an input."""
    from gec.batch import places

    if atomic.among(page, (Path(name) for name in names if not places.is_remote(name))):
        raise OptionError(f"--html {page}: is an input and would be overwritten; write to another file")


def _refuse_own(page: Path, out: str) -> None:
    """Refuse a page that would overwrite a file of the run."""
    from gec.batch import ledger

    if ledger.owns(out, str(page)):
        raise OptionError(f"--html {page}: is a file of the run and would be overwritten; write to another file")


def _order(given: dict[str, Any]) -> Order:
    from gec.batch.plan import Limits
    from gec.batch.read import Layout
    from gec.batch.run import Order
    from gec.batch.write import OutputShape
    from gec.edits.policy import Policy

    layout = Layout(
        given["field"],
        given["id_field"],
        given["keep_fields"],
        given["unit"],
        given["encoding"],
        not given["plain_cells"],
        given["max_chars"],
    )
    loading = {name: given[name] for name in ("prefix", "engine", "decode", "min_confidence")}
    loading["preset"] = given["preset"] or "balanced"
    loading["task"] = given["task"] or "correct"
    policy = Policy(
        given["select"] or (), given["ignore"] or (), dialect=given["dialect"] or "", quotes=bool(given["quotes"])
    )
    return Order(
        inputs=given["inputs"],
        out=given["out"],
        format=given["kind"],
        layout=layout,
        shape=OutputShape(given["to"], given["compress"] or ""),
        policy=policy,
        loading=tuple(loading.items()),
        model=given["model"],
        limits=Limits(given["shard_rows"]),
        devices=given["devices"],
        jobs=given["jobs"] or 0,
        max_tokens=given["max_tokens"] or 0,
        ray=given["ray"],
        resume=given["resume"],
    )


def _reporter(*, quiet: bool, lines: bool) -> Reporter:
    from gec.batch import progress

    if quiet:
        return progress.Silent()
    return progress.JsonLines() if lines or not sys.stderr.isatty() else progress.Bar()


# --- status

VERIFIED = "every file was read and compared with its hash"
UNREAD = "only the sizes of files were compared; --verify reads the files"


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a run: the sum of its marks, and any numbers that do not agree."""

    run: BatchRun
    tally: BatchCounts
    rows: int
    done: int
    wrong: list[str]
    verified: bool  # whether the results were read and compared with their hashes

    @property
    def left(self) -> int:
        return self.rows - self.tally.rows


def _status_of(run: BatchRun, *, verify: bool = False) -> Status:
    from gec.batch.summary import BatchCounts

    rows = {shard.number: shard.rows for shard in run.shards}
    tally, done, wrong, damaged = BatchCounts(), 0, list[str](), list[str]()
    for mark in run.marks(damaged):
        one = mark.tally
        if one.rows != rows.get(mark.shard) or one.corrected + one.quarantined != one.rows:
            wrong.append(
                f"{run.part(mark.shard)}: {one.rows} rows in, {one.corrected} out, {one.quarantined} in quarantine"
            )
        if verify and not run.intact(mark):
            wrong.append(
                f"{run.part(mark.shard)}: changed since it was written; delete it and run the same command again"
            )
        tally.add(one)
        done += 1
    wrong += [f"{one}: is gone, or changed since it was written; run the same command again" for one in damaged]
    return Status(run, tally, sum(rows.values()), done, wrong, verify)


@command.command("status")
@click.argument("out", metavar="OUT_DIR", callback=_said)
@click.option("--verify", is_flag=True, help="Read every result and compare it with its hash.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), callback=_page, metavar="FILE",
              help="Write a report with charts.")  # fmt: skip
@click.pass_context
def status(ctx: click.Context, *, out: str, verify: bool, as_json: bool, html: Path | None) -> None:
    """Show the progress of the run in OUT_DIR, and check the numbers of documents.

    Exits with 0 if all are corrected, 1 if some are left or in quarantine, 2 if the numbers do not agree.
    """
    from gec.batch import ledger, places

    held = ledger.load(places.folder(out))
    if html:
        _refuse_own(html, out)
        _refuse_input(html, (one["name"] for one in held.terms.inputs))
    found = _status_of(held, verify=verify)
    if html:
        _write_page(html, found)
    _show_json(found) if as_json else _show(found)
    if found.wrong:
        more = f"; {len(found.wrong) - 1:,} more with --json" if found.wrong[1:] else ""
        raise BatchError(f"{out}: {found.wrong[0]}{more}")
    ctx.exit(1 if found.left or found.tally.quarantined else 0)


def _show(found: Status) -> None:
    from gec.batch.summary import told

    tally = found.tally
    emit(
        f"{found.rows:,} in = {tally.corrected:,} out + {tally.quarantined:,} in quarantine + {found.left:,} left; "
        f"{found.done:,} of {many(len(found.run.shards), 'shard')} done\n"
    )
    emit("\n".join(told(tally)) + "\n")
    emit(f"{VERIFIED if found.verified else UNREAD}\n")


def _show_json(found: Status) -> None:
    data = {
        "documents": found.rows,
        "left": found.left,
        "shards": len(found.run.shards),
        "shards_done": found.done,
        "verified": found.verified,
        "model": found.run.terms.model,
        "wrong": found.wrong,
        **found.tally.to_json(),
    }
    emit(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _write_page(path: Path, found: Status) -> None:
    from gec.batch.page import page

    atomic.save(path, page(found.run, found.tally, found.done))
