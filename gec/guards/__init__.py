"""Guards refuse edits that must never be shown, whoever proposes them. `stages.py` lists the guards in their order. The
other files are named after what they protect."""
