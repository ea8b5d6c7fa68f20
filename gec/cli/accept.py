"""The option `--accept`: which tokens drafted by block heads are accepted. Its value also labels lossy output."""

from __future__ import annotations

import click

from gec.engine import EXACT, Lenience

HELP = "Which tokens of blockwise drafts to accept: exact, or the lossy top:N, distance:X, minimum:N.  [default: exact]"


def accepted(ctx: click.Context, option: click.Parameter, given: str | None) -> Lenience:
    """Parse the value of `--accept`."""
    if given in (None, "exact"):
        return EXACT
    kind, _, value = str(given).partition(":")
    try:
        if kind == "top" and int(value) > 1:
            return Lenience(top=int(value))
        if kind == "distance" and 0 < float(value) <= 2:
            return Lenience(distance=float(value))
        if kind == "minimum" and int(value) > 1:
            return Lenience(minimum=int(value))
    except ValueError:
        pass
    raise click.BadParameter(f"{given!r} is not exact, top:N, minimum:N (N at least 2) or distance:X (X at most 2)")


def told(lenience: Lenience) -> str:
    """The value of `--accept` for a lenience."""
    if lenience.top > 1:
        return f"top:{lenience.top}"
    if lenience.distance:
        return f"distance:{lenience.distance:g}"
    return f"minimum:{lenience.minimum}" if lenience.minimum > 1 else "exact"
