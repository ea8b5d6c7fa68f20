"""Corrects a corpus shard by shard. Every row is corrected exactly once and keeps its place, even if the run is
stopped.

`read.py` and `tables.py` read rows, `values.py` handles the values of cells, and `write.py` writes corrected rows.
`plan.py` divides the inputs into shards, always in the same way. `ledger.py` alone decides which shards are done.
`work.py` corrects one shard; `local.py` and `ray.py` distribute shards to workers. `places.py` opens inputs and
outputs, `xz.py` decompresses some of them, `summary.py` and `page.py` report the results.
"""
