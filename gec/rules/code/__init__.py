"""Rules that no pattern of a few words can express, as functions, one file for each topic. `tables/code.toml` has their
ids, messages and examples."""
