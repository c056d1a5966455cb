"""Nothing is told of what the answers of options rule out, and no condition that they settle."""

from __future__ import annotations

import pytest

from .reading import whole

BOOK = """rulebook small "Small":
  players 2
option length "How long": short "Short", long "Long"
option limit "The limit": 1..6 = 1
enum Suit: clubs, hearts
piece Card(suit Suit): 1 each
place hand[Player]: heap of Card
place pile: heap of Card
keep score[Player]: 0..99 = 0
fact worth(c Card) = 1
exception in_long to worth(c) where length == long = 9
rule late whenever length == long and score[p1] > 3:
  score[p1] = 0
choice turn "A turn"
action go in turn "Go":
  BODY
flow:
  turns from p1:
    do one of turn
    otherwise:
      game over, drawn
"""
SHORT, LONG = "score[me] = 7", "score[me] = 8"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (f"if length == long:\n  {LONG}\nelse if limit > 3:\n  {LONG}\nelse:\n  {SHORT}", True),
        (f"for each c in hand[me] where length == long:\n  {LONG}\n{SHORT}", True),
        (f"for each p in Player, c in hand[p] where length == long:\n  {LONG}\n{SHORT}", True),
        (f"repeat at most 3 times while length == long:\n  {LONG}\n{SHORT}", True),
        (f"repeat at most 3 times until length == short:\n  {LONG}\n{SHORT}", True),
        (f"repeat at most 3 times until length == long:\n  {SHORT}", True),
        (f"choose c in hand[me] where length == short or c.suit == hearts\n{SHORT}", True),
        (f"either one_way:\n  require limit in {{2, 3}}\n  {LONG}\nor other_way:\n  {SHORT}", True),
        (f"if score[me] > 3:\n  if limit >= 2:\n    {LONG}\n{SHORT}", True),
        (f"turns from p1 where length == short, once each:\n  {SHORT}", True),
        (f"require limit != 1\n{LONG}", False),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_what_an_option_rules_out_is_not_told(language: str, body: str, told: bool) -> None:
    text = whole(BOOK.replace("BODY", body.replace("\n", "\n  ")), language)
    assert ("7" in text, "8" in text) == (told, False), text
    never = {
        "en": "always so|never so",
        "de": "gilt immer|gilt nie|dies immer|dies nie",
        "nl": "altijd geldt|nooit geldt|dit altijd|dit nooit",
    }[language]
    assert not any(words in text for words in never.split("|")), text
    assert text.count("9") == 2, text  # the 99 of the score, but not the exception
