"""Servers: correction for programs that ask again and again, such as editors, pages and other servers."""
