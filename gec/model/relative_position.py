"""T5's buckets of distances, in plain numpy: exact for short distances, logarithmic beyond."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def relative_buckets(distance: NDArray[np.int64], buckets: int, reach: int, *, both_ways: bool) -> NDArray[np.int64]:
    """The bucket of each distance from a query to a key. Keys ahead have their own buckets if `both_ways`."""
    first = np.zeros_like(distance)
    if both_ways:
        buckets //= 2
        first = (distance > 0) * buckets
        distance = np.abs(distance)
    else:
        distance = np.maximum(-distance, 0)
    exact = buckets // 2
    ratio = np.maximum(distance, 1).astype(np.float32) / np.float32(exact)
    log = np.log(ratio.astype(np.float64)).astype(np.float32)  # rounded in the same way as in torch
    large = log / np.float32(math.log(reach / exact)) * np.float32(buckets - exact)
    far = np.minimum(exact + large.astype(np.int64), buckets - 1)
    return first + np.where(distance < exact, distance, far)
