"""`python -m gec`: the program `gec`, where the folder of scripts is not on the path."""

from gec.cli import main

main()
