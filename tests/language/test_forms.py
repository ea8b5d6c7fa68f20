"""Forms of verbs, in both directions."""

from __future__ import annotations

from gec.language import forms, lexicon
from gec.language.written import frequency

FORMS = """
    hop/hopped/hopping hope/hoped/hoping scare/scared/scaring caress/caressed/caressing dye/dyed/dyeing die/died/dying
    singe/singed/singeing lapse/lapsed/lapsing
"""


def test_forms_and_back() -> None:
    for base, past, ing in (said.split("/") for said in FORMS.split()):
        assert (forms.past(base), forms.ing(base)) == (past, ing)
        assert (forms.base_of_past(past), forms.base_of_ing(ing)) == (base, base)
    bases = [one for one in lexicon.table() if len(one) > 2 and one[-1] == "e" and forms.verb(one) and one != "are"]
    assert all(forms.base_of_past(f"{base}d") == base for base in bases if frequency(f"{base}d"))


def test_third_persons_in_es() -> None:
    for base in ("undergo", "echo", "watch", "carry", "like", "use"):
        assert forms.base_of_third(forms.third(base)) == base
    assert forms.third("hero") + forms.third("piano") + forms.third("quiz") == "heroespianosquizzes"
    assert not any(map(forms.base_of_third, ("is", "was", "toes", "buses", "watch")))
