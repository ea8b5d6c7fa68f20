"""Words written apart that are one."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.rules import faults


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    "text, better",
    [
        ("I read the news paper.", "I read the newspaper."),
        ("Every body has a healthy life style.", "Everybody has a healthy lifestyle."),
        ("She has no self esteem left.", "She has no self-esteem left."),
        ("My brother in law is here.", "My brother-in-law is here."),
        ("Some times any body came.", "Sometimes anybody came."),
        ("We go out side and check the out put.", "We go outside and check the output."),
        ("The super markets are open every where.", "The supermarkets are open everywhere."),
        ("On week ends all house holds rest.", "On weekends all households rest."),
        ("It is harm less, and he is a very out going man.", "It is harmless, and he is a very outgoing man."),
        ("I did my home work, for I felt home sick.", "I did my homework, for I felt homesick."),
        ("You under stand that it was over looked.", "You understand that it was overlooked."),
    ],
)
def test_what_is_one_word_is_written_so(text: str, better: str) -> None:
    assert mended(text) == better


@pytest.mark.parametrize(
    "text",
    [
        "I read the newspaper.",
        "It serves some body function.",
        "Read the news. Paper is dear.",
        "The news, paper and ink are here.",
        "They feed back into it.",
        "It was in formation then.",
        "See `news paper` there.",
        "They met for get-togethers.",
        "It filters out lines, or checks out source.",
        "A big water gun shot me in the ear.",
        "You will count less than ten of them.",
        "They are sending out source and all.",
        "The request needs any body you have, and the loop has some body too.",
        "It does not have any body.",
        "There are some times when it rains, and at some times it snows.",
        "Some times are better.",
        "A woman aged 30 came, and the gang aged fast.",
        "The month ends soon, the week ends on Monday, and each house holds a dozen people.",
        "The new frame works well, and the chart lets you zoom.",
        "Can the house hold ten of us? We watched the snow fall.",
        "They fear less and harm less than they did.",
        "The guests were out standing in the hail, and out comes the moon.",
        "What ever happened to that body of water? Any body of water will do.",
        "She prefers walking over riding, and wrote re use of the hall.",
        "He came home sick, and those at home work hard.",
        "In this country men and women vote; try not to break fast.",
        "A soft ball is red, and the light houses have big gardens.",
        "They work loads of hours, and the son in law school is a work able to last.",
        "I booked a first class room.",
        "Two key board members resigned.",
        "Check the air line of the compressor.",
        "She made some how to guides.",
        "To some what he did was wrong.",
        "We saw the moon light the path.",
        "I always check list prices.",
    ],
)
def test_what_is_not_stays(text: str) -> None:
    assert mended(text) == text
