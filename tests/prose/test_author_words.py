"""The author's words in sentences: plurals of types, texts with slots, and names that are like the noun of a type."""

from __future__ import annotations

import pytest

from .reading import whole

BOOK = """rulebook small "Small":
  players 2
  language LANGUAGE
enum Kind: ox, hare
piece Tile(kind Kind, value 1..6): 2 each
place bag: stack of Tile
place rack[Player]: heap of Tile
keep number: 0..9 = 0
keep herd[Player]: set of Kind = {}
fact owns(p Player, k Kind) = k in herd[p]
choice turn "A turn"
action go in turn "Go":
  BODY
flow:
  turns from p1:
    do one of turn
WORDS
"""
WORDS = {
    "en": """words en:
  Kind: plural "kinds of animals"
  Tile: plural "dominoes"
  Tile.value: plural "pips"
  owns: says "{p} [has] a {k}", denies "{p} [lacks] a {k}"
""",
    "de": """words de:
  Kind: noun "Art", plural "Arten", gender "feminine"
  Tile: noun "Stein", plural "Steine", gender "masculine"
  number: noun "die Zahl", gender "feminine"
  owns: says "{p} [hat] eine {k}"
""",
    "nl": """words nl:
  Kind: noun "soort", plural "soorten", gender "common"
  number: noun "het getal", gender "neuter"
  owns: says "{p} [heeft] een {k}"
""",
}


def told(language: str, body: str) -> str:
    lines = body.replace("\n", "\n  ")
    text = BOOK.replace("LANGUAGE", language).replace("BODY", lines).replace("WORDS", WORDS[language])
    return whole(text, language)


@pytest.mark.parametrize(
    ("language", "body", "line"),
    [
        ("en", "move top of bag to rack[me]", "Move the top tile of the bag to your rack."),
        ("en", "draw k in Kind", "Draw at random a kind."),
        ("en", "require size(rack[me]) > 2", "Only if there are more than 2 dominoes in your rack."),
        ("en", "choose die in 1..6", "Choose a number (the die) from 1 to 6."),
        ("en", "draw k in Kind\nif owns(me, k):\n  number = 1", "2. If you have the kind, set the number to 1."),
        ("en", "choose k in Kind where not owns(me, k)", "Choose a kind for which you lack the kind."),
        ("en", "require owns(me, ox) or owns(p2, hare)", "Only if you have an ox or player 2 has a hare."),
        ("en", "choose n in 1..6\nnumber = n", "2. Set the number to number A."),
        (
            "en",
            "number = 3\nchoose n in 1..6 where n != number",
            "2. Choose a number A from 1 to 6 that is not the number.",
        ),
        ("de", "choose n in 1..6\nnumber = n", "2. Setze die Zahl auf Zahl A."),
        ("nl", "choose n in 1..6\nnumber = n", "2. Zet het getal op getal A."),
        ("de", "draw k in Kind\nif owns(me, k):\n  number = 1", "2. Wenn du die Art hast: setze die Zahl auf 1."),
        ("nl", "draw k in Kind\nif owns(me, k):\n  number = 1", "2. Als je de soort hebt: zet het getal op 1."),
    ],
)
def test_sentences_have_the_words_of_the_author(language: str, body: str, line: str) -> None:
    assert line[:1].lower() + line[1:] in told(language, body) or line in told(language, body)


REACH = """rulebook small "Small":
  players 2
board Spot, graph:
  | a | {b} |
  | b | {a} |
keep wall: set of Spot = {}
fact linked(s Spot, x Spot, y Spot) = s != y and x not in wall
fact joined(s Spot, t Spot) = t in (reach from {s}, x to y in Spot where linked(s, x, y))
flow:
  game over, drawn
"""


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", "spot A, spot C and spot D"), ("de", "spot A, spot C und spot D"), ("nl", "spot A, spot C en spot D")],
)
def test_the_start_of_a_reach_is_told_apart_from_where_it_has_come(language: str, names: str) -> None:
    assert names in whole(REACH, language)
