"""Corrects a corpus shard by shard: every row exactly once, in its place, even if the run is stopped.

`read.py` and `tables.py` know what a row is, `values.py` what is in its cells, and `write.py` what a corrected one
looks like; `plan.py` cuts the inputs into shards that are always the same; `ledger.py` alone says which of them are
done. `work.py` corrects one; `local.py` and `ray.py` only decide who does which. `places.py` is where bytes come from
and go to, `xz.py` unpacks some of them, `summary.py` and `page.py` say what it all came to.
"""
