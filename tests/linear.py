"""Whether the time for something grows with its size alone. Processor time, since other programs hardly affect it."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(work: Callable[..., object], *given: object) -> float:
    begin = time.process_time()
    work(*given)
    return time.process_time() - begin


def linear(took: Callable[[int], float], small: int, large: int, room: float = 4, least: float = 0.005) -> bool:
    """Whether the large size takes `room` times its share of the time for the small one at most, which is taken to be
    `least` seconds at least. The large one is tried twice, as garbage may be collected meanwhile."""
    share = large / small * room
    if (long := took(large)) < share * least:
        return True
    allowed = share * max(least, min(took(small) for _ in range(2)))
    return long < allowed or took(large) < allowed
