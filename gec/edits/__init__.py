"""What an edit is: how outputs become edits, their types and confidences, and which of them the user wants."""
