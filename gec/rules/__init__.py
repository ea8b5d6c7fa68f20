"""Rules: what is wrong whatever the sentence says, as tables that anyone can read, write, test and switch off."""
