"""`python -m gec`: the program `gec`, if the folder of scripts is not on the path."""

from gec.cli import main

main()
