"""Guards drop what is never shown, whoever proposes it. `stages.py` lists them in the order in which they are asked;
each other file is named by what it protects."""
