"""Guards of one edit in its sentence: what each refuses, and edits like it that pass."""

from __future__ import annotations

import pytest

from gec.edits.change import RULE, SPELLER, Change
from gec.guards.stages import DOCUMENT, PROPOSAL, refusal
from tests.guards.conftest import marked

REFUSED = """
meaning.removed: I am also writing{ because of the old garden->}.
spelling.sound: Take {an->a} Uber home.
spelling.sound: It is {a->an} table.
spelling.sound: We waited {an->a} hour.
spelling.sound: It is {an->a} LED lamp.
meaning.who: {Was->He was} so glad to meet him.
meaning.who: {->We }were there by six.
meaning.unlike: We had {decided->chosen} against it.
meaning.invented: I {search them outside->am looking for}.
meaning.invented: We like the {constructive exchange->construction} of it.
meaning.unheard: One should {watch->see} the players.
meaning.unheard: {Real->The} trouble starts there.
meaning.denied: Put it in a file. {True->Not true} means yes.
meaning.denied: The owners are{ not->} told of it.
meaning.denied: The shop {isn't->is} open today.
meaning.uncalled: The main{ great->} factories are closed.
meaning.uncalled: They pay for their{ -> own }accounts.
marks.second: It is my{ the->} cat.
marks.parallel: It is clear to him and{ to->} her.
spelling.made-up: I {recieve->receivedve} it from them.
spelling.made-up: {Wrapping->Wraping} it is hard.
spelling.name: {Fsspec->Get} it here.
capitals.raised: He joined the officer {corps->Corps}.
capitals.begun: We talk of users, {your->You're} rights.
meaning.opener: {Return->Returns} the list.
meaning.opener: {Installing->Install} it with a key:
never: It is an alternative to {adding->add} a key.
never: The data {are->is} here.
"""
ALLOWED = """
He {go->goes} home.
{Thanks->Thank} you.
{Has->Have} they come?
He did it{ for to-> to} win.
It was the{ the->} end.
He had had {apple->an apple}.
He {doesnt->doesn't} care.
It might {be not->not be} ripe.
We didn't {find nothing->find anything}.
{Youll->You’ll} see it.
He took {thee->the} bus.
It is two {metre->meters} long.
It is {an->a} university.
I met {an->a} Mr Brown.
IT IS {AN->A} NEW CAR.
When we got there, {their->there} was nobody.
Tell me beforehand{ ?->?} Yes.
Pens, ink {etc->etc.}, and paper.
and then he came. {he left->He left}.
We met on {monday->Monday}.
It is made out {off->of} wood.
I want to{ to->} go.
It is a {slowly->slow} train home.
It looks {reliably->reliable} to me.
I have been here {since->for} two years.
He {said->told} me the truth.
He went to {bye->buy} a car.
I am{-> a} nurse.
It made me{ to->} laugh.
But we{ are->} must not forget.
He looks at it {for to find->to find} it.
He left{..->.}
{Am->I am} a student.
It is {Sport->Sports} Day.
It is more {comfortable->comfort} here.
Cats {&->and} dogs.
I {hav->have} it.
{Lets->Let's} go home.
{Cat->Cats} live here.
Total: Is it so{.->?}
The zorblax are {two->two zorblax} here.
It is {labled->unlabeled} so far.
There was {somethin->something} … something strange.
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_what_a_guard_refuses(line: str) -> None:
    name, _, written = line.partition(": ")
    assert refusal(Change(*marked(written))) == name


@pytest.mark.parametrize("written", ALLOWED.strip().splitlines())
def test_good_edits_pass_all_guards(written: str) -> None:
    assert refusal(Change(*marked(written))) == ""


def test_exempt_proposers_are_not_checked() -> None:
    text, edit = marked("He joined the officer {corps->Corps}.")
    assert refusal(Change(text, edit, SPELLER)) == "capitals.raised"
    assert refusal(Change(text, edit, RULE)) == ""
    text, edit = marked("We meet at {10:30->10.30} there.")
    assert refusal(Change(text, edit, RULE)) == "copied"


def test_every_guard_has_a_name_of_its_own_and_says_why() -> None:
    every = (*PROPOSAL, *DOCUMENT)
    names = [one.name for one in every]
    assert len(set(names)) == len(names)
    assert not [one.name for one in every if len(one.why.split()) < 3 or one.why[-1] != "."]
