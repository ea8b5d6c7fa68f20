"""What is known of English words: which there are, of what kind, how often they are written, spelt and sounded."""
