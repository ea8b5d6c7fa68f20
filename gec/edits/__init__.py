"""What a change is: the value, how ids become edits, and what the user lets through."""
