"""Training: from correct text to a checkpoint, with generated errors, pairs, objectives and the training loop."""
