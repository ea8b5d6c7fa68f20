"""Correcting for programs that ask again and again: editors, pages, other servers."""
