"""How ids come out: who guesses the next tokens, and the one loop that accepts what greedy decoding would say."""
