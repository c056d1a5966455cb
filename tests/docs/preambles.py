"""What the snippets of docs/language.md leave out: a header and the few clauses that they speak of."""

PREAMBLES = {
    "plain": """\
rulebook plain:
  players 2 to 4
""",
    "cards": """\
rulebook cards:
  players 2 to 4

enum Suit: clubs, hearts

piece Card(suit Suit, value 1..3): 2 each
place deck: stack of Card
place hand[p in Player]: heap of Card, seen by p
place pile: heap of Card
""",
    "stones": """\
rulebook stones:
  players 2

board Point: 4 by 4
keep stone[Point]: Player or none = none

procedure lay(who Player, p Point):
  stone[p] = who
""",
}
