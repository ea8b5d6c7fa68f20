"""What a text is: its bytes, its sentences, and what the model reads of each of them."""

REMEMBERED = (
    40_000  # paragraphs, and sentences, about which is known what was found out: most of a text that is written
)
# is the same as a moment ago
