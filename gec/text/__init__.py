"""What a text is: its bytes, its sentences, and what the model reads of each of them."""
