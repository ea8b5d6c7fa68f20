"""The network: its shape, arithmetic, heads, tokens, and the folder that contains them."""
