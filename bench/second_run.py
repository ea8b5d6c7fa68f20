"""Counts how often a second run finds something: `python bench/second_run.py FILES...` corrects each text once, once
more, and until nothing changes, and counts the edits that the next run still proposes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gec
from gec.edits.edit import apply
from gec.errors import TextError
from gec.text.document import read
from gec.text.formats import format_of, prose_of


def main(paths: list[str]) -> None:
    corrector = gec.load()
    counts = dict.fromkeys(("texts", "sentences", "edits", "after one run", "after settling"), 0)
    for path in paths:
        try:
            text = read(Path(path)).text
        except TextError as error:
            print(error, file=sys.stderr)
            continue
        format = format_of(path, text)
        prose = prose_of(text, format)
        once, settled = corrector.correct(prose), corrector.settled(prose)
        counts["texts"] += 1
        counts["sentences"] += len(once.sentences)
        counts["edits"] += len(once.edits)
        counts["after one run"] += len(corrector.correct(prose_of(once.text, format)).edits)
        again = apply(text, settled.edits)
        counts["after settling"] += len(corrector.settled(prose_of(again, format)).edits)
    for name, count in counts.items():
        print(f"{name:16} {count:7,}")


if __name__ == "__main__":
    main(sys.argv[1:])
