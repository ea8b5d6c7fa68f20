"""`gec convert`: a checkpoint with fewer decoder layers, or in int8. `gec/model/convert.py` does the work."""

from __future__ import annotations

from pathlib import Path

import click

from gec.errors import OptionError


def _layers(ctx: click.Context, option: click.Parameter, given: str | None) -> tuple[int, ...] | None:
    if given is None:
        return None
    try:
        return tuple(int(one) for one in given.split(","))
    except ValueError:
        raise click.BadParameter(f"{given!r} is not a list of layers such as 0,5") from None


@click.command("convert")
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="DST", type=click.Path(path_type=Path))
@click.option("--decoder-layers", type=click.IntRange(1), metavar="N", help="Keep N decoder layers, evenly spaced.")
@click.option("--keep-layers", callback=_layers, metavar="I,J,..", help="Keep these decoder layers, counted from 0.")
@click.option(
    "--int8", is_flag=True, help="Store matrices as int8 with one scale per row: a quarter of the size, only for gec."
)
@click.option("--bits", type=click.Choice(["8", "6", "4"]), default="8", show_default=True,
              help="Bits per number with --int8; the embedding always has at least 6.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write into a folder that is not empty.")
def command(
    *,
    source: str,
    target: Path,
    decoder_layers: int | None,
    keep_layers: tuple[int, ...] | None,
    int8: bool,
    bits: str,
    force: bool,
) -> None:
    """Make a shallow student or an int8 model from the T5 checkpoint SRC, a folder or a hub id.

    The folder DST includes the tokenizer. gec can load it. transformers can load it too if it is a plain T5 and not
    int8. A student corrects little until it is trained on the output of its teacher: `gec train`.
    """
    from gec.model import checkpoint, convert, folder

    if bits != "8" and not int8:
        raise OptionError(f"--bits {bits} works only with --int8; give both")
    loaded = checkpoint.read(folder.find(source))
    have = loaded.config.num_decoder_layers
    keep = convert.kept(have, decoder_layers, keep_layers)
    convert.write(convert.shallow(loaded, keep), target, int8=int8, bits=int(bits), force=force)
    layers = ", ".join(map(str, keep))
    click.echo(f"{target}: kept {len(keep)} of {have} decoder layers ({layers})", err=True)
