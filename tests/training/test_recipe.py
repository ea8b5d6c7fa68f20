"""Recipes: what ships can be read, what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from gec.errors import GecError
from gec.training import noise, recipe

CORPORA = Path(__file__).parents[2] / "corpora"
STAGE = '[[stage]]\nname = "s"\nshare = 1.0\n'
MIX = '[[stage.mix]]\nkind = "noise"\nregister = "real"\nfiles = ["a.txt"]\nweight = 1.0\n'


def test_the_registers_of_recipes_are_the_noise_s() -> None:
    assert set(recipe.REGISTERS) == set(noise.REGISTERS)


@pytest.mark.parametrize("path", sorted(CORPORA.glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_recipes_are_sound(path: Path) -> None:
    found = recipe.read(path)
    assert sum(stage.share for stage in found.stages) == pytest.approx(1.0)
    for stage in found.stages:
        assert sum(source.weight for source in stage.mix) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no [[stage]]"),
        ("x = ", "not TOML"),
        ("colour = 1\n" + STAGE + MIX, "unknown keys ['colour'] in [recipe]"),
        ("[optimizer]\nrates = 1\n" + STAGE + MIX, "unknown keys ['rates'] in [optimizer]"),
        ('[optimizer]\nmatrices = "sgd"\n' + STAGE + MIX, "muon or adamw"),
        (STAGE, "no [[stage.mix]]"),
        (STAGE.replace("1.0", "0"), "share must be more than 0"),
        (STAGE + "rate = [1]\n" + MIX, "rate is two factors"),
        (STAGE + MIX.replace("noise", "guess"), "unknown kind of source 'guess'"),
        (STAGE + MIX.replace("real", "loud"), "unknown register 'loud'"),
        (STAGE + MIX.replace('["a.txt"]', "[]"), "names no files"),
        (STAGE + MIX.replace("weight = 1.0", ""), "weight"),
        ("batch_tokens = 10\n" + STAGE + MIX, "batch_tokens"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GecError) as trouble:
        recipe.read(path)
    assert str(trouble.value).startswith(f"{path}: ")
    assert complaint in str(trouble.value)
