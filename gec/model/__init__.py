"""The network: its shape, arithmetic, heads, tokenizer, and the folder that contains them."""
