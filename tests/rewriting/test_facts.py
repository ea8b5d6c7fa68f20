"""What a sentence states is compared, and not how it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gec.language.numerals import TENS, UNITS
from gec.rewriting.facts import CITATION, CODE, NAME, NEGATION, NUMBER, QUOTATION, changed, facts

SAME = """
    I have 5 dogs. | I have five dogs.
    He is twenty-five. | He is 25.
    One hundred and twenty people came. | 120 people came.
    It cost 1,500 euros. | It cost fifteen hundred euros.
    It has 5 million members. | There are 5 million members.
    He lives on the 3rd floor. | He lives on the third floor.
    One day I saw 1 fox. | I once saw one fox.
    We met Ann's sister. | We met the sister of Ann.
    The Smiths came with Tom, and Tom's dog barked. | The Smith family came with Tom and his dog.
    The Germany people like it. | The German people like it.
    We live in Barcalona now. | We live in Barcelona now.
    I live in london, a big City. | I live in London, a big city.
    I do not know. | I don't know.
    He doens't know, it cant be. | He doesn't know; it can't be.
    I don't know nothing. | I don't know anything.
    No one is never here. | No one is ever here.
    He couldn't hardly see. | He could hardly see.
    Noone came. | No one came.
    It is not possible. | It is impossible.
    It is not careful. | It is careless.
    The habitants left. | The inhabitants left.
    Wait till noon. | Wait until noon.
    It will prove. | It will improve.
    Infact I like it. | In fact, I like it.
    She said “go home”, I think. | I think she said “go home.”
"""

OTHER = """
    I have 5 dogs. | I have 6 dogs. | NUMBER
    I have five dogs. | I have fifteen dogs. | NUMBER
    One in ten came. | Few came. | NUMBER
    I met Tom in Paris. | I met him in Paris. | NAME
    We flew to Austria. | We flew to Australia. | NAME
    I went there in summer. | In August, I went there. | NAME
    I do not like it. | I like it. | NEGATION
    I like it. | I never like it. | NEGATION
    We like it and do not want it, not now. | We like it and want it, not now. | NEGATION
    It is possible. | It is impossible. | NEGATION
    It is harmful. | It is harmless. | NEGATION
    He could hardly see. | He could see. | NEGATION
    She said “go home”. | She said to go home. | QUOTATION
    It is so (Doe, 1999). | It is so. | CITATION
    It was shown in [12]. | It was shown. | CITATION
    Run `ls -l` now. | Run it now. | CODE
    See https://example.org/a for it. | See it. | CODE
"""
KINDS = {
    "NUMBER": NUMBER,
    "NAME": NAME,
    "NEGATION": NEGATION,
    "QUOTATION": QUOTATION,
    "CITATION": CITATION,
    "CODE": CODE,
}


def table(rows: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split(" | ")] for row in rows.strip().splitlines()]


def test_facts_may_be_written_differently() -> None:
    for one, other in table(SAME):
        assert changed(facts(one), facts(other)) == [], one
        assert changed(facts(other), facts(one)) == [], one


def test_lost_and_new_facts_are_found() -> None:
    for one, other, kind in table(OTHER):
        assert KINDS[kind] in [fact[0] for fact in changed(facts(one), facts(other))], one
        assert KINDS[kind] in [fact[0] for fact in changed(facts(other), facts(one))], one


@given(st.integers(0, 999_999))
def test_a_number_in_words_is_the_one_in_figures(number: int) -> None:
    assert changed(facts(f"We counted {spelt(number)} birds."), facts(f"We counted {number} birds.")) == []
    assert changed(facts(f"We counted {spelt(number)} birds."), facts(f"We counted {number + 3} birds."))


def spelt(number: int) -> str:
    """As one says it."""
    if number < 20:
        return UNITS[number]
    if number < 100:
        return TENS[number // 10 - 2] + (f"-{UNITS[number % 10]}" if number % 10 else "")
    high, low, name = (number // 100, number % 100, "hundred") if number < 1000 else (*divmod(number, 1000), "thousand")
    return f"{spelt(high)} {name}" + (f" and {spelt(low)}" if 0 < low < 100 else f" {spelt(low)}" if low else "")
