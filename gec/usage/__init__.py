"""Which words people write beside each other, and how often: what speaks for a correction or against it."""
