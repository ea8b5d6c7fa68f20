"""Recipes: shipped ones can be read, and errors are named."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gec.errors import GecError
from gec.training import card, noise, recipe

CORPORA = Path(__file__).parents[2] / "corpora"
STAGE = '[[stage]]\nname = "s"\nshare = 1.0\n'
MIX = '[[stage.mix]]\nkind = "noise"\nregister = "real"\nfiles = ["a.txt"]\nweight = 1.0\n'


def test_recipes_know_the_registers_of_the_noise() -> None:
    assert set(recipe.REGISTERS) == set(noise.REGISTERS)


@pytest.mark.parametrize("path", sorted(CORPORA.glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_recipes_are_valid(path: Path) -> None:
    found = recipe.read(path)
    assert sum(stage.share for stage in found.stages) == pytest.approx(1.0)
    for stage in found.stages:
        assert sum(source.weight for source in stage.mix) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no [[stage]]"),
        ("x = ", "not TOML"),
        (f"x = {'[' * 3000}", "not TOML"),
        ("colour = 1\n" + STAGE + MIX, "unknown keys ['colour'] outside its sections; known are ['batch_tokens',"),
        ("[optimizer]\nrates = 1\n" + STAGE + MIX, "unknown keys ['rates'] in [optimizer]"),
        ('[optimizer]\nmatrices = "sgd"\n' + STAGE + MIX, "muon or adamw"),
        (STAGE, "no [[stage.mix]]"),
        (STAGE.replace("1.0", "0"), "share must be more than 0"),
        (STAGE + "rate = [1]\n" + MIX, "rate is two factors"),
        (STAGE + MIX.replace("noise", "guess"), "unknown kind of source 'guess'"),
        (STAGE + MIX.replace("real", "loud"), "unknown register 'loud'"),
        (STAGE + MIX.replace('["a.txt"]', "[]"), "names no files"),
        (STAGE + MIX + "mend = 0.5", "of kind 'noise' does not read mend"),
        (STAGE + MIX.replace("noise", "learner"), "of kind 'learner' does not read register"),
        (STAGE + MIX.replace("weight = 1.0", ""), "weight"),
        ("batch_tokens = 10\n" + STAGE + MIX, "batch_tokens"),
    ],
)
def test_an_error_is_named_with_the_file(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GecError) as trouble:
        recipe.read(path)
    assert str(trouble.value).startswith(f"{path}: ")
    assert complaint in str(trouble.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('batch_tokens = "2048"', "a whole number"),
        ("seed = 1.5", "a whole number"),
        ("stage = 5", "[[stage]]"),
        ("shape = 5", "'passages', 'respell', 'row', 'seed', 'stage', 'start_from'"),
        ("longest = 0", "2 or more"),
    ],
)
def test_a_value_of_another_type_is_refused(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "r.toml"
    text = (CORPORA / "tiny.toml").read_text()
    text = "\n".join(one for one in text.splitlines() if one.split(" ")[0] != line.split(" ", maxsplit=1)[0])
    path.write_text(f"{line}\n{text}" if not line.startswith("stage") else line)
    with pytest.raises(GecError, match=re.escape(said)):
        recipe.read(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[stage.mix]]", '[[stage.mix]]\nweight = "x"'),
        ("[model]", "[model]\nnum_heads = 0"),
        ("[optimizer]", "[optimizer]\naverage = 1.5"),
        ("[optimizer]", "[optimizer]\nmatrix_rate = -0.01"),
        ("[optimizer]", "[optimizer]\nvector_rate = nan"),
        ("[optimizer]", "[optimizer]\nsmoothing = 2"),
        ("[measure]", "[measure]\nsentences = -3"),
        ("[measure]", "[measure]\nminutes = 0"),
        ("[[stage.mix]]", "[[stage.mix]]\nsoften = 5"),
        ("[[stage]]", "[[stage]]\nrate = [1.0, -1.0]"),
        ("[optimizer]", "[optimizer]\naccumulate = 1.5"),
    ],
)
def test_sections_are_read_strictly_too(tmp_path: Path, old: str, new: str) -> None:
    key = new.split("\n")[1].split(" ", maxsplit=1)[0]
    lines = (CORPORA / "tiny.toml").read_text().splitlines()
    path = tmp_path / "r.toml"
    path.write_text("\n".join(one for one in lines if one.split(" ")[0] != key).replace(old, new, 1))
    with pytest.raises(GecError, match=key if key != "num_heads" else "sizes"):
        recipe.read(path)


def test_a_missing_recipe_is_reported_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(GecError, match=f"^{path}: no such file or directory; name a recipe that can be read$"):
        recipe.read(path)


def test_two_recipes_differ_in_more_than_their_names() -> None:
    one = recipe.read(CORPORA / "tiny.toml")
    assert recipe.difference(one, replace(one, name="other")) == ""
    assert recipe.difference(one, replace(one, row=512)) == "row"


def test_the_card_credits_what_the_shipped_recipe_names(tmp_path: Path) -> None:
    default = recipe.read(CORPORA / "default.toml")
    assert "ILCoWE" in "".join(lines := card.sources(default, [tmp_path]))
    assert not any("trainer's own" in line for line in lines)
    (tmp_path / "pairs").mkdir()
    (tmp_path / "pairs/commits-sources.tsv").write_text("repo\tlicence\n")
    with pytest.raises(GecError, match=r"commits-sources\.tsv:1: no column 'license'"):
        card.sources(default, [tmp_path])
