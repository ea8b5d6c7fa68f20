"""Words that stand for others, and the same words in their own right."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.mistaken import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("He did a great effort.", "He made a great effort."),
        ("We must do an effort.", "We must make an effort."),
        ("She made an exam yesterday.", "She took an exam yesterday."),
        ("He makes a lot of exercise.", "He does a lot of exercise."),
        ("She did a phone call.", "She made a phone call."),
        ("I want to do a question.", "I want to ask a question."),
        ("Can I make you a question?", "Can I ask you a question?"),
        ("I did a dream last night.", "I had a dream last night."),
        ("Please remember me to call him.", "Please remind me to call him."),
        ("She remembered me to buy stamps.", "She reminded me to buy stamps."),
        ("This song remembers me my childhood.", "This song reminds me of my childhood."),
        ("This song reminds me my childhood.", "This song reminds me of my childhood."),
        ("They stole the bank.", "They robbed the bank."),
        ("Somebody robbed my wallet.", "Somebody stole my wallet."),
        ("Rise your hand, please.", "Raise your hand, please."),
        ("We have an economical crisis.", "We have an economic crisis."),
        ("Open the light, please.", "Turn on the light, please."),
        ("She closed the TV and went to bed.", "She turned off the TV and went to bed."),
        ("Can you open the TV?", "Can you turn on the TV?"),
        ("How is your sister called?", "What is your sister called?"),
        ("I have a strong headache.", "I have a bad headache."),
        ("I took a high mark.", "I got a high mark."),
        ("He drove with high speed.", "He drove at high speed."),
        ("She has blue eyes and a long hair.", "She has blue eyes and long hair."),
        ("He borrowed money to his friend.", "He lent money to his friend."),
        ("We won them at chess.", "We beat them at chess."),
        ("She loves classic music.", "She loves classical music."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "I did my best.",
        "Do the decision makers know?",
        "Do any suggestions help?",
        "Does the phone call cost money?",
        "Did an effort of this kind ever succeed?",
        "What difference does a decision make?",
        "He made the exam harder.",
        "They made exercises for the class.",
        "They made a bath of marble.",
        "He made a question mark.",
        "Did a question arise?",
        "Did a dream wake you?",
        "It was the best that money could buy, and he took the best marks man he had.",
        "She won him at last.",
        "He won them over.",
        "He won her in the end.",
        "May I lend a hand?",
        "Borrow from me what you like.",
        "I borrowed it to show my sister.",
        "He stole the bank's secrets.",
        "Rob the rich.",
        "They were robbed. The bag was empty.",
        "He was robbed of his wallet.",
        "When the curtain rises your hands go cold.",
        "The prices raised by the shop are high.",
        "Taxes raised to pay for the war fell.",
        "Remember me to your mother.",
        "He remembered me to his aunt.",
        "Remember me of old?",
        "What did they say? Me? Nothing.",
        "As they say, her house is her castle.",
        "Say them aloud.",
        "He said her name.",
        "I told that story twice.",
        "She told that to everyone.",
        "I was told that she had left.",
        "Open the light wooden door.",
        "Open the TV guide.",
        "Close the light curtains.",
        "An economical car saves money.",
        "An economical solution is best.",
        "A classic music video.",
        "A strong snow fence.",
        "A big traffic jam blocked us.",
        "With high speed comes danger.",
        "Could I lend this book to a friend?",
        "Our professor made an exam, and we made the exam with two parts.",
        "It would make a great question in a test.",
        "The war made research in the region impossible.",
        "She opened the lamp with a screwdriver, and I opened the TV to clean it.",
        "We bought an economical power tool and a more economical system.",
        "How is your sister called upon to help?",
        "She has a long hair in her soup.",
        "He found a long hair on the sofa.",
        "The port saw strong traffic in June.",
        "It is a drill with high speed and low weight.",
        "It is a clean, economical system for small farms.",
        "I did the exam in May.",
        "Let's do a question on rivers.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
