"""`--accept`: which of the block heads' guesses may stand, and how every output says so when that is lossy."""

from __future__ import annotations

import click

from gec.engine import EXACT, Lenience

HELP = "Of blockwise drafts: exact, or top:N, distance:X, minimum:N, which are lossy.  [default: exact]"


def accepted(ctx: click.Context, option: click.Parameter, given: str | None) -> Lenience:
    """What `--accept` means."""
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
    raise click.BadParameter(f"{given!r} is none of exact, top:N, minimum:N (N from 2 on), distance:X (X up to 2)")


def told(lenience: Lenience) -> str:
    """A lenience as it is given: what a lossy output is labelled with."""
    if lenience.top > 1:
        return f"top:{lenience.top}"
    if lenience.distance:
        return f"distance:{lenience.distance:g}"
    return f"minimum:{lenience.minimum}" if lenience.minimum > 1 else "exact"
