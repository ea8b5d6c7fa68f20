"""The pictures of a model's card, as small SVGs: loss and F0.5 on held-out sentences against minutes of training, and
the share of right edits against confidence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gec import atomic
from gec.errors import GecError

if TYPE_CHECKING:
    from gec.training.calibrate import Bin

CURVES, RELIABILITY = "curves.svg", "reliability.svg"  # in a model's folder
WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 60, 30, 44
LOSS, SCORE = "#3465a4", "#c4422e"
LOSSES = ("decoder", "heads", "passages")  # the first that a line of the log has is drawn
POINTS = 300  # most points of a curve; more are averaged

Point = tuple[float, float]


def draw(log: Path, target: Path) -> None:
    """Read a run's log.jsonl, write the picture."""
    losses, scores = read(log)
    if not losses:
        raise GecError(f"{log}: no losses in it yet; train for longer than one line of the log takes")
    atomic.save(target, svg(losses, scores))


def read(log: Path) -> tuple[list[Point], list[Point]]:
    """(minute, loss) and (minute, F0.5 in per cent), in order. If a step was taken twice, the last one counts."""
    losses: dict[int, Point] = {}
    scores: dict[int, Point] = {}
    try:
        lines = log.read_text(encoding="utf-8").splitlines()
    except OSError as trouble:
        raise GecError(f"{log}: cannot be read: {trouble.strerror}") from None
    except UnicodeDecodeError as trouble:
        raise GecError(f"{log}: not a training log: {trouble}") from None
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            minute = record["seconds"] / 60
            if part := next((one for one in LOSSES if one in record), None):
                losses[record["step"]] = (minute, record[part])
            if "f05" in record:
                scores[record["step"]] = (minute, 100 * record["f05"])
        except (ValueError, KeyError, TypeError):
            if number < len(lines):  # the last line of a killed run may be cut short
                raise GecError(f"{log}:{number}: not a line of a training log") from None
    return sorted(losses.values()), sorted(scores.values())


def svg(losses: Sequence[Point], scores: Sequence[Point]) -> str:
    losses = _thinned(losses)
    minutes = max(point[0] for point in (*losses, *scores)) or 1.0
    low, high = min(value for _, value in losses), max(value for _, value in losses)
    best = max([value for _, value in scores], default=0.0)
    ceiling = 10 * (int(best / 10) + 1)
    parts = [*_axes(minutes, low, high, ceiling if scores else 0), _curve(losses, minutes, low, high, LOSS)]
    if scores:
        parts.append(_curve(scores, minutes, 0, ceiling, SCORE))
        parts += [
            f'<circle cx="{_x(minute, minutes):.1f}" cy="{_y(value, 0, ceiling):.1f}" r="3" fill="{SCORE}"/>'
            for minute, value in scores
        ]
    return _picture(parts)


def reliability(bins: Sequence[Bin], folder: Path) -> None:
    """Write the picture of the share of right edits against confidence. A larger point means more edits, and points on
    the line are well calibrated."""
    most = max((one.edits for one in bins), default=1)
    parts = [
        f'<path d="M{LEFT},{TOP} V{HEIGHT - BOTTOM} H{WIDTH - RIGHT}" fill="none" stroke="#888"/>',
        _curve([(0, 0), (1, 1)], 1, 0, 1, "#bbb"),
        _text(LEFT, TOP - 10, "of so many 100 edits are right", SCORE, "start"),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "confidence", "#333", "middle"),
    ]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        parts.append(_text(LEFT - 8, _y(share, 0, 1) + 4, f"{10 * tenth}", SCORE, "end"))
        parts.append(_text(_x(share, 1), HEIGHT - BOTTOM + 18, f"{share:.1f}", "#333", "middle"))
    for one in bins:
        x, y, size = _x(one.said, 1), _y(one.right, 0, 1), 2 + 8 * (one.edits / most) ** 0.5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{SCORE}"/>')
        parts.append(_text(x + size + 3, y + 4, f"{one.edits:,}", "#333", "start"))
    atomic.save(folder / RELIABILITY, _picture(parts))


def _picture(parts: Sequence[str]) -> str:
    begin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
    )
    return "\n".join([begin, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *parts, "</svg>"]) + "\n"


def _axes(minutes: float, low: float, high: float, ceiling: int) -> list[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [
        f'<path d="M{LEFT},{TOP} V{bottom} H{right}" fill="none" stroke="#888"/>',
        _text(LEFT, TOP - 10, "loss", LOSS, "middle"),
        _text((LEFT + right) / 2, HEIGHT - 8, "minutes of training", "#333", "middle"),
    ]
    for quarter in range(5):
        share = quarter / 4
        y = bottom - share * (bottom - TOP)
        parts.append(_text(LEFT - 8, y + 4, f"{low + share * (high - low):.2f}", LOSS, "end"))
        parts.append(_text(LEFT + share * (right - LEFT), bottom + 18, f"{share * minutes:.3g}", "#333", "middle"))
        if ceiling:
            parts.append(_text(right + 8, y + 4, f"{share * ceiling:.0f}", SCORE, "start"))
    if ceiling:
        parts.append(_text(right, TOP - 10, "F0.5, held-out sentences", SCORE, "end"))
    return parts


def _text(x: float, y: float, words: str, colour: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">{words}</text>'


def _curve(points: Sequence[Point], minutes: float, low: float, high: float, colour: str) -> str:
    path = " ".join(f"{_x(minute, minutes):.1f},{_y(value, low, high):.1f}" for minute, value in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _x(minute: float, minutes: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * minute / minutes


def _y(value: float, low: float, high: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / ((high - low) or 1.0)


def _thinned(points: Sequence[Point]) -> list[Point]:
    size = -(-len(points) // POINTS)
    groups = [points[first : first + size] for first in range(0, len(points), size)]
    return [(sum(m for m, _ in group) / len(group), sum(v for _, v in group) / len(group)) for group in groups]
