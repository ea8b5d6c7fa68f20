"""From clean text to a trained checkpoint: errors we make, pairs, objectives, and the loop that learns from them."""
