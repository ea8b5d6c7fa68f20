"""Decoding: drafts of the next tokens, and the loop that keeps those that greedy decoding would write."""
