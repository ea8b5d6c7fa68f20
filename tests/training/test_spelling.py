"""Which words the table has, and how well fitted weights tell misspellings from words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gec.errors import GecError
from gec.language.written import packed
from gec.training import spelling
from gec.training.spelling import SpellingExample, examples, fit, listed, sorted_out


def test_misspellings_are_no_words_and_capitals_are_names() -> None:
    small = Counter({"because": 900, "becuase": 3, "colour": 5, "wont": 4, "won't": 90, "tart": 40, "smith": 4})
    capital = Counter({"smith": 5000, "oslo": 30, "brno": 2})
    lists = {"becuase": ["because"], "colour": ["color"], "tart": ["start"]}
    counts, uncounted = sorted_out(small, capital, {"snorer", "oslo", "e.g"}, lists)
    assert counts == {"because": 900, "colour": 5, "won't": 90, "tart": 40}
    assert sorted(uncounted) == ["oslo", "smith", "snorer"]
    counts, uncounted = sorted_out(small, capital, set(), lists, {"becuase", "wont", "snorers"})
    assert (counts["becuase"], counts["wont"]) == (3, 4)
    assert "snorers" in uncounted


def test_a_table_is_the_same_whatever_the_order() -> None:
    assert packed({"b": 2, "a": 9}, ["d", "c"]) == packed({"a": 9, "b": 2}, ["c", "d"])


def test_table_and_weights_are_kept_if_something_goes_wrong(tmp_path: Path) -> None:
    table = tmp_path / "words.txt.gz"
    table.write_bytes(b"old")
    with pytest.raises(GecError, match="none of the listed"), spelling.kept_if_it_fails(table, tmp_path / "none"):
        table.write_bytes(b"new")
        spelling.gathered([], [], {"teh": ["the", "ten"]})
    assert table.read_bytes() == b"old"


def test_lists_of_misspellings(tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text("teh,the\nthier,their\n")
    other.write_text("teh,the,ten\n")
    assert listed([one, other]) == {"teh": ["the", "ten"], "thier": ["their"]}


def test_examples_are_the_unknown_words() -> None:
    found = examples(
        [
            ("I waited untill my collegue came but got writting.", "I waited until my colleague came but wrote it."),
            ("Dancing is fun, and so is zumbafit.", "Dancing is fun, and so is zumbafit."),
            ("We had alot.", "We had a lot."),
            ("Recieve it.", "Get the thing."),
        ]
    )
    # Words whose correction is unclear are left out.
    assert [(one.word, one.meant) for one in found] == [
        ("untill", "until"),
        ("collegue", "colleague"),
        ("zumbafit", None),
        ("alot", "a lot"),
    ]


@pytest.mark.slow
def test_fitted_weights_correct_unseen_misspellings() -> None:
    wrong = {
        "recieve": "receive", "beleive": "believe", "untill": "until", "wich": "which", "becuase": "because",
        "freind": "friend", "tommorow": "tomorrow", "definately": "definitely", "goverment": "government",
        "intresting": "interesting", "writting": "writing", "begining": "beginning", "occured": "occurred",
        "adress": "address", "seperate": "separate", "langauge": "language", "peopel": "people",
        "diferent": "different", "importent": "important", "exemple": "example",
    }  # fmt: skip
    right = ("kubefoo", "zumbafit", "xlsxwriter", "wszystko", "molcajete", "puerquito", "izakaya", "qwertz", "ntfsx")
    some = [SpellingExample(word, False, meant) for word, meant in {**wrong, **dict.fromkeys(right)}.items()]
    found = fit(some * 2)
    assert found.weights["meant"]["frequency"] > 0
    assert found.changed >= found.right >= found.misspelt * 0.7


def test_all_files_are_read(tmp_path: Path) -> None:
    pairs, standing = tmp_path / "pairs.txt", tmp_path / "standing.txt"
    pairs.write_text("I [recieve|receive] it.\n")
    standing.write_text("We use zumbafit here.\n")
    found = spelling.gathered([pairs], [standing], {"freind": ["friend"], "teh": ["the", "ten"]})
    assert [(one.word, one.meant) for one in found[:2]] == [("recieve", "receive"), ("zumbafit", None)]
    assert set(found[2:]) == {SpellingExample("freind", False, "friend")}
    with pytest.raises(GecError, match="too few words"):
        fit(found[:1])
