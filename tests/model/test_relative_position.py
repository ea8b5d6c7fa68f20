"""Buckets of distances are those of T5 for any number and reach."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from transformers.models.t5.modeling_t5 import T5Attention

from gec.model.relative_position import relative_buckets


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize("buckets", [4, 10, 32, 64])
def test_every_distance_has_the_bucket_that_transformers_gives_it(buckets: int, both_ways: bool) -> None:
    for reach in {*range(buckets + 1, 300, 3), 512, 1024}:
        every = np.arange(-reach - 2, reach + 3)
        theirs = T5Attention._relative_position_bucket(torch.from_numpy(every), both_ways, buckets, reach)
        assert (relative_buckets(every, buckets, reach, both_ways=both_ways) == theirs.numpy()).all(), reach
