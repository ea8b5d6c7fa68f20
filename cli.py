"""`python cli.py ...` without installing: hands over to gec.cli."""

from gec.cli import main

if __name__ == "__main__":
    main()
