"""Rules that no pattern over a few words can say, a topic a file. `tables/code.toml` names them."""
