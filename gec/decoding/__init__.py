"""Decoding: what guesses the next tokens, and the loop that accepts the tokens of greedy decoding."""
