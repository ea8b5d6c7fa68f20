"""What a rewriting may change and may not. `facts.py` reads what a sentence states, `faithful.py` leaves out edits that
would change it, `together.py` joins corrections, shorter phrases and other wordings."""
